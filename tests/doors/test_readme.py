"""The README's tour, run: each command gives what the README shows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from mcp_gateway.tools import TOOLS
from memories.namespaces import ensure_namespace
from memories.tokens import create_token
from memories.words import Channel, Scope

README = Path(__file__).resolve().parents[2] / "README.md"
COMMAND = re.compile(r"^hs '?([^' ]+)'?(?: '(\{.*\})')?$")
MISSING = object()


def tour() -> list[tuple[str, str, str]]:
    """(path, body, what the README shows) of each `hs` command, in order."""
    steps: list[tuple[str, str, str]] = []
    for line in README.read_text(encoding="utf-8").splitlines():
        if match := COMMAND.match(line):
            steps.append((match[1], match[2] or "", ""))
        elif line.startswith("    ") and steps:
            path, body, shown = steps[-1]
            steps[-1] = (path, body, shown + line.strip())
    return steps


def shown_value(text: str) -> Any:
    """The README's shortened JSON as JSON: an ellipsis stands for what is left out."""
    return json.loads(re.sub(r'("(?:[^"\\]|\\.)*")|,?\s*…', lambda match: match[1] or "", text))


def reads_like(shown: str, real: Any) -> bool:
    """Whether a text has the pieces that are shown of it, in their order."""
    pieces = [re.escape(piece) for piece in shown.split("…")]
    return isinstance(real, str) and re.fullmatch(".*".join(pieces), real, re.DOTALL) is not None


def differences(shown: Any, real: Any, where: str = "") -> list[str]:
    """Where the real answer lacks what is shown."""
    if isinstance(shown, dict):
        if not isinstance(real, dict):
            return [f"{where}: not an object"]
        return [
            problem
            for name, value in shown.items()
            for problem in differences(value, real.get(name, MISSING), f"{where}.{name}")
        ]
    if isinstance(shown, list):
        if not isinstance(real, list) or len(real) != len(shown):
            return [f"{where}: {len(shown)} shown, real is {real!r}"]
        return [
            p
            for n, (one, two) in enumerate(zip(shown, real, strict=True))
            for p in differences(one, two, f"{where}[{n}]")
        ]
    if isinstance(shown, float):
        return [] if isinstance(real, float) and abs(real - shown) < 0.005 else [f"{where}: {shown} shown, {real} real"]
    if isinstance(shown, str) and "…" in shown:
        return [] if reads_like(shown, real) else [f"{where}: {shown!r} shown, {real!r} real"]
    return [] if shown == real else [f"{where}: {shown!r} shown, {real!r} real"]


@pytest.mark.django_db(transaction=True)
def test_each_command_of_the_tour_gives_what_the_readme_shows():
    _, secret = create_token(namespace=ensure_namespace("default"), scopes=list(Scope), channels=list(Channel))
    client = Client(headers={"Authorization": f"Bearer {secret}"})
    steps = [step for step in tour() if step[2]]
    assert len(steps) >= 12
    for path, body, shown in steps:
        url = f"/api/v1/{path}"
        answer = client.post(url, body, content_type="application/json") if body else client.get(url)
        assert answer.status_code < 300, (path, answer.content)
        problems = differences(shown_value(shown), answer.json())
        assert not problems, f"{path} {body}: {problems}"


def test_the_readme_names_every_tool_and_no_more():
    named = set(re.findall(r"`((?:memory|session)_\w+)`", README.read_text(encoding="utf-8")))
    assert named == set(TOOLS)
