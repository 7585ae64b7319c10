"""What each feature adds to the log-odds of each label: the judge's whole opinion in one table.

Hand-set, then adjusted on the pairs of tests/memories/judging (corpus.py tells which parts were
seen, and when). Order of the columns: same, changed, contradicts, similar, unrelated.
"""

from typing import Final

from memories.judging.statements import Label

LABELS: Final[tuple[Label, ...]] = ("same", "changed", "contradicts", "similar", "unrelated")

BIAS: Final = (-2.5, -3.0, -3.0, 1.0, 0.2)

WEIGHTS: Final[dict[str, tuple[float, float, float, float, float]]] = {
    # how near the texts are
    "near": (3.0, 0.5, 0.5, 1.5, -4.0),
    "very near": (8.0, 0.0, 0.0, 0.0, -2.0),
    "far": (-6.0, -1.0, -1.0, -1.5, 3.0),
    "words shared": (2.0, 0.5, 0.5, 1.5, -2.0),
    "words apart": (-1.2, 0.0, 0.0, 0.0, 0.0),
    "exact": (16.0, 0.0, 0.0, 0.0, 0.0),
    "same words": (5.0, -2.0, -2.0, 0.0, -2.0),
    # what the values are to each other
    "value differs": (-7.0, 6.5, 6.5, -1.0, -2.0),
    "denied": (-7.0, 5.0, 7.0, -1.0, -2.0),
    "value equal": (3.5, -4.0, -4.0, 0.5, -3.0),
    "measure equal": (3.0, 0.0, 0.0, 0.0, 0.0),
    "no conflict": (0.0, -4.0, -4.0, 0.0, 0.0),
    "compatible": (-1.0, -2.0, -2.0, 1.5, -0.5),
    "unlike": (-2.0, -3.0, -3.0, 0.5, 0.5),
    "other party": (-4.0, -4.0, -4.0, 0.5, 0.0),
    "other noun": (-4.0, -4.0, -4.0, 1.0, 0.0),
    "other topic": (-3.0, -3.0, -3.0, 0.5, 0.5),
    "other thing": (-9.0, -9.0, -9.0, 2.0, 0.5),
    "unclear thing": (-1.0, -1.0, -1.0, 0.0, 0.0),
    "values apart": (-4.0, 0.0, 0.0, 0.5, 0.0),
    "value added": (-2.5, 0.0, 0.0, 1.0, 0.0),
    "denies more": (0.0, -1.5, -1.5, 0.5, 0.0),
    "done by another": (0.0, -1.5, -1.5, 0.5, 0.0),
    "denial mismatch": (-5.0, 2.0, 4.0, 0.0, 0.0),
    "one gap": (-2.0, 0.5, 1.0, 0.5, 0.0),
    "word replaced": (-1.0, 0.0, 0.0, 0.3, 0.0),
    "qualified otherwise": (0.0, 0.0, 0.0, 0.0, 0.0),
    "older says more": (0.0, 0.0, 0.0, 0.0, 0.0),
    "places swapped": (-18.0, 0.0, 0.0, 1.0, 0.0),
    "read word by word": (0.0, 0.0, 0.0, 0.0, 0.0),
    "said otherwise": (0.0, 0.0, 0.0, 0.0, 0.0),
    # how the newer is said
    "change cue": (-1.0, 4.0, 0.0, 0.0, 0.0),
    "names the old value": (-1.0, 3.0, 0.0, 0.0, 0.0),
    "same voice": (0.0, 2.5, 0.0, 0.0, 0.0),
    "nothing says changed": (0.0, 0.0, 3.0, 0.0, 0.0),
    "addition": (-1.5, -3.5, -3.5, 2.0, 0.0),
    "hedge": (-1.0, -9.0, -9.0, 2.5, 0.0),
    "plan": (-1.0, -4.0, -4.0, 1.0, 0.0),
    "passing": (-1.0, -4.0, -4.0, 0.5, 0.5),
    "former": (-2.0, -4.0, -4.0, 1.0, 0.0),
    "unread change": (-1.5, 0.5, 0.0, 0.0, 0.0),
    "question": (-3.0, -4.0, -4.0, 1.0, 0.0),
    "reported": (-1.0, -1.0, -1.0, 0.5, 0.0),
    "supposed": (-1.0, -3.0, -3.0, 0.5, 0.0),
    "supersedes without a value": (-3.0, -5.0, -5.0, 3.0, -3.0),
    # whose it is
    "subjects differ": (-60.0, -60.0, -60.0, 0.0, 0.5),
    "voices differ": (-60.0, -60.0, -60.0, 0.0, 0.0),
    "subject declared on one side": (0.0, 0.0, 0.0, 0.0, 0.0),
    "attributes differ": (-3.0, -5.0, -5.0, 0.5, 0.0),
}

# From which probability a verdict may act alone.
SURE_FROM: Final[dict[Label, float]] = {
    "same": 0.8,
    "changed": 0.75,
    "contradicts": 0.75,
    "similar": 0.8,
    "unrelated": 0.8,
}

# With one of these among the reasons nothing is sure, whatever the probability.
DOUBTS: Final = frozenset({"hedge", "supersedes without a value"})

# With one of these no repeat is sure: what is swallowed is stored nowhere.
REPEAT_DOUBTS: Final = frozenset({"said otherwise"})

# With one of these no conflict is sure: it may be about another thing, or nobody states it as so.
CONFLICT_DOUBTS: Final = frozenset(
    {
        "denies more",
        "done by another",
        "read word by word",
        "unclear thing",
        "older says more",
        "qualified otherwise",
        "reported",
        "supposed",
        "plan",
        "question",
    }
)
