"""One row for every page of the console."""

from __future__ import annotations

from typing import Any

from memories.models import Alert, AuditEntry, Decision, ForgetRequest, SpotCheck, Token
from review.models import ReviewRun, Trigger
from review.runs import ask
from tests.console_team import Team

APPS = {"reviewrun": "review"}
"""Where a model is not of the app memories."""


def one_of_each(team: Team) -> dict[str, Any]:
    """One row of every page, by the name of its model."""
    conflict = team.waiting()
    run = ask(team.namespace.pk, trigger=Trigger.MANUAL, actor="user:1", now=conflict.opened_at)
    with team.inside():
        forget = ForgetRequest.objects.create(
            namespace=team.namespace,
            by="subject",
            identifier="somebody",
            digest="0" * 64,
            requested_by="user:1",
            created_at=conflict.opened_at,
        )
        alert = Alert.objects.get(namespace=team.namespace)
        audit = AuditEntry.objects.filter(namespace_id=team.namespace.pk).first()
        decision = Decision.objects.create(
            namespace=team.namespace, action="policy_temporal", actor="review", automatic=True,
            created_at=conflict.opened_at, conflict=conflict,
        )  # fmt: skip
        drawn = SpotCheck.objects.create(
            namespace=team.namespace,
            decision=decision,
            drawn_on=conflict.opened_at.date(),
            created_at=conflict.opened_at,
        )
    return {
        "spotcheck": drawn,
        "memoryunit": conflict.a,
        "conflict": conflict,
        "reviewrun": ReviewRun(pk=run.pk),
        "source": conflict.a.source,
        "alert": alert,
        "auditentry": audit,
        "forgetrequest": forget,
        "token": Token.objects.get(),
        "namespace": team.namespace,
    }
