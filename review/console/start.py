"""The start page: what waits, how the memory stands, when it was last reviewed."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest
from django.utils.translation import gettext as _

from memories.console.roles import namespaces_with
from memories.models import Alert, Conflict, MemoryUnit
from memories.words import ConflictState, Scope, State
from review.models import ReviewRun


def dashboard(request: HttpRequest, context: dict[str, Any]) -> dict[str, Any]:
    """What templates/admin/index.html shows; five queries, however much there is."""
    seen = namespaces_with(request, Scope.READ)
    units = MemoryUnit.objects.filter(namespace_id__in=seen).order_by()
    states = dict(units.values_list("state").annotate(number=Count("pk")))
    conflicts = Conflict.objects.filter(namespace_id__in=seen).aggregate(
        waiting=Count("pk", filter=Q(state=ConflictState.PENDING)),
        coexisting=Count("pk", filter=Q(state=ConflictState.COEXISTING)),
    )
    context |= {
        "title": _("Start"),
        "conflicts": conflicts,
        "waiting_units": states.get(State.HELD, 0) + states.get(State.QUARANTINED, 0),
        "alerts": Alert.objects.filter(namespace_id__in=seen, acknowledged_at=None).count(),
        "states": [(state, states.get(state, 0)) for state in State],
        "total": sum(states.values()),
        "first_conflicts": Conflict.objects.filter(namespace_id__in=seen, state=ConflictState.PENDING)
        .select_related("a", "b", "namespace")
        .order_by("-risk", "opened_at", "pk")[:5],
        "last_run": ReviewRun.objects.filter(namespace_id__in=seen)
        .select_related("namespace")
        .order_by("-created_at")
        .first(),
        "member": bool(seen),
    }
    return context
