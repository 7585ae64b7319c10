"""Namespaces and what each may set for itself."""

from __future__ import annotations

from memories.errors import Invalid
from memories.models import Namespace


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
