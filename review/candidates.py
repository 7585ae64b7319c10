"""What a run looks at: units whose content changed, and the pairs that were left unsure."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.db.models import Case, F, Q, QuerySet, When

from memories.judging.statements import EXCLUDING
from memories.models import JudgedPair, MemoryUnit
from memories.overlap import current_units, may_share_subject
from memories.words import Kind, State
from review.models import ReviewRun

NO_ANSWER: Final = "no_answer"
"""The judge of a pair that a language model will never say anything usable about."""
_MODELS: Final = "llm:"
_TRUSTED: Final = 0.95
_OFTEN_RECALLED: Final = 10


def due(run: ReviewRun, now: datetime) -> QuerySet[MemoryUnit, MemoryUnit]:
    """Current units to look at, by index: inferences, contested and much-recalled ones first.

    A run without a window takes what changed since it was last looked at; one with a window takes what changed in
    it, but never what this run itself has looked at already.
    """
    units = current_units(run.namespace_id, now)
    if run.since is None and run.until is None:
        units = units.filter(review_due_at__isnull=False, review_due_at__lte=now)
        return units.order_by(F("kind").desc(), "-contested", "-recall_count", "review_due_at", "pk")
    if run.since is not None:
        units = units.filter(updated_at__gte=run.since)
    if run.until is not None:
        units = units.filter(updated_at__lte=run.until)
    return units.order_by("pk")


def waiting_pairs(namespace_id: int) -> QuerySet[JudgedPair, JudgedPair]:
    """Pairs that the local judge was unsure of and whose two units are still what they were then; oldest first."""
    return (
        JudgedPair.objects.filter(
            namespace_id=namespace_id,
            waiting=True,
            a__state=State.ACTIVE,
            b__state=State.ACTIVE,
            a__content_version=F("a_content"),
            b__content_version=F("b_content"),
        )
        .select_related("a__source", "b__source")
        .order_by("created_at", "pk")
    )


def for_the_model(namespace_id: int) -> QuerySet[JudgedPair, JudgedPair]:
    """Those that no language model has answered yet."""
    return waiting_pairs(namespace_id).exclude(judge__startswith=_MODELS).exclude(judge=NO_ANSWER)


def risky_pairs(namespace_id: int, *, waiting_since: datetime) -> QuerySet[JudgedPair, JudgedPair]:
    """Those that are worth a person's time, the riskiest first: a critical side, one that is recalled often, or high
    trust on both, if they have waited since `waiting_since`; and whatever a model was unsure of, for that has nobody
    else to ask (SPEC 6.2)."""
    critical = Q(a__critical=True) | Q(b__critical=True)
    recalled = Q(a__recall_count__gte=_OFTEN_RECALLED) | Q(b__recall_count__gte=_OFTEN_RECALLED)
    trusted = Q(a__source__trust__gte=_TRUSTED, b__source__trust__gte=_TRUSTED) & ~(
        Q(a__kind=Kind.INFERENCE) | Q(b__kind=Kind.INFERENCE)
    )
    asked = Q(judge__startswith=_MODELS) | Q(judge=NO_ANSWER)
    rank = Case(When(critical, then=3), When(recalled, then=2), When(asked, then=1), default=0)
    return (
        waiting_pairs(namespace_id)
        .filter(asked | (Q(created_at__lte=waiting_since) & (critical | recalled | trusted)), label__in=EXCLUDING)
        .annotate(rank=rank)
        .order_by("-rank", "-probability", "created_at", "pk")
    )


def drop_stale(namespace_id: int) -> int:
    """Pairs that no longer stand as they were judged, or are about two subjects, wait for nobody; how many there
    were."""
    fresh = waiting_pairs(namespace_id)
    one_sided = fresh.filter(Q(a__subject_key="") ^ Q(b__subject_key=""))
    apart = [pair.pk for pair in one_sided if not may_share_subject(pair.a, pair.b)]
    kept = fresh.order_by().exclude(pk__in=apart).values("pk")
    return JudgedPair.objects.filter(namespace_id=namespace_id, waiting=True).exclude(pk__in=kept).update(waiting=False)
