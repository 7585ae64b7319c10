"""What Hindsight is measured against: plain dense and BM25, fused by rank.

Raw cosines of E5 with its query and passage prefixes, and BM25 over plain lower-case words (k1 1.2, b 0.75); the two
rankings of the whole pool are fused by the sum of 1 / (60 + rank). No time, no stems, no list of small words.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

K1, B, K = 1.2, 0.75, 60
Scores = npt.NDArray[np.float64]
_WORD = re.compile(r"\w+")


def words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def bm25(texts: Sequence[str], questions: Sequence[str]) -> Scores:
    """Scores, shape (questions, texts)."""
    counted = [Counter(words(text)) for text in texts]
    lengths = np.array([sum(counts.values()) for counts in counted], dtype=np.float64)
    relative = lengths / lengths.mean()
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, counts in enumerate(counted):
        for word, times in counts.items():
            postings[word].append((row, times))
    scores = np.zeros((len(questions), len(texts)))
    for line, question in enumerate(questions):
        for word in words(question):
            held = postings.get(word, [])
            rarity = math.log(1 + (len(texts) - len(held) + 0.5) / (len(held) + 0.5))
            for row, times in held:
                scores[line, row] += rarity * times * (K1 + 1) / (times + K1 * (1 - B + B * relative[row]))
    return scores


def cosines(texts: Sequence[str], questions: Sequence[str]) -> Scores:
    """Plain cosines of the embedder that is set, shape (questions, texts)."""
    from memories.embedding.providers import embedder

    passages = embedder().embed(texts, "passage")
    return np.asarray(embedder().embed(questions, "query") @ passages.T, dtype=np.float64)


def _ranks(scores: Scores) -> Scores:
    """Rank from 1 in each row; infinite for a text that scores nothing."""
    order = np.argsort(-scores, axis=1, kind="stable")
    ranks = np.empty_like(scores)
    np.put_along_axis(ranks, order, np.arange(1.0, scores.shape[1] + 1)[None, :], axis=1)
    return np.where(scores > 0, ranks, np.inf)


def fused(*arms: Scores) -> Scores:
    """Reciprocal rank fusion."""
    return np.asarray(sum(1 / (K + _ranks(scores)) for scores in arms), dtype=np.float64)


def best(scores: Scores, texts: Sequence[str], top: int) -> list[list[str]]:
    """The first texts of each question, best first."""
    return [[texts[row] for row in np.argsort(-line, kind="stable")[:top]] for line in scores]


def plain(texts: Sequence[str], questions: Sequence[str]) -> tuple[Scores, Scores]:
    """The two arms of the baseline, to be fused."""
    return cosines(texts, questions), bm25(texts, questions)
