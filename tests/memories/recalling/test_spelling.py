"""Words that were meant by words that nobody wrote: typing errors, their endings, and what must be left alone."""

from __future__ import annotations

import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memories.judging.language import stem, terms
from memories.judging.topics import asked_terms
from memories.recalling.spelling import SHORTEST, spellings, written_words


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        # names
        ("Katerina", "Katarina"),
        ("Katarina", "Katerina"),
        ("Kubernets", "Kubernetes"),
        ("Kuberntes", "Kubernetes"),
        ("kubrenetes", "Kubernetes"),
        ("Shangahi", "Shanghai"),
        ("Müler-", "Müler"),
        ("postgress", "postgres"),
        ("Grafanna", "Grafana"),
        ("Elasticsaerch", "Elasticsearch"),
        ("Zoltán", "Zoltan"),
        ("Björnson", "Bjornsson"),
        # an error in what the stem keeps
        ("databsae", "database"),
        ("restarant", "restaurant"),
        ("adress", "address"),
        ("recieve", "receive"),
        ("calender", "calendar"),
        ("bording", "boarding"),
        # an error in the ending that it drops
        ("deploymnet", "deployment"),
        ("deploymnets", "deployment"),
        ("configuraiton", "configuration"),
        ("schedulign", "scheduled"),
        ("processsing", "processes"),
        ("migratoin", "migration"),
    ],
)
def test_a_typing_error_finds_what_was_meant(written: str, meant: str):
    word = written.strip("-")
    assert set(terms(meant)) <= {*spellings(word), *terms(word)}


@pytest.mark.parametrize(
    "word",
    [
        "tea",
        "redis",
        "pytset",
        "2024-01",
        "ERR-4312",
        "v2release",
        "prod2024",
        "上海",
        "数据库连接池",
        "東京タワー",
        "Москвва",
        "",
    ],
)
def test_short_words_codes_and_other_scripts_have_none(word: str):
    assert len(word) < SHORTEST or word == "pytset" or spellings(word) == []


def test_the_shortest_word_that_has_some():
    assert spellings("redsi") == []
    assert "pytest" in spellings("pytset")


@pytest.mark.parametrize(
    ("written", "other"),
    [
        ("postgre", "postgresql"),
        ("adrse", "address"),
        ("kubrntes", "kubernetes"),
        ("Caterina", "Katerina"),
        ("server", "fever"),
    ],
)
def test_two_errors_or_another_first_letter_are_too_much(written: str, other: str):
    assert stem(other) not in spellings(written)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("contract", "contrast"),
        ("policy", "police"),
        ("marital", "martial"),
        ("casual", "causal"),
        ("Marina", "Marine"),
    ],
)
def test_different_words_are_near_too_so_a_spelling_is_only_a_guess(one: str, other: str):
    """Why the caller asks for spellings of a word that no unit holds, and for no other."""
    assert {*terms(other)} <= set(spellings(one)) | set(terms(one))


def test_terms_have_the_form_that_is_hashed():
    assert "deploy" in spellings("Deploymnet")
    assert "deploymnet" not in spellings("Deploymnet")
    assert spellings("Deploymnet") == spellings("ＤＥＰＬＯＹＭＮＥＴ") == spellings("déploymnet")


def test_it_is_few_enough_to_look_for_at_once():
    assert all(len(spellings(word)) < 1600 for word in ("kuberntes", "internationalizaton", "x" * 30))
    assert spellings("x" * 31) == []


def test_words_are_found_in_a_question_by_the_term_they_are_looked_for_by():
    question = "Where do the Kubernets deploymnets run? 我的Kuberntes集群 v2release ERR-4312 Zoltán"
    words = written_words(question)
    assert words == {
        "kubernet": "kubernets",
        "deploymnet": "deploymnets",
        "kubernt": "kuberntes",
        "zoltan": "zoltan",
    }
    assert set(words) <= set(asked_terms(question))


# Long words of everyday use in the trade and at home; none was chosen for how it fares.
VOCABULARY = """
account address airport allergy apartment approval authentication balance birthday breakfast budget calendar camera
cancellation certificate children coffee colleague company computer conference configuration connection contract
customer dashboard database deadline delivery department deployment dinner director discount doctor document employee
engineer environment evening factory failure favourite flight football framework garden holiday hospital incident
insurance interview invoice kitchen language library license lunchtime machine management marathon medicine meeting
migration monitoring mountain network notebook notification office passport password payment performance permission
pharmacy picture platform preference president printer procedure production project promotion railway reminder
repository reservation restaurant retention salary schedule security server service shipping software station storage
strategy student subscription supplier telephone temperature terminal theatre ticket training transfer vacation
vegetarian vehicle version wedding weekend workshop
""".split()  # fmt: skip


def mistyped(word: str, chance: random.Random) -> str:
    place = chance.randrange(1, len(word) - 1)
    letter = chance.choice(string.ascii_lowercase)
    return chance.choice(
        [
            word[:place] + word[place + 1 :],
            word[:place] + word[place + 1] + word[place] + word[place + 2 :],
            word[:place] + letter + word[place + 1 :],
            word[:place] + letter + word[place:],
        ]
    )


def test_most_random_errors_are_mended():
    chance = random.Random(11)
    tries = [(word, mistyped(word, chance)) for word in VOCABULARY for _ in range(5)]
    tries = [(word, wrong) for word, wrong in tries if stem(wrong) != stem(word) and len(wrong) >= SHORTEST]
    found = sum(stem(word) in spellings(wrong) for word, wrong in tries)
    assert len(tries) > 400
    assert found / len(tries) >= 0.85


@given(st.text(max_size=40))
def test_any_text_gives_different_terms_with_its_first_letter(word: str):
    found = spellings(word)
    assert len(found) == len(set(found))
    assert found == spellings(word)
    if found:
        first = terms(word)[0][0]
        assert all(term[0] == first for term in found)
