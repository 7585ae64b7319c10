"""Forty-eight different memories, and which of them a reader of all would pick for a request: no database, no index."""

from __future__ import annotations

import random
import unicodedata
from datetime import datetime, timedelta
from typing import Any

from memories.confidence import as_read
from tests.people import NOW

ASKED_AT = NOW + timedelta(hours=2)
QUESTION = "lamp in the hall"
DAY = timedelta(days=1)
KEYS = [
    *("", "a", "a.b", "A.b", "axb", "a_b", "a%", "a%b", "a\\b", "a\U0010ffff", "a\U0010ffffb", "\U0010ffff"),
    *("\U0010ffff.a", "b\ud7ff", "b\ue000", "é", "e\u0301", "灯", "灯.大厅", "🔦", "🔦.spare"),
    *("bo@example.org.notes", "4111 1111 1111 1111"),
]
TAGS = ["night", "Night", "a%b", "夜班", "é", "É", "bo@example.org", "{a,b}", '"quoted"', "NULL"]
NAMES = ["Émile", "Groß", "李雷", "ACME GmbH", "İpek", "O\u2019Connor", "bo@example.org", "+86 138 1234 5678"]
SUBJECTS = ["", "Ana B", "\uff21na  b", "Groß", "李雷", "bo@example.org", "4111 1111 1111 1111"]
CHANNELS = ["user_statement", "tool_result", "config_file", "agent_inference"]
SESSIONS = ["", "s-1", "s_1", "S-1", "会话"]
STATES = {3: "superseded", 4: "archived", 5: "held", 6: "falsified", 7: "quarantined", 8: "deleted"}


def written() -> list[dict[str, Any]]:
    """The fields of each, as a caller sends them."""
    dice = random.Random(48)
    return [
        {
            "value": f"The lamp number {number} in hall {number * 7} is out",
            "query": "where is it dark?",
            "key": KEYS[number % len(KEYS)],
            "subject": dice.choice(SUBJECTS),
            "tags": dice.sample(TAGS, dice.randint(0, 3)),
            "entities": dice.sample(NAMES, dice.randint(0, 2)),
            "participants": dice.sample(NAMES, dice.randint(0, 1)),
            "kind": dice.choice(["fact", "inference"]),
            "confidence": dice.choice([0.1, 0.35, 0.6, 0.9]),
            "channel": dice.choice(CHANNELS),
            "mcp_server": dice.choice(["", "crm", "CRM", "crm_2"]),
            "session_id": SESSIONS[number // 7 % len(SESSIONS)],
            "task_id": dice.choice(["", "t-1", "t%"]),
            "occurred_at": (NOW - number * DAY).isoformat(),
            "valid_to": (NOW + 5 * DAY).isoformat() if number % 6 == 1 else None,
            "valid_from": (NOW - 90 * DAY).isoformat() if number % 5 == 1 else None,
            **(
                {"tier": "working"}
                if number % 7 == 2
                else {"tier": "short", "ttl_seconds": 7200 + number % 3}  # the first of them ends as it is asked for
                if number % 7 == 5
                else {"tier": "long"}
            ),
        }
        for number in range(48)
    ]


def put_in_state(number: int, unit) -> None:
    """Every state, and what decays, does not, or is contested."""
    unit.state = STATES.get(number % 16, "active")
    unit.critical = number % 10 == 1
    unit.contested = number % 10 == 2
    unit.idle_since = NOW - (number % 4) * 50 * DAY


def picked(units: dict[int, Any], rules, asked: dict[str, Any]) -> set[Any]:
    """The ids of what may come back: what is current, else what fits in the archive (SPEC 4)."""
    told = written()
    states = {"active"}
    states |= {"superseded"} if asked.get("include_superseded") or "valid_at" in asked else set()
    states |= {"archived"} if asked.get("include_archived") else set()

    def of(some: set[str]) -> set[Any]:
        return {
            unit.pk
            for number, unit in units.items()
            if unit.state in some and _stands(unit, rules, asked) and _fits(unit, told[number], asked)
        }

    # What is restored stands at 0.4: not sure enough for some.
    sure_enough = _floor(asked) <= 0.4
    return of(states) or (of({"archived"}) if sure_enough and "valid_at" not in asked else set())


def _stands(unit, rules, asked: dict[str, Any]) -> bool:
    ended = max(ASKED_AT, datetime.fromisoformat(asked.get("valid_at", ASKED_AT.isoformat())))
    if unit.expires_at is not None and unit.expires_at <= ended:
        return False
    if "valid_at" in asked:
        moment = datetime.fromisoformat(asked["valid_at"])
        if (unit.valid_from or unit.occurred_at) > moment or (unit.valid_to is not None and unit.valid_to <= moment):
            return False
    if unit.state != "active":
        return True
    sure = as_read(
        unit.confidence, unit.idle_since, ASKED_AT, critical=unit.critical, contested=unit.contested, rules=rules
    )
    return bool(sure >= _floor(asked))


def _floor(asked: dict[str, Any]) -> float:
    return float(asked.get("min_confidence", 0.0 if asked.get("include_low_confidence") else 0.3))


def _spelt(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).replace("\u2019", "'").lower().split())


