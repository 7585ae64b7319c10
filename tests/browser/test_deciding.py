"""A reviewer in a real browser: the inbox, a decision, what it did."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from memories.words import Channel, ConflictState
from tests.browser.conftest import NARROW, OpenAs
from tests.console_team import Team

pytestmark = pytest.mark.browser

Picture = Callable[[Page, str], None]
WIDEST = "Math.max(document.documentElement.scrollWidth, document.querySelector('#main').scrollWidth)"


def furnish(team: Team) -> None:
    """A few memories more, so that a page looks as it does in use."""
    user: dict[str, Any] = {"channel": Channel.USER_STATEMENT}
    team.write("预算是10万", days_ago=30, subject="项目甲", attribute="budget", critical=True, **user)
    team.write("预算改成20万", days_ago=2, subject="项目甲", attribute="budget", **user)
    team.write("Always answer the sales team in German", days_ago=12, **user)
    team.write(
        "The nightly backup takes about forty minutes", channel=Channel.TOOL_RESULT, mcp_server="ops", days_ago=6
    )
    team.write("Deploys on Friday tend to fail", channel=Channel.AGENT_INFERENCE, days_ago=3)


def test_a_conflict_is_decided_by_clicking(team: Team, open_as: OpenAs, picture: Picture):
    furnish(team)
    team.disagreement()
    conflict = team.waiting()
    page = open_as("reviewer")
    page.click("#nav-sidebar-apps >> text=Inbox")
    page.click("text=The launch budget is now 200k")
    expect(page.locator("#sides section")).to_have_count(2)
    a, b = (page.locator("#sides section").nth(index).bounding_box() for index in (0, 1))
    assert a is not None
    assert b is not None
    assert a["y"] == b["y"]
    page.fill("input[name=note]", "Confirmed by finance")
    page.click("button:has-text('Keep B')")
    expect(page.locator("body")).to_contain_text("Decided: keep B.")
    assert team.fresh(conflict).state == ConflictState.SETTLED
    page.locator("#sides section").first.locator("text=Open this memory").click()
    expect(page.locator(".hs-lead")).to_contain_text("superseded")
    page.click("#nav-sidebar-apps >> text=Memories")
    picture(page, "memories")
    page.click("#nav-sidebar-apps >> text=Audit")
    expect(page.locator("#result_list")).to_contain_text("decided: keep B")
    expect(page.locator("#result_list")).to_contain_text("reviewer")
    picture(page, "audit")


def test_the_second_reviewer_is_told(team: Team, open_as: OpenAs, picture: Picture):
    conflict = team.waiting()
    address = f"/admin/memories/conflict/{conflict.pk}/change/"
    one, other = open_as("reviewer"), open_as("admin")
    one.goto(address)
    other.goto(address)
    one.click("button:has-text('Keep A')")
    expect(one.locator("body")).to_contain_text("Decided: keep A.")
    other.click("button:has-text('Approve')")
    expect(other.locator("[role=alert]").first).to_contain_text("reviewer has decided this conflict already: keep A.")
    picture(other, "conflict-taken")


def test_a_merge_is_written_in_the_page(team: Team, open_as: OpenAs):
    conflict = team.waiting()
    page = open_as("reviewer")
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    page.click("summary:has-text('Merge into one memory')")
    page.fill("textarea[name=merged_value]", "The launch budget rose from 100k to 200k")
    page.click("button:has-text('Merge'):not(:has-text('into'))")
    expect(page.locator("body")).to_contain_text("Decided: merge.")
    page.goto("/admin/memories/memoryunit/?q=rose")
    expect(page.locator("#result_list")).to_contain_text("The launch budget rose from 100k to 200k")


def test_the_sides_are_stacked_on_a_phone(team: Team, open_as: OpenAs, picture: Picture):
    furnish(team)
    conflict = team.waiting()
    page = open_as("reviewer", NARROW)
    page.goto("/admin/memories/conflict/")
    picture(page, "inbox-phone")
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    a, b = (page.locator("#sides section").nth(index).bounding_box() for index in (0, 1))
    assert a is not None
    assert b is not None
    assert b["y"] >= a["y"] + a["height"]
    assert page.evaluate(WIDEST) <= NARROW["width"]
    picture(page, "conflict-phone")
