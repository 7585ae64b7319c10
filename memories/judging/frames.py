"""Two claims laid side by side: the slot they share, and what their values are to each other."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from memories.judging.claims import Claim
from memories.judging.kinds import excludes
from memories.judging.nouns import THINGS
from memories.judging.numerals import UNITS
from memories.judging.topics import overlap

How = Literal[
    "differs", "denied", "equal", "compatible", "unlike",
    "other party", "other noun", "other topic", "other thing", "none",
]  # fmt: skip

_GENERIC: Final = frozenset({"switch", "value", "uses", "is", "workplace"})
_TASTE: Final = frozenset({"likes", "prefers"})
# A switch says nothing of which slot it is in; what is switched from may have been told as any of these.
_SWITCHABLE: Final = frozenset(
    {"uses", "prefers", "value", "is", "switch", "employer", "job", "school", "residence", "name", "has", "owner"}
)
# Measures so seldom told that a raised one is likely to be the one told before.
_TELLING: Final = frozenset({"mass", "temperature", "percent", "bytes", "length"})

# Had in one amount at a time, unlike things that are counted.
_AMOUNTS: Final = frozenset({"bytes", "area", "mass"})
_STATES: Final = frozenset(
    {"state", "openness", "permission", "visibility", "delivery state", "review state", "work state", "job search"}
)


@dataclass(frozen=True, slots=True)
class Relation:
    """What the closest claims of two statements are to each other; strength in 0..1."""

    how: How
    strength: float = 0.0
    slot: str = ""
    kind: str = ""
    names_old: bool = False
    moves: bool = False
    unclear: bool = False


def _slots_meet(older: Claim, newer: Claim) -> bool:
    if older.slot == newer.slot or {older.slot, newer.slot} == {"has", "uses"}:
        return True
    if older.slot in _TASTE and newer.slot in _TASTE:
        return True
    if newer.slot == "switch":
        return older.slot in _SWITCHABLE
    if older.slot == "switch":
        return newer.slot in _SWITCHABLE
    if {older.slot, newer.slot} == {"uses", "prefers"} or {older.slot, newer.slot} == {"job", "value"}:
        return True
    return older.slot in _GENERIC and newer.slot in _GENERIC


def _compare_values(
    older: Claim, newer: Claim
) -> tuple[Literal["equal", "differs", "unlike", "unknown", "narrower"], str]:
    """Relation of two claims' values, and the kind or dimension that told."""
    compared: list[tuple[bool, str]] = []
    for value in newer.values:
        partners = [other for other in older.values if value.comparable(other)]
        if partners:
            compared.append((any(value.equals(other) for other in partners), value.dimension))
    for kind, thing in newer.kinds:
        others = [other for held, other in older.kinds if held == kind]
        if others:
            compared.append((thing in others or not any(excludes(kind, other, thing) for other in others), kind))
    if compared:
        equal = all(same for same, _ in compared)
        return ("equal" if equal else "differs"), next(kind for same, kind in compared if same == equal)
    if older.words and older.words == newer.words:
        return "equal", ""
    if older.words and newer.words and (older.words <= newer.words or newer.words <= older.words):
        return "narrower", ""
    if (older.kinds or older.values) and (newer.kinds or newer.values):
        return "unlike", ""
    if older.kinds or newer.kinds:
        return ("unlike" if newer.slot in ("switch", "uses") or older.slot == "uses" else "unknown"), ""
    if bool(older.values) != bool(newer.values):
        return "unlike", ""
    return "unknown", ""


def _left_matches(older: Claim, newer: Claim) -> bool:
    if newer.left_kinds and any(thing in older.kinds for thing in newer.left_kinds):
        return True
    if not newer.left:
        return False
    if overlap(newer.left, older.words) >= 0.6:
        return True
    # What is only spoken of is what was left if nothing tells them apart: "Jenkins builds it", "we left Jenkins".
    about = not newer.topic or bool(newer.topic & (older.words | older.topic - newer.left))
    return older.slot in _GENERIC and about and overlap(newer.left, older.words | older.topic) >= 0.6


