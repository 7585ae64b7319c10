"""Which recalls returned a unit: the newest first, and none of another namespace."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import ProgrammingError, connection

from memories.models import Recall
from memories.recalling.feedback.returned import recalls_that_returned
from memories.walls import inside
from tests.people import NOW


def recall_of(caller, ids, at):
    with inside(caller.namespace_id):
        return Recall.objects.create(
            namespace_id=caller.namespace_id, profile="reviewed", unit_ids=ids, scores=[0.5] * len(ids), created_at=at
        ).pk


def test_the_newest_come_first_and_no_more_than_wanted(caller, outsider):
    one, other, stranger = uuid4(), uuid4(), uuid4()
    days = [recall_of(caller, ids, NOW + timedelta(days=day)) for day, ids in enumerate([[one], [one, other], [other]])]
    recall_of(outsider, [one, stranger], NOW)
    with inside(caller.namespace_id):
        assert recalls_that_returned(caller.namespace_id, [one]) == [days[1], days[0]]
        assert recalls_that_returned(caller.namespace_id, {one, other}) == days[::-1]
        assert recalls_that_returned(caller.namespace_id, [one, other], most=1) == [days[2]]
        assert recalls_that_returned(caller.namespace_id, [stranger]) == []
        assert recalls_that_returned(caller.namespace_id, []) == []


def test_the_functions_of_the_owner_keep_the_wall(caller, outsider):
    one, other = uuid4(), uuid4()
    recall_of(caller, [one, other], NOW)
    asked = [
        ("SELECT * FROM hindsight_recalls_of(%s, %s::uuid[], 9)", [caller.namespace_id, [one]]),
        (
            "SELECT * FROM hindsight_helped_together(%s, %s::uuid[], %s::uuid[], 9)",
            [caller.namespace_id, [one], [other]],
        ),
    ]
    for statement, params in asked:
        with (
            pytest.raises(ProgrammingError, match="not visible"),
            inside(outsider.namespace_id),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement, params)
