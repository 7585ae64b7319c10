"""The units of a made-up store, in order of time: what they say, how they stand, and where they lie in the space.

About 1,500 statements are embedded and stand in the store, evenly spread; the others are drawn as these were, and their
vectors are put together from them (benchmarks.store_vectors). Tried where both were known: a made-up vector has a
cosine of 0.93 with the real one of the same text; neighbours are as near (first, tenth, fiftieth of 1,500: 0.67, 0.58,
0.48; embedded 0.67, 0.56, 0.47) and any two statements as far from each other (0.21; 0.21).
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks import statements
from benchmarks.store_vectors import composer
from memories.embedding import embed_passages
from memories.judging.language import language_of, normalise
from memories.keys import keyed_digest
from memories.models import MemoryUnit, Source
from memories.names import name_key
from memories.words import Channel, Kind, State, Tier

RARE_TAGS: Final = {"one-in-1000": 0.001, "one-in-100": 0.01, "one-in-20": 0.05, "half": 0.5}
"""Tag: its share of all units. The rare ones are on exactly that many, all current, and sure for weeks to come."""
BASES: Final = 1500
"""How many statements are embedded."""
_SPAN = timedelta(days=730)
_AGENTS: Final = [f"{name}_agent" for name in "order refund travel support code billing hr legal sales ops".split()]
_SCENES: Final = (
    "refund delivery booking login release invoice hiring contract quote outage review style report".split()
)
_ATTRIBUTES: Final = "city owner budget version port language editor diet schedule contact".split()
_ACTIONS: Final = "create_ticket send_mail call_api read_file write_file search approve escalate".split()


@dataclass(frozen=True, slots=True)
class Bases:
    """The statements that are embedded: forms, numbers of words, unit vectors."""

    forms: npt.NDArray[np.int64]
    words: npt.NDArray[np.int64]
    vectors: npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Chunk:
    """Units that are not saved yet, their vectors, and those of a question about each: (len(units), dimensions)."""

    units: list[MemoryUnit]
    vectors: npt.NDArray[np.float32]
    cues: npt.NDArray[np.float32]


def said_first(count: int, seed: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Forms and numbers of words of the statements of a store that are embedded."""
    dice = np.random.default_rng((seed, 1))
    forms = statements.draw_forms(count, dice)
    return forms, statements.draw_words(forms, dice)


def questions(count: int, units: int, seed: int) -> list[tuple[str, str]]:
    """(what would be asked of a store of so many units that was made with this seed, the statement that it is after);
    no question comes twice."""
    forms, words = said_first(min(BASES, units), seed)
    asked: dict[str, str] = {}
    for form, row in zip(forms, words, strict=True):
        said = statements.filled(int(form), row)
        asked.setdefault(statements.question(int(form), said), said["value"])
    return list(asked.items())[:count]


def bases(count: int, seed: int) -> Bases:
    """Statements with their real vectors; ten seconds or more for each thousand."""
    forms, words = said_first(count, seed)
    texts = [statements.filled(int(form), row)["value"] for form, row in zip(forms, words, strict=True)]
    return Bases(forms, words, embed_passages(texts))


