"""A memory's page in a real browser: its wordings, its neighbours, and the way back."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memories.editing import update
from memories.models import Namespace
from memories.relations import relate
from memories.shapes.inputs import MemoryPatch, RelationInput
from memories.words import Channel
from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.browser.test_accessible import faults
from tests.browser.test_contents import RIGHT_TO_LEFT, SCRIPT, fits
from tests.browser.test_deciding import Picture
from tests.console_team import Team

pytestmark = pytest.mark.browser


def story(team: Team) -> str:
    """The address of a memory with three wordings and neighbours that would like to break the page."""
    Namespace.objects.filter(pk=team.namespace.pk).update(preferences={"screening": "off"})
    now = timezone.now()
    here = team.write("The office of the sales team is in Basel, second floor", subject="office", days_ago=9,
                      channel=Channel.USER_STATEMENT, key="office-address", query="Where is the office?",
                      tags=["places"])  # fmt: skip
    for value in (
        "The office of the sales team is in Bern, second floor",
        "The office of the whole team is in Bern, third floor",
    ):
        update(team.writer, here, MemoryPatch(value=value), now=now)
    others = [
        "The lease of the office ends in May",
        f"{SCRIPT} 1",
        f"{RIGHT_TO_LEFT} 2",
        "x" * 1900,
        "办公室在伯尔尼" * 9,
        "المكتب في برن " * 20,
    ]
    for place, value in enumerate(others):
        other = team.write(value, days_ago=3)
        one, two = (here, other) if place % 2 else (other, here)
        kind = ("derived_from", "caused_by", "prerequisite_of", "co_occurs")[place % 4]
        relate(team.writer, RelationInput.model_validate({"from_id": one, "to_id": two, "type": kind}), now=now)
    return f"/admin/memories/memoryunit/{here}/change/"


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (NARROW, "dark"), (WIDE, "dark"), (NARROW, "light")])
def test_the_story_is_readable(team: Team, open_as: OpenAs, viewport: dict[str, int], scheme: str, picture: Picture):
    address = story(team)
    page = open_as("admin", viewport, scheme)
    page.goto(address)
    assert page.evaluate("window.broken") is None
    assert fits(page, viewport["width"])
    assert faults(page) == []
    boxes = page.locator(".hs-picture a")
    expect(boxes).to_have_count(6)
    frame = page.locator(".hs-picture svg").bounding_box()
    assert frame is not None
    for place in range(6):
        box = boxes.nth(place).locator("rect").bounding_box()
        assert box is not None
        assert frame["x"] <= box["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
        assert box["height"] > 30, "large enough to be hit and read"
    picture(page, f"unit-story-{viewport['width']}-{scheme}")
    page.goto(address.replace("change/", "rollback/?version=1"))
    assert fits(page, viewport["width"])
    assert faults(page) == []
    expect(page.locator(".hs-said del").first).to_contain_text("whole")
    picture(page, f"unit-rollback-{viewport['width']}-{scheme}")


def test_a_neighbour_is_opened_from_the_picture_and_from_the_list(team: Team, open_as: OpenAs):
    address = story(team)
    page = open_as("viewer")
    page.goto(address)
    page.click(".hs-picture a:has-text('The lease of the office')")
    expect(page.locator(".hs-lead .hs-value")).to_have_text("The lease of the office ends in May")
    page.goto(address)
    # By keyboard the list is what is reached, once for each neighbour.
    links = page.locator("#relations a")
    focusable = [place for place in range(links.count()) if links.nth(place).evaluate("one => one.tabIndex >= 0")]
    assert len(focusable) == 6
    page.locator("#relations .hs-rows a", has_text="The lease of the office").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hs-lead .hs-value")).to_have_text("The lease of the office ends in May")


def test_back_to_what_it_said_by_keyboard(team: Team, open_as: OpenAs):
    page = open_as("reviewer")
    page.goto(story(team))
    page.locator(".hs-timeline li", has_text="Version 1").get_by_role("link", name="Roll back to this").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".hs-value.hs-said ins").last).to_contain_text("second")
    page.get_by_role("button", name="Roll back").focus()
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_contain_text("Rolled back to version 1.")
    expect(page.locator(".hs-lead .hs-value")).to_have_text("The office of the sales team is in Basel, second floor")


def test_forgetting_one_memory_is_looked_at_first(team: Team, open_as: OpenAs):
    address = story(team)
    page = open_as("officer")
    page.goto(address)
    page.click("button:has-text('Forget for good')")
    expect(page.locator(".hs-page")).to_contain_text("What would be erased")
    page.check("input[name=sure]")
    page.click("button:has-text('Erase')")
    expect(page.locator("body")).to_contain_text("The receipt is below.")
    with page.expect_download() as download:
        page.click("text=Download the receipt")
    assert download.value.suggested_filename.startswith("forget-receipt-")
    assert page.request.get(address).status == 404
