"""Nothing that an exception says about a row reaches a log or a stored job; nothing sent breaks out of its line."""

from __future__ import annotations

import logging
import subprocess
import sys
import traceback
from datetime import timedelta

import pytest
from django.test import Client
from gunicorn.config import Config

from hindsight_site.logs import ACCESS, PlacesOnly, places_only
from hindsight_site.routes import route_of
from hindsight_site.web import Lines

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


WHOSE = "mailto:lbl.owner@zed.example"


@pytest.mark.parametrize(
    ("path", "route"),
    [
        (f"/api/v1/sessions/{WHOSE}/turns", "/api/v1/sessions/…/turns"),
        ("/api/v1/memories/0190b0c2-0000-7000-8000-000000000000/trace", "/api/v1/memories/…/trace"),
        ("/api/v1/memories", "/api/v1/memories"),
        (f"/api/v1/memories?subject={WHOSE}", "/api/v1/memories"),
        ("/health", "/health"),
        ("/mcp", "/mcp"),
        ("/static/admin/css/base.css", "/static/…"),
        (f"/nothing/{WHOSE}", "(unknown)"),
        (f"/{WHOSE}", "(unknown)"),
        (f"/admin/{WHOSE}", "/admin/…"),
        ("/会话13577779999", "(unknown)"),
    ],
)
def test_of_an_address_its_pattern_is_said(path: str, route: str):
    assert route_of(path) == route


class Answer:
    status, sent, headers = "404 Not Found", 0, ()


@pytest.mark.parametrize("path", [f"/api/v1/sessions/{WHOSE}/turns", f"/{WHOSE}", "/\xe4\xbc\x9a13577779999"])
def test_the_access_log_says_no_word_of_a_caller(path: str):
    environ = {
        "PATH_INFO": path,
        "RAW_URI": path,
        "REQUEST_METHOD": "FIND-13577779999",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "QUERY_STRING": f"q={WHOSE}",
    }
    atoms = Lines(Config()).atoms(Answer, Answer, environ, timedelta(0))
    said = "{m} {U} {s}".format(**atoms)
    assert "lbl.owner" not in said
    assert "13577779999" not in said
    assert said.endswith(" 404")


@pytest.mark.django_db
def test_what_django_logs_of_a_request_holds_no_word_of_its_address(caplog: pytest.LogCaptureFixture):
    Client(raise_request_exception=False).get(f"/{WHOSE}?q={WHOSE}")
    Client(raise_request_exception=False).post(f"/api/v1/sessions/{WHOSE}/turns")
    Client(raise_request_exception=False).get("/health", headers={"host": "lbl.owner"})
    Client(raise_request_exception=False).get(f"/admin/{WHOSE}", headers={"host": "lbl.owner"})
    said = [PlacesOnly("%(name)s %(message)s").format(record) for record in caplog.records]
    assert any("(unknown)" in one for one in said)
    assert any("/api/v1/sessions/…/turns" in one for one in said)
    assert [one for one in said if "lbl.owner" in one] == []


def test_what_gunicorn_says_of_a_bad_request_ends_before_its_words(capsys: pytest.CaptureFixture[str]):
    lines = Lines(Config())
    lines.warning("Invalid request from ip=::1: Invalid HTTP request line: 'GET /13577779999'")
    lines.exception("Error handling request %s %s", "GET", "/13577779999")
    said = capsys.readouterr().err
    assert "ip=::1" in said
    assert "Error handling request" in said
    assert "13577779999" not in said
