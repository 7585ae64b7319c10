"""All that can be known of one text alone, worked out once it is asked for and kept."""

import re
import unicodedata
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from memories.judging.claims import Claim, Found, first_predicate, read_clause, without_spans
from memories.judging.cues import Cues, find_cues, negations
from memories.judging.kinds import kinds_in, without_kinds
from memories.judging.language import TRAILING, folded, language_of, normalise
from memories.judging.lazily import lazily
from memories.judging.nouns import nouns_in
from memories.judging.personal.profiles import Profile, profile_of
from memories.judging.rephrasing import read_as, rephrased
from memories.judging.scopes import Scope, scope_of
from memories.judging.subjects import Subject, before_verb, read_subject
from memories.judging.topics import content_of, topic_of, units_of
from memories.judging.values import Value, find_values

# A comma between digits separates nothing; "but", "because" and their like begin a new clause.
_TITLES: Final = ("Dr", "Mr", "Ms", "St", "Mrs", "Prof")
_NO_TITLE: Final = "".join(rf"(?<!\b[{title[0]}{title[0].lower()}]{title[1:]})" for title in _TITLES)
_CLAUSE_END: Final = re.compile(
    rf"(?<!\d),|,(?!\d)|[;。，；！!?？\n]|{_NO_TITLE}\.(?=\s|$)|(?:correction|update|note|更正|纠正|更新)\s?[::]"
    r"|\s(?:but|because|although|though|whereas|while)\s|\sand (?=(?:I|i|we|he|she|they|it|now|the|my|our)\b)"
    r"|\sand (?=(?:bought|got|switched|moved|took|joined|gave|sold|am|is|live|use)\b)"
    r"|但是|不过(?!敏)|所以|因为|而且|但(?!凡)"
)
_LONGEST_CLAUSE: Final = 300  # longer without a comma is no statement that could be read
_MOST_CLAUSES: Final = 20  # 2,000 characters of commas would otherwise cost milliseconds


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause with its case kept, the first predicate in it, and what it is about."""

    text: str
    found: Found | None
    own: Subject


class Analysis:
    """What is known of one text alone, each part worked out when it is first asked for.

    `told` is the text as it was written, `text` in the one wording of what it says; claims are read from `cased`.
    """

    def __init__(self, text: str) -> None:
        self._given = text

    def with_cues(self, cues: Cues) -> "Analysis":
        """The same with other cues."""
        other = copy(self)
        other.__dict__["cues"] = cues
        return other

    @lazily
    def text(self) -> str:
        return rephrased(self._given)

    @lazily
    def told(self) -> str:
        return unicodedata.normalize("NFKC", self._given).replace("\u2019", "'")

    @lazily
    def language(self) -> str:
        return language_of(self._given)

    @lazily
    def normal(self) -> str:
        return normalise(self._given)

    @lazily
    def letters(self) -> str:
        """The text without case and white space: equal wherever the normal forms are, and cheaper."""
        return "".join(self.told.casefold().split()).rstrip(TRAILING)

    @lazily
    def cues(self) -> Cues:
        return find_cues(folded(self._given))

    @lazily
    def cased(self) -> str:
        return unicodedata.normalize("NFKC", read_as(self._given)).replace("\u2019", "'")

    @lazily
    def folded(self) -> str:
        return folded(read_as(self._given))

    @lazily
    def values(self) -> tuple[Value, ...]:
        return find_values(self.folded)

    @lazily
    def negated(self) -> bool:
        return negations(without_kinds(self.folded)) % 2 == 1

    @lazily
    def kinds(self) -> tuple[tuple[str, str], ...]:
        return kinds_in(self.cased)

    @lazily
    def nouns(self) -> frozenset[str]:
        return nouns_in(self.folded)

    @lazily
    def topic(self) -> frozenset[str]:
        return topic_of(self.folded)

    @lazily
    def plain_topic(self) -> frozenset[str]:
        """The topic without the values."""
        return topic_of(without_spans(self.folded, self.values))

    @lazily
    def units(self) -> tuple[str, ...]:
        return units_of(self.folded)

    @lazily
    def profile(self) -> Profile:
        """The profile that the text is, if it is one."""
        return profile_of(self._given)

    @lazily
    def content(self) -> tuple[str, ...]:
        return content_of(self.folded)

    @lazily
    def scope(self) -> Scope:
        return scope_of(self.folded, self.cased)

    @lazily
    def clauses(self) -> tuple[Clause, ...]:
        clauses = [clause for clause in _CLAUSE_END.split(self.cased) if clause and clause.strip()][:_MOST_CLAUSES]
        return tuple(_clause(clause[:_LONGEST_CLAUSE]) for clause in clauses)

    @lazily
    def subjects(self) -> tuple[Subject, ...]:
        return tuple(clause.own for clause in self.clauses if clause.own)

    @lazily
    def claims(self) -> tuple[Claim, ...]:
        return _claims(self.clauses)


def _clause(text: str) -> Clause:
    clause = text.strip()
    found = first_predicate(clause)
    # "We raised the limit to 9": what is moved is what the clause is about.
    what = found[1].groupdict().get("what") if found else None
    return Clause(text, found, read_subject(f"{before_verb(clause)} {what or ''}"))


def _claims(clauses: tuple[Clause, ...]) -> tuple[Claim, ...]:
    """Claims in order; one without a topic ("..., now it is 9090") is about what the clause before was about."""
    found: list[Claim] = []
    topic: frozenset[str] = frozenset()
    nouns: frozenset[str] = frozenset()
    subject = Subject()
    for clause in clauses:
        plain = folded(clause.text)
        claim = read_clause(clause.text.strip(), clause.found)
        if claim is not None:
            if not claim.topic and not claim.nouns and not claim.personal and (topic or nouns):
                claim = replace(claim, topic=topic, nouns=nouns)
            found.append(replace(claim, subject=clause.own or subject))
        subject = clause.own or subject
        topic, nouns = topic_of(without_spans(plain, find_values(plain))) or topic, nouns_in(plain) or nouns
    return tuple(found)


@lru_cache(maxsize=4096)
def analyse(text: str) -> Analysis:
    """Analysis of a text; the cache holds memory text (see memories.judging.caches)."""
    return Analysis(text)
