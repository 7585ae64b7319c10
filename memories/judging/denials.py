"""How far a denial reaches: who dislikes running in the rain may well like running."""

import re
from typing import Final

from memories.judging.analysis import Analysis
from memories.judging.cues import negations
from memories.judging.glosses import has_han
from memories.judging.language import stem
from memories.judging.topics import content_of

_DISLIKED: Final = re.compile(
    r"\b(?:hates?|dislikes?|can't stand|avoids?|afraid|bad|terrible|poor)\b"
    r"|讨厌|恨|受不了|反感|怕|差|糟"
)
_CLAUSE: Final = re.compile(r"[,;，；。]|\b(?:but|and)\b|但是?|而且")
_SPEAKER: Final = re.compile(r"(?:i|we|i'm|we're|i've|i'd|the user|user)\b(?!')|用户(?!的)|我(?![的家]|[^，。]{0,3}的)")
# The verbs of liking and being able, and what a denial is made of: which of them is used says nothing more.
_VERBS: Final = frozenset(
    stem(word)
    for word in """like love enjoy prefer hate dislike stand avoid want can could able know good bad great terrible
    afraid there have own exist cannot without nobody nothing neither not no be never ever really even much
    very quite all any single""".split()
) | frozenset("喜欢爱讨厌恨受得能会想怕好差糟反感里上中家些点过曾直曾从来敢")


def denies_more(older: Analysis, newer: Analysis) -> bool:
    """Whether the one that denies speaks of something more than the one that affirms."""
    if has_han(older.folded) != has_han(newer.folded):
        return False  # two languages have no words in common to tell
    if older.negated != newer.negated:
        denying, other = (newer, older) if newer.negated else (older, newer)
    else:
        denying, other = (newer, older) if _DISLIKED.search(newer.folded) else (older, newer)
    parts = [part for part in _CLAUSE.split(denying.folded) if part and part.strip()]
    told = [part for part in parts if negations(part) or _DISLIKED.search(part)] or parts
    return bool(frozenset[str]().union(*map(_content, told)) - _content(other.folded))


def by_another(older: Analysis, newer: Analysis) -> bool:
    """Whether the speaker does the one and somebody else the other: "Tom likes me", "I don't like Tom"."""
    return bool(_SPEAKER.match(older.folded)) != bool(_SPEAKER.match(newer.folded))


def _content(text: str) -> frozenset[str]:
    words = {stem(unit.removesuffix("'s")) for unit in content_of(text) if "n't" not in unit}
    return frozenset(words) - _VERBS
