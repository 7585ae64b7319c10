"""Who asks: one frozen value, made by a door after it has authenticated, passed by keyword everywhere."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from memories.errors import Refused
from memories.words import Channel, Scope


@dataclass(frozen=True, slots=True)
class Caller:
    """An authenticated party acting in one namespace.

    `actor` is opaque (`token:ab12cd34`, `user:7`, `review`), so that it may stand in an audit entry.
    `trust` (0 to 1) is a factor on the trust of each channel it claims.
    """

    actor: str
    namespace_id: int
    scopes: frozenset[Scope]
    channels: frozenset[Channel] = frozenset()
    writer_id: int | None = None
    trust: float = 1.0
    person: bool = False

    def may(self, scope: Scope) -> bool:
        return scope in self.scopes or Scope.ADMIN in self.scopes

    def require(self, scope: Scope) -> None:
        """Raise Refused, naming the missing scope, unless the caller has it."""
        if not self.may(scope):
            raise Refused(
                f"This needs the scope '{scope}', which your token does not have. "
                f"Ask an admin for a token made with --scopes {scope}.",
                missing=str(scope),
            )

    def require_channel(self, channel: Channel) -> None:
        """Raise Refused unless the caller may claim this channel."""
        if channel not in self.channels:
            allowed = ", ".join(sorted(self.channels)) or "none"
            raise Refused(
                f"Your token may not claim the channel '{channel}'; it may claim: {allowed}.",
                code="channel_not_allowed",
                field="channel",
                missing=str(channel),
            )


def system(namespace_id: int, *, actor: str = "review") -> Caller:
    """Hindsight itself, acting by rule: it may read and write, and has no channel to claim."""
    return Caller(actor=actor, namespace_id=namespace_id, scopes=frozenset({Scope.READ, Scope.WRITE}))


def scopes_of(words: Collection[str]) -> frozenset[Scope]:
    return frozenset(Scope(word) for word in words)


def channels_of(words: Collection[str]) -> frozenset[Channel]:
    return frozenset(Channel(word) for word in words)
