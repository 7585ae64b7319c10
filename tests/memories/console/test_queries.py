"""A page takes as many queries for many rows as for few."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memories.editing import update
from memories.models import Conflict, MemoryUnit
from memories.relations import relate
from memories.shapes.inputs import MemoryPatch, RelationInput
from memories.words import Channel, State
from review.spot_checks import draw
from tests.console_team import Team

LISTS = (
    "index",
    "memories_memoryunit_changelist",
    "memories_conflict_changelist",
    "memories_conflict_held",
    "memories_source_changelist",
    "memories_alert_changelist",
    "memories_auditentry_changelist",
    "memories_token_changelist",
    "memories_namespace_changelist",
    "memories_forgetrequest_changelist",
    "review_reviewrun_changelist",
    "memories_spotcheck_changelist",
)
FORMS = ("memories_memoryunit_search",)
BOUND = 20  # wall, session and roles take seven of them
OF_ONE = 32  # a memory's page: everything that was ever done with it, one query each
OF_THE_START = 25  # a dozen charts and numbers, one query each


def queries(team: Team, name: str) -> int:
    client = team.client("admin")
    with CaptureQueriesContext(connection) as captured:
        assert client.get(reverse(f"admin:{name}")).status_code == 200
    return len(captured)


def fill(team: Team, round: int) -> None:
    for number in range(3):
        about: dict[str, Any] = {"subject": f"person {round} {number}", "attribute": "city"}
        team.write(f"Person {round} {number} lives in Oslo", days_ago=2, **about)
        team.write(f"Person {round} {number} has moved to Lyon", days_ago=1, **about)
        slot: dict[str, Any] = {"subject": f"host {round} {number}", "attribute": "port"}
        team.write(
            f"Host {round} {number} listens on port 80", mcp_server=f"s{round}", days_ago=2, critical=True, **slot
        )
        team.write(f"Host {round} {number} now listens on port 81", mcp_server=f"s{round}", days_ago=1, **slot)
        held = team.write(f"Host {round} {number} stands in Oslo")
        with team.inside():
            MemoryUnit.objects.filter(pk=held).update(state=State.HELD)
    draw(team.namespace.pk, a_day=3 * round, now=timezone.now())


@pytest.mark.parametrize("name", [*LISTS, *FORMS])
def test_more_rows_take_no_more_queries(team: Team, name: str):
    fill(team, 1)
    few = queries(team, name)
    fill(team, 2)
    assert queries(team, name) <= few <= (OF_THE_START if name == "index" else BOUND)


def test_a_row_with_much_behind_it_takes_no_more_queries_than_one_with_little(team: Team):
    def taken() -> dict[str, int]:
        numbers = {}
        for name, row in pages.items():
            with CaptureQueriesContext(connection) as captured:
                assert client.get(reverse(f"admin:memories_{name}", args=[row])).status_code == 200
            numbers[name] = len(captured)
        return numbers

    client = team.client("admin")
    here = team.write("The lamp of the cellar is out", channel=Channel.TOOL_RESULT, mcp_server="s1")
    with team.inside():
        source = MemoryUnit.objects.get(pk=here).source_id
    pages = {"memoryunit_change": here, "source_change": source, "source_rollback": source}
    few = taken()
    fill(team, 1)
    now = timezone.now()
    for number in range(30):
        other = team.write(f"Cellar number {number} is dark", channel=Channel.TOOL_RESULT, mcp_server="s1")
        relate(team.writer, RelationInput(from_id=other, to_id=here, type="derived_from"), now=now)
        update(team.writer, here, MemoryPatch(value=f"The lamp of the cellar is out, day {number}"), now=now)
    assert all(number <= few[name] for name, number in taken().items())
    assert max(few.values()) <= OF_ONE


def test_a_forget_request_takes_no_more_queries_for_many_memories(team: Team):
    def taken() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert client.get(address).status_code == 200
        return len(captured)

    client = team.client("officer")
    team.write("Kim lives in Basel", subject="Kim")
    body = {"namespace": team.namespace.pk, "by": "subject", "what": "Kim"}
    address = client.post(reverse("admin:memories_forgetrequest_preview"), body).headers["Location"].partition("?")[0]
    few = taken()
    for number in range(60):
        team.write(f"Kim likes cake number {number}", subject="Kim")
    assert taken() <= few <= BOUND


def test_a_namespace_and_its_settings_take_a_fixed_number(team: Team):
    client = team.client("admin")
    for name in ("memories_namespace_change", "memories_namespace_settings"):
        with CaptureQueriesContext(connection) as captured:
            assert client.get(reverse(f"admin:{name}", args=[team.namespace.pk])).status_code == 200
        assert len(captured) <= BOUND


def bulk_queries(team: Team, number: int) -> int:
    """A look ahead at this many conflicts together."""
    client = team.client("admin")
    with team.inside():
        rows = Conflict.objects.select_related("a", "b").order_by("pk")[:number]
        chosen = [f"{row.pk}.{row.a.version}.{row.b.version}" for row in rows]
    assert len(chosen) == number
    body = {"chosen": chosen, "decision": "keep_a"}
    with CaptureQueriesContext(connection) as captured:
        assert client.post(reverse("admin:memories_conflict_bulk"), body).status_code == 200
    return len(captured)


def test_a_look_ahead_at_many_takes_no_more_queries(team: Team):
    fill(team, 1)
    few = bulk_queries(team, 1)
    fill(team, 2)
    assert bulk_queries(team, 8) <= few <= BOUND


def conflict_queries(team: Team) -> int:
    client = team.client("admin")
    with team.inside():
        conflict = Conflict.objects.filter(state="pending").earliest("opened_at", "pk")
    with CaptureQueriesContext(connection) as captured:
        address = reverse("admin:memories_conflict_change", args=[conflict.pk])
        assert client.get(address).status_code == 200
    return len(captured)


def test_the_page_of_a_conflict_takes_as_many_queries_however_much_is_near(team: Team):
    fill(team, 1)
    few = conflict_queries(team)
    for number in range(5):
        team.write(f"Host 1 0 has a fan number {number}", subject="host 1 0", attribute="port")
    fill(team, 2)
    assert conflict_queries(team) <= few <= 35  # for each side its versions, what moved it and what is near