def _label(name: str) -> str:
    return _spelt(name).casefold()


def _composed(key: str) -> str:
    return unicodedata.normalize("NFC", key)


def _enough(wanted: set[str], held: set[str], match: str) -> bool:
    return not wanted or (wanted <= held if match == "all" else bool(wanted & held))


def _fits(unit, told: dict[str, Any], asked: dict[str, Any]) -> bool:
    subjects = {_spelt(asked.get("subject", "")), *([""] if asked.get("include_general") else [])}
    names = {_label(name) for name in (*told["entities"], *told["participants"])}
    wanted = {_label(name) for name in asked.get("entity_filter", [])}
    tags, asked_tags = ({_label(tag) for tag in some.get("tags", [])} for some in (told, asked))
    when, during = datetime.fromisoformat(told["occurred_at"]), asked.get("time_range", {})
    sessions = {asked.get("session_id"), asked.get("include_session")} - {None}
    return (
        _composed(told["key"]).startswith(_composed(asked.get("key", "")))
        and ("subject" not in asked or _spelt(told["subject"]) in subjects)
        and _enough(asked_tags, tags, asked.get("tag_match", "any"))
        and _enough(wanted, names, asked.get("entity_match", "any"))
        and asked.get("kind") in (None, unit.kind)
        and ("mcp_server" not in asked or _label(told["mcp_server"]) == _label(asked["mcp_server"]))
        and all(asked.get(name) in (None, told[name]) for name in ("channel", "session_id", "task_id"))
        and (told["tier"] != "working" or told["session_id"] in sessions - {""})
        and ("from" not in during or datetime.fromisoformat(during["from"]) <= when)
        and ("to" not in during or when < datetime.fromisoformat(during["to"]))
    )


def _moment(days: int) -> str:
    return (NOW - days * DAY).isoformat()


SINGLE: list[dict[str, Any]] = [
    {},
    *({"key": key} for key in (*KEYS[1:], "_", "%", "nobody", "bo@exam", "灯.", "a%_")),
    *({"subject": subject} for subject in SUBJECTS[1:]),
    {"subject": "ANA B", "include_general": True},
    {"subject": "nobody", "include_general": True},
    *({"tags": [tag]} for tag in (*TAGS, "NIGHT", "nobody", "null")),
    {"tags": TAGS[:4]},
    {"tags": ["night", "Night"], "tag_match": "all"},
    {"tags": ["É", "é", "夜班"], "tag_match": "all"},
    *({"entity_filter": [name.upper()]} for name in NAMES),
    {"entity_filter": ["i\u0307pek"]},
    {"entity_filter": ["E\u0301mile"]},
    {"entity_filter": ["o'connor"]},
    {"entity_filter": ["\uff21\uff23\uff2d\uff25  gmbh"]},
    {"tags": ["e\u0301"]},
    {"tags": ["\u591c\u73ed\u3000", "night"], "tag_match": "all"},
    {"entity_filter": ["GROSS", "émile"]},
    {"entity_filter": ["GROSS", "李雷"], "entity_match": "all"},
    *({"kind": kind} for kind in ("fact", "inference", "directive")),
    *({"channel": channel} for channel in (*CHANNELS, "import")),
    *({"mcp_server": server} for server in ("crm", "CRM", "crm_2", "Crm")),
    *({"session_id": session} for session in SESSIONS[1:]),
    *({"include_session": session} for session in SESSIONS[1:]),
    {"session_id": "s-1", "include_session": "会话"},
    *({"task_id": task} for task in ("t-1", "t%", "t")),
    {"time_range": {"from": _moment(10)}},  # of these moments each is when something current happened
    {"time_range": {"to": _moment(42)}},
    {"time_range": {"from": _moment(42), "to": _moment(27)}},
    {"time_range": {"from": _moment(27), "to": _moment(27)}},
    *({"min_confidence": floor} for floor in (0.0, 0.4, 0.5, 1.0)),
    {"include_low_confidence": True},
    {"include_low_confidence": True, "min_confidence": 0.5},
    {"include_superseded": True},
    {"include_archived": True},
    {"query": "which lamp of the hall was out last week?"},
    {"query": "大厅 hall 的 lamp 上周坏了吗？", "entities": NAMES, "action_type": "report", "attribute": "light"},
    {"valid_at": _moment(20)},
    {"valid_at": _moment(-5)},
]


ALL_THERE_IS = {"include_low_confidence": True, "include_superseded": True, "include_archived": True}


def requests() -> list[dict[str, Any]]:
    """Each filter alone, of what is believed and of all there is; then two to four of them together."""
    dice, found = random.Random(4), [*SINGLE, *(one | ALL_THERE_IS for one in SINGLE)]
    for number in range(80):
        asked: dict[str, Any] = {"include_low_confidence": True} if number % 3 else {}
        for part in dice.sample(SINGLE, dice.randint(2, 4)):
            asked |= part
        found.append(asked)
    return found
