"""What each feature adds to the log-odds of each label: the judge's whole opinion in one table, kept as data.

`judge_weights.json` is written by `python -m benchmarks.fit_judge`: a multinomial logistic model that starts from what
was believed of each feature (benchmarks/judge_prior.py) and is moved by written pairs as far as they say.
"""

import json
from pathlib import Path
from typing import Any, Final

from memories.judging.statements import Label

LABELS: Final[tuple[Label, ...]] = ("same", "changed", "contradicts", "similar", "unrelated")

WEIGHTS_FILE: Final = Path(__file__).parent / "judge_weights.json"

Row = tuple[float, ...]
"""One number for each of LABELS."""


def weights_of(document: dict[str, Any]) -> tuple[Row, dict[str, Row]]:
    """The bias and the weights of the features that a document holds."""
    return tuple(document["bias"]), {name: tuple(row) for name, row in document["features"].items()}


BIAS, WEIGHTS = weights_of(json.loads(WEIGHTS_FILE.read_text(encoding="utf-8")))

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
