"""How loud each voice is by itself, and the one gain that brings it to where all voices are.

A voice's loudness (integrated, EBU R128) is measured once, on a few sentences, and kept. The gain comes after
the cache and holds for a whole utterance; until a voice is measured it is 0 dB.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Mapping
from typing import Final

from tts_node.engines.base import EngineVoice

_LOG = logging.getLogger(__name__)

LEAST_DB, MOST_DB = -20.0, 12.0
"""Of a gain: what asks for more is no usual voice, and its noise would be heard first."""
EMBEDDED: Final[Mapping[str, float]] = {"ddc27d35c3a79e24131b98e2b32bd169": -25.02}
"""Loudness of the voice that comes with the program, by its files, so that it needs no measuring."""
_MOST_KEPT: Final = 1_000
_MOST_ASKED: Final = 500
"""Fewer than are kept: else the ones would be measured anew for the others, for ever."""
_FORMAT: Final = 1


class Loudness:
    """What is known of voices' loudness, for one event loop; `keep` alone belongs into a thread."""

    def __init__(
        self,
        target_lufs: float | None,
        *,
        kept: bytes | None = None,
        keep: Callable[[bytes], None] | None = None,
    ) -> None:
        """`target_lufs` of None: voices are left as they are. `kept` is what `keep` was given last; anything
        else is taken for nothing. `keep` may raise `OSError`."""
        self._target_lufs = target_lufs
        self._keep = keep
        self._measured: dict[str, float] = _read(kept) if kept is not None else {}
        self._asked: set[tuple[str, str]] = set()
        """Voices and speakers, by their files."""

    def gain_db(self, voice: EngineVoice, speaker: str | None) -> float:
        """For a new utterance. Notes that this speaker is in use and worth measuring."""
        if self._target_lufs is None or voice.own_level:
            return 0.0
        if speaker is not None and len(self._asked) < _MOST_ASKED:
            self._asked.add((voice.content_hash, speaker))
        lufs = self.lufs(voice, speaker)
        return 0.0 if lufs is None else min(max(self._target_lufs - lufs, LEAST_DB), MOST_DB)

    def lufs(self, voice: EngineVoice, speaker: str | None) -> float | None:
        """As measured; None for what was not."""
        key = _key(voice, speaker)
        return self._measured.get(key, EMBEDDED.get(key))

    def unknown(self, voice: EngineVoice) -> list[str | None]:
        """The speakers to measure: the voice's usual one, and those that were asked for."""
        if self._target_lufs is None or voice.own_level:
            return []
        asked = [speaker for speaker in voice.speakers if (voice.content_hash, speaker) in self._asked]
        return [speaker for speaker in (None, *asked) if self.lufs(voice, speaker) is None]

    def learn(self, voice: EngineVoice, speaker: str | None, lufs: float) -> None:
        """It was measured. Holds from the next utterance on."""
        self._measured[_key(voice, speaker)] = round(lufs, 2)
        while len(self._measured) > _MOST_KEPT:
            del self._measured[next(iter(self._measured))]
        _LOG.info(
            "voice %s: %.1f LUFS by itself, spoken with %+.1f dB",
            voice.name if speaker is None else f"{voice.name}:{speaker}",
            lufs,
            self.gain_db(voice, speaker),
        )

    def keep(self) -> None:
        """Write down what is known. Blocks; raises nothing: what is lost is measured again."""
        if self._keep is None:
            return
        data = json.dumps({"format": _FORMAT, "lufs": dict(self._measured)}, indent=1).encode()
        try:
            self._keep(data + b"\n")
        except OSError as error:
            _LOG.warning("the loudness of voices cannot be kept: %s", error)


def _key(voice: EngineVoice, speaker: str | None) -> str:
    return voice.content_hash if speaker is None else f"{voice.content_hash}:{speaker}"


def _read(kept: bytes) -> dict[str, float]:
    try:
        found = json.loads(kept)
        if found["format"] != _FORMAT:
            return {}
        measured = {str(key): float(lufs) for key, lufs in found["lufs"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {key: lufs for key, lufs in measured.items() if math.isfinite(lufs)}
