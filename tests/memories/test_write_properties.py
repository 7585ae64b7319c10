"""What holds for any text and any order: stored whole or refused by its field's name, through every door; equal
statements are one unit, however they are spelt, labelled, batched and ordered."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hindsight_site import settings as site
from mcp_gateway.views import LARGEST_BODY as MCP_MAX_BYTES
from memories import preparing
from memories.callers import Caller
from memories.embedding import EmbedderDown
from memories.errors import HindsightError
from memories.models import Evidence, MemoryUnit, Source
from memories.namespaces import ensure_namespace
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import MemoryOut
from memories.shapes.reading import read
from memories.shapes.text import one_spelling, says_nothing
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope, State
from memories.writing import write, write_batch
from tests.doors.rest.conftest import Door
from tests.people import NOW

MEGABYTES_10 = 10 * 1024 * 1024
DATA_MAX_BYTES = site.DATA_UPLOAD_MAX_MEMORY_SIZE
LABELS = ("mcp_server", "tool_call_id", "conversation_id", "session_id", "task_id", "step", "raw_ref")
PLAIN = "The ferry to Elba leaves at nine"

Send = Callable[[dict[str, Any]], tuple[dict[str, Any] | None, dict[str, Any] | None]]
"""A door: a body in, (the memory, nothing) or (nothing, the error) out."""


def text_fields() -> Iterator[tuple[str, bool]]:
    """Every field of a write that takes free text, and whether it takes a list; from the shape itself."""
    for name, part in MemoryInput.model_json_schema()["properties"].items():
        choices = [part, *part.get("anyOf", [])]
        if any(one.get("type") == "string" and not {"enum", "format"} & one.keys() for one in choices):
            yield name, False
        elif any(one.get("type") == "array" for one in choices):
            yield name, True


FIELDS = dict(text_fields())


def test_no_field_that_takes_text_is_left_out():
    assert set(FIELDS) == {
        "value", "key", "query", "subject", "attribute", "entities", "participants", "tags", "action_type",
        "idempotency_key", *LABELS,
    }  # fmt: skip


def as_stored(name: str, text: str) -> Any:
    """What comes back of a text: itself, but that names have one spelling."""
    if name in ("subject", "key", "mcp_server"):
        return one_spelling(text)
    if name == "attribute":
        return re.sub(r"[\s\-]+", "_", text.strip()).casefold()
    if FIELDS[name]:
        return [] if says_nothing(text) else [one_spelling(text)]
    return text


def holds(send: Send, space: int, name: str, text: str) -> None:
    """Send one text in one field, and look at what became of it."""
    body: dict[str, Any] = {"value": f"{PLAIN} {uuid4().hex}"}
    body[name] = [text] if FIELDS[name] else text
    memory, error = send(body)
    if error is not None:
        assert str(error["field"]).split(".")[0] == name
        assert str(error["code"])
        assert len(text) < 200 or text[:200] not in json.dumps(error, ensure_ascii=False)
        return
    assert memory is not None
    if name == "idempotency_key":
        return
    with inside(space):
        if name in LABELS:
            source = Source.objects.get(pk=memory["source_id"])
            stored = getattr(source, name)
            assert as_stored(name, text) == ("" if stored is None else stored)
            return
        unit = MemoryUnit.objects.get(pk=memory["id"])
    stored = getattr(unit, name)
    if name in unit.derived:  # it was left empty, and a rule filled it in
        assert not as_stored(name, text)
    elif "[" not in str(stored) or "[" in text:  # a mark of the privacy step stands in brackets
        assert stored == as_stored(name, text)
    assert memory[name] == stored if unit.original is None else memory["value"] == unit.original


anything = st.one_of(
    st.text(st.characters()),
    st.text(
        st.sampled_from("\x00\x01\x1b\x7f\x85\ud83d\ude00\ufeff\ufffe\u200b\u200f\u202e\u2066 \t\n\r😀👩‍🚀é\u0301汉ع")
    ),
    st.text(st.sampled_from("a汉😀\u202e"), min_size=90, max_size=4100),
)
SLOW = settings(suppress_health_check=list(HealthCheck), deadline=None)


def token(space: str) -> str:
    return create_token(namespace=ensure_namespace(space), scopes=list(Scope), channels=list(Channel))[1]


def through_the_domain(caller: Caller) -> Send:
    def send(body: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        try:
            memory: MemoryOut = write(caller, read(MemoryInput, body), now=NOW).memory
        except HindsightError as error:
            return None, error.as_dict()
        return memory.model_dump(mode="json"), None

    return send


def through_rest(door: Door) -> Send:
    def send(body: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        response = door.raw("POST", "memories", body)
        assert response.status_code in (200, 201, 400, 403), response.content[:300]
        said = response.json()
        return (said["memory"], None) if response.status_code < 300 else (None, said)

    return send


def through_mcp(url: str, secret: str) -> Send:
    def send(body: dict[str, Any]) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        params = {"name": "memory_write", "arguments": body}
        response = httpx.post(
            f"{url}/mcp",
            content=json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}),
            headers={
                "Authorization": f"Bearer {secret}",
                "Accept": "application/json, text/event-stream",
                "Content-Type": "application/json",
            },
            timeout=60,
        )
        assert response.status_code == 200, response.text[:300]
        # A line of JSON ends at a line feed alone: other characters that end lines may stand in its texts.
        result = json.loads(response.text[response.text.index("{") :].split("\n")[0])["result"]
        if result["isError"]:
            return None, json.loads(result["content"][0]["text"])
        return result["structuredContent"]["memory"], None

    return send


@pytest.fixture
def no_embedder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the value is embedded; what other fields hold needs no vector."""

    def down(_texts: Any) -> Any:
        raise EmbedderDown("down")

    monkeypatch.setattr(preparing, "embed_passages", down)


