"""Spot checks: what is drawn, what a person says of it, and what follows."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.callers import Caller
from memories.errors import HindsightError, NotFound, Refused, WrongState
from memories.forgetting.requests import confirm, request_forgetting
from memories.gate.merging import merge_duplicate
from memories.models import AuditEntry, Conflict, Decision, Evidence, MemoryUnit, SpotCheck
from memories.models.base import SNAPSHOT_FIELDS
from memories.namespaces import change_settings
from memories.preferences import preferences_of
from memories.shapes.inputs import ForgetInput, MemoryInput
from memories.walls import inside
from memories.words import CheckVerdict
from memories.writing import write
from review.conflicts import undo
from review.decisions import undo_decision
from review.models import Trigger
from review.running import run_next
from review.runs import ask
from review.spot_checks import agreement, check, draw
from tests.people import NOW

DAY = timedelta(days=1)


def moves_house(caller: Caller, person: str, *, at=NOW) -> None:
    """One automatic decision: an address that changes."""
    about = {"subject": person, "attribute": "city"}
    write(caller, MemoryInput(value=f"{person} lives in Oslo", **about), now=at)
    write(caller, MemoryInput(value=f"{person} lives in Lyon now", **about), now=at + timedelta(minutes=1))


def drawn(caller: Caller) -> list[SpotCheck]:
    with inside(caller.namespace_id):
        return list(SpotCheck.objects.filter(verdict="").select_related("decision").order_by("created_at", "pk"))


def units(caller: Caller) -> dict[str, dict[str, object]]:
    with inside(caller.namespace_id):
        return {
            unit.value: {name: getattr(unit, name) for name in (*SNAPSHOT_FIELDS, "contested", "last_verified_at")}
            for unit in MemoryUnit.objects.all()
        }


@pytest.fixture
def decided(caller: Caller) -> Caller:
    for number in range(6):
        moves_house(caller, f"tenant {number}")
    return caller


def test_a_day_draws_its_number_once_and_never_one_twice(decided: Caller):
    space = decided.namespace_id
    assert draw(space, a_day=4, now=NOW + DAY) == 4
    assert draw(space, a_day=4, now=NOW + DAY) == 0
    assert draw(space, a_day=4, now=NOW + 2 * DAY) == 2, "only two are left"
    assert len({row.decision_id for row in drawn(decided)}) == 6


def test_nothing_is_drawn_of_what_people_decided_took_back_or_long_ago(decided: Caller):
    space = decided.namespace_id
    with inside(space):
        first, second, *others = Decision.objects.order_by("created_at")
        Decision.objects.filter(pk=first.pk).update(automatic=False)
        conflict = second.conflict_id
    assert conflict is not None
    undo(decided, conflict, now=NOW + timedelta(hours=1))
    assert draw(space, a_day=50, now=NOW + 8 * DAY) == 0
    assert draw(space, a_day=50, now=NOW + DAY) == 4
    assert {row.decision_id for row in drawn(decided)} == {row.pk for row in others}


def test_a_queue_that_nobody_reads_does_not_grow(decided: Caller):
    space = decided.namespace_id
    assert [draw(space, a_day=0, now=NOW + DAY), draw(space, a_day=-1, now=NOW + DAY)] == [0, 0]
    for day in range(6):
        moves_house(decided, f"late tenant {day}", at=NOW + day * DAY)
    counts = [draw(space, a_day=1, now=NOW + day * DAY + timedelta(hours=1)) for day in range(12)]
    assert counts == [1] * 7 + [0] * 5


def test_a_review_draws_and_a_namespace_sets_how_many(decided: Caller, admin: Caller, monkeypatch: pytest.MonkeyPatch):
    space = decided.namespace_id
    monkeypatch.setattr("review.running.timezone.now", lambda: NOW + DAY)
    change_settings(admin, {"spot_checks": 2}, now=NOW)
    ask(space, trigger=Trigger.MANUAL, actor="test", now=NOW)
    run = run_next(space)
    assert run is not None
    assert len(drawn(decided)) == 2


@pytest.fixture
def admin(caller: Caller) -> Caller:
    """An operator: settings are not a token's to change."""
    return Caller(actor="operator", namespace_id=caller.namespace_id, scopes=caller.scopes, person=True)


@pytest.mark.parametrize("verdict", ["right", "wrong", "unsure"])
def test_a_verdict_is_recorded_once_and_changes_no_unit_by_itself(decided: Caller, verdict: str):
    draw(decided.namespace_id, a_day=1, now=NOW + DAY)
    before, (row,) = units(decided), drawn(decided)
    check(decided, row.pk, verdict=CheckVerdict(verdict), note="Oslo was right", now=NOW + DAY)
    assert units(decided) == before
    with inside(decided.namespace_id):
        row.refresh_from_db()
        assert (row.verdict, row.note, row.checked_by) == (verdict, "Oslo was right", decided.actor)
        entry = AuditEntry.objects.get(action="spot_checked")
        assert entry.detail == {"verdict": verdict, "undone": False}
        assert "Oslo" not in str(entry.detail)
    with pytest.raises(WrongState) as refused:
        check(decided, row.pk, verdict=CheckVerdict.RIGHT, now=NOW + DAY)
    assert refused.value.code == "already_checked"
    assert drawn(decided) == []


