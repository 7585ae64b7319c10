"""The page of one memory that is held back, with everything that its release or rejection needs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from memories.confidence import CONFIRMED_AT_LEAST, ceiling
from memories.console.believing import steps_of
from memories.console.people import name_of, names_of
from memories.console.roles import may
from memories.console.words import label
from memories.errors import HindsightError
from memories.models import Decision, MemoryUnit, MemoryVersion
from memories.neighbours import near_each
from memories.preferences import preferences_of
from memories.presenting import memory_out, source_out
from memories.templatetags.hindsight import percent
from memories.tracing import versions_of
from memories.words import Kind, State
from review.console.held_reasons import reasons_of

KEYS = (
    ("a", _("release it")),
    ("r", _("reject it as false")),
    ("j", _("the next one in the list")),
    ("k", _("the one before")),
    ("u", _("take the last decision back")),
    ("?", _("these keys")),
)


def context(request: HttpRequest, unit: MemoryUnit, *, seen: int | None = None) -> dict[str, Any]:
    """What templates/admin/review/held.html shows; `seen` is the version that was decided on in vain."""
    preferences = preferences_of(unit.namespace_id)
    versions, steps = versions_of(unit), steps_of(unit)
    waits = unit.state in (State.HELD, State.QUARANTINED)
    allowed = may(request, "memoryunit_release", unit.namespace_id)
    return {
        "title": _("Held back"),
        "namespace": unit.namespace,
        "unit": memory_out(unit, preferences=preferences, now=timezone.now()),
        "source": source_out(unit.source),
        "why": reasons_of([unit])[unit.pk] if waits else "",
        "since": unit.state_changed_at,
        "versions": list(reversed(versions)),
        "moved": [version for version in versions if seen is not None and version.number > seen],
        "steps": steps,
        "near": near_each([unit])[unit.pk],
        "highest": ceiling(Kind(unit.kind), unit.source.trust, preferences.rules),
        "confirmed": percent(CONFIRMED_AT_LEAST),
        "names": names_of({row.actor for row in versions} | {step.actor for step in steps}),
        "waits": waits,
        "may_decide": waits and allowed,
        "may_undo": not waits and allowed and _was_decided(unit),
        "keys": KEYS,
    }


def _was_decided(unit: MemoryUnit) -> bool:
    """Whether the last that happened to it was a person's release or rejection."""
    return Decision.objects.filter(
        namespace_id=unit.namespace_id,
        conflict=None,
        undone_at=None,
        action__in=["released", "rejected"],
        moves__contains=[{"unit": str(unit.pk), "to_version": unit.version}],
    ).exists()


def in_words(error: HindsightError, unit: MemoryUnit) -> str:
    """Why nothing was decided."""
    if error.code == "moved":
        return _now(
            "Nothing was decided, because this memory is not any more what you were looking at. "
            "Look at what has changed, and decide again."
        )
    if error.code == "not_waiting":
        last = MemoryVersion.objects.filter(
            namespace_id=unit.namespace_id, unit_id=unit.pk, number=unit.version
        ).first()
        if last is not None:
            said = {"who": name_of(last.actor), "what": label(last.action)}
            return _now("It does not wait any more: %(what)s by %(who)s.") % said
    return error.detail
