"""The search playground: what an agent would get, why not more, how it would ask; and nothing is changed by looking."""

from __future__ import annotations

import json
import re
import shlex
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from mcp_gateway import tools
from memories.callers import Caller
from memories.console import calls
from memories.console.search_form import IN_ADDRESS, SearchForm
from memories.embedding import EmbedderDown
from memories.models import MemoryUnit, Recall
from memories.namespaces import change_settings
from memories.recalling import looking
from memories.recalling import search as searching
from memories.recalling.search import search
from memories.shapes.searching import SearchInput
from memories.words import Channel, Scope, State
from tests.console_team import PEOPLE, Team
from tests.memories.console.test_permissions import MEMBERS, REFUSED

PAGE = "admin:memories_memoryunit_search"


def ask(team: Team, query: str, who: str = "viewer", **fields: Any) -> Any:
    return team.client(who).post(reverse(PAGE), {"namespace": team.namespace.pk, "query": query, **fields})


def said(answer: Any) -> str:
    return unescape(answer.content.decode())


def values(answer: Any) -> list[str]:
    return [hit.memory.value for hit, _ in answer.context["results"]]


def missing(answer: Any) -> dict[str, list[str]]:
    return {one.memory.value: list(one.why.reasons) for one, *_ in answer.context["missing"]}


@pytest.mark.parametrize("who", PEOPLE)
def test_whoever_may_read_may_look(team: Team, who: str):
    team.write("The kiosk sells coffee")
    opened = team.client(who).get(reverse(PAGE)).status_code
    looked = ask(team, "What does the kiosk sell?", who)
    if who in MEMBERS:
        assert (opened, looked.status_code) == (200, 200)
        assert values(looked) == ["The kiosk sells coffee"]
    elif who == "outsider":  # its page is of its own namespaces
        assert (opened, looked.status_code) == (200, 400)
        assert "coffee" not in said(looked)
        assert f'value="{team.namespace.pk}"' not in said(team.client(who).get(reverse(PAGE)))
    else:
        assert (opened, looked.status_code) == (REFUSED[who], REFUSED[who])


def test_the_menu_has_it_and_marks_it_alone(team: Team):
    text = team.client("viewer").get(reverse(PAGE))
    groups = text.context["sidebar_navigation"]
    active = [item["title"] for group in groups for item in group["items"] if item["active"]]
    assert active == ["Search"]


def test_the_same_comes_back_as_for_an_agent(team: Team):
    for number, thing in enumerate(("coffee", "tea", "soup", "bread", "stamps", "candles", "umbrellas")):
        team.write(f"The kiosk at gate {number} sells {thing}", subject=f"kiosk {number}")
    query = "What is sold at the kiosk?"
    looked = ask(team, query)
    agent = search(team.writer, SearchInput(query=query), now=timezone.now()).results
    assert [hit.memory.id for hit, _ in looked.context["results"]] == [hit.memory.id for hit in agent]
    for (hit, rows), theirs in zip(looked.context["results"], agent, strict=True):
        assert hit.scores.final == pytest.approx(theirs.scores.final, abs=0.001)
        assert sum(row["adds"] for row in rows if row["adds"] is not None) == pytest.approx(rows[-1]["value"], abs=0.01)
    assert missing(looked), "the two for which there is no room"
    assert set(map(tuple, missing(looked).values())) == {("top_k",)}


def test_looking_changes_nothing(team: Team):
    team.write("The kiosk sells coffee")
    old = team.write("The lighthouse keeper is called Anselm")
    with team.inside():
        MemoryUnit.objects.filter(pk=old).update(state=State.ARCHIVED)
        before = list(MemoryUnit.objects.order_by("pk").values())
    client = team.client("admin")  # may write: an agent like that would restore what it finds
    client.get(reverse(PAGE))
    for query in ("What does the kiosk sell?", "Who is the lighthouse keeper called Anselm?"):
        with CaptureQueriesContext(connection) as captured:
            answer = ask(team, query, "admin")
        assert len(values(answer)) == 1
        written = [one["sql"] for one in captured if re.match(r"\s*(INSERT|UPDATE|DELETE)|.*INSERT INTO", one["sql"])]
        assert [sql for sql in written if "django_session" not in sql] == []
    assert answer.context["found"].from_archive
    assert "yours did not" in said(answer)
    with team.inside():
        assert list(MemoryUnit.objects.order_by("pk").values()) == before
        assert not Recall.objects.exists()
    search(team.writer, SearchInput(query="Who is the lighthouse keeper called Anselm?"), now=timezone.now())
    with team.inside():
        assert MemoryUnit.objects.get(pk=old).state == State.ACTIVE, "so the test would see it"
        assert Recall.objects.exists()


