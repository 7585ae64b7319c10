"""What the local judge says of two units, or of one and all that are near it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

import numpy as np
import numpy.typing as npt

from memories.embedding.service import in_local_space, similarity
from memories.judging.analysis import analyse
from memories.judging.local import judge, judge_decisive
from memories.judging.personal.readings import mentions_what_is_kept
from memories.judging.statements import Verdict
from memories.models import MemoryUnit
from memories.policies import in_order
from memories.preferences import Preferences
from memories.sides import side_of, statement_of


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A current unit near a statement, with what the local judge says of the two."""

    unit: MemoryUnit
    similarity: float | None
    verdict: Verdict


def judge_all(
    unit: MemoryUnit,
    others: Iterable[MemoryUnit],
    cosines: Mapping[UUID, float],
    preferences: Preferences,
    *,
    vector: npt.NDArray[np.float32] | None = None,
) -> list[Neighbour]:
    """The units that are close enough for a verdict, each with the local judge's; best first. `vector` is that of
    the unit."""
    vector = vector if in_local_space() else None
    judged = [
        Neighbour(other, near, judge_pair(unit, other, near, preferences, vector=vector))
        for other, near in _close(unit, others, cosines, preferences)
    ]
    return _best_first(judged)


def judge_decisive_of(
    unit: MemoryUnit,
    others: Iterable[MemoryUnit],
    cosines: Mapping[UUID, float],
    preferences: Preferences,
    *,
    vector: npt.NDArray[np.float32] | None = None,
) -> list[Neighbour]:
    """Those of `judge_all` whose verdict would do something (a label of DECISIVE), at a fraction of its cost."""
    vector = vector if in_local_space() else None
    judged = [
        Neighbour(other, near, verdict)
        for other, near in _close(unit, others, cosines, preferences)
        if (verdict := _decisive_verdict(unit, other, near, preferences, vector)) is not None
    ]
    return _best_first(judged)


def _best_first(judged: list[Neighbour]) -> list[Neighbour]:
    # Rounded, for equally near ones differ in the last digits by how their cosine was computed.
    return sorted(judged, key=lambda item: (-round(item.similarity or 0, 3), str(item.unit.pk)))


def _close(
    unit: MemoryUnit, others: Iterable[MemoryUnit], cosines: Mapping[UUID, float], preferences: Preferences
) -> Iterator[tuple[MemoryUnit, float | None]]:
    """(unit, calibrated similarity) of those near enough to be worth a verdict, or about the same declared thing, or
    of a profile and what it has a value of, or near by words for want of a vector."""
    for other in others:
        cosine = cosines.get(other.pk)
        near = None
        if cosine is not None:
            near = similarity(cosine, languages=(unit.lang, other.lang), direction="passage")
        if near is None or near >= preferences.conflict_similarity or same_slot(unit, other) or _profiled(unit, other):
            yield other, near


def _profiled(unit: MemoryUnit, other: MemoryUnit) -> bool:
    """Whether one is a person's profile, and the other, later, mentions what it has a value of: "city: Oslo" is near to
    little that is said of Bergen."""
    if not analyse(unit.value).profile and not analyse(other.value).profile:
        return False
    older, newer = _in_time(unit, other)
    profile, second = analyse(older.value).profile, analyse(newer.value)
    return bool(profile) and not second.profile and mentions_what_is_kept(second, profile)


def same_slot(unit: MemoryUnit, other: MemoryUnit) -> bool:
    """Both declare the same attribute of the same subject."""
    slot = (unit.subject_key, unit.attribute)
    return all(slot) and slot == (other.subject_key, other.attribute)


def judge_pair(
    one: MemoryUnit,
    other: MemoryUnit,
    calibrated: float | None,
    preferences: Preferences,
    *,
    vector: npt.NDArray[np.float32] | None = None,
) -> Verdict:
    """The local judge on two units, ordered by time; `vector` is that of `one`, in the local model's space."""
    first, second, single = _ordered(one, other, preferences)
    of_newer = vector if second is one else None
    return judge(statement_of(first), statement_of(second), calibrated, single_valued=single, vector=of_newer)


def _decisive_verdict(
    one: MemoryUnit,
    other: MemoryUnit,
    calibrated: float | None,
    preferences: Preferences,
    vector: npt.NDArray[np.float32] | None,
) -> Verdict | None:
    """The verdict of `judge_pair` if its label is decisive."""
    first, second, single = _ordered(one, other, preferences)
    of_newer = vector if second is one else None
    return judge_decisive(statement_of(first), statement_of(second), calibrated, single_valued=single, vector=of_newer)


def _in_time(one: MemoryUnit, other: MemoryUnit) -> tuple[MemoryUnit, MemoryUnit]:
    """(the older, the newer)."""
    older, _ = in_order(side_of(one), side_of(other))
    return (one, other) if older.id == one.pk else (other, one)


def _ordered(one: MemoryUnit, other: MemoryUnit, preferences: Preferences) -> tuple[MemoryUnit, MemoryUnit, bool]:
    """(the older, the newer, whether the attribute holds one value at a time)."""
    first, second = _in_time(one, other)
    return first, second, first.attribute.casefold() in preferences.single_valued
