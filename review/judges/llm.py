"""The language-model judge: what it is asked about pairs, and how its answer is read."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Self
from uuid import UUID

from review.budget import Account
from review.judges.answer import SCHEMA, Opinion, read_verdicts
from review.judges.pairs import Question
from review.judges.prompt import build
from review.llm.client import ChatModel, Request


class LLMJudge:
    """Asks one model about pairs. Verdicts that cannot be read are left out; only "not now" raises."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.model = model.model

    @classmethod
    def from_settings(cls) -> Self:
        return cls(ChatModel.from_settings())

    def __enter__(self) -> Self:
        self._model.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._model.__exit__(kind, error, trace)

    def ask(
        self,
        questions: Sequence[Question],
        *,
        account: Account,
        before_call: Callable[[], bool] | None = None,
    ) -> dict[UUID, Opinion | None]:
        """An opinion for each pair, or None where the answer held no valid one. Raises as ChatModel.ask."""
        count = len(questions)
        prompt = build(
            questions, fence=secrets.token_hex(8), ids=[f"{n}{secrets.token_hex(3)}" for n in range(1, count + 1)]
        )

        def outcome_of(text: str) -> str:
            valid = len(read_verdicts(text, prompt.ids))
            return "answered" if valid == count else "partial" if valid else "unreadable"

        request = Request(
            system=prompt.system,
            user=prompt.user,
            schema=SCHEMA,
            schema_name="verdicts",
            completion_limit=prompt.completion_limit,
            bound=prompt.bound,
        )
        text = self._model.ask(request, account=account, outcome_of=outcome_of, before_call=before_call)
        found = {} if text is None else read_verdicts(text, prompt.ids)
        return {question.pair.id: found.get(question.pair.id) for question in questions}
