"""Addresses of the review's side of /api/v1/; the converter `id` is memories.api.urls'."""

from __future__ import annotations

from django.urls import path

from memories.api import urls as _memories  # noqa: F401  (registers the converter)
from review.api import conflicts, reviews

urlpatterns = [
    path("reviews", reviews.Reviews.as_view(), name="reviews"),
    path("reviews/<id:id>", reviews.Review.as_view(), name="review"),
    path("conflicts", conflicts.Conflicts.as_view(), name="conflicts"),
    path("conflicts/<id:id>", conflicts.Conflict.as_view(), name="conflict"),
    path("conflicts/<id:id>/resolve", conflicts.Resolve.as_view(), name="conflict-resolve"),
    path("conflicts/<id:id>/undo", conflicts.Undo.as_view(), name="conflict-undo"),
]
