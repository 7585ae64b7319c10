"""The list of units, the page of one, and what people do to it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.urls import reverse
from django.utils import timezone

from memories.editing import update
from memories.models import MemoryUnit
from memories.recalling.search import search
from memories.shapes.inputs import MemoryPatch
from memories.shapes.searching import SearchInput
from memories.words import Channel, State
from review.recalls import fold_recalls
from tests.console_team import Team

NASTY = "<script>alert(1)</script> \u202e desrever \u2067 {{ 7|add:7 }} %s"


def page(unit_id: UUID) -> str:
    return reverse("admin:memories_memoryunit_change", args=[unit_id])


def act(team: Team, who: str, unit_id: UUID, action: str, **fields: Any) -> str:
    address = reverse(f"admin:memories_memoryunit_{action}", args=[unit_id])
    return str(team.client(who).post(address, fields, follow=True).content.decode())


def unit(team: Team, unit_id: UUID) -> MemoryUnit:
    with team.inside():
        return MemoryUnit.objects.get(pk=unit_id)


def listed(team: Team, **query: str) -> list[str]:
    answer = team.client("viewer").get(reverse("admin:memories_memoryunit_changelist"), query)
    assert answer.status_code == 200
    return [row.value for row in answer.context["cl"].result_list]


def test_search_and_filters(team: Team):
    team.write("The office is in Basel", subject="office", critical=True)
    team.write("我在用 Django", channel=Channel.USER_STATEMENT)
    guess = team.write("The team seems to like tea", channel=Channel.AGENT_INFERENCE)
    team.write("Lunch is at noon", caller=team.writer)
    assert listed(team, q="bAsEl") == ["The office is in Basel"]
    assert listed(team, q="django") == ["我在用 Django"]
    assert listed(team, critical__exact="1") == ["The office is in Basel"]
    assert listed(team, kind__exact="inference") == ["The team seems to like tea"]
    act(team, "reviewer", guess, "delete")
    assert listed(team, state__exact="deleted") == ["The team seems to like tea"]
    assert len(listed(team, namespace=str(team.namespace.pk))) == 4
    assert listed(team, namespace=str(team.elsewhere.pk)) == []
    assert listed(team, q="100%_x") == []


def test_what_a_memory_says_breaks_no_page(team: Team):
    long = "x" * 2000
    for value in (NASTY, long):
        unit_id = team.write(value, subject=value[:200], tags=[value[:200]])
        for address in (reverse("admin:memories_memoryunit_changelist"), page(unit_id)):
            text = team.client("viewer").get(address).content.decode()
            assert "<script>alert" not in text
            assert not set(text) & {"\u202e", "\u2067"}
            assert "alert(1)" not in text or "&lt;script&gt;" in text
    assert long in team.client("viewer").get(page(unit_id)).content.decode()
    assert long not in team.client("viewer").get(reverse("admin:memories_memoryunit_changelist")).content.decode()


def test_critical_is_marked_and_taken_off(team: Team):
    unit_id = team.write("The office is in Basel")
    assert "Marked critical" in act(team, "reviewer", unit_id, "critical", critical="1")
    assert unit(team, unit_id).critical
    assert "No longer critical" in act(team, "reviewer", unit_id, "critical", critical="0")
    assert not unit(team, unit_id).critical


def test_trash_and_back(team: Team):
    unit_id = team.write("The office is in Basel")
    assert "Moved to the trash" in act(team, "reviewer", unit_id, "delete")
    assert unit(team, unit_id).state == State.DELETED
    assert "Restored" in act(team, "reviewer", unit_id, "restore")
    assert unit(team, unit_id).state == State.ACTIVE
    assert "Only what is deleted or archived can be restored" in act(team, "reviewer", unit_id, "restore")


def test_what_is_held_is_released_or_rejected(team: Team):
    first, second = team.write("The office is in Basel"), team.write("Lunch is at noon")
    with team.inside():
        MemoryUnit.objects.filter(pk__in=[first, second]).update(state=State.HELD)
    assert "Released" in act(team, "reviewer", first, "release", decision="release")
    assert unit(team, first).state == State.ACTIVE
    assert "Rejected as false" in act(team, "reviewer", second, "release", decision="reject")
    assert unit(team, second).state == State.FALSIFIED


def test_rollback_shows_first_what_it_changes(team: Team):
    unit_id = team.write("The office is in Basel")
    update(team.writer, unit_id, MemoryPatch(value="The office is in Bern"), now=timezone.now())
    address = reverse("admin:memories_memoryunit_rollback", args=[unit_id])
    text = team.client("reviewer").get(address, {"version": 1}).content.decode()
    assert "The office is in Basel" in text
    assert "The office is in Bern" in text
    assert unit(team, unit_id).value == "The office is in Bern"
    assert "Rolled back to version 1." in act(team, "reviewer", unit_id, "rollback", version="1", seen="2")
    assert unit(team, unit_id).value == "The office is in Basel"
    assert unit(team, unit_id).version == 3
    assert "It is at this version already" in act(team, "reviewer", unit_id, "rollback", version="3", seen="3")
    for version in ("9", "x", "", "9" * 30):
        assert team.client("reviewer").get(address, {"version": version}).status_code == 404


def test_the_page_tells_the_whole_story(team: Team):
    conflict = team.disagreement()
    text = team.client("viewer").get(page(conflict.a_id)).content.decode()
    for told in ("scanner", "contested", "sources disagree", "9090", "Version 1", "before age and contest"):
        assert told in text
    assert "Mark critical" not in text  # a viewer has no buttons


def test_names_stand_for_actors(team: Team):
    unit_id = team.write("The office is in Basel")
    act(team, "reviewer", unit_id, "critical", critical="1")
    text = " ".join(team.client("viewer").get(page(unit_id)).content.decode().split())
    assert "marked critical · reviewer" in text
    assert "created · token hs_" in text


def test_recalls_that_no_review_has_counted_yet_are_told_apart(team: Team):
    unit_id = team.write("The office is in Basel")
    search(team.writer, SearchInput(query="Where is the office?"), now=timezone.now())
    text = team.client("viewer").get(page(unit_id)).content.decode()
    assert "and one more, which the next review takes into the count" in text
    fold_recalls(team.namespace.pk)
    assert "next review takes" not in team.client("viewer").get(page(unit_id)).content.decode()
