"""Recalls as a search logs them, for the tests of what they leave behind."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from memories.models import MemoryUnit, Recall, Relation
from memories.recalling.feedback.outcome import report_outcome
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import OutcomeInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

DAY = timedelta(days=1)
SAID = [
    "The lighthouse keeper is called Marta",
    "Invoices are sent on the first of the month",
    "The pool on the roof opens at six",
    "值班手机放在三号抽屉里",
    "The badge printer on floor two is blue",
]
ASKED = ["who keeps the light?", "谁来付钱", "when may we swim?", "how is it printed?"]


def say(caller, value):
    return write(caller, MemoryInput(value=value), now=NOW).memory.id


def recalled(caller, ids, at=NOW, query="who?", **fields):
    with inside(caller.namespace_id):
        return Recall.objects.create(
            namespace_id=caller.namespace_id,
            query=query,
            profile="reviewed",
            unit_ids=ids,
            scores=[0.9] * len(ids),
            created_at=at,
            **fields,
        ).pk


def helped(caller, ids, query, *, success=True, named=None):
    recall = recalled(caller, ids, query=query)
    report_outcome(caller, recall, OutcomeInput(success=success, memory_ids=named), now=NOW)


def unit(caller, pk):
    with inside(caller.namespace_id):
        return MemoryUnit.objects.get(pk=pk)


def edges(caller) -> list[tuple[UUID, UUID]]:
    with inside(caller.namespace_id):
        return list(Relation.objects.filter(type="co_occurs").order_by("id").values_list("from_unit_id", "to_unit_id"))
