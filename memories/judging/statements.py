"""What goes into a judgement and what comes out of it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Label = Literal["same", "changed", "contradicts", "similar", "unrelated"]

EXCLUDING = ("changed", "contradicts")
"""Labels of two statements that cannot both hold now."""

DECISIVE = ("same", *EXCLUDING)
"""Labels that would do something if they were sure; an unsure one waits for a better judge."""


@dataclass(frozen=True, slots=True)
class Statement:
    """One side of a pair: the text and what was declared about it; an empty string means not declared."""

    text: str
    subject: str = ""
    attribute: str = ""
    kind: str = "fact"
    voice: str = ""
    occurred_at: datetime | None = None
    key: str = ""
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """A named reason; `weight` is what it added to the log-odds of the verdict's label.

    `detail` names slots, classes and cues only, never the memory's own words: verdicts are stored and shown.
    """

    name: str
    weight: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of a pair; `sure` says that it may act without a second opinion."""

    label: Label
    probability: float
    sure: bool
    features: tuple[Feature, ...]
