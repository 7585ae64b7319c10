"""All that can be known of one text alone, worked out once and kept."""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from memories.judging.claims import Claim, read_clause, without_spans
from memories.judging.cues import Cues, find_cues, negations
from memories.judging.kinds import kinds_in, without_kinds
from memories.judging.language import folded, language_of, normalise
from memories.judging.nouns import nouns_in
from memories.judging.rephrasing import read_as, rephrased
from memories.judging.scopes import Scope, scope_of
from memories.judging.subjects import Subject, before_verb, read_subject
from memories.judging.topics import content_of, topic_of, units_of
from memories.judging.values import Value, find_values

# A comma between digits separates nothing; "but", "because" and their like begin a new clause.
_CLAUSE_END: Final = re.compile(
    r"(?<!\d),|,(?!\d)|[;。，；！!?？\n]|\.(?=\s|$)|(?:correction|update|note|更正|纠正|更新)\s?[::]"
    r"|\s(?:but|because|although|though|whereas|while)\s|\sand (?=(?:i|we|he|she|they|it|now|the|my|our)\b)"
    r"|\sand (?=(?:bought|got|switched|moved|took|joined|gave|sold|am|is|live|use)\b)"
    r"|但是|不过(?!敏)|所以|因为|而且|但(?!凡)"
)
_LONGEST_CLAUSE: Final = 300  # longer without a comma is no statement that could be read
_MOST_CLAUSES: Final = 20  # 2,000 characters of commas would otherwise cost milliseconds


@dataclass(frozen=True, slots=True)
class Analysis:
    """Language, cues, values, claims and topic words of one text; `plain_topic` leaves the values out.

    `told` is the text as it was written, `text` in the one wording of what it says; claims are read from `cased`.
    """

    language: str
    normal: str
    cues: Cues
    negated: bool
    values: tuple[Value, ...]
    kinds: tuple[tuple[str, str], ...]
    nouns: frozenset[str]
    topic: frozenset[str]
    plain_topic: frozenset[str]
    units: tuple[str, ...]
    content: tuple[str, ...]
    claims: tuple[Claim, ...]
    subjects: tuple[Subject, ...]
    scope: Scope
    text: str
    told: str
    cased: str
    folded: str


def _claims(clauses: list[str]) -> tuple[tuple[Claim, ...], tuple[Subject, ...]]:
    """Claims in order; one without a topic ("..., now it is 9090") is about what the clause before was about."""
    found: list[Claim] = []
    subjects: list[Subject] = []
    topic: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    subject = Subject()
    for clause in clauses:
        plain = folded(clause)
        claim = read_clause(clause.strip())
        # "We raised the limit to 9": what is moved is what the clause is about.
        own = read_subject(f"{before_verb(clause.strip())} {claim.what if claim else ''}")
        if claim is not None:
            if not claim.topic and not claim.nouns and not claim.personal and (topic or nouns):
                claim = replace(claim, topic=topic, nouns=nouns)
            found.append(replace(claim, subject=own or subject))
        if own:
            subjects.append(own)
        subject = own or subject
        topic, nouns = topic_of(without_spans(plain, find_values(plain))) or topic, nouns_in(plain) or nouns
    return tuple(found), tuple(subjects)


@lru_cache(maxsize=4096)
def analyse(text: str) -> Analysis:
    """Analysis of a text; the cache holds memory text (see memories.judging.caches)."""
    said, read = rephrased(text), read_as(text)
    cased = unicodedata.normalize("NFKC", read).replace("\u2019", "'")
    plain = folded(read)
    values = find_values(plain)
    clauses = [clause for clause in _CLAUSE_END.split(cased) if clause and clause.strip()][:_MOST_CLAUSES]
    clauses = [clause[:_LONGEST_CLAUSE] for clause in clauses]
    claims, subjects = _claims(clauses)
    return Analysis(
        language=language_of(text),
        normal=normalise(text),
        cues=find_cues(folded(text)),
        negated=negations(without_kinds(plain)) % 2 == 1,
        values=values,
        kinds=kinds_in(cased),
        nouns=nouns_in(plain),
        topic=topic_of(plain),
        plain_topic=topic_of(without_spans(plain, values)),
        units=units_of(plain),
        content=content_of(plain),
        claims=claims,
        subjects=subjects,
        scope=scope_of(plain, cased),
        text=said,
        told=unicodedata.normalize("NFKC", text).replace("\u2019", "'"),
        cased=cased,
        folded=plain,
    )
