"""Every page by axe-core, in both languages, light and dark, wide and narrow, with nothing in the browser's console."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from memories.console.roles import PAGES
from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.browser.test_contents import fits
from tests.console_rows import APPS, one_of_each
from tests.console_team import Team

pytestmark = pytest.mark.browser

BESIDE = (
    "", "memories/forgetrequest/preview/", "memories/token/create/", "memories/memoryunit/search/",
    "auth/user/", "auth/user/add/", "password_change/",
)  # fmt: skip
"""Pages that are neither the list nor the page of one row."""

SEVERE = ("serious", "critical")

# Pairs of language, scheme and width that between them show every two of these together.
WAYS = [("en", "light", WIDE), ("en", "dark", NARROW), ("zh-hans", "dark", WIDE), ("zh-hans", "light", NARROW)]


def addresses(team: Team) -> list[str]:
    found = [*BESIDE, f"memories/namespace/{team.namespace.pk}/settings/"]
    for model, row in one_of_each(team).items():
        place = f"{APPS.get(model, 'memories')}/{model}/"
        found += [place, f"{place}{row.pk}/change/"]
    return found


def faults(page: Page) -> list[str]:
    """What axe-core finds serious, with the place of each."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:160]} {node.get('failureSummary', '')[:300]}"
        for one in found
        if one["impact"] in SEVERE
        for node in one["nodes"]
    ]


@pytest.mark.parametrize(("language", "scheme", "viewport"), WAYS, ids=lambda one: str(one))
def test_every_page_is_accessible(team: Team, open_as: OpenAs, language: str, scheme: str, viewport: Any):
    places = addresses(team)
    assert len(places) >= 2 * len(PAGES)
    page = open_as("root", viewport, scheme, language)
    wrong = []
    for place in places:
        answer = page.goto(f"/admin/{place}")
        assert answer is not None
        assert answer.status == 200, place
        assert page.locator("html").get_attribute("lang") == language, place
        wrong += [f"{place}: {one}" for one in faults(page)]
        if not fits(page, viewport["width"]):
            wrong.append(f"{place}: wider than the window")
    assert wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_way_in_is_accessible(team: Team, open_as: OpenAs, scheme: str):
    page = open_as("viewer", NARROW, scheme)
    page.context.clear_cookies()
    page.goto("/admin/")
    page.wait_for_selector("input[name=username]")
    assert faults(page) == []
