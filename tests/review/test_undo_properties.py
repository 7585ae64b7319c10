"""A decision and its undo restore the units exactly, whatever the units were and whoever decides."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memories.callers import Caller
from memories.contradictions import Judged, carry_out
from memories.errors import HindsightError
from memories.judging.statements import Verdict
from memories.models import ConfidenceEvent, Conflict, Decision, MemoryUnit, MemoryVersion, Relation
from memories.models.base import SNAPSHOT_FIELDS
from memories.preferences import preferences_of
from memories.shapes.inputs import MemoryInput, ResolveInput
from memories.versions import snapshot
from memories.walls import inside
from memories.writing import write
from review.conflicts import resolve, undo
from review.decisions import undo_decision
from tests.people import NOW

pytestmark = pytest.mark.django_db
RESTORED = (*SNAPSHOT_FIELDS, "contested", "last_verified_at", "idle_since", "independent_evidence")
# A text each that has nothing to do with the other, so that the gate itself decides nothing.
TEXTS = ("The lamp of the cellar is out", "Visitors praise the carpet of the second floor")
unit_states = st.fixed_dictionaries(
    {
        "confidence": st.floats(0, 1),
        "critical": st.booleans(),
        "kind": st.sampled_from(["fact", "inference", "directive"]),
        "tier": st.sampled_from(["short", "long"]),
        "last_verified_at": st.sampled_from([None, NOW - timedelta(days=40)]),
        "occurred_at": st.sampled_from([NOW - timedelta(days=number) for number in (0, 3, 90)]),
        "valid_to": st.sampled_from([None, NOW + timedelta(days=90)]),
        "expires_at": st.sampled_from([None, NOW + timedelta(days=30)]),
    }
)


def snapshots(caller: Caller) -> dict[str, dict[str, Any]]:
    with inside(caller.namespace_id):
        return {
            unit.value: {name: getattr(unit, name) for name in RESTORED}
            for unit in MemoryUnit.objects.exclude(state="deleted")
        }


def a_pair(caller: Caller, first: dict[str, Any], second: dict[str, Any], number: int) -> tuple[MemoryUnit, MemoryUnit]:
    made = [write(caller, MemoryInput(value=f"{text} ({number})"), now=NOW).memory.id for text in TEXTS]
    with inside(caller.namespace_id):
        for pk, state in zip(made, (first, second), strict=True):
            MemoryUnit.objects.filter(pk=pk).update(**state)
            MemoryVersion.objects.filter(unit_id=pk).delete()
            snapshot(MemoryUnit.objects.get(pk=pk), action="created", actor="test", now=NOW).save(force_insert=True)
        one, other = (MemoryUnit.objects.select_related("source").get(pk=pk) for pk in made)
    return one, other


@given(first=unit_states, second=unit_states, sure=st.booleans(), label=st.sampled_from(["changed", "contradicts"]))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_policy_decides(caller: Caller, first: dict[str, Any], second: dict[str, Any], sure: bool, label: Any):
    one, other = a_pair(caller, first, second, Conflict.objects.count())
    before = snapshots(caller)
    with inside(caller.namespace_id):
        conflict = carry_out(
            one, other, Judged(Verdict(label, 0.9, sure, ())), preferences=preferences_of(caller.namespace_id),
            actor="review", now=NOW, sure=sure,
        )  # fmt: skip
        decision = Decision.objects.filter(conflict=conflict).first()
        after = {unit.value: unit for unit in MemoryUnit.objects.all()}
    for name, was in before.items():
        if was["critical"]:
            assert after[name].state == was["state"], "no rule retires what is critical"
            assert after[name].confidence >= was["confidence"], "nor lowers it"
        assert 0 <= after[name].confidence <= 1
    if decision is not None:
        undo_decision(caller, decision.pk, now=NOW + timedelta(hours=1))
        assert changes(before, snapshots(caller)) == []
        with inside(caller.namespace_id):
            assert not Relation.objects.filter(decision_row=decision).exists()
    forget(caller)


@given(
    first=unit_states,
    second=unit_states,
    decision=st.sampled_from(["approve", "reject", "keep_a", "keep_b", "keep_both", "reject_both", "merge"]),
)
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_a_person_decides(caller: Caller, first: dict[str, Any], second: dict[str, Any], decision: str):
    one, other = a_pair(caller, first, second, Conflict.objects.count())
    with inside(caller.namespace_id):
        conflict = carry_out(
            one, other, Judged(Verdict("contradicts", 0.5, False, ())), preferences=preferences_of(caller.namespace_id),
            actor="review", now=NOW, sure=False,
        )  # fmt: skip
    before = snapshots(caller)
    merged = {"merged_value": f"Lamp and carpet {conflict.pk}"} if decision == "merge" else {}
    try:
        resolve(caller, conflict.pk, ResolveInput(decision=decision, **merged), now=NOW + timedelta(hours=1))
    except HindsightError:
        assert snapshots(caller) == before, "a refusal changes nothing"
    else:
        undo(caller, conflict.pk, now=NOW + timedelta(hours=2))
        assert changes(before, snapshots(caller)) == []
    forget(caller)


def forget(caller: Caller) -> None:
    """The next example begins with nothing."""
    with inside(caller.namespace_id):
        ConfidenceEvent.objects.all().delete()
        Conflict.objects.all().delete()
        MemoryUnit.objects.all().delete()


def changes(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> list[tuple[str, str, Any, Any]]:
    """What is not as it was: (unit, field, before, after)."""
    assert before.keys() == after.keys()
    return [
        (unit, name, value, after[unit][name])
        for unit, fields in before.items()
        for name, value in fields.items()
        if after[unit][name] != value
    ]
