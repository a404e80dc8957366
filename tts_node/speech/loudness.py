"""How loud each voice is by itself, and the one gain that brings it to where all voices are.

The loudness (integrated, EBU R128) of a voice in a style is measured once, on a few sentences, and kept. The
gain comes after the cache and holds for a whole utterance; until the style is measured it is the voice's own,
and until that is, 0 dB.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from tts_node.engines.base import EngineVoice, SegmentStyle

_LOG = logging.getLogger(__name__)

LEAST_DB, MOST_DB = -20.0, 12.0
"""Of a gain: what asks for more is no usual voice, and its noise would be heard first."""
EMBEDDED: Final[Mapping[str, float]] = {"ddc27d35c3a79e24131b98e2b32bd169": -25.02}
"""Loudness of the voice that comes with the program, by its files, so that it needs no measuring."""
_MOST_KEPT: Final = 1_000
_MOST_ASKED: Final = 500
"""Fewer than are kept: else the ones would be measured anew for the others, for ever."""
_FORMAT: Final = 1
_PLAIN: Final = SegmentStyle()


@dataclass(frozen=True, slots=True)
class Delivery:
    """Who of a voice speaks, and how: what has one loudness. Styles that sound alike are one."""

    speaker: str | None = None
    style: SegmentStyle = _PLAIN

    @classmethod
    def of(cls, speaker: str | None, style: SegmentStyle) -> Delivery:
        """A model's free instruct may itself ask to be loud, so the gain is that of the voice without it."""
        if style.instruct is not None:
            return cls(speaker)
        return cls(
            speaker,
            SegmentStyle(
                speed=round(style.speed, 1),
                pitch=round(style.pitch) + 0.0,
                expressiveness=round(style.expressiveness * 2.0) / 2.0,
                whisper=style.whisper,
            ),
        )


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
        self._asked: set[tuple[str, Delivery]] = set()
        """Worth measuring, by the voice's files."""
        self._once: set[tuple[str, Delivery]] = set()
        """Styles that were asked for once: most instructs of a language model never come again."""

    def gain_db(self, voice: EngineVoice, delivery: Delivery) -> float:
        """For a new utterance. Notes who is in use and worth measuring."""
        if self._target_lufs is None or voice.own_level:
            return 0.0
        self._ask(voice, delivery)
        lufs = self.lufs(voice, delivery)
        if lufs is None:
            lufs = self.lufs(voice, Delivery(delivery.speaker))
        return 0.0 if lufs is None else _gain_db(self._target_lufs, lufs)

    def lufs(self, voice: EngineVoice, delivery: Delivery) -> float | None:
        """As measured; None for what was not."""
        key = _key(voice, delivery)
        return self._measured.get(key, EMBEDDED.get(key))

    def unknown(self, voice: EngineVoice) -> list[Delivery]:
        """What to measure: the voice as it usually speaks, and what was asked for."""
        if self._target_lufs is None or voice.own_level:
            return []
        asked = [delivery for files, delivery in self._asked if files == voice.content_hash]
        usual = Delivery()
        asked.sort(key=lambda delivery: (delivery.style != usual.style, _key(voice, delivery)))
        return [delivery for delivery in (usual, *asked) if self.lufs(voice, delivery) is None]

    def learn(self, voice: EngineVoice, delivery: Delivery, lufs: float) -> None:
        """It was measured. Holds from the next utterance on."""
        key = _key(voice, delivery)
        self._measured[key] = round(lufs, 2)
        while len(self._measured) > _MOST_KEPT:
            del self._measured[next(iter(self._measured))]
        name = voice.name + key.removeprefix(voice.content_hash)
        gain_db = 0.0 if self._target_lufs is None else _gain_db(self._target_lufs, lufs)
        _LOG.info("voice %s: %.1f LUFS by itself, spoken with %+.1f dB", name, lufs, gain_db)

    def keep(self) -> None:
        """Write down what is known. Blocks; raises nothing: what is lost is measured again."""
        if self._keep is None:
            return
        data = json.dumps({"format": _FORMAT, "lufs": dict(self._measured)}, indent=1).encode()
        try:
            self._keep(data + b"\n")
        except OSError as error:
            _LOG.warning("the loudness of voices cannot be kept: %s", error)

    def _ask(self, voice: EngineVoice, delivery: Delivery) -> None:
        asked = (voice.content_hash, delivery)
        if delivery == Delivery() or asked in self._asked or len(self._asked) >= _MOST_ASKED:
            return
        if delivery.style == _PLAIN or asked in self._once:
            self._asked.add(asked)
            self._once.discard(asked)
        elif len(self._once) < _MOST_ASKED:
            self._once.add(asked)
        else:
            self._once = {asked}


def _gain_db(target_lufs: float, lufs: float) -> float:
    return min(max(target_lufs - lufs, LEAST_DB), MOST_DB)


def _key(voice: EngineVoice, delivery: Delivery) -> str:
    key = voice.content_hash if delivery.speaker is None else f"{voice.content_hash}:{delivery.speaker}"
    style = delivery.style
    if style == _PLAIN:
        return key
    whisper = " whisper" if style.whisper else ""
    return f"{key}|speed {style.speed:g} pitch {style.pitch:g} liveliness {style.expressiveness:g}{whisper}"


def _read(kept: bytes) -> dict[str, float]:
    try:
        found = json.loads(kept)
        if found["format"] != _FORMAT:
            return {}
        measured = {str(key): float(lufs) for key, lufs in found["lufs"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}
    return {key: lufs for key, lufs in measured.items() if math.isfinite(lufs)}
