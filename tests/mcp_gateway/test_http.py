"""What the endpoint says to HTTP itself: methods, tokens, origins, bodies, batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from django.utils import timezone

from mcp_gateway.views import LARGEST_BODY
from memories.models import Token
from memories.tokens import revoke_token

pytestmark = pytest.mark.django_db(transaction=True)
Post = Callable[..., httpx.Response]
Make = Callable[..., str]
PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


def error_of(response: httpx.Response) -> int:
    return int(response.json()["error"]["code"])


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE", "HEAD", "PUT"])
@pytest.mark.parametrize("authorization", ["", "Bearer", "Bearer hs_nonsense", "Basic aGk6aGk="])
def test_it_asks_for_a_token_first(endpoint: str, method: str, authorization: str):
    headers = {"Accept": "text/event-stream"}
    if authorization:
        headers["Authorization"] = authorization
    response = httpx.request(method, endpoint, headers=headers, timeout=10)
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    if method != "HEAD":
        assert response.json()["code"] in ("not_authenticated", "invalid_token")


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT"])
@pytest.mark.parametrize("accept", ["text/event-stream", "application/json", "*/*", "text/html"])
def test_it_has_no_streams_and_no_sessions(endpoint: str, make_token: Make, method: str, accept: str):
    headers = {"Authorization": f"Bearer {make_token()}", "Accept": accept}
    response = httpx.request(method, endpoint, headers=headers, timeout=5)
    assert response.status_code == 405
    assert response.headers["Allow"].split(", ")[0] == "POST"


def test_a_client_that_gets_first_can_go_on(endpoint: str, post: Post, make_token: Make):
    token = make_token()
    with httpx.Client(headers={"Authorization": f"Bearer {token}"}, timeout=5) as client:
        assert client.get(endpoint, headers={"Accept": "text/event-stream"}).status_code == 405
        assert client.post(endpoint, json=PING).json() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_options_say_what_is_allowed(endpoint: str, make_token: Make):
    response = httpx.options(endpoint, headers={"Authorization": f"Bearer {make_token()}"})
    assert response.status_code == 204
    assert response.headers["Allow"] == "POST, OPTIONS"


def test_a_slash_at_the_end_is_served_too(endpoint: str, make_token: Make):
    response = httpx.post(f"{endpoint}/", json=PING, headers={"Authorization": f"Bearer {make_token()}"})
    assert response.json()["result"] == {}


def test_a_revoked_token_ends_at_once(post: Post, make_token: Make):
    token = make_token()
    assert post(PING, token=token).status_code == 200
    revoke_token(Token.objects.get(), actor="operator", now=timezone.now())
    assert post(PING, token=token).status_code == 401


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:3000", 200),
        ("https://console.example.org", 200),
        ("https://app.trusted.example", 200),
        ("http://app.trusted.example", 403),
        ("https://evil.example", 403),
        ("http://localhost.evil.example", 403),
        ("http://user@localhost", 403),
        ("null", 403),
        ("", 403),
    ],
)
def test_strangers_pages_are_refused(post: Post, make_token: Make, settings: Any, origin: str, status: int):
    settings.CSRF_TRUSTED_ORIGINS = ["https://console.example.org", "https://*.trusted.example"]
    assert post(PING, token=make_token(), Origin=origin).status_code == status


def test_a_star_for_hosts_opens_nothing_to_pages(post: Post, make_token: Make, settings: Any):
    settings.ALLOWED_HOSTS = ["*"]
    assert post(PING, token=make_token(), Origin="https://evil.example").status_code == 403
    assert post(PING, token=make_token(), Origin="http://127.0.0.1:8080").status_code == 200


def test_an_unknown_host_is_refused(post: Post, make_token: Make):
    assert post(PING, token=make_token(), Host="evil.example").status_code == 400


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_it_takes_json_only(post: Post, make_token: Make, kind: str):
    assert post(PING, token=make_token(), Content_Type=kind).status_code == 415


def test_it_answers_json_only(post: Post, make_token: Make):
    token = make_token()
    assert post(PING, token=token, Accept="text/event-stream").status_code == 406
    for accept in ("*/*", "application/*", "application/json"):
        response = post(PING, token=token, Accept=accept)
        assert response.status_code == 200
        assert response.headers["Content-Type"] == "application/json"
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"\xff\xfe", b'{"a": NaN}', b'{"a": 1e999}', b"[" * 100_000, b"9" * 5000], ids=range(7)
)
def test_a_body_that_is_no_json_is_a_parse_error(post: Post, make_token: Make, body: bytes):
    response = post(content=body, token=make_token())
    assert response.status_code == 400
    assert error_of(response) == -32700
    assert response.json()["id"] is None


@pytest.mark.parametrize(
    ("message", "status", "code"),
    [
        ("hello", 400, -32600),
        ({"id": 1, "method": "ping"}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1}, 400, -32600),
        ({"jsonrpc": "2.0", "id": None, "method": "ping"}, 400, -32600),
        ({"jsonrpc": "2.0", "id": 1, "method": "memories/steal"}, 200, -32601),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call"}, 200, -32602),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "arguments": []}}, 200, -32602),
    ],
)  # fmt: skip
def test_a_message_that_is_no_request(post: Post, make_token: Make, message: Any, status: int, code: int):
    response = post(message, token=make_token())
    assert (response.status_code, error_of(response)) == (status, code)


def test_notifications_and_responses_are_taken_and_dropped(post: Post, make_token: Make):
    token = make_token()
    for message in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": [1]}},
        {"jsonrpc": "2.0", "id": 9, "result": {}},
    ):
        response = post(message, token=token)
        assert (response.status_code, response.content) == (202, b"")


def test_a_body_too_large_is_refused_unread(post: Post, make_token: Make):
    response = post(content=b" " * (LARGEST_BODY + 1), token=make_token())
    assert response.status_code == 413


def test_a_body_of_unknown_length_is_refused(endpoint: str, make_token: Make):
    headers = {"Authorization": f"Bearer {make_token()}", "Content-Type": "application/json"}
    assert httpx.post(endpoint, content=iter([b"{}"]), headers=headers).status_code == 411


def test_batches_belong_to_one_version(post: Post, make_token: Make):
    token = make_token()
    batch = [
        PING,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": "b", "method": "nothing"},
        {"jsonrpc": "2.0", "id": "c", "method": "initialize", "params": {}},
        7,
    ]
    for headers in ({}, {"MCP_Protocol_Version": "2025-03-26"}):
        answers = post(batch, token=token, **headers).json()
        assert [answer["id"] for answer in answers] == [1, "b", "c", None]
        assert answers[0]["result"] == {}
        assert [answer["error"]["code"] for answer in answers[1:]] == [-32601, -32600, -32600]
    assert post(batch[1:2], token=token).status_code == 202
    for version in ("2025-06-18", "2025-11-25"):
        response = post(batch, token=token, MCP_Protocol_Version=version)
        assert (response.status_code, error_of(response)) == (400, -32600)
    for wrong in ([], [PING] * 51):
        assert post(wrong, token=token).status_code == 400


def test_an_unknown_version_is_told_the_known_ones(post: Post, make_token: Make):
    response = post(PING, token=make_token(), MCP_Protocol_Version="2026-07-28")
    assert (response.status_code, error_of(response)) == (400, -32022)
    assert "2025-11-25" in response.json()["error"]["data"]["supported"]


def test_it_keeps_no_session(post: Post, make_token: Make):
    params = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    response = post({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}, token=make_token())
    result = response.json()["result"]
    assert result["protocolVersion"] == "2025-06-18"
    assert result["serverInfo"]["name"] == "hindsight"
    assert {name for name, what in result["capabilities"].items() if what} == {"tools"}
    assert "mcp-session-id" not in response.headers
    assert "set-cookie" not in response.headers
