"""Addresses of sessions under /api/v1/."""

from __future__ import annotations

from django.urls import path, register_converter

from sessions.api import views


class SessionId:
    """Whatever the application calls its session, a slash or a line break included; how long is checked behind."""

    regex = "(?s:.+)"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SessionId, "session")

urlpatterns = [
    path("sessions/<session:session>/turns", views.Turns.as_view(), name="session-turns"),
    path("sessions/<session:session>/context", views.Context.as_view(), name="session-context"),
    path("sessions/<session:session>/end", views.End.as_view(), name="session-end"),
    path("trajectories", views.Trajectories.as_view(), name="trajectories"),
]
