"""Personal data in what is written: marked before anything else sees it, kept apart, found again, forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection

from memories.callers import Caller
from memories.editing import update
from memories.errors import Invalid, Refused
from memories.forgetting.requests import request_forgetting
from memories.listing import list_memories
from memories.models import MemoryUnit, MemoryVersion, Recall, Session
from memories.namespaces import change_settings
from memories.recalling.search import search
from memories.shapes.inputs import ForgetInput, MemoryInput, MemoryPatch
from memories.shapes.queries import MemoryQuery
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write, write_batch
from sessions.appending import append
from sessions.ending import end
from sessions.shapes import AppendInput, EndInput
from tests.people import NOW

PHONE, OTHER_PHONE = "13800138000", "13912345678"
SECRETS = {
    "email": "zhang.san@example.com",
    "phone": PHONE,
    "cn_id": "11010519491231002X",
    "bank_card": "4111 1111 1111 1111",
    "api_key": "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a",
}


def everything_stored(caller: Caller) -> str:
    """Every text column of every walled table, as the database holds it."""
    with inside(caller.namespace_id), connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relrowsecurity")
        tables = [row[0] for row in cursor.fetchall()]
        parts = []
        for table in tables:
            cursor.execute(f"SELECT coalesce(string_agg(t::text, ' '), '') FROM {table} t")
            parts.append(cursor.fetchone()[0])
    return " ".join(parts)


@pytest.mark.parametrize("kind", SECRETS)
@pytest.mark.parametrize("sentence", ["You can use {} for the order", "订单请用 {} 处理"])
def test_nothing_personal_is_stored_in_the_plain(caller: Caller, kind: str, sentence: str):
    secret = SECRETS[kind]
    label = {"bank_card": "card ", "cn_id": "ID "}.get(kind, "")
    text = sentence.format(label + secret)
    body = MemoryInput(
        value=text, query=f"what about {secret}?", entities=[secret], tags=[secret], participants=[secret]
    )
    answer = write(caller, body, now=NOW)
    assert answer.steps[4].did == "masked"
    assert kind in answer.steps[4].why.split(",")
    assert f"[{kind.upper()}#" in answer.memory.value
    search(caller, SearchInput(query=text), now=NOW)
    assert secret not in everything_stored(caller)
    assert secret.replace(" ", "") not in everything_stored(caller).replace(" ", "")


def test_two_numbers_have_two_marks_and_one_number_has_one(caller: Caller):
    values = [f"我的手机号是 {PHONE}", "My phone is +86 138 0013 8000", f"My phone is {OTHER_PHONE}"]
    marks = [
        write(caller, MemoryInput(value=value, subject=f"s{i}"), now=NOW).memory.value.split("[")[1]
        for i, value in enumerate(values)
    ]
    assert marks[0] == marks[1] != marks[2]


def test_marks_of_two_namespaces_differ(caller: Caller, outsider: Caller):
    here, there = (write(who, MemoryInput(value=f"Call {PHONE}"), now=NOW).memory.value for who in (caller, outsider))
    assert here != there


def test_a_changed_number_supersedes(caller: Caller):
    before = write(caller, MemoryInput(value=f"My phone number is {PHONE}"), now=NOW)
    after = write(caller, MemoryInput(value=f"My phone number is now {OTHER_PHONE}"), now=NOW + timedelta(days=1))
    assert after.outcome == "superseded"
    assert after.touched[0].id == before.memory.id


def test_the_same_number_in_another_spelling_reinforces(caller: Caller):
    first = write(caller, MemoryInput(value=f"My phone number is {PHONE}"), now=NOW)
    second = write(caller, MemoryInput(value="My phone number is 138-0013-8000"), now=NOW)
    assert (second.outcome, second.memory.id) == ("reinforced", first.memory.id)


def test_a_number_is_found_by_itself(caller: Caller):
    wanted = write(caller, MemoryInput(value=f"The courier's phone is {PHONE}"), now=NOW)
    write(caller, MemoryInput(value=f"The plumber's phone is {OTHER_PHONE}"), now=NOW)
    found = search(caller, SearchInput(query=f"whose number is {PHONE}?"), now=NOW)
    assert found.results[0].memory.id == wanted.memory.id
    with inside(caller.namespace_id):
        assert PHONE not in Recall.objects.get().query


def test_encrypting_keeps_the_original_for_readers_only(caller: Caller):
    change_settings(caller, {"privacy": {"phone": "encrypt"}}, now=NOW)
    answer = write(caller, MemoryInput(value=f"The courier's phone is {PHONE}"), now=NOW)
    assert answer.memory.value == f"The courier's phone is {PHONE}"
    assert answer.steps[4].did == "encrypted"
    assert PHONE not in everything_stored(caller)
    found = search(caller, SearchInput(query="courier phone"), now=NOW)
    assert found.results[0].memory.value == f"The courier's phone is {PHONE}"


def test_refusing_stores_nothing(caller: Caller):
    armour = "-----{} RSA " + "PRIVATE KEY-----"
    key = "\n".join([armour.format("BEGIN"), "MIIEpAIBAAKCAQEA7v0F8m1r7q" * 2, armour.format("END")])
    with pytest.raises(Refused) as refused:
        write(caller, MemoryInput(value=f"The deploy key is {key}"), now=NOW)
    assert (refused.value.code, refused.value.field) == ("personal_data_refused", "value")
    assert "MIIE" not in refused.value.detail
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.exists()
    answers = write_batch(caller, [{"value": f"The deploy key is {key}"}, {"value": "The sky is clear"}], now=NOW)
    assert [type(one).__name__ for one in answers] == ["Failed", "WriteOut"]


def test_an_edit_passes_the_same_step(caller: Caller):
    made = write(caller, MemoryInput(value="The courier is Bo"), now=NOW)
    changed = update(caller, made.memory.id, MemoryPatch(value=f"The courier is Bo, {PHONE}", tags=[PHONE]), now=NOW)
    assert "[PHONE#" in changed.memory.value
    assert PHONE not in everything_stored(caller)


def test_a_subject_stays_a_handle_but_holds_no_card(caller: Caller):
    answer = write(
        caller, MemoryInput(value="Likes tea", subject="ana@example.com", key="ana@example.com.taste"), now=NOW
    )
    assert (answer.memory.subject, answer.memory.key) == ("ana@example.com", "ana@example.com.taste")
    card = write(caller, MemoryInput(value="Likes coffee", subject="card 4111111111111111"), now=NOW)
    assert "4111" not in card.memory.subject


CARD = "4111111111111111"
KEY = "sk-" + "proj-a1B2c3D4e5F6g7H8i9J0k1L2"
LABELS = ("mcp_server", "tool_call_id", "conversation_id", "session_id", "task_id", "step")


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("secret", [CARD, KEY])
def test_a_label_stays_a_handle_but_holds_no_secret(caller: Caller, label: str, secret: str):
    body = MemoryInput.model_validate({"value": "Likes tea", label: f"x {secret}"})
    first = write(caller, body, now=NOW)
    assert first.steps[4].did == "masked"
    assert secret not in everything_stored(caller)
    again = write(caller, body, now=NOW)
    assert (again.outcome, again.memory.source_id) == ("reinforced", first.memory.source_id)
    handle = write(
        caller, MemoryInput.model_validate({"value": "Likes juice", label: "mailto:ana@example.com"}), now=NOW
    )
    with inside(caller.namespace_id):
        source = MemoryUnit.objects.get(pk=handle.memory.id).source
    assert getattr(source, label) == "mailto:ana@example.com"


@pytest.mark.parametrize("label", LABELS)
def test_a_label_with_what_is_refused_is_refused_by_its_name(caller: Caller, label: str):
    armour = "-----BEGIN " + "PRIVATE KEY-----"
    with pytest.raises(Refused) as refused:
        write(caller, MemoryInput.model_validate({"value": "Likes tea", label: f"{armour} MIIEpAIBAA"}), now=NOW)
    assert (refused.value.code, refused.value.field) == ("personal_data_refused", label)
    with inside(caller.namespace_id):
        assert not MemoryUnit.objects.exists()


def test_what_a_masked_label_names_is_found_by_it(caller: Caller):
    labels = {"session_id": f"s {CARD}", "task_id": f"t {KEY}", "mcp_server": f"m {CARD}"}
    subject = {"subject": f"card {CARD}", "key": f"{CARD}.taste"}
    made = write(caller, MemoryInput.model_validate({"value": "Likes tea", **labels, **subject}), now=NOW)
    for name, said in {**labels, **subject}.items():
        found = search(caller, SearchInput.model_validate({"query": "tea", name: said}), now=NOW)
        assert [hit.memory.id for hit in found.results] == [made.memory.id], name
    for name in ("session_id", "subject", "key"):
        page = list_memories(caller, MemoryQuery.model_validate({name: {**labels, **subject}[name]}), now=NOW)
        assert [one.id for one in page.results] == [made.memory.id], name


def test_a_session_named_by_a_card_is_one_session_and_holds_none(caller: Caller):
    name, turn = f"s {CARD}", {"role": "user", "content": "I like green tea.", "tool_call_id": KEY}
    for _ in range(2):
        append(caller, name, AppendInput.model_validate({**turn, "task_id": KEY, "subject": CARD}), now=NOW)
    with inside(caller.namespace_id):
        assert Session.objects.get().turn_count == 2
    ended = end(caller, name, EndInput(success=True), now=NOW)
    assert ended.memories
    assert CARD not in everything_stored(caller)
    assert KEY not in everything_stored(caller)


@pytest.mark.parametrize("said", [KEY, f"card {CARD}", "ana@example.com", "phone_13812345678"])
def test_an_attribute_that_holds_a_secret_is_refused(said: str):
    with pytest.raises(Invalid) as refused:
        read(MemoryInput, {"value": "Likes tea", "attribute": said})
    assert (refused.value.code, refused.value.field) == ("attribute_invalid", "attribute")
    assert said not in refused.value.detail


@pytest.mark.parametrize("by", ["subject", "identifier"])
@pytest.mark.parametrize(
    ("secret", "asked"), [(PHONE, "+86 138 0013 8000"), ("Zhang.San@example.com", "zhang.san@example.com")]
)
def test_forgetting_by_an_identifier_finds_its_marks(caller: Caller, by: str, secret: str, asked: str):
    gone = write(caller, MemoryInput(value=f"Please write to {secret}"), now=NOW)
    kept = write(caller, MemoryInput(value="Please write to the office"), now=NOW)
    search(caller, SearchInput(query=f"who is {secret}?"), now=NOW)
    done = request_forgetting(caller, ForgetInput.model_validate({by: asked}), now=NOW)
    assert done.state == "done"
    assert (done.counts["units"], done.counts["recalls"]) == (1, 1)
    with inside(caller.namespace_id):
        assert set(MemoryUnit.objects.values_list("pk", flat=True)) == {kept.memory.id}
        assert not MemoryVersion.objects.filter(unit_id=gone.memory.id).exists()


def test_what_was_under_way_when_a_number_was_forgotten_is_refused(caller: Caller):
    request_forgetting(caller, ForgetInput(identifier=PHONE), now=NOW)
    with pytest.raises(Refused) as refused:
        write(caller, MemoryInput(value=f"Please call {PHONE}"), now=NOW)
    assert refused.value.code == "erased"
