"""Many conflicts decided at once: looked at first, each decided by itself, each taken back by itself."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.urls import reverse

from memories.callers import Caller
from memories.members import set_role
from memories.models import AuditEntry, Conflict, Decision
from memories.words import Channel, ConflictState, Role, Scope, State
from tests.console_team import Team

BULK, INBOX = "admin:memories_conflict_bulk", "admin:memories_conflict_changelist"


def several(team: Team, number: int, *, critical: bool = False) -> list[Conflict]:
    """Conflicts between two tool servers, each about another host; with `critical` the older of each is."""
    found = []
    for place in range(number):
        about: dict[str, Any] = {"channel": Channel.TOOL_RESULT, "subject": f"host {place}", "attribute": "port"}
        team.write(f"Host {place} listens on port 80", days_ago=2, mcp_server="scanner", critical=critical, **about)
        team.write(f"Host {place} listens on port 81", days_ago=1, mcp_server="inventory", **about)
        found.append(team.newest_conflict())
    return found


def key(conflict: Conflict, a: int = 1, b: int = 1) -> str:
    return f"{conflict.pk}.{a}.{b}"


def caller_of(team: Team, who: str, scope: Scope) -> Caller:
    actor = f"user:{team.people[who].pk}"
    return Caller(actor=actor, namespace_id=team.namespace.pk, scopes=frozenset({scope}), person=True)


def preview(team: Team, conflicts: list[Conflict], decision: str, who: str = "reviewer", **more: str) -> Any:
    body = {"chosen": [key(one) for one in conflicts], "decision": decision, **more}
    return team.client(who).post(reverse(BULK), body)


def confirm(team: Team, conflicts: list[Conflict], decision: str, who: str = "reviewer", **more: str) -> Any:
    body = {"chosen": [key(one) for one in conflicts], "decision": decision, "step": "confirm", **more}
    return team.client(who).post(reverse(BULK), body, follow=True)


def states(team: Team, conflicts: list[Conflict]) -> list[str]:
    return [team.fresh(one).state for one in conflicts]


def move(team: Team, conflict: Conflict) -> None:
    """Somebody marks the older side critical: its version counts up."""
    address = reverse("admin:memories_memoryunit_critical", args=[conflict.a_id])
    team.client("admin").post(address, {"critical": "1"})


def test_the_list_offers_to_choose_what_may_be_decided(team: Team):
    (conflict,) = several(team, 1)
    box = f'name="chosen" value="{key(conflict)}"'
    assert box in team.client("reviewer").get(reverse(INBOX)).content.decode()
    assert "chosen" not in team.client("viewer").get(reverse(INBOX)).content.decode()
    confirm(team, [conflict], "keep_a")
    assert box not in team.client("reviewer").get(reverse(INBOX), {"state": "settled"}).content.decode()


def test_the_look_ahead_says_what_changes_and_changes_nothing(team: Team):
    conflicts = several(team, 2)
    answer = preview(team, conflicts, "keep_a")
    ahead = answer.context["ahead"]
    assert [(one.why_not, one.shares) for one in ahead] == [("", False)] * 2
    a, b = ahead[0].effects
    assert (a.state, a.confidence) == (None, 0.95)
    assert (b.state, b.confidence) == (State.FALSIFIED, 0.0)
    text = " ".join(answer.content.decode().split())
    assert "2 conflicts would be decided" in text
    assert "90 % → <strong>95 %</strong>" in text
    assert states(team, conflicts) == [ConflictState.COEXISTING] * 2
    with team.inside():
        assert not Decision.objects.exists()


def test_to_approve_shows_what_is_proposed_for_each(team: Team):
    tools, user = several(team, 1)[0], team.waiting()
    ahead = {one.conflict.pk: one for one in preview(team, [tools, user], "approve").context["ahead"]}
    assert ahead[tools.pk].resolution == "keep_both"
    assert ahead[user.pk].resolution == "keep_b"
    assert "marked critical would give way" in ahead[user.pk].why_not


@pytest.mark.parametrize("decision", ["approve", "reject", "keep_a", "keep_b", "keep_both", "reject_both"])
def test_what_was_foretold_is_what_happens(team: Team, decision: str):
    conflicts = several(team, 2)
    foretold = {
        effect.unit.pk: (effect.state or effect.unit.state, effect.confidence or effect.unit.confidence)
        for one in preview(team, conflicts, decision).context["ahead"]
        for effect in one.effects
        if effect.confidence != 0
    }
    confirm(team, conflicts, decision, note="checked with the network team")
    assert states(team, conflicts) == [ConflictState.SETTLED] * 2
    units = [team.fresh(unit) for one in conflicts for unit in (one.a, one.b)]
    for unit in units:
        if unit.pk in foretold:
            assert (unit.state, unit.confidence) == foretold[unit.pk]
        else:
            assert (unit.state, unit.confidence) == (State.FALSIFIED, 0)
    with team.inside():
        assert {row.note for row in Decision.objects.all()} == {"checked with the network team"}
    person = f"user:{team.people['reviewer'].pk}"
    assert AuditEntry.objects.filter(action__startswith="decision_person", actor=person).count() == 2


def test_the_result_is_said_for_each_with_a_way_back(team: Team):
    conflicts = several(team, 2)
    answer = confirm(team, conflicts, "keep_b")
    text = " ".join(answer.content.decode().split())
    assert "2 conflicts decided" in text
    assert text.count("Take the decision back") == 2
    undo = reverse("admin:memories_conflict_undo", args=[conflicts[0].pk])
    back = team.client("reviewer").post(undo, {"then": "bulk"}, follow=True)
    assert back.redirect_chain == [(reverse(BULK), 302)]
    assert back.content.decode().count("Take the decision back") == 1
    assert states(team, conflicts) == [ConflictState.PENDING, ConflictState.SETTLED]


def test_one_that_moved_since_the_look_is_refused_and_shown_while_others_are_done(team: Team):
    conflicts = several(team, 3)
    preview(team, conflicts, "reject")
    move(team, conflicts[1])
    answer = confirm(team, conflicts, "reject")
    text = " ".join(answer.content.decode().split())
    assert states(team, conflicts) == ["settled", "coexisting", "settled"]
    assert "2 conflicts decided" in text
    assert "One was not decided and is left as it is." in text
    told = {one["conflict"].pk: one for one in answer.context["told"]}
    assert "not any more what you were looking at" in told[conflicts[1].pk]["why_not"]
    assert [(letter, row.number) for letter, row in told[conflicts[1].pk]["moved"]] == [("A", 2)]
    assert "marked critical · admin" in text


def test_one_that_moved_since_it_was_chosen_is_left_out_of_the_look(team: Team):
    conflicts = several(team, 2)
    move(team, conflicts[0])
    answer = preview(team, conflicts, "reject")
    why = {one.conflict.pk: one.why_not for one in answer.context["ahead"]}
    assert "It has changed since you chose it" in why[conflicts[0].pk]
    assert why[conflicts[1].pk] == ""
    assert answer.content.decode().count('name="chosen"') == 1


def test_two_reviewers_at_one_heap_the_second_is_told_who_decided_what(team: Team):
    conflicts = several(team, 3)
    assert preview(team, conflicts, "keep_b", who="admin").context["possible"] == 3
    confirm(team, conflicts[:2], "keep_a")
    answer = confirm(team, conflicts, "keep_b", who="admin")
    text = answer.content.decode()
    assert text.count("reviewer has decided this conflict already: keep A.") == 2
    with team.inside():
        decided = dict(Decision.objects.values_list("conflict_id", "action"))
    assert decided == {
        conflicts[0].pk: "person_keep_a",
        conflicts[1].pk: "person_keep_a",
        conflicts[2].pk: "person_keep_b",
    }
    look = preview(team, conflicts, "keep_b").context
    assert look["possible"] == 0
    assert "admin has decided this conflict already: keep B." in [one.why_not for one in look["ahead"]]


def test_what_is_critical_gives_way_only_by_itself(team: Team):
    conflicts = several(team, 1, critical=True)
    look = preview(team, conflicts, "keep_b").context["ahead"]
    assert "Decide that by itself" in look[0].why_not
    answer = confirm(team, conflicts, "keep_b")
    assert "Decide that by itself" in answer.content.decode()
    assert team.fresh(conflicts[0]).state != ConflictState.SETTLED
    assert team.fresh(conflicts[0].a).state == State.ACTIVE
    confirm(team, conflicts, "keep_a")
    assert team.fresh(conflicts[0]).state == ConflictState.SETTLED


def test_two_that_share_a_memory_say_so_and_the_second_is_refused(team: Team):
    about: dict[str, Any] = {"channel": Channel.TOOL_RESULT, "subject": "host", "attribute": "port"}
    for number, server in enumerate(("one", "two", "three")):
        team.write(f"The host listens on port 808{number}", days_ago=3 - number, mcp_server=server, **about)
    with team.inside():
        conflicts = list(Conflict.objects.filter(state__in=["coexisting", "pending"]).select_related("a", "b"))
    assert len(conflicts) > 1
    look = preview(team, conflicts, "keep_a").context["ahead"]
    assert [one.shares for one in look] == [False] + [True] * (len(conflicts) - 1)
    answer = confirm(team, conflicts, "keep_a")
    assert answer.context["done"] >= 1
    assert answer.context["refused"] >= 1
    assert answer.context["done"] + answer.context["refused"] == len(conflicts)


def test_a_role_that_may_only_look_decides_nothing(team: Team):
    conflicts = several(team, 1)
    assert preview(team, conflicts, "keep_a", who="viewer").status_code == 403
    assert confirm(team, conflicts, "keep_a", who="viewer").status_code == 403
    assert confirm(team, conflicts, "keep_a", who="officer").status_code == 403
    assert preview(team, conflicts, "keep_a", who="outsider").status_code == 404
    assert confirm(team, conflicts, "keep_a", who="outsider").status_code == 404
    assert states(team, conflicts) == [ConflictState.COEXISTING]


def test_of_two_namespaces_only_the_one_where_the_role_fits_is_decided(team: Team):
    here = several(team, 1)
    admin = caller_of(team, "root", Scope.ADMIN)
    set_role(admin, "outsider", Role.VIEWER, now=here[0].opened_at)
    look = preview(team, here, "keep_a", who="outsider").context["ahead"]
    assert "Your role in team may look at conflicts, not decide them" in look[0].why_not
    answer = confirm(team, here, "keep_a", who="outsider")
    assert "Your role may look at conflicts, not decide them." in answer.content.decode()
    assert states(team, here) == [ConflictState.COEXISTING]


def test_none_too_many_or_an_unknown_decision_is_sent_back(team: Team):
    (conflict,) = several(team, 1)
    client = team.client("reviewer")
    many = [f"{conflict.pk.hex[:-2]}{number:02x}.1.1" for number in range(51)]
    for body in (
        {"decision": "keep_a"},
        {"decision": "keep_a", "chosen": many},
        {"decision": "merge", "chosen": [key(conflict)]},
        {"decision": "shred", "chosen": [key(conflict)], "step": "confirm"},
    ):
        answer = client.post(reverse(BULK), {**body, "list": "channel=tool_result"}, follow=True)
        assert answer.redirect_chain == [(f"{reverse(INBOX)}?channel=tool_result", 302)]
        assert "from 1 to 50 conflicts" in answer.content.decode()
    for odd in ("x", "", str(conflict.pk), f"{conflict.pk}.1", f"{conflict.pk}.1.x", f"{conflict.pk}.².1"):
        assert client.post(reverse(BULK), {"decision": "keep_a", "chosen": [odd]}).status_code == 404
    assert states(team, [conflict]) == [ConflictState.COEXISTING]


def test_without_a_result_the_page_leads_to_the_inbox(team: Team):
    assert team.client("reviewer").get(reverse(BULK))["Location"] == reverse(INBOX)
    assert team.client("reviewer").put(reverse(BULK)).status_code == 405


def test_no_text_of_a_memory_is_kept_in_the_session(team: Team):
    conflicts = several(team, 2)
    move(team, conflicts[0])
    confirm(team, conflicts, "keep_a")
    kept = [str(session.get_decoded()) for session in Session.objects.all()]
    assert any(str(conflicts[0].pk) in text for text in kept)
    assert all("listens" not in text for text in kept)


def test_a_decision_is_taken_back_from_the_settled_list(team: Team):
    conflicts = several(team, 2)
    confirm(team, conflicts, "keep_a")
    settled = team.client("admin").get(reverse(INBOX), {"state": "settled"}).content.decode()
    assert settled.count("Take the decision back") == 2
    assert "reviewer" in settled.split('class="hs-inbox"')[1]
    assert (
        "Take the decision back" not in team.client("viewer").get(reverse(INBOX), {"state": "settled"}).content.decode()
    )
    undo = reverse("admin:memories_conflict_undo", args=[conflicts[0].pk])
    answer = team.client("admin").post(undo, {"then": "list", "list": "state=settled"}, follow=True)
    assert answer.redirect_chain == [(f"{reverse(INBOX)}?state=settled", 302)]
    assert answer.content.decode().count("Take the decision back") == 1
    assert states(team, conflicts) == [ConflictState.PENDING, ConflictState.SETTLED]
