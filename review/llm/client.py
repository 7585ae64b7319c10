"""A language model behind any OpenAI-compatible server, asked within a budget. The one module that calls it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Self

import httpx2
import openai
from django.conf import settings

from review.budget import Account, BudgetReached
from review.llm.completions import read_completion
from review.llm.dialects import STRICTEST, Dialect, softer
from review.llm.unavailable import ModelUnavailable
from review.models import Spend

ATTEMPTS = 3
FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 20.0
_LARGEST_BODY = 2_000_000

_DIALECTS: dict[tuple[str, str], Dialect] = {}
_PROVEN: set[tuple[str, str]] = set()
"""What to ask each server and model with, and of which this is known to work: a process pays once to find out."""


@dataclass(frozen=True, slots=True)
class Request:
    """Two messages, the shape that the answer is to have, and what the call costs at most (tokens)."""

    system: str = field(repr=False)
    user: str = field(repr=False)
    schema: dict[str, Any] = field(repr=False)
    schema_name: str
    completion_limit: int
    bound: int


@dataclass(frozen=True, slots=True)
class Failure:
    """A call that gave no completion: a code, whether a later try may help, and how long the server wants us to wait.

    `complaint` is the server's message. It may quote the prompt: it is looked at and dropped.
    """

    code: str
    passing: bool
    wait_seconds: float | None = None
    complaint: str = field(default="", repr=False)


class ChatModel:
    """One model of one server; it raises only "not now"."""

    def __init__(
        self,
        *,
        base_url: str,
        api_key: str,
        model: str,
        timeout_seconds: float,
        sleep: Callable[[float], None] | None = None,
    ) -> None:
        self.model = model
        self._where = (base_url, model)
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep or time.sleep
        self._client = openai.OpenAI(
            base_url=base_url,
            api_key=api_key or "none",  # a local server wants no key, the client wants one
            timeout=timeout_seconds,
            max_retries=0,  # every try is a reservation of its own
            # A redirect would carry memories to a server that nobody named.
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )

    @classmethod
    def from_settings(cls) -> Self:
        env = settings.HINDSIGHT
        return cls(
            base_url=env.LLM_BASE_URL,
            api_key=env.LLM_API_KEY,
            model=env.LLM_MODEL,
            timeout_seconds=env.LLM_TIMEOUT_SECONDS,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    def ask(
        self,
        request: Request,
        *,
        account: Account,
        outcome_of: Callable[[str], str],
        before_call: Callable[[], bool] | None = None,
    ) -> str | None:
        """The model's text, or None where the server refuses these texts.

        `outcome_of` says in a word for the ledger what an answer is worth. `before_call` is asked before every try;
        False ends the asking (the run's lease or time is gone).

        Raises:
            BudgetReached: a try would cross a budget; it was not made.
            ModelUnavailable: no completion after bounded tries, or `before_call` said no.
            Busy: the ledger could not be locked.
        """
        failure: Failure | None = None
        tries = 0
        while True:
            if before_call is not None and not before_call():
                raise ModelUnavailable("stopped")
            spend = self._reserve(account, request, failure)
            answer = self._call(request, _DIALECTS.get(self._where, STRICTEST))
            if isinstance(answer, bytes):
                completion = read_completion(answer)
                account.settle(spend, used=completion.used, outcome=outcome_of(completion.text))
                _PROVEN.add(self._where)
                return completion.text
            account.settle(spend, used=None, outcome=answer.code)
            if answer.code == "llm_refused":
                if not self._soften(answer):
                    return None
                continue
            failure = answer
            tries += 1
            wait = FIRST_WAIT_SECONDS * 2 ** (tries - 1) if failure.wait_seconds is None else failure.wait_seconds
            if not failure.passing or tries >= ATTEMPTS or wait > LONGEST_WAIT_SECONDS:
                raise ModelUnavailable(failure.code)
            self._sleep(wait)

    def _reserve(self, account: Account, request: Request, failure: Failure | None) -> Spend:
        try:
            return account.reserve(request.bound)
        except BudgetReached:
            if failure is None:
                raise
        # A smaller prompt might still fit, but it would meet the same failing server.
        raise ModelUnavailable(failure.code)

    def _soften(self, refusal: Failure) -> bool:
        """Choose what to ask with after a refusal; False if the refusal is about these texts.

        It is, where the server took the same dialect before (they are too long for it, or filtered), or where
        nothing is left to give up. The proof is then forgotten, since a server can also be exchanged.
        """
        dialect = _DIALECTS.get(self._where, STRICTEST)
        if self._where in _PROVEN:
            _PROVEN.discard(self._where)
            return False
        another = softer(dialect, refusal.complaint)
        if another is None:
            _DIALECTS.pop(self._where, None)
            return False
        _DIALECTS[self._where] = another
        return True

    def _call(self, request: Request, dialect: Dialect) -> bytes | Failure:
        """One request: the body of a completion, or why there is none.

        Failures are values, because an exception of the client keeps the request and its texts.
        """
        messages: Any = [{"role": "system", "content": request.system}, {"role": "user", "content": request.user}]
        options = dialect.parameters(request)
        # The client's timeout bounds each read; a server that drips needs a bound on the whole.
        deadline = time.monotonic() + self._timeout_seconds
        try:
            with self._client.chat.completions.with_streaming_response.create(
                model=self.model, messages=messages, **options
            ) as response:
                body = bytearray()
                for chunk in response.iter_bytes():
                    body += chunk
                    if time.monotonic() > deadline:
                        return Failure("llm_timeout", passing=True)
                    if len(body) > _LARGEST_BODY:
                        return Failure("llm_oversized", passing=False)
                return bytes(body)
        except (openai.APITimeoutError, httpx2.TimeoutException):
            return Failure("llm_timeout", passing=True)
        except openai.APIStatusError as error:
            return _refusal(error)
        except (openai.APIConnectionError, httpx2.HTTPError):
            return Failure("llm_unreachable", passing=True)


def _refusal(error: openai.APIStatusError) -> Failure:
    status = error.status_code
    wait = _retry_after(error.response.headers.get("retry-after"))
    if status in (400, 413, 422):
        return Failure("llm_refused", passing=False, complaint=f"{error.param} {error.message}")
    if status in (401, 403):
        return Failure("llm_unauthorized", passing=False)
    if status == 404:
        return Failure("llm_not_found", passing=False)
    if status == 429:
        return Failure("llm_rate_limited", passing=error.code != "insufficient_quota", wait_seconds=wait)
    if status >= 500 or status in (408, 409, 425):
        return Failure("llm_server_error", passing=True, wait_seconds=wait)
    return Failure("llm_unexpected_status", passing=False)


def _retry_after(header: str | None) -> float | None:
    """Seconds to wait by a Retry-After header, which gives seconds or a date; None where it says nothing usable."""
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            when = parsedate_to_datetime(header)
        except ValueError:
            return None
        seconds = (when.replace(tzinfo=when.tzinfo or UTC) - datetime.now(UTC)).total_seconds()
    return None if math.isnan(seconds) else max(0.0, seconds)
