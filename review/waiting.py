"""Pairs that the local judge was unsure of: asked of the language model within the budget, then acted on, left for
a later run, or put before people."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
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
from review import candidates
from review.judges.cascade import configured, judge_waiting
from review.judges.pairs import PairForJudge, side_for_judge
from review.models import ReviewRun
from review.runs import LeaseLost, beat

_A_RUN = 200
_A_DAY = timedelta(days=1)
UNSURE = "judge_unsure"
"""Why a conflict waits that no judge was sure of; those are what `queue_per_day` bounds."""


def settle_waiting(run: ReviewRun, *, preferences: Preferences) -> None:
    """Take the oldest waiting pairs through the cascade; of what stays unsure, what has risk goes to people, the
    riskiest first and no more a day than `queue_per_day`: a queue that floods is a queue that nobody reads."""
    space = run.namespace_id
    with inside(space):
        candidates.drop_stale(space)
        waiting = list(candidates.for_the_model(space)[:_A_RUN]) if configured() else []
        asked = [_for_judge(pair) for pair in waiting]

    def keep(verdicts: Mapping[UUID, Judged]) -> None:
        """A verdict that was paid for is acted on at once: a run that is killed later has kept it."""
        for pair_id, judged in verdicts.items():
            _settle(run, pair_id, judged, preferences=preferences)

    if asked:
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
            _settle(run, pair_id, None, preferences=preferences)
    _ask_people(run, preferences=preferences)
    with inside(space):
        beat(run, now=timezone.now(), deferred=candidates.waiting_pairs(space).count())


def _ask_people(run: ReviewRun, *, preferences: Preferences) -> None:
    """Put the riskiest of what stays unsure before people, as far as the day's queue has room."""
    space = run.namespace_id
    with inside(space):
        today = Conflict.objects.filter(
            namespace_id=space, reason=UNSURE, opened_at__gt=timezone.now() - _A_DAY
        ).count()
        room = preferences.queue_per_day - today
        rows = candidates.risky_pairs(space, waiting_since=_patience())
        risky = list(rows.values_list("pk", flat=True)[:room]) if room > 0 else []
    for pair_id in risky:
        _put_before_people(run, pair_id, preferences=preferences)


def _patience() -> datetime:
    """Since when a pair has waited that no model has answered: a model that is down or out of budget has a day."""
    return timezone.now() - _A_DAY if configured() else timezone.now()


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


def _settle(run: ReviewRun, pair_id: UUID, judged: Judged | None, *, preferences: Preferences) -> None:
    """Act on what the model said of one pair, as it stands now; one transaction. What it was unsure of waits for people
    and is not asked again, nor is what it will never say anything usable about (None)."""
    space, now = run.namespace_id, timezone.now()
    with inside(space):
        lock_namespace(space)
        pair = candidates.waiting_pairs(space).filter(pk=pair_id).select_for_update(of=("self",)).first()
        if pair is None:
            return
        units = lock_units(space, [pair.a_id, pair.b_id])
        one, other = units[pair.a_id], units[pair.b_id]
        changed = 0
        if judged is not None:
            _remember(pair, judged)
            if judged.verdict.sure:
                changed = _act(one, other, judged, preferences=preferences, now=now)
        else:
            pair.judge = candidates.NO_ANSWER
        pair.waiting = (judged is None or not judged.verdict.sure) and pair.label in EXCLUDING
        pair.save(update_fields=["label", "probability", "judge", "features", "reason", "waiting"])
        beat(run, now=now, judged_llm=int(judged is not None), changed=changed)


def _put_before_people(run: ReviewRun, pair_id: UUID, *, preferences: Preferences) -> None:
    """Open the conflict of one pair that no judge was sure of; one transaction."""
    space, now = run.namespace_id, timezone.now()
    with inside(space):
        lock_namespace(space)
        pair = (
            candidates.risky_pairs(space, waiting_since=_patience())
            .filter(pk=pair_id)
            .select_for_update(of=("self",))
            .first()
        )
        if pair is None:
            return
        units = lock_units(space, [pair.a_id, pair.b_id])
        said = Judged(_kept_verdict(pair), judge=pair.judge, reason=pair.reason or "")
        carry_out(
            units[pair.a_id], units[pair.b_id], said, preferences=preferences, actor="review", now=now, sure=False
        )
        pair.waiting = False
        pair.save(update_fields=["waiting"])
        beat(run, now=now, changed=1)


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
