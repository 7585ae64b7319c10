"""Personal identifiers and secrets: found, told apart by keyed marks, and protected as a policy says. Pure."""

from memories.privacy.finding import find
from memories.privacy.findings import Finding, Kind
from memories.privacy.masking import identity, mark, mask
from memories.privacy.protecting import Action, Policy, Protected, apply

__all__ = ["Action", "Finding", "Kind", "Policy", "Protected", "apply", "find", "identity", "mark", "mask"]
