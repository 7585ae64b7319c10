"""Who may do what in the console: one table of roles, one of pages, one of actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest

from memories.callers import Caller
from memories.models import Membership, Namespace
from memories.words import Role, Scope

ROLES: Mapping[Role, frozenset[Scope]] = {
    Role.VIEWER: frozenset({Scope.READ}),
    Role.REVIEWER: frozenset({Scope.READ, Scope.WRITE, Scope.REVIEW}),
    Role.PRIVACY_OFFICER: frozenset({Scope.READ, Scope.FORGET}),
    Role.ADMIN: frozenset(Scope),
}
"""What a member's role allows, in the words of a token's scopes."""

PAGES: Mapping[str, Scope] = {
    "memoryunit": Scope.READ,
    "conflict": Scope.READ,
    "reviewrun": Scope.READ,
    "spotcheck": Scope.READ,
    "source": Scope.READ,
    "alert": Scope.READ,
    "auditentry": Scope.READ,
    "forgetrequest": Scope.FORGET,
    "token": Scope.ADMIN,
    "namespace": Scope.ADMIN,
}
"""What a page needs, by the name of its model; it shows rows of those namespaces only."""

ACTIONS: Mapping[str, Scope] = {
    "memoryunit_search": Scope.READ,
    "memoryunit_critical": Scope.REVIEW,
    "memoryunit_rollback": Scope.REVIEW,
    "memoryunit_restore": Scope.REVIEW,
    "memoryunit_release": Scope.REVIEW,
    "memoryunit_archive": Scope.REVIEW,
    "memoryunit_delete": Scope.WRITE,
    "memoryunit_forget": Scope.FORGET,
    "conflict_resolve": Scope.REVIEW,
    "conflict_undo": Scope.REVIEW,
    "conflict_bulk": Scope.REVIEW,
    "reviewrun_start": Scope.REVIEW,
    "spotcheck_check": Scope.REVIEW,
    "source_trust": Scope.REVIEW,
    "source_rollback": Scope.ADMIN,
    "alert_acknowledge": Scope.REVIEW,
    "forgetrequest_preview": Scope.FORGET,
    "forgetrequest_confirm": Scope.FORGET,
    "token_create": Scope.ADMIN,
    "token_rotate": Scope.ADMIN,
    "token_revoke": Scope.ADMIN,
    "namespace_member": Scope.ADMIN,
    "namespace_settings": Scope.ADMIN,
}
"""What an action needs, in the namespace of the thing it acts on."""


def roles_of(request: HttpRequest) -> Mapping[int, Role]:
    """Namespace id to role, read once a request; a superuser is an admin everywhere."""
    known: Mapping[int, Role] | None = getattr(request, "_hindsight_roles", None)
    if known is None:
        known = _read_roles(request.user)
        request._hindsight_roles = known  # type: ignore[attr-defined]
    return known


def _read_roles(user: Any) -> Mapping[int, Role]:
    if not (user.is_active and user.is_staff):
        return {}
    if user.is_superuser:
        return dict.fromkeys(Namespace.objects.values_list("pk", flat=True), Role.ADMIN)
    rows = Membership.objects.filter(user_id=user.pk).values_list("namespace_id", "role")
    return {namespace_id: Role(role) for namespace_id, role in rows}


def namespaces_with(request: HttpRequest, scope: Scope) -> list[int]:
    """The namespaces where this person's role has a scope, sorted."""
    return sorted(pk for pk, role in roles_of(request).items() if scope in ROLES[role])


def may(request: HttpRequest, action: str, namespace_id: int) -> bool:
    """Whether a button belongs on this person's page."""
    role = roles_of(request).get(namespace_id)
    return role is not None and ACTIONS[action] in ROLES[role]


def caller_for(request: HttpRequest, namespace_id: int) -> Caller:
    """This person as a caller in one namespace. Raises Http404 for who is not a member."""
    role = roles_of(request).get(namespace_id)
    if role is None:
        raise Http404
    return Caller(actor=f"user:{request.user.pk}", namespace_id=namespace_id, scopes=ROLES[role], person=True)


def caller_to(request: HttpRequest, action: str, namespace_id: int) -> Caller:
    """The same, for an action. Raises PermissionDenied for a member whose role does not have it."""
    caller = caller_for(request, namespace_id)
    if not caller.may(ACTIONS[action]):
        raise PermissionDenied
    return caller
