"""Nothing that a browser can put into an address or a form is an accident."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memories.console.people import names_of
from memories.numbers import whole
from tests.console_team import Team

LISTS = (
    "memories_memoryunit_changelist",
    "memories_conflict_changelist",
    "memories_source_changelist",
    "memories_alert_changelist",
    "memories_auditentry_changelist",
    "memories_forgetrequest_changelist",
    "review_reviewrun_changelist",
)
NO_NUMBERS = ("", "²", "٣", "-1", "1_0", " 1", "1.5", "x", "9" * 5000)


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number(text: str):
    assert whole(text) is None


def test_what_is_a_whole_number():
    assert (whole("0"), whole("12"), whole("9" * 18), whole(None)) == (0, 12, 10**18 - 1, None)


@pytest.mark.parametrize("name", LISTS)
def test_a_namespace_that_is_no_number_lists_nothing(team: Team, name: str):
    for text in (*NO_NUMBERS, "9" * 18):
        answer = team.client("root").get(reverse(f"admin:{name}"), {"namespace": text})
        assert (text[:20], answer.status_code) == (text[:20], 200)


def test_forms_refuse_numbers_that_are_none(team: Team):
    client = team.client("root")
    unit = team.write("The office is in Graz")
    member = reverse("admin:memories_namespace_member", args=[team.namespace.pk])
    back = reverse("admin:memories_memoryunit_rollback", args=[unit])
    for text in NO_NUMBERS:
        assert client.post(member, {"remove": text}).status_code in (200, 302)
        assert client.get(back, {"version": text}).status_code == 404
        assert client.post(reverse("admin:review_reviewrun_start"), {"namespace": text}).status_code == 404


def test_an_actor_that_is_no_user(db: None):
    assert len(names_of(["user:²", f"user:{'9' * 5000}", "user:"])) == 3


@pytest.mark.parametrize("text", [*NO_NUMBERS, "<script>", "\x00", "'"])
def test_a_bookmark_of_a_search_that_is_none_opens_the_form(team: Team, text: str):
    odd = dict.fromkeys(("namespace", "profile", "top_k", "kind", "min_confidence", "include_archived", "render"), text)
    answer = team.client("viewer").get(reverse("admin:memories_memoryunit_search"), odd)
    assert answer.status_code == 200
    assert '<script>"' not in answer.content.decode()


@pytest.mark.parametrize("text", ["\x00", "²", "9" * 5000, "\ud800", "<script>"])
def test_no_field_of_a_search_is_an_accident(team: Team, text: str):
    form = team.client("viewer").get(reverse("admin:memories_memoryunit_search")).context["form"]
    for name in form.fields:
        body = {"namespace": team.namespace.pk, "query": "anything"} | {name: text.encode("utf-8", "replace")}
        answer = team.client("viewer").post(reverse("admin:memories_memoryunit_search"), body)
        assert (name, answer.status_code in (200, 400)) == (name, True)