@pytest.mark.django_db
@settings(SLOW, max_examples=30)
@given(text=anything)
@example(text="a\x00b")
@example(text="half \ud83d")
@example(text="\u202eabc \u2066 שלום \u0007")
@example(text="😀 👩‍🚀 🇨🇳")
def test_any_text_as_the_value(text: str):
    caller = authenticate(token(f"s-{uuid4().hex}"), now=NOW)
    holds(through_the_domain(caller), caller.namespace_id, "value", text)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_embedder")
@pytest.mark.parametrize("name", sorted(FIELDS.keys() - {"value"}))
@settings(SLOW, max_examples=10)
@given(text=anything)
@example(text="a\x00b")
@example(text="half \ud83d")
@example(text="\u202eabc \u2066 שלום \u0007")
def test_any_text_in_any_other_field(name: str, text: str):
    caller = authenticate(token("team"), now=NOW)
    holds(through_the_domain(caller), caller.namespace_id, name, text)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_embedder")
@settings(SLOW, max_examples=50)
@given(name=st.sampled_from(sorted(FIELDS)), text=anything)
@example(name="value", text="half \ud83d")
@example(name="tags", text="a\x00b")
def test_any_text_in_any_field_over_rest(name: str, text: str):
    door = Door(token("team"))
    holds(through_rest(door), door.caller.namespace_id, name, text)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_embedder")
@settings(SLOW, max_examples=40)
@given(name=st.sampled_from(sorted(FIELDS)), text=anything)
@example(name="value", text="half \ud83d")
@example(name="tags", text="a\x00b")
@example(name="raw_ref", text="\u202eabc \u2066 שלום \u0007")
@example(name="action_type", text="\x85")
def test_any_text_in_any_field_over_mcp(live_server: Any, name: str, text: str):
    secret = token("team")
    holds(through_mcp(live_server.url, secret), ensure_namespace("team").pk, name, text)


@pytest.mark.django_db(transaction=True)
def test_megabytes_in_any_field_are_refused_by_name_through_every_door(live_server: Any):
    secret = token("team")
    domain, rest = through_the_domain(authenticate(secret, now=NOW)), through_rest(Door(secret))
    over_mcp = through_mcp(live_server.url, secret)
    for name, many in FIELDS.items():
        for send, size in ((domain, MEGABYTES_10), (rest, MEGABYTES_10), (over_mcp, MCP_MAX_BYTES - 1000)):
            text = "x" * size
            memory, error = send({"value": PLAIN, name: [text] if many else text})
            assert memory is None
            assert error is not None
            assert (str(error["field"]).split(".")[0], error["code"]) == (name, f"{name}_too_long")
            assert len(json.dumps(error)) < 1000
    with inside(ensure_namespace("team").pk):
        assert not MemoryUnit.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_what_is_too_large_for_a_door_as_a_whole_is_refused_by_its_size(live_server: Any):
    secret = token("team")
    bodies = {"/mcp": MCP_MAX_BYTES, "/api/v1/memories": DATA_MAX_BYTES}
    for path, size in bodies.items():
        refused = httpx.post(
            f"{live_server.url}{path}",
            content=json.dumps({"value": "x" * size}),
            headers={"Authorization": f"Bearer {secret}", "Content-Type": "application/json"},
            timeout=60,
        )
        assert refused.status_code == 413
        assert str(size) in refused.text
        assert len(refused.text) < 1000


