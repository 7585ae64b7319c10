"""Named features of a profile and a statement, one reading for each slot that the statement mentions."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.gazetteer import ABROAD, Path, agree, same_region
from memories.judging.personal.cues import cues_of
from memories.judging.personal.profiles import Profile
from memories.judging.personal.slots import SLOTS, Mention, Slot, mentions_in

# Of the cues that the judge knows of any text, those that tell whether it states anything of now.
_MANNERS: Final = ("former", "hedge", "plan", "passing", "question", "reported", "supposed", "change", "correction")
_PROVINCE: Final = 2  # parts of a path down to a province


@dataclass(slots=True)
class Reading:
    """What a statement says of one slot of a profile.

    `said` are features of whether it is said of the profile's person at all, `other` of whether another value than
    the profile's is meant then. `leaning` are the cues of both values where both are mentioned, minus 1 for each with
    the profile's own; of a gender they are among `other`, for there any mention may tell of either.
    `toward` is which way the vector of a statement that sounds like a woman's points: 1 to another value, -1 to the
    profile's own, 0 where it says nothing of the slot.
    """

    slot: Slot
    same: bool
    apart: bool
    toward: float = 0.0
    said: dict[str, float] = field(default_factory=dict)
    other: dict[str, float] = field(default_factory=dict)
    leaning: dict[str, float] = field(default_factory=dict)


def mentions_what_is_kept(statement: Analysis, profile: Profile) -> bool:
    """Whether a statement mentions a place, sign or gender, of which a profile has one."""
    return any(_known(profile, mention.slot) for mention in mentions_in(statement.folded))


def readings_of(profile: Profile, statement: Analysis) -> list[Reading]:
    """The readings of a statement; none where it mentions nothing that the profile has."""
    text = statement.folded
    mentions = mentions_in(text)
    found = []
    for slot in SLOTS:
        own = [mention for mention in mentions if mention.slot == slot]
        if own and _known(profile, slot):
            reading = _reading(profile, slot, own, text)
            others = {mention.slot for mention in mentions} - {slot}
            reading.said |= {f"{other} mentioned too": 1.0 for other in sorted(others)}
            reading.said |= {f"text: {name}": 1.0 for name in _MANNERS if getattr(statement.cues, name)}
            found.append(reading)
    return found


def _known(profile: Profile, slot: Slot) -> bool:
    return bool({"place": profile.places, "sign": profile.sign, "gender": profile.gender}[slot])


def _reading(profile: Profile, slot: Slot, mentions: list[Mention], text: str) -> Reading:
    agreeing = [_agrees(profile, mention) for mention in mentions]
    reading = Reading(slot, same=any(agreeing), apart=not all(agreeing))
    said, other, leaning = reading.said, reading.other, reading.leaning
    for mention, agrees in zip(mentions, agreeing, strict=True):
        form = "partner, " if mention.form == "partner" else ""
        sign = -1.0 if agrees else 1.0
        for cue in sorted(cues_of(text, mention)):
            said[form + cue] = 1.0
            leaning[form + cue] = leaning.get(form + cue, 0.0) + sign
    said["two mentions" if len(mentions) == 2 else "more mentions" if len(mentions) > 1 else "one mention"] = 1.0
    stands = "both values" if reading.same and reading.apart else "own value" if reading.same else "another value"
    said[stands] = 1.0
    if slot == "gender":
        other |= leaning
        leaning.clear()
        for name in ("text speaker as a man", "text speaker as a woman"):
            if name in said:
                other["speaks as such"] = 1.0 if (profile.gender == "male") == (name.endswith("woman")) else -1.0
        reading.toward = 1.0 if profile.gender == "male" else -1.0
    else:
        other[stands] = 1.0
        if stands != "both values":
            leaning.clear()
    if slot == "place":
        for name in _geometry(profile.places, mentions):
            said[name] = 1.0
            if name == "city around it":
                other[name] = 1.0
    return reading


def _agrees(profile: Profile, mention: Mention) -> bool:
    if mention.slot == "place":
        return agree(profile.places, mention.places)
    return mention.value == (profile.sign if mention.slot == "sign" else profile.gender)


def _abroad(own: tuple[Path, ...], places: tuple[Path, ...]) -> set[str]:
    """What a place outside China is to its person: most who speak of one from China are not there."""
    if agree(own, places) or not all(path[:1] == ABROAD for path in own):
        return {"abroad"}
    return set() if {path[:2] for path in own} & {path[:2] for path in places} else {"in another country"}


def _geometry(own: tuple[Path, ...], mentions: Iterable[Mention]) -> set[str]:
    """How the places lie to each other."""
    found = set()
    for mention in mentions:
        if any(path[:1] == ABROAD for path in mention.places):
            found |= _abroad(own, mention.places)
        if not agree(own, mention.places):
            regions = {path[:_PROVINCE] for path in own}
            near = same_region(own, mention.places) or any(path[:_PROVINCE] in regions for path in mention.places)
            found.add("in the same region" if near else "elsewhere")
        elif any(path == one for path in mention.places for one in own):
            found.add("the very place")
        elif any(len(path) > len(one) for path in mention.places for one in own):
            found.add("place in it")
        else:
            outer = max(len(path) for path in mention.places)
            found.add("city around it" if outer > _PROVINCE else "region around it")
    return found
