"""A recorded run cut into phases: gather, decide, act, verify; told by the tools' names and by what came before."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final


class Phase(StrEnum):
    GATHER = "gather"
    DECIDE = "decide"
    ACT = "act"
    VERIFY = "verify"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a run; `number` counts from 1. `arguments` and `result` are whatever JSON the tool takes and gives.

    `thought` is raw chain of thought. It is read for a decision's reason or a lesson and kept nowhere.
    """

    number: int
    tool: str = ""
    arguments: Any = field(default=None, repr=False)
    result: Any = field(default=None, repr=False)
    observation: Any = field(default=None, repr=False)
    error: str = field(default="", repr=False)
    decision: str = field(default="", repr=False)
    thought: str = field(default="", repr=False)

    @property
    def answer(self) -> Any:
        """What came back; some recorders call it the one, some the other."""
        return self.observation if self.result in (None, "") else self.result


_LOOKS: Final = frozenset(
    "get list search find query read fetch lookup look show describe view browse select retrieve recall inspect scan"
    " load count head cat ls grep open who what status info".split()
)
_CHECKS: Final = frozenset(
    "verify check test assert confirm validate compare diff lint ping health review audit ensure".split()
)
_LOOKS_ZH: Final = re.compile(r"查询|搜索|获取|读取|查看|列出|检索|查找|浏览|打开")
_CHECKS_ZH: Final = re.compile(r"验证|检查|测试|确认|校验|核对|复查")
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def phases_of(steps: Sequence[Step]) -> list[tuple[Phase, list[int]]]:
    """(phase, numbers of its steps) in order; steps of one phase that follow each other are one."""
    found: list[tuple[Phase, list[int]]] = []
    acted_on: set[str] = set()
    for step in steps:
        phase = _phase(step, acted_on, found[-1][0] if found else Phase.GATHER)
        if phase is Phase.ACT:
            acted_on |= _atoms(step.arguments) | {"\x00acted"}
        if found and found[-1][0] is phase:
            found[-1][1].append(step.number)
        else:
            found.append((phase, [step.number]))
    return found


def _phase(step: Step, acted_on: set[str], before: Phase) -> Phase:
    if not step.tool:
        return Phase.DECIDE if step.decision or step.thought else before
    words = {word.lower() for word in _WORD.findall(step.tool)}
    looks = bool(words & _LOOKS or _LOOKS_ZH.search(step.tool))
    checks = bool(words & _CHECKS or _CHECKS_ZH.search(step.tool))
    if not looks and not checks:
        return Phase.ACT
    # A look at what was just acted upon is a check of it; a check of what nobody has touched is a look.
    return Phase.VERIFY if acted_on and (checks or acted_on & _atoms(step.arguments)) else Phase.GATHER


def _atoms(value: Any) -> set[str]:
    """The single values in a JSON value, as text; truth values and single digits tie nothing together."""
    if isinstance(value, dict):
        return set().union(*(_atoms(part) for part in value.values())) if value else set()
    if isinstance(value, list):
        return set().union(*(_atoms(part) for part in value)) if value else set()
    text = "" if value is None or isinstance(value, bool) else str(value).strip()
    return {text} if len(text) > 1 else set()


def as_text(value: Any) -> str:
    """A JSON value as one keeps it: text as it is, anything else as compact JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
