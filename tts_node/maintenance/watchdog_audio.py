"""Watches whether what an engine speaks can be speech: silence, NaN, clipping, lengths that fit no text."""

from __future__ import annotations

import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tts_node.maintenance.context import JobContext
from tts_node.maintenance.watchdog import Action, Finding, Patience, Watchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.takes import Take

_LATELY: Final = 20
_CLIPPED_SHARE: Final = 0.01
"""Loud voices stay below; a take that is refused has five times as much."""
_ODD_LENGTH: Final = 2.5
"""So many times longer or shorter for each letter than this engine's usual."""
_ENOUGH: Final = 12
_BAD_SOUND: Final = {"bad_audio": "silent or no numbers", "runaway": "endless", "engine_failed": "failed"}


@dataclass(frozen=True, slots=True)
class AudioLimits:
    bad_takes: int = 3
    """So many bad takes among the last twenty."""


class AudioWatchdog(Watchdog):
    """Evidence from the segments that were spoken, or could not be."""

    part = "sound"
    ladder = (Action.RECYCLE, Action.GIVE_CARD_UP, Action.STAND_DOWN)

    def __init__(
        self, limits: AudioLimits, patience: Patience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(patience, clock)
        self._limits = limits
        self._usual: dict[str, float] = {}
        """Seconds a letter, from when there were enough takes."""
        self._from: dict[str, int] = {}
        """Takes up to this one are of earlier workers."""

    def forget(self, name: str, engine: Watched) -> None:
        self._from[name] = engine.takes.count

    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        takes = engine.takes.since(self._from.get(name, 0))[-_LATELY:]
        if not takes:
            return None
        usual = self._usual_length(name, takes)
        kinds = Counter(kind for take in takes if (kind := _what_is_wrong(take, usual)))
        bad = kinds.total()
        named = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        what = f"{bad} of the last {len(takes)} sentences were bad: {named}" if bad else "sounds well"
        return Finding(bad / self._limits.bad_takes, what, {"bad_takes": float(bad)})

    def _usual_length(self, name: str, takes: tuple[Take, ...]) -> float | None:
        lengths = [length for take in takes if take.error is None and (length := take.s_per_letter)]
        if name not in self._usual and len(lengths) >= _ENOUGH:
            self._usual[name] = statistics.median(lengths)
        return self._usual.get(name)


def _what_is_wrong(take: Take, usual: float | None) -> str | None:
    if take.error is not None:
        return _BAD_SOUND.get(take.error)
    if take.clipped_share > _CLIPPED_SHARE:
        return "clipped"
    length = take.s_per_letter
    if usual is None or length is None or usual / _ODD_LENGTH <= length <= usual * _ODD_LENGTH:
        return None
    return "too long" if length > usual else "too short"
