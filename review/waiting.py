"""Pairs that the local judge was unsure of: asked of the language model within the budget, then acted on, left for
a later run, or put before people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from memories.contradictions import Judged, carry_out
from memories.gate.merging import merge_duplicate
from memories.judging.statements import EXCLUDING, Feature, Label, Verdict
from memories.locks import lock_namespace, lock_units
from memories.models import Conflict, JudgedPair, MemoryUnit
from memories.policies import in_order
from memories.preferences import Preferences
from memories.sides import side_of
from memories.walls import inside
from memories.words import Kind, State
from review import candidates
from review.judges.cascade import judge_waiting
from review.judges.pairs import PairForJudge, side_for_judge
from review.models import ReviewRun
from review.runs import LeaseLost, beat

_A_RUN = 200
_TRUSTED = 0.95
_OFTEN_RECALLED = 10


def settle_waiting(run: ReviewRun, *, preferences: Preferences) -> None:
    """Take the oldest waiting pairs through the cascade; what stays unsure and is risky goes to people."""
    space = run.namespace_id
    with inside(space):
        candidates.drop_stale(space)
        waiting = list(candidates.waiting_pairs(space)[:_A_RUN])
        asked = [_for_judge(pair) for pair in waiting]
    if not waiting:
        return

    def keep(verdicts: Mapping[UUID, Judged]) -> None:
        """A verdict that was paid for is acted on at once: a run that is killed later has kept it."""
        for pair_id, judged in verdicts.items():
            _settle(run, pair_id, judged, answered=True, preferences=preferences)

    result = judge_waiting(
        asked,
        namespace_id=space,
        run=run,
        now=timezone.now(),
        run_budget=preferences.review_token_budget,
        own_daily_budget=preferences.review_daily_token_budget,
        before_call=lambda: _still_ours(run),
        keep=keep,
    )
    with inside(space):
        beat(run, now=timezone.now(), tokens=result.tokens)
    for pair_id in result.unanswered:
        _settle(run, pair_id, None, answered=True, preferences=preferences)
    for pair_id in result.deferred:
        _settle(run, pair_id, None, answered=False, preferences=preferences)


def _for_judge(pair: JudgedPair) -> PairForJudge:
    """The older side first: a change is a change in that direction."""
    older, _ = in_order(side_of(pair.a), side_of(pair.b))
    first, second = (pair.a, pair.b) if older.id == pair.a_id else (pair.b, pair.a)
    return PairForJudge(id=pair.pk, a=side_for_judge(first), b=side_for_judge(second))


def _still_ours(run: ReviewRun) -> bool:
    try:
        with inside(run.namespace_id):
            beat(run, now=timezone.now())
    except LeaseLost:
        return False
    return True


def _settle(run: ReviewRun, pair_id: UUID, judged: Judged | None, *, answered: bool, preferences: Preferences) -> None:
    """Act on one pair as it stands now; one transaction."""
    space, now = run.namespace_id, timezone.now()
    with inside(space):
        lock_namespace(space)
        pair = candidates.waiting_pairs(space).filter(pk=pair_id).select_for_update(of=("self",)).first()
        if pair is None:
            return
        units = lock_units(space, [pair.a_id, pair.b_id])
        one, other = units[pair.a_id], units[pair.b_id]
        changed = deferred = 0
        verdict = judged.verdict if judged is not None else _kept_verdict(pair)
        if judged is not None:
            _remember(pair, judged)
        if judged is not None and verdict.sure:
            changed = _act(one, other, judged, preferences=preferences, now=now)
            pair.waiting = False
        elif _goes_to_people(one, other, verdict, answered=answered):
            said = judged or Judged(verdict, judge=pair.judge)
            carry_out(one, other, said, preferences=preferences, actor="review", now=now, sure=False)
            changed = 1
            pair.waiting = False
        elif answered:
            # The model has spoken, or will never say anything usable: asking again would cost the same.
            pair.waiting = False
        else:
            deferred = 1
        pair.save(update_fields=["label", "probability", "judge", "features", "reason", "waiting"])
        beat(run, now=now, judged_llm=int(judged is not None), changed=changed, deferred=deferred)


def _act(one: MemoryUnit, other: MemoryUnit, judged: Judged, *, preferences: Preferences, now: datetime) -> int:
    if judged.verdict.label in EXCLUDING:
        conflict: Conflict = carry_out(one, other, judged, preferences=preferences, actor="review", now=now)
        return int(conflict.opened_at == now)
    if judged.verdict.label == "same":
        return int(merge_duplicate(one, other, actor="review", now=now, preferences=preferences))
    return 0


def _kept_verdict(pair: JudgedPair) -> Verdict:
    features = tuple(Feature(item["name"], item["weight"], item["detail"]) for item in pair.features)
    label: Label = pair.label  # type: ignore[assignment]
    return Verdict(label, pair.probability, False, features)


def _remember(pair: JudgedPair, judged: Judged) -> None:
    pair.label, pair.probability = judged.verdict.label, judged.verdict.probability
    pair.judge, pair.features = judged.judge, judged.features()
    pair.reason = judged.reason or None


def _goes_to_people(one: MemoryUnit, other: MemoryUnit, verdict: Verdict, *, answered: bool) -> bool:
    """Without a model the unsure wait, and only those with risk reach people: a critical side, one that is recalled
    often, or high trust on both sides. What the model itself was unsure of has nobody else to ask."""
    if verdict.label not in EXCLUDING or State.ACTIVE not in (one.state, other.state):
        return False
    if answered:
        return True
    trusted = all(unit.source.trust >= _TRUSTED and unit.kind != Kind.INFERENCE for unit in (one, other))
    recalled = max(one.recall_count, other.recall_count) >= _OFTEN_RECALLED
    return one.critical or other.critical or recalled or trusted
