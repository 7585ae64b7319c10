"""Named features of a pair, each with how strongly it is present."""

import re
from dataclasses import dataclass, replace
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.comparing import compares
from memories.judging.denials import by_another, denies_more
from memories.judging.frames import Relation
from memories.judging.gaps import single_gap
from memories.judging.language import folded
from memories.judging.opposites import lasting, opposed
from memories.judging.qualifiers import qualified_otherwise
from memories.judging.relations import relate, which_thing
from memories.judging.remainder import says_more
from memories.judging.restating import restated
from memories.judging.statements import Statement
from memories.judging.topics import jaccard, overlap, party_of, topic_of
from memories.judging.turning import reversed_roles, turned
from memories.judging.values import Value
from memories.judging.wording import parting, swapped, wording_of

# Two near texts that agree in one of these seldom agree by chance.
_MEASURES: Final = frozenset(
    {"duration", "months", "date", "time", "bytes", "code", "phone", "email", "money:usd", "money:cny"}
)

_MOST: Final = 3  # subjects of each side: a longer text is about more than one thing anyway


HEARD_FROM: Final = 0.35
"""The similarity from which a change that is heard in the newer text is taken to be about the older one."""


@dataclass(frozen=True, slots=True)
class Presence:
    """A feature of this pair: strength is usually 0..1, detail names slots and cues only."""

    name: str
    strength: float = 1.0
    detail: str = ""


def _unmatched(values: tuple[Value, ...], others: tuple[Value, ...]) -> bool:
    """Whether a value has comparable ones on the other side, but no equal."""
    for value in values:
        partners = [other for other in others if value.comparable(other)]
        if partners and not any(value.equals(other) for other in partners):
            return True
    return False


def _all_met(values: list[Value], others: tuple[Value, ...]) -> bool:
    return all(any(value.equals(other) for other in others) for value in values)


def _parting(older: Analysis, newer: Analysis) -> str:
    """How the wordings part; without half of the words in common they are not laid side by side at all."""
    if older.normal == newer.normal:
        return ""
    if older.plain_topic and newer.plain_topic and jaccard(older.plain_topic, newer.plain_topic) < 0.5:
        return "words"
    first, second = wording_of(older.text), wording_of(newer.text)
    return "" if turned(first, second) else parting(first, second)


def by_vector(similarity: float) -> list[Presence]:
    """How near two texts are by their vectors."""
    return [
        Presence("near", max(0.0, similarity - 0.5) * 2),
        Presence("very near", max(0.0, similarity - 0.75) * 4),
        Presence("far", max(0.0, 0.5 - similarity) * 2),
    ]


def by_words(older: Analysis, newer: Analysis) -> list[Presence]:
    """How near two texts are by the words that they are about."""
    found = [Presence("words shared", jaccard(older.topic, newer.topic))]
    if older.topic and newer.topic and older.language == newer.language:
        found.append(Presence("words apart", 1 - overlap(older.topic, newer.topic)))
    return found


def nearness(older: Analysis, newer: Analysis, similarity: float | None) -> list[Presence]:
    """How near the texts are, by vector if there is one and by words."""
    found = by_words(older, newer)
    if similarity is None:
        # Words alone: seldom near enough for "same", never far enough to be sure.
        similarity = 0.25 + 0.6 * found[0].strength
    found += by_vector(similarity)
    if older.normal == newer.normal:
        found.append(Presence("exact"))
    elif (
        older.topic
        and older.topic == newer.topic
        and older.negated == newer.negated
        and not _unmatched(older.values, newer.values)
    ):
        found.append(Presence("same words"))
    if how := _parting(older, newer):
        found.append(Presence("said otherwise", 1.0, how))
        wordings = wording_of(older.text), wording_of(newer.text)
        if swapped(*wordings) or reversed_roles(*wordings):
            found.append(Presence("places swapped"))
    return found


