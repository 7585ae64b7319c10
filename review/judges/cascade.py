"""From the local judge's unsure pairs to a language model's verdicts, within the budget."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from django.conf import settings

from memories.contradictions import Judged
from memories.errors import Busy
from review.budget import Account, BudgetReached
from review.judges.answer import Opinion
from review.judges.packing import batches, sampled
from review.judges.pairs import PairForJudge, Question
from review.judges.verdicts import agree, verdict_of
from review.llm.unavailable import ModelUnavailable
from review.models import ReviewRun

if TYPE_CHECKING:
    from review.judges.llm import LLMJudge

UNREADABLE_IN_A_ROW = 3
"""After so many answers without one valid verdict the model is not asked again in this run."""


Keep = Callable[[dict[UUID, Judged]], None]


@dataclass(frozen=True, slots=True)
class CascadeResult:
    """What became of each pair: it is in exactly one of `verdicts`, `deferred` and `unanswered`.

    `deferred`: not asked, or not answered because the budget or the judge ended; first in the next run.
    `unanswered`: the model had such a pair alone and gave nothing usable; asking again would cost the same for
    nothing, so it counts as unsure. `tokens` is what the ledger counts for this work. `unavailable` is a code.
    """

    verdicts: dict[UUID, Judged] = field(default_factory=dict)
    deferred: list[UUID] = field(default_factory=list)
    tokens: int = 0
    unavailable: str | None = None
    unanswered: list[UUID] = field(default_factory=list)
    budget_reached: bool = False
    calls: int = 0
    mirrored: int = 0
    disagreed: int = 0


def configured() -> bool:
    """Whether there is a language model to ask."""
    return bool(settings.HINDSIGHT.LLM_BASE_URL and settings.HINDSIGHT.LLM_MODEL)


def judge_waiting(
    pairs: Sequence[PairForJudge],
    *,
    namespace_id: int,
    run: ReviewRun,
    now: datetime,
    run_budget: int | None = None,
    own_daily_budget: int | None = None,
    before_call: Callable[[], bool] | None = None,
    keep: Keep | None = None,
) -> CascadeResult:
    """Ask the language model about these pairs, in this order, until the budget or the model ends.

    `run_budget` replaces REVIEW_TOKEN_BUDGET where the namespace sets its own, and `own_daily_budget` is what it allows
    itself of the installation's day. `before_call` is asked before every
    call: it may renew the run's lease, and ends the work by False. `keep` gets every verdict of the result once, as
    soon as it is final and outside any transaction, so that a run that is killed has kept what it paid for.

    Raises:
        RuntimeError: inside a transaction; the network is called here.
    """
    unique = {pair.id: pair for pair in pairs}
    if not configured():
        return CascadeResult(deferred=list(unique), unavailable="not_configured")
    if not unique:
        return CascadeResult()
    # Imported here: the client costs half a second and tens of megabytes, which a web process need not pay.
    from review.judges.llm import LLMJudge

    env = settings.HINDSIGHT
    account = Account(
        namespace_id=namespace_id,
        run_id=run.pk,
        model=env.LLM_MODEL,
        run_budget=env.REVIEW_TOKEN_BUDGET if run_budget is None else run_budget,
        daily_budget=env.REVIEW_DAILY_TOKEN_BUDGET,
        now=now,
        own_daily_budget=own_daily_budget,
    )
    with LLMJudge.from_settings() as judge:
        inquiry = _Inquiry(judge, account, before_call, keep)
        inquiry.work(list(unique.values()), env.REVIEW_BATCH_PAIRS)
        inquiry.hand_over(finished=True)
    return inquiry.result(list(unique))


class _Inquiry:
    """One pass over the pairs: what is still to ask, and what was answered."""

    def __init__(
        self, judge: LLMJudge, account: Account, before_call: Callable[[], bool] | None, keep: Keep | None
    ) -> None:
        self._keep = keep
        self._kept: set[UUID] = set()
        self._judge = judge
        self._account = account
        self._before_call = before_call
        self._opinions: dict[tuple[UUID, bool], Opinion] = {}
        self._unanswered: set[UUID] = set()
        self._unavailable: str | None = None
        self._budget_reached = False

    def work(self, pairs: Sequence[PairForJudge], batch_pairs: int) -> None:
        # The second order comes last, in other prompts than the first: a model that sees its own verdict keeps it.
        straight = [Question(pair) for pair in pairs]
        mirrored = [Question(pair, mirrored=True) for pair in pairs if sampled(pair.id)]
        waiting = deque(batches(straight, batch_pairs) + batches(mirrored, batch_pairs))
        unreadable = 0
        while waiting:
            batch = waiting.popleft()
            try:
                answers = self._judge.ask(batch, account=self._account, before_call=self._before_call)
            except BudgetReached:
                if len(batch) == 1:
                    self._budget_reached = True
                    return
                # Half of it may still fit.
                middle = len(batch) // 2
                waiting.extendleft((batch[middle:], batch[:middle]))
                continue
            except ModelUnavailable as unavailable:
                self._unavailable = unavailable.code
                return
            except Busy:
                self._unavailable = "ledger_busy"
                return
            missing = self._take(batch, answers)
            self.hand_over(finished=False)
            # One text can spoil the answer about its whole batch, so the rest are asked once more, alone.
            waiting.extend([question] for question in missing if len(batch) > 1)
            unreadable = unreadable + 1 if all(answer is None for answer in answers.values()) else 0
            if unreadable >= UNREADABLE_IN_A_ROW:
                self._unavailable = "llm_unreadable"
                return

    def _take(self, batch: Sequence[Question], answers: dict[UUID, Opinion | None]) -> list[Question]:
        """Keep the answers; return the questions in first order that have none."""
        missing = []
        for question in batch:
            opinion = answers[question.pair.id]
            if opinion is not None:
                self._opinions[question.pair.id, question.mirrored] = opinion
            elif not question.mirrored:
                missing.append(question)
                if len(batch) == 1:
                    self._unanswered.add(question.pair.id)
        return missing

    def hand_over(self, *, finished: bool) -> None:
        """Give away verdicts that nothing can change any more; at the end, all."""
        if self._keep is None:
            return
        final = {
            pair: self._judged(pair)
            for pair, mirrored in self._opinions
            if not mirrored and pair not in self._kept and (finished or self._final(pair))
        }
        if final:
            self._kept.update(final)
            self._keep(final)

    def _final(self, pair: UUID) -> bool:
        return not sampled(pair) or (pair, True) in self._opinions

    def _judged(self, pair: UUID) -> Judged:
        opinion = self._opinions[pair, False]
        return Judged(
            verdict=verdict_of(opinion, self._opinions.get((pair, True))),
            judge=f"llm:{self._judge.model}"[:60],
            reason=opinion.reason,
        )

    def result(self, ids: Sequence[UUID]) -> CascadeResult:
        verdicts = {pair: self._judged(pair) for pair in ids if (pair, False) in self._opinions}
        twice = [
            (self._opinions[pair, False], self._opinions[pair, True])
            for pair in verdicts
            if (pair, True) in self._opinions
        ]
        left = [pair for pair in ids if pair not in verdicts]
        return CascadeResult(
            verdicts=verdicts,
            deferred=[pair for pair in left if pair not in self._unanswered],
            tokens=self._account.counted,
            unavailable=self._unavailable,
            unanswered=[pair for pair in left if pair in self._unanswered],
            budget_reached=self._budget_reached,
            calls=self._account.calls,
            mirrored=len(twice),
            disagreed=sum(not agree(one, other) for one, other in twice),
        )
