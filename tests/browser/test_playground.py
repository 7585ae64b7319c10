"""The search playground and the settings in a real browser: by keyboard, narrow, dark, without serious findings."""

from __future__ import annotations

import json
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.console_team import Team

pytestmark = pytest.mark.browser


def serious(page: Page) -> list[str]:
    """What axe-core finds in the page's own part, the frame of the console apart."""
    found: Any = Axe().run(page, context=".hs-page")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in found.response["violations"]
        if one["impact"] in ("serious", "critical")
    ]


def kiosks(team: Team) -> None:
    for number, thing in enumerate(("coffee", "tea", "soup", "bread", "stamps", "candles")):
        team.write(f"The kiosk at gate {number} sells {thing}", subject=f"kiosk {number}", tags=["shop"])
    team.write("The kiosk of the old harbour sells fish", subject="harbour", tags=["closed"])


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light")])
def test_a_person_looks_into_a_search(team: Team, open_as: OpenAs, viewport: Any, scheme: str):
    kiosks(team)
    page = open_as("viewer", viewport, scheme)
    page.goto("/admin/memories/memoryunit/search/")
    assert serious(page) == []
    page.focus("#id_query")
    page.keyboard.type("What does the kiosk sell?")
    page.locator("summary", has_text="Filters").press("Enter")
    page.fill("#id_tags", "shop")
    page.locator("#id_tags").press("Enter")
    expect(page.locator("#results li").first).to_contain_text("The kiosk at gate")
    expect(page.locator("#results > ol > li")).to_have_count(5)
    expect(page.locator("#missing")).to_contain_text("it does not have the tags")
    expect(page.locator("#id_tags")).to_be_visible()
    assert page.input_value("#id_query") == "What does the kiosk sell?"
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    assert "kiosk" not in page.url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copies=as-mcp]")
    button.press("Enter")
    expect(button).to_have_text("Copied")
    copied = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert copied["params"]["arguments"] == {
        "query": "What does the kiosk sell?",
        "tags": ["shop"],
        "namespace": "team",
    }


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (WIDE, "dark"), (NARROW, "light")])
def test_an_admin_changes_the_settings(team: Team, open_as: OpenAs, viewport: Any, scheme: str):
    page = open_as("admin", viewport, scheme)
    page.goto(f"/admin/memories/namespace/{team.namespace.pk}/change/")
    page.click("text=Change the settings")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.get_by_label("Results of a search").fill("12")
    page.locator("[name='profiles.task.text']").fill("0.7")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.locator(".hs-settings")).to_contain_text("These weights make 0.7")
    assert page.get_by_label("Results of a search").input_value() == "12"
    assert serious(page) == []
    page.locator("[name='profiles.task.freshness']").fill("0.3")
    page.get_by_label("Sources disagree").select_option("ask")
    page.get_by_role("button", name="Save").press("Enter")
    expect(page.locator("body")).to_contain_text("Results of a search: default (5) → 12")
    team.namespace.refresh_from_db()
    assert team.namespace.preferences["top_k"] == 12
    assert team.namespace.preferences["policies"] == {"source": "ask"}
    assert team.namespace.preferences["profiles"]["task"]["freshness"] == 0.3
