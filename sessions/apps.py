"""Sessions: conversations and recorded runs on their way to becoming memories."""

from __future__ import annotations

from django.apps import AppConfig


class SessionsConfig(AppConfig):
    name = "sessions"
    # django.contrib.sessions has the plain one.
    label = "agent_sessions"
    verbose_name = "Sessions"
