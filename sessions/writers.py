"""In whose name a session writes: the token that appended the turn, with what it may still claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from memories.callers import Caller
from memories.models import Token
from memories.preparing import Prepared, prepare
from memories.shapes.inputs import MemoryInput
from memories.tokens import caller_of
from memories.words import Scope

Said = TypeVar("Said")


def prepared_by_writer(
    said: Sequence[Said],
    callers: Mapping[int, Caller],
    *,
    writer: Callable[[Said], int | None],
    body: Callable[[Said], MemoryInput],
    now: datetime,
    heard: Callable[[Said], str] = lambda _: "",
) -> tuple[list[tuple[list[Said], Prepared]], list[Said]]:
    """(what each writer said, prepared in its name; what nothing is written of, since its token was revoked); outside a
    transaction, as memories.preparing.prepare, which `heard` is for."""
    groups: dict[int, list[Said]] = defaultdict(list)
    left: list[Said] = []
    for one in said:
        name = writer(one)
        if name is not None and name in callers:
            groups[name].append(one)
        else:
            left.append(one)
    return [
        (group, prepare(callers[name], [body(one) for one in group], now=now, heard=[heard(one) for one in group]))
        for name, group in groups.items()
    ], left


def callers_of(namespace_id: int, writers: Iterable[int | None]) -> dict[int, Caller]:
    """The callers that these tokens are. One that was revoked since is not among them: nothing more is written in its
    name."""
    ids = {writer for writer in writers if writer is not None}
    return {
        token.pk: caller_of(token, namespace_id, scopes=frozenset({Scope.READ, Scope.WRITE}))
        for token in Token.objects.filter(pk__in=ids, revoked_at=None)
    }
