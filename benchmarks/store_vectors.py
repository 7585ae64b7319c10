"""Vectors of made-up statements, put together from those of a few that are embedded.

A statement's vector is the mean of its form's, moved by each word in its slots. What a word does is what the embedded
statements with that word have in common beside their form; a rarer word does what some embedded statement did. So
statements that share words lie together, in as many ways as there are words, and no cluster stands apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from benchmarks import statements

Floats = npt.NDArray[np.float32]
_NOISE: Final = 0.25
"""Length of what no word explains, beside the length of all that words do."""


@dataclass(frozen=True, slots=True)
class Composer:
    """`forms`: mean of each form's statements; `lengths`: how far they lie from it; `moves`: what words do, of length
    1; `which`: by language and slot, the row of `moves` for each word."""

    forms: Floats
    lengths: Floats
    moves: Floats
    which: dict[tuple[str, str], npt.NDArray[np.int64]]

    def vectors(self, forms: npt.NDArray[np.int64], words: npt.NDArray[np.int64], dice: np.random.Generator) -> Floats:
        """Unit vectors of statements, shape (len(forms), dimensions)."""
        made = np.empty((len(forms), self.forms.shape[1]), np.float32)
        for form in np.unique(forms):
            rows = np.flatnonzero(forms == form)
            language, slots = statements.language_of_form(int(form)), statements.slots_of(int(form))
            moved = dice.standard_normal((len(rows), made.shape[1]), dtype=np.float32) * _NOISE / made.shape[1] ** 0.5
            for slot in slots:
                moves = self.which[language, slot][words[rows, statements.SLOTS.index(slot)]]
                moved += self.moves[moves] / len(slots) ** 0.5
            length = np.linalg.norm(moved, axis=1, keepdims=True)
            made[rows] = self.forms[form] + self.lengths[form] * moved / np.maximum(length.mean(), 1e-9)
        return np.asarray(made / np.linalg.norm(made, axis=1, keepdims=True), dtype=np.float32)


def composer(forms: npt.NDArray[np.int64], words: npt.NDArray[np.int64], vectors: Floats, seed: int) -> Composer:
    """What is learnt from embedded statements: their forms, the numbers of their words, their unit vectors."""
    dice = np.random.default_rng((seed, 4))
    means = np.stack([vectors[forms == form].mean(axis=0) if (forms == form).any() else vectors.mean(axis=0)
                      for form in range(len(statements.FORMS))])  # fmt: skip
    rest = vectors - means[forms]
    lengths = np.array([np.linalg.norm(rest[forms == form], axis=1).mean() if (forms == form).any() else 0.5
                        for form in range(len(statements.FORMS))])  # fmt: skip
    moves = [_unit(row) for row in rest]
    which: dict[tuple[str, str], npt.NDArray[np.int64]] = {}
    spoken = np.array([statements.language_of_form(int(form)) for form in forms])
    for language in ("en", "zh"):
        own = np.flatnonzero(spoken == language)
        for column, slot in enumerate(statements.SLOTS):
            has = np.array([slot in statements.slots_of(int(form)) for form in forms[own]], bool)
            places = dice.choice(own, len(statements.words_of(language)[slot]))
            for word in np.unique(words[own[has], column]):
                places[word] = len(moves)
                moves.append(_unit(rest[own[has & (words[own, column] == word)]].mean(axis=0)))
            which[language, slot] = places
    return Composer(means.astype(np.float32), lengths.astype(np.float32), np.stack(moves).astype(np.float32), which)


def _unit(row: Floats) -> Floats:
    return np.asarray(row / max(float(np.linalg.norm(row)), 1e-9), dtype=np.float32)
