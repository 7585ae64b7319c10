"""Decisions in the console: each of them, on what was seen, once, and back."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.models import AuditEntry, Conflict, Decision, MemoryUnit, Namespace
from memories.words import Channel, ConflictState, State
from review.models import Trigger
from review.running import run_next
from review.runs import ask
from tests.console_team import Team


def page(conflict: Conflict) -> str:
    return reverse("admin:memories_conflict_change", args=[conflict.pk])


def decide(team: Team, who: str, conflict: Conflict, decision: str, **fields: Any) -> Any:
    body = {"decision": decision, "version_a": 1, "version_b": 1, **fields}
    return team.client(who).post(reverse("admin:memories_conflict_resolve", args=[conflict.pk]), body, follow=True)


@pytest.mark.parametrize(
    ("decision", "a", "b"),
    [
        ("approve", State.SUPERSEDED, State.ACTIVE),
        ("reject", State.ACTIVE, State.ACTIVE),
        ("keep_a", State.ACTIVE, State.FALSIFIED),
        ("keep_b", State.SUPERSEDED, State.ACTIVE),
        ("keep_both", State.ACTIVE, State.ACTIVE),
        ("reject_both", State.FALSIFIED, State.FALSIFIED),
    ],
)
def test_each_decision(team: Team, decision: str, a: State, b: State):
    conflict = team.waiting()
    answer = decide(team, "reviewer", conflict, decision, note="as agreed with <b>finance</b>")
    assert answer.redirect_chain == [(page(conflict), 302)]
    assert "Decided" in answer.content.decode()
    assert "&lt;b&gt;finance&lt;/b&gt;" in answer.content.decode()
    assert team.fresh(conflict).state == ConflictState.SETTLED
    assert (team.fresh(conflict.a).state, team.fresh(conflict.b).state) == (a, b)
    assert not team.fresh(conflict.a).contested
    entry = AuditEntry.objects.filter(action__startswith="decision_person").get()
    assert entry.actor == f"user:{team.people['reviewer'].pk}"


def test_merge(team: Team):
    conflict = team.waiting()
    decide(team, "reviewer", conflict, "merge", merged_value="The launch budget rose\r\nfrom 100k to 200k ")
    with team.inside():
        merged = MemoryUnit.objects.get(namespace=team.namespace, state=State.ACTIVE)
    assert merged.value == "The launch budget rose\nfrom 100k to 200k"
    assert merged.critical


def test_a_merge_needs_text_and_keeps_what_was_typed(team: Team):
    conflict = team.waiting()
    answer = decide(team, "reviewer", conflict, "merge", merged_value="  ", note="half a thought")
    assert answer.status_code == 400
    assert "half a thought" in answer.content.decode()
    assert team.fresh(conflict).state == ConflictState.PENDING


def test_a_merge_begins_with_what_the_newer_says_not_with_its_marks(team: Team):
    Namespace.objects.filter(pk=team.namespace.pk).update(preferences={"privacy": {"phone": "encrypt"}})
    about: dict[str, Any] = {"channel": Channel.USER_STATEMENT, "subject": "Ana", "attribute": "phone"}
    team.write("Call Ana on 13800138000", days_ago=2, critical=True, **about)
    team.write("Call Ana on 13900139000 now", days_ago=1, **about)
    text = team.client("reviewer").get(page(team.newest_conflict())).content.decode()
    assert text.split('name="merged_value"')[1].split(">")[1].split("<")[0] == "Call Ana on 13900139000 now"


def test_a_decision_on_what_has_moved_is_refused_and_says_what_moved(team: Team):
    conflict = team.waiting()
    critical = reverse("admin:memories_memoryunit_critical", args=[conflict.a_id])
    team.client("admin").post(critical, {"critical": "0"})
    answer = decide(team, "reviewer", conflict, "keep_b", note="half a thought")
    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Nothing was decided" in text
    assert "critical mark taken off · admin" in " ".join(text.split())
    assert "half a thought" in text
    assert 'name="version_a" value="2"' in text
    assert team.fresh(conflict).state == ConflictState.PENDING
    assert decide(team, "reviewer", conflict, "keep_b", version_a=2).status_code == 200
    assert team.fresh(conflict).state == ConflictState.SETTLED


def test_the_second_reviewer_is_told_who_decided_what(team: Team):
    conflict = team.waiting()
    decide(team, "reviewer", conflict, "keep_a")
    answer = decide(team, "admin", conflict, "keep_b")
    assert answer.status_code == 409
    assert "reviewer has decided this conflict already: keep A." in answer.content.decode()
    with team.inside():
        assert Decision.objects.filter(namespace=team.namespace, conflict=conflict).count() == 1


def test_undo(team: Team):
    conflict = team.waiting()
    decide(team, "reviewer", conflict, "keep_b")
    answer = team.client("admin").post(reverse("admin:memories_conflict_undo", args=[conflict.pk]), follow=True)
    assert "Taken back. The conflict is open again." in answer.content.decode()
    assert "taken back by admin" in answer.content.decode()
    assert team.fresh(conflict).state == ConflictState.PENDING
    assert team.fresh(conflict.a).state == State.ACTIVE
    again = team.client("admin").post(reverse("admin:memories_conflict_undo", args=[conflict.pk]), follow=True)
    assert "There is no decision to undo" in again.content.decode()


def test_only_the_standing_decision_can_be_taken_back(team: Team):
    conflict = team.waiting()
    decide(team, "reviewer", conflict, "keep_both")
    team.client("reviewer").post(reverse("admin:memories_conflict_undo", args=[conflict.pk]))
    versions = {f"version_{side}": team.fresh(unit).version for side, unit in (("a", conflict.a), ("b", conflict.b))}
    decide(team, "reviewer", conflict, "keep_b", **versions)
    text = team.client("reviewer").get(page(conflict)).content.decode()
    standing, undone = text.split("<h2>Decisions</h2>")[1].split("</ol>")[0].split("</li>")[:2]
    assert "keep B" in standing
    assert "Take the decision back" in standing
    assert "taken back by reviewer" in undone
    assert text.count("Take the decision back") == 1


def test_what_both_are_right_means_is_said(team: Team):
    text = team.client("reviewer").get(page(team.disagreement())).content.decode()
    assert "Approve: both are right" in text
    assert "each rises to at least 95 %" in text
    assert "neither is raised" in text


def test_a_form_without_versions_is_refused(team: Team):
    conflict = team.waiting()
    answer = decide(team, "reviewer", conflict, "keep_a", version_a="")
    assert answer.status_code == 404
    assert decide(team, "reviewer", conflict, "shred").status_code == 400
    assert team.fresh(conflict).state == ConflictState.PENDING


def test_a_forged_post_is_refused(team: Team):
    from django.test import Client

    conflict = team.waiting()
    client = Client(enforce_csrf_checks=True)
    client.force_login(team.people["reviewer"])
    body = {"decision": "keep_a", "version_a": 1, "version_b": 1}
    assert client.post(reverse("admin:memories_conflict_resolve", args=[conflict.pk]), body).status_code == 403
    assert client.get(reverse("admin:memories_conflict_undo", args=[conflict.pk])).status_code == 405


def test_who_may_not_decide_sees_no_form(team: Team):
    conflict = team.waiting()
    text = team.client("viewer").get(page(conflict)).content.decode()
    assert "Your role may look at conflicts" in text
    assert 'name="decision"' not in text


def test_the_inbox_is_ordered_by_risk_then_age(team: Team):
    calm, risky = team.disagreement(), team.waiting()
    inbox = reverse("admin:memories_conflict_changelist")
    shown = [row.pk for row in team.client("reviewer").get(inbox).context["cl"].result_list]
    assert shown == [risky.pk, calm.pk]
    decide(team, "reviewer", risky, "keep_b")
    assert [row.pk for row in team.client("reviewer").get(inbox).context["cl"].result_list] == [calm.pk]
    settled = team.client("reviewer").get(inbox, {"state": "settled"})
    assert [row.pk for row in settled.context["cl"].result_list] == [risky.pk]


def test_the_inbox_says_when_nothing_waits(team: Team):
    text = team.client("reviewer").get(reverse("admin:memories_conflict_changelist")).content.decode()
    assert "No conflict is open" in text


def test_a_review_is_started(team: Team):
    answer = team.client("reviewer").post(
        reverse("admin:review_reviewrun_start"), {"namespace": team.namespace.pk}, follow=True
    )
    text = answer.content.decode()
    assert "A review is queued" in text
    assert "by hand" in text
    assert "It waits for a worker" in text
    assert "It is going on" not in text
    listed = team.client("reviewer").get(reverse("admin:review_reviewrun_changelist")).content.decode()
    assert "queued" in listed


def test_a_review_with_nothing_due_says_so_and_shows_its_upkeep(team: Team):
    ask(team.namespace.pk, trigger=Trigger.MANUAL, actor="test", now=timezone.now())
    run = run_next(team.namespace.pk)
    assert run is not None
    pages = [reverse("admin:review_reviewrun_change", args=[run.pk]), reverse("admin:index")]
    shown = [team.client("reviewer").get(address).content.decode() for address in pages]
    assert all("Nothing was due: what is written is judged when it is written." in text for text in shown)
    for kept in ("memories embedded", "memories expired", "recalls taken into the counts"):
        assert kept in shown[0]


def test_the_start_page_points_to_what_stands_contested(team: Team):
    index = reverse("admin:index")
    assert "none stands contested" in team.client("reviewer").get(index).content.decode()
    team.disagreement()
    text = team.client("reviewer").get(index).content.decode()
    assert "No conflict waits" not in text
    assert '?state=coexisting">One pair stands contested in the inbox</a>' in text


def test_the_start_page_counts(team: Team):
    team.disagreement()
    team.waiting()
    context = team.client("viewer").get(reverse("admin:index")).context
    assert context["conflicts"] == {"waiting": 1, "coexisting": 1}
    assert context["total"] == 4
    elsewhere = team.client("outsider").get(reverse("admin:index")).context
    assert elsewhere["total"] == 0
