"""What bounds a number, and what looks like one but is an identifier of a machine."""

import re
from typing import Final

# Not inside a word, a longer number, a decimal or a dotted version.
START: Final = r"(?<![0-9A-Za-z_])(?<![0-9][.,])"
END: Final = r"(?![0-9A-Za-z_])(?![.,][0-9])"

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
    r"|\b(?:isbn|ISBN)(?:-1[03])?\s?[::]?\s?(?:\d[- ]?){9,12}[\dXx](?![0-9A-Za-z])"
)


def without_machine_numbers(text: str) -> str:
    """Those replaced, place for place, by letters, so that no number is seen in them or grows into them."""
    return _MACHINE_NUMBERS.sub(lambda match: "x" * len(match[0]), text) if any(map(str.isdigit, text)) else text


def digits_of(text: str) -> str:
    """Its digits alone."""
    return "".join(character for character in text if character.isdigit())
