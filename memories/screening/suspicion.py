"""What the screen says about a text: a stable reason, a sentence for people, and the signs that led to it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """Why a text is held back. The order is that of what to tell first when several hold."""

    HIDES_TEXT = "hides_text"
    FORGES_AUTHORITY = "forges_authority"
    ASKS_TO_EXFILTRATE = "asks_to_exfiltrate"
    CLAIMS_TO_SUPERSEDE = "claims_to_supersede"
    INSTRUCTS_READER = "instructs_reader"


DETAILS: Final = {
    Reason.HIDES_TEXT: "The text hides part of what it says: unseen characters, look-alike letters or an encoding.",
    Reason.FORGES_AUTHORITY: "The text speaks as a system, a developer or another role that it cannot have.",
    Reason.ASKS_TO_EXFILTRATE: "The text asks its reader for secrets, personal data or a hidden way out for them.",
    Reason.CLAIMS_TO_SUPERSEDE: "The text declares other memories or rules void; only their writer or a person may.",
    Reason.INSTRUCTS_READER: "The text gives orders to whoever reads it later instead of stating something.",
}


STRONG: Final = 2
"""Points of a sign that needs no second one beside it."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    """`reason` is one of `Reason`; `detail` never quotes the text; `features` are the names of the signs, sorted."""

    reason: str
    detail: str
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sign:
    """One thing seen in a text. A weak one has one point, a strong one `STRONG` or more."""

    name: str
    reason: Reason
    points: int
    start: int
    end: int