def comparison(older: Analysis, newer: Analysis, relation: Relation, *, near: bool) -> list[Presence]:
    """What the values of the two are to each other."""
    found: list[Presence] = []
    told = "/".join(part for part in (relation.slot, relation.kind) if part)
    conflict = relation.how in ("differs", "denied")
    if relation.how == "differs":
        found.append(Presence("value differs", relation.strength, told))
    elif relation.how == "denied":
        found.append(Presence("denied", relation.strength, told))
    elif relation.how == "equal":
        found.append(Presence("value equal", relation.strength, told))
    elif relation.how != "none":
        found.append(Presence(relation.how, 1.0, told))
    if relation.unclear:
        found.append(Presence("unclear thing"))
    measures = [value for value in newer.values if value.dimension in _MEASURES]
    if (
        near
        and measures
        and not conflict
        and not _unmatched(newer.values, older.values)
        and _all_met(measures, older.values)
    ):
        found.append(Presence("measure equal", 1.0, measures[0].dimension))
    mismatch = older.negated != newer.negated
    if not conflict:
        if mismatch and jaccard(older.topic, newer.topic) >= 0.4:
            found.append(Presence("denial mismatch", jaccard(older.topic, newer.topic)))
        else:
            found.append(Presence("no conflict"))
        if _unmatched(newer.values, older.values):
            found.append(Presence("values apart"))
        gap = single_gap(older.units, newer.units)
        if gap >= 0.5 and not (
            older.plain_topic and older.plain_topic == newer.plain_topic and relation.how == "equal"
        ):
            found.append(Presence("one gap" if relation.how != "equal" else "word replaced", gap))
    added = [thing for thing in newer.kinds if thing not in older.kinds]
    if (added or len(newer.values) > len(older.values)) and relation.how not in ("differs", "denied"):
        found.append(Presence("value added", 1.0, ",".join(sorted({kind for kind, _ in added}))))
    return found


def manner(older: Analysis, newer: Analysis, relation: Relation, sides: tuple[Statement, Statement]) -> list[Presence]:
    """How the newer is said: a change, an addition, a doubt."""
    cues = newer.cues
    found: list[Presence] = []
    conflict = relation.how in ("differs", "denied")
    changing = cues.says_changed or relation.moves
    if conflict:
        weight = min(1.0, 1.25 * relation.strength)  # a half-seen difference makes half a change
        if changing:
            found.append(Presence("change cue", weight, ",".join((*cues.change, *cues.correction)) or "verb"))
        if relation.names_old:
            found.append(Presence("names the old value"))
        first, second = sides
        overruled = first.kind == "inference" and second.kind == "fact"
        alike = first.voice and first.voice == second.voice and not overruled
        if alike and not changing and lasting(older.folded, newer.folded):
            found.append(Presence("nothing says changed", 2 * weight, "lasting"))
        elif alike:
            found.append(Presence("same voice", weight))
        elif not changing:
            found.append(Presence("nothing says changed", weight))
    recounted = changing and relation.how == "differs" and relation.kind in ("number", "pieces", "people")
    if cues.additive and not relation.names_old and not recounted:
        found.append(Presence("addition", 1.0, ",".join(cues.additive)))
    if cues.hedge:
        found.append(Presence("hedge", 1.0, ",".join(cues.hedge)))
    if cues.plan or (older.cues.plan and conflict):
        found.append(Presence("plan", 1.0, ",".join(cues.plan or older.cues.plan)))
    if cues.passing and not relation.moves and not cues.says_changed:
        found.append(Presence("passing", 1.0, ",".join(cues.passing)))
    if (cues.former and not changing) or (older.cues.former and not older.cues.change):
        found.append(Presence("former", 1.0, ",".join(cues.former or older.cues.former)))
    unread = changing and not conflict and not cues.additive and relation.how not in ("other party", "other thing")
    if unread and not compares(older.folded):
        found.append(Presence("unread change", 1.0, ",".join((*cues.change, *cues.correction))))
    if cues.question:
        found.append(Presence("question"))
    if older.cues.hedge and conflict and sides[0].kind != "inference":
        found.append(Presence("supposed", 1.0, "before"))
    for name, told in (("reported", cues.reported or older.cues.reported), ("supposed", cues.supposed)):
        if told:
            found.append(Presence(name, 1.0, ",".join(told)))
    if cues.supersede and not (conflict and relation.strength >= 0.8):
        found.append(Presence("supersedes without a value", 1.0, ",".join(cues.supersede)))
    return found


def ownership(older: Analysis, newer: Analysis, sides: tuple[Statement, Statement]) -> list[Presence]:
    """Whose statements they are."""
    first, second = sides
    if first.subject and second.subject:
        if first.subject.casefold() != second.subject.casefold():
            return [Presence("subjects differ")]
        if first.attribute and second.attribute and first.attribute.casefold() != second.attribute.casefold():
            return [Presence("attributes differ")]
        return []
    one_sided: list[Presence] = []
    if bool(first.subject) != bool(second.subject):
        subject, other = (first.subject, newer) if first.subject else (second.subject, older)
        if not _names(other.folded, subject):
            one_sided.append(Presence("subject declared on one side"))
    voiced = first.voice != second.voice and not first.subject and not second.subject
    if voiced and older.cues.first_person and newer.cues.first_person and first.voice and second.voice:
        return [Presence("voices differ")]
    return one_sided


