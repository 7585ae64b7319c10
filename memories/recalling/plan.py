"""How a search goes about it: exactly where few rows match, by HNSW where many do (docs/decisions/0002), pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from memories.nearest import EXACT_UP_TO
from memories.recalling.question import Question

_GATHER_UP_TO = 400
"""Units that the words which gather candidates may stand in together; other words only add to a score. Each is a page
of the table of words: 1 microsecond where that is in memory, 5 to 10 where it is not."""
_ALONE_UP_TO = 10_000
"""As many for the rarest word of a question, where no rarer one stands anywhere."""
_SOME = 20
"""What is taken for the frequency of a term that stands somewhere and is not among the common ones, of 100 or more: so
nearly all the words of a question gather where none is common."""


class Way(StrEnum):
    """Where nearest vectors are looked for."""

    ALL = "exact over the namespace"
    INDEX = "HNSW"
    HAVING = "exact over the units that hold a rare facet"
    HAVING_FILTERED = "exact over the units that hold a rare facet and pass the filter"
    RANGE = "exact over a range of times or keys if it is short, else HNSW with the filter"
    FILTERED = "HNSW with the filter"
    FILTERED_ALL = "exact over the namespace with the filter"
    RETIRED = "exact over the units that are not active"
    NOWHERE = "no unit holds a facet that is asked for"


@dataclass(frozen=True, slots=True)
class Plan:
    """`rare` is looked up for HAVING; `drivers` are words that gather, with their factor; `others` only add their
    weight; `hints` gather too, and what is common of them does not; `filter_first` weighs every unit that holds a word
    before the best are taken; `cues` are those of the namespace, which are looked for beside the values."""

    way: Way
    units: int
    probed_up_to: int
    rare: tuple[int, ...]
    drivers: tuple[int, ...]
    factors: tuple[float, ...]
    others: tuple[int, ...]
    weights: tuple[float, ...]
    hints: tuple[int, ...]
    cues: int = 0
    filter_first: bool = False

    @property
    def cues_by_index(self) -> bool:
        """Whether the cues are too many for an exact scan where values go by the index."""
        return self.cues > EXACT_UP_TO


def after_coming_back_short(plan: Plan) -> Plan:
    """The way that finds all there is, where one that looks at the filters last has found too few."""
    surely = {Way.HAVING: Way.HAVING_FILTERED, Way.RETIRED: Way.RETIRED}.get(plan.way, Way.FILTERED_ALL)
    return replace(plan, way=surely, filter_first=True)


def exact_limit(vectors: int) -> int:
    """Up to how many rows an exact scan is both right and fast, in an index of so many vectors (decision 0002)."""
    return max(EXACT_UP_TO, math.isqrt(2_500 * max(0, vectors)))


def probe_limit(vectors: int) -> int:
    """Up to how many vectors, looked up one by one, are faster than HNSW under the same filter: a probe takes about
    4 microseconds, HNSW about 1.2 ms for each time that the filter's rows go into the index."""
    return max(2_000, math.isqrt(300 * max(0, vectors)))


def rarity(count: float, of: float) -> float:
    """How much a term found in `count` of `of` units says: log(1 + of / count), natural."""
    return math.log1p(of / max(1.0, count))


def plan_of(
    question: Question,
    words: Mapping[int, float],
    frequencies: Mapping[int, int],
    *,
    units: int,
    vectors: int,
    cues: int = 0,
    ranged: bool,
    retired_too: bool,
) -> Plan:
    """`words` are the terms to look for, each with the share of its weight that counts. `frequencies` has, of each term
    of the question, in how many units it stands if it is common, else -1 or, if it stands in no current one, 0.
    `units` are those of the namespace, `vectors` those of the whole index, `cues` those of the namespace."""
    way, rare = _way(question, frequencies, units, vectors, ranged=ranged, retired_too=retired_too)
    drivers = _drivers(words, frequencies)
    others = [term for term in words if term not in drivers]
    return Plan(
        way=way,
        units=max(1, units),
        probed_up_to=probe_limit(vectors),
        rare=rare,
        drivers=tuple(drivers),
        factors=tuple(words[term] for term in drivers),
        others=tuple(others),
        weights=tuple(words[term] * rarity(_about(frequencies.get(term, -1)), units) for term in others),
        hints=tuple(_drivers(dict.fromkeys(question.hints, 1.0), frequencies)),
        cues=cues,
    )


def _way(
    question: Question,
    frequencies: Mapping[int, int],
    units: int,
    vectors: int,
    *,
    ranged: bool,
    retired_too: bool,
) -> tuple[Way, tuple[int, ...]]:
    sets = question.facets.sets
    if sets:
        rarest = min(sets, key=lambda some: _held(some, frequencies))
        held = _held(rarest, frequencies)
        if held == 0 and not retired_too:
            return Way.NOWHERE, ()
        if held <= probe_limit(vectors) or units <= EXACT_UP_TO:
            return Way.HAVING, rarest
    if ranged:
        return Way.RANGE, ()
    if units <= exact_limit(vectors):
        return Way.ALL, ()
    return (Way.FILTERED if sets else Way.INDEX), ()


def _held(some: Sequence[int], frequencies: Mapping[int, int]) -> int:
    return sum(_about(frequencies.get(term, -1)) for term in some)


def _drivers(words: Mapping[int, float], frequencies: Mapping[int, int]) -> list[int]:
    """The words that gather: the rarest, as many as together stand in few enough units; at least one that stands
    anywhere, if it is not all but everywhere. What stands nowhere costs nothing, and weighs in the share."""
    matched = 0
    drivers = [term for term in words if frequencies.get(term, -1) == 0]
    standing = [term for term in words if frequencies.get(term, -1) != 0]
    for term in sorted(standing, key=lambda term: _about(frequencies.get(term, -1))):
        most = _GATHER_UP_TO if matched else _ALONE_UP_TO
        matched += _about(frequencies.get(term, -1))
        if matched > most:
            break
        drivers.append(term)
    return drivers


def _about(units: int) -> int:
    return _SOME if units < 0 else units
