"""The local judge: a small logistic model over named features, with a band in which it does not decide."""

import math

from memories.judging.analysis import Analysis, analyse
from memories.judging.bounds import could_decide
from memories.judging.features import HEARD_FROM, Presence, features_of, ownership, relation_of
from memories.judging.frames import Relation
from memories.judging.glosses import gloss, has_han
from memories.judging.personal.model import Vector
from memories.judging.personal.verdicts import judge_profile
from memories.judging.remainder import says_more
from memories.judging.statements import DECISIVE, EXCLUDING, Feature, Label, Statement, Verdict
from memories.judging.weights import BIAS, CONFLICT_DOUBTS, DOUBTS, LABELS, REPEAT_DOUBTS, SURE_FROM, WEIGHTS

_SEEN = 0.5  # from which strength a difference of values may be acted upon
_OTHERS = frozenset(["subjects differ", "voices differ", "attributes differ"])
_HEARD = 0.5  # a change that is heard and not read is as good as a toss
_NOT_OF_IT = frozenset(
    ["subjects differ", "voices differ", "attributes differ", "other party", "other noun", "other thing", "other topic",
     "denial mismatch", "addition", "hedge", "plan", "question", "reported", "supposed", "passing", "former"]
)  # fmt: skip
_CERTAIN = 0.97  # of what was declared and compared, short of 1 for what the declarations may have got wrong


def judge(
    older: Statement,
    newer: Statement,
    similarity: float | None,
    *,
    single_valued: bool = False,
    vector: Vector | None = None,
) -> Verdict:
    """What `newer` is to `older`; the caller orders them by occurred_at.

    `similarity` is calibrated (0 unrelated, 1 equal; see memories.embedding.geometry) or None without a vector.
    `single_valued` says that the declared attribute holds one value at a time; it counts only if both declare the
    same subject and attribute. `vector` is that of the newer text, centred, in the space of the local model; without
    one, what is said of a profile is judged by its words alone.
    """
    first, second = analyse(older.text), analyse(newer.text)
    if first.profile and (of_profile := _of_profile(older, newer, first, second, vector)) is not None:
        return of_profile
    if similarity is not None and not math.isfinite(similarity):
        similarity = None
    first, second, present, relation = seen(first, second, similarity, (older, newer))
    if single_valued and _declared_alike(older, newer):
        declared = _by_declaration(older, newer, first, second, relation, present)
        if declared is not None:
            return declared
    return _by_features(present, similarity)


def seen(
    first: Analysis, second: Analysis, similarity: float | None, sides: tuple[Statement, Statement]
) -> tuple[Analysis, Analysis, list[Presence], Relation]:
    """Both sides as they were compared, with the features found; of two languages that could not be compared as they
    stand, the Chinese one read word by word."""
    present, relation = features_of(first, second, similarity, sides)
    if relation.how not in ("differs", "denied") and (read := _in_one_language(first, second)):
        first, second = read
        present, relation = features_of(first, second, similarity, sides)
        present.append(Presence("read word by word"))
    return first, second, present, relation


def _of_profile(
    older: Statement, newer: Statement, first: Analysis, second: Analysis, vector: Vector | None
) -> Verdict | None:
    """The verdict on what a person's profile is told against; None where it is not about that person, where both are
    profiles, or where none of what the profile holds is mentioned."""
    if second.profile or first.normal == second.normal:
        return None
    if any(found.name in _OTHERS for found in ownership(first, second, (older, newer))):
        return None
    verdict = judge_profile(first.profile, older, newer, second, vector)
    if verdict is None or older.subject or not older.voice or older.voice == newer.voice:
        return verdict
    # Whoever keeps a profile without saying whose keeps their own.
    return Verdict("similar", verdict.probability, False, (Feature("voices differ", 0.0), *verdict.features))


def _in_one_language(first: Analysis, second: Analysis) -> tuple[Analysis, Analysis] | None:
    """The two with the Chinese one read word by word in English, or None where that is not needed or not possible."""
    if has_han(first.text) == has_han(second.text):
        return None
    read = [analyse(gloss(side.text)) if has_han(side.text) else side for side in (first, second)]
    if not all(side.text for side in read):
        return None
    meant = [side.with_cues(side.cues.joined(was.cues)) for side, was in zip(read, (first, second), strict=True)]
    return meant[0], meant[1]


def judge_decisive(
    older: Statement,
    newer: Statement,
    similarity: float | None,
    *,
    single_valued: bool = False,
    vector: Vector | None = None,
) -> Verdict | None:
    """What `judge` says if that would do something, else None: most pairs are about different things, and to see this
    is far cheaper than a verdict."""
    first, second = analyse(older.text), analyse(newer.text)
    finite = similarity is None or math.isfinite(similarity)
    declared = single_valued and _declared_alike(older, newer)
    if finite and not declared and not first.profile and has_han(first.text) == has_han(second.text):
        relation = relation_of(first, second, named=False)
        if not could_decide(first, second, relation, similarity):
            return None
    verdict = judge(older, newer, similarity, single_valued=single_valued, vector=vector)
    return verdict if verdict.label in DECISIVE else None


