"""Every table of memories. A table that grows carries `namespace`, and composite foreign keys (in the
migrations) keep rows of two namespaces from pointing at each other."""

from memories.models.accounts import Membership, Namespace, Token
from memories.models.alerts import Alert
from memories.models.asked import IdempotencyKey, Job
from memories.models.audit import AuditEntry
from memories.models.conflicts import Conflict, Decision, JudgedPair, SpotCheck
from memories.models.forgetting import ErasureMark, ForgetRequest
from memories.models.history import ConfidenceEvent, Evidence, MemoryVersion, Relation
from memories.models.keys import KeyedSecret
from memories.models.recalls import QueryVariant, Recall
from memories.models.sessions import FlushDue, Session, Turn
from memories.models.sources import Source
from memories.models.units import MemoryUnit
from memories.models.vectors import CommonTerm, EmbeddingSpace, Terms, Vector

__all__ = [
    "Alert",
    "AuditEntry",
    "CommonTerm",
    "ConfidenceEvent",
    "Conflict",
    "Decision",
    "EmbeddingSpace",
    "ErasureMark",
    "Evidence",
    "FlushDue",
    "ForgetRequest",
    "IdempotencyKey",
    "Job",
    "JudgedPair",
    "KeyedSecret",
    "Membership",
    "MemoryUnit",
    "MemoryVersion",
    "Namespace",
    "QueryVariant",
    "Recall",
    "Relation",
    "Session",
    "Source",
    "SpotCheck",
    "Terms",
    "Token",
    "Turn",
    "Vector",
]
