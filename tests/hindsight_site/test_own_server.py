"""A PostgreSQL of one's own: what is missing is named before anything is made."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.core.checks.registry import registry
from django.db import ProgrammingError, connections

from hindsight_site.checks import two_roles
from hindsight_site.health import parts
from hindsight_site.preflight import check_server
from hindsight_site.refusals import CannotStart


class Answers:
    """A connection that answers with the rows it was given."""

    def __init__(self, *rows: Any) -> None:
        self.rows = list(rows)

    def cursor(self) -> Answers:
        return self

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *_: object) -> None:
        return

    def execute(self, statement: str) -> None:
        if statement.startswith("CREATE"):
            raise ProgrammingError("permission denied to create extension")

    def fetchone(self) -> Any:
        return self.rows.pop(0)


GOOD = (170002, "17.2", "hindsight", "hindsight_owner", True)


@pytest.mark.parametrize(
    ("server", "extension", "what", "fix"),
    [
        ((140011, "14.11", *GOOD[2:]), ("0.8.0", "0.8.0"), "14.11 is too old", "15 or later"),
        (GOOD, None, "no pgvector", "install pgvector"),
        (GOOD, (None, "0.8.0"), "not enabled in the database hindsight", "psql -d hindsight -f"),
        (GOOD, ("0.5.1", "0.8.0"), "0.5.1 is too old", "ALTER EXTENSION vector UPDATE"),
        ((*GOOD[:4], False), ("0.8.0", "0.8.0"), "may not make tables", "DATABASE_OWNER_URL"),
    ],
)
def test_a_server_that_lacks_something_is_refused_with_the_fix(server: Any, extension: Any, what: str, fix: str):
    with pytest.raises(CannotStart, match=what) as refusal:
        check_server(Answers(server, extension))  # type: ignore[arg-type]
    assert fix in refusal.value.fix


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_owner_of_a_good_server_passes_and_the_application_does_not():
    check_server(connections["owner"])
    with pytest.raises(CannotStart, match="hindsight_app may not make tables"):
        check_server(connections["default"])


def test_one_role_for_both_urls_is_warned_about(monkeypatch: pytest.MonkeyPatch):
    assert two_roles() == []
    monkeypatch.setitem(settings.DATABASES, "default", settings.DATABASES["owner"])
    assert [message.id for message in two_roles()] == ["hindsight.W001"]


def test_the_check_is_registered():
    assert two_roles in registry.get_checks()


def test_a_superuser_is_pointed_out_in_ready(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(parts, "connection", Answers((170002, "17.2 (Debian)", True)))
    assert parts.database() == {
        "version": "17.2",
        "warning": "Row-level security does not bind this role: connect as hindsight_app.",
    }
