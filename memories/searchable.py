"""What a unit is found by: its embedding and its hashed terms, made from one place."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol
from uuid import UUID

import numpy as np
from django.db import connection

from memories.codes import named_in, terms_of_codes
from memories.cues import Cue
from memories.embedding.providers import Vectors
from memories.embedding.spaces import active_space_id
from memories.judging.language import terms
from memories.judging.topics import asked_terms
from memories.models import MemoryUnit, Vector
from memories.models.base import new_id
from memories.names import label_key
from memories.recalling.feedback.variants import variant_texts
from memories.words import State

_TERMS = """
    INSERT INTO memories_terms (unit_id, namespace_id, terms, current)
    SELECT d.unit_id, %s, d.terms::bigint[], d.current
    FROM unnest(%s::uuid[], %s::text[], %s::boolean[]) AS d (unit_id, terms, current)
    ON CONFLICT (unit_id) DO UPDATE SET terms = excluded.terms, current = excluded.current
"""
_VECTORS = """
    INSERT INTO memories_vector AS v (
        namespace_id, space_id, id, unit_id, content_version, embedding, cue, heard, current
    )
    SELECT %s, %s, d.id, d.unit_id, d.content_version, d.embedding::halfvec, d.cue::halfvec, d.heard::bigint[],
        d.current
    FROM unnest(%s::uuid[], %s::uuid[], %s::integer[], %s::text[], %s::text[], %s::text[], %s::boolean[])
        AS d (id, unit_id, content_version, embedding, cue, heard, current)
    ON CONFLICT (namespace_id, unit_id, content_version, space_id) DO UPDATE SET embedding = excluded.embedding,
        cue = coalesce(excluded.cue, CASE WHEN v.heard IS NOT NULL THEN v.cue END),
        heard = CASE WHEN excluded.cue IS NULL THEN v.heard ELSE excluded.heard END,
        current = excluded.current
"""
_HAND_ON = """
    UPDATE memories_vector n SET cue = o.cue, heard = o.heard
    FROM unnest(%s::uuid[], %s::uuid[]) AS d (from_id, to_id)
    JOIN memories_vector o ON o.namespace_id = %s AND o.unit_id = d.from_id AND o.current AND o.heard IS NOT NULL
    WHERE n.namespace_id = o.namespace_id AND n.unit_id = d.to_id AND n.space_id = o.space_id AND n.cue IS NULL
