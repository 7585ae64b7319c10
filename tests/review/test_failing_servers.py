"""Servers that fail, refuse or break off, over real HTTP: bounded tries, each counted whole."""

from __future__ import annotations

import json
import logging
import threading
import traceback

import pytest

from memories.models import Namespace
from review import budget
from review.judges.llm import LLMJudge
from review.judges.pairs import Question
from review.llm import client
from review.llm.unavailable import ModelUnavailable
from review.models import ReviewRun
from tests.review.conftest import NOW, Configure, Judge, ledger, make_pair, reserved
from tests.review.llm_server import Asked, LLMServer, Reply, completion, fails, good, one


def test_a_timeout_is_tried_again_and_counts_whole(
    judge: Judge, configure: Configure, run: ReviewRun, server: LLMServer
):
    configure(LLM_TIMEOUT_SECONDS=0.3)
    server.play(lambda asked: Reply(b"{}", delay=0.8))
    result = judge([make_pair()])
    assert len(result.verdicts) == 1
    assert ledger(run) == [("llm_timeout", None), ("answered", 100)]
    assert result.tokens == reserved(run)[0] + 100


def test_a_server_that_drips_is_a_timeout(judge: Judge, configure: Configure, run: ReviewRun, server: LLMServer):
    configure(LLM_TIMEOUT_SECONDS=0.3)

    def script(asked: Asked) -> Reply:
        reply = good()(asked)
        return Reply(reply.body, drip=0.02)

    server.play(then=script)
    result = judge([make_pair()])
    assert result.unavailable == "llm_timeout"
    assert ledger(run) == [("llm_timeout", None)] * client.ATTEMPTS
    assert result.tokens == sum(reserved(run))


def test_429_then_good(judge: Judge, run: ReviewRun, server: LLMServer, monkeypatch: pytest.MonkeyPatch):
    waited: list[float] = []
    here = threading.get_ident()  # other threads of this process may sleep as well

    def wait(seconds: float) -> None:
        if threading.get_ident() == here:
            waited.append(seconds)

    monkeypatch.setattr("time.sleep", wait)
    server.play(fails(429, retry_after="7"), fails(429), good(tokens=50))
    result = judge([make_pair()])
    assert len(result.verdicts) == 1
    assert ledger(run) == [("llm_rate_limited", None), ("llm_rate_limited", None), ("answered", 50)]
    assert result.tokens == sum(reserved(run)[:2]) + 50
    assert waited == [7.0, 0.02]  # what the server asked for, then our own, doubled


def test_a_long_retry_after_ends_the_run(judge: Judge, run: ReviewRun, server: LLMServer):
    server.play(fails(429, retry_after="3600"))
    pairs = [make_pair(), make_pair()]
    result = judge(pairs)
    assert result.unavailable == "llm_rate_limited"
    assert result.deferred == [pair.id for pair in pairs]
    assert len(server.asked) == 1
    assert [result.tokens] == reserved(run)


def test_500s_end_after_bounded_tries(judge: Judge, run: ReviewRun, server: LLMServer):
    server.play(then=fails(500))
    pairs = [make_pair() for _ in range(20)]
    result = judge(pairs)
    assert result.unavailable == "llm_server_error"
    assert result.deferred == [pair.id for pair in pairs]
    assert not result.verdicts
    assert len(server.asked) == client.ATTEMPTS
    assert ledger(run) == [("llm_server_error", None)] * client.ATTEMPTS
    assert result.tokens == sum(reserved(run))


def test_a_failing_server_and_a_spent_budget_end_at_once(judge: Judge, run: ReviewRun, server: LLMServer):
    server.play(then=fails(500))
    result = judge([make_pair() for _ in range(8)], run_budget=6000)
    assert result.unavailable == "llm_server_error"
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (Reply(hang_up=True), "llm_unreachable"),
        (Reply(b"{" * 500, cut_at=20), "llm_unreachable"),
    ],
)
def test_broken_connections(judge: Judge, run: ReviewRun, server: LLMServer, reply: Reply, code: str):
    server.play(lambda asked: reply)
    result = judge([make_pair()])
    assert len(result.verdicts) == 1
    assert ledger(run) == [(code, None), ("answered", 100)]


def test_nobody_listens(judge: Judge, configure: Configure, run: ReviewRun):
    configure(LLM_BASE_URL="http://127.0.0.1:9/v1")
    result = judge([make_pair()])
    assert result.unavailable == "llm_unreachable"
    assert result.tokens == sum(reserved(run)) > 0


