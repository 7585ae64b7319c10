"""Settings of a namespace as a form: what is typed is set, what is wrong is named, what is missing stays."""

from __future__ import annotations

from html import unescape
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from memories.callers import Caller
from memories.console.setting_defaults import defaults
from memories.console.setting_words import GROUPS, PARTS, TEXTS
from memories.console.settings_form import SettingsForm, seen_as
from memories.models import AuditEntry
from memories.namespaces import change_settings
from memories.preferences import combine, preferences_of
from memories.shapes.settings import NamespaceSettings
from memories.words import Scope
from tests.console_team import PEOPLE, Team
from tests.memories.console.test_permissions import expected


def address(team: Team) -> str:
    return reverse("admin:memories_namespace_settings", args=[team.namespace.pk])


def stored(team: Team) -> dict[str, Any]:
    team.namespace.refresh_from_db()
    return dict(team.namespace.preferences)


def opened(team: Team) -> dict[str, Any]:
    """What a browser sends of the page as it was opened."""
    form = team.client("admin").get(address(team)).context["form"]
    return as_sent(form)


def as_sent(form: Any) -> dict[str, Any]:
    """What a browser sends of a form, if nobody touches it; a box that is not ticked is not sent."""
    sent = {name: form[name].value() for name in form.fields}
    sent["single_valued"] = form.fields["single_valued"].prepare_value(sent["single_valued"])
    return {
        name: [] if "channels" in name and not value else "" if value is None else value for name, value in sent.items()
    }


def save(team: Team, **changes: Any) -> Any:
    """The page opened, some fields filled in otherwise, sent."""
    named = {name.replace("__", "."): value for name, value in changes.items()}
    return team.client("admin").post(address(team), opened(team) | named, follow=True)


def set_before(team: Team, changes: dict[str, Any]) -> None:
    admin = Caller(actor="user:1", namespace_id=team.namespace.pk, scopes=frozenset({Scope.ADMIN}), person=True)
    change_settings(admin, changes, now=timezone.now())


def told(answer: Any) -> list[str]:
    return [str(message) for message in answer.context["messages"]]


@pytest.mark.parametrize("who", PEOPLE)
def test_only_admins_see_and_change_them(team: Team, who: str):
    status = team.client(who).get(address(team)).status_code
    assert status == expected(who, Scope.ADMIN)
    sent = {"seen": seen_as({}), "top_k": "9"}
    team.client(who).post(address(team), sent)
    assert stored(team) == ({"top_k": 9} if who in ("admin", "root") else {})


def test_every_setting_is_on_the_page_with_its_words(team: Team):
    assert sorted(name for _, names in GROUPS for name in names) == sorted(NamespaceSettings.model_fields)
    form = SettingsForm({})
    ways = {name for name in form.fields if not name.startswith(("profiles.", "seen"))}
    assert ways | {"profiles.reviewed", "profiles.task", "profiles.knowledge"} == set(TEXTS)
    assert set(defaults()) == set(form.fields) - {"seen"}
    shown = [field.name for group in form.groups() for field in group["fields"]]
    shown += [field.name for group in form.groups() for profile in group["profiles"] for field in profile["fields"]]
    assert sorted(shown) == sorted(set(form.fields) - {"seen"})


def test_a_page_that_is_only_opened_and_saved_changes_nothing(team: Team):
    assert told(save(team)) == ["Nothing was changed."]
    assert stored(team) == {}
    before = {
        "top_k": 7,
        "channels": ["import"],
        "single_valued": ["city", "shoe_size"],
        "judge_on_write": False,
        "policies": {"temporal": "ask"},
        "privacy": {"email": "refuse"},
        "profiles": {"task": {"text": 0.5, "freshness": 0.5}},
        "review_daily_token_budget": 0,
    }
    set_before(team, before)
    assert told(save(team)) == ["Nothing was changed."]
    assert stored(team) == before
    assert not AuditEntry.objects.filter(action="settings_changed").exclude(actor="user:1").exists()


RIGHT: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"top_k": "12"}, {"top_k": 12}, "Results of a search: default (5) → 12"),
    ({"min_similarity": "0.35"}, {"min_similarity": 0.35}, "Least similarity: default (0.2) → 0.35"),
    ({"recall_echo_hours": "0"}, {"recall_echo_hours": 0}, "default (24) → 0"),
    ({"judge_on_write": "false"}, {"judge_on_write": False}, "default (yes) → no"),
    ({"keep_lessons": "true"}, {"keep_lessons": True}, "default (no) → yes"),
    ({"durability": "off"}, {"durability": "off"}, "→ everything"),
    ({"screening": "off"}, {"screening": "off"}, "→ let it in"),
    ({"profile": "knowledge"}, {"profile": "knowledge"}, "→ knowledge (manuals, policies)"),
    ({"channels": ["import", "tool_result"]}, {"channels": ["import", "tool_result"]}, "→ import, tool result"),
    (
        {"single_valued": "Shoe Size\nteam"},
        {"single_valued": ["shoe_size", "team"]},
        "default (none) → shoe_size, team",
    ),
    ({"policies__source": "ask"}, {"policies": {"source": "ask"}}, "Sources disagree: default ("),
    ({"privacy__email": "refuse"}, {"privacy": {"email": "refuse"}}, "E-mail addresses: default ("),
    ({"review_token_budget": "0"}, {"review_token_budget": 0}, "→ 0"),
    (
        {"review_daily_token_budget": "1000000"},
        {"review_daily_token_budget": 1_000_000},
        "default (500,000) → 1,000,000",
    ),
    (
        {"profiles__task__text": "0.7", "profiles__task__structural": "0.3"},
        {"profiles": {"task": {"text": 0.7, "confidence": 0, "freshness": 0, "structural": 0.3}}},
        "Weights of the profile: task: default → text 0.7, confidence 0, freshness 0, fits the task 0.3",
    ),
]