FILTERS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({"key": "shop.a"}, {"key": "shop.b"}, "key"),
    ({"subject": "kiosk"}, {"subject": "gate"}, "subject"),
    ({"tags": ["food", "hot"]}, {"tags": "food, cold", "tag_match": "all"}, "tags"),
    ({"entities": ["Kim"]}, {"entity_filter": "Omar"}, "entity_filter"),
    ({}, {"kind": "directive"}, "kind"),
    ({"channel": Channel.TOOL_RESULT}, {"channel": "user_statement"}, "channel"),
    ({"mcp_server": "a"}, {"mcp_server": "b"}, "mcp_server"),
    ({"session_id": "s1"}, {"session_id": "s2"}, "session_id"),
    ({"task_id": "t1"}, {"task_id": "t2"}, "task_id"),
    ({}, {"time_from": "2020-01-01", "time_to": "2020-12-31"}, "time_range"),
    ({}, {"time_range": "last_7_days"}, "time_range"),
    ({}, {"valid_at": "2020-01-01T00:00"}, "valid_at"),
    ({}, {"min_confidence": "0.99"}, "min_confidence"),
]


@pytest.mark.parametrize(("written", "asked", "reason"), FILTERS)
def test_each_filter_says_what_it_hides(team: Team, written: dict[str, Any], asked: dict[str, Any], reason: str):
    value = "The kiosk sells coffee to Kim"
    team.write(value, days_ago=20, **written)
    answer = ask(team, "What does the kiosk sell?", **asked)
    assert values(answer) == []
    assert missing(answer) == {value: [reason]}
    assert "an agent gets an empty list" in said(answer)


@pytest.mark.parametrize("state", [state for state in State if state is not State.ACTIVE])
def test_what_is_not_current_is_told_with_its_state(team: Team, state: State):
    value = "The kiosk sells coffee"
    team.write("The kiosk at the pier sells coffee beans", subject="pier")
    pk = team.write(value, subject="kiosk")
    with team.inside():
        MemoryUnit.objects.filter(pk=pk).update(state=state)
    answer = ask(team, "What does the kiosk sell?")
    assert missing(answer) == {value: ["state"]}
    assert "its state is" in said(answer)


def test_what_replaced_it_is_a_click_away(team: Team):
    about: dict[str, Any] = {"subject": "kiosk", "attribute": "port", "channel": Channel.USER_STATEMENT}
    team.write("The kiosk listens on port 80", days_ago=3, **about)
    newer = team.write("The kiosk now listens on port 81", days_ago=1, **about)
    answer = ask(team, "Which port does the kiosk listen on?")
    assert missing(answer) == {"The kiosk listens on port 80": ["state"]}
    assert "What replaced it" in said(answer)
    assert [one.replaced_by for one, *_ in answer.context["missing"]] == [(newer,)]
    with_it = ask(team, "Which port does the kiosk listen on?", include_superseded="on", include_low_confidence="on")
    assert values(with_it) == ["The kiosk now listens on port 81", "The kiosk listens on port 80"]


def test_a_repeat_names_what_took_its_place(team: Team):
    admin = Caller(actor="user:1", namespace_id=team.namespace.pk, scopes=frozenset({Scope.ADMIN}), person=True)
    change_settings(admin, {"judge_on_write": False}, now=timezone.now())
    said_twice = {"Ana prefers dark mode in her editor", "In her editor, Ana prefers dark mode"}
    for value in said_twice:
        team.write(value)
    answer = ask(team, "Which mode does Ana prefer in her editor?")
    [kept], [hidden] = values(answer), missing(answer)
    assert {kept, hidden} == said_twice
    assert missing(answer) == {hidden: ["repeat"]}
    assert re.search(rf"It came back as:\s+<a [^>]*><span [^>]*>{kept}", said(answer))


