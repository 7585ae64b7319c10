"""Text that can be stored whole: the checks that every text field shares."""

from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from memories.privacy import find


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


def names_something(text: str) -> str:
    """A name to look for: without spaces around it, and with a letter or a digit in it."""
    name = " ".join(text.split())
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise PydanticCustomError("empty", "names nobody; give a name, an id or an address")
    return name


def one_spelling(text: str) -> str:
    """Without spaces around it: " alice" and "alice" are one subject."""
    return " ".join(text.split())


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


def strip_repeats(words: list[str]) -> list[str]:
    """Keep the first of equal words, drop blank ones."""
    return list(dict.fromkeys(word.strip() for word in words if word.strip()))


Line = Annotated[str, AfterValidator(storable)]
Short = Annotated[Line, Field(max_length=100)]
Name = Annotated[Line, Field(max_length=200)]
Value = Annotated[Line, AfterValidator(not_blank), Field(max_length=2000)]
Subject = Annotated[Name, AfterValidator(one_spelling)]
Attribute = Annotated[Short, AfterValidator(names_nobody), AfterValidator(identifier)]
Question = Annotated[Line, Field(max_length=500)]
Words = Annotated[list[Name], Field(max_length=50), AfterValidator(strip_repeats)]
RetryKey = Annotated[Line, AfterValidator(not_blank), Field(min_length=1, max_length=200)]
Moment = Annotated[datetime, AfterValidator(aware)]
