"""Where the parts of the picture of a memory's relations stand: pure, in whole units of an SVG 400 wide.

The memory stands at the left, its neighbours one below the other at the right, each joined to it by a line.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

WIDTH: Final = 400
MOST: Final = 20
"""Neighbours in one picture; beyond, a list says more."""
_HEIGHT, _GAP = 46, 10
_HERE_WIDTH, _HERE_HEIGHT = 96, 56
_LEFT = 150
_LETTERS = 100
"""Of a text that go into the page; the box cuts off what it has no room for."""


@dataclass(frozen=True, slots=True)
class Edge:
    """One relation as the memory has it: to whom, how it is called, which way it goes, how the other stands."""

    other: Hashable
    called: str
    outward: bool
    text: str
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """A neighbour's box, and the line to it: with a tip at the box, at the memory, or at both."""

    other: Hashable
    called: str
    text: str
    tone: str
    outward: bool
    inward: bool
    x: int
    y: int
    line: str
    width: int = WIDTH - _LEFT - 1
    height: int = _HEIGHT


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn; `left_out` counts the neighbours that found no place."""

    height: int
    here_y: int
    nodes: tuple[Node, ...]
    left_out: int
    width: int = WIDTH
    here_width: int = _HERE_WIDTH
    here_height: int = _HERE_HEIGHT


def draw(edges: Sequence[Edge], *, most: int = MOST) -> Picture:
    """The first `most` neighbours in their order; several relations to one share its box and its line."""
    by_other: dict[Hashable, list[Edge]] = {}
    for edge in edges:
        by_other.setdefault(edge.other, []).append(edge)
    kept = list(by_other.items())[:most]
    column = len(kept) * (_HEIGHT + _GAP) - _GAP
    height = max(column, _HERE_HEIGHT) + 2
    middle = height // 2
    nodes = []
    for place, (other, together) in enumerate(kept):
        y = (height - column) // 2 + place * (_HEIGHT + _GAP)
        start = middle + _spread(place, len(kept))
        nodes.append(
            Node(
                other=other,
                called=" · ".join(dict.fromkeys(edge.called for edge in together)),
                text=together[0].text[:_LETTERS],
                tone=together[0].tone,
                outward=any(edge.outward for edge in together),
                inward=not all(edge.outward for edge in together),
                x=_LEFT,
                y=y,
                line=_line(_HERE_WIDTH + 1, start, _LEFT, y + _HEIGHT // 2),
            )
        )
    return Picture(height, middle - _HERE_HEIGHT // 2, tuple(nodes), len(by_other) - len(kept))


def _spread(place: int, number: int) -> int:
    """Lines leave the memory's box one below the other, so that their tips can be told apart."""
    room = _HERE_HEIGHT - 16
    return 0 if number == 1 else place * room // (number - 1) - room // 2


def _line(x: int, y: int, to_x: int, to_y: int) -> str:
    bend = (to_x - x) // 2
    return f"M{x} {y} C{x + bend} {y} {to_x - bend} {to_y} {to_x} {to_y}"
