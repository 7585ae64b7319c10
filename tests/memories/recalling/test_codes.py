"""What is named by its code is found by that, however it is written, and by no other code."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from memories.codes import kinds_in, named_in, terms_of_codes
from memories.embedding import EmbedderDown
from memories.judging.language import terms
from memories.models import Terms
from memories.recalling import search as searching
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.walls import inside
from memories.writing import write
from tests.people import NOW

SPELLINGS = ("ERR-4312", "ERR 4312", "err4312", "ERR_4312", "err-4312", "ERR:4312", "ERR#4312", "ＥＲＲ－４３１２")
KNOWN = {
    "licence": "Error ERR-4312 means that the licence server cannot be reached",
    "disk": "Error ERR-4313 means that the disk is full",
    "fan": "Error err4414 is shown when the fan of the rack stands still",
    "order": "Order 88213 was delivered to the depot in Lyon",
    "other order": "Order 88214 was delivered to the depot in Nancy",
    "parser": "Release v2.3.1 of the parser drops Python 3.8",
    "scanner": "Release 2.4.0 of the scanner reads empty files",
    "工单": "工单 TKT-7781 已经转给网络组处理",
    "另一工单": "工单 TKT-7782 已经转给存储组处理",
    "budget": "The budget of the harvest fair is 120000 crowns",
    "street": "The archive stands in the Lange Straße behind the mill",
}


@pytest.mark.parametrize("written", SPELLINGS)
@pytest.mark.parametrize("asked", SPELLINGS)
def test_every_spelling_meets_every_other(written, asked):
    [code] = named_in(f"what does {asked} mean?").telling
    assert code.form in {*terms(f"It says {written} there"), *terms_of_codes(f"It says {written} there")}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("v2.3.1 or 2.3.1", ["2.3.1", "2.3.1"]),
        ("2024-01-15 at 14:30, 100k, 3pm, 21st, 3.5 stars", []),
        ("what happened in 2024?", []),
        ("at 14:30:22 or 9:15", []),
        ("the 12,500 crowns", ["12500"]),
        ("20-30 minutes to 555-1234", ["5551234"]),
        ("订单 88213 到哪里了", ["88213"]),
        ("TKT-7781是谁处理的", ["tkt7781"]),
        ("https://host.example/t/ERR-4312?x=1", ["err4312"]),
        ("robin2024@mail.example", []),
        ("whose is [PHONE#abcdef]?", ["phone#abcdef"]),
        ("who has [ID_CARD#41c2aa]?", ["id_card#41c2aa"]),
    ],
)
def test_what_is_a_code(text, codes):
    assert [code.form for code in named_in(text).telling] == codes


def test_of_which_kinds_a_text_has_codes():
    assert kinds_in("ERR-4312 in v2.3.1, order 88213") == {"code", "version", "number"}
    assert kinds_in("In 2024 Ana ran 21 km") == set()


@pytest.fixture
def known(caller):
    return {name: write(caller, MemoryInput(value=value), now=NOW).memory.id for name, value in KNOWN.items()}


@pytest.fixture(params=["with the embedder", "by words alone"])
def embedder(request, monkeypatch):
    def down(_text):
        raise EmbedderDown("down")

    if request.param == "by words alone":
        monkeypatch.setattr(searching, "embed_query", down)


def ask(caller, known, query):
    names = {pk: name for name, pk in known.items()}
    return [names[hit.memory.id] for hit in search(caller, SearchInput(query=query), now=NOW).results]


ASKED = [
    *((spelling, "licence") for spelling in SPELLINGS),
    ("err 4312", "licence"),
    ("4312", "licence"),
    ("what does ERR 4313 mean?", "disk"),
    ("ERR-4414", "fan"),
    ("ERR-4313是什么意思？", "disk"),
    ("2.3.1", "parser"),
    ("v2.3.1", "parser"),
    ("version 2.4.0", "scanner"),
    ("v2.4.0", "scanner"),
    ("order 88214", "other order"),
    ("88213", "order"),
    ("tkt7782", "另一工单"),
    ("工单7781的状态", "工单"),
    ("TKT 7781 是谁处理的？", "工单"),
]


@pytest.mark.django_db
def test_a_code_alone_finds_what_holds_it_and_nothing_else(caller, known, embedder):
    for query, name in ASKED:
        assert ask(caller, known, query) == [name], query


@pytest.mark.django_db
def test_an_unknown_code_finds_nothing(caller, known, embedder):
    for query in (
        "ERR-9999",
        "what does err 9999 mean?",
        "ERR-9999是什么错误？",
        "9999",
        "v9.9.1",
        "order 99999",
        "订单 99999",
        "fix ERR-9999",
        "TKT-9999 的状态",
    ):
        assert ask(caller, known, query) == [], query


@pytest.mark.django_db
def test_another_code_never_stands_above_the_one_that_is_asked_for(caller, known):
    for query, name in (
        ("why is the disk full and the licence server gone, as ERR-4312 says?", "licence"),
        ("what did the release of the scanner change in the parser, v2.3.1 I mean?", "parser"),
        ("which depot in Nancy got order 88213 delivered?", "order"),
        ("存储组处理的 TKT-7781 工单进展怎么样", "工单"),
    ):
        assert ask(caller, known, query)[0] == name, query


@pytest.mark.django_db
def test_a_number_is_not_the_point_of_every_question(caller, known):
    assert ask(caller, known, "is the budget of the harvest fair 110000 crowns?")[0] == "budget"


@pytest.mark.django_db
def test_a_code_at_the_end_of_a_pasted_log_is_found(caller, known, embedder):
    noise = " ".join(f"worker {word} restarted quietly after pulse {word}ing" for word in _WORDS)
    for log in (f"{noise} ERR-4312", f"ERR_4312 {noise}", f"{noise[:900]} err4312 {noise[:900]}"):
        assert ask(caller, known, log)[:1] == ["licence"], log


@pytest.mark.django_db
def test_the_rare_word_of_a_long_question_is_looked_for_wherever_it_stands(caller, known, monkeypatch):
    def down(_text):
        raise EmbedderDown("down")

    monkeypatch.setattr(searching, "embed_query", down)
    for number in range(30):
        write(caller, MemoryInput(value=f"The {_WORDS[number]} stands {_WORDS[number + 1]} the door"), now=NOW)
    text = " ".join(_WORDS[:30]) + " and the harvest fair budget crowns"
    found = search(caller, SearchInput(query=text, top_k=50), now=NOW).results
    assert known["budget"] in [hit.memory.id for hit in found]


@pytest.mark.django_db
def test_case_and_accents_fold(caller, known, embedder):
    for query in ("LANGE STRASSE", "lange straße", "Lange Strasse"):
        assert ask(caller, known, query)[0] == "street"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Straße", "STRASSE"),
        ("ΟΔΥΣΣΕΥΣ", "οδυσσευς"),
        ("İstanbul", "istanbul"),
        ("Nguyễn", "NGUYEN"),
        ("ﬁnale", "FINALE"),
    ],
)
def test_spellings_of_one_word_have_one_term(one, other):
    assert terms(one) == terms(other)
    assert len(terms(one)) == 1


@pytest.mark.django_db
def test_what_was_indexed_before_is_found_once_it_is_migrated(caller, known):
    """As an index of before held them: without the terms of codes, and of words as they were folded then."""
    migration = import_module("memories.migrations.0011_codes_and_casefolded_words")
    with inside(caller.namespace_id):
        rows = {row.pk: row for row in Terms.objects.filter(pk__in=known.values())}
        whole = {name: rows[known[name]].terms for name in ("licence", "street", "fan")}
        for pk in (known["licence"], known["street"]):
            rows[pk].terms = rows[pk].terms[::2]
            rows[pk].save()
        migration.terms_of_what_stands(apps, SimpleNamespace(connection=connection))
        for name, terms_of_now in whole.items():
            assert Terms.objects.get(pk=known[name]).terms == terms_of_now


_WORDS = (
    "abbey acorn alder amber anvil apron arrow aspen badge baker banjo barge basil beech berry birch bison blade "
    "bloom boat bonnet brick bridge brook broom brush bucket butter cabin camel candle canoe carrot cedar chalk"
).split()
