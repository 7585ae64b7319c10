"""What every shape of an input refuses, whichever it is: new shapes and fields are looked at by themselves."""

from __future__ import annotations

import typing
import unicodedata
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import ValidationError

import mcp_gateway.arguments
import review.shapes
import sessions.recordings
import sessions.shapes
from memories.errors import Invalid
from memories.names import name_key
from memories.shapes.inputs import Input, MemoryInput, MemoryPatch
from memories.shapes.queries import MemoryQuery
from memories.shapes.reading import read
from memories.shapes.searching import SearchInput
from sessions.shapes import AppendInput

LIGATURE = "\ufdfa"  # eighteen characters when it is written out


def _shapes(of: type[Input] = Input) -> Iterator[type[Input]]:
    for shape in of.__subclasses__():
        yield shape
        yield from _shapes(shape)


def _parts(annotation: Any) -> Iterator[Any]:
    yield annotation
    for part in typing.get_args(annotation):
        yield from _parts(part)


SHAPES = sorted(set(_shapes()), key=lambda shape: f"{shape.__module__}.{shape.__qualname__}")
NUMBERS = [
    (shape, name)
    for shape in SHAPES
    for name, field in shape.model_fields.items()
    if {int, float} & set(_parts(field.annotation))
]
FILTERS = ["key", "subject", "tags", "entity_filter", "mcp_server", "session_id", "include_session", "task_id"]
HINTS = ["entities", "action_type", "attribute"]


def refusal(shape: type[Input], body: dict[str, Any]) -> Invalid:
    with pytest.raises(Invalid) as caught:
        read(shape, body)
    return caught.value


def test_there_are_shapes_and_numbers_to_look_at():
    assert {SearchInput, mcp_gateway.arguments.SearchArguments, review.shapes.ReviewInput} <= set(SHAPES)
    assert sessions.recordings.TrajectoryInput in SHAPES
    assert len(NUMBERS) > 20


@pytest.mark.parametrize(("shape", "name"), NUMBERS, ids=lambda part: getattr(part, "__name__", part))
@pytest.mark.parametrize("truth", [True, False])
def test_true_and_false_are_no_numbers(shape: type[Input], name: str, truth: bool):
    holders: list[Any] = [truth, {"text": truth}, {"a": truth}]
    alias = "page_size" if name == "page_size" else name
    for value in holders:
        with pytest.raises(ValidationError) as caught:
            shape.model_validate({alias: value})
        assert name in {str(error["loc"][0]) for error in caught.value.errors() if error["loc"]}, value


@pytest.mark.parametrize("name", FILTERS + HINTS)
@pytest.mark.parametrize("blank", ["", " ", "\t\n", "\u3000", "\u200b", "\ufeff \u0301"])
def test_a_filter_that_is_given_and_blank_is_refused(name: str, blank: str):
    listed = SearchInput.model_fields[name].annotation is not str
    error = refusal(SearchInput, {"query": "x", name: [blank] if listed else blank})
    assert (error.code, str(error.field).split(".")[0]) == (f"{name}_empty", name)
    assert "leave it out" in str(error)


@pytest.mark.parametrize("name", ["subject", "key", "session_id", "tag"])
def test_a_list_of_memories_refuses_a_blank_filter(name: str):
    error = refusal(MemoryQuery, {name: [" "] if name == "tag" else " "})
    assert error.code == f"{name}_empty"


def test_a_session_of_nobody_is_not_one_of_a_blank_name():
    """Whose it is decides whose memories its context shows."""
    assert refusal(AppendInput, {"role": "user", "content": "x", "subject": " "}).code == "subject_empty"
    assert read(AppendInput, {"role": "user", "content": "x", "subject": None}).subject == ""


def test_one_blank_among_others_is_refused_too():
    assert refusal(SearchInput, {"query": "x", "tags": ["a", " "]}).field == "tags.1"


@pytest.mark.parametrize("name", list(SearchInput.model_fields))
def test_null_is_the_same_as_left_out(name: str):
    body = {"query": "x", name: None}
    if name == "query":
        assert refusal(SearchInput, body).code == "query_missing"
    else:
        assert read(SearchInput, body) == read(SearchInput, {"query": "x"})


@pytest.mark.parametrize("name", ["tags", "entity_filter", "entities"])
def test_an_empty_list_is_the_same_as_left_out(name: str):
    assert read(SearchInput, {"query": "x", name: []}) == read(SearchInput, {"query": "x"})


def test_null_in_a_write_is_left_out_and_in_a_patch_it_clears():
    left_out = read(MemoryInput, {"value": "x", "tags": None, "subject": None, "critical": None})
    assert (left_out.tags, left_out.subject, left_out.critical) == ([], "", False)
    assert read(MemoryPatch, {"expires_at": None}).model_fields_set == {"expires_at"}


def test_null_does_not_hide_a_misspelt_field():
    assert refusal(SearchInput, {"query": "x", "subjekt": None}).code == "unknown_field"


@pytest.mark.parametrize(
    ("shape", "body", "name"),
    [
        (MemoryInput, {"value": "x", "subject": LIGATURE * 200}, "subject"),
        (MemoryInput, {"value": "x", "subject": LIGATURE * 12}, "subject"),
        (MemoryInput, {"value": "x", "key": LIGATURE * 200}, "key"),
        (MemoryInput, {"value": "x", "entities": [LIGATURE * 200]}, "entities"),
        (MemoryInput, {"value": "x", "participants": ["ok", LIGATURE * 200]}, "participants"),
        (MemoryInput, {"value": "x", "tags": [LIGATURE * 200]}, "tags"),
        (MemoryInput, {"value": "x", "mcp_server": LIGATURE * 200}, "mcp_server"),
        (MemoryInput, {"value": "x", "attribute": "\u0390" * 100}, "attribute"),  # three characters in lower case
        (MemoryPatch, {"subject": LIGATURE * 200}, "subject"),
        (SearchInput, {"query": "x", "subject": LIGATURE * 200}, "subject"),
        (AppendInput, {"role": "user", "content": "x", "subject": LIGATURE * 200}, "subject"),
    ],
)
def test_lengths_are_measured_as_names_are_compared(shape: type[Input], body: dict[str, Any], name: str):
    assert refusal(shape, body).code == f"{name}_too_long"


def test_a_name_that_is_long_enough_by_itself_is_taken():
    assert len(read(MemoryInput, {"value": "x", "subject": LIGATURE * 11}).subject) == 11
    assert len(read(MemoryInput, {"value": "x", "subject": "a" * 200}).subject) == 200


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("O'Connor", "O\u2019Connor"),
        ("Zo\u00eb", unicodedata.normalize("NFD", "Zo\u00eb")),
        ("ANNA  kowalska", " Anna Kowalska"),
        ("\uff21\uff22\uff23", "abc"),
        ("\u5c0f\u660e", "\u5c0f\u660e\u3000"),
    ],
)
def test_spellings_of_a_name_are_one_name(one: str, other: str):
    assert name_key(one) == name_key(other)
    body = read(MemoryInput, {"value": "x", "entities": [one, other], "tags": [other, one], "subject": other})
    assert (len(body.entities), len(body.tags)) == (1, 1)
    assert unicodedata.is_normalized("NFC", body.subject)
