"""The last pattern under /api/: it answers whatever no other did."""

from __future__ import annotations

from django.urls import re_path

from memories.api.nothing import Nothing

urlpatterns = [re_path("", Nothing.as_view(), name="api-nothing")]
