"""The numbers of the start page, and the zone in which its days are counted."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone

from memories.console.zone import COOKIE
from memories.models import Conflict, MemoryUnit, Recall
from memories.words import ConflictState, State
from review.console import figures
from review.console.charts import Chart, Series
from review.models import ReviewRun, RunState, Trigger
from tests.console_team import Team

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


def shown(team: Team, who: str = "viewer", **cookies: str) -> dict[str, Any]:
    client = team.client(who)
    for name, value in cookies.items():
        client.cookies[name] = value
    return dict(client.get(reverse("admin:index")).context)


def numbers(chart: Chart) -> dict[str, list[float]]:
    return dict(chart.rows)


def chart(context: dict[str, Any], start: str) -> Chart:
    found: Chart
    (found,) = (one for one in context["charts"] if one.title.startswith(start))
    return found


def test_units_by_state_tier_and_confidence(team: Team):
    ids = [team.write(f"The shelf number {number} is {number} metres long", tier="long") for number in range(5)]
    with team.inside():
        for pk, confidence in zip(ids, (0.0, 0.099, 0.1, 0.95, 1.0), strict=True):
            MemoryUnit.objects.filter(pk=pk).update(confidence=confidence)
    held = team.write("The hall has seven doors", tier="short")
    with team.inside():
        MemoryUnit.objects.filter(pk=held).update(state=State.HELD, confidence=0.2)
    context = shown(team)
    assert numbers(chart(context, "Memories by state")) == {"active": [0, 0, 5], "held": [0, 1, 0]}
    by_confidence = numbers(chart(context, "Confidence"))
    # What is held is not current, and 1 is in the last tenth, not beyond it.
    assert {label: one for label, (one,) in by_confidence.items() if one} == {
        "0–10 %": 2,
        "10–20 %": 1,
        "90–100 %": 2,
    }
    assert context["total"] == 6
    assert context["waiting_units"] == 1


def test_conflicts_are_counted_on_their_day_by_type(team: Team):
    team.disagreement()
    waiting = team.waiting()
    today = timezone.now().date()
    context = shown(team)
    opened = numbers(chart(context, "Conflicts opened"))
    assert sum(sum(row) for row in opened.values()) == 2
    assert sum(opened[f"{today:%m-%d}"]) == 2
    assert chart(context, "Conflicts closed").blank
    address = reverse("admin:memories_conflict_resolve", args=[waiting.pk])
    team.client("reviewer").post(address, {"decision": "keep_b", "version_a": 1, "version_b": 1})
    closed = chart(shown(team), "Conflicts closed")
    types = [one.name for one in closed.series]
    assert numbers(closed)[f"{today:%m-%d}"][types.index("changed over time")] == 1
    team.client("reviewer").post(reverse("admin:memories_conflict_undo", args=[waiting.pk]))
    assert chart(shown(team), "Conflicts closed").blank


def test_how_long_the_queue_waits(team: Team):
    conflict = team.waiting()
    for days, place in ((0.5, 0), (2, 1), (5, 2), (20, 3), (45, 4)):
        with team.inside():
            Conflict.objects.filter(pk=conflict.pk).update(opened_at=timezone.now() - timedelta(days=days))
        ages = [one for (one,) in numbers(chart(shown(team), "Waiting")).values()]
        assert ages == [int(number == place) for number in range(5)], days
    with team.inside():
        Conflict.objects.filter(pk=conflict.pk).update(state=ConflictState.COEXISTING)
    assert chart(shown(team), "Waiting").blank


def test_recalls_that_helped(team: Team):
    with team.inside():
        for success in (True, True, True, False, None):
            Recall.objects.create(namespace=team.namespace, profile="task", created_at=timezone.now(), success=success)
    found = shown(team)["recalls"]
    assert (found.reported, found.share) == (4, 0.75)
    assert [sum(one.values) for one in found.chart.series] == [3, 1, 1]


def test_sources_by_trouble_then_by_number(team: Team):
    team.disagreement()
    bad = team.write("The port of the printer is 9100", channel="tool_result", mcp_server="scanner")
    with team.inside():
        MemoryUnit.objects.filter(pk=bad).update(state=State.QUARANTINED)
    first, *others = shown(team)["voices"]
    assert (first.mcp_server, first.troubled) == ("scanner", 1)
    assert [one.troubled for one in others] == [0] * len(others)


def test_days_are_those_of_the_viewer(team: Team, monkeypatch: pytest.MonkeyPatch):
    """At 23:30 UTC it is tomorrow in Shanghai."""
    evening = datetime(2026, 5, 4, 23, 30, tzinfo=UTC)
    conflict = team.waiting()
    with team.inside():
        Conflict.objects.filter(pk=conflict.pk).update(opened_at=evening)
    monkeypatch.setattr("review.console.start.timezone.now", lambda: evening + timedelta(minutes=5))
    for zone, day in (("", "05-04"), ("Asia/Shanghai", "05-05"), ("No/Where", "05-04"), ("../../etc/passwd", "05-04")):
        opened = numbers(chart(shown(team, **{COOKIE: zone}), "Conflicts opened"))
        assert [label for label, row in opened.items() if sum(row)] == [day], zone


def test_times_name_their_zone(team: Team):
    conflict = team.waiting()
    with team.inside():
        MemoryUnit.objects.filter(pk=conflict.a_id).update(occurred_at=datetime(2026, 5, 4, 23, 30, tzinfo=UTC))
    client = team.client("viewer")
    address = reverse("admin:memories_memoryunit_change", args=[conflict.a_id])
    page = client.get(address).content.decode()
    assert "2026-05-04 23:30" in page
    assert "Times are in UTC" in page
    client.cookies[COOKIE] = "Asia/Shanghai"
    page = client.get(address).content.decode()
    assert "2026-05-05 07:30" in page
    assert "Times are in Asia/Shanghai" in page
    # Another request of the same thread is not touched.
    assert timezone.get_current_timezone_name() == "UTC"


def test_an_outsider_sees_nothing_of_it(team: Team):
    team.waiting()
    context = shown(team, "outsider")
    assert context["total"] == 0
    assert all(one.blank for one in context["charts"])
    assert context["voices"] == []


def test_what_took_long_is_not_asked_again_for_a_while(team: Team, monkeypatch: pytest.MonkeyPatch):
    asked: list[int] = []

    def ask() -> list[int]:
        asked.append(1)
        return [len(asked)]

    assert figures.kept("x", [1], ask) == [1]
    assert figures.kept("x", [1], ask) == [2]
    monkeypatch.setattr(figures, "_SLOW_SECONDS", -1.0)
    assert figures.kept("x", [1], ask) == [3]
    assert figures.kept("x", [1], ask) == [3]
    assert figures.kept("x", [1, 2], ask) == [4]


def test_a_chart_is_data_and_a_table():
    drawn = Chart("t", ["a", "b"], [Series("</script>", [1, 2]), Series("y", [0, 3])])
    assert json.loads(drawn.data)["datasets"][1]["data"] == [0, 3]
    assert drawn.rows == [("a", [1, 0]), ("b", [2, 3])]
    assert json.loads(drawn.options)["plugins"]["legend"]["display"] is True
    assert Chart("t", ["a"], [Series("x", [0])]).blank


def test_a_run_tells_how_far_it_is(team: Team):
    first, second, _third = (team.write(f"The gate number {number} is shut") for number in range(3))
    now = timezone.now()
    with team.inside():
        MemoryUnit.objects.filter(pk__in=[first, second]).update(review_due_at=now)
        run = ReviewRun.objects.create(
            namespace=team.namespace, trigger=Trigger.MANUAL, state=RunState.RUNNING, seen=2, created_at=now
        )
    address = reverse("admin:review_reviewrun_change", args=[run.pk])
    page = team.client("viewer").get(address).content.decode()
    assert '<progress aria-label="done of what was due" max="4" value="2">' in page
    assert "data-going" in page
    with team.inside():
        ReviewRun.objects.filter(pk=run.pk).update(state=RunState.DONE)
    page = team.client("viewer").get(address).content.decode()
    assert "<progress" not in page
    assert "data-going" not in page
