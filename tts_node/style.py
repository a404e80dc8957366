"""How something is to be said: an `instruct` in words becomes a `Style` in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Style:
    """A resolved way of speaking. Neutral by default."""

    speed: float = 1.0
    """2.0 is twice as fast; 0.25 to 4.0."""
    pitch: float = 0.0
    """Semitones."""
    level_db: float = 0.0
    """Relative to the voice's own level."""
    expressiveness: float = 1.0
    """Scales the engine's own variation; 0 is flat."""
    gap_scale: float = 1.0
    """Scales the pauses between segments."""


@dataclass(frozen=True, slots=True)
class Wish:
    """One wish found in an instruct. `aspect` is `speed`, `level`, `pitch`, `expressiveness`, `pauses`, `emotion`, …"""

    aspect: str
    words: str
    """The client's own words for it."""


@dataclass(frozen=True, slots=True)
class ResolvedStyle:
    """What an instruct came to with one voice."""

    style: Style
    instruct: str | None
    """Handed to the model as free text, where the engine takes it."""
    applied: tuple[Wish, ...] = ()
    ignored: tuple[Wish, ...] = ()


def resolve(instruct: str | None, *, speed: float | None, supports: tuple[str, ...]) -> ResolvedStyle:
    """Resolve `instruct` for a voice that supports `supports` (see `engines.base.EngineVoice.supports`).

    Level and pauses always act (after the engine). An explicit `speed` multiplies what the words say. Words that
    name no known wish are returned as one `Wish("unknown", words)` in `ignored`: nothing is dropped silently.
    Raises `errors.BadInstruct` for more than 500 code points, control characters or control marks (`<|`, `|>`).
    """
    raise NotImplementedError
