"""The site: settings, supervision, health, and the beat that starts periodic jobs."""

from __future__ import annotations

from django.apps import AppConfig


class HindsightSiteConfig(AppConfig):
    name = "hindsight_site"
    verbose_name = "Site"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from hindsight_site import checks  # noqa: F401  (registers them)
