"""What the console calls the words of SPEC 1, and how each looks."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

LABELS: Mapping[str, Promise] = {
    # states of a unit
    "active": _("active"),
    "held": _("held"),
    "superseded": _("superseded"),
    "falsified": _("falsified"),
    "archived": _("archived"),
    "quarantined": _("quarantined"),
    "deleted": _("deleted"),
    # kinds and tiers
    "fact": _("fact"),
    "inference": _("inference"),
    "directive": _("directive"),
    "working": _("working"),
    "short": _("short"),
    "long": _("long"),
    # channels
    "user_statement": _("user statement"),
    "tool_result": _("tool result"),
    "config_file": _("config file"),
    "agent_inference": _("agent's inference"),
    "import": _("import"),
    # types and states of conflicts
    "temporal": _("changed over time"),
    "source": _("sources disagree"),
    "undetermined": _("undetermined"),
    "pending": _("waits for a person"),
    "coexisting": _("both stand, contested"),
    "settled": _("settled"),
    "undone": _("undone"),
    # resolutions
    "approve": _("approve the proposal"),
    "reject": _("not a conflict"),
    "keep_a": _("keep A"),
    "keep_b": _("keep B"),
    "keep_both": _("both are right"),
    "merge": _("merge"),
    "reject_both": _("reject both"),
    # spot checks
    "right": _("right"),
    "wrong": _("wrong"),
    "unsure": _("unsure"),
    "merged_away": _("merged into the other"),
    # runs and forget requests
    "queued": _("queued"),
    "running": _("running"),
    "done": _("done"),
    "failed": _("failed"),
    "preview": _("preview"),
    "schedule": _("schedule"),
    "writes": _("after many writes"),
    "event": _("event"),
    "manual": _("by hand"),
    # what made a version
    "created": _("created"),
    "updated": _("updated"),
    "rolled_back": _("rolled back"),
    "restored": _("restored"),
    "released": _("released"),
    "rejected": _("rejected"),
    "merged": _("merged"),
    "confirmed": _("confirmed"),
    "raised": _("raised"),
    "reinforced": _("reinforced"),
    "restated": _("restated"),
    "marked_critical": _("marked critical"),
    "unmarked_critical": _("critical mark taken off"),
    # relations, read from the unit outwards
    "supersedes": _("supersedes"),
    "contradicts": _("contradicts"),
    "duplicates": _("duplicates"),
    "derived_from": _("derived from"),
    "prerequisite_of": _("prerequisite of"),
    "caused_by": _("caused by"),
    "co_occurs": _("occurs with"),
    # roles
    "viewer": _("viewer"),
    "reviewer": _("reviewer"),
    "privacy_officer": _("privacy officer"),
    "admin": _("admin"),
    # why a conflict exists or waits (memories.policies)
    "older_is_critical": _("the older one is marked critical, so no rule may replace it"),
    "older_is_more_trusted": _("the older one comes from a more trusted source"),
    "inference_is_critical": _("the inference is marked critical, so no rule may reject it"),
    "fact_against_inference": _("a fact stands against an inference"),
    "newer_value": _("a newer value of the same thing"),
    "sources_disagree": _("two sources disagree, and neither is newer news of the other"),
    "no_order_of_time": _("nothing tells which of the two came later"),
    "judge_unsure": _("the judge is not sure that they exclude each other"),
    # tokens
    "revoked": _("no longer valid"),
    "expired": _("expired"),
    # alerts
    "conflict_waits": _("a conflict waits for a person"),
    "unit_held": _("a memory is held"),
    "success_falls": _("a memory that used to help fails"),
    "queue_waits": _("decisions have waited for long"),
    "replaces_others": _("a token replaces what others said"),
    "supersedes_chain": _("a token rewrites the same things again and again"),
    # objects and facts of the audit
    "unit": _("memory"),
    "units": _("memories"),
    "source_id": _("source"),
    "forget_request": _("forget request"),
    "alert": _("alert"),
    "review": _("review"),
    "token": _("token"),
    "user": _("user"),
    "namespace": _("namespace"),
}

# What a member may do.
ROLES: Mapping[str, Promise] = {
    "viewer": _("reads memories, conflicts, reviews, sources, alerts and the audit"),
    "reviewer": _("reads, decides conflicts, changes, archives and restores memories, sets trust, starts reviews"),
    "privacy_officer": _("reads, and forgets: previews, confirms, downloads the receipts"),
    "admin": _("everything, also tokens, members, settings and rolling back what a source did"),
}

ALERTS = (
    "conflict_waits", "quarantined", "unit_held", "success_falls", "queue_waits", "replaces_others", "supersedes_chain",
)  # fmt: skip
"""Kinds of alerts, in the order in which they are offered."""

# What a forget request erases, in words that need no knowledge of the tables; the memories first.
ERASED: Mapping[str, Promise] = {
    "units": _("memories"),
    "versions": _("wordings they had, with their history"),
    "sources": _("records of where they came from"),
    "evidence": _("statements that back them"),
    "confidence_events": _("changes of how much they were believed"),
    "vectors": _("search entries by meaning"),
    "terms": _("search entries by words"),
    "recalls": _("logged searches that found them"),
    "query_variants": _("questions that they were learned to answer"),
    "relations": _("links to other memories"),
    "judged_pairs": _("comparisons with other memories"),
    "conflicts": _("conflicts about them"),
    "decisions": _("decisions on those conflicts"),
    "alerts": _("alerts about them"),
}

TONES: Mapping[str, str] = {
    "active": "good", "settled": "good", "done": "good", "held": "warn", "quarantined": "warn",
    "pending": "warn", "coexisting": "info", "running": "info", "queued": "info", "superseded": "quiet",
    "archived": "quiet", "undone": "quiet", "falsified": "bad", "deleted": "bad", "failed": "bad",
}  # fmt: skip


def label(word: str) -> str:
    """A word for people; a word without a label keeps its own, with spaces."""
    known = LABELS.get(word)
    return str(known) if known is not None else word.replace("_", " ")


def tone(word: str) -> str:
    return TONES.get(word, "quiet")
