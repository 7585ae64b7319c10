"""The inbox in a real browser: several decided together, keys that are said, what is held back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from memories.models import Conflict, MemoryUnit
from memories.words import State
from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.console_team import Team
from tests.review.console.test_bulk import several
from tests.review.console.test_held import hold, poison

pytestmark = pytest.mark.browser

INBOX, HELD = "/admin/memories/conflict/", "/admin/memories/conflict/held/"


def states(team: Team) -> list[str]:
    with team.inside():
        return sorted(Conflict.objects.values_list("state", flat=True))


def state_of(team: Team, pk: Any) -> str:
    with team.inside():
        return MemoryUnit.objects.get(pk=pk).state


def in_sight(page: Page, selector: str) -> bool:
    """Whether the middle of it is where a click would meet it, without scrolling."""
    return bool(
        page.evaluate(
            """selector => {
                const part = document.querySelector(selector), box = part.getBoundingClientRect();
                const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return part.contains(met);
            }""",
            selector,
        )
    )


def test_several_are_chosen_looked_at_decided_and_one_taken_back_by_keyboard_alone(team: Team, open_as: OpenAs):
    several(team, 4)
    page = open_as("reviewer")
    page.goto(INBOX)
    page.keyboard.press("j")
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator("[data-count]")).to_have_text("(2)")
    expect(page.locator("[data-all]")).not_to_be_checked()
    page.locator("select[name=decision]").focus()
    page.keyboard.type("keep A")
    page.locator("[data-counts]").press("Enter")
    expect(page.locator(".hs-page h2").first).to_have_text("Decision for each: keep A")
    expect(page.locator("body")).to_contain_text("2 conflicts would be decided.")
    page.locator("button.hs-primary").press("Enter")
    expect(page.locator(".hs-page h2").first).to_have_text("2 conflicts decided")
    assert states(team) == ["coexisting", "coexisting", "settled", "settled"]
    page.locator("text=Take the decision back").first.press("Enter")
    expect(page.locator("body")).to_contain_text("Taken back. The conflict is open again.")
    assert states(team) == ["coexisting", "coexisting", "pending", "settled"]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_all_on_the_page_and_the_bar_stay_in_reach(team: Team, open_as: OpenAs, viewport: Any):
    several(team, 8)
    page = open_as("reviewer", viewport)
    page.goto(INBOX)
    assert in_sight(page, "[data-counts]")
    assert in_sight(page, "select[name=decision]")
    page.locator("[data-all]").check()
    expect(page.locator("[data-count]")).to_have_text("(8)")
    page.locator("input[name=chosen]").first.uncheck()
    expect(page.locator("[data-count]")).to_have_text("(7)")
    assert page.evaluate("document.querySelector('[data-all]').indeterminate")
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.parametrize("viewport", [WIDE, NARROW])
def test_the_decisions_stay_in_reach(team: Team, open_as: OpenAs, viewport: Any):
    conflict = team.waiting()
    page = open_as("reviewer", viewport)
    page.goto(f"{INBOX}{conflict.pk}/change/")
    for value in ("approve", "reject", "keep_a", "keep_b", "keep_both", "reject_both"):
        assert in_sight(page, f".hs-decision-bar [value={value}]"), value
    page.locator("text=Nothing has been decided.").scroll_into_view_if_needed()
    assert in_sight(page, ".hs-decision-bar [value=approve]")
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
    page.click("a:has-text('Merge…')")
    expect(page.locator("textarea[name=merged_value]")).to_be_focused()


def test_the_keys_are_said_in_a_dialog_that_keeps_them_from_deciding(team: Team, open_as: OpenAs):
    conflict = team.waiting()
    page = open_as("reviewer")
    page.goto(f"{INBOX}{conflict.pk}/change/")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_visible()
    expect(keys).to_contain_text("approve the proposal")
    page.keyboard.press("1")
    page.keyboard.press("a")
    page.wait_for_timeout(300)  # what a key would set off has no end to wait for
    assert team.fresh(conflict).state == "pending"
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    page.keyboard.press("1")
    expect(page.locator("body")).to_contain_text("Decided: keep A.")


def test_j_stays_within_the_filter(team: Team, open_as: OpenAs):
    first, *_others = several(team, 2)
    team.waiting()
    page = open_as("reviewer")
    page.goto(f"{INBOX}?channel=tool_result")
    page.locator(".hs-pair").first.click()
    page.wait_for_url("**/change/?list=channel*")
    assert str(first.pk) in page.url
    for said in ("Host 1 listens on port 81", "Host 0 listens on port 81"):
        page.keyboard.press("j")
        expect(page.locator("#sides")).to_contain_text(said)
    page.keyboard.press("1")
    page.wait_for_url("**decided=*")
    expect(page.locator("#sides")).to_contain_text("Host 1")
    page.click("text=← Inbox")
    page.wait_for_url("**/?channel=tool_result")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_is_held_back_is_gone_through_by_keys(team: Team, open_as: OpenAs, scheme: str):
    failing, noon = hold(team, "The office is in Basel", days=3), hold(team, "Lunch is at noon", days=2)
    steering = poison(team)
    page = open_as("reviewer", NARROW, scheme)
    page.goto(INBOX)
    page.click("text=Held back")
    page.locator(".hs-pair").first.click()
    expect(page.locator(".hs-lead")).to_contain_text("Tasks that used it failed")
    page.wait_for_load_state()  # and its script, without which a key is only a key
    assert in_sight(page, ".hs-decision-bar [value=reject]")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.keyboard.press("a")
    expect(page.locator(".hs-lead")).to_contain_text("Lunch is at noon")
    page.wait_for_load_state()
    assert state_of(team, failing) == State.ACTIVE
    page.keyboard.press("u")
    expect(page.locator("body")).to_contain_text("It is held back again.")
    assert state_of(team, failing) == State.HELD
    page.goto(f"{HELD}{noon}/")
    page.keyboard.press("r")
    expect(page.locator(".hs-lead")).not_to_contain_text("Lunch is at noon")
    assert state_of(team, noon) == State.FALSIFIED
    assert state_of(team, steering) == State.QUARANTINED
