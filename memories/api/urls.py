"""Addresses of the memories' side of /api/v1/."""

from __future__ import annotations

from uuid import UUID

from django.urls import path, register_converter

from memories.api import alerts, forgetting, jobs, recalls, relations, sources, unit_changes, units
from memories.api import documents as _documents  # noqa: F401  (registers the bearer scheme)


class Id:
    """A UUID in either case; anything else is an address at which there is nothing."""

    regex = "[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"

    def to_python(self, value: str) -> UUID:
        return UUID(value)

    def to_url(self, value: UUID | str) -> str:
        return str(value)


register_converter(Id, "id")

urlpatterns = [
    path("memories", units.Memories.as_view(), name="memories"),
    path("memories/batch", units.Batch.as_view(), name="memories-batch"),
    path("memories/search", recalls.Search.as_view(), name="memories-search"),
    path("memories/<id:id>", units.Memory.as_view(), name="memory"),
    path("memories/<id:id>/trace", units.Trace.as_view(), name="memory-trace"),
    path("memories/<id:id>/relations", relations.RelationsOfMemory.as_view(), name="memory-relations"),
    path("memories/<id:id>/rollback", unit_changes.Rollback.as_view(), name="memory-rollback"),
    path("memories/<id:id>/critical", unit_changes.Critical.as_view(), name="memory-critical"),
    path("memories/<id:id>/release", unit_changes.Release.as_view(), name="memory-release"),
    path("memories/<id:id>/restore", unit_changes.Restore.as_view(), name="memory-restore"),
    path("recalls/<id:id>/outcome", recalls.Outcome.as_view(), name="recall-outcome"),
    path("query-variants/<id:id>", recalls.Variant.as_view(), name="query-variant"),
    path("relations", relations.Relations.as_view(), name="relations"),
    path("sources", sources.Sources.as_view(), name="sources"),
    path("sources/<id:id>", sources.Source.as_view(), name="source"),
    path("forget-requests", forgetting.ForgetRequests.as_view(), name="forget-requests"),
    path("forget-requests/<id:id>", forgetting.ForgetRequest.as_view(), name="forget-request"),
    path("forget-requests/<id:id>/confirm", forgetting.Confirm.as_view(), name="forget-request-confirm"),
    path("jobs/<id:id>", jobs.Job.as_view(), name="job"),
    path("alerts", alerts.Alerts.as_view(), name="alerts"),
    path("alerts/<id:id>/ack", alerts.Acknowledge.as_view(), name="alert-ack"),
]
