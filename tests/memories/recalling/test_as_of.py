"""`as_of`: what was believed at a moment, by the versions of then."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.connection import ConnectionDoesNotExist

from memories import lifecycle
from memories.editing import update
from memories.embedding import EmbedderDown
from memories.models import MemoryUnit, MemoryVersion, Recall
from memories.recalling import order, plan
from memories.recalling import search as searching
from memories.recalling.gathering import gather
from memories.recalling.plan import Way
from memories.recalling.search import search
from memories.recalling.then import believed
from memories.recalling.then.past import Past
from memories.rolling_back import rollback
from memories.shapes.inputs import MemoryPatch
from memories.shapes.searching import SearchInput
from memories.walls import inside
from tests.doors.rest.conftest import door
from tests.memories.recalling.looking_back import TODAY, at, change, hits, say, values


@pytest.fixture
def without_embedder(monkeypatch):
    def down(*_args, **_kwargs):
        raise EmbedderDown("down")

    monkeypatch.setattr(searching, "embed_query", down)


EDITS = [
    (
        "Where does the standup take place?",
        [
            "The standup takes place in the blue room",
            "The standup takes place in the attic",
            "The standup takes place online",
        ],
    ),
    ("站会在哪里开？", ["站会在蓝色会议室开", "站会在阁楼里开", "站会改成线上开"]),
]


@pytest.mark.parametrize(("question", "said"), EDITS)
@pytest.mark.parametrize("down", [False, True])
def test_before_between_and_after_two_edits(caller, question, said, down, request):
    memory = say(caller, said[0])
    change(caller, memory, 10, value=said[1])
    change(caller, memory, 20, value=said[2])
    if down:
        request.getfixturevalue("without_embedder")
    assert [values(caller, question, day) for day in (-1, 5, 15, 25)] == [[], *([one] for one in said)]
    then = hits(caller, question, 15)[0].memory
    assert (then.id, then.version, then.state, then.updated_at) == (memory.id, 2, "active", at(10))
    assert values(caller, question, None) == [said[2]]


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which city do I live in?", ["I live in Lisbon", "I live in Porto now", "I live in Faro now"]),
        ("用户所在的城市是哪里？", ["用户所在的城市是杭州", "用户现在所在的城市是成都", "用户现在所在的城市是青岛"]),
    ],
)
@pytest.mark.parametrize("down", [False, True])
def test_before_between_and_after_two_successions(caller, question, said, down, request):
    first, second, third = (
        say(caller, value, day, subject="user-7", attribute="city")
        for day, value in zip((0, 10, 20), said, strict=True)
    )
    if down:
        request.getfixturevalue("without_embedder")
    assert [values(caller, question, day) for day in (-1, 5, 15, 25)] == [[], *([one] for one in said)]
    then = hits(caller, question, 5)[0].memory
    assert (then.id, then.state, then.version, then.valid_to, then.confidence) == (first.id, "active", 1, None, 0.9)
    assert hits(caller, question, 15)[0].memory.id == second.id
    chain = hits(caller, question, 25, include_superseded=True)
    assert [(hit.memory.id, hit.memory.state) for hit in chain] == [
        (third.id, "active"),
        (second.id, "superseded"),
        (first.id, "superseded"),
    ]
    # What came later has replaced nothing yet.
    early = hits(caller, question, 15, include_superseded=True)
    assert [(hit.memory.id, hit.memory.state) for hit in early] == [(second.id, "active"), (first.id, "superseded")]


@pytest.mark.parametrize("few", [0, 1000])
def test_a_large_store_is_asked_by_its_index(caller, monkeypatch, few):
    monkeypatch.setattr(plan, "exact_limit", lambda _vectors: -1)
    monkeypatch.setattr(believed, "probe_limit", lambda _vectors: few)
    ways = []

    def spy(question, made, *rest, **more):
        ways.append(made.way)
        return gather(question, made, *rest, **more)

    monkeypatch.setattr(believed, "gather", spy)
    question, said = EDITS[0]
    memory = say(caller, said[0])
    change(caller, memory, 10, value=said[1])
    other = say(caller, "The standup takes place every morning")
    change(caller, memory, 20, value=said[2])
    for day, expected in ((5, said[0]), (15, said[1]), (25, said[2])):
        found = {hit.memory.id: hit.memory.value for hit in hits(caller, question, day)}
        assert found == {memory.id: expected, other.id: "The standup takes place every morning"}
    assert ways[0] == (Way.RANGE if few else Way.FILTERED)


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("resume", "The R\u00c9SUM\u00c9S are in the cellar"),
        ("\u043f\u0440\u0438\u0432\u0435\u0442", "\u041f\u0420\u0418\u0412\u0415\u0422 means hello"),
        ("happy", "Great happiness reigns"),
        ("2000", "The lot costs 2,000 crowns"),
        ("wifi", "\uff37\uff29\uff26\uff29 is down"),
        ("退款", "昨天的退款還沒到"),
        ("환불", "환불은 사흘 걸린다"),
        ("c++", "Written in C++ alone"),
        ("ERR-4312", "It failed with err-4312 twice"),
    ],
)
def test_words_of_an_older_text_are_found_in_any_spelling(caller, without_embedder, word, text):
    memory = say(caller, text)
    change(caller, memory, 10, value="Nothing of it is left")
    assert values(caller, word, 5) == [text]
    assert values(caller, word, 15) == []


def test_the_moment_itself_belongs_to_what_it_brought(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    change(caller, memory, 10, tags=["shops"])
    assert values(caller, "What does the kiosk sell?", 0) == ["The kiosk sells stamps"]
    [hit] = hits(caller, "What does the kiosk sell?", 10)
    assert (hit.memory.value, hit.memory.version, hit.memory.tags) == ("The kiosk sells umbrellas", 3, ["shops"])
    just_before = SearchInput(query="What does the kiosk sell?", as_of=at(10) - timedelta(microseconds=1))
    assert [one.memory.version for one in search(caller, just_before, now=TODAY).results] == [1]


def test_a_moment_to_come_is_now(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    query = "What does the kiosk sell?"
    ahead, today = hits(caller, query, 9000), hits(caller, query, None)
    assert [hit.memory.value for hit in ahead] == ["The kiosk sells umbrellas"]
    assert [hit.model_dump() for hit in ahead] == [hit.model_dump() for hit in today]


def test_todays_text_finds_nothing_of_then_and_scores_nothing(caller):
    memory = say(caller, "The boiler is serviced by Okafor", query="who services the boiler")
    change(caller, memory, 10, value="Zanzibar ferry tickets are refundable", query="ferry refunds")
    assert values(caller, "Zanzibar ferry tickets", 5) == []
    assert values(caller, "Zanzibar ferry tickets", 15) == ["Zanzibar ferry tickets are refundable"]
    [then] = hits(caller, "Okafor boiler", 5)
    assert then.memory.query == "who services the boiler"
    assert then.scores.lexical == pytest.approx(1.0)


def test_scores_of_then_are_those_that_a_search_gave_then(caller):
    """Beside other memories, near and far, before and after each is changed."""
    query = "When does the night train to Vienna leave?"
    train = say(caller, "The night train to Vienna leaves at 21:40")
    bus = say(caller, "The night bus to the airport leaves at 23:15")
    say(caller, "Lemons are in the lower drawer")
    before = [(hit.memory.model_dump(), hit.scores) for hit in hits(caller, query, None, now=at(5))]
    assert {item[0]["id"] for item in before} >= {train.id, bus.id}
    change(caller, train, 10, value="The night train to Vienna leaves at 22:10 from platform nine")
    lifecycle.delete(caller, say(caller, "The night bus was painted yellow", 11).id, now=at(12))
    with inside(caller.namespace_id):
        lifecycle.archive(lifecycle.locked_unit(caller.namespace_id, bus.id), actor="t", now=at(13), reason="unused")
    after = [(hit.memory.model_dump(), hit.scores) for hit in hits(caller, query, 5)]
    assert [item[0] for item in after] == [item[0] for item in before]
    for (_, one), (_, other) in zip(after, before, strict=True):
        parts = ("similarity", "confidence", "freshness", "structural")
        assert [getattr(one, part) for part in parts] == pytest.approx(
            [getattr(other, part) for part in parts], abs=2e-4
        )
        # How rare a word is is known of now alone.
        assert one.lexical == pytest.approx(other.lexical, abs=0.15)


def test_nothing_is_found_where_nothing_was_near(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    assert values(caller, "qzxv wjkp vvtqh", 5) == []


def test_a_rollback_brings_back_the_old_answer_from_then_on(caller):
    memory = say(caller, "The wifi name is Heron")
    change(caller, memory, 10, value="The wifi name is Kestrel")
    rollback(caller, memory.id, 1, now=at(20))
    query = "What is the name of the wifi?"
    assert [values(caller, query, day)[0].split()[-1] for day in (5, 15, 25)] == ["Heron", "Kestrel", "Heron"]
    assert [hits(caller, query, day)[0].memory.version for day in (5, 15, 25)] == [1, 2, 3]


def test_a_look_back_is_logged_now_and_changes_nothing(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    with inside(caller.namespace_id):
        before = MemoryUnit.objects.filter(pk=memory.id).values().get()
    answer = search(caller, SearchInput(query="What does the kiosk sell?", as_of=at(5)), now=TODAY)
    with inside(caller.namespace_id):
        recall = Recall.objects.get(pk=answer.recall_id)
        assert (recall.unit_ids, recall.created_at) == ([memory.id], TODAY)
        assert MemoryUnit.objects.filter(pk=memory.id).values().get() == before


def test_a_unit_as_it_stood_cannot_be_saved(caller, monkeypatch):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    shown = []
    put_on = Past.put_on

    def spy(past, unit):
        shown.append(put_on(past, unit))
        return shown[-1]

    monkeypatch.setattr(Past, "put_on", spy)
    assert values(caller, "What does the kiosk sell?", 5) == ["The kiosk sells stamps"]
    with inside(caller.namespace_id):
        for change_it in (shown[-1].save, shown[-1].delete):
            with pytest.raises(ConnectionDoesNotExist):
                change_it()
        assert MemoryUnit.objects.get(pk=memory.id).value == "The kiosk sells umbrellas"


def test_text_and_tokens_are_of_then(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    body = SearchInput(query="What does the kiosk sell?", as_of=at(5), render="text")
    answer = search(caller, body, now=TODAY)
    assert "stamps" in str(answer.text)
    assert "umbrellas" not in str(answer.text)


def test_how_many_queries_a_look_back_takes(caller):
    memory = say(caller, "The kiosk sells stamps")
    change(caller, memory, 10, value="The kiosk sells umbrellas")
    say(caller, "The tower is open until nine")
    hits(caller, "What does the kiosk sell?", 5)
    with CaptureQueriesContext(connection) as queries:
        assert values(caller, "What does the kiosk sell?", 5) == ["The kiosk sells stamps"]
    said = [query["sql"] for query in queries if not query["sql"].startswith(("SAVEPOINT", "RELEASE"))]
    # The wall, what to know, what has not changed, what has, the log; the wall is left.
    assert len(said) == 6, said


def test_any_history_is_answered_by_its_versions(caller, monkeypatch):
    """Whatever was done to some units, each day's answer is what their versions say."""
    monkeypatch.setattr(order, "without_repeats", lambda ranking, _said, most: ranking[:most])
    chance = random.Random(7)
    units = [
        say(caller, f"Quill {name} stands at {name}", chance.randrange(6)).id
        for name in ("abbey", "brook", "cliff", "dock", "elm")
    ]
    for day in range(6, 30):
        pk = chance.choice(units)
        with inside(caller.namespace_id):
            state = MemoryUnit.objects.get(pk=pk).state
        done = chance.choice(["value", "tags", "away"]) if state == "active" else "back"
        if done == "value":
            update(
                caller, pk, MemoryPatch(value=f"Quill {chance.randrange(10**6)} stands at number {day}"), now=at(day)
            )
        elif done == "tags":
            update(caller, pk, MemoryPatch(tags=[f"t{day}"]), now=at(day))
        elif done == "back":
            lifecycle.restore(caller, pk, now=at(day))
        elif chance.random() < 0.5:
            lifecycle.delete(caller, pk, now=at(day))
        else:
            with inside(caller.namespace_id):
                lifecycle.archive(lifecycle.locked_unit(caller.namespace_id, pk), actor="t", now=at(day), reason="test")
    with inside(caller.namespace_id):
        trash = set(MemoryUnit.objects.filter(state="deleted").values_list("pk", flat=True))
        versions = list(MemoryVersion.objects.exclude(unit_id__in=trash).order_by("number"))
    assert len({version.action for version in versions}) > 3
    for day in range(-1, 31):
        then = {version.unit_id: version for version in versions if version.created_at <= at(day)}
        expected = {(pk, one.number, one.value, tuple(one.tags)) for pk, one in then.items() if one.state == "active"}
        found = hits(caller, "Where does the Quill stand?", day, top_k=50, include_low_confidence=True)
        assert {
            (hit.memory.id, hit.memory.version, hit.memory.value, tuple(hit.memory.tags)) for hit in found
        } == expected, day


def test_through_rest(db):
    owner = door("team")
    memory = owner.write("The parcel shop is in Mill Lane")
    between = timezone.now().isoformat()
    owner.patch(f"memories/{memory['id']}", {"value": "The parcel shop is in Harbour Street"})
    asked = {"query": "Where is the parcel shop?"}
    then = owner.post("memories/search", {**asked, "as_of": between})["results"]
    assert [(hit["memory"]["value"], hit["memory"]["version"]) for hit in then] == [
        ("The parcel shop is in Mill Lane", 1)
    ]
    now = owner.post("memories/search", asked)["results"]
    assert [hit["memory"]["value"] for hit in now] == ["The parcel shop is in Harbour Street"]
    before = owner.post("memories/search", {**asked, "as_of": "2020-01-01T00:00:00Z"})
    assert (before["results"], before["degraded"]) == ([], False)


def test_looking_back_is_no_use_of_what_is_seen(caller):
    say(caller, "The pool on the roof opens at six")
    assert hits(caller, "when does the pool open?", 1)
    assert hits(caller, "when does the pool open?", None)
    with inside(caller.namespace_id):
        assert list(Recall.objects.order_by("pk").values_list("folded", flat=True)) == [True, False]
