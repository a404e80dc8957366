"""A segment of a voice whose graph cannot be cut: one step makes all of it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np

from tts_node.engines.base import Segment
from tts_node.engines.piper import trim
from tts_node.engines.piper.phonemes import Phonemizer
from tts_node.engines.piper.plan import Piece
from tts_node.engines.piper.sessions import Floats, Scales, session
from tts_node.engines.piper.stream import Made, StreamFailure, Taken

_LEAD_S, _TAIL_S = 0.3, 0.6
"""Without durations, at most this much of the edges is trimmed."""


class WholeSession:
    """The voice's own graph."""

    def __init__(self, model: Path, threads: int) -> None:
        self._session = session(str(model), threads)
        self._reads = {item.name for item in self._session.get_inputs()}

    def run(self, ids: list[int], scales: Scales, speaker: int) -> Floats:
        feed: dict[str, Any] = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": scales.array(),
            "sid": np.array([speaker], dtype=np.int64),
        }
        output = self._session.get_outputs()[0].name
        result = self._session.run([output], {name: feed[name] for name in self._reads & feed.keys()})[0]
        audio: Floats = np.asarray(result, dtype=np.float32).reshape(-1)
        return audio


class WholeStream:
    def __init__(
        self,
        segment: Segment,
        voice: WholeSession,
        phonemizer: Phonemizer,
        *,
        rate: int,
        scales: Scales,
        speaker: int,
    ) -> None:
        self._segment = segment
        self._voice = voice
        self._phonemizer = phonemizer
        self._rate = rate
        self._scales = scales
        self._speaker = speaker
        self._lock = threading.Lock()
        self._taken = False

    def take(self, budget_ms: float) -> Taken | None:
        with self._lock:
            if self._taken:
                return None
            self._taken = True
            return Taken(0, Piece("first", 0, 0), last=True)

    def make(self, taken: Taken) -> Made:
        spoken = self._phonemizer.speak(self._segment.text)
        if spoken is None:
            raise StreamFailure("empty_text", "there is nothing to speak in this text")
        audio = self._voice.run(spoken.ids, self._scales, self._speaker)
        if audio.size == 0 or not np.isfinite(audio).all():
            raise StreamFailure("bad_audio", "the voice gave samples that are no numbers")
        start = trim.lead(audio, round(_LEAD_S * self._rate), self._rate)
        end = audio.size - trim.tail(audio, round(_TAIL_S * self._rate), self._rate)
        return Made(audio[start : max(start, end)])

    def finish(self, taken: Taken) -> tuple[bool, int]:
        return True, 1
