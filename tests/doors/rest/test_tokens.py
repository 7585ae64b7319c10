"""Tokens at the door: missing, wrong, expired, revoked, of several namespaces."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memories.models import Token
from memories.namespaces import ensure_namespace
from memories.tokens import revoke_token
from tests.doors.rest.conftest import Door, door


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic aHM6aHM=", "hs_something", "Token hs_x"])
def test_a_header_that_is_no_bearer_token(db: None, header: str):
    answer = Door("").raw("GET", "memories", Authorization=header)
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")


@pytest.mark.parametrize("secret", ["hs_unknown", "nonsense", "hs_" + "é" * 5, "hs_" + "a" * 5000])
def test_an_unknown_token(db: None, secret: str):
    answer = Door(secret).raw("GET", "memories")
    assert (answer.status_code, answer.json()["code"]) == (401, "invalid_token")
    assert secret not in answer.content.decode()


def test_an_expired_and_a_revoked_token_are_not_told_apart(db: None):
    expired = door("team", expires_at=timezone.now() - timedelta(seconds=1)).get("memories", expect=401)
    other = door("team")
    other.get("memories")
    revoke_token(Token.objects.get(prefix=other.secret[:11]), actor="operator", now=timezone.now())
    assert other.get("memories", expect=401) == expired


def test_the_word_bearer_is_read_in_any_case(owner: Door):
    assert Door("").raw("GET", "memories", Authorization=f"bearer  {owner.secret}").status_code == 200


def test_a_token_of_two_namespaces_must_name_one(db: None):
    both = door("first")
    Token.objects.get(prefix=both.secret[:11]).namespaces.add(ensure_namespace("second"))
    refused = both.get("memories", expect=400)
    assert (refused["code"], refused["namespaces"]) == ("namespace_needed", ["first", "second"])
    both.namespace = "second"
    memory = both.write("The kiosk closes at six")
    assert both.get("memories")["results"][0]["id"] == memory["id"]
    both.namespace = "first"
    assert both.get("memories")["results"] == []
    both.get(f"memories/{memory['id']}", expect=404)


@pytest.mark.parametrize("namespace", ["elsewhere", "no such", "x" * 3000])
def test_a_namespace_that_is_not_the_tokens_is_not_found(owner: Door, outsider: Door, namespace: str):
    owner.namespace = namespace
    assert owner.get("memories", expect=404)["code"] == "not_found"
