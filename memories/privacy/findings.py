"""What can be found in a text: the kinds of identifier and secret, and where one stands."""

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a person or a service must not be known by. The order is that of how much proves one: most first."""

    PRIVATE_KEY = "private_key"
    CN_ID = "cn_id"
    EMAIL = "email"
    BANK_CARD = "bank_card"
    PASSPORT = "passport"
    PHONE = "phone"
    API_KEY = "api_key"


@dataclass(frozen=True, slots=True)
class Finding:
    """One identifier as it is written: `text` is what stands from `start` to `end`."""

    kind: Kind
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A possible finding in the folded text. `sure` ones carry their own proof, such as a key's well-known prefix."""

    kind: Kind
    start: int
    end: int
    sure: bool = False


# Stands in the folded text for a mark or for what was found: no letter, digit, space or separator, one per kind.
STAND_IN: dict[Kind, str] = {kind: chr(number) for number, kind in enumerate(Kind, start=1)}
ANY_STAND_IN = "\x01-\x07"
