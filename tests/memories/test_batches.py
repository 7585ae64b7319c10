"""A batch has the outcome of its items written one after the other, whichever way they are placed."""

from __future__ import annotations

import random
from collections import Counter
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories.callers import Caller
from memories.gate import batching
from memories.models import (
    AuditEntry,
    Conflict,
    Decision,
    Evidence,
    JudgedPair,
    MemoryUnit,
    MemoryVersion,
    Relation,
    Source,
    Terms,
    Vector,
)
from memories.namespaces import ensure_namespace
from memories.preparing import Failed
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import WriteOut
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write, write_batch
from tests.people import NOW

pytestmark = pytest.mark.django_db
EARLIER = NOW - timedelta(days=40)
CITIES = ("Lyon", "Porto", "Graz", "Turin", "Ghent")
NAMES = ("Ana", "Bo", "Chen", "Dee", "Eli", "Fay")


def writer(space: str) -> Caller:
    _, secret = create_token(namespace=ensure_namespace(space), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=NOW)


def some(dice: random.Random, day: int) -> dict[str, Any]:
    """One item of the kinds that meet others: said again, changed, of another server, passing, of a session, wrong."""
    name, city, other = dice.choice(NAMES), dice.choice(CITIES), dice.choice(CITIES)
    port = 8000 + dice.randrange(3)
    at = {"occurred_at": NOW - timedelta(days=30 - day)}
    slot = {"subject": dice.choice((name, name.lower())), "attribute": "city"}
    return dice.choice(
        [
            {"value": f"I live in {city}", **slot, **at},
            {"value": f"I have moved to {city}", **slot, **at},
            {"value": f"{name} lives in {city}", **at},
            {"value": f"{name} has moved from {other} to {city}", **at},
            {"value": f"The gateway of {city} listens on port {port}", "mcp_server": f"s{dice.randrange(3)}"},
            {"value": f"{name} likes the market of {city} on Sundays"},
            {"value": f"{name} likes the market of {city} on Sundays", "expires_at": NOW + timedelta(days=3)},
            {"value": f"{name} is at the desk", "tier": "working", "session_id": f"t{dice.randrange(2)}"},
            {"value": f"{name} will live in {city}", "valid_from": NOW + timedelta(days=9), **slot},
            {
                "value": f"Probably {name} lives in {city}",
                "kind": "inference",
                "confidence": 0.1 * dice.randrange(1, 9),
            },
            {"value": f"{name} 住在{city}", **at},
            {"value": f"The password of {name} is {city}{port}", "sensitive": True, **slot},
            {"value": f"Note {dice.randrange(900)}: the printer of {name} in {city} needs paper", "tags": [city]},
            {"value": ""},
        ]
    )


def everything(caller: Caller, results: list[Any]) -> dict[str, Any]:
    """All that a namespace holds, and what was answered, by the place of a unit in the order of writing."""
    with inside(caller.namespace_id):
        mine = {"namespace_id": caller.namespace_id}
        units = list(MemoryUnit.objects.filter(**mine).order_by("pk"))
        at = {unit.pk: number for number, unit in enumerate(units)}
        hidden = ("id", "namespace_id", "source_id", "digest", "voice", "value", "_state")  # keyed by the namespace
        return {
            "answers": [
                one.error.code
                if isinstance(one, Failed)
                else (
                    one.outcome,
                    one.why,
                    one.memory.model_dump(exclude={"id", "source_id", "value"}),
                    [(at[effect.id], effect.what, effect.why) for effect in one.touched],
                )
                for one in results
            ],
            "units": [{k: v for k, v in vars(unit).items() if k not in hidden} for unit in units],
            "values": [unit.original or unit.value for unit in units],
            "versions": sorted(
                (at[row.unit_id], row.number, row.action, row.state, row.reason, row.confidence)
                for row in MemoryVersion.objects.filter(**mine)
            ),
            "pairs": {
                (at[row.a_id], at[row.b_id]): (
                    row.label,
                    row.waiting,
                    pytest.approx(row.probability, abs=1e-3),
                    pytest.approx(row.similarity, abs=1e-3),
                )
                for row in JudgedPair.objects.filter(**mine)
            },
            "conflicts": sorted(
                (at[row.a_id], at[row.b_id], row.type, row.state, row.resolution, row.a_version, row.b_version)
                for row in Conflict.objects.filter(**mine)
            ),
            "relations": sorted(
                (at[row.from_unit_id], at[row.to_unit_id], row.type) for row in Relation.objects.filter(**mine)
            ),
            "evidence": sorted(
                (at[row.unit_id], row.times, row.independent, row.stated_at) for row in Evidence.objects.filter(**mine)
            ),
            "vectors": sorted((at[row.unit_id], row.current) for row in Vector.objects.filter(**mine)),
            "terms": sorted((at[row.unit_id], row.current, len(row.terms)) for row in Terms.objects.filter(**mine)),
            "decisions": Counter(Decision.objects.filter(**mine).values_list("action", flat=True)),
            "sources": Source.objects.filter(**mine).count(),
            "audit": Counter(AuditEntry.objects.filter(**mine, at=NOW).values_list("action", flat=True)),
        }


def written(space: str, items: list[dict[str, Any]], worth_it: int) -> dict[str, Any]:
    """What a namespace with some memories of another writer holds after a batch."""
    caller, before = writer(space), writer(space)
    for name, city in zip(NAMES, CITIES, strict=False):
        about = {"subject": name, "attribute": "city"}
        write(before, MemoryInput(value=f"I live in {city}", occurred_at=EARLIER, **about), now=EARLIER)
        write(before, MemoryInput(value=f"{name} lives in {city}", occurred_at=EARLIER), now=EARLIER)
        passing = NOW - timedelta(days=1)
        write(
            before,
            MemoryInput(value=f"{name} likes the market of {city} on Sundays", expires_at=passing),
            now=EARLIER,
        )
    with patch.object(batching, "_WORTH_IT", worth_it):
        results = write_batch(caller, items, now=NOW)
    return everything(caller, results)


@pytest.mark.parametrize("seed", range(3))
def test_a_batch_is_what_its_items_are_one_after_the_other(seed: int):
    dice = random.Random(seed)
    items = [some(dice, number // 4) for number in range(80)]
    slowly, together = written("slowly", items, 10**6), written("together", items, 2)
    assert len({answer[0] for answer in slowly["answers"] if isinstance(answer, tuple)}) >= 4  # it has all kinds
    for what, expected in slowly.items():
        assert together[what] == expected, what


def test_items_that_meet_nothing_are_saved_together(db: None):
    dice = random.Random(1)
    words = ("lamp", "river", "piano", "harbour", "cactus", "ledger", "violin", "tractor", "glacier", "bakery")
    items = [{"value": f"{a.capitalize()} of {b}: {dice.randrange(10**6)}"} for a in words for b in words if a < b]
    caller = writer("many")
    with CaptureQueriesContext(connection) as few:
        write_batch(caller, items[:20], now=NOW)
    with CaptureQueriesContext(connection) as many:
        results = write_batch(caller, items, now=NOW)
    created = sum(1 for one in results if not isinstance(one, Failed) and one.outcome == "created")
    assert created >= 20
    assert len(many) < len(few) + 12 * (len(items) - created), "only what met something is placed by itself"


def test_of_items_that_came_together_the_later_is_newer(caller):
    answers = write_batch(caller, [{"value": "预算10万"}, {"value": "预算改成20万"}], now=NOW)
    assert [one.outcome for one in answers if isinstance(one, WriteOut)] == ["created", "superseded"]
