"""The OpenAPI document: made without a warning, valid, true to the permissions, and shown without a CDN."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tests.doors.rest.test_permissions import TABLE


@pytest.fixture(scope="module")
def document() -> Any:
    out = StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=out)
    return json.loads(out.getvalue())


def test_it_describes_every_operation_with_its_scope_and_security(document: Any):
    described = {
        (
            method.upper(),
            path.removeprefix("/api/v1/").replace("{id}", "<id:id>").replace("{session}", "<session:session>"),
        ): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    assert set(described) == set(TABLE)
    for place, operation in described.items():
        assert operation["security"] == [{"bearer": []}], place
        assert f"scope `{TABLE[place]}`" in operation["description"]
        assert operation["summary"]
        refusals = {status for status in operation["responses"] if status.startswith("4")}
        assert refusals >= {"400", "401", "403"}
        for status in refusals:
            content = operation["responses"][status]["content"]["application/json"]
            assert content["schema"] == {"$ref": "#/components/schemas/ErrorOut"}
    names = [operation["operationId"] for operation in described.values()]
    assert len(set(names)) == len(names)


def test_it_describes_what_goes_in_and_out(document: Any):
    schemas = document["components"]["schemas"]
    assert schemas["MemoryInput"]["required"] == ["value"]
    assert schemas["MemoryInput"]["additionalProperties"] is False
    assert {"outcome", "memory", "touched"} <= set(schemas["WriteOut"]["properties"])
    assert document["components"]["securitySchemes"]["bearer"]["scheme"] == "bearer"
    listing = document["paths"]["/api/v1/memories"]["get"]["parameters"]
    assert {"state", "subject", "key", "tag", "session_id", "cursor", "page_size"} <= {one["name"] for one in listing}
    patch = document["paths"]["/api/v1/memories/{id}"]["patch"]["parameters"]
    assert "If-Match" in {one["name"] for one in patch}


def test_it_is_served_with_a_page_that_asks_no_other_host():
    client = Client()
    assert client.get("/api/schema", headers={"Accept": "application/json"}).json()["openapi"].startswith("3.1")
    page = client.get("/api/docs").content.decode()
    assert "//cdn" not in page
    assert "jsdelivr" not in page
