"""A real Chromium against a live server with committed rows.

Where there is no browser these tests say so in one line and are skipped; with HINDSIGHT_REQUIRE_BROWSER=1 (CI)
that is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright

from tests.console_team import PASSWORD, Team, make_team

IMAGES = Path(__file__).resolve().parent.parent.parent / "docs" / "images"
WIDE = {"width": 1280, "height": 900}
NARROW = {"width": 390, "height": 844}
_OPTIONS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


# A machine that runs the other tests beside these answers late; how fast is not asked here.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if path is None:
        reason = "no Chromium found: apt-get install chromium, or name it in CHROMIUM"
        if os.environ.get("HINDSIGHT_REQUIRE_BROWSER") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    # Playwright's synchronous interface runs an event loop in this thread, which Django's guard takes for a mistake.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=path, args=_OPTIONS)
            yield chromium
            chromium.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def team(transactional_db: None, settings: Any) -> Team:
    """Committed, so that the server's threads see it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # logging in is not what is tested
    return make_team(password=PASSWORD)


_LOCALES = {"en": "en-GB", "zh-hans": "zh-CN"}

OpenAs = Callable[..., Page]


@pytest.fixture
def open_as(browser: Browser, live_server: Any, team: Team) -> Iterator[OpenAs]:
    """A new profile in which somebody has logged in through the form.

    At the end nothing may have been said in its console, and nothing asked of another host.
    """
    contexts, complaints = [], []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not _expected(message):
            complaints.append(f"{message.type}: {message.text} ({message.location})")

    def asked(request: Request) -> None:
        if not request.url.startswith((live_server.url, "data:", "blob:")):
            complaints.append(f"asked another host: {request.url}")

    def log_in(who: str, viewport: Any = WIDE, scheme: Any = "light", language: str = "en") -> Page:
        context = browser.new_context(
            viewport=viewport, color_scheme=scheme, locale=_LOCALES[language], base_url=live_server.url
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.on("console", heard)
        page.on("pageerror", lambda error: complaints.append(f"pageerror: {error}"))
        page.on("request", asked)
        page.goto("/admin/")
        page.fill("input[name=username]", who)
        page.fill("input[name=password]", PASSWORD)
        page.press("input[name=password]", "Enter")
        page.wait_for_selector("#nav-sidebar-apps", state="attached")
        return page

    yield log_in
    for context in contexts:
        context.close()
    assert complaints == []


def _expected(message: ConsoleMessage) -> bool:
    """Chromium reports the 409 of a decision that came too late, and the 400 of a form that is refused, as if they were
    broken links."""
    return "status of 409" in message.text or "status of 400" in message.text


@pytest.fixture
def picture() -> Callable[[Page, str], None]:
    """Keeps a screenshot where the README shows it, when HINDSIGHT_SCREENSHOTS=1 asks for new ones."""

    def keep(page: Page, name: str) -> None:
        if os.environ.get("HINDSIGHT_SCREENSHOTS") == "1":
            IMAGES.mkdir(parents=True, exist_ok=True)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=IMAGES / f"{name}.png", full_page=True)

    return keep
