"""What the console calls things: one name for one thing, and none that only a programmer reads."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from memories.console.audit import done
from memories.models import ForgetRequest
from tests.console_team import Team


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("index", "Start"),
        ("memories_memoryunit_changelist", "Memories"),
        ("memories_conflict_changelist", "Inbox"),
        ("memories_auditentry_changelist", "Audit"),
        ("memories_forgetrequest_changelist", "Forget requests"),
        ("review_reviewrun_changelist", "Reviews"),
    ],
)
def test_titles_have_one_form(team: Team, name: str, title: str):
    text = team.client("root").get(reverse(f"admin:{name}")).content.decode()
    assert f"<title>{title} · Hindsight</title>" in " ".join(text.split()).replace("> ", ">").replace(" <", "<")
    assert "emory units" not in text


def test_the_login_page_has_the_same_form(db: None):
    text = Client().get(reverse("admin:login")).content.decode()
    assert "Log in · Hindsight" in text


def test_the_audit_reads_as_sentences(team: Team):
    conflict = team.waiting()
    body = {"decision": "keep_b", "version_a": 1, "version_b": 1}
    team.client("reviewer").post(reverse("admin:memories_conflict_resolve", args=[conflict.pk]), body)
    text = unescape(team.client("admin").get(reverse("admin:memories_auditentry_changelist")).content.decode())
    assert "decided: keep B" in text
    assert "wrote a memory" in text
    assert f"…{str(conflict.a_id)[-8:]}, …{str(conflict.b_id)[-8:]}" in text
    assert "['" not in text
    assert done("decision_policy_temporal") == "settled by rule: changed over time"
    assert done("something_new") == "something new"


@pytest.mark.parametrize(("who", "chosen"), [("admin", True), ("root", False)])
def test_the_only_namespace_is_chosen_already(team: Team, who: str, chosen: bool):
    for name in ("memories_forgetrequest_preview", "memories_token_create"):
        text = team.client(who).get(reverse(f"admin:{name}")).content.decode()
        assert (f'<option value="{team.namespace.pk}" selected>' in text) is chosen
        assert ("---------" in text) is not chosen


def test_a_privacy_officer_reads_what_would_be_erased(team: Team):
    team.write("Kim lives in Basel", subject="Kim")
    body = {"namespace": team.namespace.pk, "by": "subject", "what": "Kim"}
    answer = team.client("officer").post(reverse("admin:memories_forgetrequest_preview"), body, follow=True)
    text = answer.content.decode()
    with team.inside():
        assert ForgetRequest.objects.get().counts["units"] == 1
    assert "<dt>memories</dt><dd>1</dd>" in text
    assert "<dt>search entries by words</dt>" in text
    for word in ("vectors", "terms", "units"):
        assert f"<dt>{word}</dt>" not in text