@pytest.mark.parametrize(("typed", "kept", "said"), RIGHT)
def test_what_is_typed_is_set_and_told(team: Team, typed: dict[str, Any], kept: dict[str, Any], said: str):
    answer = save(team, **typed)
    assert answer.redirect_chain == [(address(team), 302)]
    assert stored(team) == kept
    assert len(told(answer)) == 1
    assert said in told(answer)[0]
    entry = AuditEntry.objects.get(action="settings_changed")
    assert entry.actor == f"user:{team.people['admin'].pk}"
    assert preferences_of(team.namespace.pk) == combine(kept)
    empty = {name: [] if isinstance(value, list) else "" for name, value in typed.items()}
    usual = {"policies__source": "coexist", "privacy__email": "mask"}
    if "profiles" in kept:
        empty = {f"profiles__task__{part}": "" for part in PARTS}
    again = save(team, **empty | {name: way for name, way in usual.items() if name in typed})
    assert told(again) != ["Nothing was changed."]
    assert combine(stored(team)) == combine({}), "and taken back"


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"top_k": "0"}, "top_k", "greater than or equal to 1"),
    ({"top_k": "51"}, "top_k", "less than or equal to 50"),
    ({"top_k": "five"}, "top_k", "Enter a whole number."),
    ({"top_k": "9" * 5000}, "top_k", ""),
    ({"min_confidence": "1.01"}, "min_confidence", "less than or equal to 1"),
    ({"min_confidence": "nan"}, "min_confidence", "Enter a number."),
    ({"recall_echo_hours": "8761"}, "recall_echo_hours", "less than or equal to 8760"),
    ({"judge_on_write": "perhaps"}, "judge_on_write", "Select a valid choice."),
    ({"channels": ["gossip"]}, "channels", "Select a valid choice."),
    ({"policies__undetermined": "act"}, "policies.undetermined", "Select a valid choice."),
    ({"privacy__email": "sell"}, "privacy.email", "Select a valid choice."),
    ({"single_valued": "x" * 101}, "single_valued", "longer than 100"),
    ({"single_valued": "kim@example.org"}, "single_valued", "holds a secret or a personal number"),
    ({"profiles__task__text": "0.7"}, "profiles.task.text", "These weights make 0.7"),
    ({"profiles__reviewed__freshness": "2"}, "profiles.reviewed.freshness", "less than or equal to 1"),
]


@pytest.mark.parametrize(("typed", "field", "why"), WRONG)
def test_what_is_wrong_is_named_and_what_was_typed_is_kept(team: Team, typed: dict[str, Any], field: str, why: str):
    set_before(team, {"value_max_length": 900})
    answer = save(team, fact_confidence="0.815", **typed)
    assert answer.status_code == 400
    form = answer.context["form"]
    assert field in form.errors
    assert why in str(form.errors[field])
    text = unescape(answer.content.decode())
    assert "Nothing was saved." in text
    assert 'value="0.815"' in text
    assert stored(team) == {"value_max_length": 900}
    for name, value in typed.items():
        assert form[name.replace("__", ".")].value() == value


def test_a_field_that_is_missing_stays_as_it_is(team: Team):
    before = {"top_k": 7, "policies": {"temporal": "ask"}, "profiles": {"task": {"text": 1.0}}, "keep_lessons": True}
    set_before(team, before)
    sent = {"seen": seen_as(before), "min_confidence": "0.4"}
    answer = team.client("admin").post(address(team), sent, follow=True)
    assert told(answer) == ["Least confidence: default (0.3) → 0.4"]
    assert stored(team) == before | {"min_confidence": 0.4}


@pytest.mark.parametrize("sent", [{}, {"top_k": "9"}, {"settings": '{"top_k": 9}'}])
def test_what_does_not_come_from_the_page_is_refused(team: Team, sent: dict[str, Any]):
    answer = team.client("admin").post(address(team), sent)
    assert answer.status_code == 400
    assert stored(team) == {}


def test_two_admins_do_not_overwrite_each_other_unseen(team: Team):
    page = opened(team)
    set_before(team, {"top_k": 7})
    late = team.client("admin").post(address(team), page | {"min_confidence": "0.4"})
    assert late.status_code == 400
    text = unescape(late.content.decode())
    assert "Somebody has changed the settings" in text
    assert "<dt>Results of a search</dt><dd>7</dd>" in text
    assert stored(team) == {"top_k": 7}
    form = late.context["form"]
    again = as_sent(form)
    done = team.client("admin").post(address(team), again | {"top_k": "7"}, follow=True)
    assert told(done) == ["Least confidence: default (0.3) → 0.4"]
    assert stored(team) == {"top_k": 7, "min_confidence": 0.4}


def test_the_namespace_shows_what_it_sets_for_itself(team: Team):
    page = reverse("admin:memories_namespace_change", args=[team.namespace.pk])
    assert "It sets nothing for itself" in unescape(team.client("admin").get(page).content.decode())
    set_before(team, {"top_k": 7, "single_valued": ["<b>"], "policies": {"source": "ask"}})
    text = team.client("admin").get(page).content.decode()
    assert "<dt>Results of a search</dt><dd>7</dd>" in text
    assert "<dt>Sources disagree</dt><dd>ask a person</dd>" in text
    assert "&lt;b&gt;" in text
    assert "It sets nothing" not in unescape(text)


def test_the_page_speaks_of_ranges_and_of_what_is_usual(team: Team):
    text = unescape(team.client("admin").get(address(team)).content.decode())
    assert "Allowed: 1 to 50. Default: 5." in text
    assert "Default: ask a person." in text
    assert 'min="0" max="1"' in text or 'max="1" min="0"' in text
