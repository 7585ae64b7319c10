"""Whatever a memory says, no page breaks; and every page opens without a word in the console."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from memories.models import MemoryUnit, Namespace
from memories.words import Channel, State
from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.browser.test_deciding import WIDEST, Picture
from tests.console_team import Team

pytestmark = pytest.mark.browser

SCRIPT = "<script>window.broken = 1</script><img src=x onerror='window.broken = 1'> listens on port"
RIGHT_TO_LEFT = "\u202eThe gateway \u2067listens on port"

PAGES = (
    "", "memories/memoryunit/", "memories/conflict/", "memories/alert/", "memories/source/", "review/reviewrun/",
    "memories/auditentry/", "memories/forgetrequest/", "memories/forgetrequest/preview/", "memories/token/",
    "memories/token/create/", "memories/namespace/", "auth/user/", "auth/user/add/", "password_change/",
)  # fmt: skip


def fits(page: Page, width: int) -> bool:
    page.wait_for_load_state()  # a link that was clicked has left the old page, not yet come to the end of the new
    return int(page.evaluate(WIDEST)) <= width


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_nasty_values(team: Team, open_as: OpenAs, viewport: dict[str, int]):
    port: dict[str, Any] = {
        "channel": Channel.TOOL_RESULT,
        "subject": "g" * 200,
        "attribute": "port",
        "tags": ["t" * 200],
    }
    # The screen would set both apart; a page must not break even so.
    Namespace.objects.filter(pk=team.namespace.pk).update(preferences={"screening": "off"})
    team.write(f"{SCRIPT} 8080 {'x' * 1700}", days_ago=2, mcp_server="s" * 200, **port)
    team.write(f"{RIGHT_TO_LEFT} 9090", days_ago=1, mcp_server=RIGHT_TO_LEFT, **port)
    conflict = team.newest_conflict()
    held = team.write(f"{SCRIPT} 7070 {RIGHT_TO_LEFT}", channel=Channel.TOOL_RESULT, mcp_server=RIGHT_TO_LEFT)
    with team.inside():
        MemoryUnit.objects.filter(pk=held).update(state=State.HELD)
    page = open_as("admin", viewport)
    for address in (
        "memories/memoryunit/",
        f"memories/memoryunit/{conflict.a_id}/change/",
        f"memories/memoryunit/{conflict.b_id}/change/",
        "memories/conflict/",
        f"memories/conflict/{conflict.pk}/change/",
        "memories/conflict/held/",
        f"memories/conflict/held/{held}/",
        "memories/source/",
        f"memories/source/{conflict.a.source_id}/change/",
        "",
    ):
        page.goto(f"/admin/{address}")
        assert page.evaluate("window.broken") is None, address
        assert fits(page, viewport["width"]), address
    page.goto("/admin/memories/memoryunit/search/")
    page.fill("[name=query]", "the gateway listens on port")
    page.click("button:has-text('Search')")
    page.wait_for_selector("text=9090")
    assert page.evaluate("window.broken") is None
    assert fits(page, viewport["width"])
    # The marks of one memory do not turn the words after it around.
    page.goto(f"/admin/memories/memoryunit/{conflict.b_id}/change/")
    assert page.locator(".hs-lead .hs-value").inner_text() == "⟨RLO⟩The gateway ⟨RLI⟩listens on port 9090"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_opens(team: Team, open_as: OpenAs, picture: Picture, scheme: str):
    team.waiting()
    page = open_as("root", WIDE, scheme)
    for address in PAGES:
        answer = page.goto(f"/admin/{address}")
        assert answer is not None
        assert answer.status == 200, address
        expect(page.locator("#nav-sidebar-apps")).to_be_attached()


def test_a_token_is_shown_once(team: Team, open_as: OpenAs):
    page = open_as("admin")
    page.goto("/admin/memories/token/create/")
    page.fill("input[name=label]", "ci")
    page.click("button:has-text('Make the token')")
    secret = page.locator("#secret").inner_text()
    assert secret.startswith("hs_")
    page.click("text=I have copied it")
    expect(page.locator(".hs-card h2").first).to_contain_text(secret[:11])
    assert secret not in page.content()
