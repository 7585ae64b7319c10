"""Words that are looked for in older texts, which no index holds."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from memories.recalling.plan import Plan, rarity

_RUN = re.compile(r"[^\W\d_]+|[0-9]+(?:\.[0-9]+)*")


def weights_of(plan: Plan, holders: Mapping[int, int]) -> dict[int, float]:
    """What each word of the plan weighs, as hindsight_weighed has it where `holders` are known."""
    weights = {
        term: factor * rarity(holders.get(term, 1), plan.units)
        for term, factor in zip(plan.drivers, plan.factors, strict=True)
    }
    return weights | dict(zip(plan.others, plan.weights, strict=True))


def sieve_of(words: Mapping[str, float]) -> dict[str, float]:
    """What stands in any text that holds one of these words, with the word's weight.

    Words are stems without accents, in lower case; the database may know the cases of ASCII letters alone.
    """
    found: dict[str, float] = {}
    for word, weight in words.items():
        plain = unicodedata.normalize("NFKD", word)
        if any(mark.isdigit() for mark in plain) and any(mark.isalpha() for mark in plain):
            # A code may be written with a space or a mark between its letters and its digits.
            forms = {max(_RUN.findall(plain), key=len)}
        elif plain.isascii():
            # The last letter of a stem may be another one than that of the word.
            forms = {plain[:-1] if plain.isalpha() and len(plain) > 3 else plain}
        else:
            forms = {
                plain,
                unicodedata.normalize("NFKD", word.capitalize()),
                unicodedata.normalize("NFKD", word.upper()),
            }
        for form in forms:
            found[form] = max(found.get(form, 0.0), weight)
    return found
