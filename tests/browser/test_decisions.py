"""Each decision by touch on a narrow, dark page in Chinese; those by key on a wide one in English are beside this."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from memories.models import Conflict
from memories.words import ConflictState, Resolution
from tests.browser.conftest import NARROW, OpenAs
from tests.browser.test_contents import fits
from tests.console_team import Team

pytestmark = pytest.mark.browser

DECISIONS = {
    "approve": Resolution.KEEP_B,
    "reject": Resolution.REJECT,
    "keep_a": Resolution.KEEP_A,
    "keep_b": Resolution.KEEP_B,
    "keep_both": Resolution.KEEP_BOTH,
    "reject_both": Resolution.REJECT_BOTH,
    "merge": Resolution.MERGE,
}


@pytest.mark.parametrize("decision", DECISIONS)
def test_every_decision_in_chinese_on_a_dark_phone_and_back(team: Team, open_as: OpenAs, decision: str):
    conflict = team.waiting()
    page = open_as("reviewer", NARROW, "dark", "zh-hans")
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    assert page.locator("html").get_attribute("lang") == "zh-hans"
    if decision == "merge":
        page.locator("details.hs-merge summary").click()
        page.fill("textarea[name=merged_value]", "The launch budget rose from 100k to 200k")
    button = page.locator(f"button[name=decision][value={decision}]")
    # The bar of decisions stays within reach at the foot of the window.
    box = button.bounding_box()
    assert box is not None
    assert decision == "merge" or box["y"] + box["height"] <= NARROW["height"]
    button.click()
    expect(page.locator("body")).to_contain_text("已决定")
    decided = team.fresh(conflict)
    assert (decided.state, decided.resolution) == (ConflictState.SETTLED, DECISIONS[decision])
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    assert fits(page, NARROW["width"])
    page.locator("form[action$='/undo/'] button").click()
    expect(page.locator("body")).to_contain_text("已撤回")
    with team.inside():
        assert Conflict.objects.get(pk=conflict.pk).state == ConflictState.PENDING
