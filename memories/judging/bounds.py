"""Whether a verdict could do something, from what is known of a pair before its features are worked out.

Read from the table of weights: whatever is not ruled out and speaks for a label counts in full, so that a pair that
could not be decided even then need not be looked at any further.
"""

from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.features import HEARD_FROM, by_vector, by_words
from memories.judging.frames import Relation
from memories.judging.statements import DECISIVE, Label
from memories.judging.weights import BIAS, LABELS, WEIGHTS

CONFLICTS: Final = ("differs", "denied")
_NEAREST_BY_WORDS: Final = 0.85  # what stands for the nearness of two texts without vectors is never more
_SIMILAR: Final = LABELS.index("similar")
# Only of two that exclude each other.
_OF_CONFLICTS: Final = frozenset(
    ["value differs", "denied", "change cue", "names the old value", "same voice", "nothing says changed"]
)
# What a relation that is no conflict is called as a feature; at most one of these is there.
_OF_RELATIONS: Final = {
    how: how for how in ("compatible", "unlike", "other party", "other noun", "other topic", "other thing")
} | {"equal": "value equal"}
# What is known without much ado, and so is not left open.
_KNOWN: Final = frozenset(
    ["near", "very near", "far", "words shared", "words apart", "exact", "same words", "measure equal",
     "denial mismatch", "no conflict", "unread change", "value added", "values apart"]
)  # fmt: skip


def _over_similar(name: str, label: Label) -> float:
    """What a feature adds to the log-odds of a label over "similar"."""
    return WEIGHTS[name][LABELS.index(label)] - WEIGHTS[name][_SIMILAR]


def _open(label: Label) -> float:
    """What the bias and all that is left open can add to a label over "similar"."""
    left = WEIGHTS.keys() - _OF_CONFLICTS - _KNOWN - set(_OF_RELATIONS.values())
    bias = BIAS[LABELS.index(label)] - BIAS[_SIMILAR]
    return bias + sum(max(0.0, _over_similar(name, label)) for name in left)


_OPEN: Final[dict[Label, float]] = {label: _open(label) for label in LABELS if label in DECISIVE}


def could_decide(older: Analysis, newer: Analysis, relation: Relation, similarity: float | None) -> bool:
    """False only if no decisive label can come out of a pair in this relation."""
    if relation.how in CONFLICTS:
        return True
    near = _NEAREST_BY_WORDS if similarity is None else similarity
    if newer.cues.says_changed and not newer.cues.additive and similarity is not None and similarity >= HEARD_FROM:
        return True
    present = {presence.name: presence.strength for presence in (*by_vector(near), *by_words(older, newer))}
    if name := _OF_RELATIONS.get(relation.how):
        present[name] = relation.strength if relation.how == "equal" else 1.0
    present["exact"] = float(older.letters == newer.letters)
    present["same words"] = float(older.topic == newer.topic)
    changing = (newer.cues.says_changed or relation.moves) and not newer.cues.additive
    possible = {
        "measure equal": bool(older.values and newer.values),
        "values apart": bool(older.values and newer.values),
        "value added": bool(newer.values or newer.kinds),
        "unread change": changing,
    }
    either = ("no conflict", "denial mismatch") if older.negated != newer.negated else ("no conflict",)
    for label, most in _OPEN.items():
        denied = max(_over_similar(name, label) for name in either)
        known = sum(strength * _over_similar(name, label) for name, strength in present.items())
        most += sum(max(0.0, _over_similar(name, label)) for name, may_be in possible.items() if may_be)
        if most + denied + known >= 0:
            return True
    return False
