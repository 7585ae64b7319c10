"""What bounds a number, and what looks like one but is an identifier of a machine."""

import re
from typing import Final

# Behind a point a number is the rest of a decimal or of a version, but not behind so many digits, nor behind "1." that
# begins a line. A comma joins nothing at a beginning: what stands in groups of three is no identifier.
_NO_DECIMAL: Final = (
    r"(?:(?<![0-9]\.)|(?<=[0-9]{7}\.)|(?<=[1-9]\.)(?<![^\n][1-9]\.)|(?<=[1-9][0-9]\.)(?<![^\n][1-9][0-9]\.))"
)
START: Final = rf"(?<![0-9A-Za-z]){_NO_DECIMAL}"
WORD_START: Final = rf"(?<!_){START}"
# Groups of three stand behind one to three digits; a point before digits belongs to a number that is not long already.
END: Final = r"(?![0-9A-Za-z])(?!(?<=[0-9])(?<![0-9]{4}),[0-9]{3}(?![0-9]))(?!(?<=[0-9])(?<![0-9]{7})\.[0-9])"

_HEX: Final = "[0-9a-fA-F]"
_MACHINE_NUMBERS: Final = re.compile(
    # UUID
    rf"(?<![0-9A-Za-z]){_HEX}{{8}}-(?:{_HEX}{{4}}-){{3}}{_HEX}{{12}}(?![0-9A-Za-z])"
    # ISO dates and times, and dates with dots or slashes
    r"|(?<![0-9A-Za-z])(?:19|20)\d\d([-/.])[01]?\d\1[0-3]?\d(?:[T ]+[0-2]?\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?"
    r"(?:\s?(?:Z|[+-]\d\d:?\d\d))?(?![0-9])"
    # IPv4, with a port
    r"|(?<![0-9A-Za-z.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?:/\d{1,2})?(?![0-9.])"
    # ISBN-13 and -10 with their separators
    r"|(?<![0-9A-Za-z])97[89][- ](?:\d{1,5}[- ]){3}\d(?![0-9A-Za-z])"
    r"|(?<![A-Za-z])(?:isbn|ISBN)(?:-1[03])?\s?[::]?\s?(?:\d[- ]?){9,12}[\dXx](?![0-9A-Za-z])"
)


def without_machine_numbers(text: str) -> str:
    """Those replaced, place for place, by letters, so that no number is seen in them or grows into them."""
    return _MACHINE_NUMBERS.sub(lambda match: "x" * len(match[0]), text) if any(map(str.isdigit, text)) else text


def digits_of(text: str) -> str:
    """Its digits alone."""
    return "".join(character for character in text if character.isdigit())
