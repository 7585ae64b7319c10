"""Where the gateway stands: at /mcp, and at /mcp/ because clients do not follow a redirect of a POST."""

from __future__ import annotations

from django.urls import path

from mcp_gateway.views import GatewayView

urlpatterns = [
    path("mcp", GatewayView.as_view(), name="mcp"),
    path("mcp/", GatewayView.as_view()),
]
