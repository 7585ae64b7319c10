"""Nothing that an exception says about a row reaches a log or a stored job."""

from __future__ import annotations

import logging
import traceback

import pytest

from hindsight_site.logs import PlacesOnly, places_only


def fail() -> None:
    try:
        raise ValueError('Failing row contains (7, whisper).\n  File "whisper.py", line 1')
    except ValueError as error:
        raise RuntimeError("whisper again") from error


def test_a_traceback_is_logged_without_messages(caplog: pytest.LogCaptureFixture):
    try:
        fail()
    except RuntimeError as error:
        record = logging.LogRecord(
            "hindsight", logging.ERROR, __file__, 1, "job failed", None, (type(error), error, error.__traceback__)
        )
    text = PlacesOnly("%(message)s").format(record)
    assert "whisper" not in text
    assert "builtins.RuntimeError" in text
    assert "builtins.ValueError" in text
    assert "test_logs.py" in text


def test_a_stored_traceback_keeps_places_alone():
    try:
        fail()
    except RuntimeError as error:
        stored = places_only(f"{error} : {traceback.format_exc()}")
    assert "whisper" not in stored
    assert "test_logs.py" in stored
    assert " fail" in stored
