"""What the loss of a worker says of the sentence that it spoke. Pure.

A text that ends workers does so again: in the same way, at the same place of its sound. Somebody's hand comes
at any time. So two losses that resemble each other make a sentence guilty, others only when there are more of
them, and those that are known to come from outside only when no other explanation is left (a daemon that
kills whatever takes the memory, for a text that takes it). However it is, a text costs a bounded number of
workers.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

SAME_WAY: Final = 2
"""So many losses in the same way at the same place, one of them alone."""
ALONE: Final = 3
"""So many in whatever way, while it was the only sentence that the worker was working on."""
ALONE_FROM_OUTSIDE: Final = 6
"""So many, those from outside counted."""
SAME_PLACE_S: Final = 1.0
"""Places of the sound this near are one: it is known only up to the last whole step."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A worker was lost while it worked on a sentence."""

    how: str
    """The worker's ending in words."""
    at_s: float
    """So much sound it had made of the sentence."""
    alone: bool
    """It worked on nothing else."""
    from_outside: bool = False
    """For certain."""


def is_guilty(losses: Sequence[Loss]) -> bool:
    """Whether a sentence with these losses is taken for their cause."""
    own = [loss for loss in losses if not loss.from_outside]
    if any(_alike(one, other) for one, other in itertools.combinations(own, SAME_WAY)):
        return True
    if sum(loss.alone for loss in own) >= ALONE:
        return True
    return sum(loss.alone for loss in losses) >= ALONE_FROM_OUTSIDE


def _alike(one: Loss, other: Loss) -> bool:
    return (one.alone or other.alone) and one.how == other.how and abs(one.at_s - other.at_s) <= SAME_PLACE_S
