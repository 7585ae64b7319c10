"""Review runs at the REST door: asked for, queued with their job, carried out, looked at."""

from __future__ import annotations

import pytest
from django_q.models import OrmQ

from review.jobs import review_namespace
from tests.doors.rest.conftest import Door


def test_a_review_is_queued_and_carried_out(owner: Door, teammate: Door):
    owner.write("The lighthouse keeper is called Marta")
    asked = owner.post("reviews", expect=202)
    assert asked["state"] == "queued"
    assert set(asked) >= {"id", "state", "seen", "pairs", "judged", "changed", "deferred", "tokens"}
    assert asked["judged"] == {"local": 0, "llm": 0}
    (job,) = [row for row in OrmQ.objects.all() if row.task["func"].startswith("review.")]
    space = owner.caller.namespace_id
    assert job.task["args"] == (space, "event")
    review_namespace(*job.task["args"])
    done = teammate.get(f"reviews/{asked['id']}")
    assert done["state"] == "done"
    assert owner.get("reviews")["results"] == [done]
    assert owner.get("reviews?state=queued")["results"] == []


def test_asking_twice_is_one_run_and_a_window_is_one_of_its_own(owner: Door):
    first = owner.post("reviews", expect=202)
    assert owner.post("reviews", {}, expect=202)["id"] == first["id"]
    window = {"since": "2026-01-01T00:00:00Z", "until": "2026-02-01T00:00:00Z"}
    other = owner.post("reviews", window, expect=202)
    assert other["id"] != first["id"]
    page = owner.get("reviews?page_size=1")
    rest = owner.get(page["next"])
    assert {page["results"][0]["id"], rest["results"][0]["id"]} == {first["id"], other["id"]}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"since": "2026-02-01", "until": "2026-01-01"}, "until_before_since"),
        ({"since": "yesterday"}, "since_invalid"),
        ({"full": True}, "unknown_field"),
    ],
)
def test_a_review_that_is_refused(owner: Door, body: dict[str, object], code: str):
    assert owner.post("reviews", body, expect=400)["code"] == code
    assert owner.get("reviews")["results"] == []
