"""One unit as it stood at an earlier moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from memories.fields import EncryptedText
from memories.judging.language import language_of
from memories.models import MemoryUnit, Source
from memories.models.base import SNAPSHOT_FIELDS
from memories.names import name_key
from memories.recalling.gathering import Row
from memories.recalling.statement import COLUMNS

_LABELS = ("channel", "mcp_server", "session_id", "task_id")
_NEVER_SAVED = "as it stood, never to be saved"


@dataclass(frozen=True, slots=True)
class Past:
    """How one unit stood: what the version of then says, whose source it had, and what is worked out of both.

    `cosine` is None where the content of then has no vector, or the question has none, `cue` where nothing cued it
    then; `changed` since, `edited` if what it says may have changed too.
    """

    id: UUID
    namespace_id: int
    version: Mapping[str, Any]
    number: int
    content_version: int
    versioned_at: datetime
    changed: bool
    edited: bool
    lang: str
    sensitive: bool
    contested: bool
    confidence: float
    idle_since: datetime
    last_recalled_at: datetime | None
    last_verified_at: datetime | None
    source_id: UUID
    labels: Mapping[str, str]
    cosine: float | None
    cue: float | None

    def said(self) -> Any:
        """What it was found by: the columns of a unit, and its source."""
        columns = {name: value for name, value in self.version.items() if name != "original"}
        return SimpleNamespace(
            **columns | {name: getattr(self, name) for name in (*_WORKED_OUT, "id", "namespace_id", "source_id")},
            subject_key=name_key(self.version["subject"]),
            source=SimpleNamespace(**self.labels),
        )

    def row(self, said: Any, lexical: float, *, named: bool) -> Row:
        """What ranking looks at, of what it said."""
        columns = {name: getattr(said, name) for name in COLUMNS}
        return Row(**columns, cosine=self.cosine, cue=self.cue, lexical=lexical, named=named)

    def put_on(self, unit: MemoryUnit) -> MemoryUnit:
        """The unit with the fields of then; counts are kept of now alone. It can be shown, and not be saved."""
        for name in SNAPSHOT_FIELDS:
            setattr(unit, name, self.version[name])
        unit.original = EncryptedText().from_db_value(self.version["original"])
        for name in _WORKED_OUT:
            setattr(unit, name, getattr(self, name))
        unit.subject_key = name_key(unit.subject)
        unit.version, unit.content_version, unit.updated_at = self.number, self.content_version, self.versioned_at
        unit.source = Source(id=self.source_id, namespace_id=self.namespace_id, **self.labels)
        # No database has this name: save() and delete() fail, whoever calls them.
        unit._state.db = _NEVER_SAVED
        return unit


_WORKED_OUT = (
    "lang", "sensitive", "contested", "confidence", "idle_since", "last_recalled_at", "last_verified_at"
)  # fmt: skip


def past_of(row: Mapping[str, Any], moment: datetime) -> Past:
    """A unit at a moment, of a row of memories.recalling.then.changed_since."""
    verified = row["last_verified_at"] if _by(row["last_verified_at"], moment) else None
    recalled = row["last_recalled_at"] if _by(row["last_recalled_at"], moment) else None
    # The last event is at least as young as the version whose change it tells of.
    event = row["event_at"] is not None and row["event_at"] >= row["created_at"]
    return Past(
        id=row["unit_id"],
        namespace_id=row["namespace_id"],
        version={name: row[name] for name in SNAPSHOT_FIELDS},
        number=row["number"],
        content_version=row["content_version"],
        versioned_at=row["created_at"],
        changed=row["changed"],
        edited=row["edited"],
        lang=language_of(row["value"]) if row["edited"] else row["lang_now"],
        sensitive=row["sensitive"],
        contested=row["contested"],
        confidence=row["event_after"] if event else row["confidence"],
        idle_since=_idle_since(row, moment, verified, recalled),
        last_recalled_at=recalled,
        last_verified_at=verified,
        source_id=row["source_id"],
        labels={name: row[name] for name in _LABELS},
        cosine=row["cosine"],
        cue=row["cue"],
    )


def _by(time: datetime | None, moment: datetime) -> bool:
    return time is not None and time <= moment


def _idle_since(
    row: Mapping[str, Any], moment: datetime, verified: datetime | None, recalled: datetime | None
) -> datetime:
    """Since when the unit had been idle at that moment.

    Known if nobody has written, verified or recalled it since. Where it was recalled since, earlier recalls are not to
    be seen any more, and it is taken for in use: believed too firmly rather than forgotten.
    """
    idle: datetime = row["idle_since"]
    if idle <= moment:
        return idle
    if row["last_recalled_at"] is not None and row["last_recalled_at"] > moment:
        return moment
    known = (row["created_at"], row["event_at"], verified, recalled)
    return max(time for time in known if time is not None and time <= moment)
