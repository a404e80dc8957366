"""What became of every utterance that the node accepted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Counts over all listeners. With a deterministic engine `lost`, `wrong` and `repeated` stay 0."""

    accepted: int = 0
    completed: int = 0
    repeated: int = 0
    """Segments that came twice, as the node said by a warning."""
    lost: int = 0
    """Accepted, and not completed although nothing was wrong with them."""
    wrong: int = 0
    """Completed with other samples than in a quiet run."""
    refused: int = 0
    """Not accepted: the client was told to come again."""
    longest_wait_ms: float = 0.0
    """From asking to the first sound."""
    waits_ms: list[float] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    """Of what was lost or refused."""
    troubles: Counter[str] = field(default_factory=Counter)
    """Faults that were made, by name."""
    nights: int = 0
    """That the node's clock went through."""
    nightly_runs: dict[str, int] = field(default_factory=dict)
    """Of each nightly job: nights with a run, or told as missed. Each is to be `nights`."""
    nights_twice: int = 0
    """Nights for which a job ran again."""
    swap_waits_ms: list[float] = field(default_factory=list)
    """Of utterances that were asked for while an engine was being recycled."""

    def heard(self, wait_ms: float, *, right: bool, repeated: int, in_swap: bool) -> None:
        self.completed += 1
        self.wrong += not right
        self.repeated += repeated
        self.waits_ms.append(wait_ms)
        self.longest_wait_ms = max(self.longest_wait_ms, wait_ms)
        if in_swap:
            self.swap_waits_ms.append(wait_ms)

    @property
    def good(self) -> bool:
        well_spoken = self.completed > 0 and not (self.lost or self.wrong or self.repeated)
        return well_spoken and self.once_a_night

    @property
    def once_a_night(self) -> bool:
        """Each nightly job ran exactly once for each night."""
        return not self.nights_twice and all(count == self.nights for count in self.nightly_runs.values())

    def report(self) -> dict[str, object]:
        """JSON data."""
        return {
            "accepted": self.accepted,
            "completed": self.completed,
            "repeated_segments": self.repeated,
            "lost": self.lost,
            "wrong": self.wrong,
            "refused": self.refused,
            "wait_p50_ms": round(_at(self.waits_ms, 0.5), 1),
            "wait_p99_ms": round(_at(self.waits_ms, 0.99), 1),
            "longest_wait_ms": round(self.longest_wait_ms, 1),
            "longest_wait_in_a_swap_ms": round(max(self.swap_waits_ms, default=0.0), 1),
            "nights": self.nights,
            "nightly_runs": self.nightly_runs,
            "nights_twice": self.nights_twice,
            "reasons": dict(self.reasons),
            "troubles": dict(self.troubles),
        }


def _at(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0