@pytest.mark.django_db
@pytest.mark.parametrize("name", [name for name, many in FIELDS.items() if not many])
def test_the_limit_of_a_field_is_where_its_shape_says(caller: Caller, name: str):
    schema = MemoryInput.model_json_schema()["properties"][name]
    limit = next(one["maxLength"] for one in (schema, *schema.get("anyOf", [])) if "maxLength" in one)
    send = through_the_domain(caller)
    assert limit == 2000 if name == "value" else limit in (100, 200, 500, 4000)
    memory, error = send({"value": PLAIN, name: "汉" * limit})
    assert memory is not None, error
    _, error = send({"value": PLAIN, name: "汉" * (limit + 1)})
    assert error is not None
    assert error["code"] == f"{name}_too_long"


SPELLINGS = {
    "en": (
        "The ferry to Elba leaves at nine",
        "the ferry to elba leaves at nine.",
        "  The ferry to Elba\tleaves at nine\n",
        "THE FERRY TO ELBA LEAVES AT NINE!",
        "Ｔｈｅ ferry to Elba leaves at nine",
    ),
    "zh": (
        "去厄尔巴岛的渡轮九点开",
        "去厄尔巴岛的渡轮九点开。",
        " 去厄尔巴岛的渡轮九点开 ",
        "去厄尔巴岛的渡轮九点开！",
    ),
}
one_write = st.fixed_dictionaries(
    {
        "writer": st.integers(0, 2),
        "spelling": st.integers(0, 4),
        "batched": st.booleans(),
        "labels": st.dictionaries(
            st.sampled_from(["mcp_server", "session_id", "task_id", "tool_call_id", "step"]),
            st.sampled_from(["a", "b"]),
            max_size=2,
        ),
        "tags": st.lists(st.sampled_from(["x", "y"]), max_size=2),
    }
)


@pytest.mark.django_db
@pytest.mark.parametrize("language", SPELLINGS)
@settings(SLOW, max_examples=15)
@given(writes=st.lists(one_write, min_size=2, max_size=8))
def test_equal_statements_are_one_unit_in_any_order_and_any_spelling(language: str, writes: list[dict[str, Any]]):
    space = ensure_namespace(f"s-{uuid4().hex}")
    writers = [
        authenticate(create_token(namespace=space, scopes=list(Scope), channels=[Channel.USER_STATEMENT])[1], now=NOW)
        for _ in range(3)
    ]
    spellings = SPELLINGS[language]
    outcomes = []
    waiting: list[dict[str, Any]] = []
    for number, one in enumerate(writes):
        body = {"value": spellings[one["spelling"] % len(spellings)], "tags": one["tags"], **one["labels"]}
        caller = writers[one["writer"]]
        following = writes[number + 1] if number + 1 < len(writes) else None
        waiting.append(body)
        if one["batched"] and following is not None and following["writer"] == one["writer"]:
            continue  # goes with the next one, in a batch
        if len(waiting) == 1:
            outcomes.append(write(caller, read(MemoryInput, waiting[0]), now=NOW).outcome)
        else:
            results = write_batch(caller, waiting, now=NOW)
            outcomes += [one.outcome for one in results]  # type: ignore[union-attr]
        waiting = []
    with inside(space.pk):
        unit = MemoryUnit.objects.get()
        times = list(Evidence.objects.values_list("times", flat=True))
    assert unit.state == State.ACTIVE
    assert outcomes == ["created"] + ["reinforced"] * (len(writes) - 1)
    assert unit.value == spellings[writes[0]["spelling"] % len(spellings)]
    assert unit.independent_evidence == len({one["writer"] for one in writes})
    assert sum(times) == len(writes), "each statement is kept as evidence, whoever repeats it"
