"""Tokens, forget requests, members, alerts: what is shown once, asked twice, and kept."""

from __future__ import annotations

import json
import re

from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from memories.models import Alert, ForgetRequest, Membership, Token
from memories.tokens import authenticate
from tests.console_team import Team

_SECRET = re.compile(r"hs_[A-Za-z0-9_-]{43}")


def make_token(team: Team, who: str, **fields: object) -> str:
    body = {"namespace": team.namespace.pk, "label": "ci", "scopes": ["read"], "channels": ["tool_result"], **fields}
    return str(team.client(who).post(reverse("admin:memories_token_create"), body).content.decode())


def test_a_secret_is_shown_once_and_kept_nowhere(team: Team):
    text = make_token(team, "admin", days="30")
    (secret,) = _SECRET.findall(text)
    caller = authenticate(secret, now=timezone.now())
    assert caller.namespace_id == team.namespace.pk
    client, token = team.client("admin"), Token.objects.get(label="ci")
    for address in (
        reverse("admin:memories_token_changelist"),
        reverse("admin:memories_token_change", args=[token.pk]),
        reverse("admin:index"),
    ):
        shown = client.get(address).content.decode()
        assert secret not in shown
        assert token.digest not in shown
    assert all(secret not in str(session.get_decoded()) for session in Session.objects.all())
    assert all(secret not in str(morsel) for morsel in client.cookies.values())


def test_the_answer_with_a_secret_is_not_cached(team: Team):
    body = {"namespace": team.namespace.pk, "label": "ci", "scopes": ["read"]}
    answer = team.client("admin").post(reverse("admin:memories_token_create"), body)
    assert "no-store" in answer["Cache-Control"]


def test_a_token_needs_a_scope_and_a_namespace_of_ones_own(team: Team):
    assert "This field is required" in make_token(team, "admin", scopes=[])
    assert "Select a valid choice" in make_token(team, "admin", namespace=team.elsewhere.pk)
    assert not Token.objects.filter(label="ci").exists()


def test_revoking(team: Team):
    token = Token.objects.get()
    address = reverse("admin:memories_token_revoke", args=[token.pk])
    assert "Revoked." in team.client("admin").post(address, follow=True).content.decode()
    token.refresh_from_db()
    assert token.revoked_at is not None


def test_a_token_of_two_namespaces_is_not_for_one_admin_to_revoke(team: Team):
    token = Token.objects.get()
    token.namespaces.add(team.elsewhere)
    address = reverse("admin:memories_token_revoke", args=[token.pk])
    assert team.client("admin").post(address).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None
    assert team.client("root").post(address).status_code == 302


def ask(team: Team, by: str, what: str) -> ForgetRequest:
    body = {"namespace": team.namespace.pk, "by": by, "what": what}
    answer = team.client("officer").post(reverse("admin:memories_forgetrequest_preview"), body)
    assert answer.status_code == 302
    with team.inside():
        return ForgetRequest.objects.order_by("-created_at")[0]


def test_forgetting_previews_asks_twice_and_gives_a_receipt(team: Team):
    team.write("Ann prefers tea", subject="ann")
    team.write("Lunch is at noon")
    asked = ask(team, "subject", "ann")
    page = reverse("admin:memories_forgetrequest_change", args=[asked.pk])
    text = team.client("officer").get(page).content.decode()
    assert "What would be erased" in text
    assert "ann" in text
    confirm = reverse("admin:memories_forgetrequest_confirm", args=[asked.pk])
    unsure = team.client("officer").post(confirm, follow=True).content.decode()
    assert "Nothing was erased" in unsure
    text = team.client("officer").post(confirm, {"sure": "yes"}, follow=True).content.decode()
    assert "Erased, and a second look found nothing" in text
    assert "the signature is right" in text
    answer = team.client("officer").get(reverse("admin:memories_forgetrequest_receipt", args=[asked.pk]))
    assert json.loads(answer.content)["left"] == 0
    assert "attachment" in answer["Content-Disposition"]
    units = team.client("viewer").get(reverse("admin:memories_memoryunit_changelist"))
    assert [row.value for row in units.context["cl"].result_list] == ["Lunch is at noon"]


def test_a_source_that_is_none_is_said_at_the_field(team: Team):
    for what in ("no-uuid", "018f0000-0000-7000-8000-000000000000"):
        body = {"namespace": team.namespace.pk, "by": "source_id", "what": what}
        answer = team.client("officer").post(reverse("admin:memories_forgetrequest_preview"), body)
        assert answer.status_code == 400
        assert "hs-error" in answer.content.decode()


def test_there_is_no_receipt_before_it_is_done(team: Team):
    asked = ask(team, "subject", "ann")
    address = reverse("admin:memories_forgetrequest_receipt", args=[asked.pk])
    assert team.client("officer").get(address).status_code == 404
    assert team.client("viewer").get(address).status_code == 403
    assert team.client("outsider").get(address).status_code == 404


def test_members(team: Team):
    address = reverse("admin:memories_namespace_member", args=[team.namespace.pk])
    client = team.client("admin")
    assert "Saved." in client.post(address, {"username": "outsider", "role": "viewer"}, follow=True).content.decode()
    assert Membership.objects.get(namespace=team.namespace, user=team.people["outsider"]).role == "viewer"
    unknown = client.post(address, {"username": "nobody", "role": "viewer"}, follow=True).content.decode()
    assert "There is no active user of this name" in unknown
    client.post(address, {"remove": team.people["outsider"].pk})
    assert not Membership.objects.filter(namespace=team.namespace, user=team.people["outsider"]).exists()


def test_only_a_superuser_makes_namespaces(team: Team):
    address = reverse("admin:memories_namespace_create")
    assert team.client("admin").post(address, {"name": "mine"}).status_code == 403
    assert team.client("root").post(address, {"name": "mine"}).status_code == 302
    text = team.client("root").post(address, {"name": "not a name"}, follow=True).content.decode()
    assert "ASCII letters" in text


def test_an_alert_is_acknowledged(team: Team):
    team.waiting()
    with team.inside():
        alert = Alert.objects.get()
    address = reverse("admin:memories_alert_acknowledge", args=[alert.pk])
    assert "Acknowledged." in team.client("reviewer").post(address, follow=True).content.decode()
    page = team.client("viewer").get(reverse("admin:memories_alert_change", args=[alert.pk])).content.decode()
    assert "reviewer" in page
    assert "Acknowledge</button>" not in page


def test_users_are_made_for_the_console(team: Team):
    body = {
        "username": "new",
        "password1": "correct horse 1",
        "password2": "correct horse 1",
        "usable_password": "true",
    }
    answer = team.client("root").post(reverse("admin:auth_user_add"), body)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    from django.contrib.auth.models import User

    assert User.objects.get(username="new").is_staff
