"""The key and the query of a unit whose writer gave only a value (SPEC 2): whose it is, and when it should come back.

A query is a question that the value answers, in the value's language, made by frames from the value's own words; it
never holds the answer. Where no frame fits there is none: the value is found by its own words then.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from memories.extracting.frames import FRAMES_EN, FRAMES_ZH, Frame
from memories.judging.language import HAN, language_of

LONGEST_KEY: Final = 200
LONGEST_QUERY: Final = 200
_LONGEST_READ: Final = 400  # characters: what a value is about, it says first
_LONGEST_PART: Final = 80

_NOT_IN_KEY: Final = re.compile(rf"[^\w{HAN}@+-]+")
_MASK: Final = re.compile(r"\[[A-Z_]{2,20}#[0-9a-fA-F]{2,32}\]")
_SPACES: Final = re.compile(r"\s+")
_ASKS: Final = re.compile(r"[?？]\s*$|[吗么]\s*[。！?？~]*\s*$")
_FAILED: Final = re.compile(
    r"\b(?:fail(?:s|ed|ure)?|error|exception|crashed|went wrong|lesson|timed out)\b|失败|出错|报错|异常|教训|超时",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Defaults:
    """A key and a query; each "" where nothing sensible can be said."""

    key: str
    query: str


def _part(text: str) -> str:
    """A part of a key: words joined by "_", dots left to part the parts."""
    if _MASK.search(text):
        return ""
    return _NOT_IN_KEY.sub("_", text.strip()).strip("_")[:_LONGEST_PART]


def _key(subject: str, attribute: str, action: str, tool: str, task: str) -> str:
    whose = _part(subject) or _part(tool) or _part(task)
    scene = _part(attribute) or _part(action)
    if not whose or not scene or whose.lower() == scene.lower():
        return ""
    return f"{whose}.{scene}"[:LONGEST_KEY]


def _spoken(name: str) -> str:
    """A name as it is said: order_agent → order agent."""
    return _SPACES.sub(" ", re.sub(r"[_.]+", " ", name)).strip()


def _chinese(value: str, attribute: str) -> bool:
    language = language_of(value)
    if language == "en" or language == "other":
        return bool(re.search(f"[{HAN}]", attribute)) and language == "other"
    return True


def _framed(value: str, frames: Iterable[Frame]) -> str:
    for frame in frames:
        match = frame.pattern.search(value)
        if match:
            return frame.ask(match)
    return ""


def _query(value: str, subject: str, attribute: str, tool: str, entities: list[str]) -> str:
    chinese = _chinese(value, attribute)
    whose = "" if _MASK.search(subject) else subject.strip()
    if attribute.strip():
        about = _spoken(attribute) if attribute.isascii() else attribute.strip()
        if chinese:
            return f"{whose}的{about}是什么？" if whose else f"{about}是什么？"
        return f"What is {whose}'s {about}?" if whose else f"What is the {about}?"
    if _ASKS.search(value):
        return ""  # asking is not stating
    asked = _framed(value, FRAMES_ZH if chinese else FRAMES_EN)
    if asked:
        return asked
    if _FAILED.search(value):
        what = tool.strip() or next(
            (name for name in entities if name.strip() and value.startswith(name) and not name.startswith("[")), ""
        )
        if what:
            return f"{what}出了什么问题？" if chinese else f"What went wrong with {what}?"
    return ""


def defaults_of(
    *, value: str, subject: str, attribute: str, action_type: str, tool: str, task_id: str, entities: list[str]
) -> Defaults:
    """Key and query for what was left out; within LONGEST_KEY and LONGEST_QUERY characters; never raises."""
    query = _SPACES.sub(" ", _query(value[:_LONGEST_READ], subject, attribute, tool, entities))
    return Defaults(
        key=_key(subject, attribute, action_type, tool, task_id),
        query=query if len(query) <= LONGEST_QUERY and not _MASK.search(query) else "",
    )
