"""Every wrong input answers in the error shape, with a stable code, and writes nothing."""

from __future__ import annotations

import json
import logging
from typing import Any
from uuid import uuid4

import pytest
from django.db import DataError, OperationalError
from django.test import Client, override_settings

from memories import tracing, writing
from tests.doors.rest.conftest import Door

CHUNKED: Any = {"HTTP_TRANSFER_ENCODING": "chunked", "content_type": "application/json", "CONTENT_LENGTH": ""}
SECRET_TEXT = "the vault code is 4711"


def deep(levels: int) -> bytes:
    return b'{"value":' + b"[" * levels + b"]" * levels + b"}"


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        (b"{", "malformed_json", None),
        (b"", "value_missing", "value"),
        (b"null", "body_not_object", None),
        (b'"text"', "body_not_object", None),
        (b"[]", "body_not_object", None),
        (b"\xff\xfe{}", "malformed_json", None),
        (b'{"value": "x", "confidence": NaN}', "malformed_json", None),
        (b'{"value": ' + b"9" * 5000 + b"}", "malformed_json", None),
        (deep(100_000), "malformed_json", None),
        ({}, "value_missing", "value"),
        ({"value": ""}, "value_empty", "value"),
        ({"value": " \n"}, "value_empty", "value"),
        ({"value": "x" * 2001}, "value_too_long", "value"),
        ({"value": 7}, "value_invalid", "value"),
        ({"value": "a\u0000b"}, "value_nul", "value"),
        (b'{"value": "\\ud83d"}', "value_surrogate", "value"),
        ({"value": "x", "valeu": "y"}, "unknown_field", "valeu"),
        ({"value": "x", "state": "active"}, "state_not_writable", "state"),
        ({"value": "x", "content": "y"}, "value_twice", "value"),
        ({"value": "x", "confidence": 1.5}, "confidence_invalid", "confidence"),
        ({"value": "x", "tags": ["t"] * 51}, "tags_too_many", "tags"),
        ({"value": "x", "tags": ["a\u0000"]}, "tags_nul", "tags.0"),
        ({"value": "x", "occurred_at": "soon"}, "occurred_at_invalid", "occurred_at"),
        ({"value": "x", "occurred_at": "0001-01-01T00:00:00+14:00"}, "occurred_at_out_of_range", "occurred_at"),
        ({"value": "x", "ttl_seconds": 0}, "ttl_seconds_invalid", "ttl_seconds"),
        (
            {"value": "x", "valid_from": "2026-02-01T00:00Z", "valid_to": "2026-01-01T00:00Z"},
            "valid_to_before_valid_from",
            "valid_to",
        ),
    ],
)
def test_a_body_that_is_refused(owner: Door, body: Any, code: str, field: str | None):
    refused = owner.call("POST", "memories", body, expect=400)
    assert (refused["code"], refused["field"]) == (code, field)
    assert refused["detail"]
    assert owner.get("memories?state=all")["results"] == []


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])
def test_another_content_type_is_named(owner: Door, kind: str):
    answer = Client().generic(
        "POST",
        "/api/v1/memories",
        data=b'{"value": "x"}',
        content_type=kind,
        headers={"Authorization": f"Bearer {owner.secret}"},
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=1000)
def test_a_body_that_is_too_large(owner: Door):
    refused = owner.call("POST", "memories", {"value": "x" * 1000}, expect=413)
    assert refused["code"] == "body_too_large"


def test_a_body_in_chunks_is_not_taken_for_an_empty_one(owner: Door):
    answer = Client().post("/api/v1/reviews", headers={"Authorization": f"Bearer {owner.secret}"}, **CHUNKED)
    assert (answer.status_code, answer.json()["code"]) == (411, "length_required")


def test_a_byte_order_mark_and_a_charset_are_taken(owner: Door):
    answer = Client().generic(
        "POST",
        "/api/v1/memories",
        data=b"\xef\xbb\xbf" + json.dumps({"value": "会议改到周五"}).encode(),
        content_type="application/json; charset=utf-8",
        headers={"Authorization": f"Bearer {owner.secret}", "Accept": "text/html"},
    )
    assert answer.status_code == 201
    assert answer.json()["memory"]["value"] == "会议改到周五"


