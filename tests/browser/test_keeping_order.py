"""Sources, tokens, forget requests, alerts, the audit and members, by somebody who looks after them in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from memories.alerts import raise_alert
from memories.callers import Caller
from memories.errors import Unauthenticated
from memories.models import Membership, MemoryUnit, Token
from memories.tokens import authenticate, create_token
from memories.words import Channel, Role, Scope, State
from tests.browser.conftest import NARROW, WIDE, OpenAs
from tests.browser.test_accessible import faults
from tests.browser.test_contents import RIGHT_TO_LEFT, SCRIPT, fits
from tests.browser.test_deciding import Picture
from tests.console_team import Team

pytestmark = pytest.mark.browser


@pytest.fixture
def intruder(team: Team) -> Caller:
    """A token that wrote three memories, of which one was held and one found false."""
    _token, secret = create_token(
        namespace=team.namespace, scopes=list(Scope), channels=list(Channel), label="intruder"
    )
    caller = authenticate(secret, now=timezone.now())
    said: dict[str, Any] = {
        "channel": Channel.TOOL_RESULT,
        "mcp_server": "rumours",
        "session_id": "s" * 190,
    }
    ids = [team.write(f"The {place} opens at seven", caller=caller, **said) for place in ("bakery", "museum", "market")]
    with team.inside():
        MemoryUnit.objects.filter(pk=ids[0]).update(state=State.HELD)
        MemoryUnit.objects.filter(pk=ids[1]).update(state=State.FALSIFIED)
    return caller


def states(team: Team, caller: Caller) -> list[str]:
    with team.inside():
        return list(
            MemoryUnit.objects.filter(source__writer=caller.writer_id).order_by("pk").values_list("state", flat=True)
        )


def look(page: Page, width: int) -> None:
    assert fits(page, width)
    assert page.evaluate("window.broken") is None
    assert faults(page) == []


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "light"), (NARROW, "dark")], ids=["wide", "narrow"])
def test_from_an_alert_to_what_it_did_and_back(
    team: Team, open_as: OpenAs, intruder: Caller, viewport: dict[str, int], scheme: str, picture: Picture
):
    kept = team.write("Lunch is at noon")
    with team.inside():
        raise_alert(
            namespace_id=team.namespace.pk, kind="replaces_others", object_type="token", object_id=intruder.writer_id,
            detail="Look at what it wrote.", now=timezone.now(),
        )  # fmt: skip
    page = open_as("admin", viewport, scheme)
    page.goto("/admin/memories/alert/")
    page.click("#result_list .field-kind_shown a")
    look(page, viewport["width"])
    page.click("text=Look at it")
    look(page, viewport["width"])
    page.click("text=Where it wrote from")
    expect(page.locator("#result_list")).to_contain_text("1 held or quarantined")
    look(page, viewport["width"])
    picture(page, f"sources-{viewport['width']}")
    page.click("#result_list .field-channel_shown a")
    look(page, viewport["width"])
    picture(page, f"source-{viewport['width']}")
    page.click("text=Roll back what it did")
    page.check("input[value=token]")
    page.click("button:has-text('Preview')")
    expect(page.locator("#preview")).to_contain_text("The market opens at seven")
    look(page, viewport["width"])
    picture(page, f"source-rollback-{viewport['width']}")
    assert State.DELETED not in states(team, intruder)
    page.check("input[name=sure]")
    page.click("#preview button:has-text('Roll back')")
    expect(page.locator("body")).to_contain_text("Rolled back: 3 memories are in the trash.")
    assert states(team, intruder) == [State.DELETED] * 3
    with team.inside():
        assert MemoryUnit.objects.get(pk=kept).state == State.ACTIVE


def test_a_rollback_without_the_tick_stays_where_it_is(team: Team, open_as: OpenAs, intruder: Caller):
    page = open_as("admin")
    page.goto(f"/admin/memories/source/?q={intruder.actor.removeprefix('token:')}")
    page.click("#result_list .field-channel_shown a")
    page.click("text=Roll back what it did")
    page.click("button:has-text('Preview')")
    page.click("#preview button:has-text('Roll back')")
    assert page.locator("#preview input[name=sure]").evaluate("one => one.validity.valueMissing")
    assert State.DELETED not in states(team, intruder)


def test_a_new_secret_is_copied_by_keyboard(team: Team, open_as: OpenAs):
    token, old = create_token(namespace=team.namespace, scopes=list(Scope), channels=[], label="ci")
    page = open_as("admin")
    page.goto(f"/admin/memories/token/{token.pk}/change/")
    page.get_by_role("button", name="Give it a new secret").focus()
    page.keyboard.press("Enter")
    secret = page.locator("#secret").inner_text()
    expect(page.locator("body")).to_contain_text("The secret before it is refused from now on.")
    look(page, WIDE["width"])
    page.get_by_role("button", name="Copy", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert authenticate(secret, now=timezone.now()).writer_id == token.pk
    with pytest.raises(Unauthenticated):
        authenticate(old, now=timezone.now())
    page.click("text=I have copied it")
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke").click()
    expect(page.locator("body")).to_contain_text("The next request with it is refused.")
    assert Token.objects.get(pk=token.pk).revoked_at is not None


@pytest.mark.parametrize(("viewport", "scheme"), [(WIDE, "dark"), (NARROW, "light")], ids=["wide", "narrow"])
def test_someone_is_forgotten_with_a_receipt(team: Team, open_as: OpenAs, viewport: dict[str, int], scheme: str):
    for value in ("Kim lives in Basel", f"Kim {SCRIPT}", f"Kim {RIGHT_TO_LEFT}", "Kim " + "x" * 1900):
        team.write(value, subject="Kim")
    page = open_as("officer", viewport, scheme)
    page.goto("/admin/memories/forgetrequest/")
    expect(page.locator("body")).to_contain_text("Nobody has asked yet.")
    page.click("text=Forget someone or something")
    page.fill("input[name=what]", "Kim")
    page.click("button:has-text('Preview')")
    expect(page.locator(".hs-page")).to_contain_text("Kim lives in Basel")
    look(page, viewport["width"])
    page.check("input[name=sure]")
    page.click("button:has-text('Erase')")
    expect(page.locator("body")).to_contain_text("Signed by this installation; the signature is right.")
    look(page, viewport["width"])
    with page.expect_download() as download:
        page.click("text=Download the receipt")
    assert download.value.suggested_filename.startswith("forget-receipt-")
    assert "Kim" not in download.value.path().read_text()
    with team.inside():
        assert not MemoryUnit.objects.exists()


@pytest.mark.parametrize("viewport", [WIDE, NARROW], ids=["wide", "narrow"])
def test_a_role_is_changed_by_keyboard(team: Team, open_as: OpenAs, viewport: dict[str, int]):
    page = open_as("admin", viewport)
    page.goto(f"/admin/memories/namespace/{team.namespace.pk}/change/")
    look(page, viewport["width"])
    page.get_by_label("Role of viewer", exact=True).focus()
    page.keyboard.type("rev")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Role of viewer", exact=True)).to_have_value("reviewer")
    expect(page.locator("body")).to_contain_text("Saved.")
    assert Membership.objects.get(namespace=team.namespace, user=team.people["viewer"]).role == Role.REVIEWER


def test_the_audit_is_narrowed_in_the_page(team: Team, open_as: OpenAs):
    unit_id = team.write("Lunch is at noon")
    page = open_as("reviewer")
    page.goto(f"/admin/memories/memoryunit/{unit_id}/change/")
    page.click("button:has-text('Archive')")
    expect(page.locator(".hs-lead")).to_contain_text("archived")
    page.goto("/admin/memories/auditentry/")
    page.fill("input[name=q]", "reviewer")
    page.press("input[name=q]", "Enter")
    expect(page.locator("#result_list")).to_contain_text("archived a memory")
    expect(page.locator("#result_list")).not_to_contain_text("wrote a memory")
