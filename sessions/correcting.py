"""Corrections that lean on what was said just before ("No, Friday"): the two are one statement, and its first half must
not stand beside it, in whichever window it was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memories import lifecycle
from memories.extracting.spans import Span
from memories.extracting.taking_back import leans_back, says_nothing_alone
from memories.extracting.utterances import StatementKind
from memories.gate.privacy import said_by
from memories.judging.language import language_of
from memories.locks import lock_units
from memories.models import MemoryUnit, Session, Turn
from memories.walls import inside
from memories.words import Channel, State, TurnRole
from sessions.promoting import working_units
from sessions.statements import Extracted, read_where

_JUST_BEFORE = 2
"""Turns between a statement and its correction: the assistant's answer, and the correction itself."""
_ACTOR = "hindsight"


def leans(one: Extracted) -> bool:
    """Whether a statement is such a correction, and has not found what it corrects."""
    corrects = one.kind == StatementKind.CORRECTION and one.turn.role == TurnRole.USER
    return corrects and one.corrects is None and leans_back(one.text)


def means_nothing(one: Extracted) -> bool:
    """Whether a correction has nothing to correct and says nothing by itself."""
    return leans(one) and says_nothing_alone(one.text)


def just_before(before: Extracted, one: Extracted) -> bool:
    return one.turn.number - before.turn.number <= _JUST_BEFORE


def joined(before: Extracted, one: Extracted) -> Extracted:
    """The correction with what it corrects, as both were said."""
    joint = "；" if language_of(one.text) in ("zh", "mixed") else "; "
    return replace(one, text=f"{before.text}{joint}{one.text}", corrects=before)


def with_earlier(session: Session, found: Sequence[Extracted]) -> tuple[list[Extracted], list[MemoryUnit]]:
    """The statements of a window, corrections joined to what an earlier window took of the turns just before them, and
    the working units that are taken in so."""
    leaning = [one for one in found if leans(one)]
    if not leaning:
        return list(found), []
    with inside(session.namespace_id):
        units = [
            unit
            for unit in working_units(session.namespace_id, session.name)
            if unit.source.channel == Channel.USER_STATEMENT
        ]
        places = {unit.pk: read_where(unit.source.raw_ref) for unit in units}
        numbers = [number for number, _ in places.values() if number is not None]
        rows = Turn.objects.filter(namespace_id=session.namespace_id, session=session, number__in=numbers)
        turns = {turn.number: turn for turn in rows}
    corrected: list[MemoryUnit] = []
    result = list(found)
    for one in leaning:
        for unit in reversed(units):
            number, span = places[unit.pk]
            if number not in turns or span is None or unit in corrected:
                continue
            before = Extracted(turns[number], said_by(unit), Span(*span), StatementKind.FACT)
            if number <= one.turn.number and just_before(before, one):
                result[result.index(one)] = joined(before, one)
                corrected.append(unit)
                break
    return result, corrected


def retire(namespace_id: int, corrected: Sequence[MemoryUnit], *, now: datetime) -> None:
    """Archive what a correction has taken in; inside the transaction that writes the correction, before it."""
    for unit in lock_units(namespace_id, [unit.pk for unit in corrected]).values():
        if unit.state == State.ACTIVE:
            lifecycle.archive(unit, actor=_ACTOR, now=now, reason="corrected")
