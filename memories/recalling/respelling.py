"""Words of a question that no memory holds, read as words that some do."""

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
_MOST_WORDS = 3


def respelt(question: Question, frequencies: Mapping[int, int]) -> tuple[dict[int, float], float]:
    """(term: what it counts, the share of the question that must be held then to be found by words alone).

    Only a word that stands nowhere is read as its neighbours at one edit that do; one more query then.
    """
    words = dict.fromkeys(question.words, 1.0)
    floor = words_needed(len(words))
    meant: dict[int, int] = {}
    unknown = [(term, text) for term, text in question.spelt.items() if frequencies.get(term, 0) == 0]
    for written, text in unknown[:_MOST_WORDS]:
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
    return words, min(_FLOOR, floor + _FACTOR * len(respelt_words) / max(1, len(question.words)))
