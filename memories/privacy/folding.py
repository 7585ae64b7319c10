"""One spelling of the characters that identifiers are made of, with the way back to where they stood."""

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from memories.privacy.findings import STAND_IN, Kind

_SPACES: Final = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_DASHES: Final = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
# Nobody sees these; they come with copied text, or hide a number from a filter.
_UNSEEN: Final = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u20e3\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
_CHINESE_DIGITS: Final = str.maketrans("〇零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖", "0012345678911" + "23456789")
# Read out digit by digit; shorter runs are ordinary numbers and years.
_READ_OUT: Final = re.compile("[〇零一二三四五六七八九幺壹贰叁肆伍陆柒捌玖]{7,}")
# A stand-in must come from us alone.
_CONTROLS: Final = dict.fromkeys(range(1, 8), " ")


_FOLDED: Final = (
    {number: chr(number - 0xFEE0) for number in range(0xFF01, 0xFF5F)}
    | {ord(space): " " for space in _SPACES}
    | {ord(dash): "-" for dash in _DASHES}
    | _CONTROLS
)
_OTHER_DIGIT: Final = re.compile(r"(?![0-9])\d")
_MARK: Final = re.compile(
    rf"\[({'|'.join(kind.name for kind in Kind)}|SENSITIVE)#[0-9a-f]{{4,8}}\]",
)


@dataclass(frozen=True, slots=True)
class Folded:
    """The text to search, and for each of its characters the place in the original (None: the same place)."""

    text: str
    places: list[int] | None

    def original_span(self, start: int, end: int) -> tuple[int, int]:
        """Where a span of the folded text stood; unseen characters inside belong to it."""
        if self.places is None:
            return start, end
        return self.places[start], self.places[end - 1] + 1


def fold(text: str) -> Folded:
    """Full-width letters and digits, any script's digits, spaces and dashes as ASCII; unseen characters left out."""
    places: list[int] | None = None
    if _UNSEEN.search(text):
        places = [place for place, character in enumerate(text) if not _UNSEEN.match(character)]
        text = "".join(text[place] for place in places)
    plain = text if text.isascii() and text.isprintable() else text.translate(_FOLDED)
    plain = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), plain)
    return Folded(_READ_OUT.sub(lambda run: run[0].translate(_CHINESE_DIGITS), plain), places)


def without_marks(folded: str) -> str:
    """Marks as stand-ins of the same length. Nothing is looked for in them, and no label reaches across them."""

    def stand_in(mark: re.Match[str]) -> str:
        kind = Kind.API_KEY if mark[1] == "SENSITIVE" else Kind[mark[1]]
        return STAND_IN[kind] * len(mark[0])

    return _MARK.sub(stand_in, folded) if "#" in folded else folded
