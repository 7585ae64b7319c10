"""Cases of a profile and a statement, judged fact by fact, and the tables of how right that is.

A person's facts are kept one a memory, as the gate would keep them: a statement contradicts the person if it
contradicts one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.quality.kvpi_set import STANDS, Case, Stands
from memories.judging.analysis import analyse
from memories.judging.personal.model import Model, Vector
from memories.judging.personal.profiles import profile_of
from memories.judging.personal.verdicts import weighed

PRECISE = 0.93
"""What the precision of the sure must be on the folds left out, that it may be 0.90 on what nobody has seen."""
AT_LEAST = 0.75
"""No verdict below this chance acts, however precise the few are that were seen."""


@dataclass(frozen=True)
class Judged:
    """What a case is, and the chances that it was given; `stated` is of the likeliest other value."""

    stands: Stands
    another: float
    own: float
    stated: bool

    def label(self, decide_from: float) -> Stands:
        if self.another >= decide_from:
            return "another"
        return "own" if self.own >= 1 - self.own - self.another else "neither"

    def sure(self, decide_from: float, sure_from: float) -> bool:
        return self.stated and self.another >= max(decide_from, sure_from)


def judged(case: Case, vector: Vector | None, model: Model) -> Judged:
    """A case by a model that need not be the shipped one."""
    second = analyse(case.statement)
    found = [one for fact in case.facts for one in weighed(profile_of(fact), second, vector, model)]
    if not found:
        return Judged(case.stands, 0.0, 0.0, False)
    against = max(found, key=lambda one: one.chances.another)
    return Judged(case.stands, against.chances.another, max(one.chances.own for one in found), against.stated)


def share(right: int, of: int) -> float:
    return round(right / of, 3) if of else 0.0


def scores(pairs: Iterable[tuple[Stands, Stands]]) -> dict[str, Any]:
    """Precision, recall, F1 by what a pair is, accuracy, and the confusions "what it is > what was said"."""
    told = list(pairs)
    confusion = Counter(told)
    found: dict[str, Any] = {
        "pairs": len(told),
        "accuracy": share(sum(one == other for one, other in told), len(told)),
        "confusion": {f"{one} > {other}": confusion[one, other] for one in STANDS for other in STANDS},
    }
    for stands in STANDS:
        right = confusion[stands, stands]
        said = sum(confusion[one, stands] for one in STANDS)
        there = sum(confusion[stands, one] for one in STANDS)
        found[stands] = {
            "precision": share(right, said),
            "recall": share(right, there),
            "f1": share(2 * right, said + there),
        }
    return found


def best_from(found: Sequence[Judged]) -> float:
    """The threshold at which F1 of "another" is best."""
    return max((step / 100 for step in range(25, 65)), key=lambda start: _f1(found, start))


def _f1(found: Sequence[Judged], start: float) -> float:
    return float(scores((one.stands, one.label(start)) for one in found)["another"]["f1"])


def sure_from(found: Sequence[Judged], decide_from: float) -> float:
    """The lowest chance from which what is stated is precise enough; 1 where there is none."""
    for step in range(int(100 * max(decide_from, AT_LEAST)), 100):
        acting = [one for one in found if one.sure(decide_from, step / 100)]
        if acting and sum(one.stands == "another" for one in acting) >= PRECISE * len(acting):
            return step / 100
    return 1.0


def calibration(chances: Iterable[tuple[float, bool]], bins: int = 5) -> list[tuple[int, float, float]]:
    """(how many, mean chance, share that is so) in equal steps of the chance."""
    found = []
    told = list(chances)
    for step in range(bins):
        own = [(chance, so) for chance, so in told if min(int(chance * bins), bins - 1) == step]
        if own:
            mean = sum(chance for chance, _ in own) / len(own)
            found.append((len(own), round(mean, 3), share(sum(so for _, so in own), len(own))))
    return found


def table(found: Sequence[Judged], decide_from: float, sure_from: float) -> str:
    """What was measured, in lines."""
    told = scores((one.stands, one.label(decide_from)) for one in found)
    acting = [one for one in found if one.sure(decide_from, sure_from)]
    right = sum(one.stands == "another" for one in acting)
    lines = [f"  {name}: {value}" for name, value in told.items()]
    lines.append(f"  from {decide_from}, sure from {sure_from}: {right} of {len(acting)} sure right")
    lines.append(f"  calibration: {calibration((one.another, one.stands == 'another') for one in found)}")
    return "\n".join(lines)
