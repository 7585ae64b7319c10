"""Who is a member of a namespace, and as what."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth import get_user_model
from django.db import transaction

from memories import audit
from memories.callers import Caller
from memories.errors import Invalid
from memories.models import Membership
from memories.words import Role, Scope


@transaction.atomic
def set_role(caller: Caller, username: str, role: str, *, now: datetime) -> Membership:
    """Make a user a member, or give a member another role.

    Raises:
        Invalid: there is no such user, or no such role.
    """
    caller.require(Scope.ADMIN)
    if role not in list(Role):
        raise Invalid(f"Unknown role. Known: {', '.join(Role)}.", code="role_unknown", field="role")
    users = get_user_model()
    user = users._default_manager.filter(**{users.USERNAME_FIELD: username}, is_active=True).first()
    if user is None:
        raise Invalid("There is no active user of this name.", code="user_unknown", field="username")
    membership, _made = Membership.objects.update_or_create(
        namespace_id=caller.namespace_id, user=user, defaults={"role": role}
    )
    _record(caller, user.pk, now, role=role)
    return membership


@transaction.atomic
def remove_member(caller: Caller, user_id: int, *, now: datetime) -> None:
    """End a membership; a second time does nothing."""
    caller.require(Scope.ADMIN)
    gone, _by_table = Membership.objects.filter(namespace_id=caller.namespace_id, user_id=user_id).delete()
    if gone:
        _record(caller, user_id, now, role=None)


def _record(caller: Caller, user_id: int, now: datetime, *, role: str | None) -> None:
    audit.record(
        namespace_id=caller.namespace_id,
        actor=caller.actor,
        action="member_set" if role else "member_removed",
        object_type="user",
        object_id=user_id,
        now=now,
        role=role,
    )
