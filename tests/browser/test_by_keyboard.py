"""A reviewer with many conflicts and no mouse; two reviewers at one conflict."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from memories.models import Conflict
from memories.words import Channel, ConflictState
from tests.browser.conftest import NARROW, OpenAs
from tests.console_team import Team

pytestmark = pytest.mark.browser

NUMBER = 20
KEYS = {"a": "keep_b", "r": "reject", "1": "keep_a", "2": "keep_b", "3": "keep_both", "5": "reject_both"}


def fill(team: Team, number: int = NUMBER) -> None:
    for place in range(number):
        plan: dict[str, Any] = {"channel": Channel.USER_STATEMENT, "subject": f"launch {place}", "attribute": "budget"}
        team.write(f"The budget of launch {place} is 100k", days_ago=20, critical=True, **plan)
        team.write(f"The budget of launch {place} is now 200k", days_ago=1, **plan)


def states(team: Team) -> list[str]:
    with team.inside():
        return list(Conflict.objects.order_by("pk").values_list("state", flat=True))


def test_twenty_conflicts_by_keyboard_alone(team: Team, open_as: OpenAs):
    fill(team)
    page = open_as("reviewer")
    page.goto("/admin/memories/conflict/")
    # From the top of the page to the first conflict, as a keyboard does: the skip link, then on.
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('hs-pair')"):
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/change/")  # and its script, without which a key is only a key
    pressed = [list(KEYS)[number % len(KEYS)] for number in range(NUMBER)]
    for number, key in enumerate(pressed):
        here = page.url
        page.keyboard.press(key)
        page.wait_for_function("here => location.href !== here", arg=here)
        page.wait_for_load_state()
        left = NUMBER - number - 1
        if left:
            expect(page.locator("#decide")).to_be_visible()
            assert states(team).count(ConflictState.PENDING) == left
    expect(page.locator("body")).to_contain_text("No conflict is open")
    assert states(team) == [ConflictState.SETTLED] * NUMBER
    with team.inside():
        decided = sorted(Conflict.objects.values_list("resolution", flat=True))
    assert decided == sorted(KEYS[key] for key in pressed)


def test_undo_by_key_from_the_next_page_and_ways_between(team: Team, open_as: OpenAs):
    fill(team, 3)
    page = open_as("reviewer")
    page.goto("/admin/memories/conflict/")
    page.locator(".hs-pair").first.click()
    page.wait_for_url("**/change/")
    first = page.url
    page.keyboard.press("j")
    page.wait_for_function("here => location.href !== here", arg=first)
    page.wait_for_load_state()
    second = page.url
    page.keyboard.press("k")
    page.wait_for_url(first)
    page.keyboard.press("1")
    page.wait_for_url(lambda url: "decided=" in url)
    assert page.url.startswith(second)
    assert states(team).count(ConflictState.SETTLED) == 1
    page.keyboard.press("u")
    expect(page.locator("body")).to_contain_text("Taken back")
    assert states(team) == [ConflictState.PENDING] * 3


def test_a_key_that_is_held_down_decides_once(team: Team, open_as: OpenAs):
    fill(team, 3)
    page = open_as("reviewer")
    page.goto("/admin/memories/conflict/")
    page.locator(".hs-pair").first.click()
    page.wait_for_url("**/change/")
    page.keyboard.down("1")
    page.wait_for_url("**/change/?decided=*")
    here = page.url
    for _ in range(3):
        page.keyboard.down("1")  # held already: the browser marks it as a repetition
    page.keyboard.up("1")
    page.wait_for_timeout(300)  # what a repetition would set off has no end to wait for
    assert page.url == here
    assert states(team).count(ConflictState.PENDING) == 2
    page.keyboard.press("1")
    page.wait_for_function("here => location.href !== here", arg=here)
    page.wait_for_load_state()
    assert states(team).count(ConflictState.PENDING) == 1


def test_a_key_in_a_field_is_a_letter_and_4_opens_the_editor(team: Team, open_as: OpenAs):
    conflict = team.waiting()
    page = open_as("reviewer")
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    page.locator("input[name=note]").focus()
    page.keyboard.type("a 5 r u 1")
    expect(page.locator("input[name=note]")).to_have_value("a 5 r u 1")
    assert team.fresh(conflict).state == ConflictState.PENDING
    page.locator("input[name=note]").blur()
    page.keyboard.press("4")
    editor = page.locator("textarea[name=merged_value]")
    expect(editor).to_be_focused()
    expect(editor).to_have_value("The launch budget is now 200k")
    page.keyboard.press("Control+a")
    page.keyboard.type("The launch budget was 100k and is 200k")
    page.locator("button[value=merge]").press("Enter")
    expect(page.locator("body")).to_contain_text("Decided: merge.")
    assert team.fresh(conflict).resolution == "merge"


def test_two_reviewers_at_once_one_wins_and_the_other_is_told_by_whom_and_what(team: Team, open_as: OpenAs):
    conflict = team.waiting()
    one, other = open_as("reviewer"), open_as("admin")
    for page in (one, other):
        page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    one.keyboard.press("2")
    expect(one.locator("body")).to_contain_text("Decided: keep B.")
    with other.expect_response(lambda answer: answer.request.method == "POST") as refused:
        other.keyboard.press("1")
    assert refused.value.status == 409
    expect(other.locator("[role=alert]")).to_contain_text("reviewer has decided this conflict already: keep B.")
    assert team.fresh(conflict).resolution == "keep_b"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_differs_is_marked_and_nothing_spills(team: Team, open_as: OpenAs, scheme: str):
    conflict = team.waiting()
    page = open_as("reviewer", viewport=NARROW, scheme=scheme)
    page.goto(f"/admin/memories/conflict/{conflict.pk}/change/")
    assert page.locator("#sides .hs-value del").all_inner_texts() == ["100k"]
    assert page.locator("#sides .hs-value ins").all_inner_texts() == ["now 200k"]
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
