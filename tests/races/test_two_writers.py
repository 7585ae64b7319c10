"""Two processes write at once, for real: equal statements become one unit, conflicting ones one current unit."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations

import pytest
from django.utils import timezone

from memories.gate.placing import place
from memories.models import Conflict, MemoryUnit, Namespace
from memories.namespaces import ensure_namespace
from memories.recalling.search import search
from memories.shapes.inputs import MemoryInput
from memories.shapes.searching import SearchInput
from memories.tokens import authenticate, create_token
from memories.walls import inside
from memories.words import Channel, Scope
from memories.writing import write

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True, databases=["default", "owner"])]


def a_token(namespace: Namespace) -> str:
    return create_token(namespace=namespace, scopes=list(Scope), channels=list(Channel))[1]


def race(*writers: list[str]) -> list[list[dict[str, str]]]:
    """Start a process for each list of (token, value…), let them go together, and return what each answered."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.races.writer", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for arguments in writers
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    answers = []
    for process in running:
        out, _ = process.communicate(timeout=120)
        assert process.returncode == 0
        answers.append([json.loads(line) for line in out.splitlines()])
    return answers


def test_equal_statements_written_at_once_are_one_unit():
    space = ensure_namespace("team")
    token, other = a_token(space), a_token(space)
    values = [f"Depot {number} opens at seven" for number in range(8)]
    answers = race([token, *values], [other, *values], [token, *reversed(values)])
    outcomes = [answer["outcome"] for answers_of_one in answers for answer in answers_of_one]
    with inside(space.pk):
        assert MemoryUnit.objects.count() == 8
        assert MemoryUnit.objects.filter(independent_evidence=2).count() == 8
    assert outcomes.count("created") == 8
    assert outcomes.count("reinforced") == 16


def test_conflicting_values_written_at_once_never_end_as_two_silent_truths():
    space = ensure_namespace("team")
    token, other = a_token(space), a_token(space)
    first = [f"The budget of project {name} is now {n}00 dollars" for name in ("Ash", "Elm") for n in (1, 2, 3)]
    second = [f"The budget of project {name} is now {n}50 dollars" for name in ("Ash", "Elm") for n in (4, 5, 6)]
    race([token, *first], [token, *second], [other, *first[::-1]])
    with inside(space.pk):
        for name in ("Ash", "Elm"):
            current = list(MemoryUnit.objects.filter(state="active", value__contains=name))
            assert current
            for one, two in combinations(current, 2):
                pair = {one.pk, two.pk}
                open_ones = Conflict.objects.filter(state__in=["pending", "coexisting"])
                assert any({row.a_id, row.b_id} == pair for row in open_ones), "two silent truths"
                assert one.contested
                assert two.contested
        versions = MemoryUnit.objects.filter(state="superseded")
        assert all(unit.version >= 2 for unit in versions)


def test_what_one_process_wrote_the_next_search_of_another_finds():
    space = ensure_namespace("team")
    token = a_token(space)
    here = authenticate(token, now=timezone.now())
    for number in range(3):
        value = f"Locker {number} holds the spare badge printer"
        [[answer]] = race([token, value])
        hits = search(here, SearchInput(query=value), now=timezone.now()).results
        assert str(hits[0].memory.id) == answer["id"]


def test_a_batch_that_breaks_in_the_middle_leaves_nothing(monkeypatch):
    from memories import writing
    from memories.gate import batching

    space = ensure_namespace("team")
    here = authenticate(a_token(space), now=timezone.now())
    seen: list[object] = []

    def breaks(draft, *args, **kwargs):
        seen.append(draft)
        if len(seen) == 3:
            raise RuntimeError("the power went")
        return place(draft, *args, **kwargs)

    monkeypatch.setattr(batching, "place", breaks)
    with pytest.raises(RuntimeError):
        writing.write_batch(here, [{"value": f"Shelf {n} is full"} for n in range(5)], now=timezone.now())
    with inside(space.pk):
        assert not MemoryUnit.objects.exists()
    monkeypatch.setattr(batching, "place", place)
    assert write(here, MemoryInput(value="Shelf 0 is full"), now=timezone.now()).outcome == "created"


def test_a_large_batch_that_breaks_while_it_is_saved_leaves_nothing(monkeypatch):
    from memories import writing
    from memories.gate import inserting

    space = ensure_namespace("team")
    here = authenticate(a_token(space), now=timezone.now())

    def breaks(*_args, **_kwargs):
        raise RuntimeError("the power went")

    monkeypatch.setattr(inserting, "remember_pairs", breaks)
    with pytest.raises(RuntimeError):
        writing.write_batch(here, [{"value": f"Shelf {n} is full"} for n in range(30)], now=timezone.now())
    with inside(space.pk):
        assert not MemoryUnit.objects.exists()
