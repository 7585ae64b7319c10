"""What a contradiction is and what follows from it (SPEC 6, steps 4 and 5), pure.

`rule` names the type and the resolution; `effects` turns a resolution into changes. The write gate, the review
and people all go through these two, so that "changed" has one owner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memories import confidence
from memories.confidence import Rules
from memories.words import Channel, ConflictType, Kind, RelationType, Resolution, State


@dataclass(frozen=True, slots=True)
class Side:
    """What a policy may know of a unit; never its text."""

    id: UUID
    kind: Kind
    channel: Channel
    voice: str
    subject: str
    trust: float
    critical: bool
    confidence: float
    occurred_at: datetime
    created_at: datetime
    expires_at: datetime | None = None

    def outlives(self, other: Side) -> bool:
        """Whether this side will still stand when the other's time is up."""
        if other.expires_at is None:
            return self.expires_at is None
        return self.expires_at is None or self.expires_at >= other.expires_at


class Way(StrEnum):
    """How a ruling goes on."""

    ACT = "act"
    COEXIST = "coexist"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Policies:
    """What a namespace does about each type of conflict; the defaults are those of SPEC 6.5.

    ACT lets the newer (of an inference and a fact, the fact) stand; it never passes over what is left to people.
    """

    temporal: Way = Way.ACT
    source: Way = Way.COEXIST
    inference: Way = Way.ACT
    undetermined: Way = Way.ASK

    def of(self, type: ConflictType) -> Way:
        way: Way = getattr(self, type)
        return way


_DEFAULT_POLICIES = Policies()


@dataclass(frozen=True, slots=True)
class Ruling:
    """A type, what the policy proposes, whether it may act by itself, and why (a code, no text)."""

    type: ConflictType
    proposal: Resolution
    way: Way
    why: str


def in_order(one: Side, other: Side) -> tuple[Side, Side]:
    """(older, newer) by occurred_at, then created_at, then id, so that every caller orders alike."""
    pair = sorted((one, other), key=lambda side: (side.occurred_at, side.created_at, str(side.id)))
    return pair[0], pair[1]


def type_of(older: Side, newer: Side, *, change_cue: bool) -> ConflictType:
    """The first type that fits, in the order of SPEC 6.4."""
    if (older.kind == Kind.INFERENCE) != (newer.kind == Kind.INFERENCE):
        return ConflictType.INFERENCE
    same_voice = older.voice == newer.voice
    same_person = (
        bool(older.subject)
        and older.subject == newer.subject
        and older.channel == newer.channel == Channel.USER_STATEMENT
    )
    before = (older.occurred_at, older.created_at) < (newer.occurred_at, newer.created_at)
    if before and (change_cue or same_voice or same_person):
        return ConflictType.TEMPORAL
    if not same_voice:
        return ConflictType.SOURCE
    return ConflictType.UNDETERMINED


def rule(
    older: Side,
    newer: Side,
    *,
    change_cue: bool,
    sure: bool = True,
    policies: Policies = _DEFAULT_POLICIES,
) -> Ruling:
    """The policy for two sides that cannot both be right. `a` is the older, `b` the newer.

    What is unsure, critical or more trusted waits for people whatever the namespace's policies say.
    """
    if not sure:
        return Ruling(ConflictType.UNDETERMINED, Resolution.KEEP_B, Way.ASK, "judge_unsure")
    kind = type_of(older, newer, change_cue=change_cue)
    wanted = policies.of(kind)
    if kind == ConflictType.SOURCE and wanted == Way.ACT:
        return _newer_stands(older, newer, kind)
    ruling = _by_default(older, newer, kind)
    stricter = (Way.ACT, Way.COEXIST, Way.ASK)
    if stricter.index(wanted) > stricter.index(ruling.way):
        return replace(ruling, way=wanted, why="policy_of_the_namespace")
    if kind == ConflictType.UNDETERMINED and wanted == Way.COEXIST:
        return replace(ruling, way=wanted, proposal=Resolution.KEEP_BOTH, why="policy_of_the_namespace")
    return ruling


