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
# "icon@2x.png" is a picture, "git@host:" a remote.
_FILE: Final = re.compile(r"@\dx\.|\.(?:png|jpe?g|gif|webp|svg|py|js|ts|json|lock|tgz)$", re.IGNORECASE)


# In "postgres://app:secret@host" what stands before the @ is no name.
_AFTER_PASSWORD: Final = re.compile(rf"://[^\s/@{ANY_STAND_IN}]*:$")


def emails(text: str) -> Iterator[Candidate]:
    """Every e-mail address."""
    if "@" in text:
        for match in _PLAIN.finditer(text):
            remote = match[0].startswith(("git@", "hg@")) and text[match.end() : match.end() + 1] in (":", "/")
            secret = _AFTER_PASSWORD.search(text, max(0, match.start() - 100), match.start())
            if not remote and not secret and not _FILE.search(match[0]):
                yield Candidate(Kind.EMAIL, *match.span(), sure=True)
    for match in _SPELT_OUT.finditer(text):
        yield Candidate(Kind.EMAIL, *match.span())


def email_identity(written: str) -> str:
    """One spelling of an address."""
    plain = re.sub(_DOT_WORD, ".", re.sub(_AT_WORD, "@", written, flags=re.IGNORECASE), flags=re.IGNORECASE)
    return plain.lower()
