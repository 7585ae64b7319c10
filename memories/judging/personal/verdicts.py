"""From the chances of a profile's slots to a verdict of the judge."""

from dataclasses import dataclass
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.cues import Cues
from memories.judging.personal.model import Chances, Model, Vector, chances, load_model
from memories.judging.personal.profiles import Profile
from memories.judging.personal.readings import Reading, readings_of
from memories.judging.personal.stating import stated
from memories.judging.statements import Feature, Label, Statement, Verdict

_SHOWN: Final = 12  # features of a verdict; the rest weigh next to nothing
_APART_FROM: Final = 0.8  # from which chance "says nothing of the person" is sure


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
        Weighed(
            reading,
            chances(reading, vector, model),
            profile.alone and not reading.same and stated(second, reading.slot),
        )
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


def _reasons(found: Weighed, stands: str) -> tuple[Feature, ...]:
    """The features that weighed most, the slot as their detail."""
    slot = found.reading.slot
    strongest = sorted(found.chances.reasons, key=lambda reason: (-abs(reason[1]), reason[0]))[:_SHOWN]
    first = Feature(f"profile: {stands} value" if stands != "neither" else "profile: not said of its person", 0.0, slot)
    return (first, *(Feature(name, round(weight, 3), slot) for name, weight in strongest if abs(weight) >= 0.01))
