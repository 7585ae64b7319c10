"""Namespaces and what each may set for itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import transaction

from memories import audit
from memories.callers import Caller
from memories.errors import Invalid
from memories.models import Namespace
from memories.shapes.reading import read
from memories.shapes.settings import NamespaceSettings
from memories.words import Scope


def ensure_namespace(name: str) -> Namespace:
    """The namespace of this name, made if it is missing.

    Raises:
        Invalid: the name is not 1 to 100 letters, digits, hyphens or underscores.
    """
    if not name or len(name) > 100 or not all(c.isascii() and (c.isalnum() or c in "-_") for c in name):
        raise Invalid(
            "A namespace's name is 1 to 100 ASCII letters, digits, hyphens or underscores.",
            code="namespace_invalid",
            field="namespace",
        )
    return Namespace.objects.get_or_create(name=name)[0]


def _combined(kept: Any, wanted: Any) -> Any:
    """What stands after a change: parts that are named replace those of their name, null takes them away."""
    if not isinstance(kept, Mapping) or not isinstance(wanted, Mapping):
        return wanted
    return {name: value for name, value in {**kept, **wanted}.items() if value is not None}


def change_settings(caller: Caller, changes: Mapping[str, Any], *, now: datetime) -> dict[str, Any]:
    """Set what is named, take back what is set to null, leave the rest; returns what the namespace then overrides.
    Of a setting with parts (`policies`, `privacy`, `profiles`) too only the parts that are named change.

    Writes that have begun go on under the settings that they began with.

    Raises:
        Invalid: naming the setting that does not exist or cannot be so.
    """
    caller.require(Scope.ADMIN)
    wanted = read(NamespaceSettings, changes).model_dump(mode="json", exclude_unset=True)
    with transaction.atomic():
        space = Namespace.objects.select_for_update().get(pk=caller.namespace_id)
        space.preferences = _combined(
            space.preferences, {name: _combined(space.preferences.get(name), value) for name, value in wanted.items()}
        )
        space.save(update_fields=["preferences"])
        audit.record(
            namespace_id=space.pk,
            actor=caller.actor,
            action="settings_changed",
            object_type="namespace",
            object_id=space.pk,
            now=now,
            settings=sorted(wanted),
        )
    return dict(space.preferences)
