"""A recorded run condensed: for each useful act one unit with tool, arguments and result; decisions with their reason;
lessons. Each points at the step and the place in it where it stands. Thoughts are kept nowhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from memories.extracting import speech
from memories.extracting.phases import Phase, Step, as_text, phases_of
from memories.extracting.reasoning import read, spoken_reasoning
from memories.extracting.recalled import from_memory
from memories.extracting.spans import Span, sentences, trimmed
from memories.judging.language import HAN

LONGEST_UNIT: Final = 200
_LONGEST_ARGUMENTS: Final = 90
_LONGEST_OF_TWO: Final = 50
"""Of the arguments of two calls in one unit, so that what went wrong between them has room, too."""
_TELLING: Final = ("status", "state", "result", "message", "error", "id", "code", "状态", "结果")
"""Parts of a result that are named first when not all fit."""
_BECAUSE: Final = re.compile(r"\b(?:because|since|so that|as it|due to|in order to)\b|因为|由于|为了|以便|考虑到", re.I)
_NO_KEY: Final = re.compile(rf"[^\w{HAN}]+")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What is kept of a step: `content` without its thought, and where each part stands in it."""

    step: Step
    content: str = field(repr=False)
    parts: dict[str, Span]
    said: tuple[Span, ...]
    """Sentences with a decision's reason or a lesson: the step's own decision, and what was taken of its thought."""


@dataclass(frozen=True, slots=True)
class Condensed:
    """One unit of a run. `key` is who and which action, `query` when it should come back."""

    text: str = field(repr=False)
    kind: str
    """act, decision or lesson."""
    step: int
    span: Span
    key: str
    query: str
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Distilled:
    phases: list[tuple[Phase, list[int]]]
    units: list[Condensed]
    dropped: Counter[str]


def record(step: Step) -> Recorded:
    """The step as it is kept: one line a part. Of a thought only whole sentences with a reason or a lesson."""
    lines: list[str] = []
    parts: dict[str, Span] = {}
    at = 0
    values = {
        "tool": step.tool,
        "arguments": as_text(step.arguments),
        "result": as_text(step.answer),
        "error": step.error,
    }
    for name, text in values.items():
        if text:
            parts[name] = Span(at + len(name) + 2, at + len(name) + 2 + len(text))
            lines.append(f"{name}: {text}")
            at = parts[name].end + 1
    said = []
    for text in _said(step):
        said.append(Span(at + len("decision: "), at + len("decision: ") + len(text)))
        lines.append(f"decision: {text}")
        at = said[-1].end + 1
    return Recorded(step, "\n".join(lines), parts, tuple(said))


def _said(step: Step) -> list[str]:
    """The decision of a step, and what of its thought is a reason or a lesson rather than thinking."""
    found = [" ".join(step.decision.split())] if step.decision.strip() else []
    for span in sentences(step.thought):
        span = trimmed(step.thought, speech.without_fillers(step.thought, span), speech.END_MARKS)
        text = " ".join(span.of(step.thought).split())
        kind, _ = speech.assistant_act(text)
        reasoned = kind == "decision" and _BECAUSE.search(text)
        if (reasoned or kind == "lesson") and not spoken_reasoning(read(text)) and len(text) <= LONGEST_UNIT:
            found.append(text)
    return list(dict.fromkeys(found))


def distil(recorded: Sequence[Recorded], *, task: str, agent: str) -> Distilled:
    """Condense a run that succeeded; `dropped` counts the steps that left no unit, by reason."""
    steps = [one.step for one in recorded]
    phases = phases_of(steps)
    phase_of = {number: phase for phase, numbers in phases for number in numbers}
    dropped: Counter[str] = Counter()
    units: list[Condensed] = []
    recalls = [one for one in recorded if _is_recall(one.step)]
    recorded = [one for one in recorded if one not in recalls]
    dropped["recalled"] += len(recalls)
    acts = [one for one in recorded if phase_of[one.step.number] is Phase.ACT and one.step.tool]
    looked = [one for one in recorded if one.step.tool and phase_of[one.step.number] is not Phase.ACT]
    # A run that only looked something up has its last answer as its result.
    answers = [one for one in looked if as_text(one.step.answer) and not one.step.error]
    useful = acts or answers[-1:]
    last = {_call(one.step): place for place, one in enumerate(useful)}
    for place, one in enumerate(useful):
        if one.step.error:
            lesson = _lesson(one, useful[place + 1 :], task, agent)
            if lesson is None:
                dropped["failed_step"] += 1
            else:
                units.append(lesson)
        elif last[_call(one.step)] != place:
            dropped["repeated_step"] += 1
        else:
            units.append(_act(one, task, agent))
    for one in looked:
        if one not in useful:
            dropped["failed_step" if one.step.error else f"{phase_of[one.step.number]}_step"] += 1
    for one in recorded:
        units += _decisions(one, task, agent)
        if one.step.thought.strip():
            dropped["thought"] += 1
    return Distilled(phases, sorted(units, key=lambda unit: (unit.step, unit.span)), +dropped)


