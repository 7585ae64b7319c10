"""What a person with the scope `review` does to one memory."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from memories import lifecycle, rolling_back
from memories.api.door import Door, answer
from memories.api.opening import opens
from memories.shapes.inputs import CriticalInput, NoInput, ReleaseInput, RollbackInput
from memories.shapes.outputs import MemoryOut
from memories.words import Scope

_CONFLICT = {409: "Its state does not allow this; `code` says why."}


class Rollback(Door):
    """A new version equal to an old one."""

    @opens(
        Scope.REVIEW,
        name="rollback_memory",
        summary="Take a memory back to an earlier version",
        takes=RollbackInput,
        gives={200: MemoryOut},
        refusals=_CONFLICT,
    )
    def post(self, _request: Request, id: UUID) -> Response:
        unit = rolling_back.rollback(self.caller, id, self.body(RollbackInput).version, now=self.now)
        return answer(self.memory(unit), version=unit.version)


class Critical(Door):
    """What no rule and no model may lower."""

    @opens(
        Scope.REVIEW,
        name="mark_memory_critical",
        summary="Mark a memory critical, or no longer",
        takes=CriticalInput,
        gives={200: MemoryOut},
    )
    def post(self, _request: Request, id: UUID) -> Response:
        critical = self.body(CriticalInput).critical
        unit = lifecycle.set_critical(self.caller, id, critical=critical, now=self.now)
        return answer(self.memory(unit), version=unit.version)


class Release(Door):
    """What waits, held or quarantined."""

    @opens(
        Scope.REVIEW,
        name="release_memory",
        summary="Release a held or quarantined memory, or reject it",
        takes=ReleaseInput,
        gives={200: MemoryOut},
        refusals=_CONFLICT,
    )
    def post(self, _request: Request, id: UUID) -> Response:
        reject = self.body(ReleaseInput).decision == "reject"
        unit = lifecycle.release(self.caller, id, reject=reject, now=self.now)
        return answer(self.memory(unit), version=unit.version)


class Restore(Door):
    """What lies in the trash or the archive."""

    @opens(
        Scope.REVIEW,
        name="restore_memory",
        summary="Back from the trash or the archive",
        takes=NoInput,
        gives={200: MemoryOut},
        refusals=_CONFLICT,
    )
    def post(self, _request: Request, id: UUID) -> Response:
        self.body(NoInput)
        unit = lifecycle.restore(self.caller, id, now=self.now)
        return answer(self.memory(unit), version=unit.version)
