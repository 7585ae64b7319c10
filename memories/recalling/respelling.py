"""Which words of a question are looked for, and those that no memory holds read as words that some do."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import connection

from memories.ranking import words_needed
from memories.recalling.question import Question
from memories.recalling.spelling import spellings
from memories.searchable import term_hash

_FACTOR = 0.7
"""What a word counts that was read as another one."""
_FLOOR = 0.5
"""The most that a unit may have to hold of a question in which words were read as others: of a question of one word,
the one that it was read as is enough."""
_MOST_RESPELT = 3
_MOST_WORDS = 24
"""Words that are looked for; each takes part in every score."""


def telling_words(question: Question, frequencies: Mapping[int, int]) -> list[int]:
    """The words of a question to look for: all of a short one. Of a long one, such as a pasted log, its codes that some
    unit holds, then the rarest of the words that stand anywhere, wherever in it they were written; one query then."""
    if len(question.words) <= _MOST_WORDS:
        return list(question.words)
    standing = [term for term in question.words if frequencies.get(term, 0) != 0]
    holders = {term: units for term, units in frequencies.items() if units > 0}
    if len(standing) > _MOST_WORDS:
        holders |= _holders(question.namespace_id, [term for term in standing if term not in holders])
    codes = {term_hash(question.namespace_id, "word", code.form) for code in question.named.codes}
    found = sorted(standing, key=lambda term: (term not in codes, holders.get(term, 0)))
    unknown = [term for term in question.words if term not in standing]
    return [*found, *unknown][:_MOST_WORDS]


def _holders(namespace_id: int, words: list[int]) -> dict[int, int]:
    """In how many units each of these words stands, none of them among the common ones."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT term, holders FROM hindsight_holders(%s, %s::bigint[], false)", [namespace_id, words])
        return {int(term): int(units) for term, units in cursor.fetchall()}


def enough_words(question: Question) -> float:
    """The share of the words looked for that a unit has to hold to be found by them alone: of a long question, so much
    more as words were left out."""
    looked_for = min(len(question.words), _MOST_WORDS)
    return words_needed(looked_for) * max(1.0, len(question.words) / _MOST_WORDS)


def respelt(question: Question, frequencies: Mapping[int, int]) -> tuple[dict[int, float], float]:
    """(term: what it counts, the share of the question that must be held then to be found by words alone).

    Only a word that stands nowhere is read as its neighbours at one edit that do; one more query then.
    """
    words = dict.fromkeys(telling_words(question, frequencies), 1.0)
    floor = enough_words(question)
    meant: dict[int, int] = {}
    unknown = [(term, question.spelt[term]) for term in words if frequencies.get(term, 0) == 0]
    for written, text in unknown[:_MOST_RESPELT]:
        for other in spellings(text):
            meant[term_hash(question.namespace_id, "word", other)] = written
    if not meant:
        return words, floor
    with connection.cursor() as cursor:
        cursor.execute("SELECT term FROM hindsight_standing(%s, %s::bigint[])", [question.namespace_id, list(meant)])
        standing = [int(row[0]) for row in cursor.fetchall()]
    respelt_words = set()
    for term in standing:
        words.pop(meant[term], None)
        if term not in words:
            words[term] = _FACTOR
            respelt_words.add(meant[term])
    # More than what the guesses alone could give: another word as it was written, or the meaning, has to speak for it.
    return words, min(_FLOOR, floor + _FACTOR * len(respelt_words) / max(1, len(words)))
