"""A namespace that a set was written into through the gate, and what a search of it finds of the set."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

from benchmarks.quality.sets import Asked, Turn
from memories.callers import Caller
from memories.shapes.outputs import WriteOut
from memories.shapes.searching import SearchInput
from memories.words import Channel, Scope

_BATCH = 100
LONGEST = 2000
"""Characters of a value (SPEC 2)."""
_ENDS = ("\n", ". ", "! ", "? ", "。", "！", "？")


@dataclass
class Haystack:
    """`units` has the units that hold a text, `heirs` what a unit was superseded by; `outcomes` counts what the gate
    did, and what was refused."""

    caller: Caller
    units: dict[str, list[UUID]] = field(default_factory=lambda: defaultdict(list))
    heirs: dict[UUID, UUID] = field(default_factory=dict)
    outcomes: Counter[str] = field(default_factory=Counter)

    def holding(self, text: str, *, heirs: bool) -> set[UUID]:
        """The units that give a text back; with `heirs` also those that took the place of one of them."""
        held = set(self.units[text])
        if heirs:
            for unit in list(held):
                while (unit := self.heirs.get(unit)) is not None and unit not in held:  # type: ignore[assignment]
                    held.add(unit)
        return held


def pieces(text: str) -> Iterator[str]:
    """The text; one that is too long for a unit in several, cut after the last line or sentence that fits."""
    while len(text) > LONGEST:
        cut = max(text.rfind(mark, 0, LONGEST) + len(mark) for mark in _ENDS)
        yield text[: cut if cut > 1 else LONGEST].strip()
        text = text[cut if cut > 1 else LONGEST :]
    yield text.strip()


def written(name: str, turns: Sequence[Turn]) -> Haystack:
    """Write the turns, oldest first, each at its date; whose they are is the subject, so that two people's "I" are not
    one, and what an assistant said is its own conclusion."""
    from django.utils import timezone

    from memories.namespaces import ensure_namespace
    from memories.tokens import authenticate, create_token
    from memories.writing import write_batch

    _, secret = create_token(namespace=ensure_namespace(name), scopes=list(Scope), channels=list(Channel))
    hay = Haystack(authenticate(secret, now=timezone.now()))
    parts = [(turn, piece) for turn in turns for piece in pieces(turn.text)]
    for start in range(0, len(parts), _BATCH):
        some = parts[start : start + _BATCH]
        results = write_batch(hay.caller, [_item(turn, piece) for turn, piece in some], now=timezone.now())
        for (turn, _), result in zip(some, results, strict=True):
            if not isinstance(result, WriteOut):
                hay.outcomes[f"refused: {result.error.code}"] += 1
                continue
            hay.outcomes[result.outcome] += 1
            hay.units[turn.text].append(result.memory.id)
            for touched in result.touched:
                if touched.what == "superseded":
                    hay.heirs[touched.id] = result.memory.id
    return hay


def _item(turn: Turn, piece: str) -> dict[str, object]:
    return {
        "value": piece,
        "subject": turn.person,
        "occurred_at": turn.at.isoformat(),
        "conversation_id": turn.session,
        "channel": Channel.USER_STATEMENT if turn.said_by_user else Channel.AGENT_INFERENCE,
    }


def standing(hay: Haystack) -> dict[str, int]:
    """How many units stand in each state and layer."""
    from django.db.models import Count

    from memories.models import MemoryUnit
    from memories.walls import inside

    with inside(hay.caller.namespace_id):
        rows = MemoryUnit.objects.values_list("state", "tier").annotate(units=Count("id")).order_by("state", "tier")
        return {f"{state}, {tier}": units for state, tier, units in rows}


def found(hay: Haystack, asked: Asked, *, now: datetime, arms: frozenset[str], top: int, **more: object) -> set[UUID]:
    """The units that a search returns for a question, asked at its date."""
    from memories.recalling.search import search

    body = SearchInput.model_validate({"query": asked.text, "query_time": asked.at, "top_k": top, **more})
    return {hit.memory.id for hit in search(hay.caller, body, now=now, arms=arms).results}


def share(hay: Haystack, asked: Asked, ids: set[UUID], *, heirs: bool) -> float:
    """The share of the question's different evidence that is among the ids."""
    wanted = set(asked.evidence)
    return sum(not ids.isdisjoint(hay.holding(text, heirs=heirs)) for text in wanted) / len(wanted)
