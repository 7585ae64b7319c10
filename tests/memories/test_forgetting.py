"""Forget me: everything goes, a second look finds nothing, the receipt can be checked."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest

from memories.editing import update
from memories.erasure_ledger import refuse_erased
from memories.errors import NotFound, Refused
from memories.forgetting.erasers import ERASERS
from memories.forgetting.requests import confirm, read_request, request_forgetting, verify_receipt
from memories.identity import word_pattern
from memories.models import AuditEntry, Conflict, ForgetRequest, MemoryUnit, Recall, Source
from memories.recalling.search import search
from memories.shapes.inputs import ForgetInput, MemoryInput, MemoryPatch
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

WEEKS = timedelta(days=21)


def say(caller, value, at=NOW, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=at).memory


def forget(caller, **fields):
    return request_forgetting(caller, ForgetInput(**fields), now=NOW)


@pytest.fixture
def life_of_alice(caller):
    say(caller, "I use Django for the web service", NOW - WEEKS, subject="alice", raw_ref="mail 17", session_id="s1")
    say(caller, "I have switched to FastAPI", subject="alice", session_id="s2")
    say(caller, "Team lunch with Alice is on Tuesday", session_id="s3")
    say(caller, "Bob planned the malice-free alicante trip", session_id="s4")
    moved = say(caller, "The desk by the window is taken by Carol", subject="bob")
    update(caller, moved.id, MemoryPatch(value="The desk by the window is taken by alice"), now=NOW)
    update(caller, moved.id, MemoryPatch(value="The desk by the window is free"), now=NOW)
    search(caller, SearchInput(query="what does alice use"), now=NOW)
    return caller


def test_a_subject_is_erased_everywhere_it_stood(life_of_alice):
    caller = life_of_alice
    request = forget(caller, subject="alice")
    assert request.state == "done"
    assert request.counts["units"] == 4, "her two, the one that names her, the one that named her once"
    assert request.counts["recalls"] == 1
    assert request.counts["conflicts"] == 1
    assert request.counts["sources"] == 4
    with inside(caller.namespace_id):
        assert [unit.value for unit in MemoryUnit.objects.all()] == ["Bob planned the malice-free alicante trip"]
        assert not Conflict.objects.exists()
        assert not Recall.objects.exists()
        assert Source.objects.count() == 1
    again = forget(caller, subject="alice")
    assert set(again.counts.values()) == {0}
    assert again.state == "done"


def test_nothing_of_the_erased_is_left_in_any_table(life_of_alice, database):
    """Look with the superuser's eyes at every text of every table."""
    caller = life_of_alice
    with inside(caller.namespace_id):
        ids = [str(pk) for pk in MemoryUnit.objects.exclude(value__startswith="Bob").values_list("pk", flat=True)]
    forget(caller, subject="alice")
    from django.db import connection

    with inside(caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relname ~ '^(memories|review|django_q)_'")
        tables = [row[0] for row in cursor.fetchall()]
        hits = {}
        for table in tables:
            cursor.execute(
                f"SELECT count(*) FROM {table} t WHERE t::text ~* '\\yalice\\y' OR t::text ~ %s", ["|".join(ids)]
            )
            hits[table] = cursor.fetchone()[0]
    left = {table for table, number in hits.items() if number}
    assert left == {"memories_auditentry"}, "the audit keeps opaque ids and outlives the erasure"
    assert not any("alice" in str(entry.detail).lower() for entry in AuditEntry.objects.all())


def test_a_preview_counts_and_erases_nothing(life_of_alice):
    caller = life_of_alice
    request = forget(caller, subject="alice", dry_run=True)
    assert (request.state, request.counts["units"]) == ("preview", 4)
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 5
        assert ForgetRequest.objects.get().identifier == "alice"
    done = confirm(caller, request.pk, now=NOW)
    assert done.state == "done"
    assert confirm(caller, request.pk, now=NOW).receipt == done.receipt, "confirming twice is safe"
    assert read_request(caller, request.pk).identifier is None


def test_the_receipt_is_signed_and_holds_counts_only(life_of_alice):
    receipt = forget(life_of_alice, subject="alice").receipt
    assert receipt["left"] == 0
    assert receipt["erased"]["units"] == 4
    assert set(receipt["kinds_looked_at"]) == {eraser.name for eraser in ERASERS}
    assert verify_receipt(receipt)
    assert not verify_receipt({**receipt, "left": 1})
    assert "alice" not in str(receipt)


def test_an_identifier_is_found_in_text(caller):
    say(caller, "Refunds for zhang@example.com go to the second account")
    say(caller, "客户张三的预算是10万")
    assert forget(caller, identifier="zhang@example.com").counts["units"] == 1
    assert forget(caller, identifier="张三").counts["units"] == 1


def test_a_source_takes_what_only_it_stated(caller, another_writer):
    own = say(caller, "The canary deploys at noon", session_id="poisoned")
    shared = say(caller, "The night shift starts at ten", session_id="poisoned")
    say(another_writer(), "The night shift starts at ten")
    request = forget(caller, source_id=own.source_id)
    assert request.counts["units"] == 1
    with inside(caller.namespace_id):
        unit = MemoryUnit.objects.get()
        assert unit.pk == shared.id
        assert unit.source_id != own.source_id
        assert unit.evidence.count() == 1
        assert unit.confidence == 0.9, "what the erased witness had added is taken back"


def test_a_write_begun_before_the_erasure_cannot_bring_it_back(caller):
    say(caller, "I live in Lyon", subject="alice")
    forget(caller, subject="alice")
    unit = MemoryUnit(namespace_id=caller.namespace_id, value="I live in Lyon", subject="Alice")
    with inside(caller.namespace_id):
        with pytest.raises(Refused) as refused:
            refuse_erased(unit, received_at=NOW - timedelta(seconds=1))
        refuse_erased(unit, received_at=NOW + timedelta(seconds=1))
    assert refused.value.code == "erased"


def test_the_other_side_of_an_erased_conflict_is_contested_no_longer(caller):
    say(caller, "The gateway of unit seven listens on port 8080", mcp_server="consul", channel="tool_result")
    say(
        caller,
        "The gateway of unit seven listens on port 9090",
        mcp_server="k8s",
        channel="tool_result",
        entities=["k8s"],
    )
    forget(caller, identifier="k8s")
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.get().contested


def test_who_may_forget(caller, another_writer, outsider):
    say(caller, "I live in Lyon", subject="alice")
    with pytest.raises(Refused):
        forget(another_writer(scopes=["read", "write", "review"]), subject="alice")
    assert forget(outsider, subject="alice").counts["units"] == 0
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 1
    with pytest.raises(NotFound):
        forget(caller, source_id=uuid4())


@pytest.mark.parametrize(
    ("name", "text", "hit"),
    [
        ("alice", "Call ALICE, now", True),
        ("alice", "malice", False),
        ("ann", "planned", False),
        ("u-42", "user u-42 said", True),
        ("u-42", "user u-421 said", False),
        ("张三", "客户张三的预算", True),
        ("+49 170 123", "reach me at +49 170 123.", True),
        ("13577779999", "会话13577779999", True),
        ("13577779999", "chat13577779999x", True),
        ("13577779999", "113577779999", False),
        ("ana", "客户ana的预算", True),
    ],
)
def test_a_name_is_a_word_of_its_own(name, text, hit):
    assert bool(word_pattern(name).search(text.lower())) is hit


LABELS = ("mcp_server", "tool_call_id", "conversation_id", "session_id", "task_id", "step")


@pytest.mark.parametrize("by", ["subject", "identifier"])
@pytest.mark.parametrize("label", LABELS)
def test_no_label_is_passed_over(caller, by, label):
    say(caller, "The tea is in the tin", **{label: "wa:13577779999"})
    assert forget(caller, **{by: "13577779999"}).counts["units"] == 1


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("chat-13577779999-1", "+86 135 7777 9999"),
        ("user_13577779999", "13577779999"),
        ("会话13577779999", "手机 13577779999"),
        ("tel +86 135 7777 9999", "13577779999"),
        ("mailto:lbl.owner@zed.example", "lbl.owner@zed.example"),
        ("Lbl.Owner@zed.example#2026", "lbl.owner@zed.example"),
        ("chat-lena-1", "Lena"),
    ],
)
def test_a_label_that_holds_the_name_goes_with_all_that_came_under_it(caller, said, asked):
    say(caller, "The tea is in the tin", task_id=said)
    say(caller, "The rice is in the jar", task_id="chat-113577779999-lenape")
    done = forget(caller, identifier=asked)
    assert (done.state, done.counts["units"], done.counts["sources"], done.receipt["left"]) == ("done", 1, 1, 0)
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.get().value == "The rice is in the jar"
        assert Source.objects.get().task_id == "chat-113577779999-lenape"


