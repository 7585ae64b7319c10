"""The inbox narrowed down, and the way through what is left of it."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.models import Conflict, Source
from memories.words import ConflictState
from tests.console_team import Team

INBOX = "admin:memories_conflict_changelist"


def listed(team: Team, who: str = "reviewer", **asked: str) -> list[Any]:
    answer = team.client(who).get(reverse(INBOX), asked)
    assert answer.status_code == 200
    return [row.pk for row in answer.context["cl"].result_list]


def aged(team: Team, conflict: Conflict, days: float) -> None:
    with team.inside():
        Conflict.objects.filter(pk=conflict.pk).update(opened_at=timezone.now() - timedelta(days=days))


def page(conflict: Conflict) -> str:
    return reverse("admin:memories_conflict_change", args=[conflict.pk])


def decide(team: Team, conflict: Conflict, **more: str) -> Any:
    body = {"decision": "keep_a", "version_a": 1, "version_b": 1, **more}
    return team.client("reviewer").post(reverse("admin:memories_conflict_resolve", args=[conflict.pk]), body)


def test_it_narrows_to_age(team: Team):
    old, new = team.disagreement(), team.waiting()
    aged(team, old, 8)
    assert set(listed(team)) == {old.pk, new.pk}
    assert listed(team, older="day") == [old.pk]
    assert listed(team, older="week") == [old.pk]
    assert listed(team, older="month") == []


def test_it_narrows_to_the_channel_and_the_source_of_either_side(team: Team):
    tools, user = team.disagreement(), team.waiting()
    assert listed(team, channel="tool_result") == [tools.pk]
    assert listed(team, channel="user_statement") == [user.pk]
    assert listed(team, channel="import") == []
    for side in (tools.a, tools.b):
        assert listed(team, source=str(side.source_id)) == [tools.pk]
    assert listed(team, source=str(user.a.source_id)) == [user.pk]
    assert listed(team, channel="tool_result", type="source", namespace=str(team.namespace.pk)) == [tools.pk]


def test_a_source_is_one_voice_whatever_the_session(team: Team):
    about: dict[str, Any] = {"subject": "lift", "attribute": "floor", "mcp_server": "sensor"}
    team.write("The lift is on floor 1", days_ago=3, session_id="one", critical=True, **about)
    team.write("The lift is on floor 2 now", days_ago=2, session_id="two", **about)
    conflict = team.newest_conflict()
    team.write("Nobody is in the lift", session_id="three", mcp_server="sensor")
    with team.inside():
        other = Source.objects.get(session_id="three")
    assert conflict.a.source_id != other.pk
    assert listed(team, source=str(other.pk)) == [conflict.pk]


def test_the_sources_with_most_conflicts_are_offered(team: Team):
    team.disagreement()
    team.waiting()
    offered = team.client("reviewer").get(reverse(INBOX)).content.decode()
    assert "tool result · scanner" in offered
    assert "tool result · inventory" in offered


def test_a_source_of_others_is_none(team: Team):
    conflict = team.disagreement()
    assert listed(team, "outsider", source=str(conflict.a.source_id)) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("state", "nonsense"),
        ("type", "nonsense"),
        ("namespace", "x"),
        ("channel", "nonsense"),
        ("source", "x"),
        ("source", "00000000-0000-0000-0000-000000000000"),
        ("older", "century"),
    ],
)
def test_a_value_that_no_filter_knows_leaves_nothing_and_is_named(team: Team, name: str, value: str):
    conflict = team.waiting()
    answer = team.client("reviewer").get(reverse(INBOX), {name: value})
    assert answer.status_code == 200
    text = answer.content.decode()
    assert "asks for something that this filter does not know" in text
    assert str(conflict.pk) not in text
    assert list(answer.context["cl"].result_list) == []


def test_the_keys_stay_within_what_the_list_was_narrowed_to(team: Team):
    first, other, last = team.waiting(), team.disagreement(), _second(team)
    shown = team.client("reviewer").get(reverse(INBOX), {"channel": "user_statement"})
    link = f"{page(first)}?list=channel%3Duser_statement"
    assert link in shown.content.decode()
    around = team.client("reviewer").get(link).context
    assert (around["next"].pk, around["before"]) == (last.pk, None)
    text = team.client("reviewer").get(link).content.decode()
    assert f'href="{reverse(INBOX)}?channel=user_statement"' in text
    assert str(other.pk) not in text
    unfiltered = team.client("reviewer").get(page(last)).context
    assert unfiltered["next"].pk == other.pk


def _second(team: Team) -> Conflict:
    about: dict[str, Any] = {"channel": "user_statement", "subject": "hall", "attribute": "seats"}
    team.write("The hall has 100 seats", days_ago=20, critical=True, **about)
    team.write("The hall now has 200 seats", days_ago=1, **about)
    return team.newest_conflict()


def test_after_a_key_the_next_of_the_narrowed_list_opens_and_then_that_list(team: Team):
    first, last = team.waiting(), _second(team)
    team.disagreement()
    kept = {"then": "next", "list": "channel=user_statement"}
    to = urlsplit(decide(team, first, **kept)["Location"])
    assert to.path == page(last)
    assert parse_qs(to.query) == {"list": ["channel=user_statement"], "decided": [str(first.pk)]}
    assert decide(team, last, **kept)["Location"] == f"{reverse(INBOX)}?channel=user_statement"


def test_what_is_carried_is_filters_only(team: Team):
    first, last = team.waiting(), _second(team)
    for carried in ("https://elsewhere.example/", "next=//elsewhere.example&decided=x", "q=" + "a" * 5000, "q=%00&;=="):
        answer = team.client("reviewer").get(page(first), {"list": carried})
        assert answer.status_code == 200
        assert answer.context["next"].pk == last.pk
        assert "elsewhere.example" not in answer.content.decode()
    nothing = team.client("reviewer").get(page(first), {"list": "older=century"}).context
    assert (nothing["next"], nothing["before"]) == (None, None)


def test_words_narrow_as_they_do_in_the_list(team: Team):
    first, last = team.waiting(), _second(team)
    assert listed(team, q="hall seats") == [last.pk]
    assert listed(team, q='"hall has"') == [last.pk]
    assert listed(team, q="hall budget") == []
    around = team.client("reviewer").get(page(first), {"list": "q=hall"}).context
    assert around["next"].pk == last.pk


def test_the_page_says_what_moved_confidence_and_what_is_near(team: Team):
    conflict = team.waiting()
    team.write("The launch budget pays for travel too", channel="user_statement", subject="launch", attribute="budget")
    team.write("Swallows fly south in autumn", channel="user_statement")
    decide(team, conflict)
    answer = team.client("reviewer").get(page(conflict))
    context = answer.context
    older, newer = context["sides"]
    assert [(step.why, step.rose) for step in older.steps] == [("a person confirmed it", True)]
    assert [(step.why, step.rose) for step in newer.steps] == [("it was found to be false", False)]
    assert "a person confirmed it" in answer.content.decode()
    near = [one.unit.value for one in older.near]
    assert "The launch budget pays for travel too" in near
    assert "Swallows fly south in autumn" not in near
    assert all(one.unit.pk not in (conflict.a_id, conflict.b_id) for side in context["sides"] for one in side.near)


def test_a_change_is_shown_as_what_goes_and_what_comes_a_disagreement_as_what_differs(team: Team):
    text = team.client("reviewer").get(page(team.waiting())).content.decode()
    assert "<del>100k</del>" in text
    assert "<ins>now 200k</ins>" in text
    text = team.client("reviewer").get(page(team.disagreement())).content.decode()
    assert "<mark>8080</mark>" in text
    assert "<ins>9090" not in text


def test_what_the_judge_went_by_is_said_in_words(team: Team):
    conflict = team.waiting()
    with team.inside():
        features = [{"name": "same voice", "weight": 2.0, "detail": ""}, {"name": "hedge", "weight": -4.0}]
        Conflict.objects.filter(pk=conflict.pk).update(features=features)
    answer = team.client("reviewer").get(page(conflict))
    shown = [(one.said, one.share, one.speaks_for) for one in answer.context["features"]]
    assert shown == [("It is said with doubt", 1.0, False), ("Both come from the same source", 0.5, True)]
    assert "speaks against it -4.0" in " ".join(answer.content.decode().split())


def test_settled_ones_are_gone_through_as_a_list_of_their_own(team: Team):
    first, last = team.waiting(), _second(team)
    for conflict in (first, last):
        decide(team, conflict)
    assert team.fresh(first).state == ConflictState.SETTLED
    around = team.client("reviewer").get(page(first), {"list": "state=settled"}).context
    assert around["next"].pk == last.pk
