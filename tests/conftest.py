"""Fixtures for every test; the database comes from tests/embedded_database.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from memories import keys
from tests.embedded_database import TestDatabase, migrated_database

# How long an example takes says more about what else the machine is doing than about the code.
# The same examples each time, so that a change is judged by what it changed; --hypothesis-profile=search tries others.
settings.register_profile("hindsight", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, derandomize=False)
settings.load_profile("hindsight")


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[TestDatabase]:
    """Replaces pytest-django's: one cluster, migrated by the owner's role, used as the application's."""
    yield from migrated_database(django_db_blocker)


@pytest.fixture
def database(django_db_setup: TestDatabase) -> TestDatabase:
    """The run's database, for tests that need the owner's or the superuser's view of it."""
    return django_db_setup


@pytest.fixture(autouse=True)
def digest_key_of_this_database() -> None:
    """A process reads its key once, while each test begins with a database that has none: another process that a test
    starts would make another."""
    keys._digest_key.cache_clear()


# People whom most tests need: an owner with every scope, other writers of the same namespace, an outsider.
from tests.people import another_writer, caller, outsider, team  # noqa: E402, F401
