"""What time alone does: the same end, however often and however late it is looked at."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memories.lifecycle import archive, delete
from memories.models import Alert, AuditEntry, Conflict, MemoryUnit, MemoryVersion, Terms, Vector
from memories.preferences import preferences_of
from memories.relations import relate
from memories.shapes.inputs import MemoryInput, RelationInput
from memories.walls import inside
from memories.writing import write
from review import aging, turns
from review.aging import age, aging_due
from review.jobs import is_due
from review.models import Aging, RunState, Trigger
from review.running import run_next
from review.runs import ask
from tests.people import NOW

DAY = timedelta(days=1)
LAMPS = ("The lamp of the cellar is out", "Tickets are sorted by their age", "The bakery opens at seven", "Ana rows")


def say(caller, text, **more):
    return write(caller, MemoryInput(value=text, **more), now=NOW).memory.id


def grow_old(caller, now):
    return age(caller.namespace_id, preferences=preferences_of(caller.namespace_id), now=now)


def states(caller, ids):
    with inside(caller.namespace_id):
        known = dict(MemoryUnit.objects.values_list("pk", "state"))
    return [known.get(pk, "gone") for pk in ids]


def change(caller, pk, **values):
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=pk).update(**values)


# A fact begins at 0.9 and loses 0.02 in each whole period of 7 days: 0.3 is left after 210 days, less after 217.
@pytest.mark.parametrize(("days", "state"), [(89, "active"), (216.9, "active"), (217, "archived"), (5_000, "archived")])
def test_disuse_leads_to_the_archive(caller, days, state):
    pk = say(caller, LAMPS[0])
    counted = grow_old(caller, NOW + days * DAY)
    assert states(caller, [pk]) == [state]
    assert counted["disused"] == (state == "archived")
    if state == "archived":
        with inside(caller.namespace_id):
            last = MemoryVersion.objects.filter(unit_id=pk).latest("number")
            assert (last.action, last.actor, last.reason) == ("archived", "review", "disuse")
            assert not Vector.objects.filter(unit_id=pk, current=True).exists()


def test_what_was_recalled_lately_stays_however_unsure(caller):
    pk = say(caller, LAMPS[0])
    change(caller, pk, confidence=0.31, idle_since=NOW)
    grow_old(caller, NOW + 89 * DAY)
    assert states(caller, [pk]) == ["active"]
    grow_old(caller, NOW + 91 * DAY)
    assert states(caller, [pk]) == ["archived"]


def test_what_is_critical_or_in_a_conflict_stays(caller):
    critical, contested, other = (say(caller, text) for text in LAMPS[:3])
    change(caller, critical, critical=True)
    change(caller, contested, contested=True)
    grow_old(caller, NOW + 9_000 * DAY)
    assert states(caller, [critical, contested, other]) == ["active", "active", "archived"]


def test_a_worker_that_slept_ends_where_one_that_did_not(caller, outsider):
    ids = {}
    for one in (caller, outsider):
        ids[one] = [say(one, text) for text in LAMPS]
        for pk, confidence in zip(ids[one], (0.9, 0.7, 0.5, 0.32), strict=True):
            change(one, pk, confidence=confidence)
    for day in range(0, 190, 3):
        grow_old(caller, NOW + day * DAY)
    grow_old(outsider, NOW + 189 * DAY)
    assert (
        states(caller, ids[caller]) == states(outsider, ids[outsider]) == ["active", "archived", "archived", "archived"]
    )


def test_a_page_at_a_time_takes_all(caller, monkeypatch):
    monkeypatch.setattr(aging, "_LOOKED_AT", 2)
    monkeypatch.setattr(aging, "_AT_ONCE", 1)
    ids = [say(caller, text) for text in LAMPS]
    change(caller, ids[1], confidence=1.0)
    assert grow_old(caller, NOW + 230 * DAY)["disused"] == 3
    assert states(caller, ids) == ["archived", "active", "archived", "archived"]


def test_what_time_does_not_suffice_for_goes_on_in_the_next_run(caller, monkeypatch):
    monkeypatch.setattr(turns, "_SECONDS", 0)
    monkeypatch.setattr(aging, "_LOOKED_AT", 2)
    ids = [say(caller, text) for text in LAMPS]
    now = NOW + 230 * DAY
    assert grow_old(caller, now)["disused"] == 2
    with inside(caller.namespace_id):
        assert aging_due(caller.namespace_id, now)
    assert grow_old(caller, now)["disused"] == 2
    assert grow_old(caller, now)["disused"] == 0
    assert grow_old(caller, now) == {}, "done for today"
    assert states(caller, ids) == ["archived"] * 4
    assert grow_old(caller, now + DAY) == {"disused": 0, "purged": 0, "trash_emptied": 0, "anomalies": 0}


@pytest.mark.parametrize(("days", "left"), [(364, True), (365, False)])
def test_the_archive_is_purged_in_the_end(caller, days, left):
    pk, critical, derived = (say(caller, text) for text in LAMPS[:3])
    relate(caller, RelationInput(from_id=derived, to_id=pk, type="derived_from"), now=NOW)
    with inside(caller.namespace_id):
        for one in MemoryUnit.objects.filter(pk__in=[pk, critical]):
            archive(one, actor="review", now=NOW, reason="disuse")
    change(caller, critical, critical=True)
    change(caller, derived, idle_since=NOW + 400 * DAY)
    assert grow_old(caller, NOW + days * DAY)["purged"] == (not left)
    assert states(caller, [pk, critical, derived]) == ["archived" if left else "gone", "archived", "active"]
    with inside(caller.namespace_id):
        for model in (MemoryVersion, Vector, Terms):
            assert model.objects.filter(unit_id=pk).exists() == left
        entries = AuditEntry.objects.filter(action="unit_purged")
        assert [(entry.object_id, entry.detail["was"]) for entry in entries] == (
            [] if left else [(str(pk), "archived")]
        )
        assert not any(text in str(entry.detail) for entry in AuditEntry.objects.all() for text in LAMPS)
    if not left:
        assert write(caller, MemoryInput(value=LAMPS[0]), now=NOW + 366 * DAY).outcome == "created"


@pytest.mark.parametrize(("days", "left"), [(29, True), (30, False)])
def test_the_trash_is_emptied(caller, days, left):
    pk = say(caller, LAMPS[0])
    delete(caller, pk, now=NOW)
    assert grow_old(caller, NOW + days * DAY)["trash_emptied"] == (not left)
    assert states(caller, [pk]) == ["deleted" if left else "gone"]


def test_one_alert_says_what_waits_too_long_and_closes_when_nothing_does(caller):
    a, b, held = (say(caller, text) for text in LAMPS[:3])
    change(caller, held, state="held", state_changed_at=NOW)
    with inside(caller.namespace_id):
        Conflict.objects.create(
            namespace_id=caller.namespace_id,
            a_id=a,
            b_id=b,
            type="undetermined",
            state="pending",
            opened_at=NOW,
            a_version=1,
            b_version=1,
        )

    def waiting(now):
        grow_old(caller, now)
        with inside(caller.namespace_id):
            return [(row.times, row.detail) for row in Alert.objects.filter(kind="queue_waits", acknowledged_at=None)]

    assert waiting(NOW + timedelta(hours=71)) == []
    [(times, detail)] = waiting(NOW + timedelta(hours=96))
    assert times == 1
    assert detail.startswith("1 conflicts and 1 held or quarantined memories have waited for more than 72 hours.")
    assert [times for times, _ in waiting(NOW + timedelta(hours=121))] == [2]
    with inside(caller.namespace_id):
        Conflict.objects.update(state="settled")
    change(caller, held, state="active")
    assert waiting(NOW + timedelta(hours=146)) == []


def test_a_run_does_it_once_a_day(caller):
    pk = say(caller, LAMPS[0])
    change(caller, pk, idle_since=NOW - 300 * DAY, created_at=NOW - 300 * DAY, review_due_at=None)
    now = timezone.now()
    assert is_due(caller.namespace_id, now)
    ask(caller.namespace_id, trigger=Trigger.MANUAL, actor="test", now=now)
    run = run_next(caller.namespace_id)
    assert run is not None
    with inside(caller.namespace_id):
        run.refresh_from_db()
    assert run.state == RunState.DONE
    assert run.upkeep["disused"] == 1
    assert states(caller, [pk]) == ["archived"]
    with inside(caller.namespace_id):
        assert Aging.objects.count() == 1
        assert not aging_due(caller.namespace_id, timezone.now())


def test_the_archive_of_another_namespace_is_not_looked_at(caller, outsider):
    ids = [say(one, LAMPS[0]) for one in (caller, outsider)]
    grow_old(caller, NOW + 300 * DAY)
    assert states(caller, ids[:1]) == ["archived"]
    assert states(outsider, ids[1:]) == ["active"]