def _declared_alike(older: Statement, newer: Statement) -> bool:
    return bool(
        older.subject
        and older.attribute
        and older.subject.casefold() == newer.subject.casefold()
        and older.attribute.casefold() == newer.attribute.casefold()
    )


def _by_declaration(
    older: Statement,
    newer: Statement,
    first: Analysis,
    second: Analysis,
    relation: Relation,
    present: list[Presence],
) -> Verdict | None:
    """The verdict of two values of one single-valued attribute; None leaves it to the features."""
    names = {presence.name for presence in present}
    slot = Feature("declared slot", 8.0, "single-valued")
    if "exact" in names or "same words" in names:
        repeated = not names & REPEAT_DOUBTS
        return Verdict("same", _CERTAIN if repeated else 0.9, repeated, (slot, Feature("equal values", 8.0)))
    if names & {"hedge", "plan", "former", "question", "supersedes without a value", "addition", "passing"}:
        return None
    if relation.how == "equal" and not second.plain_topic - first.plain_topic:
        return Verdict("same", 0.9, not names & REPEAT_DOUBTS, (slot, Feature("equal values", 5.0, relation.slot)))
    if relation.how in ("equal", "compatible") or (
        first.plain_topic and first.plain_topic < second.plain_topic and not second.values
    ):
        return None
    changed = second.cues.says_changed or (
        bool(older.voice) and older.voice == newer.voice and older.kind == newer.kind
    )
    if not older.voice and not newer.voice and older.occurred_at and newer.occurred_at:
        changed = changed or older.occurred_at < newer.occurred_at
    label: Label = "changed" if changed else "contradicts"
    reasons = (slot, Feature("values differ", 8.0, relation.slot))
    if (more := says_more(first.told, second.told, second.topic)) == "clause":
        return Verdict(label, 0.9, False, (*reasons, Feature("older says more", 0.0, more)))
    return Verdict(label, _CERTAIN, True, reasons)


def _half_seen(present: list[Presence], names: set[str]) -> bool:
    """Whether a conflict or a repeat was half seen, so that "just another unit" is not sure."""
    if names & {"subjects differ", "voices differ", "other party", "other noun", "addition", "other thing"}:
        return False
    if "unread change" in names and "far" not in names:
        return True
    strength = {presence.name: presence.strength for presence in present}
    if strength.get("value differs", 0) > 0.2 or strength.get("denied", 0) > 0.2:
        return True
    solid = names & {"compatible", "unlike", "other topic"}
    return strength.get("very near", 0.0) > (0.2 if solid else 0) or (not solid and strength.get("near", 0.0) > 0.2)


def _by_features(present: list[Presence], similarity: float | None) -> Verdict:
    scores = list(BIAS)
    for presence in present:
        for place, weight in enumerate(WEIGHTS[presence.name]):
            scores[place] += weight * presence.strength
    top = max(scores)
    parts = [math.exp(score - top) for score in scores]
    total = sum(parts)
    chances = {label: part / total for label, part in zip(LABELS, parts, strict=True)}
    label = max(LABELS, key=chances.__getitem__)
    place = LABELS.index(label)
    names = {presence.name for presence in present}
    # Both of these mean "a new unit", so it does not matter which.
    acting = chances["similar"] + chances["unrelated"] if label in ("similar", "unrelated") else chances[label]
    if label in EXCLUDING and "same voice" in names:
        # One voice that takes back its word has changed it, whichever of the two it is called.
        acting = chances["changed"] + chances["contradicts"]
    sure = acting >= SURE_FROM[label] and not names & DOUBTS
    if label in ("changed", "contradicts"):
        sure = sure and not names & CONFLICT_DOUBTS
        sure = sure and any(
            p.strength >= _SEEN and p.name in ("value differs", "denied") and not p.detail.endswith("unknown")
            for p in present
        )
    if label == "same":
        sure = sure and not names & REPEAT_DOUBTS
    if label not in ("similar", "unrelated"):
        sure = sure and "subject declared on one side" not in names
    else:
        sure = sure and not _half_seen(present, names)
    if similarity is None and label in ("same", "similar", "unrelated") and "exact" not in names:
        sure = sure and "same words" in names
    reasons = [
        Feature(presence.name, round(WEIGHTS[presence.name][place] * presence.strength, 3), presence.detail)
        for presence in present
    ]
    reasons.sort(key=lambda reason: -abs(reason.weight))
    if label in EXCLUDING and "question" in names:
        # Whoever asks states nothing, whatever the question takes for granted.
        return Verdict("similar", chances["similar"], False, tuple(reasons))
    if label == "similar" and _heard_change(names, similarity):
        return Verdict("changed", _HEARD, False, tuple(reasons))
    return Verdict(label, chances[label], sure, tuple(reasons))


def _heard_change(names: set[str], similarity: float | None) -> bool:
    """Whether the newer text says that something is no longer as it was, near enough to the older to be about it, while
    nothing could be laid beside each other: not to be acted upon, and not to be let go either."""
    return "unread change" in names and not names & _NOT_OF_IT and similarity is not None and similarity >= HEARD_FROM