def _is_recall(step: Step) -> bool:
    """Whether a step only asked a memory: what it answered is there already."""
    return bool(step.tool) and from_memory(as_text(step.answer), step.tool)


def lessons_of(recorded: Sequence[Recorded], *, task: str, agent: str) -> list[Condensed]:
    """What a run that failed may still teach: its explicit lessons."""
    found = [unit for one in recorded for unit in _decisions(one, task, agent)]
    return [unit for unit in found if unit.kind == "lesson"]


def _call(step: Step) -> str:
    return f"{step.tool}({as_text(step.arguments)})"


def _act(one: Recorded, task: str, agent: str) -> Condensed:
    step = one.step
    call = _called(step)
    answer = shortened(step.answer, LONGEST_UNIT - len(call) - 3)
    return Condensed(
        text=f"{call} → {answer or 'ok'}",
        kind="act",
        step=step.number,
        span=Span(min(part.start for part in one.parts.values()), max(part.end for part in one.parts.values())),
        key=key_of(agent or task, step.tool),
        query=query_of(task),
        tool=step.tool,
    )


def _lesson(one: Recorded, later: Sequence[Recorded], task: str, agent: str) -> Condensed | None:
    """What went wrong and how it went right afterwards, of the same tool with other arguments."""
    mended = next((other.step for other in later if other.step.tool == one.step.tool and not other.step.error), None)
    if mended is None or as_text(mended.arguments) == as_text(one.step.arguments):
        return None
    first, then = _called(one.step, _LONGEST_OF_TWO), _called(mended, _LONGEST_OF_TWO)
    why = shortened(one.step.error, LONGEST_UNIT - len(first) - len(then) - 8)
    return Condensed(
        text=f"{first} ✗ {why} → {then} ✓",
        kind="lesson",
        step=one.step.number,
        span=Span(min(part.start for part in one.parts.values()), max(part.end for part in one.parts.values())),
        key=key_of(agent or task, one.step.tool),
        query=query_of(task),
        tool=one.step.tool,
    )


def _decisions(one: Recorded, task: str, agent: str) -> list[Condensed]:
    found = []
    for span in one.said:
        text = span.of(one.content)
        if speech.remembers(text):
            continue
        lesson = speech.assistant_act(text)[0] == "lesson"
        if len(text) > LONGEST_UNIT:
            span = Span(span.start, span.start + len(_cut(text, LONGEST_UNIT).rstrip("…")))
            text = _cut(text, LONGEST_UNIT)
        found.append(
            Condensed(
                text=text,
                kind="lesson" if lesson else "decision",
                step=one.step.number,
                span=span,
                key=key_of(agent or task, one.step.tool or ("lesson" if lesson else "decision")),
                query=query_of(task),
            )
        )
    return found


def _called(step: Step, most: int = _LONGEST_ARGUMENTS) -> str:
    return f"{_cut(step.tool, 40)}({shortened(step.arguments, most)})"


def shortened(value: Any, most: int) -> str:
    """A JSON value in at most so many characters: name=value pairs of an object, the telling ones first if not all
    fit; a text on one line."""
    if isinstance(value, dict):
        pairs = [f"{name}={_plain(part)}" for name, part in value.items()]
        if len(", ".join(pairs)) > most:
            order = sorted(value, key=lambda name: str(name).lower() not in _TELLING)
            pairs, room = [], most - 1
            for name in order:
                pair = _cut(f"{name}={_plain(value[name])}", 60)
                if len(pair) + 2 > room:
                    continue
                pairs.append(pair)
                room -= len(pair) + 2
            return ", ".join(pairs) + "…" if pairs else _cut(as_text(value), most)
        return ", ".join(pairs)
    return _cut(_plain(value), most)


def _plain(value: Any) -> str:
    return " ".join(as_text(value).split())


def _cut(text: str, most: int) -> str:
    if most < 1:
        return ""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def key_of(whose: str, action: str) -> str:
    """`<agent or task>.<action>`, as a key."""
    names = [_NO_KEY.sub("_", name.strip().lower()).strip("_")[:80] for name in (whose, action)]
    return ".".join(name for name in names if name)


def query_of(task: str) -> str:
    """When the unit should come back, in the language of the task."""
    task = " ".join(task.split())
    return _cut(f"需要{task}时" if re.search(f"[{HAN}]", task) else f"when asked to: {task}", 400)
