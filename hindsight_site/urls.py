"""Every address of the site."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView

from hindsight_site.metrics.views import metrics

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    path("api/v1/", include("memories.api.urls")),
    path("api/v1/", include("review.api.urls")),
    path("api/v1/", include("sessions.api.urls")),
    path("api/schema", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs", SpectacularSwaggerView.as_view(url_name="schema"), name="docs"),
    path("api/", include("memories.api.outer_urls")),
    path("metrics", metrics, name="metrics"),
    path("language", set_language, name="set_language"),
    path("", include("mcp_gateway.urls")),
]

# What fails before or outside a view still answers in the error shape under /api/.
handler400 = "memories.api.errors.bad_request"
handler404 = "memories.api.errors.not_found"
handler500 = "memories.api.errors.server_error"
