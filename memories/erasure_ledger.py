"""What was erased stays erased: checked in the transaction that inserts."""

from __future__ import annotations

from datetime import datetime

from memories.errors import Refused
from memories.keys import keyed_digest
from memories.models import ErasureMark, MemoryUnit


def mark_digest(by: str, name: str) -> str:
    """The keyed digest under which an erased subject or identifier is remembered."""
    return keyed_digest("erasure", by, name.strip().casefold())


def refuse_erased(unit: MemoryUnit, *, received_at: datetime) -> None:
    """Refuse a statement about an erased subject that was received before the erasure, such as a job in flight.

    Raises:
        Refused: code `erased`. What is written after an erasure is a new memory and is let in.
    """
    names = {name for name in [unit.subject, *unit.entities, *unit.participants] if name}
    if not names:
        return
    digests = [mark_digest(by, name) for name in names for by in ("subject", "identifier")]
    if ErasureMark.objects.filter(
        namespace_id=unit.namespace_id, digest__in=digests, erased_at__gte=received_at
    ).exists():
        raise Refused("This was asked to be forgotten after it was sent.", code="erased", field="subject")