def test_what_is_far_is_said_to_be_far(team: Team):
    team.write("Bees dance to show where flowers are")
    answer = ask(team, "Which database does the billing service use?")
    assert values(answer) == []
    assert missing(answer) == {"Bees dance to show where flowers are": ["floor"]}
    assert "too far from the question" in said(answer)


def test_tokens_leave_out_what_has_no_room(team: Team):
    for number in range(3):
        team.write(
            f"The kiosk at gate {number} sells coffee and a long list of other things", subject=f"kiosk {number}"
        )
    answer = ask(team, "What does the kiosk sell?", max_tokens="20")
    assert len(values(answer)) == 1
    assert list(missing(answer).values()) == [["max_tokens"]] * 2


def test_an_answer_as_text_is_shown_as_the_agent_reads_it(team: Team):
    team.write("The kiosk sells coffee")
    answer = ask(team, "What does the kiosk sell?", render="text")
    agent = search(team.writer, SearchInput(query="What does the kiosk sell?", render="text"), now=timezone.now())
    assert "The kiosk sells coffee" in (agent.text or "")
    assert answer.context["found"].text == agent.text
    assert str(agent.text) in said(answer)


def test_at_another_moment_the_ranking_of_then_is_told(team: Team):
    team.write("The kiosk sells coffee", subject="kiosk")
    later = (timezone.now() + timedelta(minutes=1)).strftime("%Y-%m-%dT%H:%M")
    answer = ask(team, "What does the kiosk sell?", as_of=later)
    assert values(answer) == ["The kiosk sells coffee"]
    assert missing(answer) == {}


@pytest.mark.parametrize(
    ("fields", "field", "why"),
    [
        ({"query": ""}, "query", "This field is required."),
        ({"query": "x" * 2001}, "query", "at most 2000 characters"),
        ({"top_k": "51"}, "top_k", "less than or equal to 50"),
        ({"top_k": "many"}, "top_k", "Enter a whole number."),
        ({"min_confidence": "1.5"}, "min_confidence", "less than or equal to 1"),
        ({"min_confidence": "nan"}, "min_confidence", "Enter a number."),
        ({"profile": "best"}, "profile", "Select a valid choice"),
        ({"kind": "rumour"}, "kind", "Select a valid choice"),
        ({"key": "k" * 201}, "key", "at most 200 characters"),
        ({"tags": "x, " + "y" * 201}, "tags", "longer than 200"),
        ({"tags": ",".join(map(str, range(51)))}, "tags", "tags:"),
        ({"time_range": "whenever it was"}, "time_range", "no period that is known"),
        ({"time_range": "last_7_days", "time_from": "2024-01-01"}, "time_range", "not both"),
        ({"time_from": "2024-02-01", "time_to": "2024-01-01"}, "time_to", "ends before it begins"),
        ({"as_of": "soon"}, "as_of", "Enter a valid date/time."),
        ({"as_of": "2024-01-01T00:00", "valid_at": "2024-01-01T00:00"}, "as_of", "not both"),
        ({"include_general": "on"}, "include_general", "goes with subject"),
        ({"weight_text": "0.5", "weight_freshness": "0.4"}, "weight_text", "sum to 1"),
        ({"namespace": "999999"}, "namespace", "Select a valid choice"),
    ],
)
def test_a_wrong_field_is_named_and_nothing_typed_is_lost(team: Team, fields: dict[str, str], field: str, why: str):
    team.write("The kiosk sells coffee")
    body = {"namespace": str(team.namespace.pk), "query": "typed by hand", "action_type": "kept as well", **fields}
    answer = team.client("viewer").post(reverse(PAGE), body)
    assert answer.status_code == 400
    assert list(answer.context["form"].errors) == [field]
    assert why in str(answer.context["form"].errors[field])
    text = said(answer)
    beside = text[text.index(f'name="{field}"') :]
    assert why in beside[: beside.index('class="hs-field')]
    assert "kept as well" in text
    for typed in fields.values():
        assert typed in text or typed in ("on", "999999", "best", "rumour")
    assert "results" not in answer.context


def test_every_field_of_a_search_can_be_filled_in(team: Team):
    form = SearchForm(allowed=[team.namespace.pk])
    parts = {"weights": "weight_text"}
    assert [name for name in SearchInput.model_fields if parts.get(name, name) not in form.fields] == []
    shown = {"namespace", "query", "profile", "top_k"} | {
        field.name for group in form.groups() for field in group["fields"]
    }
    assert shown == set(form.fields)


