"""What each parameter means, said once for all tools, in the order in which models should read them."""

GLOSSARY = {
    "id": "The memory's id.",
    "recall_id": "The recall_id that memory_search returned.",
    "conflict_id": "The id of the conflict, from memory_review.",
    "review_id": "A review started before, to see how far it is. Leave out to start one.",
    "query": "When it should come back, in the words of a future search.",
    "value": "The statement to remember, complete in itself, in the user's language; 200 characters are best.",
    "success": "Whether what it tells of went well; leave out if that makes no sense.",
    "decision": "True if it records a decision.",
    "subject": "Whose memory it is or whom it is about, such as a user's id.",
    "attribute": "What about the subject, such as preferred_test_framework.",
    "channel": "Where it comes from: said by the user, returned by a tool, read in a config, or concluded by you.",
    "kind": "fact, inference (your own conclusion) or directive (a standing wish of the user).",
    "key": "Whose memory and which scene, such as order_agent.refund.",
    "entities": "Names of the people, things and places in it.",
    "tags": "Labels to narrow searches by.",
    "tag_match": "Whether any of the tags is enough or all are needed.",
    "top_k": "How many results at most; 5 if left out.",
    "min_confidence": "Leave out memories less sure than this, include_low_confidence or not.",
    "include_low_confidence": "Also what is hardly believed any more; without min_confidence.",
    "include_superseded": "Also what was true before.",
    "include_archived": "Also what was put away as unused.",
    "occurred_at": "When it happened or was said, ISO 8601; now if left out.",
    "session_id": "The session it belongs to.",
    "turns": "What was said, in order, each with its role: user, assistant, tool or system.",
    "max_tokens": "How long the block may be; 2,000 if left out.",
    "agent": "Your name, as far as it matters who did it.",
    "include_session": "Also what is known only within this session so far.",
    "task_id": "The task it belongs to.",
    "conversation_id": "The conversation it comes from.",
    "tool_call_id": "The tool call it comes from.",
    "mcp_server": "The MCP server it comes from.",
    "step": "The step of the task.",
    "raw_ref": "Where the raw content is kept; stored encrypted.",
    "participants": "Who took part.",
    "action_type": "The kind of action it belongs to, such as refund.",
    "valid_from": "From when it is true.",
    "valid_to": "Until when it is true.",
    "ttl_seconds": "Forget it after so many seconds; for what is true only for a while.",
    "expires_at": "Forget it at this time; instead of ttl_seconds.",
    "tier": "working (this session), short (a day or so) or long.",
    "confidence": "How sure you are, 0 to 1; what the source allows is the most.",
    "critical": "Never to be changed by a rule; needs the scope review.",
    "sensitive": "Store the original text encrypted.",
    "idempotency_key": "Any string of your own; a retry with the same one writes nothing twice.",
    "memory_ids": "Those of the results that were used; all of them if left out.",
    "merged_value": "The text to keep; only with the decision merge.",
    "note": "Why it was decided so.",
    "versions": 'The versions that were looked at, such as {"a": 1, "b": 3}.',
    "if_version": "Refuse if the memory is not at this version any more.",
    "identifier": "An identifier such as an e-mail address; everything that mentions it is erased.",
    "source_id": "A source, as memory_trace shows it; everything that came from it is erased.",
    "dry_run": "True: count only, erase nothing.",
    "since": "Judge what changed from this time on; leave out for what is due.",
    "until": "Judge what changed up to this time.",
    "profile": "Which weights to use.",
    "weights": "Weights of text, confidence, freshness and structural in the score; they sum to 1.",
    "namespace": "Which of your token's namespaces; leave out if it has only one.",
}

OTHERWISE = {
    "memory_search": {
        "query": "What you want to know, in plain words.",
        "subject": "Only memories about this person or thing.",
        "key": "Only memories whose key starts with this.",
        "kind": "Only memories of this kind.",
        "channel": "Only memories from this channel.",
        "mcp_server": "Only memories from this MCP server.",
        "session_id": "Only memories of this session.",
        "task_id": "Only memories of this task.",
        "tags": "Only memories with these labels.",
        "entities": "Whom and what your task is about; ranks, does not narrow.",
        "action_type": "What you are doing; ranks, does not narrow.",
        "attribute": "What about the subject you ask for; ranks, does not narrow.",
        "entity_filter": "Only memories that name these.",
        "time_range": "When it happened: last_7_days, 2024-03, 2024-01-01..2024-02-01, 上周.",
        "max_tokens": "At most so many tokens of memories; left_out counts the others.",
        "render": "text: also lines ready for a prompt.",
    },
    "memory_feedback": {"success": "Whether the task went well with what was recalled."},
    "memory_resolve_conflict": {
        "decision": (
            "approve the proposal; reject: it is no conflict; keep_a (the older), keep_b (the newer), keep_both; "
            "merge into merged_value; reject_both."
        )
    },
    "session_append": {"session_id": "Your own id of the conversation.", "subject": "The user's id."},
    "session_context": {
        "session_id": "Your own id of the conversation.",
        "query": "What the next answer is about; the user's last turn if left out.",
    },
    "session_end": {
        "session_id": "Your own id of the conversation.",
        "success": "Whether what you did was right; leave out if nobody can tell.",
    },
    "memory_forget": {"subject": "The person or thing to forget, as memories name it."},
}
"""Where a name means something else to one tool."""


def glossary_of(tool: str) -> dict[str, str]:
    """The descriptions of one tool's parameters, in reading order."""
    return {**GLOSSARY, **OTHERWISE.get(tool, {})}