def _names(text: str, subject: str) -> bool:
    """Whether a folded text names a declared subject, in whole words and in its order ("host-9", "the host 9")."""
    name = folded(subject)
    if not name.isascii():
        return name in text
    words = re.findall(r"[a-z0-9]+", name)
    told = r"[^a-z0-9]{1,3}".join(re.escape(word) for word in words)
    return bool(words) and re.search(rf"(?<![a-z0-9]){told}(?![a-z0-9])", text) is not None


def relation_of(older: Analysis, newer: Analysis, *, named: bool = True) -> Relation:
    """What the two are to each other, on which their features rest. Without `named`, slot and kind may be missing
    where they would only be shown: for two about other things that leaves out most of the work."""
    things = {
        which_thing(first, second, older, newer)
        for first in older.subjects[:_MOST]
        for second in newer.subjects[:_MOST]
    }
    if things == {"other"}:
        told = _denied(older, newer, relate(older, newer), things) if named else Relation("none")
        relation = Relation("other thing", slot=told.slot, kind=told.kind)
    else:
        relation = _denied(older, newer, relate(older, newer), things)
        if things == {"unclear"} and relation.how in ("equal", "none", "compatible", "unlike"):
            relation = replace(relation, unclear=True)
    against = 0.0 if relation.how in ("differs", "denied") else opposed(older.folded, newer.folded)
    if against == 1 or (against and relation.how != "other thing"):
        relation = Relation("denied", against, "opposite", unclear=against < 1)
    if (
        relation.how not in ("differs", "denied", "equal", "other thing")
        and not newer.cues.additive
        and restated(older.cased, newer.cased)
    ):
        relation = Relation("differs", 0.6, "restated", "unknown", moves=True)
    if relation.how == "denied" and compares(older.folded) != compares(newer.folded):
        relation = Relation("compatible", slot=relation.slot, kind=relation.kind)
    return relation


def _denied(older: Analysis, newer: Analysis, relation: Relation, things: set[str]) -> Relation:
    """The relation of two of which one may deny what the other says, in words that no pattern reads."""
    if not _parting(older, newer):
        relation = Relation("equal", 1.0, relation.slot)
    shared = jaccard(older.topic, newer.topic)
    if (
        older.negated == newer.negated
        or shared < 0.5
        or relation.how in ("differs", "denied", "other thing")
        or party_of(older.folded) != party_of(newer.folded)
    ):
        return relation
    # "Not open on Sundays" says nothing of Saturdays.
    elsewhere = bool(things & {"unclear", "other"}) or _unmatched(newer.values, older.values)
    unclear = elsewhere or bool(older.topic - newer.topic and newer.topic - older.topic)
    return Relation("denied", min(1.0, shared + 0.2) * (0.6 if elsewhere else 1.0), "negation", unclear=unclear)


def features_of(
    older: Analysis, newer: Analysis, similarity: float | None, sides: tuple[Statement, Statement]
) -> tuple[list[Presence], Relation]:
    """All features of a pair, and the relation they rest on."""
    relation = relation_of(older, newer)
    near = similarity is not None and similarity >= 0.6
    found = nearness(older, newer, similarity) + comparison(older, newer, relation, near=near)
    if relation.how in ("differs", "denied") and (
        more := says_more(older.told, newer.told, topic_of(folded(newer.told)))
    ):
        found.append(Presence("older says more", 1.0, more))
    if relation.how == "denied" and not relation.names_old:
        if relation.slot != "opposite" and denies_more(older, newer):
            found.append(Presence("denies more"))
        if by_another(older, newer):
            found.append(Presence("done by another"))
    if relation.how in ("differs", "denied") and (by := qualified_otherwise(older, newer, relation)):
        found.append(Presence("qualified otherwise", 1.0, by))
    if near and relation.how in ("compatible", "none") and compares(older.folded) != compares(newer.folded):
        found.append(Presence("compared on one side"))
    found += manner(older, newer, relation, sides) + ownership(older, newer, sides)
    return [presence for presence in found if presence.strength > 0], relation