def test_what_is_copied_is_what_was_asked(team: Team):
    team.write("The kiosk sells coffee", subject="kiosk", tags=["food"])
    awkward = 'What\'s sold at the "kiosk"? 咖啡 \u202e$(id) `id` \\'
    answer = ask(
        team, awkward, tags="food, hot", top_k="3", include_superseded="on", weight_text="1", as_of="2024-01-01T10:00"
    )
    words = shlex.split(answer.context["rest"])
    assert words[:5] == ["curl", "-sS", "-X", "POST", "http://testserver/api/v1/memories/search"]
    assert "X-Hindsight-Namespace: team" in words
    assert "Authorization: Bearer $HINDSIGHT_TOKEN" in words
    sent = json.loads(words[words.index("--data-raw") + 1])
    assert sent == {
        "query": awkward,
        "tags": ["food", "hot"],
        "top_k": 3,
        "include_superseded": True,
        "weights": {"text": 1.0},
        "as_of": "2024-01-01T10:00:00+00:00",
    }
    SearchInput.model_validate(sent)
    call = json.loads(answer.context["mcp"])
    assert call["method"] == "tools/call"
    assert call["params"] == {"name": calls.TOOL, "arguments": sent | {"namespace": "team"}}
    assert hasattr(tools, calls.TOOL)
    assert "\u202e" not in answer.context["rest"] + answer.context["mcp"]
    assert "咖啡" in answer.context["rest"]


def test_what_was_typed_stands_in_no_address(team: Team):
    team.write("The kiosk sells coffee")
    answer = ask(
        team, "private words", subject="kiosk", tags="secret", profile="task", top_k="7", include_archived="on"
    )
    link = answer.context["openly"]
    assert link == f"{reverse(PAGE)}?namespace={team.namespace.pk}&profile=task&top_k=7&include_archived=on"
    form = team.client("viewer").get(link + "&query=smuggled&subject=smuggled").context["form"]
    assert "smuggled" not in form.as_p()
    assert [form[name].value() for name in ("profile", "top_k", "include_archived")] == ["task", "7", "on"]
    typed = {"query", "subject", "key", "tags", "entities", "entity_filter", "session_id", "task_id", "mcp_server"}
    assert typed.isdisjoint(IN_ADDRESS)


@pytest.mark.parametrize("query", ["<script>alert(1)</script>", "\u202e\u2066 turned", "x" * 2000, "%s {{ 7 }}"])
def test_no_text_breaks_the_page(team: Team, query: str):
    team.write(f"{query[:1900]} is what somebody wrote")
    answer = ask(team, query)
    assert answer.status_code == 200
    assert "<script>alert(1)" not in answer.content.decode()
    assert "\u202e" not in answer.content.decode().split("</form>")[-1]


def test_more_memories_take_no_more_queries(team: Team):
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert ask(team, "What does the kiosk sell?", "admin").status_code == 200
        return len(captured)

    for number in range(4):
        team.write(f"The kiosk at gate {number} sells coffee", subject=f"kiosk {number}")
    queries()
    few = queries()
    for number in range(4, 40):
        team.write(f"The kiosk at gate {number} sells coffee", subject=f"kiosk {number}")
    assert few <= 36
    assert queries() <= few + 2  # where it came back short it looks a second time


def test_a_slow_explanation_does_not_take_the_answer_with_it(team: Team, monkeypatch: pytest.MonkeyPatch):
    team.write("The kiosk sells coffee")

    def slow(*_: Any, **__: Any) -> Any:
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('statement_timeout', '20', true)")
            cursor.execute("SELECT pg_sleep(2)")

    monkeypatch.setattr(looking, "left_out", slow)
    answer = ask(team, "What does the kiosk sell?")
    assert values(answer) == ["The kiosk sells coffee"]
    assert "There was no time to find out." in said(answer)


def test_without_an_embedder_it_says_so(team: Team, monkeypatch: pytest.MonkeyPatch):
    def down(_text: str) -> Any:
        raise EmbedderDown("down")

    team.write("The kiosk sells coffee")
    monkeypatch.setattr(searching, "embed_query", down)
    answer = ask(team, "What does the kiosk sell?")
    assert values(answer) == ["The kiosk sells coffee"]
    assert "found by words and fields alone" in said(answer)
