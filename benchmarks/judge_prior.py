"""What each feature of the general judge was believed to add to the log-odds of each label before any pair was counted.

Set by hand, for the reasons in the comments; `benchmarks.fit_judge` moves from here only as far as pairs say.
Order of the columns: same, changed, contradicts, similar, unrelated.
"""

from typing import Final

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
    "compared on one side": (-3.0, -3.0, -3.0, 1.0, 0.0),
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
