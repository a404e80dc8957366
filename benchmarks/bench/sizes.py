"""How much of everything is measured."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Counts of one run. The defaults are the full run; `QUICK` is for a look, with rough tails."""

    warm_up: int = 5
    """Sentences that a fresh server speaks before anything counts."""
    pairs: int = 40
    bursts: int = 20
    burst_clients: int = 8
    listeners: tuple[int, ...] = (10, 14, 20, 28, 40)
    """Tried in this order until somebody hears a gap."""
    fewer_listeners: tuple[int, ...] = (8, 6, 4, 2)
    """Tried when already the first of `listeners` is too many."""
    listen_s: float = 60.0
    alert_turns: int = 4
    alerts: int = 8
    bulk_words: int = 5000
    cached: int = 100
    cancels: int = 100
    loop_s: float = 62.0
    """The node looks back over a minute, so that the full run's figure holds nothing but work."""
    utterances: int = 3000
    """For the slope of the memory."""
    starts: int = 7


FULL = Sizes()
QUICK = Sizes(
    warm_up=3,
    pairs=8,
    bursts=3,
    listeners=(10,),
    fewer_listeners=(),
    listen_s=10.0,
    alert_turns=2,
    alerts=3,
    cached=20,
    cancels=15,
    loop_s=6.0,
    utterances=200,
    starts=2,
)
