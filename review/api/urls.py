"""Addresses of the review's side of /api/v1/; the converter `id` is memories.api.urls'."""

from __future__ import annotations

from django.urls import path

from memories.api import urls as _memories  # noqa: F401  (registers the converter)
from review.api import conflicts, decisions, reviews, spot_checks

urlpatterns = [
    path("reviews", reviews.Reviews.as_view(), name="reviews"),
    path("reviews/<id:id>", reviews.Review.as_view(), name="review"),
    path("spend", reviews.Spend.as_view(), name="spend"),
    path("spot-checks", spot_checks.SpotChecks.as_view(), name="spot-checks"),
    path("spot-checks/<id:id>/verdict", spot_checks.Verdict.as_view(), name="spot-check-verdict"),
    path("decisions/<id:id>/undo", decisions.Undo.as_view(), name="decision-undo"),
    path("conflicts", conflicts.Conflicts.as_view(), name="conflicts"),
    path("conflicts/<id:id>", conflicts.Conflict.as_view(), name="conflict"),
    path("conflicts/<id:id>/resolve", conflicts.Resolve.as_view(), name="conflict-resolve"),
    path("conflicts/<id:id>/undo", conflicts.Undo.as_view(), name="conflict-undo"),
]