def test_a_source_with_nothing_left_to_state_goes_by_its_label(caller):
    made = say(caller, "The tea is in the tin", session_id="wa:13577779999")
    with inside(caller.namespace_id):
        MemoryUnit.objects.filter(pk=made.id).delete()
    done = forget(caller, identifier="13577779999")
    assert (done.counts["units"], done.counts["sources"]) == (0, 1)
    with inside(caller.namespace_id):
        assert not Source.objects.exists()


def test_a_subject_in_another_spelling_of_the_number_goes(caller):
    say(caller, "Likes tea", subject="+86 135-7777-9999")
    assert forget(caller, subject="13577779999").counts["units"] == 1


@pytest.mark.parametrize("by", ["subject", "identifier"])
def test_an_identifier_may_be_asked_for_with_its_label_or_beside_another(caller, by):
    for value in ("Her passport is E87654321", "Call 13800002222", "Or call 13800004444", "Call 13800006666"):
        say(caller, value)
    assert forget(caller, **{by: "护照号E87654321"}).counts["units"] == 1
    assert forget(caller, **{by: "13800002222,13800004444"}).counts["units"] == 2
    with inside(caller.namespace_id):
        assert MemoryUnit.objects.count() == 1


def test_a_write_under_way_with_the_name_in_a_label_is_refused(caller):
    forget(caller, identifier="13577779999")
    for session in ("wa:13577779999", "会话+86 135 7777 9999"):
        with pytest.raises(Refused) as refused:
            say(caller, "The tea is in the tin", session_id=session)
        assert refused.value.code == "erased"


@pytest.mark.django_db(transaction=True)
def test_committed_erasure_is_vacuumed_out_of_the_files():
    """With the rights that the application has in production; the receipt says so."""
    from memories.namespaces import ensure_namespace
    from memories.tokens import authenticate, create_token
    from memories.words import Channel, Scope

    space = ensure_namespace("team")
    _, secret = create_token(namespace=space, scopes=list(Scope), channels=list(Channel))
    here = authenticate(secret, now=NOW)
    say(here, "I live in Lyon", subject="alice")
    receipt = forget(here, subject="alice").receipt
    assert receipt["vacuumed"] is True
