"""A team with one person of each role, somebody from elsewhere, and memories that they look at."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from memories.callers import Caller
from memories.members import set_role
from memories.models import Conflict, Namespace
from memories.namespaces import ensure_namespace
from memories.shapes.inputs import MemoryInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Role, Scope
from memories.writing import write

PASSWORD = "a long enough password"  # of every person here
PEOPLE = ("viewer", "reviewer", "officer", "admin", "root", "outsider", "anonymous")
_ROLES = {"viewer": Role.VIEWER, "reviewer": Role.REVIEWER, "officer": Role.PRIVACY_OFFICER, "admin": Role.ADMIN}


@dataclass
class Team:
    """`writer` is a token of the namespace `team`; `people` are users by what they are there."""

    namespace: Namespace
    elsewhere: Namespace
    writer: Caller
    people: dict[str, Any]
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        """A browser in which this person is logged in."""
        if who not in self.clients:
            self.clients[who] = Client()
            if who != "anonymous":
                self.clients[who].force_login(self.people[who])
        return self.clients[who]

    def write(self, value: str, *, days_ago: float = 0, caller: Caller | None = None, **fields: Any) -> UUID:
        """One memory through the gate; the id of its unit."""
        now = timezone.now()
        body = MemoryInput(value=value, occurred_at=now - timedelta(days=days_ago), **fields)
        return write(caller or self.writer, body, now=now).memory.id

    def inside(self) -> Any:
        return inside(self.namespace.pk)

    def disagreement(self) -> Conflict:
        """Two tool servers that name different ports: both stand, contested."""
        port: dict[str, Any] = {"channel": Channel.TOOL_RESULT, "subject": "gateway", "attribute": "port"}
        self.write("The gateway listens on port 8080", days_ago=2, mcp_server="scanner", **port)
        self.write("The gateway listens on port 9090", days_ago=1, mcp_server="inventory", **port)
        return self.newest_conflict()

    def waiting(self) -> Conflict:
        """A critical memory and a newer value: no rule may replace it, so a person must."""
        plan: dict[str, Any] = {"channel": Channel.USER_STATEMENT, "subject": "launch", "attribute": "budget"}
        self.write("The launch budget is 100k", days_ago=20, critical=True, **plan)
        self.write("The launch budget is now 200k", days_ago=1, **plan)
        return self.newest_conflict()

    def newest_conflict(self) -> Conflict:
        with self.inside():
            found = (
                Conflict.objects.filter(namespace=self.namespace)
                .select_related("a__source", "b__source")
                .order_by("-opened_at", "-pk")
                .first()
            )
        assert found is not None
        return found

    def fresh(self, row: Any) -> Any:
        """The row as it is now."""
        with self.inside():
            return type(row).objects.get(pk=row.pk)


def make_team(password: str | None = None) -> Team:
    """Needs a database; nothing is written to it as a memory yet. Without a password nobody can log in by form."""
    namespace, elsewhere = ensure_namespace("team"), ensure_namespace("elsewhere")
    users = get_user_model()._default_manager
    root = users.create_superuser("root", password=password)
    people: dict[str, Any] = {"root": root}
    admin = Caller(actor=f"user:{root.pk}", namespace_id=namespace.pk, scopes=frozenset({Scope.ADMIN}), person=True)
    for name, role in _ROLES.items():
        people[name] = users.create_user(name, password=password, is_staff=True)
        set_role(admin, name, role, now=timezone.now())
    people["outsider"] = users.create_user("outsider", password=password, is_staff=True)
    there = Caller(actor=f"user:{root.pk}", namespace_id=elsewhere.pk, scopes=frozenset({Scope.ADMIN}), person=True)
    set_role(there, "outsider", Role.ADMIN, now=timezone.now())
    _token, secret = create_token(namespace=namespace, scopes=list(Scope), channels=list(Channel), label="agent")
    return Team(namespace, elsewhere, authenticate(secret, now=timezone.now()), people)
