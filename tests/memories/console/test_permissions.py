"""Every page and every action answers each person as the tables of roles say."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.contrib import admin
from django.urls import reverse

from memories.console.base import WalledAdmin
from memories.console.roles import ACTIONS, PAGES, ROLES
from memories.models import Token
from memories.words import Role, Scope
from tests.console_rows import APPS, one_of_each
from tests.console_team import PEOPLE, Team

MEMBERS = {
    "viewer": Role.VIEWER,
    "reviewer": Role.REVIEWER,
    "officer": Role.PRIVACY_OFFICER,
    "admin": Role.ADMIN,
    "root": Role.ADMIN,
}
REFUSED = {"outsider": 404, "anonymous": 302}


def expected(who: str, scope: Scope) -> int:
    if who not in MEMBERS:
        return REFUSED[who]
    return 200 if scope in ROLES[MEMBERS[who]] else 403


@pytest.fixture
def rows(team: Team) -> dict[str, Any]:
    return one_of_each(team)


@pytest.mark.parametrize("who", PEOPLE)
def test_pages(team: Team, rows: dict[str, Any], who: str):
    for model, scope in PAGES.items():
        address = reverse(f"admin:{APPS.get(model, 'memories')}_{model}_change", args=[rows[model].pk])
        assert (model, team.client(who).get(address).status_code) == (model, expected(who, scope))


@pytest.mark.parametrize("who", PEOPLE)
def test_lists_show_nothing_of_others(team: Team, rows: dict[str, Any], who: str):
    for model, scope in PAGES.items():
        app = APPS.get(model, "memories")
        answer = team.client(who).get(reverse(f"admin:{app}_{model}_changelist") + "?state=all" * (model == "conflict"))
        if who == "outsider":  # an admin elsewhere: the page opens, and is empty of this team
            assert answer.status_code == 200
            assert str(rows[model].pk) not in [str(row.pk) for row in answer.context["cl"].result_list]
        else:
            assert (model, answer.status_code) == (model, expected(who, scope))
            if answer.status_code == 200:
                assert str(rows[model].pk) in [str(row.pk) for row in answer.context["cl"].result_list]


@pytest.mark.parametrize("who", PEOPLE)
def test_actions(team: Team, rows: dict[str, Any], who: str):
    """The ones that would go through are tried where they are tested; here each is refused or let in."""
    for action, scope in ACTIONS.items():
        model, _, what = action.partition("_")
        name = f"admin:{APPS.get(model, 'memories')}_{action}"
        body: dict[str, Any] = {}
        if what in ("start", "preview", "create", "search"):
            address = reverse(name)
            body = {"namespace": team.namespace.pk, "query": "anything"}
        elif what == "bulk":
            address = reverse(name)
            body = {"chosen": [f"{rows[model].pk}.1.1"], "decision": "reject"}
        else:
            address = reverse(name, args=[rows[model].pk])
        answer = team.client(who).post(address, body)
        wanted = expected(who, scope)
        if who == "outsider" and what in ("preview", "create", "search"):
            # Forms of its own namespaces: this team's is no valid choice there.
            assert (action, answer.status_code) == (action, 400)
        elif wanted == 200:
            assert answer.status_code in (200, 302, 400, 404), action
            if answer.status_code == 404:
                # Let in, and then missed a field: only these two read one before they act.
                assert action in ("memoryunit_rollback", "conflict_resolve")
        else:
            assert (action, answer.status_code) == (action, wanted)


def test_every_page_is_in_the_table():
    walled = {
        str(model._meta.model_name) for model, page in admin.site._registry.items() if isinstance(page, WalledAdmin)
    }
    assert walled == set(PAGES)


def test_no_generic_form_writes(team: Team, rows: dict[str, Any]):
    for model in PAGES:
        app, row = APPS.get(model, "memories"), rows[model]
        client = team.client("root")
        assert client.get(reverse(f"admin:{app}_{model}_add")).status_code == 403
        assert client.post(reverse(f"admin:{app}_{model}_add")).status_code == 403
        assert client.post(f"/admin/{app}/{model}/{row.pk}/delete/", {"post": "yes"}).status_code in (302, 403)
        assert client.get(reverse(f"admin:{app}_{model}_history", args=[row.pk])).status_code == 404
    # Deleting a memory is a page of ours that puts it in the trash; its conflict has lost a side, undecided.
    assert team.fresh(rows["conflict"]).resolution == "moot"
    assert Token.objects.filter(pk=rows["token"].pk, revoked_at=None).exists()


def test_what_does_not_exist_is_404(team: Team):
    client = team.client("root")
    for model in PAGES:
        app = APPS.get(model, "memories")
        pk = 999_999 if model in ("token", "namespace") else uuid4()
        assert client.get(reverse(f"admin:{app}_{model}_change", args=[pk])).status_code == 404
        assert client.get(f"/admin/{app}/{model}/no-such-id/change/").status_code == 404


def test_an_address_probes_no_column(team: Team, rows: dict[str, Any]):
    client = team.client("root")
    for model, lookup in [
        ("token", "digest__startswith"),
        ("memoryunit", "digest__startswith"),
        ("source", "writer__digest"),
    ]:
        answer = client.get(reverse(f"admin:memories_{model}_changelist"), {lookup: "a"})
        assert answer.status_code == 400


def test_a_person_who_is_switched_off_sees_nothing(team: Team):
    client = team.client("reviewer")
    team.people["reviewer"].is_active = False
    team.people["reviewer"].save()
    assert client.get(reverse("admin:memories_memoryunit_changelist")).status_code == 302