@pytest.mark.parametrize(
    ("status", "code"), [(401, "llm_unauthorized"), (404, "llm_not_found"), (302, "llm_unexpected_status")]
)
def test_what_no_second_try_can_mend(judge: Judge, server: LLMServer, status: int, code: str):
    server.play(then=fails(status, location="http://127.0.0.1:9/elsewhere"))
    assert judge([make_pair()]).unavailable == code
    assert len(server.asked) == 1


def test_json_schema_refused_then_remembered(judge: Judge, run: ReviewRun, server: LLMServer):
    def script(asked: Asked) -> Reply:
        if asked.format != "plain":
            return fails(400, "response_format is not supported")(asked)
        return good(tokens=90)(asked)

    server.play(then=script)
    result = judge([make_pair()])
    assert [asked.format for asked in server.asked] == ["json_schema", "json_object", "plain"]
    assert ledger(run) == [("llm_refused", None), ("llm_refused", None), ("answered", 90)]
    assert result.tokens == sum(reserved(run)[:2]) + 90
    judge([make_pair()])
    assert [asked.format for asked in server.asked[3:]] == ["plain"]


def test_a_model_with_parameters_of_its_own(judge: Judge, server: LLMServer):
    def script(asked: Asked) -> Reply:
        if "max_tokens" in asked.payload:
            return fails(400, "Unsupported parameter: use 'max_completion_tokens' instead.")(asked)
        if "temperature" in asked.payload:
            return fails(400, "'temperature' does not support 0 with this model.")(asked)
        return good()(asked)

    server.play(then=script)
    assert len(judge([make_pair()]).verdicts) == 1
    assert server.asked[-1].format == "json_schema"
    assert server.asked[-1].payload["max_completion_tokens"] > 0


def test_a_text_that_the_server_refuses_does_not_stop_the_others(judge: Judge, server: LLMServer):
    judge([make_pair()])  # the server is known to take our requests

    def script(asked: Asked) -> Reply:
        return fails(400, "filtered")(asked) if "forbidden" in asked.user else good()(asked)

    server.play(then=script)
    bad = make_pair("forbidden")
    pairs = [bad, make_pair(), make_pair()]
    result = judge(pairs)
    assert set(result.verdicts) == {pairs[1].id, pairs[2].id}
    assert result.unanswered == [bad.id]


def test_a_crash_during_the_call_counts_its_reservation(judge: Judge, run: ReviewRun, monkeypatch: pytest.MonkeyPatch):
    def killed(*args: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(client.ChatModel, "_call", killed)
    with pytest.raises(KeyboardInterrupt):
        judge([make_pair()])
    assert ledger(run) == [("", None)]
    assert budget.spent_by_run(run.pk) == reserved(run)[0] > 0


@pytest.mark.parametrize("status", [200, 400, 401, 500])
def test_no_text_in_logs_errors_or_representations(
    judge: Judge, server: LLMServer, caplog: pytest.LogCaptureFixture, run: ReviewRun, status: int
):
    """The server quotes the texts in whatever it answers."""
    caplog.set_level(logging.DEBUG)
    for name in ("openai", "openai._base_client", "httpx2", "httpcore2"):
        caplog.set_level(logging.DEBUG, logger=name)
    secret = "Marmalade-7719"
    pair = make_pair(f"my code word is {secret}", "my code word is Quince-2")

    def script(asked: Asked) -> Reply:
        reply = completion(json.dumps({"verdicts": [one(asked.ids[0], reason=secret, confidence=secret)]}))
        return reply if status == 200 else fails(status, f"cannot read {asked.user}")(asked)

    server.play(then=script)
    result = judge([pair])
    assert not result.verdicts
    assert secret in server.asked[0].user
    assert secret not in caplog.text
    assert secret not in repr((pair, result, ledger(run)))
    assert "sk-test" not in caplog.text


def test_giving_up_keeps_no_text(namespace: Namespace, run: ReviewRun, configure: Configure, server: LLMServer):
    secret = "Marmalade-7719"
    server.play(then=fails(401, f"cannot read {secret}"))
    account = budget.Account(namespace.pk, run.pk, "judge-1", 20_000, 20_000, NOW)
    with LLMJudge.from_settings() as judge, pytest.raises(ModelUnavailable) as caught:
        judge.ask([Question(make_pair(secret))], account=account)
    assert caught.value.code == "llm_unauthorized"
    assert caught.value.__context__ is None
    assert caught.value.__cause__ is None
    assert secret not in "".join(traceback.format_exception(caught.value))
