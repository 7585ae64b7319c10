"""`cues` of `make bench`: what a second vector finds, of the question that a unit declares and of the turns before one.

Three sets of our own, through the real write, sessions and search, with nothing but the vectors changed between two
measurements: `units_with_queries.tsv` (units with key and query; a situation in other words than either, and a question
about the content), `short_talks.txt` (answers that say little without the question before them) and `unanswered.txt`
(nothing that any unit answers). Found: among the first five. False: a question comes back with anything else than its
own unit, which is what it would get if nobody had written that.

Every second row is the half that `memories.ranking.CUE_COUNTS_FROM` was chosen on, and figures are of the other half;
of the talks all are told, with which in sight `sessions.leaning.FEW` was chosen. "unfitted" is the first rule that was
tried: the nearer of value and cue, whatever it is.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

from benchmarks.table import Row
from memories import ranking
from memories.callers import Caller

HERE = Path(__file__).parent
LANGUAGES = {"en": "English", "zh": "Chinese"}
WAYS = ("value alone", "unfitted", "with cues")
TOP = 5
_ALL = 50


def units(language: str) -> list[dict[str, str]]:
    with (HERE / "units_with_queries.tsv").open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["lang"] == language]


def unanswered(language: str) -> list[str]:
    from memories.judging.language import language_of

    lines = (HERE / "unanswered.txt").read_text("utf-8").splitlines()
    return [line for line in lines if line and language_of(line) == language]


def talks(language: str) -> list[tuple[list[dict[str, str]], str, str]]:
    """(turns, question, what the answer holds) of each talk."""
    from memories.judging.language import language_of

    found = []
    for block in (HERE / "short_talks.txt").read_text("utf-8").strip().split("\n\n"):
        lines = [line.split(": ", 1) for line in block.splitlines()]
        told = dict(lines[-2:])
        turns = [{"role": role, "content": text} for role, text in lines[:-2]]
        if (language_of(told["ask"]) == "en") == (language == "en"):
            found.append((turns, told["ask"], told["find"]))
    return found


def _caller(name: str) -> Caller:
    from django.utils import timezone

    from memories.namespaces import ensure_namespace
    from memories.tokens import authenticate, create_token
    from memories.words import Channel, Scope

    _, secret = create_token(namespace=ensure_namespace(name), scopes=list(Scope), channels=list(Channel))
    return authenticate(secret, now=timezone.now())


def _ask(caller: Caller, question: str, most: int) -> list[tuple[UUID, str]]:
    from django.utils import timezone

    from memories.recalling.search import search
    from memories.shapes.searching import SearchInput

    body = SearchInput(query=question, top_k=most, include_low_confidence=True)
    return [(hit.memory.id, hit.memory.value) for hit in search(caller, body, now=timezone.now()).results]


def _drop_cues(caller: Caller) -> None:
    from memories.models import Vector
    from memories.walls import inside

    with inside(caller.namespace_id):
        Vector.objects.filter(namespace_id=caller.namespace_id).update(cue=None, heard=None)


@contextmanager
def _counting_from(least: float) -> Iterator[None]:
    fitted, ranking.CUE_COUNTS_FROM = ranking.CUE_COUNTS_FROM, least
    try:
        yield
    finally:
        ranking.CUE_COUNTS_FROM = fitted


def _each_way(caller: Caller) -> Iterator[str]:
    """The ways, with the store as each of them has it."""
    yield "with cues"
    with _counting_from(0.0):
        yield "unfitted"
    _drop_cues(caller)
    yield "value alone"


def _percent(good: list[bool]) -> float:
    return round(100 * sum(good) / len(good), 1)


def _of_units(language: str) -> dict[str, Any]:
    from django.utils import timezone

    from memories.shapes.outputs import WriteOut
    from memories.writing import write_batch

    caller, some = _caller(f"bench-cues-{language}"), units(language)
    written = write_batch(caller, [{name: row[name] for name in ("key", "query", "value")} for row in some],
                          now=timezone.now())  # fmt: skip
    ids = [result.memory.id for result in written if isinstance(result, WriteOut)]
    assert len(set(ids)) == len(some), "each is a unit of its own"
    figures: dict[str, Any] = {}
    for way in _each_way(caller):
        halves = []
        for half in (0, 1):
            situations = [
                (ids[number], [pk for pk, _ in _ask(caller, row["situation"], _ALL)])
                for number, row in enumerate(some)
                if number % 2 == half
            ]
            contents = [
                (ids[number], [pk for pk, _ in _ask(caller, row["content"], TOP)])
                for number, row in enumerate(some)
                if number % 2 == half
            ]
            halves.append(
                {
                    "situation": _percent([own in found[:TOP] for own, found in situations]),
                    "situation, first": _percent([found[:1] == [own] for own, found in situations]),
                    "content": _percent([own in found for own, found in contents]),
                    "false, same trade": _percent([bool(set(found) - {own}) for own, found in situations]),
                    "false, unanswered": _percent(
                        [bool(_ask(caller, text, TOP)) for text in unanswered(language)[half::2]]
                    ),
                }
            )
        figures[way] = {"chosen on": halves[0], "reported": halves[1]}
    return figures


def _of_talks(language: str) -> dict[str, Any]:
    from datetime import timedelta

    from django.utils import timezone

    from sessions.appending import append
    from sessions.ending import end
    from sessions.shapes import AppendInput, EndInput

    caller, some, now = _caller(f"bench-talks-{language}"), talks(language), timezone.now()
    for number, (turns, _, _) in enumerate(some):
        append(caller, f"talk-{number}", AppendInput.model_validate({"turns": turns}), now=now)
        end(caller, f"talk-{number}", EndInput(success=True), now=now + timedelta(minutes=1))
    figures: dict[str, Any] = {}
    for way in _each_way(caller):
        figures[way] = _percent(
            [any(holds in value for _, value in _ask(caller, question, TOP)) for _, question, holds in some]
        )
    return figures


def figures() -> dict[str, Any]:
    """Every figure, in percent; needs a migrated database."""
    return {language: {"units": _of_units(language), "talks": _of_talks(language)} for language in LANGUAGES}


def rows(found: dict[str, Any]) -> Iterator[Row]:
    for language, name in LANGUAGES.items():
        of_units, of_talks = found[language]["units"], found[language]["talks"]
        for what in of_units["with cues"]["reported"]:
            told = ", ".join(f"{way} {of_units[way]['reported'][what]:.0f}" for way in WAYS)
            yield Row(f"cues, {name}, {what}, %", told)
        yield Row(f"cues, {name}, short answers in talks, %", ", ".join(f"{way} {of_talks[way]:.0f}" for way in WAYS))
