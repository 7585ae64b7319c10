"""Answers kept without any text: ids, outcomes and reasons, from which the same answer is made again.

What a memory says is read from its row when the answer is given, so that nothing has to be erased twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from memories.errors import HindsightError, WrongState
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.presenting import memory_out
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import WriteOut

Kept = dict[str, Any]
"""One answer: {"id", "outcome", "touched", …} of a write, or {"error": {…}}."""


class Gone(WrongState):
    """The memory that an answer was about does not exist any more."""

    code = "erased"


def gone() -> Gone:
    return Gone(
        "The memory that this wrote has been erased since. To write it anew, send it again with another "
        "idempotency_key, or with none."
    )


def kept(result: WriteOut | HindsightError) -> Kept:
    """What is kept of one answer."""
    if isinstance(result, HindsightError):
        return {"error": _without_words(result.as_dict())}
    return {"id": str(result.memory.id), **result.model_dump(mode="json", exclude={"memory"})}


def _without_words(error: Kept) -> Kept:
    """An error without the name of a field that the caller made up."""
    field = str(error["field"] or "")
    if field and field.split(".")[0] not in MemoryInput.model_fields:
        return {**error, "field": None, "detail": "There is a field here that is not known."}
    return error


def shown(
    namespace_id: int, answers: Sequence[Kept], *, preferences: Preferences, now: datetime
) -> list[WriteOut | HindsightError]:
    """The answers again, with the memories as they are now; one query, inside a transaction of the namespace."""
    ids = [UUID(one["id"]) for one in answers if "id" in one]
    units = MemoryUnit.objects.filter(namespace_id=namespace_id).in_bulk(ids) if ids else {}
    return [_shown(one, units, preferences, now) for one in answers]


def _shown(
    answer: Kept, units: Mapping[UUID, MemoryUnit], preferences: Preferences, now: datetime
) -> WriteOut | HindsightError:
    if "error" in answer:
        error = dict(answer["error"])
        if error["code"] == Gone.code and not error.get("detail"):
            return gone()
        return HindsightError(error.pop("detail"), code=error.pop("code"), field=error.pop("field") or "", **error)
    unit = units.get(UUID(answer["id"]))
    if unit is None:
        return gone()
    rest = {name: value for name, value in answer.items() if name != "id"}
    return WriteOut(memory=memory_out(unit, preferences=preferences, now=now), **rest)


def without(answers: Iterable[Kept], units: Collection[str]) -> list[Kept]:
    """The answers after these units were erased: their own say so, and no other names them."""
    return [
        {"error": {"code": Gone.code}} if answer.get("id") in units else _scrubbed(answer, units) for answer in answers
    ]


def _scrubbed(part: Any, units: Collection[str]) -> Any:
    if isinstance(part, list):
        return [_scrubbed(item, units) for item in part if not _names(item, units)]
    if isinstance(part, dict):
        return {name: _scrubbed(value, units) for name, value in part.items() if not _names(value, units)}
    return part


def _names(item: Any, units: Collection[str]) -> bool:
    named = item.get("id") if isinstance(item, dict) else item
    return isinstance(named, str) and named in units
