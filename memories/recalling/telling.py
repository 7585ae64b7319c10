"""What of an answer fits into a prompt, and how it reads there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from memories.extracting.counting import tokens_of
from memories.recalling.rendering import Line, fit, render
from memories.shapes.outputs import Hit
from memories.shapes.searching import SearchInput

_PARTIAL = "partial: the deadline cut the search short, there may be more"


@dataclass(frozen=True, slots=True)
class Told:
    """The hits that fit into `max_tokens`, best first; their text if it was asked for; how many found no room."""

    hits: list[Hit]
    text: str | None
    left_out: int


def told(hits: Sequence[Hit], channels: Mapping[UUID, str], body: SearchInput, cut_short: bool) -> Told:
    """What of these hits is returned."""
    if body.render != "text":
        most = body.max_tokens
        costs = [tokens_of(hit.memory.value) for hit in hits]
        kept = [hits[place] for place in fit(costs, most)] if most is not None else list(hits)
        return Told(kept, None, len(hits) - len(kept))
    block = render(
        [line_of(hit, channels[hit.memory.id]) for hit in hits],
        max_tokens=body.max_tokens,
        note=_PARTIAL if cut_short else "",
    )
    shown = set(block.used)
    return Told([hit for hit in hits if str(hit.memory.id) in shown], block.text, block.left_out)


def line_of(hit: Hit, channel: str = "") -> Line:
    """A result as a line of a prompt."""
    memory = hit.memory
    return Line(
        id=str(memory.id),
        occurred_at=memory.occurred_at,
        kind=memory.kind,
        confidence=memory.confidence,
        value=memory.value,
        channel=channel,
        contested=memory.contested,
        critical=memory.critical,
        state=memory.state,
        valid_from=memory.valid_from if hit.validity == "not_yet" else None,
        valid_to=memory.valid_to,
        final=hit.scores.final,
    )
