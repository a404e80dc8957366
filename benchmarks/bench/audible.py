"""When a listener has heard something: the one ruler for time to first audio, the same for both servers.

Leading silence does not count. Sound is cut into windows of 5 ms from its first sample on; a window is
audible when its RMS level is above -45 dBFS (the voice's noise floor lies near -90, its softest vowels near
-35). The time to first audio ends when the audible windows add up to 50 ms, so that neither silence nor a
click stops the clock.
"""

from __future__ import annotations

import numpy as np

WINDOW_MS = 5
AUDIBLE_DBFS = -45.0
ENOUGH_MS = 50

_AUDIBLE_RMS = 32768.0 * 10.0 ** (AUDIBLE_DBFS / 20.0)


class Ear:
    """Hears signed 16-bit little-endian PCM as it arrives and notes when it became audible.

    Times are whatever clock the caller reads; chunks may be cut anywhere, also inside a sample.
    """

    def __init__(self, rate: int, channels: int = 1) -> None:
        self._window_bytes = rate * WINDOW_MS // 1000 * channels * 2
        self._rest = b""
        self._audible_windows = 0
        self.first_at: float | None = None
        """Arrival of the chunk that completed the first audible window."""
        self.enough_at: float | None = None
        """Arrival of the chunk with which 50 ms of audible sound had come."""

    def hear(self, pcm: bytes, at: float) -> None:
        """Take the next bytes, which arrived at `at`. Cheap once enough was heard."""
        if self.enough_at is not None:
            return
        data = self._rest + pcm
        whole = len(data) // self._window_bytes * self._window_bytes
        self._rest = data[whole:]
        if not whole:
            return
        windows = np.frombuffer(data[:whole], dtype="<i2").astype(np.float32)
        windows = windows.reshape(-1, self._window_bytes // 2)
        audible = int(np.count_nonzero(np.sqrt(np.mean(windows * windows, axis=1)) > _AUDIBLE_RMS))
        if not audible:
            return
        self._audible_windows += audible
        if self.first_at is None:
            self.first_at = at
        if self._audible_windows * WINDOW_MS >= ENOUGH_MS:
            self.enough_at = at