@pytest.mark.parametrize(
    ("query", "code", "field"),
    [
        ("stat=active", "unknown_field", "stat"),
        ("state=live", "state_invalid", "state.0"),
        ("page_size=0", "page_size_invalid", "page_size"),
        ("page_size=many", "page_size_invalid", "page_size"),
        ("page_size=201", "page_size_invalid", "page_size"),
        ("cursor=nonsense", "cursor_invalid", "cursor"),
        ("cursor=WyJ4Il0", "cursor_invalid", "cursor"),
        ("cursor=é", "cursor_invalid", "cursor"),
        ("subject=a&subject=b", "parameter_repeated", "subject"),
        ("subject=%00", "subject_nul", "subject"),
        ("key=" + "k" * 201, "key_too_long", "key"),
        ("format=html", "unknown_field", "format"),
    ],
)
def test_a_query_that_is_refused(owner: Door, query: str, code: str, field: str):
    refused = owner.get(f"memories?{query}", expect=400)
    assert (refused["code"], refused["field"]) == (code, field)


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("conflicts?state=open", "state_invalid"),
        ("conflicts?type=odd", "type_invalid"),
        ("conflicts?cursor=WyIxIl0", "cursor_invalid"),
        ("reviews?state=odd", "state_invalid"),
        ("alerts?open=perhaps", "open_invalid"),
        ("sources?cursor=WyJ4IiwieSJd", "cursor_invalid"),
        ("memories/00000000-0000-7000-8000-000000000001?x=1", "unknown_field"),
    ],
)
def test_other_queries_that_are_refused(owner: Door, path: str, code: str):
    assert owner.get(path, expect=400)["code"] == code


def test_a_misspelt_erase_deletes_nothing(owner: Door):
    memory = owner.write("The bicycle cellar has a new lock")
    for query in ("erased=true", "erase=perhaps"):
        owner.call("DELETE", f"memories/{memory['id']}?{query}", expect=400)
    assert owner.get(f"memories/{memory['id']}")["state"] == "active"


@pytest.mark.parametrize(
    "path", ["memories/7", "memories/not-a-uuid", "memories/", "nothing", "conflicts/1/resolve", "/api/v2/memories"]
)
def test_an_address_at_which_there_is_nothing(owner: Door, path: str):
    for method in ("GET", "POST", "PATCH", "DELETE", "PUT"):
        assert owner.call(method, path, expect=404)["code"] == "not_found"
    stranger = Door("").raw("GET", path)
    assert (stranger.status_code, stranger.json()["code"]) == (401, "not_authenticated")


def test_an_id_is_read_in_either_case(owner: Door):
    memory = owner.write("The canteen opens at noon")
    assert owner.get(f"memories/{memory['id'].upper()}")["id"] == memory["id"]


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (DataError(f'Failing row contains ("{SECRET_TEXT}")'), 500, "internal_error"),
        (RuntimeError(SECRET_TEXT), 500, "internal_error"),
        (AttributeError(SECRET_TEXT), 500, "internal_error"),
        (OperationalError(SECRET_TEXT), 503, "database_unavailable"),
    ],
)
def test_an_accident_says_nothing_but_its_reference(
    owner: Door, monkeypatch: Any, caplog: Any, error: Exception, status: int, code: str
):
    def fail(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(writing, "write", fail)
    with caplog.at_level(logging.DEBUG):
        answer = owner.call("POST", "memories", {"value": SECRET_TEXT}, expect=status)
    assert answer["code"] == code
    assert answer["reference"] in caplog.text
    assert type(error).__name__ in caplog.text
    for place in (json.dumps(answer), caplog.text):
        assert SECRET_TEXT not in place
        assert "Traceback" not in place


def test_an_accident_before_the_view_is_no_page_either(owner: Door, monkeypatch: Any):
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError(SECRET_TEXT)

    monkeypatch.setattr("memories.api.door.AlwaysJson.select_renderer", fail)
    answer = owner.raw("GET", "memories")
    assert answer.status_code == 500
    assert answer.json()["code"] == "internal_error"
    assert SECRET_TEXT not in answer.content.decode()


def test_an_unknown_host_is_refused_in_the_error_shape(owner: Door):
    answer = Client().get("/api/v1/memories", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")


def test_looking_is_not_the_way_to_break_it(owner: Door, monkeypatch: Any):
    """The message of an error of ours is public; the cause that it was raised from is not."""

    def fail(*_: Any, **__: Any) -> None:
        raise KeyError(SECRET_TEXT)

    monkeypatch.setattr(tracing, "get", fail)
    assert SECRET_TEXT not in json.dumps(owner.get(f"memories/{uuid4()}", expect=500))
