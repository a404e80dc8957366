"""An utterance at a glance, for whoever looks at the node: never what is said, nor to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tts_node.speech.utterance import Priority

GlanceState = Literal["waiting", "speaking", "open"]


@dataclass(frozen=True, slots=True)
class Glance:
    """One utterance that is not over."""

    door: str
    """Which door it came in by."""
    priority: Priority
    state: GlanceState
    """`waiting` for its first sound, `speaking`, or `open`: all there is was spoken, more text may come."""
    voice: str | None
    """None while nobody knows yet who speaks."""
    engine: str | None
    age_s: float
    """Since it was accepted."""
    audio_s: float
    """Sound handed over."""
    ahead_s: float | None
    """How much of that its listener has not heard yet; None before the first sound."""
