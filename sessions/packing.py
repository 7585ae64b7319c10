"""Hot, warm and cold in one block for a prompt, within a budget of tokens; pure.

The block is data: it stands between two fence lines that no text in it can hold, every line says who said it and how
far it is to be trusted, and the first line says that nothing in it is an instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from memories.extracting.counting import tokens_of
from memories.extracting.summary import Recalled, Said, Weighed, choose, weigh
from memories.recalling.rendering import fence_lines

_COLD: Final = "[known from before]"
_WARM: Final = "[earlier in this session, shortened]"
_HOT: Final = "[the last turns]"
_SHORTENED: Final = " […]"
_SHARE: Final = 0.35
_SHORT: Final = 800
"""Tokens of a history that need no shortening to speak of."""
_SHARE_OF_HOT: Final = 0.6
_SHARE_OF_COLD: Final = 0.25
"""Of the budget, as long as the others want theirs; what one leaves the next may use."""
_SHORTEST: Final = 12
"""A turn that could show less than so many tokens is left out instead."""


def budget_of(history: int, *, asked: int | None, most: int) -> int:
    """Tokens that a block may take: what the caller asks for, or else CONTEXT_MAX_TOKENS and, of a session that is
    longer than _SHORT, at most _SHARE of its history (SPEC 13)."""
    if asked is not None:
        return asked
    return min(most, max(_SHORT, int(_SHARE * history)))


@dataclass(slots=True)
class Packed:
    """The block and what stands in it; `hot` are (turn number, text as shown), oldest first."""

    text: str = ""
    tokens: int = 0
    hot: list[tuple[int, str]] = field(default_factory=list)
    warm: str = ""
    cold: int = 0
    hot_left_out: int = 0
    hot_shortened: int = 0
    warm_left_out: int = 0


def pack(
    *,
    fence: str,
    hot: Sequence[Said],
    older: Sequence[Said],
    cold: Sequence[str],
    query: str,
    ratio: float,
    budget: int,
    recalled: Sequence[Recalled] = (),
) -> Packed:
    """`hot` and `older` are turns in order; `cold` are lines, best first; `recalled` are places in turns that answer
    the query. Never over the budget."""
    opening, closing = fence_lines(fence)
    left = budget - _lines(opening, closing)
    packed = Packed(hot_left_out=len(hot))
    if left <= 0:  # a budget too small even for the fence gets nothing, rather than unfenced text
        return packed
    warm_wish = int(ratio * sum(tokens_of(turn.text) for turn in older))
    cold_wish = sum(_lines(line) for line in cold)
    spare = max(0, left - min(cold_wish, int(_SHARE_OF_COLD * left)) - min(warm_wish, int(0.15 * left)))
    hot_lines = _take_hot(packed, hot, max(int(_SHARE_OF_HOT * left), spare))
    left -= _section(_HOT, hot_lines)
    cold_room = max(int(_SHARE_OF_COLD * left), left - warm_wish)
    cold_lines = _take_cold(packed, cold, min(cold_room, left))
    left -= _section(_COLD, cold_lines)
    warm_lines = _take_warm(packed, weigh(older, recalled), warm_wish, left, query)
    parts = [opening]
    for title, lines in ((_COLD, cold_lines), (_WARM, warm_lines), (_HOT, hot_lines)):
        if lines:
            parts += [title, *lines]
    packed.text = "\n".join([*parts, closing])
    packed.tokens = tokens_of(packed.text)
    return packed


def _lines(*lines: str) -> int:
    """Tokens of lines with the breaks after them."""
    return sum(tokens_of(line) + 1 for line in lines)


def _section(title: str, lines: Sequence[str]) -> int:
    return _lines(title, *lines) if lines else 0


def label(turn: Said) -> str:
    """Who said it, and in which turn."""
    return f"{turn.role} {turn.number}: "


def _one_line(text: str) -> str:
    """Breaks inside a text would look like lines of ours."""
    return " ⏎ ".join(part.strip() for part in text.splitlines() if part.strip())


def _take_hot(packed: Packed, hot: Sequence[Said], room: int) -> list[str]:
    """The newest first, as long as they fit; the one that does not fit is shortened, those before it are left out."""
    room -= _lines(_HOT)
    lines: list[str] = []
    for turn in reversed(hot):
        shown = _one_line(turn.text)
        line = label(turn) + shown
        if _lines(line) > room:
            shown = _fitting(shown, room - _lines(label(turn) + _SHORTENED))
            if tokens_of(shown) < _SHORTEST:
                break
            line = label(turn) + shown + _SHORTENED
            packed.hot_shortened += 1
        room -= _lines(line)
        lines.insert(0, line)
        packed.hot.insert(0, (turn.number, turn.text if line.endswith(_one_line(turn.text)) else shown + _SHORTENED))
        packed.hot_left_out -= 1
        if packed.hot_shortened:
            break
    return lines


def _fitting(text: str, room: int) -> str:
    """The longest beginning of a text that takes at most so many tokens."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_of(text[:middle]) <= room:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip()


def _take_cold(packed: Packed, cold: Sequence[str], room: int) -> list[str]:
    room -= _lines(_COLD)
    lines = []
    for line in cold:
        if _lines(line) > room:
            break
        room -= _lines(line)
        lines.append(line)
    packed.cold = len(lines)
    return lines


def _take_warm(packed: Packed, found: Weighed, wish: int, room: int, query: str) -> list[str]:
    """Sentences of the summary, gathered by turn."""
    room -= _lines(_WARM)
    frame = max((tokens_of(label(Said(one.number, one.role, ""))) + 2 for one, _ in found), default=0)
    wanted = choose(found, wish, query=query)
    if sum(one.tokens + frame for one in wanted) > room:
        fitting = choose(found, wish, query=query, frame=frame, room=room)
        packed.warm_left_out = len(wanted) - len(fitting)
        wanted = fitting
    lines: dict[int, str] = {}
    for one in wanted:
        known = lines.get(one.number)
        start = label(Said(one.number, one.role, "")) if known is None else known + " … "
        lines[one.number] = start + _one_line(one.text)
    packed.warm = "\n".join(lines.values())
    return list(lines.values())
