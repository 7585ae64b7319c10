"""The addresses that belong to no door in particular."""

from __future__ import annotations

import pytest
from django.test import Client


def test_the_root_leads_to_the_console(client: Client):
    assert client.get("/").headers["Location"] == "/admin/"


def test_the_api_describes_itself_without_a_token_and_covers_nothing_else(client: Client):
    answer = client.get("/api/schema", headers={"Accept": "application/json"})
    assert answer.status_code == 200
    paths = answer.json()["paths"]
    assert "/api/v1/memories" in paths
    assert all(path.startswith("/api/v1/") for path in paths)


def test_the_page_with_the_description_asks_no_other_host(client: Client):
    page = client.get("/api/docs").content.decode()
    assert "swagger-ui" in page
    assert "http://" not in page.replace("http://testserver", "")
    assert "https://" not in page


@pytest.mark.django_db
def test_the_console_wants_a_login(client: Client):
    assert client.get("/admin/").headers["Location"].startswith("/admin/login/")