def _by_default(older: Side, newer: Side, kind: ConflictType) -> Ruling:
    if kind == ConflictType.INFERENCE:
        keep = Resolution.KEEP_B if older.kind == Kind.INFERENCE else Resolution.KEEP_A
        guessed = older if older.kind == Kind.INFERENCE else newer
        if guessed.critical:
            return Ruling(kind, keep, Way.ASK, "inference_is_critical")
        if not (newer if guessed is older else older).outlives(guessed):
            return Ruling(kind, keep, Way.COEXIST, "the_fact_is_passing")
        return Ruling(kind, keep, Way.ACT, "fact_against_inference")
    if kind == ConflictType.TEMPORAL:
        return _newer_stands(older, newer, kind)
    if kind == ConflictType.SOURCE:
        return Ruling(kind, Resolution.KEEP_BOTH, Way.COEXIST, "sources_disagree")
    return Ruling(kind, Resolution.KEEP_B, Way.ASK, "no_order_of_time")


def _newer_stands(older: Side, newer: Side, kind: ConflictType) -> Ruling:
    if older.critical:
        return Ruling(kind, Resolution.KEEP_B, Way.ASK, "older_is_critical")
    if older.trust > newer.trust + 1e-9:
        return Ruling(kind, Resolution.KEEP_B, Way.ASK, "older_is_more_trusted")
    if not newer.outlives(older):
        # What passes must not retire what stays, or neither would be left (replacement is atomic).
        return Ruling(kind, Resolution.KEEP_B, Way.COEXIST, "newer_is_passing")
    return Ruling(kind, Resolution.KEEP_B, Way.ACT, "newer_value")


@dataclass(frozen=True, slots=True)
class Change:
    """One effect on one unit. `confidence` is the stored value to set; None leaves it."""

    unit_id: UUID
    action: str
    state: State | None = None
    confidence: float | None = None
    valid_to: datetime | None = None
    verified: bool = False
    related_to: UUID | None = None
    relation: RelationType | None = None


def _retire(loser: Side, winner: Side, *, false: bool) -> Change:
    if false:
        return Change(
            loser.id,
            "falsified",
            state=State.FALSIFIED,
            confidence=0.0,
            related_to=winner.id,
            relation=RelationType.CONTRADICTS,
        )
    return Change(
        loser.id,
        "superseded",
        state=State.SUPERSEDED,
        confidence=min(loser.confidence, confidence.SUPERSEDED_AT_MOST),
        valid_to=max(winner.occurred_at, loser.occurred_at),
        related_to=winner.id,
        relation=RelationType.SUPERSEDES,
    )


def effects(
    a: Side,
    b: Side,
    *,
    type: ConflictType,
    resolution: Resolution,
    by_person: bool,
    rules: Rules,
) -> Sequence[Change]:
    """The changes that a resolution makes; `a` is the older side.

    Approve must have been turned into its proposal, and merge into its own text, before this is asked.
    Reject and keep-both change no unit: closing the conflict gives back what being contested took.
    """
    if resolution in (Resolution.KEEP_A, Resolution.KEEP_B):
        winner, loser = (a, b) if resolution == Resolution.KEEP_A else (b, a)
        # An inference that a fact denies was never true, nor was a newer statement that a person turns down;
        # anything else gave way to what came after it.
        false = type == ConflictType.INFERENCE or (by_person and winner is a)
        changes = [_retire(loser, winner, false=false)]
        if by_person:
            changes.append(
                Change(winner.id, "confirmed", confidence=confidence.confirmed(winner.confidence), verified=True)
            )
        elif type == ConflictType.TEMPORAL:
            cap = confidence.ceiling(winner.kind, winner.trust, rules)
            raised = confidence.overwriting(winner.confidence, loser.confidence, cap)
            if raised > winner.confidence:
                changes.append(Change(winner.id, "raised", confidence=raised))
        return changes
    if resolution == Resolution.REJECT_BOTH:
        return [Change(side.id, "falsified", state=State.FALSIFIED, confidence=0.0) for side in (a, b)]
    if resolution == Resolution.KEEP_BOTH and by_person:
        return [
            Change(side.id, "confirmed", confidence=confidence.confirmed(side.confidence), verified=True)
            for side in (a, b)
        ]
    return []
