"""Spot checks in the console: what is shown, and what each button does."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.models import MemoryUnit, SpotCheck
from review.budget import reserve, settle
from review.spot_checks import draw
from tests.console_team import Team

LIST = "admin:memories_spotcheck_changelist"


@pytest.fixture
def drawn(team: Team) -> SpotCheck:
    about: dict[str, Any] = {"subject": "Ana", "attribute": "city"}
    team.write("Ana lives in Oslo", days_ago=2, **about)
    team.write("Ana has moved to Lyon <b>now</b>", days_ago=1, **about)
    assert draw(team.namespace.pk, a_day=5, now=timezone.now()) == 1
    with team.inside():
        return SpotCheck.objects.get()


def page(team: Team, who: str, query: str = "") -> str:
    answer = team.client(who).get(reverse(LIST) + query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def say(team: Team, drawn: SpotCheck, verdict: str, **more: str) -> Any:
    address = reverse("admin:memories_spotcheck_check", args=[drawn.pk])
    return team.client("reviewer").post(address, {"verdict": verdict, **more}, follow=True)


def test_both_sides_and_the_buttons(team: Team, drawn: SpotCheck):
    text = page(team, "reviewer")
    assert "Ana lives in Oslo" in text
    assert "Lyon &lt;b&gt;now&lt;/b&gt;" in text
    assert text.count('name="verdict"') == 4
    assert 'name="verdict"' not in page(team, "viewer"), "who may only look has no button"


@pytest.mark.parametrize(
    ("pressed", "verdict", "state"), [("right", "right", "superseded"), ("undo", "wrong", "active")]
)
def test_a_verdict(team: Team, drawn: SpotCheck, pressed: str, verdict: str, state: str):
    answer = say(team, drawn, pressed, note="asked her")
    assert answer.status_code == 200
    with team.inside():
        drawn.refresh_from_db()
        assert (drawn.verdict, drawn.note) == (verdict, "asked her")
        assert MemoryUnit.objects.get(value="Ana lives in Oslo").state == state
    assert "Ana lives in Oslo" not in page(team, "reviewer"), "what has its verdict waits no more"
    assert "Ana lives in Oslo" in page(team, "reviewer", "?verdict=all")
    shown = team.client("viewer").get(reverse("admin:memories_spotcheck_change", args=[drawn.pk])).content.decode()
    assert "asked her" in shown


def test_the_second_verdict_is_refused_and_says_so(team: Team, drawn: SpotCheck):
    say(team, drawn, "right")
    answer = say(team, drawn, "wrong")
    assert "checked already" in answer.content.decode()
    with team.inside():
        drawn.refresh_from_db()
        assert drawn.verdict == "right"


def test_nothing_to_check_says_what_comes(team: Team):
    assert "A review draws the next ones" in page(team, "reviewer")


def test_tokens_stand_above_the_list_of_reviews(team: Team):
    spend = reserve(
        namespace_id=team.namespace.pk, run_id=None, tokens=500, model="m", run_budget=9_000, daily_budget=9_000,
        now=timezone.now(),
    )  # fmt: skip
    assert spend is not None
    settle(spend, used=321, outcome="ok", now=timezone.now())
    address = reverse("admin:review_reviewrun_changelist")
    assert "321 tokens" in team.client("viewer").get(address).content.decode()
    assert "321 tokens" not in team.client("outsider").get(address).content.decode()
