"""A key makes a retry safe: the same request is answered again and writes nothing, another one is refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from memories import lifecycle, preparing
from memories.asking.clearing import clear
from memories.callers import Caller
from memories.editing import update
from memories.errors import HindsightError, Invalid, Refused, WrongState
from memories.forgetting.requests import request_forgetting
from memories.models import AuditEntry, Evidence, IdempotencyKey, MemoryUnit, MemoryVersion
from memories.preparing import Failed
from memories.shapes.inputs import ForgetInput, MemoryInput, MemoryPatch
from memories.shapes.outputs import WriteOut
from memories.shapes.reading import read
from memories.walls import inside
from memories.writing import write, write_batch
from tests.people import NOW

pytestmark = pytest.mark.django_db

POOL = "The pool on the roof opens at six"
DJANGO = {"value": "I use Django for the web service", "occurred_at": "2026-05-01T10:00:00Z"}
FASTAPI = {"value": "I have switched to FastAPI"}
SOON = NOW + timedelta(minutes=5)


def say(caller: Caller, value: str = POOL, key: str | None = "k", at: Any = NOW, **fields: Any) -> WriteOut:
    return write(caller, read(MemoryInput, {"value": value, "idempotency_key": key, **fields}), now=at)


def rows(caller: Caller) -> tuple[int, ...]:
    """How much there is of whatever a write makes."""
    with inside(caller.namespace_id):
        made = (MemoryUnit, MemoryVersion, Evidence, AuditEntry, IdempotencyKey)
        counts = tuple(model._default_manager.count() for model in made)
        return (*counts, sum(Evidence.objects.values_list("times", flat=True)))


def refused_with(code: str, call: Any) -> HindsightError:
    with pytest.raises(HindsightError) as refused:
        call()
    assert refused.value.code == code
    return refused.value


def test_a_retry_is_answered_again_and_writes_nothing(caller: Caller):
    first = say(caller)
    before = rows(caller)
    again = say(caller, at=SOON)
    assert again == first
    assert (again.outcome, again.steps) == ("created", first.steps)
    assert rows(caller) == before


def test_evidence_is_not_counted_again(caller: Caller, another_writer: Any):
    say(another_writer(), key=None)
    first = say(caller)
    assert (first.outcome, first.why) == ("reinforced", "independent_source")
    before = rows(caller)
    again = say(caller, at=SOON)
    assert (again.outcome, again.why, again.memory.confidence) == (first.outcome, first.why, first.memory.confidence)
    assert rows(caller) == before


def test_what_it_touched_is_told_again_and_the_unit_is_as_it_is_now(caller: Caller):
    old = say(caller, key=None, **DJANGO).memory
    first = say(caller, **FASTAPI)
    assert [(one.id, one.what) for one in first.touched] == [(old.id, "superseded")]
    update(caller, first.memory.id, MemoryPatch(tags=["web"]), now=SOON)
    again = say(caller, at=SOON, **FASTAPI)
    assert (again.outcome, again.touched, again.why) == (first.outcome, first.touched, first.why)
    assert (again.memory.version, again.memory.tags) == (2, ["web"])
    lifecycle.delete(caller, first.memory.id, now=SOON)
    assert say(caller, at=SOON, **FASTAPI).memory.state == "deleted"


@pytest.mark.parametrize(
    "other", [{"value": POOL + "!"}, {"tags": ["x"]}, {"subject": "roof"}, {"occurred_at": "2026-05-01"}]
)
def test_another_request_with_the_same_key_is_refused(caller: Caller, other: dict[str, Any]):
    say(caller)
    before = rows(caller)
    error = refused_with("idempotency_key_reused", lambda: say(caller, **{"value": POOL, **other}))
    assert (error.status, error.field) == (409, "idempotency_key")
    assert rows(caller) == before


def test_the_same_request_in_another_spelling_is_the_same(caller: Caller):
    first = say(caller, tags=["a"], occurred_at="2026-05-01T10:00:00+02:00")
    body = {"content": POOL, "tags": ["a", "a"], "occurred_at": "2026-05-01T08:00:00Z", "decision": False}
    again = write(caller, read(MemoryInput, {**body, "idempotency_key": "k"}), now=SOON)
    assert again == first


def test_keys_of_two_tokens_and_of_two_namespaces_are_two_keys(caller: Caller, another_writer: Any, outsider: Caller):
    say(caller)
    assert say(another_writer()).outcome == "reinforced"
    assert say(outsider).outcome == "created"


def test_without_a_key_every_write_counts(caller: Caller):
    assert [say(caller, key=None).outcome for _ in range(2)] == ["created", "reinforced"]
    with inside(caller.namespace_id):
        assert not IdempotencyKey.objects.exists()


def test_a_retry_is_not_refused_for_a_time_that_has_passed_since(caller: Caller):
    first = say(caller, expires_at="2026-06-01T12:04:00Z")
    assert say(caller, at=SOON, expires_at="2026-06-01T12:04:00Z").memory.id == first.memory.id


def test_a_refused_write_leaves_no_key(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    refused_with("expires_at_in_past", lambda: say(caller, expires_at="2026-05-01"))
    assert say(caller).outcome == "created"
    request_forgetting(caller, ForgetInput(subject="alice"), now=SOON)
    refused_with("erased", lambda: say(caller, "I live in Lyon", "other", subject="alice"))
    with inside(caller.namespace_id):
        assert IdempotencyKey.objects.count() == 1
    assert say(caller, "The sky is blue today", "other", at=SOON).outcome == "created"


def test_a_write_that_breaks_leaves_no_key(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    from memories import writing

    with monkeypatch.context() as broken:
        broken.setattr(writing, "place_all", lambda *_, **__: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            say(caller)
    assert rows(caller)[4] == 0
    assert say(caller).outcome == "created"


def test_the_key_is_stored_as_a_keyed_digest_alone(caller: Caller):
    say(caller, key="order-4711-of-alice")
    write_batch(caller, [{"value": "x", "idempotency_key": "order-4712-of-alice"}], key="alice-batch", now=NOW)
    with inside(caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^(memories|review|django_q)_'")
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text ~ 'alice'")
            assert cursor.fetchone()[0] == 0, table


def test_a_batch_and_its_items(caller: Caller):
    items = [{"value": POOL, "idempotency_key": "a"}, {"value": "x" * 2001}, {"value": "The van is at the garage"}]
    first = write_batch(caller, items, key="whole", now=NOW)
    before = rows(caller)
    again = write_batch(caller, items, key="whole", now=SOON)
    assert rows(caller) == before
    for one, other in zip(first, again, strict=True):
        if isinstance(one, Failed):
            assert isinstance(other, Failed)
            assert other.error.as_dict() == one.error.as_dict()
        else:
            assert one == other
    alone = say(caller, key="a", at=SOON)
    assert alone == first[0], "an item that is retried alone"
    refused_with("idempotency_key_reused", lambda: write_batch(caller, items[:1], key="whole", now=SOON))
    refused_with("idempotency_key_reused", lambda: say(caller, key="whole"))
    assert rows(caller) == before


def test_items_with_keys_that_were_answered_before_stand_in_their_places(caller: Caller):
    first = say(caller, key="a")
    items = [
        {"value": "The van is at the garage", "idempotency_key": "b"},
        {"value": POOL, "idempotency_key": "a"},
        {"value": "Another", "idempotency_key": "a"},
        {"value": "Chess club meets on Monday"},
    ]
    van, pool, reused, chess = write_batch(caller, items, now=SOON)
    assert isinstance(van, WriteOut)
    assert isinstance(chess, WriteOut)
    assert pool == first
    assert isinstance(reused, Failed)
    assert reused.error.code == "idempotency_key_reused"
    assert (van.outcome, chess.outcome) == ("created", "created")
    assert say(caller, "The van is at the garage", "b") == van


def test_a_key_twice_in_one_batch(caller: Caller):
    items: list[dict[str, Any]] = [
        {"value": POOL, "idempotency_key": "a"},
        {"value": POOL, "idempotency_key": "a"},
        {"value": "Another", "idempotency_key": "a"},
        {"value": "Late", "expires_at": "2026-05-01", "idempotency_key": "b"},
        {"value": "The van is at the garage", "idempotency_key": "b"},
    ]
    one, same, other, late, van = write_batch(caller, items, now=NOW)
    assert isinstance(one, WriteOut)
    assert same is one
    assert isinstance(other, Failed)
    assert other.error.code == "idempotency_key_reused"
    assert isinstance(late, Failed)
    assert isinstance(van, WriteOut), "what was refused leaves no key behind"
    with inside(caller.namespace_id):
        assert list(Evidence.objects.values_list("times", flat=True)) == [1, 1]


def test_a_large_batch_goes_the_same_way(caller: Caller):
    items = [{"value": f"Shelf {n} holds box {n * 7}", "idempotency_key": f"s{n}"} for n in range(30)]
    first = write_batch(caller, items[:20], now=NOW)
    again = write_batch(caller, items, now=SOON)
    assert again[:20] == first
    assert {one.outcome for one in again if isinstance(one, WriteOut)} == {"created"}
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == IdempotencyKey.objects.count() == 30


def test_keys_go_after_their_time(caller: Caller):
    say(caller)
    keep = timedelta(hours=settings.HINDSIGHT.IDEMPOTENCY_HOURS)
    assert clear(NOW + keep - timedelta(minutes=1))[1] == 0
    assert clear(NOW + keep + timedelta(minutes=1))[1] == 1
    assert say(caller, at=NOW + keep).outcome == "reinforced"


def test_a_retry_neither_embeds_nor_waits_for_a_lock(caller: Caller, monkeypatch: pytest.MonkeyPatch):
    say(caller)
    monkeypatch.setattr(preparing, "embed_passages", lambda texts: 1 / 0 if texts else None)
    with CaptureQueriesContext(connection) as queries:
        say(caller, at=SOON)
    assert len(_said(queries)) == 3, _said(queries)  # preferences · key · unit
    assert not any("advisory" in sql for sql in _said(queries))


def _said(queries: CaptureQueriesContext) -> list[str]:
    """Without what begins and ends a transaction."""
    statements = [query["sql"] for query in queries.captured_queries]
    return [sql for sql in statements if "SAVEPOINT" not in sql and "set_config" not in sql]


def test_a_key_costs_a_write_three_queries_and_no_key_costs_none(caller: Caller):
    say(caller, "Warm up", None)
    counts = []
    for value, key in (("The lobby fern needs water", None), ("The lobby palm needs light", "k")):
        with CaptureQueriesContext(connection) as queries:
            assert say(caller, value, key).outcome == "created"
        counts.append(_said(queries))
    assert not any("idempotency" in sql for sql in counts[0])
    assert [sql.split()[0] for sql in counts[1] if "idempotency" in sql] == ["SELECT", "INSERT", "UPDATE"]


@pytest.mark.parametrize("key", ["", "k" * 201, "a\x00b", "\ud83d", 7, ["k"]])
def test_a_key_that_cannot_be_one_is_refused_by_name(caller: Caller, key: Any):
    with pytest.raises(Invalid) as refused:
        say(caller, key=key)
    assert refused.value.field == "idempotency_key"
    assert say(caller, key="钥匙 🔑 " + "k" * 190).outcome == "created"


def test_who_may_not_write_learns_nothing_from_a_key(caller: Caller):
    say(caller)
    reader = Caller(
        actor=caller.actor, namespace_id=caller.namespace_id, scopes=frozenset(), writer_id=caller.writer_id
    )
    with pytest.raises(Refused):
        say(reader)
    with pytest.raises(Refused):
        write_batch(reader, [{"value": POOL}], key="whole", now=NOW)
    assert issubclass(Refused, HindsightError)
    assert not issubclass(Refused, WrongState)
