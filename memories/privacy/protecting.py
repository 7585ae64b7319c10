"""What a namespace wants done with each kind of identifier, and a text so protected."""

from dataclasses import dataclass
from enum import StrEnum

from memories.privacy.finding import find
from memories.privacy.findings import Finding, Kind
from memories.privacy.masking import mask


class Action(StrEnum):
    """A mask keeps no original; encrypting keeps it in an encrypted column beside the mask; refusing keeps nothing."""

    MASK = "mask"
    ENCRYPT = "encrypt"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class Policy:
    """An action per kind; each field is called as its kind is.

    A private key is refused: without it little is left to remember. An API key is masked: the statement around it
    ("the deploy uses key ...") is worth keeping, the key itself is kept nowhere, and a false alarm costs one word
    instead of the memory.
    """

    email: Action = Action.MASK
    phone: Action = Action.MASK
    cn_id: Action = Action.MASK
    bank_card: Action = Action.MASK
    passport: Action = Action.MASK
    api_key: Action = Action.MASK
    private_key: Action = Action.REFUSE

    def action(self, kind: Kind) -> Action:
        """What to do with an identifier of this kind."""
        action: Action = getattr(self, kind.value)
        return action


@dataclass(frozen=True, slots=True)
class Protected:
    """A text that may be stored, embedded and logged in the plain, and what else the policy asks.

    `text` has a mark for every finding, whatever the policy. `original` is what is to be kept encrypted, if anything:
    identifiers to encrypt in full, those to mask as marks there too. `refused` names the kinds that forbid storing.
    `findings` hold the identifiers themselves: they may not be logged or stored.
    """

    text: str
    original: str | None
    refused: tuple[Kind, ...]
    findings: tuple[Finding, ...]

    @property
    def original_needed(self) -> bool:
        """Whether something is to be kept encrypted beside the masked text."""
        return self.original is not None


def apply(text: str, policy: Policy, key: bytes) -> Protected:
    """The text as the policy wants it. Raises nothing: a refusal is a value."""
    findings = find(text)
    refused = tuple(
        kind for kind in Kind if any(one.kind is kind and policy.action(kind) is Action.REFUSE for one in findings)
    )
    to_mask = [one for one in findings if policy.action(one.kind) is not Action.ENCRYPT]
    keeps_original = len(to_mask) < len(findings) and not refused
    return Protected(
        text=mask(text, findings, key),
        original=mask(text, to_mask, key) if keeps_original else None,
        refused=refused,
        findings=tuple(findings),
    )
