"""A namespace with a running review, pairs to judge, and a model server to judge them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from memories.judging.statements import Statement
from memories.models import Namespace
from memories.namespaces import ensure_namespace
from memories.walls import inside
from review import budget
from review.judges.cascade import CascadeResult, judge_waiting
from review.judges.packing import sampled
from review.judges.pairs import PairForJudge, SideForJudge
from review.llm import client
from review.models import ReviewRun, RunState, Spend, Trigger
from tests.review.llm_server import LLMServer, serving

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)

Judge = Callable[..., CascadeResult]
Configure = Callable[..., None]


def make_run(namespace: Namespace) -> ReviewRun:
    with inside(namespace.pk):
        return ReviewRun.objects.create(
            namespace=namespace, trigger=Trigger.MANUAL, state=RunState.DONE, created_at=NOW
        )


def make_pair(a: str = "I use Django", b: str = "I use FastAPI", *, id: UUID | None = None) -> PairForJudge:
    """A pair that is asked in one order only, unless its id is given."""
    while id is None or (sampled(id) and id.version == 4):
        id = uuid4()
    older = Statement(text=a, voice="v1", occurred_at=NOW - timedelta(days=9), channel="user_statement")
    newer = Statement(text=b, voice="v1", occurred_at=NOW, channel="user_statement")
    return PairForJudge(id, SideForJudge(older, 0.9, 0.9), SideForJudge(newer, 0.9, 0.9))


def ledger(run: ReviewRun) -> list[tuple[str, int | None]]:
    return list(Spend.objects.filter(run=run).order_by("id").values_list("outcome", "used"))


def reserved(run: ReviewRun) -> list[int]:
    return list(Spend.objects.filter(run=run).order_by("id").values_list("reserved", flat=True))


def sampled_pair() -> PairForJudge:
    number = next(n for n in range(1000) if sampled(UUID(int=n)))
    return make_pair("first text", "second text", id=UUID(int=number))


@pytest.fixture
def namespace(db: None) -> Namespace:
    return ensure_namespace("team")


@pytest.fixture
def run(namespace: Namespace) -> ReviewRun:
    return make_run(namespace)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LLMServer]:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(client, "_DIALECTS", {})
    monkeypatch.setattr(client, "_PROVEN", set())
    monkeypatch.setattr(client, "FIRST_WAIT_SECONDS", 0.01)
    with serving() as running:
        yield running


@pytest.fixture
def configure(settings: Any, server: LLMServer) -> Callable[..., None]:
    """Set the environment's settings for one test; the model server is set already."""

    def change(**values: object) -> None:
        settings.HINDSIGHT = settings.HINDSIGHT.model_copy(update=values)

    change(LLM_BASE_URL=server.base_url, LLM_API_KEY="sk-test", LLM_MODEL="judge-1", LLM_TIMEOUT_SECONDS=5.0)
    return change


@pytest.fixture
def judge(namespace: Namespace, run: ReviewRun, configure: Configure) -> Judge:
    """Judge pairs, then check what every call must leave: the ledger equals what the result says."""

    def ask(pairs: list[PairForJudge], **options: object) -> CascadeResult:
        before = budget.spent_by_run(run.pk)
        result = judge_waiting(pairs, namespace_id=namespace.pk, run=run, now=NOW, **options)  # type: ignore[arg-type]
        assert result.tokens == budget.spent_by_run(run.pk) - before
        named = [*result.verdicts, *result.deferred, *result.unanswered]
        assert sorted(named) == sorted(pair.id for pair in pairs)
        return result

    return ask
