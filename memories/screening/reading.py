"""One plain spelling of a text for the rules, and other readings where letters are disguised. Linear in its length."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

# Look-alikes of Latin letters (Unicode TR39 calls them confusables): Cyrillic, Greek, Armenian, small capitals.
_LOOK_ALIKES: Final = {
    ord(pair[0]): pair[1]
    for pair in (
        "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw кk мm нh тt вb гr пn ьb ӏl үy αa οo ρp εe νv ιi τt κk υu χx ηn γy"
        " օo սu ոn ɡg ɩi ʀr ɴn ɪi ᴀa ᴇe ᴏo ʟl ᴛt ᴜu ᴅd ᴄc ᴍm ᴘp ꜱs ʙb ɢg ʜh ᴊj ᴋk ᴠv ᴡw ʏy ᴢz"
    ).split()
}
_LEET: Final = str.maketrans("0134578@$!|", "oieastbasil")
_LEET_WORD: Final = re.compile(
    r"(?<![^\s\"'(])(?=[a-z0-9@$!|]{0,23}[a-z])[a-z@$|]?[a-z0-9@$!|]{0,23}[0134578@$|][a-z0-9@$!|]{0,23}"
)
# Characters of the rules' words in their traditional forms, and one apostrophe.
_SIMPLIFIED: Final = str.maketrans(
    "’‘ʼ無視請統詞為規則裡這條記憶錄從現開發級訊認過執複雜轉帳號碼將說話對覽轄審權險範設內話語額業務員確關閉應須後覆蓋優於錯誤"
    "刪據當時問絕訴釋隱瞞檔獲並與洩漏顯輸書調試圖機給護產擬個沒類別聽徹廢棄廣環",
    "'''无视请统词为规则里这条记忆录从现开发级讯认过执复杂转账号码将说话对览辖审权险范设内话语额业务员确关闭应须后覆盖优于错误"
    "删据当时问绝诉释隐瞒档获并与泄漏显输书调试图机给护产拟个没类别听彻废弃广环",
)
# How people type in a hurry; no disguise.
_SHORTHAND: Final = {
    "ur": "your",
    "pls": "please",
    "plz": "please",
    "pw": "password",
    "pwd": "password",
    "prev": "previous",
    "instr": "instructions",
    "instrs": "instructions",
}
_SHORT_WORD: Final = re.compile(rf"(?<![\w.'-])(?:{'|'.join(_SHORTHAND)})(?![\w.'-])")
_TAG_FIRST, _TAG_LAST = 0xE0020, 0xE007E
_UNSEEN_EXTRA: Final = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0\u034f\u2800")
_SPACES: Final = re.compile(r"[^\S\n]{1,2000}")
_BREAKS: Final = re.compile(r"\n{1,2000}")
_SPELT_OUT: Final = re.compile(r"(?<![^\W_])[^\W\d_](?:[ ._*-]{1,3}[^\W\d_](?![^\W_])){5,400}+")
_WIDE_GAP: Final = re.compile(r"[ ._*-]{2,3}")
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_BETWEEN_HAN: Final = re.compile(rf"(?<=[{_HAN}])[ ._*-]{{1,3}}(?=[{_HAN}])")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as the rules see it: lower case, one kind of space. `lines` keeps line breaks, `flowing` does not.

    `disguised` when a look-alike, an unseen character or a spelt-out word had to be undone to get here.
    """

    lines: str
    flowing: str
    disguised: bool


def unseen(character: str) -> bool:
    """Nobody sees it: format characters, tags, variation selectors, blank fillers."""
    number = ord(character)
    return (
        (number > 0x7F and (unicodedata.category(character) == "Cf" or character in _UNSEEN_EXTRA))
        or 0xFE00 <= number <= 0xFE0F
        or 0xE0100 <= number <= 0xE01EF
    )


def tags(text: str) -> str:
    """What is written in tag characters, which no font shows."""
    return "".join(chr(ord(one) - 0xE0000) for one in text if _TAG_FIRST <= ord(one) <= _TAG_LAST)


def readings(text: str) -> list[Reading]:
    """The plain reading first; then, where they differ, those with disguises undone."""
    folded = unicodedata.normalize("NFKC", "".join(" " if one == "\0" else one for one in text))
    seen = "".join(one for one in folded if not unseen(one))
    plain = _written_out(_spaced(seen.lower()))
    found = [_reading(plain.translate(_SIMPLIFIED), disguised=False)]
    if len(seen) != len(folded):
        # What the eye would take for separate words is one word to whoever strips the unseen.
        as_spaces = _written_out(_spaced("".join(" " if unseen(one) else one for one in folded).lower()))
        found = [_reading(as_spaces.translate(_SIMPLIFIED), disguised=False), _reading(found[0].lines, disguised=True)]
    undone = _spelt_out_joined(plain.translate(_LOOK_ALIKES)).translate(_SIMPLIFIED)
    undone = _LEET_WORD.sub(lambda word: word[0].translate(_LEET), undone)
    if undone != found[-1].lines:
        found.append(_reading(undone, disguised=True))
    return found


def _spaced(text: str) -> str:
    return _SPACES.sub(_one_or_wide, text.replace("\r\n", "\n").replace("\r", "\n"))


def _written_out(text: str) -> str:
    return _SHORT_WORD.sub(lambda word: _SHORTHAND[word[0]], text)


def _one_or_wide(space: re.Match[str]) -> str:
    return " " if len(space[0]) == 1 else "  "


def _reading(text: str, *, disguised: bool) -> Reading:
    lines = text.replace("  ", " ")
    return Reading(lines, _BREAKS.sub(" ", lines), disguised)


def _spelt_out_joined(text: str) -> str:
    """ "i g n o r e   t h i s" as "ignore this"."""

    def join(run: re.Match[str]) -> str:
        words = _WIDE_GAP.split(run[0])
        return " ".join(re.sub(r"[ ._*-]", "", word) for word in words)

    return _SPELT_OUT.sub(join, _BETWEEN_HAN.sub("", text))
