"""The Chinese of the console: whole, true to the sources, and compiled."""

from __future__ import annotations

import re

import polib

from tests.house.translations import catalogue, compiled, missing, texts

PLACES = re.compile(r"%\(\w+\)[sd]")


def test_every_text_has_its_chinese():
    """Where one is missing: `python -m tests.house.translations --write`, translate it in the .po, and write again."""
    assert [f"{one.place}: {one.text}" for one in missing(catalogue())] == []


def test_nothing_is_kept_that_no_page_says_any_more():
    said = {(one.text, one.plural) for one in texts()}
    assert [entry.msgid for entry in catalogue() if (entry.msgid, entry.msgid_plural) not in said] == []


def test_what_is_filled_in_is_filled_in_in_both():
    for entry in catalogue():
        for text in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            assert set(PLACES.findall(text)) == set(PLACES.findall(entry.msgid_plural or entry.msgid)), entry.msgid
        assert not entry.fuzzy


def test_it_is_compiled():
    """A fresh machine has no gettext: what is compiled is kept with the source, and may not fall behind it."""

    def said(entries: polib.POFile | polib.MOFile) -> dict[tuple[str, str], tuple[str, ...]]:
        return {
            (one.msgid, one.msgid_plural): tuple(one.msgstr_plural.values()) or (one.msgstr,)
            for one in entries
            if one.msgid
        }

    assert said(polib.mofile(str(compiled()))) == said(catalogue())
