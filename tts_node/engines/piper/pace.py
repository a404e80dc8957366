"""What a frame costs on this machine, learned while speaking, so that steps last about as long as asked."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

_GUESS_MS = 1.0
"""Until something was measured."""
_WEIGHT = 0.15


class Pace:
    """Moving averages of milliseconds a frame. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._decoder_ms = _GUESS_MS
        self._flow_ms = _GUESS_MS / 4
        self._decoder_known = self._flow_known = False

    def decoder_frames(self, budget_ms: float) -> float:
        """Frames that the decoder makes in `budget_ms`."""
        return budget_ms / self._decoder_ms

    def flow_frames(self, budget_ms: float) -> float:
        return budget_ms / self._flow_ms

    def frames_ahead(self, decoder_frames: int, flow_frames: int, frame_ms: float) -> int:
        """Frames that have to be heard while so many more are made, with half as much again to be safe."""
        with self._lock:
            cost_ms = decoder_frames * self._decoder_ms + flow_frames * self._flow_ms
        return int(1.5 * cost_ms / frame_ms) + 1

    @contextmanager
    def of_decoder(self, frames: int) -> Iterator[None]:
        started = time.perf_counter()
        yield
        with self._lock:
            self._decoder_ms = _mixed(self._decoder_ms, started, frames, self._decoder_known)
            self._decoder_known = True

    @contextmanager
    def of_flow(self, frames: int) -> Iterator[None]:
        started = time.perf_counter()
        yield
        with self._lock:
            self._flow_ms = _mixed(self._flow_ms, started, frames, self._flow_known)
            self._flow_known = True

    def figures(self) -> dict[str, float]:
        return {"decoder_ms_per_frame": self._decoder_ms, "flow_ms_per_frame": self._flow_ms}


def _mixed(old_ms: float, started: float, frames: int, known: bool) -> float:
    new_ms = (time.perf_counter() - started) * 1000.0 / max(1, frames)
    return max(1e-4, old_ms + _WEIGHT * (new_ms - old_ms) if known else new_ms)
