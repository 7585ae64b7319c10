"""What a recall returned and an agent writes back is recognised: not stored again, not counted as evidence."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memories.callers import Caller
from memories.models import Evidence, MemoryUnit
from memories.namespaces import change_settings
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.outputs import WriteOut
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.words import Channel
from memories.writing import write, write_batch
from tests.people import NOW

FACTS = ("The user prefers pytest for the billing service", "用户的预算是20万元")
LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def agent(another_writer):
    return another_writer()


@pytest.fixture
def shown(caller: Caller, agent: Caller) -> list[WriteOut]:
    """Facts of one writer that another has just been shown."""
    facts = [write(caller, MemoryInput(value=fact), now=NOW) for fact in FACTS]
    assert len(search(agent, SearchInput(query="the user prefers pytest, billing service, 预算"), now=NOW).results) == 2
    return facts


def stored(caller: Caller) -> int:
    with inside(caller.namespace_id):
        return MemoryUnit.objects.count()


@pytest.mark.parametrize("channel", [Channel.AGENT_INFERENCE, Channel.TOOL_RESULT])
@pytest.mark.parametrize(
    "text",
    [
        FACTS[0],
        "According to my memory, the user prefers pytest for the billing service.",
        "[2026-06-01 12:00] (fact, 0.90) The user prefers pytest for the billing service",
        "I recall that the user prefers pytest for the billing service",
        "The user prefers pytest for the billing service.\n用户的预算是20万元。",
        "- [2026-06-01 12:00] (fact, 0.90) The user prefers pytest for the billing service\n"
        "- 根据记忆，用户的预算是20万元",
        "根据记忆，用户的预算是20万元",
        "the user prefers pytest",
        "The user likes pytest for the billing service",
    ],
)
def test_an_echo_changes_nothing(caller: Caller, agent: Caller, shown, channel: Channel, text: str):
    before = {one.memory.id: one.memory.confidence for one in shown}
    answer = write(agent, MemoryInput(value=text, channel=channel), now=LATER)
    assert (answer.outcome, answer.why) == ("reinforced", "recalled_text")
    assert answer.memory.id in before
    assert answer.memory.confidence == before[answer.memory.id]
    assert stored(caller) == 2
    with inside(caller.namespace_id):
        assert Evidence.objects.count() == 2


@pytest.mark.parametrize(
    "text",
    [
        "The user prefers unittest for the billing service",
        "The user prefers pytest for the billing service and black for formatting",
        "用户的预算是30万元",
        "The user does not prefer pytest for the billing service",
    ],
)
def test_something_new_is_no_echo(caller: Caller, agent: Caller, shown, text: str):
    answer = write(agent, MemoryInput(value=text, channel=Channel.TOOL_RESULT), now=LATER)
    assert answer.why != "recalled_text"
    assert stored(caller) == 3


def test_what_a_person_says_is_no_echo(caller: Caller, agent: Caller, shown):
    answer = write(agent, MemoryInput(value=FACTS[0], channel=Channel.USER_STATEMENT), now=LATER)
    assert (answer.outcome, answer.why) == ("reinforced", "independent_source")
    assert answer.memory.confidence > shown[0].memory.confidence


def test_who_was_shown_nothing_echoes_nothing(caller: Caller, agent: Caller):
    write(caller, MemoryInput(value=FACTS[0]), now=NOW)
    answer = write(agent, MemoryInput(value=FACTS[0], channel=Channel.TOOL_RESULT), now=LATER)
    assert answer.why == "independent_source"


def test_an_echo_is_recognised_for_a_while(caller: Caller, agent: Caller, shown):
    late = NOW + timedelta(hours=25)
    answer = write(agent, MemoryInput(value=FACTS[0], channel=Channel.TOOL_RESULT), now=late)
    assert answer.why == "independent_source"


def test_a_namespace_may_switch_it_off(caller: Caller, agent: Caller, shown):
    change_settings(caller, {"recall_echo_hours": 0}, now=NOW)
    answer = write(agent, MemoryInput(value=FACTS[0], channel=Channel.TOOL_RESULT), now=LATER)
    assert answer.why == "independent_source"


def test_an_echo_of_what_was_replaced_meanwhile_does_not_bring_it_back(caller: Caller, agent: Caller):
    old = write(caller, MemoryInput(value="预算10万"), now=NOW)
    assert search(agent, SearchInput(query="预算是多少"), now=NOW).results
    new = write(caller, MemoryInput(value="预算改成20万"), now=LATER)
    answer = write(agent, MemoryInput(value="预算10万", channel=Channel.TOOL_RESULT), now=LATER)
    assert (answer.outcome, answer.memory.id) == ("history", old.memory.id)
    found = search(caller, SearchInput(query="预算是多少"), now=LATER)
    assert [hit.memory.id for hit in found.results] == [new.memory.id]


def test_a_batch_recognises_echoes_too(caller: Caller, agent: Caller, shown):
    items = [{"value": fact, "channel": "agent_inference"} for fact in FACTS]
    items += [{"value": f"Server {number} stands in rack {number}", "channel": "tool_result"} for number in range(20)]
    answers = write_batch(agent, items, now=LATER)
    assert [one.why for one in answers[:2] if isinstance(one, WriteOut)] == ["recalled_text"] * 2
    assert stored(caller) == 22


def test_where_nobody_says_whose_words_they_are(caller: Caller, agent: Caller, shown):
    """Without a channel the very words may be a person's who confirms them; introduced, they are an echo."""
    introduced = write(
        agent, MemoryInput(value="According to my memory, the user prefers pytest for the billing service"), now=LATER
    )
    assert (introduced.outcome, introduced.why) == ("reinforced", "recalled_text")
    confirmed = write(agent, MemoryInput(value=FACTS[0]), now=LATER)
    assert (confirmed.outcome, confirmed.why) == ("reinforced", "independent_source")


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ("他说“我住在东京”", "我住在东京"),
        ("Bob said: the gate code is on the blue card", "the gate code is on the blue card"),
    ],
)
@pytest.mark.parametrize("channel", [None, Channel.TOOL_RESULT])
def test_what_was_quoted_is_not_said_yet(caller: Caller, shown: str, said: str, channel: Channel | None):
    write(caller, MemoryInput(value=shown), now=NOW)
    assert search(caller, SearchInput(query=said), now=NOW).results
    assert write(caller, MemoryInput(value=said, channel=channel), now=LATER).why != "recalled_text"
    assert stored(caller) == 2


def test_the_same_of_somebody_else_is_no_echo(caller: Caller):
    write(caller, MemoryInput(value="住在东京的海边", subject="q1"), now=NOW)
    assert search(caller, SearchInput(query="住在东京的海边"), now=NOW).results
    answer = write(caller, MemoryInput(value="住在东京的海边", subject="q2", channel=Channel.TOOL_RESULT), now=LATER)
    assert answer.outcome == "created"


def test_the_beginning_of_a_memory_may_be_somebodys_own_words(caller: Caller, agent: Caller, shown):
    answer = write(agent, MemoryInput(value="The user prefers pytest"), now=LATER)
    assert answer.why != "recalled_text"


def test_filing_it_under_a_subject_is_saying_it_again(caller: Caller, agent: Caller, shown):
    body = MemoryInput(value=FACTS[0], subject="ana", channel=Channel.AGENT_INFERENCE)
    assert write(agent, body, now=LATER).why == "recalled_text"
