"""Bearer tokens: made once, shown once, kept as a digest."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import transaction
from django.utils import timezone

from memories import audit
from memories.callers import Caller, channels_of, scopes_of
from memories.errors import Invalid, NotFound, Unauthenticated, WrongState
from memories.models import Namespace, Token
from memories.words import Channel, Scope

_MARK = "hs_"
_AFTER_THE_PREFIX = 32
"""Random bytes of a new secret beside its prefix, as many as a first secret has in all."""
_LAST_USED_STEP = timedelta(minutes=1)


def _digest(secret: str) -> str:
    # A token has 256 random bits, so a plain fast hash cannot be searched; it needs no salt and no work factor.
    return hashlib.sha256(secret.encode()).hexdigest()


def _known(words: Collection[str], allowed: Collection[str], field: str) -> list[str]:
    unknown = sorted(set(words) - set(allowed))
    if unknown:
        raise Invalid(
            f"Unknown {field}: {', '.join(unknown)}. Known: {', '.join(allowed)}.",
            code=f"{field}_unknown",
            field=field,
        )
    return sorted(set(words))


@transaction.atomic
def create_token(
    *,
    namespace: Namespace,
    scopes: Collection[str],
    channels: Collection[str],
    label: str = "",
    expires_at: datetime | None = None,
    trust: float = 1.0,
    actor: str = "operator",
) -> tuple[Token, str]:
    """A new token of one namespace and its secret, which is not kept and cannot be shown again.

    Raises:
        Invalid: a scope or channel that does not exist, or no scope at all.
    """
    if not scopes:
        raise Invalid("A token needs at least one scope.", code="scopes_missing", field="scopes")
    secret = _MARK + secrets.token_urlsafe(32)
    token = Token.objects.create(
        label=label,
        prefix=secret[:11],
        digest=_digest(secret),
        scopes=_known(scopes, list(Scope), "scopes"),
        channels=_known(channels, list(Channel), "channels"),
        expires_at=expires_at,
        trust=trust,
    )
    token.namespaces.add(namespace)
    audit.record(
        namespace_id=namespace.pk,
        actor=actor,
        action="token_created",
        object_type="token",
        object_id=token.prefix,
        now=timezone.now(),
        scopes=token.scopes,
    )
    return token, secret


def revoke_token(token: Token, *, actor: str, now: datetime) -> None:
    """End a token at once; the next request with it gets 401."""
    with transaction.atomic():
        Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
        for namespace_id in token.namespaces.values_list("pk", flat=True):
            audit.record(
                namespace_id=namespace_id,
                actor=actor,
                action="token_revoked",
                object_type="token",
                object_id=token.prefix,
                now=now,
            )


def rotate_token(token: Token, *, actor: str, now: datetime) -> str:
    """A new secret for a token that stays what it is: its beginning is kept, by which what it wrote is known. The old
    secret is refused from the next request on.

    Raises:
        WrongState: it is revoked.
    """
    secret = token.prefix + secrets.token_urlsafe(_AFTER_THE_PREFIX)
    with transaction.atomic():
        if not Token.objects.filter(pk=token.pk, revoked_at=None).update(digest=_digest(secret)):
            raise WrongState("A revoked token stays revoked; make a new one.", code="revoked")
        for namespace_id in token.namespaces.values_list("pk", flat=True):
            audit.record(
                namespace_id=namespace_id,
                actor=actor,
                action="token_rotated",
                object_type="token",
                object_id=token.prefix,
                now=now,
            )
    return secret


def bearer_secret(header: str) -> str:
    """The secret of an Authorization header of the scheme Bearer; "" where there is none."""
    scheme, _, secret = header.partition(" ")
    return secret.strip() if scheme.lower() == "bearer" else ""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A token that holds, and the namespaces that it covers: id by name."""

    token: Token
    covered: Mapping[str, int]


def recognise(secret: str, *, now: datetime) -> Recognised:
    """The token behind a secret, with its namespaces: one query, each time, for revoking one ends it at once.

    Raises:
        Unauthenticated: unknown, expired or revoked; the three are not told apart.
    """
    token = (
        Token.objects.filter(digest=_digest(secret), revoked_at=None)
        .annotate(
            names=ArrayAgg("namespaces__name", order_by="namespaces__pk"),
            numbers=ArrayAgg("namespaces__pk", order_by="namespaces__pk"),
        )
        .first()
        if secret.startswith(_MARK)
        else None
    )
    if token is None or (token.expires_at is not None and token.expires_at <= now):
        raise Unauthenticated("This token is unknown, expired or revoked.", code="invalid_token")
    if token.last_used_at is None or now - token.last_used_at > _LAST_USED_STEP:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    # A token of no namespace has one row of the join, with nothing in it.
    covered = {name: number for name, number in zip(token.names, token.numbers, strict=True) if number is not None}
    return Recognised(token, covered)


def acting_in(known: Recognised, *, namespace: str = "") -> Caller:
    """The caller that a recognised token is, in the namespace named or in its only one.

    Raises:
        Invalid: the token covers several namespaces and none is named; the answer lists them.
        NotFound: the namespace named is not one of the token's, or does not exist.
    """
    token, covered = known.token, known.covered
    if namespace:
        if namespace not in covered:
            raise NotFound("There is no such namespace for this token.", field="namespace")
        namespace_id = covered[namespace]
    elif len(covered) == 1:
        namespace_id = next(iter(covered.values()))
    else:
        raise Invalid(
            "This token covers several namespaces: name one in the X-Hindsight-Namespace header "
            "(over MCP also in the argument namespace).",
            code="namespace_needed",
            field="namespace",
            namespaces=sorted(covered),
        )
    return caller_of(token, namespace_id, scopes=scopes_of(token.scopes))


def caller_of(token: Token, namespace_id: int, *, scopes: frozenset[Scope]) -> Caller:
    """The caller that a token is in a namespace of its own, with these of its scopes."""
    return Caller(
        actor=f"token:{token.prefix}",
        namespace_id=namespace_id,
        scopes=scopes,
        channels=channels_of(token.channels),
        writer_id=token.pk,
        trust=token.trust,
    )


def authenticate(secret: str, *, namespace: str = "", now: datetime) -> Caller:
    """The caller behind a bearer token, in the namespace it names or in its only one.

    Raises:
        Unauthenticated: as `recognise`.
        Invalid, NotFound: as `acting_in`.
    """
    return acting_in(recognise(secret, now=now), namespace=namespace)
