"""What happened around a subject, a session or a task."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memories.api.door import Door
from memories.api.opening import opens
from memories.shapes.happenings import TimelinePage
from memories.shapes.queries import TimelineQuery
from memories.timeline import timeline
from memories.words import Scope


class Timeline(Door):
    """Versions in the order in which they were made."""

    @opens(
        Scope.READ,
        name="timeline",
        summary="What happened in which order, and because of what",
        more="Around a subject, a session or a task; the oldest first.",
        query=TimelineQuery,
        gives={200: TimelinePage},
        ids=(),
    )
    def get(self, _request: Request) -> Response:
        return self.page(timeline(self.caller, self.query(TimelineQuery)))
