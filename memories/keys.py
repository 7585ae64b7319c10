"""Keyed digests, and the proof at start that the encryption keys are the right ones."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from functools import lru_cache

from django.db import IntegrityError, transaction

from memories.errors import Unready
from memories.models import KeyedSecret

_CANARY = "hindsight"


def check_canary() -> None:
    """Make the canary and the digest key on first use; afterwards prove that they can be read.

    Raises:
        Unready: code `wrong_encryption_key`, when FIELD_ENCRYPTION_KEY is not the one that wrote them.
    """
    if _secret("canary", _CANARY) != _CANARY:
        raise Unready("The canary row does not read as it was written.", code="wrong_encryption_key")
    _secret("digest", secrets.token_hex(32))


def _secret(name: str, first: str) -> str:
    row = KeyedSecret.objects.filter(name=name).first()
    if row is None:
        try:
            with transaction.atomic():
                row = KeyedSecret.objects.create(name=name, secret=first)
        except IntegrityError:
            row = KeyedSecret.objects.get(name=name)
    return str(row.secret)


@lru_cache(maxsize=1)
def _digest_key() -> bytes:
    """Read once a process. It is itself encrypted, so rotating FIELD_ENCRYPTION_KEY changes no digest."""
    return bytes.fromhex(_secret("digest", secrets.token_hex(32)))


def keyed_digest(purpose: str, *parts: object) -> str:
    """HMAC-SHA256 in hex of the parts under the installation's own key; purposes never collide."""
    text = "\x1f".join([purpose, *(str(part) for part in parts)])
    return hmac.new(_digest_key(), text.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


def mark_key(namespace_id: int) -> bytes:
    """The key of the marks that stand for identifiers in one namespace: no two namespaces share a mark."""
    return hmac.new(_digest_key(), f"mark\x1f{namespace_id}".encode(), hashlib.sha256).digest()
