"""What a judge went by, in words: its features are named for those who made it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FEATURES: Mapping[str, Promise] = {
    "near": _("The two are close in meaning"),
    "very near": _("The two are very close in meaning"),
    "far": _("The two are far apart in meaning"),
    "words shared": _("They share words"),
    "words apart": _("They share few words"),
    "exact": _("They say the same, letter by letter"),
    "same words": _("They use the same words"),
    "value differs": _("They give different values for the same thing"),
    "values differ": _("They give different values for the same thing"),
    "denied": _("One denies what the other says"),
    "value equal": _("They give the same value"),
    "equal values": _("They give the same value"),
    "measure equal": _("They name the same amount"),
    "no conflict": _("Nothing in them clashes"),
    "compatible": _("Both can be true at once"),
    "unlike": _("Their values are of different sorts"),
    "other party": _("They are about other people"),
    "other noun": _("They are about other things"),
    "other topic": _("They are about other matters"),
    "other thing": _("They are about other things"),
    "unclear thing": _("It is not clear that they are about the same thing"),
    "values apart": _("Their values are far apart"),
    "value added": _("The newer one adds a value"),
    "denies more": _("The newer one denies more"),
    "done by another": _("Somebody else does it in the newer one"),
    "denial mismatch": _("One says yes where the other says no"),
    "one gap": _("They differ in one place only"),
    "word replaced": _("One word has been replaced"),
    "qualified otherwise": _("They hold under different conditions"),
    "older says more": _("The older one says more"),
    "places swapped": _("The same words stand in other places"),
    "read word by word": _("They are in two languages and were compared word by word"),
    "said otherwise": _("The same is said in other words"),
    "change cue": _("The newer one says that something has changed"),
    "names the old value": _("The newer one names the old value"),
    "same voice": _("Both come from the same source"),
    "nothing says changed": _("Nothing says that anything has changed"),
    "addition": _("The newer one adds to the older one"),
    "hedge": _("It is said with doubt"),
    "plan": _("It is a plan, not a fact yet"),
    "passing": _("It holds for a while only"),
    "former": _("It is about how things used to be"),
    "unread change": _("Something has changed, but what is not clear"),
    "question": _("It asks instead of stating"),
    "reported": _("It is reported from somebody else"),
    "supposed": _("It is supposed, not known"),
    "supersedes without a value": _("It says that the other is replaced, but not by what"),
    "subjects differ": _("They are about different subjects"),
    "voices differ": _("Two different sources speak of themselves"),
    "subject declared on one side": _("Only one of them names its subject"),
    "attributes differ": _("They are about different things of the subject"),
    "declared slot": _("Both name the same subject, of which only one value can be true"),
    "restated after it was superseded": _("It was said again after something had replaced it"),
    "language model": _("A language model was asked"),
    "both orders agree": _("The language model says the same in either order"),
    "orders disagree": _("The language model says something else in the other order"),
    "low confidence": _("The language model is not sure"),
    "profile: own value": _("It fits what is known of the person"),
    "profile: another value": _("It does not fit what is known of the person"),
    "profile: not said of its person": _("It is not said of that person"),
}

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Shown:
    """One reason: what it says, how much it weighed against the heaviest (0 to 1), and for which side it spoke."""

    said: str
    share: float
    weight: float
    detail: str

    @property
    def speaks_for(self) -> bool:
        return self.weight > 0


def in_words(features: Sequence[Mapping[str, Any]]) -> list[Shown]:
    """The reasons that weighed most, heaviest first."""
    found = [(str(row.get("name", "")), float(row.get("weight") or 0), str(row.get("detail", ""))) for row in features]
    found.sort(key=lambda one: -abs(one[1]))
    most = max((abs(weight) for _name, weight, _detail in found), default=0) or 1
    return [
        Shown(str(FEATURES.get(name, name)), abs(weight) / most, weight, detail)
        for name, weight, detail in found[:_SHOWN]
    ]
