"""The app of the memories themselves."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


def pin_embedding_space(using: str, **_: Any) -> None:
    """A fresh database is pinned to the environment's embedding model as soon as it has tables."""
    from memories.embedding.spaces import ensure_space

    ensure_space(using=using)


class MemoriesConfig(AppConfig):
    name = "memories"
    verbose_name = "Hindsight"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(pin_embedding_space, sender=self)
