"""A loudspeaker on paper: how long a listener would have sat in silence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrival:
    """Some sound that came in."""

    at_s: float
    """Clock time."""
    audio_s: float
    """How long it plays."""


def dry_ms(arrivals: Iterable[Arrival], *, play_at_s: float, listen_s: float) -> float:
    """Milliseconds without sound between `play_at_s` and `listen_s` later.

    Playing begins at `play_at_s` with what has come by then; whenever the buffer is empty the speaker waits,
    and goes on with the next arrival. `arrivals` is in order of time.
    """
    end_s = play_at_s + listen_s
    buffered_until_s = play_at_s
    dry_s = 0.0
    for arrival in arrivals:
        if arrival.at_s >= end_s or buffered_until_s >= end_s:
            break
        if arrival.at_s > buffered_until_s:
            dry_s += arrival.at_s - buffered_until_s
            buffered_until_s = arrival.at_s
        buffered_until_s += arrival.audio_s
    return (dry_s + max(0.0, end_s - buffered_until_s)) * 1000.0
