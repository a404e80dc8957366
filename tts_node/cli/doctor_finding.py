"""What one check of `tts-node doctor` found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Finding:
    """`warn`: the node speaks, but less well or with something missing. `fail`: it does not."""

    name: str
    level: Level
    message: str
    advice: str = ""
    """What to do; empty when there is nothing to do."""
