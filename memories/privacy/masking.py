"""Keyed marks in the place of identifiers: two numbers stay two, one number in two spellings stays one."""

import hashlib
import hmac
from collections.abc import Iterable
from typing import Final

from memories.privacy.cards import check_digit
from memories.privacy.emails import email_identity
from memories.privacy.findings import Finding, Kind
from memories.privacy.folding import fold
from memories.privacy.phones import phone_identity

_MARK_DIGITS: Final = 8
"""With four, some two of 300 numbers share a mark every other time, and a change from one to the other is lost."""


def identity(kind: Kind, text: str) -> str:
    """One spelling of an identifier."""
    plain = fold(text).text
    match kind:
        case Kind.PHONE:
            return phone_identity(plain)
        case Kind.EMAIL:
            return email_identity(plain)
        case Kind.CN_ID:
            number = _dense(plain)
            # The same person's card of before 1999, in today's form.
            whole = f"{number[:6]}19{number[6:]}"
            return whole + check_digit(whole) if len(number) == 15 and number.isdigit() else number
        case Kind.BANK_CARD | Kind.PASSPORT:
            return _dense(plain)
        case Kind.API_KEY | Kind.PRIVATE_KEY:
            return "".join(plain.split())


def _dense(text: str) -> str:
    return "".join(character for character in text if character.isalnum()).upper()


def mark(finding: Finding, key: bytes) -> str:
    """What stands for an identifier, such as `[PHONE#a41c09f2]`. Without the key it cannot be tried out."""
    said = f"{finding.kind}\x1f{identity(finding.kind, finding.text)}".encode("utf-8", "surrogatepass")
    return f"[{finding.kind.name}#{hmac.new(key, said, hashlib.sha256).hexdigest()[:_MARK_DIGITS]}]"


def mask(text: str, findings: Iterable[Finding], key: bytes) -> str:
    """The text with a mark for each finding of `find(text)`."""
    parts = []
    at = 0
    for finding in sorted(findings, key=lambda one: one.start):
        parts += [text[at : finding.start], mark(finding, key)]
        at = finding.end
    return "".join([*parts, text[at:]])
