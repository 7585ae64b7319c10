"""A statement on its way in, and what each step of the gate did to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from memories.callers import Caller
from memories.cues import Cue
from memories.gate.origin import Origin
from memories.locks import Slot
from memories.models import MemoryUnit
from memories.preferences import Preferences
from memories.shapes.inputs import MemoryInput
from memories.words import Channel, Kind


class Step(StrEnum):
    """The eight steps of SPEC 3, in their order."""

    SHAPE = "shape"
    SOURCE = "source"
    KIND = "kind"
    DURABILITY = "durability"
    PRIVACY = "privacy"
    SCREENING = "screening"
    OVERLAP = "overlap"
    REVIEW = "review"


@dataclass(frozen=True, slots=True)
class Did:
    """What one step did, and why: two words of a stable vocabulary, never text of the memory."""

    step: Step
    did: str
    why: str = ""


class Speaker(StrEnum):
    """Whose words they are. A channel that nobody declared is taken for a user's when confidence is set, and proves
    nothing where it would excuse something."""

    PERSON = "person"
    UNSAID = "unsaid"
    MACHINE = "machine"


PEOPLE = frozenset({Channel.USER_STATEMENT, Channel.CONFIG_FILE})
"""Channels through which a person speaks: only these may direct, and what they say is never an echo."""


def speaker_of(body: MemoryInput, channel: Channel) -> Speaker:
    """A directive is a person's by itself: its channel was checked, declared or not."""
    if channel not in PEOPLE:
        return Speaker.MACHINE
    return Speaker.PERSON if body.channel is not None or body.kind == Kind.DIRECTIVE else Speaker.UNSAID


@dataclass(frozen=True, slots=True)
class Context:
    """For whom, under which settings and when a statement is written."""

    caller: Caller
    preferences: Preferences
    now: datetime


@dataclass(slots=True)
class Draft:
    """One statement on its way in. `recalled` are units that its writer has lately been shown, with their text, where
    what it writes may be an echo of them; `echo` is the one that it only repeats. `cue` is what it is to be found by
    beside its value, and None while it is not embedded."""

    body: MemoryInput
    unit: MemoryUnit
    origin: Origin
    steps: list[Did] = field(default_factory=list)
    suspicion: str = ""
    recalled: Mapping[UUID, str] = field(default_factory=dict)
    echo: UUID | None = None
    cue: Cue | None = None

    @property
    def speaker(self) -> Speaker:
        return speaker_of(self.body, self.origin.channel)

    @property
    def slot(self) -> Slot:
        return Slot(self.unit.subject_key, self.unit.attribute)
