"""E-mail addresses, also the ones spelt "name (at) host dot com"."""

import re
from collections.abc import Iterator
from typing import Final

from memories.privacy.findings import ANY_STAND_IN, Candidate, Kind

# Letters of alphabets with spaces between words; Chinese characters before an address are the sentence.
_LETTER: Final = "A-Za-z0-9\u00c0-\u024f\u0370-\u03ff\u0400-\u04ff"
_NAME: Final = rf"(?<![{_LETTER}_%+'-])[{_LETTER}_%+'-]{{1,64}}(?:\.[{_LETTER}_%+'-]{{1,64}}){{0,8}}"
_LABEL: Final = rf"[{_LETTER}](?:[{_LETTER}-]{{0,61}}[{_LETTER}])?"
_TOP: Final = rf"(?:[A-Za-z\u00c0-\u024f\u0400-\u04ff]{{2,24}}|xn--[A-Za-z0-9-]{{2,59}})(?![{_LETTER}])"
_DOT_WORD: Final = r"(?:\.|\s?[\[({]\s?dot\s?[\])}]\s?|\sdot\s)"
_AT_WORD: Final = r"(?:\s?[\[({<]\s?at\s?[\])}>]\s?|\sat\s(?=[\w-]{1,40}\sdot\s))"

_PLAIN: Final = re.compile(rf"{_NAME}@(?:{_LABEL}\.){{1,8}}{_TOP}")
_SPELT_OUT: Final = re.compile(
    rf"{_NAME}{_AT_WORD}{_LABEL}{_DOT_WORD}(?:{_LABEL}{_DOT_WORD}){{0,4}}{_TOP}", re.IGNORECASE
)
# Names and domains in Chinese (RFC 6531). The sentence stands before a name without a space, so that a name is at most
# four characters that do not lead to one; a domain in Chinese ends in one of its few endings.
_HAN: Final = "\u3400-\u4dbf\u4e00-\u9fff"
_HAN_NAME: Final = rf"(?:(?![是为到给在箱件址号的请叫用发写和或与])[{_HAN}]){{1,4}}"
_HAN_TOP: Final = (
    "公司|中国|中國|网络|網絡|网址|集团|商城|中文网|在线|网店|香港|台湾|台灣|澳门|政务|公益|移动|我爱你|世界|机构"
)
_CHINESE: Final = re.compile(
    rf"(?:{_HAN_NAME}|{_NAME})@(?:[{_LETTER}{_HAN}-]{{1,63}}\.){{1,4}}(?:{_HAN_TOP})"
    rf"|{_HAN_NAME}@(?:{_LABEL}\.){{1,8}}{_TOP}"
)
# "icon@2x.png" is a picture, "git@host:" a remote.
_FILE: Final = re.compile(r"@\dx\.|\.(?:png|jpe?g|gif|webp|svg|py|js|ts|json|lock|tgz)$", re.IGNORECASE)


# In "postgres://app:secret@host" what stands before the @ is no name.
_AFTER_PASSWORD: Final = re.compile(rf"://[^\s/@{ANY_STAND_IN}]*:(?:[^\s/{ANY_STAND_IN}]*@)?$")


def emails(text: str) -> Iterator[Candidate]:
    """Every e-mail address."""
    if "@" in text:
        for match in _PLAIN.finditer(text):
            remote = match[0].startswith(("git@", "hg@")) and text[match.end() : match.end() + 1] in (":", "/")
            secret = _AFTER_PASSWORD.search(text, max(0, match.start() - 100), match.start())
            if not remote and not secret and not _FILE.search(match[0]):
                yield Candidate(Kind.EMAIL, *match.span(), sure=True)
        for match in _CHINESE.finditer(text):
            yield Candidate(Kind.EMAIL, *match.span(), sure=True)
    for match in _SPELT_OUT.finditer(text):
        yield Candidate(Kind.EMAIL, *match.span())


def email_identity(written: str) -> str:
    """One spelling of an address."""
    plain = re.sub(_DOT_WORD, ".", re.sub(_AT_WORD, "@", written, flags=re.IGNORECASE), flags=re.IGNORECASE)
    return plain.lower()
