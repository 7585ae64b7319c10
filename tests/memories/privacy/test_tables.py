from collections import Counter

import pytest

from memories.privacy import Kind, find
from tests.memories.privacy.corpus import Case, cases

LANGUAGES = ("en", "zh")


@pytest.mark.parametrize(
    "case", [case for language in LANGUAGES for case in cases(language)], ids=lambda case: case.text
)
def test_finds_what_is_there_and_nothing_else(case: Case):
    assert tuple((finding.kind, finding.text) for finding in find(case.text)) == case.expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_wide_enough(language: str):
    table = list(cases(language))
    assert len({case.text for case in table}) == len(table)
    assert sum(bool(case.expected) for case in table) >= 80
    assert sum(not case.expected for case in table) >= 65
    kinds = Counter(kind for case in table for kind, _ in case.expected)
    assert set(kinds) == set(Kind)
