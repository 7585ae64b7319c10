"""What the older of two statements says beyond what the newer restates or replaces; superseding it would lose that."""

import re
from typing import Final

from memories.judging.kinds import kinds_in
from memories.judging.language import folded
from memories.judging.subjects import before_verb
from memories.judging.topics import overlap, topic_of
from memories.judging.values import Value, find_values

_JOINT: Final = re.compile(
    r"(?<!\d),|,(?!\d)|[;()\n。，；！？、（）—–]|:(?!\d)|[.!?](?=\s)|\s[-/+&]\s"
    r"|\s(?:and|but|plus|also|while|where|who|which|whose|because|though|although|so|with|as well as|besides)\s"
    r"|(?:并且|而且|以及|还有|但是|不过|因为|所以|同时|另外|[和与及并还](?=[\u4e00-\u9fffa-z]))"
)
# Said to open or to be polite: nothing is lost with it.
_IDLE: Final = re.compile(r"(?:yes|no|ok|okay|hi|hello|hey|thanks|thank you|well|right|sure|fyi|btw|ps|fact|info|reminder)$|好的?|嗯|你好|谢谢|另|注|备注|记住|提醒")  # fmt: skip  # noqa: E501
_MOST: Final = 24
_LONGEST: Final = 2000


def pieces(text: str) -> list[str]:
    """The parts of an NFKC text, its case kept, that could each state something."""
    parts = (part.strip(" .") for part in _JOINT.split(text[:_LONGEST]) if part)
    return [part for part in parts if part and not _IDLE.fullmatch(part.lower())][:_MOST]


def _met(value: Value, others: tuple[Value, ...]) -> bool:
    return any(value.comparable(other) for other in others)


def says_more(older: str, newer: str, newer_topic: frozenset[str]) -> str:
    """ "clause" or "value" if the older NFKC text has one that the newer neither restates nor replaces, else ""."""
    plain = folded(newer)
    values, kinds = find_values(plain), {kind for kind, _ in kinds_in(newer)}
    parts = pieces(older)
    told: list[tuple[float, bool, frozenset[str]]] = []
    for part in parts:
        low = folded(part)
        topic, held, things = topic_of(low), find_values(low), kinds_in(part)
        if topic or held:
            restated = overlap(topic, newer_topic) if topic else 0.0
            replaced = bool(held or things) and (
                all(_met(value, values) for value in held) and all(kind in kinds for kind, _ in things)
            )
            asked = frozenset({value.dimension for value in held} | {kind for kind, _ in things}) if replaced else None
            told.append((restated + (0.6 if replaced else 0.0), restated >= 0.5, asked or frozenset()))
    if len(told) > 1:
        main = max(range(len(told)), key=lambda place: told[place][0])
        # One new place replaces one old place, not the next as well.
        taken = told[main][2]
        for place, (_, restated_here, asked) in enumerate(told):
            if place != main and not restated_here and (not asked or asked & taken):
                return "clause"
            taken |= asked
    return _values_left(older, newer, values, kinds)


def _values_left(older: str, newer: str, values: tuple[Value, ...], kinds: set[str]) -> str:
    """Whether a value or a known thing of the older has nothing of its sort in the newer, beside the one replaced."""
    low, plain = folded(older), folded(newer)
    named = len(before_verb(older))  # the 1 of "depot 1 opens at 7" says which depot
    held = [value for value in find_values(low) if value.start >= named]
    left = [value for value in held if not _met(value, values) and low[value.start : value.end].strip() not in plain]
    things = [kind for kind, _ in kinds_in(older[named:]) if kind != "frequency"]
    apart = [kind for kind in things if kind not in kinds]
    # If nothing of it is met, one of them is what the newer replaces by a name that no table knows.
    spared = 0 if len(left) + len(apart) < len(held) + len(things) else 1
    if len(left) + len(apart) <= spared:
        return ""
    return "value" if left else "name"
