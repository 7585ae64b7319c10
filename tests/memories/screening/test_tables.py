import pytest

from memories.screening import screen
from tests.memories.screening.corpus import blind_half, open_half, table

INJECTIONS = (
    "injections_en", "injections_zh", "injections_fresh", "injections_last", "hostile", "hostile_fresh", "hostile_last",
    "hostile_third",
)  # fmt: skip
FACTS = ("facts", "facts_fresh", "facts_last", "hostile_facts", "hostile_facts_last", "hostile_facts_third")


def seen_in_a_tool(text: str) -> bool:
    return screen(text, trusted_voice=False, directive=False) is not None


@pytest.mark.parametrize(("name", "size"), [("directives_en", 100), ("directives_zh", 100), ("injections_en", 41)])
def test_the_tables_are_whole(name: str, size: int):
    assert len(set(table(name))) == size


def test_no_sentence_is_both_poison_and_honest():
    poison = {text for name in INJECTIONS for text in table(name)}
    honest = {text for name in (*FACTS, "directives_en", "directives_zh") for text in table(name)}
    assert not poison & honest


@pytest.mark.parametrize("text", table("directives_en") + table("directives_zh"))
def test_what_users_wish_is_no_poison(text: str):
    assert screen(text, trusted_voice=True, directive=True) is None
    assert screen(text, trusted_voice=True, directive=False) is None


@pytest.mark.parametrize("text", [text for name in FACTS for text in table(name)])
def test_what_tools_report_is_no_poison(text: str):
    assert not seen_in_a_tool(text)


@pytest.mark.parametrize("text", open_half("injections_en") + open_half("injections_zh"))
def test_orders_from_a_tool_are_held(text: str):
    assert seen_in_a_tool(text)


@pytest.mark.parametrize("text", table("hostile"))
def test_orders_in_the_guise_of_a_policy_a_cue_or_a_permission_are_held(text: str):
    assert seen_in_a_tool(text)


@pytest.mark.parametrize("name", ["injections_en", "injections_zh"])
def test_so_are_most_that_no_rule_was_written_for(name: str):
    texts = blind_half(name)
    assert sum(map(seen_in_a_tool, texts)) >= 0.8 * len(texts)


@pytest.mark.parametrize("name", ["injections_fresh", "injections_last", "hostile_fresh", "hostile_last"])
def test_and_the_later_tables(name: str):
    texts = table(name)
    assert sum(map(seen_in_a_tool, texts)) >= 0.8 * len(texts)


def test_words_that_no_rule_was_ever_fitted_to():
    """The blind figure was 24 of 40; no rule may be written for these, or it is none any more."""
    texts = table("hostile_third")
    assert sum(map(seen_in_a_tool, texts)) >= 0.5 * len(texts)
