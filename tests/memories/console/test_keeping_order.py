"""What a privacy officer, a lead and an admin look after: forget requests, alerts, the audit, members."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memories import audit
from memories.alerts import raise_alert
from memories.models import Alert, ForgetRequest, Membership, Source, Token
from memories.words import Role
from tests.console_team import Team


def shown(client: Client, name: str, *args: Any, **query: str) -> str:
    answer = client.get(reverse(f"admin:{name}", args=args), query)
    assert answer.status_code == 200
    return str(answer.content.decode())


def ask_to_forget(team: Team, what: str, by: str = "subject") -> str:
    body = {"namespace": team.namespace.pk, "by": by, "what": what}
    answer = team.client("officer").post(reverse("admin:memories_forgetrequest_preview"), body, follow=True)
    return str(answer.content.decode())


def test_who_confirms_sees_what_goes(team: Team):
    team.write("Kim lives in <b>Basel</b>", subject="Kim")
    team.write("Lunch is at noon", subject="canteen")
    text = ask_to_forget(team, "Kim")
    assert "These memories" in text
    assert "Kim lives in &lt;b&gt;Basel" in text
    assert "Lunch" not in text
    with team.inside():
        row = ForgetRequest.objects.get()
    # Written since the preview: it goes too, so it is shown.
    team.write("Kim likes tea", subject="Kim")
    assert "Kim likes tea" in shown(team.client("officer"), "memories_forgetrequest_change", row.pk)
    team.client("officer").post(reverse("admin:memories_forgetrequest_confirm", args=[row.pk]), {"sure": "yes"})
    text = shown(team.client("officer"), "memories_forgetrequest_change", row.pk)
    assert "What was erased" in text
    assert "Kim" not in text
    assert reverse("admin:memories_forgetrequest_receipt", args=[row.pk]) in text


def test_many_memories_are_counted_not_listed(team: Team):
    for number in range(53):
        team.write(f"Kim likes cake number {number}", subject="Kim")
    text = ask_to_forget(team, "Kim")
    assert text.count("Kim likes cake") == 50
    assert "and 3 more" in text


def test_a_request_that_finds_nothing_says_what_to_try(team: Team):
    text = ask_to_forget(team, "Kym")
    assert "Is it spelled otherwise?" in text


def test_a_source_that_is_to_be_forgotten_can_be_looked_at(team: Team):
    team.write("Lunch is at noon")
    with team.inside():
        source = Source.objects.get()
    assert reverse("admin:memories_source_change", args=[source.pk]) in ask_to_forget(team, str(source.pk), "source_id")


def alert_about(team: Team, kind: str, object_type: str, object_id: object) -> Alert:
    with team.inside():
        raise_alert(
            namespace_id=team.namespace.pk, kind=kind, object_type=object_type, object_id=object_id,
            detail="What to do: look.", now=timezone.now(),
        )  # fmt: skip
        return Alert.objects.get(kind=kind)


def test_an_alert_leads_to_what_it_is_about_if_one_may_see_it(team: Team):
    token = Token.objects.get()
    of_token = alert_about(team, "replaces_others", "token", token.pk)
    of_queue = alert_about(team, "queue_waits", "namespace", team.namespace.pk)
    page = reverse("admin:memories_token_change", args=[token.pk])
    assert page in shown(team.client("admin"), "memories_alert_change", of_token.pk)
    assert page not in shown(team.client("reviewer"), "memories_alert_change", of_token.pk)
    text = shown(team.client("viewer"), "memories_alert_change", of_queue.pk)
    assert f'href="{reverse("admin:memories_conflict_changelist")}">Look at it' in text
    assert "decisions have waited for long" in text


def test_alerts_are_narrowed_to_a_kind(team: Team):
    alert_about(team, "replaces_others", "token", 1)
    alert_about(team, "queue_waits", "namespace", team.namespace.pk)
    answer = team.client("viewer").get(reverse("admin:memories_alert_changelist"), {"kind": "queue_waits"})
    assert [row.kind for row in answer.context["cl"].result_list] == ["queue_waits"]


def audited(team: Team, **query: str) -> set[str]:
    answer = team.client("admin").get(reverse("admin:memories_auditentry_changelist"), query)
    assert answer.status_code == 200
    return {row.action for row in answer.context["cl"].result_list}


def test_the_audit_is_searched_by_a_persons_name(team: Team):
    unit_id = team.write("Lunch is at noon")
    team.client("reviewer").post(reverse("admin:memories_memoryunit_critical", args=[unit_id]), {"critical": "1"})
    assert audited(team, q="Reviewer") == {"unit_marked_critical"}
    assert audited(team, q="nobody of this name") == set()
    assert "written" in audited(team, q=team.writer.actor)
    assert audited(team, object="user") == {"member_set"}
    assert "unit_marked_critical" in audited(team, object="unit", days="1")
    before = timezone.now() - timedelta(days=3)
    with team.inside():
        told = {"actor": "operator", "action": "long_ago", "object_type": "unit", "object_id": "1"}
        audit.record(namespace_id=team.namespace.pk, now=before, **told)
    assert "long_ago" not in audited(team, days="1")
    assert "long_ago" in audited(team, days="7")


def role_of(team: Team, who: str) -> str | None:
    return (
        Membership.objects.filter(namespace=team.namespace, user=team.people[who])
        .values_list("role", flat=True)
        .first()
    )


def test_a_role_is_changed_where_the_member_stands(team: Team):
    text = shown(team.client("admin"), "memories_namespace_change", team.namespace.pk)
    assert 'aria-label="Role of viewer"' in text
    assert "What each role may do" in text
    address = reverse("admin:memories_namespace_member", args=[team.namespace.pk])
    team.client("admin").post(address, {"username": "viewer", "role": Role.REVIEWER})
    assert role_of(team, "viewer") == Role.REVIEWER
    team.client("admin").post(address, {"remove": team.people["viewer"].pk})
    assert role_of(team, "viewer") is None
    answer = team.client("admin").post(address, {"username": "nobody", "role": Role.VIEWER}, follow=True)
    assert "There is no active user of this name." in answer.content.decode()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("memories_memoryunit_changelist", "Make a token and give it to an agent"),
        ("memories_source_changelist", "A source appears with the first memory"),
        ("memories_alert_changelist", "No alert is open."),
        ("memories_forgetrequest_changelist", "Nobody has asked yet."),
        ("review_reviewrun_changelist", "No review has run yet."),
    ],
)
def test_an_empty_list_says_what_to_do(team: Team, name: str, says: str):
    assert says in shown(team.client("admin"), name)


def test_the_audit_names_the_members_that_something_was_done_to(team: Team):
    text = " ".join(shown(team.client("admin"), "memories_auditentry_changelist", object="user").split())
    for who in ("viewer", "reviewer", "officer", "admin"):
        assert f"user {who}" in text


def test_the_answer_to_a_post_counts_what_waits(team: Team):
    team.waiting()
    body = {"namespace": team.namespace.pk, "by": "subject", "what": ""}
    answer = team.client("admin").post(reverse("admin:memories_forgetrequest_preview"), body)
    assert answer.status_code == 400
    badges = {
        item["title"]: item.get("badge") for group in answer.context["sidebar_navigation"] for item in group["items"]
    }
    assert (badges["Inbox"], badges["Alerts"]) == ("1", "1")
