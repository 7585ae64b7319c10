"""What a namespace has chosen for a type of conflict is what the gate and the review do."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.utils import timezone

from memories.callers import Caller
from memories.errors import Invalid
from memories.models import AuditEntry, Conflict, JudgedPair, MemoryUnit
from memories.namespaces import change_settings
from memories.policies import Policies, Side, Way, rule
from memories.preferences import preferences_of
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.words import Channel, Kind, Resolution
from memories.writing import write
from review.models import Trigger
from review.running import run_next
from review.runs import ask
from tests.people import NOW

ROOMS = ("Lima", "Quito", "Bogota", "Sucre", "Havana", "Managua")
OLD = Side(
    id=UUID(int=1),
    kind=Kind.FACT,
    channel=Channel.TOOL_RESULT,
    voice="a",
    subject="",
    trust=1.0,
    critical=False,
    confidence=0.9,
    occurred_at=NOW - timedelta(days=9),
    created_at=NOW,
)
NEW = replace(OLD, id=UUID(int=2), voice="b", occurred_at=NOW)
GUESS = replace(OLD, kind=Kind.INFERENCE)


@pytest.mark.parametrize(
    ("older", "newer", "cue", "policies", "way", "proposal"),
    [
        (OLD, NEW, True, Policies(), Way.ACT, Resolution.KEEP_B),
        (OLD, NEW, True, Policies(temporal=Way.ASK), Way.ASK, Resolution.KEEP_B),
        (OLD, NEW, True, Policies(temporal=Way.COEXIST), Way.COEXIST, Resolution.KEEP_B),
        (OLD, NEW, False, Policies(), Way.COEXIST, Resolution.KEEP_BOTH),
        (OLD, NEW, False, Policies(source=Way.ACT), Way.ACT, Resolution.KEEP_B),
        (OLD, NEW, False, Policies(source=Way.ASK), Way.ASK, Resolution.KEEP_BOTH),
        (GUESS, NEW, False, Policies(), Way.ACT, Resolution.KEEP_B),
        (GUESS, NEW, False, Policies(inference=Way.ASK), Way.ASK, Resolution.KEEP_B),
        # What is left to people stays theirs whatever a policy says.
        (replace(OLD, critical=True), NEW, False, Policies(source=Way.ACT), Way.ASK, Resolution.KEEP_B),
        (replace(OLD, critical=True), NEW, True, Policies(temporal=Way.COEXIST), Way.ASK, Resolution.KEEP_B),
        (OLD, replace(NEW, trust=0.5), False, Policies(source=Way.ACT), Way.ASK, Resolution.KEEP_B),
        (replace(GUESS, critical=True), NEW, False, Policies(inference=Way.ACT), Way.ASK, Resolution.KEEP_B),
    ],
)
def test_a_policy_is_obeyed_and_passes_over_nobody(older, newer, cue, policies, way, proposal):
    ruling = rule(older, newer, change_cue=cue, policies=policies)
    assert (ruling.way, ruling.proposal) == (way, proposal)


@pytest.fixture
def operator(caller: Caller) -> Caller:
    return Caller(actor="operator", namespace_id=caller.namespace_id, scopes=caller.scopes, person=True)


def moves(caller: Caller, at=NOW) -> None:
    about = {"subject": "Ana", "attribute": "city"}
    write(caller, MemoryInput(value="Ana lives in Oslo", occurred_at=at - timedelta(days=9), **about), now=at)
    write(caller, MemoryInput(value="Ana lives in Lyon now", occurred_at=at, **about), now=at)


@pytest.mark.parametrize(
    ("policy", "conflict", "states"),
    [
        ("act", "settled", ["active", "superseded"]),
        ("coexist", "coexisting", ["active", "active"]),
        ("ask", "pending", ["active", "active"]),
    ],
)
@pytest.mark.parametrize("on_write", [True, False])
def test_at_the_gate_and_in_a_review(caller: Caller, operator: Caller, policy, conflict, states, on_write: bool):
    change_settings(operator, {"policies": {"temporal": policy}, "judge_on_write": on_write}, now=NOW)
    now = timezone.now()
    moves(caller, at=now)
    if not on_write:
        with inside(caller.namespace_id):
            assert not Conflict.objects.exists()
        ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
        assert run_next(caller.namespace_id) is not None
    with inside(caller.namespace_id):
        assert Conflict.objects.get().state == conflict
        assert sorted(MemoryUnit.objects.values_list("state", flat=True)) == states


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"policies": {"temporal": "overwrite"}}, "policies.temporal"),
        ({"policies": {"undetermined": "act"}}, "policies.undetermined"),
        ({"policies": {"other": "ask"}}, "policies.other"),
        ({"review_token_budget": -1}, "review_token_budget"),
        ({"queue_per_day": True}, "queue_per_day"),
        ({"spot_checks": 101}, "spot_checks"),
    ],
)
def test_nonsense_is_refused_by_name_and_changes_nothing(operator: Caller, settings, field):
    with pytest.raises(Invalid) as refused:
        change_settings(operator, settings, now=NOW)
    assert refused.value.field == field
    with inside(operator.namespace_id):
        assert not AuditEntry.objects.filter(action="settings_changed").exists()


def test_a_part_that_is_named_changes_no_other_part(operator: Caller):
    change_settings(operator, {"policies": {"temporal": "ask"}, "privacy": {"phone": "encrypt"}}, now=NOW)
    kept = change_settings(operator, {"policies": {"source": "act"}, "privacy": {"email": "refuse"}}, now=NOW)
    assert kept["policies"] == {"temporal": "ask", "source": "act"}
    assert kept["privacy"] == {"phone": "encrypt", "email": "refuse"}
    weights = {"text": 0.5, "confidence": 0.3, "freshness": 0.2, "structural": 0}
    change_settings(operator, {"profiles": {"reviewed": weights}}, now=NOW)
    kept = change_settings(operator, {"profiles": {"task": weights}}, now=NOW)
    assert set(kept["profiles"]) == {"reviewed", "task"}
    assert set(change_settings(operator, {"profiles": {"task": None}}, now=NOW)["profiles"]) == {"reviewed"}


def test_null_takes_a_policy_back(operator: Caller):
    change_settings(operator, {"policies": {"source": "act"}}, now=NOW)
    with inside(operator.namespace_id):
        assert preferences_of(operator.namespace_id).policies == Policies(source=Way.ACT)
    change_settings(operator, {"policies": None}, now=NOW)
    with inside(operator.namespace_id):
        assert preferences_of(operator.namespace_id).policies == Policies()


def waiting(caller: Caller, number: int) -> list[tuple[UUID, UUID]]:
    """So many pairs that no judge was sure of, between statements that have nothing to do with each other."""
    found = []
    for place in range(number):
        texts = (f"Nobody dusts lamp {place} of the hall", f"Visitors praise the carpet of {ROOMS[place]}")
        a, b = sorted(write(caller, MemoryInput(value=text), now=timezone.now()).memory.id for text in texts)
        with inside(caller.namespace_id):
            JudgedPair.objects.update_or_create(
                namespace_id=caller.namespace_id, a_id=a, b_id=b, a_content=1, b_content=1,
                defaults={"label": "contradicts", "probability": 0.5 + place / 100, "judge": "local", "waiting": True,
                          "created_at": timezone.now() - timedelta(hours=1)},
            )  # fmt: skip
            found.append((a, b))
    return found


def review(caller: Caller) -> None:
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    assert run_next(caller.namespace_id) is not None


def test_people_get_so_many_a_day_and_the_riskiest_first(caller: Caller, operator: Caller):
    change_settings(operator, {"queue_per_day": 3}, now=NOW)
    pairs = waiting(caller, 6)
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=pairs[1][0]).update(critical=True)
        MemoryUnit.objects.filter(pk=pairs[2][0]).update(recall_count=30)
    review(caller)
    review(caller)
    with inside(caller.namespace_id):
        opened = {tuple(sorted((row.a_id, row.b_id))) for row in Conflict.objects.filter(reason="judge_unsure")}
        assert opened == {pairs[1], pairs[2], pairs[5]}, "critical, much recalled, then the likeliest"
        assert JudgedPair.objects.filter(waiting=True).count() == 3
        Conflict.objects.update(opened_at=timezone.now() - timedelta(days=1, minutes=1))
    review(caller)
    with inside(caller.namespace_id):
        assert Conflict.objects.filter(reason="judge_unsure").count() == 6, "the next day has room again"