"""


def term_hash(namespace_id: int, kind: str, term: str) -> int:
    """A signed 64-bit hash of a term in a namespace; `kind` keeps words, tags, entities and keys apart."""
    text = f"{namespace_id}\x1f{kind}\x1f{term}"
    digest = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def word_hashes(namespace_id: int, text: str) -> dict[int, str]:
    """Hash of each different lexical term of a text, in order of first appearance; then those of its codes."""
    return {term_hash(namespace_id, "word", term): term for term in (*terms(text), *terms_of_codes(text))}


def asked_hashes(namespace_id: int, question: str) -> dict[int, str]:
    """Hash of each different term of a question that is worth looking for: its codes first."""
    named = named_in(question)
    words = (*(code.form for code in named.codes), *asked_terms(named.rest))
    return {term_hash(namespace_id, "word", term): term for term in words}


def facet_hashes(namespace_id: int, kind: str, names: Iterable[str]) -> list[int]:
    """Hash of each different name, whatever its spelling (memories.names); what is empty names nothing."""
    return list({term_hash(namespace_id, kind, label_key(name)): None for name in names if name})


def everything(namespace_id: int) -> int:
    """The term that every unit of a namespace holds: how often it stands is how large the namespace is."""
    return term_hash(namespace_id, "unit", "")


class Findable(Protocol):
    """What a unit is found by: a unit, or a row of the same columns that a migration reads."""

    namespace_id: int
    value: str
    query: str
    key: str
    kind: str
    subject: str
    subject_key: str
    attribute: str
    entities: list[str]
    participants: list[str]
    tags: list[str]
    action_type: str
    sensitive: bool

    @property
    def source(self) -> Labelled: ...


class Labelled(Protocol):
    """The labels of a source that a search filters by."""

    channel: str
    mcp_server: str
    session_id: str
    task_id: str


def hashes_of(unit: Findable, variants: Sequence[str] = ()) -> list[int]:
    """Every term and facet that a unit is found by; `variants` are questions that it was learned to answer."""
    space, source = unit.namespace_id, unit.source
    # A mark is no word to be found by.
    said = "" if unit.sensitive else unit.value
    names = [*unit.entities, *unit.participants]
    words = word_hashes(
        space, "\n".join((said, unit.query, unit.key, unit.subject, unit.attribute, *names, *unit.tags, *variants))
    )
    facets = [everything(space)]
    # "subject" has the empty name too: what is about nobody can be asked for.
    facets.append(term_hash(space, "subject", unit.subject_key))
    for kind, named in (
        ("entity", names),
        ("tag", unit.tags),
        ("key", [unit.key]),
        ("action", [unit.action_type]),
        ("attribute", [unit.attribute]),
        ("kind", [unit.kind]),
        ("channel", [source.channel]),
        ("mcp_server", [source.mcp_server]),
        ("session_id", [source.session_id]),
        ("task_id", [source.task_id]),
    ):
        facets += facet_hashes(space, kind, named)
    return sorted({*words, *facets})


def index_units(
    units: Sequence[MemoryUnit], vectors: Vectors | None, *, cues: Sequence[Cue | None] = (), fresh: bool = False
) -> None:
    """Insert or replace the search rows of saved units. `vectors` has one row a unit, or is None if the
    embedder is down, in which case the units carry `embedding_due` and are found by their words. `cues` is as
    `add_vectors` takes it. Units that are `fresh` have learned no question yet, and are not asked for any."""
    if not units:
        return
    learned = {} if fresh else variant_texts(units)
    with connection.cursor() as cursor:
        cursor.execute(
            _TERMS,
            [
                units[0].namespace_id,
                [unit.pk for unit in units],
                [list_literal(hashes_of(unit, learned.get(unit.pk, ()))) for unit in units],
                [unit.state == State.ACTIVE for unit in units],
            ],
        )
    if vectors is not None:
        add_vectors(units, vectors, cues)


def vectors_of(unit: MemoryUnit) -> tuple[Vectors, Cue | None] | None:
    """The vector of a unit's present content in the pinned space, shape (dimensions,), with its cue; None if it has
    none yet."""
    row = Vector.objects.filter(
        namespace_id=unit.namespace_id,
        unit_id=unit.pk,
        content_version=unit.content_version,
        space_id=active_space_id(),
    ).first()
    if row is None:
        return None
    heard = None if row.heard is None else tuple(row.heard)
    cue = None if row.cue is None else Cue(np.asarray(row.cue, dtype=np.float32), heard)
    return np.asarray(row.embedding, dtype=np.float32), cue


def vector_of(unit: MemoryUnit) -> Vectors | None:
    """The vector of a unit's present content, as `vectors_of` has it."""
    found = vectors_of(unit)
    return None if found is None else found[0]


def add_vectors(units: Sequence[MemoryUnit], vectors: Vectors, cues: Sequence[Cue | None] = ()) -> None:
    """Insert or replace the vectors of the units' present content; the vector of older content is no longer current.

    `cues` has one a unit, or is empty if none of them has any; one that was made of what a unit was said after stays
    where no other comes.
    """
    space = active_space_id()
    cues = cues or [None] * len(units)
    older = [unit.pk for unit in units if unit.version > 1]
    if older:
        Vector.objects.filter(namespace_id=units[0].namespace_id, unit_id__in=older, current=True).update(current=False)
    with connection.cursor() as cursor:
        cursor.execute(
            _VECTORS,
            [
                units[0].namespace_id,
                space,
                [new_id() for _ in units],
                [unit.pk for unit in units],
                [unit.content_version for unit in units],
                _literals(vectors),
                [None if cue is None else vector_literal(cue.vector) for cue in cues],
                [None if cue is None or cue.heard is None else list_literal(cue.heard) for cue in cues],
                [unit.state == State.ACTIVE for unit in units],
            ],
        )


def hand_on_heard(namespace_id: int, made: Mapping[UUID, UUID]) -> None:
    """Give what each first unit was said after to the second, a new one that says the same."""
    with connection.cursor() as cursor:
        cursor.execute(_HAND_ON, [list(made), list(made.values()), namespace_id])


def drop_cue(unit: MemoryUnit) -> None:
    """The unit asks otherwise than its cue says; the worker makes another one."""
    Vector.objects.filter(namespace_id=unit.namespace_id, unit_id=unit.pk, content_version=unit.content_version).update(
        cue=None, heard=None
    )


def list_literal(numbers: Iterable[int]) -> str:
    """Numbers as the database reads an array of them."""
    return "{" + ",".join(map(str, numbers)) + "}"


def vector_literal(vector: Vectors) -> str:
    """One vector, shape (dimensions,), as the database reads it."""
    return _literals(vector[None, :])[0]


def _literals(vectors: Vectors) -> list[str]:
    """Vectors as the database reads them; five digits tell any two half-precision numbers apart."""
    form = "[" + ",".join(["%.5g"] * vectors.shape[1]) + "]"
    return [form % tuple(row) for row in vectors.astype(np.float16).tolist()]
