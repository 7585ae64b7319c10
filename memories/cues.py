"""Cues: what a unit is found by beside its value, as a second vector of the same content.

A cue is the question that a unit declares (its `query`, led by its `key`) or, of a session statement that says little
by itself, the statement together with what was said before it. What a rule made of the value says nothing more than the
value, and is no cue; a sensitive unit has none, since what is embedded of it is its question already. Figures and
reasons: docs/decisions/0011.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Protocol

from memories.embedding.providers import Vectors
from memories.privacy import find

_JOINTS: Final = re.compile(r"[._]+")


class Asking(Protocol):
    """What declares a question: a unit, or a version of one."""

    query: str
    key: str
    derived: list[str]


@dataclass(frozen=True, slots=True)
class Cue:
    """The vector, shape (dimensions,), and the hashed words of what the unit was said after; None for a question."""

    vector: Vectors
    heard: tuple[int, ...] | None = None


def question_of(unit: Asking) -> str:
    """The question that a unit declares, led by its key; "" if it declares none. An address or a number stands in a key
    as it is, so that a person can be looked up by it; no vector is made of it."""
    if not unit.query or "query" in unit.derived:
        return ""
    key = "" if "key" in unit.derived or find(unit.key) else _JOINTS.sub(" ", unit.key)
    return f"{key} {unit.query}".strip()


class Unit(Asking, Protocol):
    """A unit, as far as its cue goes."""

    value: str
    sensitive: bool


def cue_text(unit: Unit, heard: str = "") -> str:
    """What the cue of a unit is made of; "" if it has none. `heard` was said before it, masked."""
    if unit.sensitive:
        return ""
    return question_of(unit) or (f"{heard} {unit.value}" if heard else "")


def kept_cue(unit: Unit, cue: Cue | None, *, asks_as_before: bool, says_as_before: bool = True) -> Cue | None:
    """The cue that a unit had before a change, if it is its cue still."""
    if cue is None or unit.sensitive:
        return None
    stands = asks_as_before if cue.heard is None else says_as_before and not question_of(unit)
    return cue if stands else None


def is_owed(unit: Unit, cue: Cue | None) -> bool:
    """Whether a unit declares a question that there is no vector of; of what it was said after none can be made."""
    return cue is None and bool(cue_text(unit))
