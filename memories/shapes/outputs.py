"""What callers get back."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from pydantic import BaseModel, Field


class SourceOut(BaseModel):
    id: UUID
    channel: str
    writer: str | None = None
    mcp_server: str = ""
    tool_call_id: str = ""
    conversation_id: str = ""
    session_id: str = ""
    task_id: str = ""
    step: str = ""
    trust: float
    created_at: datetime


class MemoryOut(BaseModel):
    """One unit. `confidence` is as read now: decayed, and lowered while contested."""

    id: UUID
    value: str
    key: str = ""
    query: str = ""
    kind: str
    subject: str = ""
    attribute: str = ""
    entities: list[str] = Field(default_factory=list)
    participants: list[str] = Field(default_factory=list)
    action_type: str = ""
    decision: bool = False
    tags: list[str] = Field(default_factory=list)
    success: bool | None = None
    occurred_at: datetime
    created_at: datetime
    updated_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    expires_at: datetime | None = None
    last_recalled_at: datetime | None = None
    last_verified_at: datetime | None = None
    tier: str
    state: str
    confidence: float
    critical: bool
    contested: bool
    independent_evidence: int
    recall_count: int
    success_count: int
    failure_count: int
    sensitive: bool = False
    derived: list[str] = Field(default_factory=list, description="Fields that a rule filled in, not the writer.")
    version: int
    source_id: UUID


class Touched(BaseModel):
    """What else a write changed, and why."""

    id: UUID
    what: str
    why: str = ""


class StepOut(BaseModel):
    """What one of the gate's eight steps did, and why."""

    step: str
    did: str
    why: str = ""


class WriteOut(BaseModel):
    outcome: str
    memory: MemoryOut
    touched: list[Touched] = Field(default_factory=list)
    why: str = ""
    steps: list[StepOut] = Field(default_factory=list)


class Scores(BaseModel):
    similarity: float
    lexical: float
    text: float
    structural: float
    confidence: float
    freshness: float
    final: float


class Hit(BaseModel):
    memory: MemoryOut
    scores: Scores
    validity: Literal["now", "not_yet", "no_longer"] = Field(
        "now", description="Whether it is true at query_time or valid_at, by its valid_from and valid_to."
    )
    conflicts_with: list[UUID] = Field(
        default_factory=list, description="Memories that say otherwise, in conflicts that are open."
    )


class SearchOut(BaseModel):
    recall_id: UUID
    degraded: bool = Field(False, description="The embedder did not answer: found by words and fields alone.")
    partial: bool = Field(False, description="The deadline cut the search short: there may be more.")
    left_out: int = Field(0, description="How many more were found for which max_tokens has no room.")
    results: list[Hit]
    text: str | None = None


class VersionOut(BaseModel):
    number: int
    action: str
    actor: str
    reason: str = ""
    created_at: datetime
    value: str
    state: str
    confidence: float
    changes: dict[str, list[Any]] = Field(
        default_factory=dict, description="Field: [before, after], against the version before."
    )


class EventOut(BaseModel):
    before: float
    after: float
    cause: str
    factors: dict[str, Any] = Field(default_factory=dict)
    actor: str
    created_at: datetime


class RelationOut(BaseModel):
    type: str
    direction: str = Field(description="'out': this unit … the other; 'in': the other … this unit.")
    other_id: UUID
    other_value: str
    other_state: str
    created_at: datetime


class ConflictOut(BaseModel):
    """Two units that cannot both be right; `a` is the older."""

    id: UUID
    type: str
    state: str = Field(description="pending (waits for a person), settled or undone.")
    coexisting: bool = Field(
        False, description="Settled by leaving both contested, until a third independent source or a person decides."
    )
    a: MemoryOut
    b: MemoryOut
    reason: str = ""
    judge_reason: str | None = None
    proposal: str
    resolution: str = ""
    probability: float = 0
    features: list[dict[str, Any]] = Field(default_factory=list)
    versions: dict[str, int]
    opened_at: datetime
    settled_at: datetime | None = None


class RecallOut(BaseModel):
    id: UUID
    query: str
    created_at: datetime
    success: bool | None = None
    credited: bool = Field(False, description="Whether the outcome was this memory's too.")
    partial: bool = False


class VariantOut(BaseModel):
    """A question that the memory was learned to answer; DELETE query-variants/{id} takes it away."""

    id: UUID
    text: str
    uses: int
    recall_id: UUID | None = None
    created_at: datetime
    last_used_at: datetime


class DecisionOut(BaseModel):
    id: UUID
    action: str
    actor: str
    automatic: bool
    created_at: datetime
    undone_at: datetime | None = None
    conflict_id: UUID | None = None


class EvidenceOut(BaseModel):
    source_id: UUID
    channel: str
    independent: bool
    trust: float
    times: int
    stated_at: datetime


class TraceOut(BaseModel):
    memory: MemoryOut
    source: SourceOut
    evidence: list[EvidenceOut]
    versions: list[VersionOut]
    confidence_events: list[EventOut]
    relations: list[RelationOut]
    conflicts: list[ConflictOut]
    recalls: list[RecallOut]
    query_variants: list[VariantOut] = Field(default_factory=list)
    decisions: list[DecisionOut]


class ForgetOut(BaseModel):
    id: UUID
    state: str
    counts: dict[str, int]
    receipt: dict[str, Any] = Field(default_factory=dict)


class AlertOut(BaseModel):
    """Something that a person should look at; `detail` says what to do."""

    id: UUID
    kind: str
    object_type: str = ""
    object_id: str = ""
    detail: str = ""
    times: int
    created_at: datetime
    acknowledged_at: datetime | None = None
    acknowledged_by: str = ""


class ErrorOut(BaseModel):
    """Every refusal: a stable code, what to do, the field at fault, and whatever else helps."""

    code: str
    detail: str
    field: str | None = None
