"""Extraction by a language model, within the ledger; whatever goes wrong, the rules do the work instead."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from django.conf import settings

from memories.errors import Busy
from memories.extracting.recalled import from_memory
from memories.extracting.utterances import restates
from memories.judging.language import terms
from memories.models import Turn
from memories.words import TurnRole
from review.budget import Account, BudgetReached
from review.llm.client import ChatModel, Request
from review.llm.tokens import call_bound, upper_bound
from review.llm.unavailable import ModelUnavailable
from sessions.extractors.interface import Extraction
from sessions.extractors.prompt import SCHEMA, SCHEMA_NAME, SCHEMA_TEXT, Told, grounded, messages, whole
from sessions.extractors.rules import Rules
from sessions.statements import Extracted, content_of

PROMPT_BYTES = 10_000
"""A prompt takes no more turns than their texts fit in; a longer turn is left to the rules."""
_ANSWER_TOKENS = 1200


class LanguageModel:
    """Asks for quotations from a window; one account for all its calls."""

    def __init__(self, model: ChatModel, account: Account) -> None:
        self._model, self._account = model, account
        self._rules = Rules()

    def extract(self, turns: Sequence[Turn], *, heard: Sequence[str]) -> Extraction:
        found: list[Extracted] = []
        dropped: Counter[str] = Counter()
        said = list(heard)
        for batch in _batches(turns):
            kept, left = self._ask(batch, said) or self._rules.extract(batch, heard=said)
            found += kept
            dropped += left
            said += [content_of(turn) for turn in batch]
        return Extraction(found, dropped)

    def _ask(self, turns: Sequence[Turn], heard: Sequence[str]) -> Extraction | None:
        """The model's statements, or None if there is no answer that could be used."""
        told = {
            turn.number: Told(turn.number, TurnRole(turn.role), content_of(turn))
            for turn in turns
            if turn.role != TurnRole.SYSTEM and not from_memory(content_of(turn), turn.tool)
        }
        if not told or sum(upper_bound(turn.text) for turn in told.values()) > PROMPT_BYTES:
            return None
        system, user = messages(list(told.values()), secrets.token_hex(8))
        request = Request(
            system=system,
            user=user,
            schema=SCHEMA,
            schema_name=SCHEMA_NAME,
            completion_limit=_ANSWER_TOKENS,
            bound=call_bound((system, SCHEMA_TEXT), user, _ANSWER_TOKENS),
        )
        try:
            text = self._model.ask(request, account=self._account, outcome_of=_outcome_of)
        except (BudgetReached, ModelUnavailable, Busy):
            return None
        answer = None if text is None else whole(text)
        if answer is None:
            return None
        by_number = {turn.number: turn for turn in turns}
        quoted, dropped = grounded(answer, told)
        kept = []
        for one in quoted:
            before = [*heard, *(content_of(turn) for turn in turns if turn.number < one.number)]
            if told[one.number].role == TurnRole.ASSISTANT and restates(one.text, _words(before)):
                dropped["restatement"] += 1
            else:
                kept.append(Extracted(by_number[one.number], one.text, one.span, one.kind))
        return Extraction(kept, dropped)


def _words(texts: Sequence[str]) -> frozenset[str]:
    return frozenset(term for text in texts for term in terms(text))


def _outcome_of(text: str) -> str:
    return "unreadable" if whole(text) is None else "answered"


def _batches(turns: Sequence[Turn]) -> list[list[Turn]]:
    """Turns in order, no more together than fit into a prompt."""
    packed: list[list[Turn]] = []
    room = 0
    for turn in turns:
        cost = upper_bound(content_of(turn))
        if not packed or cost > room:
            packed.append([])
            room = PROMPT_BYTES
        packed[-1].append(turn)
        room -= cost
    return packed


def by_model(namespace_id: int, turns: Sequence[Turn], *, heard: Sequence[str], now: datetime) -> Extraction:
    """One extraction with an account of its own: EXTRACTION_TOKEN_BUDGET, and the installation's day."""
    env = settings.HINDSIGHT
    account = Account(
        namespace_id=namespace_id,
        run_id=None,
        model=env.LLM_MODEL,
        run_budget=env.EXTRACTION_TOKEN_BUDGET,
        daily_budget=env.REVIEW_DAILY_TOKEN_BUDGET,
        now=now,
    )
    with ChatModel.from_settings() as model:
        return LanguageModel(model, account).extract(turns, heard=heard)
