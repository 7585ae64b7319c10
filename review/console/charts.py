"""A chart as the console draws it: data for the Chart.js that unfold brings along, and the same numbers as a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_COLOURS = ("--color-primary-500", "--color-orange-500", "--color-blue-500", "--color-base-400")
GOOD, BAD, NEITHER = "--color-green-500", "--color-red-500", "--color-base-400"
"""For series that are judged by what they say; others take the theme's in turn."""
_TICKS = "#808896"  # told from both the light and the dark ground


@dataclass(frozen=True, slots=True)
class Series:
    """A row of numbers, one for each label of its chart."""

    name: str
    values: Sequence[float]
    colour: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """`labels` name the places along the bottom; several series stand on each other if `stacked`. `most` is a line
    that they should stay under."""

    title: str
    labels: Sequence[str]
    series: Sequence[Series]
    stacked: bool = True
    empty: str = ""
    most: float | None = None

    @property
    def blank(self) -> bool:
        """Whether there is nothing to draw."""
        return not any(value for one in self.series for value in one.values)

    @property
    def rows(self) -> list[tuple[str, list[float]]]:
        """The table: each label with the number of every series."""
        return [(label, [one.values[place] for one in self.series]) for place, label in enumerate(self.labels)]

    @property
    def data(self) -> str:
        """What Chart.js draws; colours are the theme's own names, which unfold resolves."""
        drawn: list[dict[str, Any]] = [
            {"label": str(one.name), "data": list(one.values), "backgroundColor": f"var({one.colour or colour})"}
            for one, colour in zip(self.series, _COLOURS, strict=False)
        ]
        return json.dumps({"labels": [str(label) for label in self.labels], "datasets": drawn})

    @property
    def options(self) -> str:
        axis = {"stacked": self.stacked, "ticks": {"color": _TICKS, "maxRotation": 0, "autoSkipPadding": 12}}
        whole = {**axis, "beginAtZero": True, "grid": {}, "ticks": {"color": _TICKS, "precision": 0}}
        if self.most is not None:
            whole["suggestedMax"] = self.most
        return json.dumps(
            {
                "responsive": True,
                "maintainAspectRatio": False,
                "animation": False,
                "maxBarThickness": 28,
                "scales": {"x": {**axis, "grid": {"display": False}}, "y": whole},
                "plugins": {
                    "legend": {
                        "display": len(self.series) > 1,
                        "position": "bottom",
                        "labels": {"color": _TICKS, "boxWidth": 10, "boxHeight": 10},
                    }
                },
            }
        )
