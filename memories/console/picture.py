"""The relations of one unit as a small picture: where each box stands and what joins it to the middle. Pure.

What points at the unit stands on the left, what the unit points at on the right. The numbers are units of the picture
itself, which the page scales; the list below the picture says the same in words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol
from uuid import UUID

SIDE_AT_MOST: Final = 8
"""More boxes a side are no picture any more; the list has them all."""
_LONGEST: Final = 26  # letters in a box
_WIDTH, _BOX, _HEIGHT, _STEP = 760, 230, 44, 58
_MARGIN: Final = 10


class Edge(Protocol):
    """What is drawn of a relation."""

    @property
    def type(self) -> str: ...
    @property
    def direction(self) -> str: ...
    @property
    def other_id(self) -> UUID: ...
    @property
    def other_value(self) -> str: ...
    @property
    def other_state(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Box:
    """A neighbour; `x`, `y` is its upper left corner, `line` joins it to the middle, `label_x`, `label_y` is the middle
    of the word on that line."""

    id: UUID
    text: str
    type: str
    state: str
    x: int
    y: int
    line: tuple[int, int, int, int]
    label_x: int
    label_y: int
    outward: bool


@dataclass(frozen=True, slots=True)
class Picture:
    """`left_out` counts the relations that have no box."""

    boxes: Sequence[Box]
    middle_x: int
    middle_y: int
    width: int
    centre: int
    height: int
    box: int
    box_height: int
    left_out: int


def picture_of(edges: Sequence[Edge]) -> Picture | None:
    """None where there is nothing to draw."""
    if not edges:
        return None
    into = [edge for edge in edges if edge.direction == "in"]
    out = [edge for edge in edges if edge.direction == "out"]
    rows = max(1, min(SIDE_AT_MOST, max(len(into), len(out))))
    height = 2 * _MARGIN + rows * _STEP - (_STEP - _HEIGHT)
    middle_x, middle_y = (_WIDTH - 120) // 2, (height - _HEIGHT) // 2
    boxes = [
        *_side(into, outward=False, middle=(middle_x, middle_y), height=height),
        *_side(out, outward=True, middle=(middle_x + 120, middle_y), height=height),
    ]
    return Picture(boxes, middle_x, middle_y, _WIDTH, _WIDTH // 2, height, _BOX, _HEIGHT, len(edges) - len(boxes))


def _side(edges: Sequence[Edge], *, outward: bool, middle: tuple[int, int], height: int) -> list[Box]:
    shown = edges[:SIDE_AT_MOST]
    taken = len(shown) * _STEP - (_STEP - _HEIGHT)
    x, top = (_WIDTH - _BOX if outward else 0), (height - taken) // 2
    found = []
    for place, edge in enumerate(shown):
        y = top + place * _STEP
        near = (x if outward else x + _BOX, y + _HEIGHT // 2)
        end = (middle[0], middle[1] + _HEIGHT // 2)
        line = (end[0], end[1], near[0], near[1]) if outward else (near[0], near[1], end[0], end[1])
        found.append(
            Box(
                id=edge.other_id,
                text=_short(edge.other_value),
                type=edge.type,
                state=edge.other_state,
                x=x,
                y=y,
                line=line,
                label_x=x + _BOX // 2,
                label_y=y + 16,
                outward=outward,
            )
        )
    return found


def _short(text: str) -> str:
    told = " ".join(text.split())
    # A Chinese sign is as wide as two letters.
    width, kept = 0, ""
    for sign in told:
        width += 2 if ord(sign) >= 0x2E80 else 1
        if width > _LONGEST:
            return kept.rstrip() + "…"
        kept += sign
    return kept
