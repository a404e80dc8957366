"""Watches whether what an engine speaks can be speech: silence, NaN, clipping, lengths that fit no text."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tts_node.errors import BadAudio
from tts_node.maintenance.context import JobContext
from tts_node.maintenance.watchdog import Action, Finding, Patience, Watchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.takes import Take

_LATELY: Final = 20
_CLIPPED_SHARE: Final = 0.01
"""Loud voices stay below; a take that is refused has five times as much."""
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
        self._from: dict[str, int] = {}
        """Takes up to this one are of earlier workers."""

    def forget(self, name: str, engine: Watched) -> None:
        self._from[name] = engine.takes.count

    async def measure(self, name: str, engine: Watched, context: JobContext) -> Finding | None:
        takes = engine.takes.since(self._from.get(name, 0))[-_LATELY:]
        if not takes:
            return None
        kinds = Counter(kind for take in takes if (kind := _what_is_wrong(take)))
        bad = kinds.total()
        named = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
        what = f"{bad} of the last {len(takes)} sentences were bad: {named}" if bad else "sounds well"
        return Finding(bad / self._limits.bad_takes, what, {"bad_takes": float(bad)})


def _what_is_wrong(take: Take) -> str | None:
    """Lengths are judged by what a text can need and never by an engine's usual seconds a letter: digits and
    signs are spoken as words, so a run of such texts is far from usual although all is well."""
    if take.error is not None and (take.error != BadAudio.code or take.length is None):
        return _BAD_SOUND.get(take.error)
    return "clipped" if take.clipped_share > _CLIPPED_SHARE else take.length
