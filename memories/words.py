"""The closed vocabularies of SPEC 1 and 2, as plain enums that pure rules and models share."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """Where a unit stands; only ACTIVE units can be current."""

    ACTIVE = "active"
    HELD = "held"
    SUPERSEDED = "superseded"
    FALSIFIED = "falsified"
    ARCHIVED = "archived"
    QUARANTINED = "quarantined"
    DELETED = "deleted"


class Kind(StrEnum):
    FACT = "fact"
    INFERENCE = "inference"
    DIRECTIVE = "directive"


class Tier(StrEnum):
    WORKING = "working"
    SHORT = "short"
    LONG = "long"


class Channel(StrEnum):
    USER_STATEMENT = "user_statement"
    TOOL_RESULT = "tool_result"
    CONFIG_FILE = "config_file"
    AGENT_INFERENCE = "agent_inference"
    IMPORT = "import"


class Scope(StrEnum):
    READ = "read"
    WRITE = "write"
    REVIEW = "review"
    FORGET = "forget"
    ADMIN = "admin"


class Role(StrEnum):
    """What a console user is in a namespace."""

    VIEWER = "viewer"
    REVIEWER = "reviewer"
    PRIVACY_OFFICER = "privacy_officer"
    ADMIN = "admin"


class RelationType(StrEnum):
    SUPERSEDES = "supersedes"
    CONTRADICTS = "contradicts"
    DUPLICATES = "duplicates"
    DERIVED_FROM = "derived_from"
    PREREQUISITE_OF = "prerequisite_of"
    CAUSED_BY = "caused_by"
    CO_OCCURS = "co_occurs"


class Outcome(StrEnum):
    """What a write did."""

    CREATED = "created"
    REINFORCED = "reinforced"
    SUPERSEDED = "superseded"
    CONTESTED = "contested"
    HELD = "held"
    QUARANTINED = "quarantined"
    HISTORY = "history"
    UPDATED = "updated"


class ConflictType(StrEnum):
    INFERENCE = "inference"
    TEMPORAL = "temporal"
    SOURCE = "source"
    UNDETERMINED = "undetermined"


class ConflictState(StrEnum):
    """PENDING waits for a person; COEXISTING is settled by policy with both sides contested, until a third
    independent source or a person settles it; SETTLED and UNDONE are closed."""

    PENDING = "pending"
    COEXISTING = "coexisting"
    SETTLED = "settled"
    UNDONE = "undone"


class Resolution(StrEnum):
    """What a person, or a policy, decides about a conflict."""

    APPROVE = "approve"
    REJECT = "reject"
    KEEP_A = "keep_a"
    KEEP_B = "keep_b"
    KEEP_BOTH = "keep_both"
    MERGE = "merge"
    REJECT_BOTH = "reject_both"
    MOOT = "moot"
    """No decision: a side is not current any more, so there is nothing left to decide."""


class CheckVerdict(StrEnum):
    """What a person says of an automatic decision that was drawn for a check."""

    RIGHT = "right"
    WRONG = "wrong"
    UNSURE = "unsure"


class ForgetState(StrEnum):
    PREVIEW = "preview"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


class SessionKind(StrEnum):
    CONVERSATION = "conversation"
    TRAJECTORY = "trajectory"


class TurnRole(StrEnum):
    """Who speaks in a turn; a role maps to the channel of what is taken from it."""

    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"
    SYSTEM = "system"


class JobKind(StrEnum):
    BATCH = "batch"


class JobState(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


OPEN_CONFLICTS = (ConflictState.PENDING, ConflictState.COEXISTING)
"""States in which a conflict makes both its units contested."""


def choices(words: type[StrEnum]) -> list[tuple[str, str]]:
    """The (value, label) pairs that a model field wants."""
    return [(word.value, word.value.replace("_", " ")) for word in words]
