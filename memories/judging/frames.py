"""Two statements laid side by side: the slot they share, and what their values are to each other."""

from dataclasses import dataclass
from typing import Final, Literal

from memories.judging.analysis import Analysis
from memories.judging.claims import Claim
from memories.judging.kinds import excludes
from memories.judging.topics import overlap

How = Literal["differs", "denied", "equal", "compatible", "unlike", "other party", "other noun", "other topic", "none"]

_GENERIC: Final = frozenset({"switch", "value", "uses", "is", "workplace"})
_TASTE: Final = frozenset({"likes", "prefers"})
# A switch says nothing of which slot it is in; what is switched from may have been told as any of these.
_SWITCHABLE: Final = frozenset({"uses", "prefers", "value", "is", "switch", "employer", "job", "school", "residence", "name"})
_IDENTITY_KINDS: Final = frozenset({"code", "address", "email", "phone"})


@dataclass(frozen=True, slots=True)
class Relation:
    """What the closest claims of two statements are to each other; strength in 0..1."""

    how: How
    strength: float = 0.0
    slot: str = ""
    kind: str = ""
    names_old: bool = False
    moves: bool = False


_RANK: Final[dict[How, int]] = {
    "denied": 7, "differs": 7, "equal": 6, "unlike": 5, "other noun": 4, "other party": 4, "other topic": 3, "compatible": 2, "none": 0,
}  # fmt: skip


def _slots_meet(older: Claim, newer: Claim) -> bool:
    if older.slot == newer.slot:
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


def _compare_values(older: Claim, newer: Claim) -> tuple[Literal["equal", "differs", "unlike", "unknown", "narrower"], str]:
    """Relation of two claims' values, and the kind or dimension that told."""
    compared: list[bool] = []
    dimension = ""
    for value in newer.values:
        partners = [other for other in older.values if value.comparable(other)]
        if partners:
            same = any(value.equals(other) for other in partners)
            compared.append(same)
            if not same or not dimension:
                dimension = value.dimension
    old_kinds = dict(older.kinds)
    kind = ""
    for name, thing in newer.kinds:
        if name in old_kinds:
            others = [other for held, other in older.kinds if held == name]
            same = all(not excludes(name, other, thing) for other in others) or thing in others
            compared.append(same)
            if not same or not kind:
                kind = name
    if compared:
        return ("equal" if all(compared) else "differs"), (kind or dimension)
    if older.words and older.words == newer.words:
        return "equal", ""
    if older.words and newer.words and (older.words <= newer.words or newer.words <= older.words):
        return "narrower", ""
    if (older.kinds or older.values) and (newer.kinds or newer.values):
        return "unlike", ""
    if older.kinds or newer.kinds:
        return ("unlike" if newer.slot in ("switch", "uses") or older.slot == "uses" else "unknown"), ""
    return "unknown", ""


def _left_matches(older: Claim, newer: Claim) -> bool:
    if newer.left_kinds and any(thing in older.kinds for thing in newer.left_kinds):
        return True
    held = older.words | older.topic if older.slot in _GENERIC else older.words
    return bool(newer.left) and overlap(newer.left, held) >= 0.6 and bool(newer.left & held)


def _same_party(older: Claim, newer: Claim) -> bool:
    if older.party != newer.party:
        return False
    if not (older.personal and newer.personal):
        return True
    # What is left before a person's verb is a name, unless it is an attribute ("favourite dish is").
    return older.topic == newer.topic or overlap(older.topic, newer.topic) >= 0.5 or not (older.topic or newer.topic)


def _topic_match(older: Claim, newer: Claim) -> float:
    """How far two values belong to the same thing, 0..1; an unstated topic counts as half."""
    if older.personal and newer.personal:
        return 1.0
    shared_noun = bool(older.nouns & newer.nouns)
    if not older.topic or not newer.topic:
        if shared_noun:
            return 0.9
        return 0.6
    score = overlap(older.topic, newer.topic)
    both = len(older.topic & newer.topic) / max(len(older.topic), len(newer.topic))
    return min(1.0, 0.5 * score + 0.5 * both + (0.25 if shared_noun else 0.0))


def compare_claims(older: Claim, newer: Claim) -> Relation:
    """Relation of two claims, directional: `newer` may leave what `older` holds."""
    slot = older.slot if older.slot not in ("value", "switch") else newer.slot
    names_old = newer.moves and _left_matches(older, newer)
    if not names_old and not _slots_meet(older, newer):
        return Relation("none")
    if not _same_party(older, newer):
        return Relation("other party", slot=slot)
    generic = not (older.personal and newer.personal)
    if generic and older.nouns and newer.nouns and not (older.nouns & newer.nouns):
        return Relation("other noun", slot=slot)
    how, kind = _compare_values(older, newer)
    match = _topic_match(older, newer)
    if names_old and how != "equal":
        return Relation("differs", 1.0, slot, kind, names_old=True, moves=True)
    taste = older.slot in _TASTE or newer.slot in _TASTE
    if older.affirms != newer.affirms:
        if how in ("equal", "narrower") and match >= 0.4:
            return Relation("denied", match if generic else 1.0, slot, kind, moves=newer.moves)
        return Relation("compatible", slot=slot)
    if generic and match < 0.34:
        return Relation("other topic", match, slot, kind)
    if how == "equal":
        return Relation("equal", match, slot, kind, moves=newer.moves)
    if how == "unlike":
        return Relation("unlike", match, slot)
    if how == "narrower":
        return Relation("compatible", match, slot)
    if not older.affirms:
        return Relation("compatible", match, slot)
    if "many" in (older.arity, newer.arity) and taste or older.arity == newer.arity == "many":
        return Relation("compatible", match, slot, kind)
    if how == "differs":
        strength = match if generic else 1.0
        if newer.moves and older.slot in ("uses", "prefers") and kind:
            strength = max(strength, 0.95 if match >= 0.5 else match)
        return Relation("differs", strength, slot, kind, moves=newer.moves)
    if "one" in (older.arity, newer.arity) and older.slot == newer.slot:
        return Relation("differs", 0.85, slot, "", moves=newer.moves)
    return Relation("differs", 0.55 * match, slot, "unknown", moves=newer.moves)


def relate(older: Analysis, newer: Analysis) -> Relation:
    """The relation of the two claims that tell most."""
    best = Relation("none")
    for first in older.claims:
        for second in newer.claims:
            found = compare_claims(first, second)
            if (_RANK[found.how] + found.strength, found.names_old) > (_RANK[best.how] + best.strength, best.names_old):
                best = found
    return best


def single_gap(older: tuple[str, ...], newer: tuple[str, ...]) -> float:
    """Share of the longer sequence that both have before and after one differing stretch; 0 if nothing differs."""
    if older == newer or not older or not newer:
        return 0.0
    shortest = min(len(older), len(newer))
    head = 0
    while head < shortest and older[head] == newer[head]:
        head += 1
    tail = 0
    while tail < shortest - head and older[-1 - tail] == newer[-1 - tail]:
        tail += 1
    return (head + tail) / max(len(older), len(newer))