def _turns_into(older: Claim, newer: Claim) -> bool:
    """Whether what the newer says became another thing is what the older tells: "we use A", "A became B"."""
    return bool(newer.moves and newer.affirms and newer.topic and older.words) and newer.topic <= older.words


def _gives_up(older: Claim, newer: Claim) -> bool:
    """Whether what the newer gives up is what the older holds, whatever verb each uses."""
    if older.party != newer.party:
        return False
    if any(thing in older.kinds for thing in newer.kinds):
        return True
    return bool(newer.words) and newer.words <= older.words


def _same_party(older: Claim, newer: Claim) -> bool:
    if older.party != newer.party:
        return False
    if not (older.personal and newer.personal):
        return True
    # What is left before a person's verb is a name, unless it is an attribute ("favourite dish is").
    return older.owner == newer.owner or overlap(older.owner, newer.owner) >= 0.5


def _topic_match(older: Claim, newer: Claim) -> float:
    """How far two values belong to the same thing, 0..1; an unstated topic counts as half."""
    if older.personal and newer.personal:
        return 1.0
    shared_noun = bool(older.nouns & newer.nouns)
    if not older.topic or not newer.topic or _scripts_apart(older.topic, newer.topic):
        if shared_noun:
            return 0.9
        if not older.topic and not newer.topic:
            return 0.9
        if older.topic and newer.topic:
            return 0.6  # two languages: the vectors have to tell
        # An unstated topic may be the same for a tool ("I switched to X"), hardly for a weekday or a number.
        # A mere mention (slot "value") says nothing of what is used.
        stated = {"uses", "prefers", "switch", "has"}
        kinds = {kind for kind, _ in older.kinds} & {kind for kind, _ in newer.kinds}
        return 0.6 if (kinds and {older.slot, newer.slot} <= stated) or newer.moves else 0.3
    score = overlap(older.topic, newer.topic)
    both = len(older.topic & newer.topic) / max(len(older.topic), len(newer.topic))
    match = min(1.0, 0.5 * score + 0.5 * both + (0.25 if shared_noun else 0.0))
    if score < 1 and not newer.moves:
        # Each has a word of its own: "production database" and "staging database" are two things.
        match *= 0.45 if not shared_noun or score < 0.75 else 0.6
    return match


def _scripts_apart(left: frozenset[str], right: frozenset[str]) -> bool:
    """Whether two topics are written in different scripts, so that their words cannot meet."""
    return all(word.isascii() for word in left) != all(word.isascii() for word in right) and not left & right


def _as_name(claim: Claim, other: Claim) -> Claim:
    """ "My dog's name is Bo" as "my dog is named Bo", where the other is told so."""
    if claim.slot != "is" or other.slot != "name" or "name" not in claim.nouns:
        return claim
    thing = claim.topic - {"name"}
    return replace(claim, slot="name", arity="one", topic=thing, nouns=claim.nouns - {"name"}, owner=thing)


def _held(claim: Claim) -> frozenset[str]:
    """What an amount is of: the ram of "16 GB of RAM"."""
    return frozenset(word for word in claim.words if word.isalpha() and word not in UNITS)


