"""Rows of a table whose text says a name: the database sifts, and Python decides.

An erasure may miss nothing, so the sieve lets through too much rather than too little. The database may know the cases
of ASCII letters alone, and no typographic apostrophe: it is asked for the longest piece of the name without either.
"""

from __future__ import annotations

import re
from uuid import UUID

from django.db import connection

from memories.identity import word_pattern
from memories.judging.language import CJK, folded
from memories.names import label_key, name_key

_SURE = re.compile(f"[a-z0-9]+|[{CJK}]+")
_LABELS = "array_to_string(entities || participants || tags, E'\\x1f')"


def sieve_of(name: str) -> str:
    """What stands in every spelling of the name, in lower case; "" if nothing does."""
    return max(_SURE.findall(name_key(name).replace("ss", " ")), key=len, default="")  # it may be written with a "ß"


def saying(namespace_id: int, table: str, column: str, name: str, *, key: str = "id") -> set[UUID]:
    """Ids of rows whose text says the name as a word; a plain scan of the namespace. Table and columns are fixed words
    of the caller."""
    pattern = word_pattern(name)
    return {row for row, text in _sifted(namespace_id, table, column, name, key) if pattern.search(folded(text))}


def labelled(namespace_id: int, table: str, name: str, *, key: str) -> set[UUID]:
    """Ids of units or of their versions that have the name, in any spelling, as subject, key, entity, participant or
    tag."""
    wanted = label_key(name)
    found = _sifted(namespace_id, table, f"concat_ws(E'\\x1f', subject, key, {_LABELS})", name, key)
    return {row for row, labels in found if wanted in map(label_key, labels.split("\x1f"))}


def _sifted(namespace_id: int, table: str, said: str, name: str, key: str) -> list[tuple[UUID, str]]:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {key}, {said} FROM {table} "  # noqa: S608 (fixed words of this package)
            f"WHERE namespace_id = %s AND position(%s in lower(normalize({said}, NFKC))) > 0",
            [namespace_id, sieve_of(name)],
        )
        return [(row, text) for row, text in cursor.fetchall()]
