"""From the chances of a profile's slots to a verdict of the judge."""

import re
from dataclasses import dataclass
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.cues import Cues
from memories.judging.personal.model import Chances, Model, Vector, chances, load_model
from memories.judging.personal.profiles import Profile
from memories.judging.personal.readings import Reading, readings_of
from memories.judging.statements import Feature, Label, Statement, Verdict

_SHOWN: Final = 12  # features of a verdict; the rest weigh next to nothing
_APART_FROM: Final = 0.8  # from which chance "says nothing of the person" is sure
_BY_THE_SPEAKER: Final = ("of speaker", "of speaker's group")
_OF_OTHERS: Final = ("of another", "of addressee", "of addressees", "of nobody")
# What may stand between a speaker and what they say they are: "I am too a ..."
_SAID_AS_SO: Final = frozenset(["is", "too", "big", "very", "one", "all"])
# To be somewhere is not to live there.
_SETTLED: Final = re.compile(
    r"住(?!院|酒店)|搬|定居|落户|上学|读书|工作(?!日)|上班|一直|\b(?:live[sd]?|living|moved|based|settled|resident|work|study)\b"
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A slot that a statement mentions; `stated` says that its speaker states another value of themselves, in so many
    words, against a profile that is that value alone."""

    reading: Reading
    chances: Chances
    stated: bool


def weighed(profile: Profile, second: Analysis, vector: Vector | None, model: Model) -> list[Weighed]:
    """Every slot of a profile that a statement mentions, with its chances."""
    return [
        Weighed(reading, chances(reading, vector, model), profile.alone and _stated(reading, second))
        for reading in readings_of(profile, second)
    ]


def judge_profile(
    profile: Profile,
    older: Statement,
    newer: Statement,
    second: Analysis,
    vector: Vector | None = None,
) -> Verdict | None:
    """What a statement is to a profile, or None if it mentions nothing that the profile has.

    `vector` is that of the newer statement, centred, in the space of the local model. A verdict is sure only if it is
    likely and the speaker states it of themselves in so many words.
    """
    model = load_model()
    found = weighed(profile, second, vector, model)
    if not found:
        return None
    against = max(found, key=lambda one: one.chances.another)
    if against.chances.another >= model.decide_from:
        likely = against.chances.another
        sure = likely >= model.sure_from and against.stated
        return Verdict(_how(against.reading, older, newer, second.cues), likely, sure, _reasons(against, "another"))
    telling = max(found, key=lambda one: one.chances.own)
    neither = 1 - telling.chances.own - against.chances.another
    if telling.chances.own >= max(neither, 0.0):
        # What else it says would be lost with it, so that a repeat of a part is never sure.
        return Verdict("same", telling.chances.own, False, _reasons(telling, "own"))
    likely = max(0.0, min(1.0, 1 - max(telling.chances.own, against.chances.another)))
    return Verdict("similar", likely, likely >= _APART_FROM, _reasons(telling, "neither"))


def _how(reading: Reading, older: Statement, newer: Statement, cues: Cues) -> Label:
    """A sign or a gender does not change by itself; a place does when its person says so."""
    if cues.says_changed or (reading.slot == "place" and older.voice and older.voice == newer.voice):
        return "changed"
    return "contradicts"


def _stated(reading: Reading, second: Analysis) -> bool:
    """Whether the speaker says it of themselves, as so, and of nothing else."""
    said = reading.said
    cues = second.cues
    if reading.same or cues.question or cues.hedge or cues.plan or cues.reported or cues.supposed or cues.former:
        return False
    if not any(name in said for name in _BY_THE_SPEAKER) or any(name in said for name in _OF_OTHERS):
        return False
    if "clause if" in said or any(name.startswith("partner, ") for name in said):
        return False
    if reading.slot == "place":
        return _SETTLED.search(second.folded) is not None and "speaker not" not in said and not cues.passing
    does = {name.removeprefix("does: ") for name in said if name.startswith("does: ")}
    return does <= _SAID_AS_SO


def _reasons(found: Weighed, stands: str) -> tuple[Feature, ...]:
    """The features that weighed most, the slot as their detail."""
    slot = found.reading.slot
    strongest = sorted(found.chances.reasons, key=lambda reason: (-abs(reason[1]), reason[0]))[:_SHOWN]
    first = Feature(f"profile: {stands} value" if stands != "neither" else "profile: not said of its person", 0.0, slot)
    return (first, *(Feature(name, round(weight, 3), slot) for name, weight in strongest if abs(weight) >= 0.01))