@dataclass
class Maker:
    """Makes the units of a store whose row i belongs to namespace `owners[i]`."""

    owners: npt.NDArray[np.int64]
    sources: dict[int, Sequence[Source]]
    bases: Bases
    now: datetime
    seed: int
    subjects: int

    def __post_init__(self) -> None:
        count, dice = len(self.owners), np.random.default_rng((self.seed, 2))
        draw = dice.random(count)
        self._state = np.select(
            [draw < 0.05, draw < 0.08, draw < 0.085], [State.SUPERSEDED, State.ARCHIVED, State.HELD], State.ACTIVE
        )
        self._expired = dice.random(count) < 0.02
        self._embedded = np.full(count, -1)
        places = np.linspace(0, count - 1, len(self.bases.forms)).astype(np.int64)
        self._embedded[places] = np.arange(len(places))
        self._state[places], self._expired[places] = State.ACTIVE, False
        self._composer = composer(self.bases.forms, self.bases.words, self.bases.vectors, self.seed)
        self._idle_days = dice.integers(0, 120, count)
        self._confidence = np.round(0.5 + 0.5 * dice.beta(5, 2, count), 3)
        sure = (self._state == State.ACTIVE) & ~self._expired & (self._idle_days < 40) & (self._confidence > 0.75)
        self._tags = {
            tag: np.isin(np.arange(count), dice.choice(np.flatnonzero(sure), int(share * count), replace=False))
            if share < 0.2
            else dice.random(count) < share
            for tag, share in RARE_TAGS.items()
        }
        self._said: set[int] = set()

    def chunks(self, size: int) -> Iterator[Chunk]:
        """All units, the oldest first, `size` at a time."""
        for first in range(0, len(self.owners), size):
            yield self._chunk(first, min(size, len(self.owners) - first))

    def _chunk(self, first: int, count: int) -> Chunk:
        dice = np.random.default_rng((self.seed, 3, first))
        forms = statements.draw_forms(count, dice)
        known = self._embedded[first : first + count]
        here = np.flatnonzero(known >= 0)
        forms[here] = self.bases.forms[known[here]]
        words = statements.draw_words(forms, dice)
        words[here] = self.bases.words[known[here]]
        units = [self._unit(first + i, int(forms[i]), words[i], dice) for i in range(count)]
        vectors = self._composer.vectors(forms, words, dice)
        vectors[here] = self.bases.vectors[known[here]]
        return Chunk(units, vectors, _near_by(vectors, dice))

    def _unit(self, row: int, form: int, words: npt.NDArray[np.int64], dice: np.random.Generator) -> MemoryUnit:
        """One unit; `row` says when it was made: rows are spread evenly over two years."""
        space = int(self.owners[row])
        chance = dice.random(12)
        said = statements.filled(form, words)
        source = self.sources[space][int(chance[0] * len(self.sources[space]))]
        created = self.now - _SPAN * (1 - (row + 1) / (len(self.owners) + 1))
        subject = f"user-{int(chance[1] ** 2 * self.subjects):06d}" if chance[2] < 0.6 else ""
        key = f"{_pick(_AGENTS, chance[3])}.{_pick(_SCENES, chance[3] * 10 % 1)}" if chance[4] < 0.7 else ""
        unit = MemoryUnit(
            id=_v7(created, dice),
            namespace_id=space,
            value=said["value"],
            key=key,
            query=statements.question(form, said) if chance[5] < 0.4 else "",
            kind=_kind(source.channel, chance[6]),
            subject=subject,
            subject_key=name_key(subject),
            attribute=_pick(_ATTRIBUTES, chance[7]) if subject and chance[8] < 0.4 else "",
            entities=[name for name in (said["project"], said["place"]) if name in said["value"]],
            participants=[said["other"]] if said["other"] in said["value"] else [],
            action_type=_pick(_ACTIONS, chance[9]) if chance[10] < 0.3 else "",
            tags=self._tags_of(row, dice),
            source=source,
            voice=source.voice,
            occurred_at=created - timedelta(minutes=float(dice.exponential(30 if chance[11] < 0.9 else 50_000))),
            created_at=created,
            updated_at=created,
            state_changed_at=created,
            idle_since=max(created, self.now - timedelta(days=int(self._idle_days[row]))),
        )
        unit.lang = language_of(unit.value)
        self._stand(unit, row, chance)
        self._identify(unit, row)
        return unit

    def _stand(self, unit: MemoryUnit, row: int, chance: npt.NDArray[np.float64]) -> None:
        """How the unit stands: state, tier, life, confidence."""
        unit.state = str(self._state[row])
        unit.confidence = float(self._confidence[row]) * (0.8 if unit.kind == Kind.INFERENCE else 1.0)
        unit.critical = chance[8] > 0.995
        unit.contested = chance[10] > 0.99
        if any(tag in unit.tags for tag, share in RARE_TAGS.items() if share < 0.2):
            unit.confidence, unit.contested = float(self._confidence[row]), False
        if self._expired[row]:
            unit.tier, unit.expires_at = Tier.SHORT, unit.created_at + (self.now - unit.created_at) / 2
        elif chance[9] > 0.9:
            unit.tier, unit.expires_at = Tier.SHORT, self.now + timedelta(days=365)
        if unit.state != State.ACTIVE:
            unit.version = 2
            unit.updated_at = unit.state_changed_at = unit.created_at + (self.now - unit.created_at) / 3
        if unit.state == State.SUPERSEDED:
            unit.valid_to, unit.confidence = unit.state_changed_at, 0.1
        if unit.state == State.ARCHIVED:
            unit.confidence = 0.35

    def _identify(self, unit: MemoryUnit, row: int) -> None:
        """The digest that memories.identity gives it; a statement that was made before is given a number of its own."""
        form = normalise(unit.value)
        if (known := hash((unit.namespace_id, form))) in self._said:
            unit.value += f" ({row})"
            form = normalise(unit.value)
        self._said.add(known)
        unit.digest = keyed_digest("statement", unit.namespace_id, unit.subject_key, unit.attribute, unit.key, "", form)

    def _tags_of(self, row: int, dice: np.random.Generator) -> list[str]:
        common = {f"topic-{int(300 * number**3):03d}" for number in dice.random(int(dice.integers(0, 4)))}
        return [*sorted(common), *(tag for tag, on in self._tags.items() if on[row])]


def _near_by(vectors: npt.NDArray[np.float32], dice: np.random.Generator) -> npt.NDArray[np.float32]:
    """A unit vector beside each, cosine about 0.7: as a question about a statement lies beside it."""
    aside = dice.standard_normal(vectors.shape, dtype=np.float32)
    aside /= np.linalg.norm(aside, axis=1, keepdims=True)
    moved = vectors + aside
    return np.asarray(moved / np.linalg.norm(moved, axis=1, keepdims=True), dtype=np.float32)


def _pick(words: Sequence[str], chance: float) -> str:
    """The first words oftener than the last."""
    return words[int(chance**1.5 * len(words))]


def _kind(channel: str, chance: float) -> Kind:
    if channel == Channel.AGENT_INFERENCE:
        return Kind.INFERENCE
    return Kind.DIRECTIVE if channel in (Channel.USER_STATEMENT, Channel.CONFIG_FILE) and chance < 0.1 else Kind.FACT


def _v7(at: datetime, dice: np.random.Generator) -> uuid.UUID:
    """A time-ordered id of that moment."""
    milliseconds = int((at - datetime(1970, 1, 1, tzinfo=UTC)).total_seconds() * 1000)
    noise = int.from_bytes(dice.bytes(10), "big")
    return uuid.UUID(int=milliseconds << 80 | 7 << 76 | (noise >> 68) << 64 | 2 << 62 | noise & ((1 << 62) - 1))