def test_what_is_wrong_can_be_taken_back_with_the_verdict(caller: Caller):
    write(caller, MemoryInput(value="Ana lives in Oslo", subject="Ana", attribute="city"), now=NOW)
    before = units(caller)
    late = timedelta(minutes=1)
    write(caller, MemoryInput(value="Ana lives in Lyon now", subject="Ana", attribute="city"), now=NOW + late)
    assert units(caller)["Ana lives in Oslo"]["state"] == "superseded"
    draw(caller.namespace_id, a_day=1, now=NOW + DAY)
    (row,) = drawn(caller)
    with pytest.raises(WrongState):
        check(caller, row.pk, verdict=CheckVerdict.RIGHT, undo=True, now=NOW + DAY)
    done = check(caller, row.pk, verdict=CheckVerdict.WRONG, undo=True, now=NOW + DAY)
    assert done.decision.undone_by == caller.actor
    assert units(caller)["Ana lives in Oslo"] == before["Ana lives in Oslo"]
    assert units(caller)["Ana lives in Lyon now"]["state"] == "active"


def test_no_verdict_stands_if_the_undo_is_refused(caller: Caller):
    moves_house(caller, "Ana")
    draw(caller.namespace_id, a_day=1, now=NOW + DAY)
    (row,) = drawn(caller)
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(state="superseded").update(version=7)
    with pytest.raises(HindsightError) as refused:
        check(caller, row.pk, verdict=CheckVerdict.WRONG, undo=True, now=NOW + DAY)
    assert refused.value.code == "moved"
    assert [one.pk for one in drawn(caller)] == [row.pk]


def test_who_may_say(decided: Caller, outsider: Caller, another_writer):
    draw(decided.namespace_id, a_day=1, now=NOW + DAY)
    (row,) = drawn(decided)
    with pytest.raises(NotFound):
        check(outsider, row.pk, verdict=CheckVerdict.RIGHT, now=NOW)
    with pytest.raises(Refused):
        check(another_writer(scopes=["read", "write"]), row.pk, verdict=CheckVerdict.RIGHT, now=NOW)


def test_agreement_is_of_those_that_people_were_sure_about(decided: Caller):
    space = decided.namespace_id
    draw(space, a_day=6, now=NOW + DAY)
    verdicts = ["right", "right", "right", "wrong", "unsure"]
    for row, verdict in zip(drawn(decided), verdicts, strict=False):
        check(decided, row.pk, verdict=CheckVerdict(verdict), now=NOW)
    with inside(space):
        counted = agreement([space], now=NOW + DAY)
        assert (counted.right, counted.wrong, counted.unsure, counted.share) == (3, 1, 1, 0.75)
        assert agreement([space], now=NOW + 91 * DAY).share is None


def test_a_forgotten_unit_takes_its_checks_along(caller: Caller):
    moves_house(caller, "Ana")
    moves_house(caller, "Ben")
    draw(caller.namespace_id, a_day=2, now=NOW + DAY)
    for row in drawn(caller):
        check(caller, row.pk, verdict=CheckVerdict.RIGHT, note="yes, Ana moved", now=NOW + DAY)
    asked = request_forgetting(caller, ForgetInput(subject="Ana"), now=NOW + DAY)
    if asked.state == "preview":
        confirm(caller, asked.pk, now=NOW + DAY)
    with inside(caller.namespace_id):
        assert SpotCheck.objects.count() == 1
        assert Conflict.objects.count() == 1


def test_undoing_a_merge_gives_the_evidence_back(caller: Caller, another_writer):
    other = another_writer()
    same = ("The deploy script of the shop runs at noon", "The shop's deploy script runs at noon")
    for writer, value in zip((caller, other), same, strict=True):
        write(writer, MemoryInput(value=value), now=NOW)
    with inside(caller.namespace_id):
        one, two = MemoryUnit.objects.select_related("source").order_by("created_at", "pk")
    before = units(caller)
    with inside(caller.namespace_id):
        rows = set(Evidence.objects.values_list("unit_id", "source_id"))
        preferences = preferences_of(caller.namespace_id)
        assert merge_duplicate(one, two, actor="review", now=NOW + DAY, preferences=preferences)
        decision = Decision.objects.get(action="merge_duplicate")
        assert Evidence.objects.filter(unit_id=one.pk).count() == 2
    undo_decision(caller, decision.pk, now=NOW + 2 * DAY)
    assert units(caller) == before
    with inside(caller.namespace_id):
        assert set(Evidence.objects.values_list("unit_id", "source_id")) == rows
    with pytest.raises(WrongState) as refused:
        undo_decision(caller, decision.pk, now=NOW + 2 * DAY)
    assert refused.value.code == "already_undone"
