"""Writes, edits and looks back on given days."""

from __future__ import annotations

from datetime import timedelta

from memories.editing import update
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput, MemoryPatch
from memories.shapes.searching import SearchInput
from memories.writing import write
from tests.people import NOW

DAY = timedelta(days=1)
TODAY = NOW + 30 * DAY


def at(day):
    return NOW + day * DAY


def say(caller, value, day=0, **fields):
    return write(caller, MemoryInput(value=value, **fields), now=at(day)).memory


def change(caller, memory, day, **fields):
    return update(caller, memory.id, MemoryPatch(**fields), now=at(day)).memory


def hits(caller, query, day, *, now=TODAY, **fields):
    body = SearchInput(query=query, as_of=None if day is None else at(day), **fields)
    return search(caller, body, now=now).results


def values(caller, query, day, **fields):
    return [hit.memory.value for hit in hits(caller, query, day, **fields)]
