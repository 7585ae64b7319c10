"""In whose name a flush writes: the token that appended the turn, with what it may still claim."""

from __future__ import annotations

from collections.abc import Iterable

from memories.callers import Caller, channels_of
from memories.models import Token, Turn
from memories.words import Scope


def writers_of(namespace_id: int, turns: Iterable[Turn]) -> dict[int, Caller]:
    """The callers behind these turns, by token."""
    return callers_of(namespace_id, (turn.writer_id for turn in turns))


def callers_of(namespace_id: int, writers: Iterable[int | None]) -> dict[int, Caller]:
    """The callers that these tokens are. One that was revoked since is not among them: nothing more is written in its
    name."""
    ids = {writer for writer in writers if writer is not None}
    return {
        token.pk: Caller(
            actor=f"token:{token.prefix}",
            namespace_id=namespace_id,
            scopes=frozenset({Scope.READ, Scope.WRITE}),
            channels=channels_of(token.channels),
            writer_id=token.pk,
            trust=token.trust,
        )
        for token in Token.objects.filter(pk__in=ids, revoked_at=None)
    }
