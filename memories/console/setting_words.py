"""What the console calls the settings of a namespace, in the groups in which it shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from memories.console.words import label

GROUPS: Final[Sequence[tuple[Promise, Sequence[str]]]] = (
    (
        _("Recall"),
        ("top_k", "min_similarity", "min_confidence", "profile", "profiles"),
    ),
    (
        _("Writing"),
        ("value_max_length", "fact_confidence", "inference_confidence", "durability", "short_ttl_seconds", "screening",
         "channels", "critical_channels"),
    ),
    (
        _("What contradicts or repeats"),
        ("judge_on_write", "overlap_neighbours", "conflict_similarity", "recall_echo_hours", "event_review",
         "review_confidence", "single_valued"),
    ),
    (_("What is done about a conflict"), ("policies",)),
    (
        _("Budgets"),
        ("review_token_budget", "review_daily_token_budget", "queue_per_day", "spot_checks"),
    ),
    (_("Personal data and secrets"), ("privacy",)),
    (_("Sessions"), ("keep_lessons",)),
)  # fmt: skip
"""Every setting once; of one with parts (`policies`) each part is a field."""

TEXTS: Final[Mapping[str, tuple[Promise, Promise | str]]] = {
    "value_max_length": (_("Longest memory"), _("Characters of its text.")),
    "channels": (_("Channels that may write"), _("None ticked: all of them.")),
    "fact_confidence": (_("Confidence of a new fact"), ""),
    "inference_confidence": (_("Confidence of a new inference"), ""),
    "critical_channels": (
        _("Channels that may mark memories critical"),
        _("Besides those that the installation allows."),
    ),
    "durability": (_("What is kept of what is written"), ""),
    "short_ttl_seconds": (_("Life of what passes, in seconds"), _("Of what is judged to hold for a while only.")),
    "screening": (_("Text that tries to steer its readers"), ""),
    "judge_on_write": (
        _("Compare meanings at each write"),
        _("No: only equal texts are noticed at once, and the rest waits for the review."),
    ),
    "overlap_neighbours": (_("Memories that a write is compared with"), ""),
    "conflict_similarity": (_("Least similarity worth a comparison"), ""),
    "single_valued": (
        _("Attributes with one value at a time"),
        _("One a line, besides those that are built in, such as city, email or port."),
    ),
    "recall_echo_hours": (
        _("Hours in which recalled text is known again"),
        _("What an agent writes back of what it was told is no new evidence."),
    ),
    "event_review": (_("Review at once when a write is unsure"), ""),
    "keep_lessons": (_("Keep the lessons of failed sessions"), ""),
    "min_similarity": (
        _("Least similarity"),
        _("What is less similar to a question, and has too few of its words, is not found."),
    ),
    "min_confidence": (_("Least confidence"), _("What is less sure does not come back.")),
    "profile": (_("Default profile"), _("Of a search that names none.")),
    "top_k": (_("Results of a search"), _("Of one that does not say how many.")),
    "review_confidence": (
        _("Hold below this confidence"),
        _("A memory that evidence brings below it waits for a person."),
    ),
    "review_token_budget": (_("Tokens of one review"), ""),
    "review_daily_token_budget": (
        _("Tokens of all reviews in a day"),
        _("Days are those of UTC. It never goes over the installation's own."),
    ),
    "queue_per_day": (_("Unsure pairs a day that reach people"), _("The riskiest first; the others wait.")),
    "spot_checks": (_("Decisions a day that are drawn for a check"), ""),
    "profiles.reviewed": (_("Weights of the profile: reviewed"), ""),
    "profiles.task": (_("Weights of the profile: task"), ""),
    "profiles.knowledge": (_("Weights of the profile: knowledge"), ""),
    "policies.temporal": (_("Changed over time"), ""),
    "policies.source": (_("Sources disagree"), ""),
    "policies.inference": (_("A fact against an inference"), ""),
    "policies.undetermined": (_("Nobody knows which is newer"), ""),
    "privacy.email": (_("E-mail addresses"), ""),
    "privacy.phone": (_("Phone numbers"), ""),
    "privacy.cn_id": (_("Chinese ID cards"), ""),
    "privacy.bank_card": (_("Bank cards"), ""),
    "privacy.passport": (_("Passports"), ""),
    "privacy.api_key": (_("API keys"), ""),
    "privacy.private_key": (_("Private keys"), ""),
}
"""Label and help of each field."""

PARTS: Final[Mapping[str, Promise]] = {
    "text": _("text"),
    "confidence": _("confidence"),
    "freshness": _("freshness"),
    "structural": _("fits the task"),
}
"""The parts of a score that a profile weighs."""

_CHOICES: Final[Mapping[str, Promise]] = {
    "judge": _("what lasts, judged by its text"),
    "quarantine": _("into quarantine"),
    "act": _("act: one of them stands"),
    "coexist": _("let both stand, contested"),
    "ask": _("ask a person"),
    "mask": _("replace by a mark"),
    "encrypt": _("replace by a mark, keep it encrypted"),
    "refuse": _("refuse the memory"),
    "reviewed": _("reviewed (general)"),
    "task": _("task (for agents at work)"),
    "knowledge": _("knowledge (manuals, policies)"),
}
_OFF: Final[Mapping[str, Promise]] = {"durability": _("everything"), "screening": _("let it in")}


def choice_of(setting: str, word: str) -> str:
    """What a choice of a setting is called."""
    if word == "off":
        return str(_OFF[setting])
    known = _CHOICES.get(word)
    return str(known) if known is not None else label(word)
