"""Words that must be found as they are: Chinese ones of two characters, codes, names, with a typing error or two."""

from __future__ import annotations

import pytest

from memories.embedding import EmbedderDown
from memories.recalling import search as searching
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.writing import write
from tests.people import NOW

pytestmark = pytest.mark.django_db

KNOWN = {
    "codes": "Error ERR-4312 means that the licence server cannot be reached",
    "other code": "Error ERR-4313 means that the disk is full",
    "version": "Release v2.3.1 of the parser drops Python 3.8",
    "name": "Katarina Petrovic leads the warehouse in Graz",
    "kubernetes": "The Kubernetes cluster runs in eu-west",
    "tea": "李雷喜欢喝龙井茶",
    "badge": "门禁卡在前台领取",
    "mixed": "用户的 Docker 镜像放在 Harbor 仓库",
    "korean": "회의는 월요일에 열린다",
    "accents": "João keeps the spare badge in São Paulo",
    "emoji": "🍕 is ordered for the standup",
}


def down(_text):
    raise EmbedderDown("down")


@pytest.fixture
def known(caller):
    return {name: write(caller, MemoryInput(value=value), now=NOW).memory.id for name, value in KNOWN.items()}


@pytest.fixture(params=["with the embedder", "by words alone"])
def embedder(request, monkeypatch):
    if request.param == "by words alone":
        monkeypatch.setattr(searching, "embed_query", down)
    return request.param


def ask(caller, query):
    return [hit.memory.id for hit in search(caller, SearchInput(query=query), now=NOW).results]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("ERR-4312", "codes"),
        ("what does err-4312 mean?", "codes"),
        ("ERR-4313", "other code"),
        ("v2.3.1", "version"),
        ("Katarina", "name"),
        ("petrovic", "name"),
        ("龙井", "tea"),
        ("李雷", "tea"),
        ("门禁", "badge"),
        ("前台在哪里领门禁卡", "badge"),
        ("Harbor 镜像", "mixed"),
        ("docker镜像", "mixed"),
        ("월요일", "korean"),
        ("joao", "accents"),
        ("SAO PAULO", "accents"),
        ("ＥＲＲ－４３１２", "codes"),
        ("🍕 standup", "emoji"),
        ("用户的镜像", "mixed"),
        # A letter wrong, missing, too many, or two of them changed about.
        ("Katerina", "name"),
        ("Katrina", "name"),
        ("Katarinna", "name"),
        ("Kubernets", "kubernetes"),
        ("kubenretes", "kubernetes"),
        ("the Kuberntes cluster", "kubernetes"),
    ],
)
def test_it_comes_first(caller, known, embedder, query, name):
    assert ask(caller, query)[:1] == [known[name]]


@pytest.mark.parametrize(
    "query", ["ERR-4319", "v2.3.9", "Kat", "gras", "龙虾", "龙 井", "the of and", "?!", "🙂🙃", "是的吗"]
)
def test_what_only_looks_like_it_is_not_found_by_words(caller, known, monkeypatch, query):
    monkeypatch.setattr(searching, "embed_query", down)
    assert ask(caller, query) == []


@pytest.mark.parametrize(
    "query",
    [
        "who is my boss?",
        "how do I bake sourdough bread?",
        "谁赢了昨天的足球赛",
        "火星上有没有水",
        "qzxv wjkp vvtqh",
        "x" * 2000,
        "the of and",
        "what is it?",
        "是的吗",
        "什么",
        "?!",
        "🙂🙃",
        "%",
        "\\",
        "'; DELETE FROM memories_recall; --",
    ],
)
def test_an_unrelated_question_finds_nothing(caller, known, query):
    assert ask(caller, query) == []


def test_the_right_spelling_of_a_word_is_never_read_as_another(caller):
    signed = write(caller, MemoryInput(value="The contract with Meyer was signed"), now=NOW).memory.id
    write(caller, MemoryInput(value="The contrast of the screen was raised"), now=NOW)
    assert ask(caller, "contract")[0] == signed
    assert len(ask(caller, "contract")) == 1


def test_a_word_that_stands_is_not_read_as_its_neighbour_nor_a_code_as_another(caller, known, monkeypatch):
    """Katerina is somebody else as soon as a memory names her."""
    monkeypatch.setattr(searching, "embed_query", down)
    assert ask(caller, "Katerina") == [known["name"]]
    other = write(caller, MemoryInput(value="Katerina Novak runs the canteen"), now=NOW).memory.id
    assert ask(caller, "Katerina") == [other]
    assert ask(caller, "ERR-4312") == [known["codes"]]
    assert ask(caller, "ERR-4314") == []


def test_in_a_long_question_a_guess_alone_is_not_enough(caller, known, monkeypatch):
    monkeypatch.setattr(searching, "embed_query", down)
    assert ask(caller, "Katerina") == [known["name"]]
    assert ask(caller, "did Katerina repaint yellow kitchen chairs during spring holidays?") == []


def test_a_stranger_s_words_do_not_count(caller, outsider, known, monkeypatch):
    """What is a known word is asked of one's own namespace."""
    monkeypatch.setattr(searching, "embed_query", down)
    write(outsider, MemoryInput(value="Katerina Novak runs the canteen"), now=NOW)
    assert ask(caller, "Katerina") == [known["name"]]
    assert ask(caller, "canteen") == []


def test_one_common_word_says_too_little_of_what_is_unlike(caller, known):
    """Of four words one, and nothing else to do with it."""
    assert ask(caller, "Which release of the choir sells best on vinyl?") == []
    assert ask(caller, "the parser release")[0] == known["version"]
