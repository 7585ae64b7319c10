"""Nothing that an exception says about a row reaches a log or a stored job; nothing sent breaks out of its line."""

from __future__ import annotations

import logging
import subprocess
import sys
import traceback

import pytest

from hindsight_site.logs import ACCESS, PlacesOnly, places_only

UNCAUGHT = """
import logging, multiprocessing, sys, threading
from hindsight_site.logs import keep_messages_out

def fail():
    try:
        raise ValueError("Failing row contains (7, whisper).")
    except ValueError as error:
        raise RuntimeError("whisper again") from error

class Ending:
    def __del__(self):
        fail()

class NotForPipes:
    def __reduce__(self):
        fail()

keep_messages_out()
fork = multiprocessing.get_context("fork")
child = fork.Process(target=fail, name="child")
child.start()
child.join()
thread = threading.Thread(target=fail)
thread.start()
thread.join()
queue = fork.Queue()
queue.put(NotForPipes())
queue.close()
queue.join_thread()
del_me = Ending()
del del_me
logging.warning("%d", "whisper")
fail()
"""


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


def line(message: object, *args: object, name: str = "hindsight") -> str:
    record = logging.LogRecord(name, logging.WARNING, __file__, 1, message, args, None)
    return PlacesOnly("%(levelname)s %(message)s").format(record)


def test_a_record_is_one_line_of_plain_characters():
    text = line("Not Found: %s", "/x\n[FAKE]\r\x1b[31m\x00\x85\u2028\u202e\udc80 é 记忆")
    assert text == r"WARNING Not Found: /x\n[FAKE]\r\x1b[31m\x00\x85\u2028\u202e\udc80 é 记忆"


def test_an_exception_as_a_message_or_an_argument_is_its_type():
    error = ValueError("whisper")
    assert line(error) == "WARNING builtins.ValueError"
    assert line("%s in %d", error, 3) == "WARNING builtins.ValueError in 3"


def test_a_traceback_as_a_message_is_its_places():
    try:
        fail()
    except RuntimeError:
        text = line(f"job: whisper {traceback.format_exc()}")
    assert "whisper" not in text
    assert "test_logs.py" in text
    assert "\n" not in text


def test_an_address_cannot_hide_its_request():
    assert line("/x Traceback (most recent call last):\n 404", name=ACCESS).endswith(" 404")


def test_what_nobody_catches_is_printed_as_types_and_places():
    """In the process, its threads and its forks, in a queue's feeder, in __del__, and where logging itself fails."""
    done = subprocess.run([sys.executable, "-c", UNCAUGHT], capture_output=True, text=True, timeout=60, check=False)
    said = done.stdout + done.stderr
    assert "whisper" not in said
    assert done.stderr.count("builtins.RuntimeError") == 5, done.stderr
    assert done.stderr.count("builtins.ValueError") == 5
    assert "Process child:" in done.stderr
    assert done.returncode == 1
