"""Text that can be stored whole, and numbers: the checks that every field of a kind shares."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from memories.names import name_key
from memories.privacy import find

LONGEST_NAME: Final = 200
"""Characters of a name, in the spelling that it is stored in and in the one that it is compared in."""
_UNSEEN: Final = frozenset({"Zs", "Zl", "Zp", "Cc", "Cf", "Mn", "Mc", "Me"})


def storable(text: str) -> str:
    """Refuse what PostgreSQL or UTF-8 cannot hold; everything else is kept as written."""
    if "\x00" in text:
        raise PydanticCustomError("nul", "contains a NUL character (U+0000); remove it")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise PydanticCustomError("surrogate", "contains a lone surrogate (half an emoji); send valid Unicode")
    return text


def not_blank(text: str) -> str:
    """Refuse text without any letter, digit, symbol or punctuation: spaces and invisible marks say nothing."""
    if not any(unicodedata.category(character)[0] in "LNSP" for character in text):
        raise PydanticCustomError("empty", "is empty; say something")
    return text


def says_nothing(label: str) -> bool:
    """A label of spaces, controls and marks that stand on no letter, or of nothing at all."""
    return all(unicodedata.category(character) in _UNSEEN for character in label)


def asked(text: str) -> str:
    """Refuse a filter that is given and says nothing: dropped, it would widen what is seen to everybody's."""
    if says_nothing(text):
        raise PydanticCustomError("empty", "is blank; leave it out, or say what to look for")
    return text


def names_something(text: str) -> str:
    """A name to look for: without spaces around it, and with a letter or a digit in it."""
    name = " ".join(text.split())
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise PydanticCustomError("empty", "names nobody; give a name, an id or an address")
    return name


def one_spelling(text: str) -> str:
    """Without spaces around it, an accent in one character with its letter: " alice" and "alice" are one subject."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def comparable(name: str) -> str:
    """Refuse a name that is too long once it is spelt as it is compared: one character may stand for eighteen there."""
    length = len(name_key(name))
    if length > LONGEST_NAME:
        raise PydanticCustomError(
            "string_too_long",
            "has {length} characters when its ligatures are written out, where the limit is {limit}",
            {"length": length, "limit": LONGEST_NAME},
        )
    return name


def identifier(text: str) -> str:
    """An attribute is an identifier: "Preferred Editor" and "preferred_editor" are one slot."""
    return re.sub(r"[\s\-]+", "_", text.strip()).casefold()


def names_nobody(text: str) -> str:
    """An attribute is folded to an identifier, in which a key or a number is not known again: it may hold none."""
    if find(text):
        raise PydanticCustomError(
            "personal", "holds a secret or a personal number; say what is meant, such as phone_number, and leave it out"
        )
    return text


def aware(moment: datetime) -> datetime:
    """A time without a zone is taken as UTC; years outside 1 to 9998 in UTC are refused."""
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    try:
        return moment.astimezone(UTC)
    except (OverflowError, ValueError):
        raise PydanticCustomError("out_of_range", "is outside the years that can be stored") from None


def with_its_days(moment: datetime) -> datetime:
    """As `aware`, in the zone that it came with: whose days are meant."""
    known = aware(moment)
    return known if moment.tzinfo is None else known.astimezone(moment.tzinfo)


def strip_repeats(words: list[str]) -> list[str]:
    """Keep the first of equal words, whatever their spelling, and drop blank ones."""
    found: dict[str, str] = {}
    for word in words:
        if not says_nothing(word):
            found.setdefault(name_key(word), word)
    return list(found.values())


def no_truth(number: Any) -> Any:
    """Refuse true and false where a number is meant: pydantic would take them for 1 and 0."""
    if isinstance(number, bool):
        raise PydanticCustomError("number", "must be a number, not true or false")
    return number


Whole = Annotated[int, BeforeValidator(no_truth)]
Number = Annotated[float, BeforeValidator(no_truth), Field(allow_inf_nan=False)]
Line = Annotated[str, AfterValidator(storable)]
Short = Annotated[Line, Field(max_length=100)]
Handle = Annotated[Line, Field(max_length=LONGEST_NAME)]
"""An id that an application chose, such as a session's: kept and compared as it was written."""
Name = Annotated[
    Line, AfterValidator(one_spelling), Field(max_length=LONGEST_NAME), AfterValidator(comparable)
]  # measured once it is spelt as it is stored
"""A name: compared by memories.names.name_key."""
Value = Annotated[Line, AfterValidator(not_blank), Field(max_length=2000)]
Subject = Name
Attribute = Annotated[Line, AfterValidator(names_nobody), AfterValidator(identifier), Field(max_length=100)]
Question = Annotated[Line, Field(max_length=500)]
Words = Annotated[list[Name], Field(max_length=50), AfterValidator(strip_repeats)]
AskedShort = Annotated[Short, AfterValidator(asked)]
AskedHandle = Annotated[Handle, AfterValidator(asked)]
AskedName = Annotated[Name, AfterValidator(asked)]
AskedAttribute = Annotated[
    Line, AfterValidator(asked), AfterValidator(names_nobody), AfterValidator(identifier), Field(max_length=100)
]
AskedWords = Annotated[list[AskedName], Field(max_length=50), AfterValidator(strip_repeats)]
"""What is asked for rather than stored: left out, null or an empty list means that it is not asked for; blank is
refused."""
RetryKey = Annotated[Line, AfterValidator(not_blank), Field(min_length=1, max_length=200)]
Moment = Annotated[datetime, AfterValidator(aware)]
ZonedMoment = Annotated[datetime, AfterValidator(with_its_days)]
