"""The local judge: what two statements are to each other, without a model call."""

from memories.judging.caches import forget_texts
from memories.judging.language import language_of, normalise, terms
from memories.judging.local import judge, judge_decisive
from memories.judging.statements import Feature, Label, Statement, Verdict

__all__ = [
    "Feature",
    "Label",
    "Statement",
    "Verdict",
    "forget_texts",
    "judge",
    "judge_decisive",
    "language_of",
    "normalise",
    "terms",
]
