"""Whether a unit is about just what is asked: about that code, at that time; pure but for the types it reads."""

from __future__ import annotations

from datetime import datetime
from typing import Final, Literal

from memories.codes import Code, Kind, kinds_in
from memories.ranking import Span
from memories.recalling.gathering import Row
from memories.recalling.question import Question

Validity = Literal["now", "not_yet", "no_longer"]

_RIVALS: Final[dict[Kind, frozenset[Kind]]] = {
    "code": frozenset({"code", "version"}),
    "version": frozenset({"version", "code"}),
    "number": frozenset({"number", "code"}),
    "mark": frozenset({"mark"}),
}
"""Of which kinds a code may be that is meant where another one is asked for."""
_HARDLY_MORE: Final = {"code": 1, "version": 1, "number": 0, "mark": 1}
"""Up to how many other words a question still asks for nothing but its code; a number is often beside the point."""
_LONG: Final = 3
"""Other words beside which a mere number says too little for a unit to be found by it alone."""


class ByCode:
    """What a question that names codes wants of a unit. A unit that holds one is found whatever else it says. One that
    holds another instead is aside; of a question that asks for hardly more than its code it is no answer."""

    def __init__(self, question: Question) -> None:
        named = question.named
        self._codes: tuple[Code, ...] = named.telling
        self._content = named.content
        self._rivals = frozenset[Kind]().union(*(_RIVALS[code.kind] for code in self._codes))
        self._hardly_more = bool(self._codes) and all(named.content <= _HARDLY_MORE[one.kind] for one in self._codes)
        self._found_by_it = named.content <= _LONG or any(code.kind != "number" for code in self._codes)

    def is_found(self, row: Row) -> bool:
        """Whether the code alone is enough to find it."""
        return row.named and self._found_by_it

    def is_aside(self, row: Row) -> bool:
        if not self._codes or row.named:
            return False
        return not self._rivals.isdisjoint(kinds_in(" ".join((row.value, row.key, *row.entities, *row.tags))))

    def is_none(self, row: Row, *, aside: bool) -> bool:
        """Whether it is no answer, however near it is: nothing but the code is asked for, or hardly more and it has
        another one."""
        if row.named or not self._codes:
            return False
        return self._content == 0 or (aside and self._hardly_more)


def validity_at(moment: datetime, valid_from: datetime | None, valid_to: datetime | None) -> Validity:
    """Whether what holds from the one until before the other holds at a moment; an end that is None is open."""
    if valid_to is not None and valid_to <= moment:
        return "no_longer"
    return "not_yet" if valid_from is not None and valid_from > moment else "now"


def held_then(row: Row, at: datetime, period: Span | None) -> bool:
    """Whether a unit holds at the moment that is asked about, or in any part of the period."""
    if period is None:
        return validity_at(at, row.valid_from, row.valid_to) == "now"
    begun = row.valid_from is None or period.end is None or row.valid_from < period.end
    return begun and (row.valid_to is None or period.start is None or row.valid_to > period.start)
