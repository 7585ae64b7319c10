"""What becomes of each pair: what the judge says alone, and what the write gate does with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from memories.callers import Caller
from memories.embedding.geometry import calibrate, pair_language
from memories.embedding.service import embed_passages
from memories.judging import Verdict, judge, language_of
from memories.models import JudgedPair, MemoryUnit
from memories.preferences import SINGLE_VALUED
from memories.shapes.inputs import MemoryInput
from memories.walls import inside
from memories.writing import write
from tests.memories.overlap.tables import BETWEEN, CLASSES, Pair, statement
from tests.people import NOW

BEFORE = NOW - BETWEEN
NAMES = {"contradicts": "contradiction", "unrelated": "similar"}
DESTRUCTIVE = ("changed", "contradiction")


@dataclass(frozen=True, slots=True)
class Judged:
    """A pair with the judge's word on it; `near` is the calibrated similarity of the local model."""

    pair: Pair
    near: float
    verdict: Verdict

    @property
    def label(self) -> str:
        return NAMES.get(self.verdict.label, self.verdict.label)

    @property
    def right(self) -> bool:
        return self.label in self.pair.classes

    @property
    def line(self) -> str:
        sure = " sure" if self.verdict.sure else ""
        return f"{told(self.pair)}: {self.label} {self.verdict.probability:.2f}{sure}, near {self.near:.2f}"


@dataclass(frozen=True, slots=True)
class Written:
    """A pair that was written: the second write's outcome, and the state in which it left the first."""

    pair: Pair
    outcome: str
    first_state: str
    waiting: bool

    @property
    def fit(self) -> str:
        """What became of it: "right"; "soft", it waits for a review; "destroyed", a memory was lost; or "missed"."""
        wanted = self.pair.classes[0]
        if self.outcome == "reinforced":
            return "right" if wanted == "same" else "destroyed"
        if self.first_state != "active":
            return "right" if wanted in DESTRUCTIVE else "destroyed"
        if self.outcome == "contested":
            return "right" if wanted == "contradiction" else "missed"
        if wanted == "similar":
            return "right"
        return "soft" if self.waiting else "missed"

    @property
    def line(self) -> str:
        waits = ", waits" if self.waiting else ""
        return f"{told(self.pair)}: {self.outcome}, first {self.first_state}{waits}"


def told(pair: Pair) -> str:
    return f"{pair.id} {pair.half} {'/'.join(pair.classes)} ({pair.kind}): {pair.first} / {pair.second}"


def judge_pairs(pairs: Iterable[Pair]) -> list[Judged]:
    """Each pair by the judge alone, with real similarities."""
    found = []
    for pair in pairs:
        # One by one, as the gate does: a batch pads, and padding moves a vector a little.
        older, newer = (embed_passages([text])[0] for text in (pair.first, pair.second))
        language = pair_language(language_of(pair.first), language_of(pair.second))
        near = calibrate(float(older @ newer), language, "passage")
        single = pair.field("attribute", 0) in SINGLE_VALUED
        verdict = judge(statement(pair, 0, now=NOW), statement(pair, 1, now=NOW), near, single_valued=single)
        found.append(Judged(pair, near, verdict))
    return found


def write_pair(caller: Caller, pair: Pair) -> Written:
    """First, then second three weeks later, through the real gate of an empty namespace."""
    first = write(caller, _input(pair, 0), now=BEFORE)
    second = write(caller, _input(pair, 1), now=NOW)
    with inside(caller.namespace_id):
        state = MemoryUnit.objects.get(pk=first.memory.id).state
        waiting = JudgedPair.objects.filter(waiting=True).exists()
        return Written(pair, second.outcome, state, waiting)


def _input(pair: Pair, place: int) -> MemoryInput:
    source = pair.field("source", place)
    return MemoryInput(
        value=(pair.first, pair.second)[place],
        channel="tool_result" if source else "user_statement",
        mcp_server=source,
        subject=pair.field("subject", place),
        attribute=pair.field("attribute", place),
        key=pair.field("key", place),
    )


def share(found: Iterable[Judged]) -> float:
    """Of the verdicts, how many are right."""
    rights = [item.right for item in found]
    return sum(rights) / len(rights)


def confusion(found: Iterable[Judged]) -> str:
    """Wanted class by the label given, a row a class, and how many right ones are sure."""
    found = list(found)
    counts = Counter((item.pair.classes[0], item.label) for item in found)
    sure = Counter(item.pair.classes[0] for item in found if item.right and item.verdict.sure)
    rows = [
        f"{wanted:13} {' '.join(f'{counts[wanted, got]:5}' for got in CLASSES)} {sure[wanted]:5}" for wanted in CLASSES
    ]
    return "\n".join([f"{'':13} {' '.join(f'{name[:5]:>5}' for name in (*CLASSES, 'sure'))}", *rows])
