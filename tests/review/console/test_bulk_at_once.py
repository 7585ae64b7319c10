"""Two reviewers who confirm the same heap in the same moment, in two connections of their own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections
from django.urls import reverse

from memories.models import Decision
from tests.console_team import Team, make_team
from tests.review.console.test_bulk import BULK, key, several, states


@pytest.fixture
def team(transactional_db: None) -> Team:
    """Committed, so that each connection sees it."""
    return make_team()


def test_each_conflict_is_decided_once_and_each_reviewer_is_told(team: Team):
    conflicts = several(team, 6)
    start = Barrier(2)

    def confirm(who: str, decision: str) -> str:
        client = team.clients[who]
        body = {"chosen": [key(one) for one in conflicts], "decision": decision, "step": "confirm"}
        try:
            start.wait(timeout=30)
            return str(client.post(reverse(BULK), body, follow=True).content.decode())
        finally:
            connections.close_all()

    for who in ("reviewer", "admin"):
        team.client(who)
    with ThreadPoolExecutor(2) as pool:
        told = dict(
            zip(("reviewer", "admin"), pool.map(confirm, ("reviewer", "admin"), ("keep_a", "keep_b")), strict=True)
        )
    assert states(team, conflicts) == ["settled"] * 6
    with team.inside():
        actions = list(Decision.objects.values_list("action", flat=True))
    assert len(actions) == 6
    by_reviewer = actions.count("person_keep_a")
    assert told["reviewer"].count("admin has decided this conflict already: keep B.") == 6 - by_reviewer
    assert told["admin"].count("reviewer has decided this conflict already: keep A.") == by_reviewer
