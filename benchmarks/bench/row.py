"""One line of the table: a figure, what it is compared with, and what it has to reach."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Goal:
    """A limit on the ratio or on the node's own figure."""

    on: Literal["ratio", "ours"]
    limit: float
    aim: float | None = None
    """What good would be; `limit` is what has to be reached."""
    at_least: bool = False
    """More is better (listeners); otherwise less is."""

    def reached(self, ratio: float | None, ours: float | None) -> bool | None:
        """None while the figure is unknown."""
        value = ratio if self.on == "ratio" else ours
        if value is None:
            return None
        return value >= self.limit if self.at_least else value <= self.limit


@dataclass(frozen=True, slots=True)
class Row:
    measure: str
    """What was measured, in words."""
    unit: str
    ours: float | None
    peer: float | None = None
    ratio: float | None = None
    """Median of the pairs' ratios where there are pairs, so it need not be `ours / peer`."""
    goal: Goal | None = None
    compared_with: str = ""
    """What `peer` and `ratio` refer to where it is not wyoming-piper."""
    problem: str = ""
    """Why there is no figure."""
    detail: Mapping[str, object] = field(default_factory=dict)
    """Spreads and samples, for the JSON file."""

    @property
    def ok(self) -> bool | None:
        return None if self.goal is None else self.goal.reached(self.ratio, self.ours)

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"ok": self.ok}
