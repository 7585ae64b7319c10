"""One rule of the screen: a pattern with bounded gaps, and what its match says."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from memories.screening.suspicion import Reason, Sign

_MOST_MATCHES: Final = 8
"""Of one rule in one text; more of the same adds nothing."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern over a plain reading (lower case) and the sign that a match is."""

    name: str
    reason: Reason
    points: int
    pattern: re.Pattern[str]


def rule(name: str, reason: Reason, points: int, *alternatives: str) -> Rule:
    """A rule of which any alternative counts."""
    return Rule(name, reason, points, re.compile("|".join(alternatives)))


def signs(rules: Iterable[Rule], text: str) -> Iterator[Sign]:
    """What the rules see in one reading."""
    for one in rules:
        for count, match in enumerate(one.pattern.finditer(text)):
            if count == _MOST_MATCHES:
                break
            yield Sign(one.name, one.reason, one.points, *match.span())
