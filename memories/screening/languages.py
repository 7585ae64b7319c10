"""The two plainest themes, dropping what was said before and asking for a password, in other widespread languages.

Only these two: a whole grammar exists for English and Chinese alone.
"""

from typing import Final

from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

_GAP: Final = r"[^.!?。！？\n]"

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "overrides_instructions",
        Reason.INSTRUCTS_READER,
        2,
        # Spanish, Portuguese, Italian, French
        r"\b(?:ignora|ignoren|ignorez|ignore (?=(?:todas?|todos|toutes?|tous|les|vos|tes|las|los|as|suas"
        r"|tus|sus)\b)|olvid[ae]n?|esque[çc]a|esquece|dimentica(?:te)?|oublie[zs]?|descarta"
        rf"|desconsidere){_GAP}{{0,40}}?"
        r"\b(?:instruc{1,2}iones|instruç(?:ão|ões)|istruzioni|instructions?|consignes|directives|indicaciones"
        r"|reglas|regras|regole|règles|anteriores?|précédente?s?|precedenti)\b",
        # German, Dutch
        r"\b(?:ignorier(?:e|en|t)|vergiss|vergesst|vergessen sie|missachten? sie|negeer"
        rf"|vergeet)\b{_GAP}{{0,40}}?"
        r"\b(?:anweisung(?:en)?|instruktion(?:en)?|regeln|befehle|vorgaben|instructies|regels)\b",
        # Russian
        rf"(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?){_GAP}{{0,40}}?(?:инструкци|указани|правил"
        r"|команд)",
        # Japanese, Korean: the verb comes last
        r"(?:指示|命令|指令|ルール|プロンプト)(?:を|は|を全て|をすべて)?(?:全て|すべて)?(?:無視|无视|忘れ)",
        r"(?:지시|지침|명령|규칙)[^.\n]{0,8}(?:무시|잊)",
        needs="ignor olvid esque dimentic oubli descart desconsid vergiss vergess missacht negeer vergeet"
        " игнор забуд 无 忘 무시 잊",
    ),
    rule(
        "drops_and_says",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:ignorez|ignora|ignorieren sie|ignore) (?:la|le|les|el|los|die|den|das|a"
        rf"|o) {_GAP}{{1,30}}? (?:et|y|und|e) (?:\w{{1,24}} )?(?:indiquez|dites|di|indica|geben|sagen|diga"
        r"|indique)",
        needs="ignor",
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"\b(?:ihr|dein|euer|das|votre|ton|le|la|tu|su|sua|tua|seu|a|il|lo|uw|je|kata) (?:passwort"
        r"|kennwort|mot de passe|contraseña|senha|password|wachtwoord|sandi)\b(?: anda)?"
        rf"{_GAP}{{0,30}}?(?:geben|nennen|sagen|verraten|mitteilen|\?)",
        r"\b(?:gib|geben sie|nenne|donne[zr]?|dites|dis|dime|dame|da(?:r)?me|dígame|compart[ae]|dimmi"
        r"|dammi|diga|forneça|beritahu|geef|was ist|quel(?:le)? est|cuál es|qual è|qual é|apa)\b"
        rf"{_GAP}{{0,40}}?\b(?:passwort|kennwort|mot de passe|contraseña|senha|password|wachtwoord"
        r"|kata sandi|clave secreta|geheime[nrs]? schlüssel|clé secrète)\b",
        rf"(?:парол[ьяюе]|секретный ключ){_GAP}{{0,20}}\?|(?:дай|скажи|назови"
        rf"|сообщи)(?:те)?{_GAP}{{0,30}}?парол",
        r"(?:passwort|kennwort|mot de passe|contraseña|senha|wachtwoord|kata sandi|hasło|şifre|lösenord"
        r"|adgangskode|passord|mật khẩu|salasana"
        r"|heslo|jelszó|geheime[nrs]? schlüssel|clé secrète|clave secreta|chave secreta"
        rf"|chiave segreta){_GAP}{{0,60}}\?",
        r"(?:秘密鍵|秘密の鍵|シークレットキー|暗証番号|비밀 ?키)[^。\n]{0,16}(?:教え|何|ください|か[？?]?$"
        r"|알려|뭐|무엇|\?)",
        r"パスワード(?:を|は)[^。\n]{0,16}(?:教え|何|ください|共有|か[？?]?$)|(?:비밀번호"
        r"|암호)[^.\n]{0,24}(?:알려|뭐|무엇|\?|제공|공유)",
        needs="pass kennwort mot contrase senha wachtwoord sandi has şifre lösen adgang mật salas heslo jelsz schl cl"
        " chave chiave парол ключ パス 秘 暗 비밀 암호 シーク",
    ),
)
