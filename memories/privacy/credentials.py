"""API keys by their well-known prefixes, passwords and tokens by the word before them, private keys by their armour."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from memories.privacy.findings import ANY_STAND_IN, Candidate, Kind
from memories.privacy.labels import unit_after

_PREFIXED: Final = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:[a-z]{2,10}\d{0,2}-){0,2}[A-Za-z0-9_-]{16,200}"  # OpenAI, Anthropic and those who follow them
    r"|(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}|whsec_[A-Za-z0-9+/=]{20,100}"  # Stripe
    r"|gh[pousr]_[A-Za-z0-9]{20,255}|github_pat_[A-Za-z0-9_]{20,255}|glpat-[A-Za-z0-9_-]{20,100}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,250}|xapp-\d-[A-Za-z0-9-]{10,250}"  # Slack
    r"|(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])"  # AWS
    r"|LTAI[A-Za-z0-9]{12,26}|AKID[A-Za-z0-9]{28,40}"  # Aliyun, Tencent
    r"|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,500}|GOCSPX-[A-Za-z0-9_-]{20,60}"  # Google
    r"|hs_[A-Za-z0-9_-]{20,100}"  # our own tokens
    r"|hf_[A-Za-z0-9]{20,100}|npm_[A-Za-z0-9]{30,60}|pypi-[A-Za-z0-9_-]{50,300}|dop_v1_[a-f0-9]{40,80}"
    r"|(?:gsk|r8|shpat|shpss|lin_api|ntn|secret)_[A-Za-z0-9]{24,100}|xai-[A-Za-z0-9]{24,120}"
    r"|SG\.[A-Za-z0-9_-]{16,40}\.[A-Za-z0-9_-]{16,80}"  # SendGrid
    r"|eyJ[A-Za-z0-9_-]{8,4000}\.[A-Za-z0-9_-]{8,8000}(?:\.[A-Za-z0-9_-]{0,2000})?"  # JWT
    r"|\d{8,10}:AA[A-Za-z0-9_-]{32,36}"  # Telegram
    r"|https://hooks\.slack\.com/services/[A-Za-z0-9/]{20,100}"
    r")(?<![-_])"
)
# These begin ordinary names too, such as "sk-learn-contrib" or a variable.
_ALSO_WORDS: Final = ("sk-", "hs_", "hf_", "secret_", "npm_")
# Of Hugging Face's tokens every third has no digit; none has another length.
_WHOLE: Final = re.compile(r"hf_[A-Za-z0-9]{34}")
_IN_ADDRESS: Final = re.compile(
    rf"(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{{1,20}}://[^\s:/@{ANY_STAND_IN}]{{0,100}}:(?P<value>[^\s/{ANY_STAND_IN}]{{3,200}})@"
)
_BEARER: Final = re.compile(r"(?<![A-Za-z0-9])(?:bearer|basic)\s+(?P<value>[A-Za-z0-9_.~+/=-]{16,4000})", re.IGNORECASE)

_WORDS_FOR_PASSWORDS: Final = r"pass(?:word|wd|phrase|code)s?|pwd"
_WORDS_FOR_SECRETS: Final = (
    r"(?:client|app|api|shared|consumer)?[ _-]?secrets?(?:[ _-]?key)?|(?:api|access|auth)[ _-]?(?:key|token)"
)
_WORDS_FOR_KEYS: Final = (
    r"(?:api|access|secret|private|auth|encryption|signing|client|app|master|license|shared|refresh|session|bearer)"
    r"[ _-]?(?:key|token|secret|id)s?(?:[ _-]?(?:key|id))?"
    r"|tokens?|secrets?|credentials?|keys?"
)
_LINKS: Final = (
    r"(?:已经?)?(?:是|为|(?:改|换|设|变|重置|设置|更新|修改)[成为]了?)"
    r"|(?:(?:has|have|had|was|is|got|been|were|just)\s){0,3}(?:changed|set|reset|updated|switched)\s(?:back\s)?to"
    r"|is now|was|is|are|:=|=>|->|[:=]"
)
_NAMED: Final = re.compile(
    rf"(?:(?<![A-Za-z])(?:[A-Za-z]{{1,20}}[_-]){{0,3}}(?:(?P<password>{_WORDS_FOR_PASSWORDS})"
    rf"|(?P<secret>{_WORDS_FOR_SECRETS})|(?:{_WORDS_FOR_KEYS}))(?![A-Za-z])"
    r"|(?P<chinese>密码|口令|暗号)|密钥|秘钥|令牌|私钥)"
    r"(?:\s{0,3}(?:for|of|to|on)\s[\w .'-]{1,30}?)??[\"'`]?"
    rf"(?P<link>\s{{0,3}}(?:{_LINKS}))(?:\s{{0,3}}(?:now|:|=|是|为|Bearer))?\s{{0,3}}[\"'`“‘「]?"
    r"(?P<value>[!-~]{6,500})",
    re.IGNORECASE,
)
# In Chinese a password may follow its word with nothing between.
_BESIDE: Final = re.compile(r"(?:密码|口令|密钥|秘钥|令牌)\s{0,3}[\"'`“‘「(]?(?P<value>[A-Za-z0-9][!-~]{5,500})")
_A_NUMBER: Final = re.compile(r"\d{6,}")
_A_DATE: Final = re.compile(r"(?:19|20)\d\d[-/.]?(?:0?[1-9]|1[0-2])[-/.]?(?:0?[1-9]|[12]\d|3[01])(?!\d)")
_CLOSING: Final = "\"'`,;.!?)]}>"
_PLACEHOLDER: Final = re.compile(
    r"[<${%\[(*]|\*{3}|x{4,}$|\.{3}|(?:os|process|env|settings|config|self|ctx)\.|.*\(|(?:your|my|the|some|change)[_-]"
    r"|(?:none|null|true|false|undefined|required|optional|redacted|hidden|string|password|changeme\W|secret)$|https?://",
    re.IGNORECASE,
)
# A name with a version or a date: "sk-learn-contrib-model-2024".
_VERSIONED: Final = re.compile(r"[A-Za-z]*(?:[-_./:][A-Za-z]+)*[-_./:]?[vV]?\d{1,4}(?:[.-]\d{1,4}){0,3}")
_HEX_64: Final = re.compile(r"(?:0x)?[0-9a-fA-F]{64}")
_BEGIN: Final = re.compile(r"-----BEGIN (?P<what>[A-Z0-9 ]{0,40})PRIVATE KEY(?P<block> BLOCK)?-----")
_BODY: Final = re.compile(
    r"(?:[\s\\]|\\n|(?:Proc-Type|DEK-Info|Version|Comment):[^\n]*|[A-Za-z0-9+/=]{20,}+|[A-Za-z0-9+/]{1,19}==?)*"
)


def private_keys(text: str) -> Iterator[Candidate]:
    """Armoured private keys, whole or cut off."""
    closed = True
    position = 0
    while begin := _BEGIN.search(text, position):
        foot = f"-----END {begin['what']}PRIVATE KEY{begin['block'] or ''}-----"
        at = text.find(foot, begin.end()) if closed else -1
        closed = at >= 0
        cut = _BODY.match(text, begin.end())
        position = at + len(foot) if closed else (cut or begin).end()
        while text[position - 1].isspace():
            position -= 1
        yield Candidate(Kind.PRIVATE_KEY, begin.start(), position, sure=True)


def api_keys(text: str) -> Iterator[Candidate]:
    """Keys with a known prefix, tokens in headers and addresses, and what is called a password, token or key."""
    for match in _PREFIXED.finditer(text):
        whole = _WHOLE.fullmatch(match[0]) and _mixed(match[0])
        if whole or not match[0].startswith(_ALSO_WORDS) or _random_looking(match[0]):
            yield Candidate(Kind.API_KEY, *match.span(), sure=True)
    for pattern in (_IN_ADDRESS, _BEARER):
        for match in pattern.finditer(text):
            if not _PLACEHOLDER.match(match["value"]) and (pattern is _IN_ADDRESS or _random_looking(match["value"])):
                yield Candidate(Kind.API_KEY, *match.span("value"))
    for match in _NAMED.finditer(text):
        start = match.start("value")
        value = match["value"].split('"')[0].split("'")[0].split("`")[0].rstrip(_CLOSING)
        if _HEX_64.fullmatch(value):
            yield Candidate(
                Kind.PRIVATE_KEY if "私钥" in match[0] or "rivate" in match[0] else Kind.API_KEY,
                start,
                start + len(value),
            )
        elif not _PLACEHOLDER.match(value) and _is_secret(
            value,
            password=bool(match["password"] or match["chinese"]),
            secret=bool(match["secret"]),
            link=match["link"].strip(),
        ):
            yield Candidate(Kind.API_KEY, start, start + len(value))
    for match in _BESIDE.finditer(text):
        value = match["value"].rstrip(_CLOSING)
        mixed = any(map(str.isalpha, value)) and any(map(str.isdigit, value))
        if (
            len(value) >= 6
            and (mixed or (_A_NUMBER.fullmatch(value) and not unit_after(text, match.start("value") + len(value))))
            and not _PLACEHOLDER.match(value)
            and not _A_DATE.match(value)
        ):
            yield Candidate(Kind.API_KEY, match.start("value"), match.start("value") + len(value))


def _is_secret(value: str, *, password: bool, secret: bool, link: str) -> bool:
    if len(value) < 6:
        return False
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    if password:
        # "password is required" is prose, "password=letmein" is not.
        return (
            digits
            or (not value.isalnum() and not re.fullmatch(r"[A-Za-z]+(?:[-'/.,][A-Za-z]+)*", value))
            or link == "="
        )
    if secret and letters and digits and len(value) >= 10 and not _VERSIONED.fullmatch(value):
        return "://" not in value and _entropy(value) >= 2.8
    return letters and digits and _random_looking(value)


def _random_looking(value: str) -> bool:
    """Long, with digits among the letters and few repeats: no word, no path, no name with hyphens."""
    if len(value) < 16 or not any(map(str.isdigit, value)) or "://" in value:
        return False
    return not _VERSIONED.fullmatch(value) and _entropy(value) >= 2.8


def _mixed(value: str) -> bool:
    """Letters of both cases and few repeats: no word, no row of one letter."""
    return not value[3:].islower() and not value[3:].isupper() and _entropy(value) >= 2.8


def _entropy(value: str) -> float:
    """Bits a character."""
    counts = Counter(value)
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts.values())
