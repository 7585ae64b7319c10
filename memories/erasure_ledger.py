"""What was erased stays erased: checked in the transaction that inserts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from memories.errors import Refused
from memories.gate.privacy import masked_text, said_by
from memories.judging.language import CJK
from memories.keys import keyed_digest
from memories.models import ErasureMark, MemoryUnit
from memories.names import name_key

_PIECE = re.compile(rf"[{CJK}]|[^\W_{CJK}]+|_|[^\w\s]")
_LONGEST_NAME = 8
"""In pieces: words, single Chinese characters, marks. Longer names are found by subject and labels only."""


def mark_digest(by: str, name: str) -> str:
    """The keyed digest under which an erased subject or identifier is remembered."""
    return keyed_digest("erasure", by, name_key(name))


def erased_since(namespace_id: int, moment: datetime) -> bool:
    """Whether anything was erased in a namespace since then; almost always not."""
    return ErasureMark.objects.filter(namespace_id=namespace_id, erased_at__gte=moment).exists()


def refuse_erased(unit: MemoryUnit, *, received_at: datetime, labels: Iterable[str] = ()) -> None:
    """Refuse a statement that names what was erased after it was received, such as a batch or a job in flight.

    Almost always nothing was erased since, which is one look-up by index. If something was, every run of words of
    the statement is compared, since the ledger keeps digests and no names. `labels` are those of its source.

    Raises:
        Refused: code `erased`. What is written after an erasure is a new memory and is let in.
    """
    marks = dict(
        ErasureMark.objects.filter(namespace_id=unit.namespace_id, erased_at__gte=received_at).values_list(
            "digest", "by"
        )
    )
    if not marks:
        return
    said = list(labels)
    said += [masked_text(unit.namespace_id, label) for label in said]
    for name in {*_names(unit), *said, *_runs((said_by(unit), unit.query, unit.key, unit.subject, *said))}:
        if any(mark_digest(by, name) in marks for by in ("subject", "identifier")):
            raise Refused("This was asked to be forgotten after it was sent.", code="erased", field="value")


def _names(unit: MemoryUnit) -> Iterator[str]:
    yield from filter(None, [unit.subject, unit.key, *unit.entities, *unit.participants, *unit.tags])


def _runs(texts: Iterable[str]) -> Iterator[str]:
    """Every run of up to _LONGEST_NAME pieces of these texts, as it is spelt there."""
    for text in texts:
        plain = name_key(text)
        pieces = [match.span() for match in _PIECE.finditer(plain)]
        for first in range(len(pieces)):
            for last in range(first, min(first + _LONGEST_NAME, len(pieces))):
                yield plain[pieces[first][0] : pieces[last][1]]
