"""What neither rule nor model settles: it waits in the inbox, a person decides in a real browser, and the decision
shows in search, trace and audit."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memories.models import AuditEntry, JudgedPair
from memories.recalling.search import search
from memories.shapes.searching import SearchInput
from memories.tracing import trace
from memories.words import Channel
from review.models import Trigger
from review.running import run_next
from review.runs import ask
from tests.browser.conftest import OpenAs
from tests.console_team import Team

pytestmark = pytest.mark.browser

FIRST, SECOND = "The warehouse keys are kept by Kim", "The warehouse keys are looked after by Omar"


def leave_it_unsure(team: Team) -> None:
    """The two as an unsure judge leaves them: a waiting pair between two statements of a user."""
    ids = sorted([team.write(value, channel=Channel.USER_STATEMENT) for value in (FIRST, SECOND)])
    with team.inside():
        pair = {"namespace_id": team.namespace.pk, "a_id": ids[0], "b_id": ids[1], "a_content": 1, "b_content": 1}
        JudgedPair.objects.filter(**pair).delete()
        JudgedPair.objects.create(
            **pair, label="contradicts", probability=0.6, judge="local", waiting=True, created_at=timezone.now()
        )


def test_a_person_settles_what_nobody_else_could(team: Team, open_as: OpenAs):
    leave_it_unsure(team)
    ask(team.namespace.pk, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    run = run_next(team.namespace.pk)
    assert run is not None
    conflict = team.newest_conflict()
    assert (conflict.type, conflict.state, conflict.reason) == ("undetermined", "pending", "judge_unsure")

    def shown() -> dict[str, bool]:
        hits = search(team.writer, SearchInput(query="who keeps the warehouse keys"), now=timezone.now()).results
        return {hit.memory.value: hit.memory.contested for hit in hits}

    assert shown() == {FIRST: True, SECOND: True}, "both stay, contested"
    page = open_as("reviewer")
    page.click("#nav-sidebar-apps >> text=Inbox")
    expect(page.locator("body")).to_contain_text(FIRST)
    page.click(f"text={FIRST}")
    page.click("button:has-text('Keep A')")
    expect(page.locator("body")).to_contain_text("Decided: keep A.")
    kept, dropped = conflict.a, conflict.b
    assert shown() == {kept.value: False}
    told = trace(team.writer, dropped.pk, now=timezone.now())
    assert told.memory.state == "falsified"
    assert told.versions[-1].actor == f"user:{team.people['reviewer'].pk}"
    assert [(item.state, item.resolution) for item in told.conflicts] == [("settled", "keep_a")]
    assert [item.action for item in told.decisions] == ["person_keep_a"]
    assert AuditEntry.objects.filter(action="decision_person_keep_a", object_id=str(conflict.pk)).count() == 1
    page.click("#nav-sidebar-apps >> text=Audit")
    expect(page.locator("#result_list")).to_contain_text("decided: keep A")
