"""A reviewer in a real browser: the inbox, a decision, what it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from memories.words import ConflictState
from tests.browser.conftest import NARROW, OpenAs
from tests.console_team import Team

pytestmark = pytest.mark.browser


def test_a_conflict_is_decided_by_clicking(team: Team, open_as: OpenAs, picture: Callable[[Page, str], None]):
    team.disagreement()
    conflict = team.waiting()
    page = open_as("reviewer")
    picture(page, "start")
    page.click("nav >> text=Inbox") if page.locator("nav >> text=Inbox").count() else page.click(
        "#nav-sidebar-apps >> text=Inbox"
    )
    picture(page, "inbox")
    page.click("text=The launch budget is now 200k")
    expect(page.locator("#sides section")).to_have_count(2)
    picture(page, "conflict")
    page.fill("input[name=note]", "Confirmed by finance")
    page.click("button:has-text('Keep B')")
    expect(page.locator("body")).to_contain_text("Decided: keep B.")
    assert team.fresh(conflict).state == ConflictState.SETTLED
    page.locator("section", has_text="The launch budget is 100k").locator("text=Open this memory").click()
    expect(page.locator(".hs-lead")).to_contain_text("superseded")
    picture(page, "unit")
    page.click("#nav-sidebar-apps >> text=Audit")
    expect(page.locator("#result_list")).to_contain_text("decision person keep b")
    expect(page.locator("#result_list")).to_contain_text("reviewer")
    picture(page, "audit")


def test_the_sides_are_stacked_on_a_phone(team: Team, open_as: OpenAs, picture: Callable[[Page, str], None]):
    conflict = team.waiting()
    page = open_as("reviewer", NARROW)
    page.goto("/admin/memories/conflict/")
    picture(page, "inbox-phone")
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    a, b = (page.locator("#sides section").nth(index).bounding_box() for index in (0, 1))
    assert a is not None
    assert b is not None
    assert b["y"] >= a["y"] + a["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    picture(page, "conflict-phone")
