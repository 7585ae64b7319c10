"""Batches in the background at the REST door: accepted, written once by a worker, asked for, forgotten."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import override_settings
from django.utils import timezone
from django_q.models import OrmQ

from hindsight_site import settings as site
from memories.asking import running
from memories.asking.batches import request_of
from memories.asking.clearing import clear
from memories.asking.running import sweep
from memories.jobs import write_job
from memories.models import Job, MemoryUnit, Token
from memories.tokens import revoke_token
from memories.walls import inside
from tests.doors.rest.conftest import Door, door

FERRY, LIGHT = "The ferry to Elba leaves at nine", "灯塔看守人叫玛尔塔"
LATER = timedelta(seconds=site.HINDSIGHT.JOB_LEASE_SECONDS + 1)


def ask(who: Door, *items: Any, expect: int = 202, **body: Any) -> Any:
    return who.post("memories/batch", {"items": list(items), "async": True, **body}, expect=expect)


def nudges() -> list[tuple[Any, ...]]:
    return [row.task["args"] for row in OrmQ.objects.all() if row.task["func"] == "memories.jobs.write_job"]


def work() -> None:
    """What a worker does with the nudges that wait."""
    for args in nudges():
        write_job(*args)


def row(who: Door, job: Any) -> Job:
    with inside(who.caller.namespace_id):
        return Job.objects.get(pk=job["id"])


def units(who: Door) -> list[str]:
    with inside(who.caller.namespace_id):
        return sorted(MemoryUnit.objects.values_list("value", flat=True))


def test_a_batch_is_accepted_at_once_and_written_by_a_worker(owner: Door):
    response = owner.raw("POST", "memories/batch", {"items": [{"value": FERRY}, {"value": LIGHT}], "async": True})
    job = response.json()
    assert (response.status_code, job["state"], job["total"]) == (202, "queued", 2)
    assert response.headers["Location"] == f"/api/v1/jobs/{job['id']}"
    waiting = owner.get(response.headers["Location"])
    assert (waiting["state"], waiting["results"], waiting["finished_at"]) == ("queued", [], None)
    assert units(owner) == []
    assert nudges() == [(owner.caller.namespace_id, job["id"])]
    work()
    done = owner.get(f"jobs/{job['id']}")
    assert (done["state"], done["kind"], done["total"], done["error"]) == ("done", "batch", 2, None)
    assert done["finished_at"] > done["created_at"]
    assert [one["outcome"] for one in done["results"]] == ["created", "created"]
    assert [one["memory"]["value"] for one in done["results"]] == [FERRY, LIGHT]
    assert done["results"][0]["memory"] == owner.get(f"memories/{done['results'][0]['memory']['id']}")


@pytest.mark.parametrize(
    ("path", "body", "headers"),
    [
        ("memories/batch", {"async": True}, {}),
        ("memories/batch?async=true", {}, {}),
        ("memories/batch", {}, {"Prefer": "return=minimal, Respond-Async; wait=1"}),
    ],
)
def test_three_ways_to_ask_for_it(owner: Door, path: str, body: dict[str, Any], headers: dict[str, str]):
    response = owner.raw("POST", path, {"items": [{"value": FERRY}], **body}, **headers)
    assert response.status_code == 202
    assert "results" in owner.post("memories/batch?async=false", {"items": [{"value": LIGHT}], "async": False})


def test_it_answers_as_the_other_form_does(owner: Door, outsider: Door):
    items = [
        {"value": FERRY},
        {"value": FERRY + "."},
        {"value": "x" * 2001},
        {"valeu": "x"},
        7,
        {"value": "The budget of project Ash is now 100 dollars", "subject": "Ash", "attribute": "budget"},
        {"value": "The budget of project Ash is now 200 dollars", "subject": "Ash", "attribute": "budget"},
    ]
    job = ask(owner, *items)
    work()
    later = owner.get(f"jobs/{job['id']}")["results"]
    at_once = outsider.post("memories/batch", {"items": items})["results"]
    for background, direct in zip(later, at_once, strict=True):
        assert background.get("outcome") == direct.get("outcome")
        assert [one["what"] for one in background.get("touched", [])] == [
            one["what"] for one in direct.get("touched", [])
        ]
        assert background.get("why") == direct.get("why")
        assert background.get("error", {}).get("code") == direct.get("error", {}).get("code")
    assert later[2]["error"]["field"] == "value"


def test_nothing_of_it_is_stored_in_plain_and_the_request_is_dropped(owner: Door):
    job = ask(owner, {"value": FERRY, "raw_ref": "mail 17"}, {"value": LIGHT}, {"value": "x", "the lighthouse": 1})
    with inside(owner.caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SELECT j::text FROM memories_job j")
        stored = cursor.fetchone()[0]
    assert FERRY not in stored
    assert "灯" not in stored
    assert json.loads(row(owner, job).request or "")["items"][0]["value"] == FERRY
    work()
    done = row(owner, job)
    assert done.request is None
    assert [sorted(one) for one in done.results][2] == ["error"]
    kept = json.dumps(done.results, ensure_ascii=False)
    assert FERRY not in kept
    assert "灯" not in kept
    assert "lighthouse" not in kept
    assert owner.get(f"jobs/{job['id']}")["results"][2]["error"]["code"] == "unknown_field"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "items_missing"),
        ({"items": "x"}, "items_invalid"),
        ({"items": []}, "items_too_few"),
        ({"items": [{"value": "x"}] * 4}, "items_too_many"),
        ({"items": [{"value": "x"}], "later": True}, "unknown_field"),
        ({"items": [{"value": "x"}], "idempotency_key": ""}, "idempotency_key_empty"),
        ({"items": [{"value": "x"}], "idempotency_key": "k" * 201}, "idempotency_key_too_long"),
    ],
)
@pytest.mark.parametrize("background", [True, False])
def test_a_body_that_is_wrong_as_a_whole_is_refused_at_once(
    owner: Door, body: dict[str, Any], code: str, background: bool
):
    with override_settings(HINDSIGHT=site.HINDSIGHT.model_copy(update={"BATCH_MAX_ITEMS": 3})):
        refused = owner.post("memories/batch", {**body, "async": background}, expect=400)
    assert refused["code"] == code
    assert nudges() == []
    assert units(owner) == []


def test_who_may_ask_for_a_job(owner: Door, teammate: Door, outsider: Door):
    writer = door("team", scopes=["write"])
    job = ask(writer, {"value": FERRY})
    work()
    assert writer.get(f"jobs/{job['id']}")["results"][0]["memory"]["value"] == FERRY
    assert owner.get(f"jobs/{job['id']}")["state"] == "done", "it may review"
    for other in (teammate, outsider):
        assert other.get(f"jobs/{job['id']}", expect=404)["code"] == "not_found"
    assert owner.get(f"jobs/{uuid4()}", expect=404)["code"] == "not_found"
    assert door("team", scopes=["read"]).get(f"jobs/{job['id']}", expect=403)["missing"] == "write"


def test_a_nudge_that_comes_twice_writes_once(owner: Door):
    job = ask(owner, {"value": FERRY})
    (args,) = nudges()
    write_job(*args)
    first = owner.get(f"jobs/{job['id']}")
    write_job(*args)
    write_job(args[0], str(uuid4()))
    assert owner.get(f"jobs/{job['id']}") == first
    assert first["results"][0]["memory"]["version"] == 1
    assert units(owner) == [FERRY]


def test_what_was_accepted_is_written_though_its_token_is_revoked(owner: Door):
    writer = door("team", scopes=["write"], channels=["tool_result"])
    job = ask(writer, {"value": FERRY}, {"value": LIGHT, "channel": "user_statement"})
    token = Token.objects.get(prefix=writer.secret[:11])
    revoke_token(token, actor="operator", now=timezone.now())
    work()
    writer.get(f"jobs/{job['id']}", expect=401)
    first, second = owner.get(f"jobs/{job['id']}")["results"]
    assert first["outcome"] == "created"
    assert second["error"]["code"] == "channel_not_allowed", "with the rights that it had, and no others"
    source = owner.get(f"memories/{first['memory']['id']}/trace")["source"]
    assert (source["channel"], source["writer"]) == ("tool_result", f"{token.prefix}…")


def test_what_was_said_without_a_time_was_said_when_it_came_in(owner: Door):
    job = ask(owner, {"value": FERRY}, {"value": LIGHT, "occurred_at": "2026-01-05T10:00:00Z"})
    with inside(owner.caller.namespace_id):
        Job.objects.update(created_at=timezone.now() - timedelta(days=2))
    work()
    done = owner.get(f"jobs/{job['id']}")
    first, second = (one["memory"] for one in done["results"])
    # Of items that came together the later are newer, so the first of two was said a microsecond before.
    said = datetime.fromisoformat(first["occurred_at"])
    assert said == datetime.fromisoformat(done["created_at"]) - timedelta(microseconds=1)
    assert second["occurred_at"] == "2026-01-05T10:00:00Z"


def test_a_worker_that_died_is_taken_over_and_one_that_was_slow_writes_nothing(owner: Door):
    job = ask(owner, {"value": FERRY})
    space = owner.caller.namespace_id
    slow = running._claim(space, row(owner, job).pk, now=timezone.now())
    assert slow is not None
    prepared = running._prepared(slow, request_of(slow))
    assert owner.get(f"jobs/{job['id']}")["state"] == "running"
    work()
    assert units(owner) == [], "somebody holds it"
    assert sweep(timezone.now()) == 0
    assert sweep(timezone.now() + LATER) == 1
    assert len(nudges()) == 2
    work()
    assert owner.get(f"jobs/{job['id']}")["state"] == "done"
    assert row(owner, job).attempts == 2
    assert running._write(slow, prepared) is False
    assert owner.get(f"jobs/{job['id']}")["results"][0]["memory"]["version"] == 1
    assert sweep(timezone.now() + LATER) == 0


def test_a_batch_whose_worker_is_lost_three_times_has_failed(owner: Door):
    job = ask(owner, {"value": FERRY}, idempotency_key="k")
    space, now = owner.caller.namespace_id, timezone.now()
    for attempt in (1, 2, 3):
        claimed = running._claim(space, row(owner, job).pk, now=now)
        assert claimed is not None
        assert claimed.attempts == attempt
        now += LATER
        assert sweep(now) == 1
    failed = owner.get(f"jobs/{job['id']}")
    assert (failed["state"], failed["results"], failed["error"]["code"]) == ("failed", [], "gave_up")
    assert row(owner, job).request is None
    assert units(owner) == []
    again = ask(owner, {"value": FERRY}, idempotency_key="k")
    assert again["id"] != job["id"], "a write that failed leaves no key behind"


def test_a_batch_that_cannot_be_written_has_failed_with_its_code(owner: Door, monkeypatch: pytest.MonkeyPatch):
    job = ask(owner, {"value": FERRY})
    with monkeypatch.context() as broken:
        broken.setattr(running, "commit", lambda *_, **__: 1 / 0)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                write_job(*nudges()[0])
            assert sweep(timezone.now()) == (0 if row(owner, job).state == "failed" else 1)
    failed = owner.get(f"jobs/{job['id']}")
    assert (failed["state"], failed["error"]["code"]) == ("failed", "internal_error")
    work()
    assert units(owner) == []


def test_one_failure_is_made_good_by_the_next_attempt(owner: Door, monkeypatch: pytest.MonkeyPatch):
    job = ask(owner, {"value": FERRY})
    with monkeypatch.context() as broken:
        broken.setattr(running, "prepare", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            work()
    assert owner.get(f"jobs/{job['id']}")["state"] == "queued"
    assert sweep(timezone.now()) == 1
    write_job(*nudges()[-1])
    assert owner.get(f"jobs/{job['id']}")["state"] == "done"


def test_where_no_worker_can_be_alive_every_open_batch_is_asked_for_again(owner: Door):
    job = ask(owner, {"value": FERRY})
    assert running._claim(owner.caller.namespace_id, row(owner, job).pk, now=timezone.now()) is not None
    OrmQ.objects.all().delete()
    assert sweep(timezone.now(), alone=True) == 1
    work()
    assert owner.get(f"jobs/{job['id']}")["state"] == "done"


def test_a_lease_is_renewed_while_it_is_prepared(owner: Door, monkeypatch: pytest.MonkeyPatch):
    job = ask(owner, {"value": FERRY})
    claimed = running._claim(owner.caller.namespace_id, row(owner, job).pk, now=timezone.now() - LATER)
    assert claimed is not None
    turns = iter([False, True])
    monkeypatch.setattr(connection, "close", lambda: None)

    class Soon:
        def wait(self, seconds: float) -> bool:
            assert seconds == site.HINDSIGHT.JOB_LEASE_SECONDS / 3
            return next(turns)

    running._renew(claimed, Soon())  # type: ignore[arg-type]
    lease = row(owner, job).lease_until
    assert lease is not None
    assert lease > timezone.now() + LATER / 2


def test_finished_jobs_go_after_their_time(owner: Door):
    done, open_one = ask(owner, {"value": FERRY}), ask(owner, {"value": LIGHT})
    write_job(*nudges()[0])
    keep = timedelta(days=site.HINDSIGHT.JOB_RETENTION_DAYS)
    assert clear(timezone.now() + keep - timedelta(minutes=1))[0] == 0
    assert clear(timezone.now() + keep + timedelta(minutes=1))[0] == 1
    owner.get(f"jobs/{done['id']}", expect=404)
    assert owner.get(f"jobs/{open_one['id']}")["state"] == "queued"
