"""The team whose console is tested."""

from __future__ import annotations

import pytest

from tests.console_team import Team, make_team


@pytest.fixture
def team(db: None) -> Team:
    return make_team()
