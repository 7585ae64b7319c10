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
    needs: tuple[str, ...] = ()


def rule(name: str, reason: Reason, points: int, *alternatives: str, needs: str = "") -> Rule:
    """A rule of which any alternative counts. `needs`: parts of words, one of which every match contains.

    Looking for them first spares the pattern on most texts.
    """
    return Rule(name, reason, points, re.compile("|".join(alternatives)), tuple(needs.split()))


def signs(rules: Iterable[Rule], text: str) -> Iterator[Sign]:
    """What the rules see in one reading."""
    for one in rules:
        if one.needs and not any(part in text for part in one.needs):
            continue
        for count, match in enumerate(one.pattern.finditer(text)):
            if count == _MOST_MATCHES:
                break
            yield Sign(one.name, one.reason, one.points, *match.span())
