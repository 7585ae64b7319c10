"""What came back from a memory, or from a tool as data: it is told apart so that no recall is stored again (LESSONS 4).

Shapes are those of this service's own doors: its tools' names, the JSON of a search, the lines of a rendered context.
"""

# ruff: noqa: E501 - a pattern is read best on one line

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from memories.judging.language import HAN
from memories.recalling.rendering import CLOSED, LABEL, MARK, OPENED, WHEN

_TOOL: Final = re.compile(r"(?:^|[^a-z])(?:memory|memories|session)[_.-]?(?:search|get|write|trace|context|append|review|recall|list|update|feedback|end|fetch|query|read)\b", re.I)  # fmt: skip
_ANSWER: Final = re.compile(r'"recall_id"\s*:|"memor(?:y|ies)"\s*:\s*[\[{]|"scores"\s*:\s*\{\s*"similarity"|"confidence"\s*:[^,]{1,40},.{0,600}?"(?:tier|source_id)"\s*:', re.S)  # fmt: skip
_FENCE: Final = re.compile(rf"^[ \t]*--- {MARK} {OPENED}.*?(?:^[ \t]*--- {MARK} {CLOSED} ---|\Z)", re.S | re.M)
_LINE: Final = re.compile(rf"^[ \t]*(?:[-*•] ?)?{WHEN} {LABEL} .*$", re.M)
_CONFIRMED: Final = re.compile(
    r"(?:i|we)(?:'ve| have)? (?:(?:now|also|just|already) )?(?:(?:double-)?checked|confirmed|verified|noted|established)(?: (?:in|from|with|via|by) (?:the |my |our )?\w+)? that\s+"
    r"|(?:i|we) can (?:now |also )?(?:confirm|verify) that\s+|(?:it (?:is|has been) )?(?:confirmed|verified|noted)(?: that\s+|\s*[:：]\s*)"
    r"|(?:我们?)?(?:已经?|经|可以|能够?)(?:确认|核实|查证|验证|查明|记录)过?了?[，,：:\s]*|(?:确认|核实)无误[，,：:\s]*",
    re.I,
)
SHORT_RESULT: Final = 400
"""Characters of a tool's answer that may be one statement."""
_MOST_PARTS, _LONGEST = 8, 200
_EMPTY: Final = frozenset({"", "ok", "okay", "success", "done", "true", "false", "null", "成功", "完成"})
_SENTENCE: Final = re.compile(rf"(?:[\w'’-]+[\s,]+){{3,}}[\w'’-]+|[{HAN}](?:[^。]*[{HAN}]){{5,}}")
_VERB: Final = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|can|must|does|[a-z]{3,}(?:s|ed))\b|[是为有在叫用会能要将被由换搬住改过了]",
    re.I,
)


def from_memory(text: str, tool: str = "") -> bool:
    """Whether a text is what a memory answered: by the tool's name, as a search's JSON, or rendered for a prompt."""
    if tool and _TOOL.search(tool):
        return True
    return bool(text.lstrip()[:1] in ("{", "[") and _ANSWER.search(text)) or bool(_FENCE.match(text.lstrip()))


def rendered(text: str) -> Iterator[tuple[int, int]]:
    """Where in a text stand memories as they are rendered for a prompt: fenced blocks, and lines of their form."""
    for pattern in (_FENCE, _LINE):
        for match in pattern.finditer(text):
            yield match.span()


def confirmed_at(said: str) -> int:
    """Where the statement begins after "I have confirmed that", 经核实; 0 without such words. What is only confirmed
    can then be held against what was recalled."""
    match = _CONFIRMED.match(said)
    return match.end() if match and match.end() < len(said) else 0


def data_of(text: str) -> Any:
    """The JSON object or list that a text is; None if it is none."""
    if text[:1] not in ("{", "["):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict | list) else None


def failed(value: Any) -> bool:
    """Whether a tool's JSON says that it failed."""
    return isinstance(value, dict) and any(
        value.get(name) not in (None, "", False, [], {}) for name in ("error", "errors", "exception", "错误")
    )


def told_in(value: Any) -> list[str]:
    """The leaves of a JSON value that are sentences, none longer than a short result."""
    short = (leaf for leaf in _leaves(value) if len(leaf) <= SHORT_RESULT)
    return [leaf for leaf in short if _SENTENCE.search(leaf) and _VERB.search(leaf)]


def pairs_of(value: Any) -> str:
    """A small flat object as `name: value, …`; "" for any other value, or one that says nothing."""
    if not isinstance(value, dict) or not 0 < len(value) <= _MOST_PARTS:
        return ""
    if any(isinstance(part, dict | list) for part in value.values()):
        return ""
    parts = {name: _plain(part) for name, part in value.items()}
    if all(part.casefold() in _EMPTY for part in parts.values()):
        return ""
    text = ", ".join(f"{name}: {part}" for name, part in parts.items())
    return text if len(text) <= _LONGEST else ""


def _plain(part: Any) -> str:
    return " ".join(part.split()) if isinstance(part, str) else json.dumps(part)


def _leaves(value: Any) -> Iterator[str]:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, dict):
            waiting += reversed(part.values())
        elif isinstance(part, list):
            waiting += reversed(part)