def compare_claims(older: Claim, newer: Claim) -> Relation:
    """Relation of two claims, directional: `newer` may leave what `older` holds."""
    older, newer = _as_name(older, newer), _as_name(newer, older)
    slot = older.slot if older.slot not in ("value", "switch") else newer.slot
    names_old = _left_matches(older, newer) or _turns_into(older, newer)
    if newer.moves and not newer.affirms and older.affirms and _gives_up(older, newer):
        return Relation("denied", 1.0, slot, names_old=True, moves=True)
    if not names_old and not _slots_meet(older, newer):
        return Relation("none")
    if not _same_party(older, newer):
        return Relation("other party", slot=slot)
    if older.identities and newer.identities and not older.identities & newer.identities:
        return Relation("other topic", slot=slot, kind="identity")
    generic = not (older.personal and newer.personal)
    if generic and older.nouns and newer.nouns and not (older.nouns & newer.nouns):
        return Relation("other noun", slot=slot)
    how, kind = _compare_values(older, newer)
    match = _topic_match(older, newer)
    if how == "differs" and kind in _STATES and older.subject and older.subject == newer.subject:
        match = max(match, 0.9)  # "issue 1 is open": nothing but its number is left to compare
    if names_old and how != "equal":
        return Relation("differs", 1.0, slot, kind, names_old=True, moves=True)
    taste = older.slot in _TASTE or newer.slot in _TASTE
    if older.affirms != newer.affirms:
        if how in ("equal", "narrower") and match >= 0.4:
            return Relation("denied", match if generic else 1.0, slot, kind, moves=newer.moves)
        return Relation("compatible", slot=slot)
    apart = bool(older.scope and newer.scope) and not older.scope & newer.scope
    if how == "equal" and newer.moves and slot == "job" and older.words != newer.words:
        return Relation("differs", 0.85, slot, kind, moves=True)
    if how == "equal":
        if (apart and slot in ("prefers", "uses")) or (slot == "event" and older.words != newer.words):
            return Relation("compatible", match, slot, kind)
        return Relation("equal", match if generic else 1.4, slot, kind, moves=newer.moves)
    if (
        generic
        and how == "differs"
        and newer.moves
        and kind in _TELLING & {value.dimension for value in older.values}
        and not (older.nouns and newer.nouns)
    ):
        match = max(match, 0.4)
    if (generic and match < (0.25 if newer.moves else 0.34)) or (apart and slot in ("prefers", "uses")):
        return Relation("other topic", match, slot, kind)
    if how == "unlike" and newer.moves and match >= 0.6 and (older.topic & newer.topic or older.nouns & newer.nouns):
        return Relation("differs", 0.8 * match, slot, "unknown", moves=True)
    if how == "unlike":
        return Relation("unlike", match, slot)
    if how == "narrower":
        return Relation("compatible", match, slot)
    if not older.affirms:
        return Relation("compatible", match, slot)
    counted = how == "differs" and kind in ("number", "pieces", "people", "times") and bool(older.words & newer.words)
    if counted and older.slot == newer.slot == "has":
        return Relation("differs", 0.9, slot, kind, moves=newer.moves)
    if older.slot == newer.slot == "has" and how == "differs" and kind in _AMOUNTS:
        held, holds = _held(older), _held(newer)
        if not held or not holds or held == holds:  # "16 GB" may be of what "32 GB of RAM" is of
            return Relation("differs", 0.8 * match, slot, kind, moves=newer.moves, unclear=not newer.moves)
    if ("many" in (older.arity, newer.arity) and taste) or older.arity == newer.arity == "many":
        return Relation("compatible", match, slot, kind)
    if how == "differs":
        strength = match if generic else 1.0
        if newer.moves and older.slot in ("uses", "prefers") and kind:
            strength = max(strength, 0.95 if match >= 0.5 else match)
        return Relation("differs", strength, slot, kind, moves=newer.moves)
    if "one" in (older.arity, newer.arity) and older.slot == newer.slot:
        return Relation("differs", 0.85, slot, "", moves=newer.moves)
    attributes = (older.nouns & newer.nouns) - THINGS
    if attributes and older.slot == "is" and newer.slot in ("is", "switch"):
        return Relation("differs", 0.9 * match, slot, "noun", moves=newer.moves)
    if older.named and newer.named and older.nouns & newer.nouns:
        return Relation("differs", 0.9 * match, slot, "noun", moves=newer.moves)
    if (older.topic and newer.topic) or (older.personal and newer.personal):
        return Relation("differs", 0.55 * match, slot, "unknown", moves=newer.moves)
    return Relation("unlike" if "switch" in (older.slot, newer.slot) else "none", slot=slot)
