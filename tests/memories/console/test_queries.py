"""A page takes as many queries for many rows as for few."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from memories.editing import update
from memories.models import MemoryUnit
from memories.relations import relate
from memories.shapes.inputs import MemoryPatch, RelationInput
from memories.words import Channel
from review.spot_checks import draw
from tests.console_team import Team

LISTS = (
    "index",
    "memories_memoryunit_changelist",
    "memories_conflict_changelist",
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
OF_THE_START = 24  # a dozen charts and numbers, one query each


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
