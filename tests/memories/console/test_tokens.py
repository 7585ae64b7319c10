"""Tokens in the console: made and shown once, given a new secret, ended; when each was last used."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.errors import Unauthenticated
from memories.models import AuditEntry, MemoryUnit, Source, Token
from memories.shapes.inputs import MemoryInput
from memories.tokens import authenticate, create_token
from memories.words import Channel, Scope
from memories.writing import write
from tests.console_team import Team


def go(team: Team, who: str, name: str, token: Token) -> Any:
    return team.client(who).post(reverse(f"admin:memories_token_{name}", args=[token.pk]), follow=True)


def text(answer: Any) -> str:
    return str(answer.content.decode())


def secret_in(answer: Any) -> str:
    found = re.search(r'id="secret">(hs_[\w-]+)<', text(answer))
    assert found is not None
    return found[1]


def page_of(team: Team, token: Token, who: str = "admin") -> str:
    return text(team.client(who).get(reverse("admin:memories_token_change", args=[token.pk])))


def made(team: Team, **more: Any) -> tuple[Token, str]:
    return create_token(namespace=team.namespace, scopes=list(Scope), channels=list(Channel), label="agent", **more)


def refused(secret: str) -> bool:
    try:
        authenticate(secret, now=timezone.now())
    except Unauthenticated:
        return True
    return False


def test_a_new_secret_takes_the_place_of_the_old(team: Team):
    token, old = made(team)
    unit_id = write(
        authenticate(old, now=timezone.now()), MemoryInput(value="Lunch is at noon"), now=timezone.now()
    ).memory.id
    answer = go(team, "admin", "rotate", token)
    new = secret_in(answer)
    assert "no-store" in answer.headers["Cache-Control"]
    assert new != old
    assert new[: len(token.prefix)] == token.prefix
    assert len(new) - len(token.prefix) >= 43, "256 bits that nobody has seen"
    assert refused(old)
    caller = authenticate(new, now=timezone.now())
    assert (caller.writer_id, caller.actor, caller.scopes) == (token.pk, f"token:{token.prefix}", frozenset(Scope))
    # What it wrote is still known as its own, and a second statement of it corroborates nothing.
    again = write(caller, MemoryInput(value="Lunch is at noon"), now=timezone.now())
    assert again.memory.id == unit_id
    with team.inside():
        assert Source.objects.filter(writer=token).count() == 1
        assert MemoryUnit.objects.get(pk=unit_id).independent_evidence == 1
    assert new not in page_of(team, token)
    assert AuditEntry.objects.get(action="token_rotated").object_id == token.prefix


def test_each_new_secret_is_another(team: Team):
    token, _old = made(team)
    one, two = (secret_in(go(team, "admin", "rotate", token)) for _ in range(2))
    assert one != two
    assert refused(one)
    assert not refused(two)


def test_what_is_revoked_gets_no_new_secret(team: Team):
    token, old = made(team)
    assert "Revoked." in text(go(team, "admin", "revoke", token))
    assert refused(old)
    digest = Token.objects.get(pk=token.pk).digest
    answer = go(team, "admin", "rotate", token)
    assert "A revoked token stays revoked" in text(answer)
    assert 'id="secret"' not in text(answer)
    assert Token.objects.get(pk=token.pk).digest == digest
    assert reverse("admin:memories_token_rotate", args=[token.pk]) not in page_of(team, token)


def test_who_runs_only_one_of_its_namespaces_takes_it_from_nobody(team: Team):
    token, old = made(team)
    token.namespaces.add(team.elsewhere)
    for name in ("rotate", "revoke"):
        assert go(team, "admin", name, token).status_code == 404
    assert not refused_in(old, team.namespace.name)
    shown = page_of(team, token)
    assert reverse("admin:memories_token_rotate", args=[token.pk]) not in shown
    assert secret_in(go(team, "root", "rotate", token)).startswith(token.prefix)


def refused_in(secret: str, namespace: str) -> bool:
    try:
        authenticate(secret, namespace=namespace, now=timezone.now())
    except Unauthenticated:
        return True
    return False


@pytest.mark.parametrize("name", ["rotate", "revoke"])
def test_a_link_ends_nothing(team: Team, name: str):
    token, old = made(team)
    assert team.client("admin").get(reverse(f"admin:memories_token_{name}", args=[token.pk])).status_code == 405
    assert not refused(old)


def test_when_it_was_last_used(team: Team):
    token, secret = made(team)
    assert "<dt>last used</dt><dd>never</dd>" in page_of(team, token)
    authenticate(secret, now=timezone.now())
    assert "<dt>last used</dt><dd><time " in page_of(team, token)
    assert f"?q={token.prefix}" in page_of(team, token)
