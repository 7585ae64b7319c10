"""What a language model is shown of a pair; representations hold ids and never a text."""

from __future__ import annotations

from dataclasses import dataclass, field
from uuid import UUID

from memories.judging.statements import Statement
from memories.models import MemoryUnit
from memories.sides import statement_of


@dataclass(frozen=True, slots=True)
class SideForJudge:
    """One unit of a pair: its statement, its confidence and its source's trust (both 0..1).

    `surroundings` are short lines that help to read the text (the unit's query, its neighbours in the session);
    the prompt takes the first few of them.
    """

    statement: Statement = field(repr=False)
    confidence: float
    trust: float
    surroundings: tuple[str, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class PairForJudge:
    """A pair that waits for a better judge; `id` is that of its JudgedPair."""

    id: UUID
    a: SideForJudge
    b: SideForJudge

    @property
    def same_voice(self) -> bool:
        """Whether one voice said both; two unknown voices are not known to be one."""
        return bool(self.a.statement.voice) and self.a.statement.voice == self.b.statement.voice


@dataclass(frozen=True, slots=True)
class Question:
    """A pair in one of its two orders."""

    pair: PairForJudge
    mirrored: bool = False

    @property
    def sides(self) -> tuple[SideForJudge, SideForJudge]:
        return (self.pair.b, self.pair.a) if self.mirrored else (self.pair.a, self.pair.b)


def side_for_judge(unit: MemoryUnit) -> SideForJudge:
    """A unit as a side; `source` must be loaded. The text is `value`, which is masked where the unit is sensitive."""
    return SideForJudge(
        statement=statement_of(unit),
        confidence=unit.confidence,
        trust=unit.source.trust,
        surroundings=(unit.query,) if unit.query else (),
    )
