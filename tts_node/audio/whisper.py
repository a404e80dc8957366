"""A voice without its voice: the same words as breath, while it streams.

By linear prediction (J. Makhoul, "Linear Prediction: A Tutorial Review", 1975): of each short frame the
filter that mouth and throat are is kept, and noise goes through it instead of the vocal folds' pulses. Frames
overlap by half with sine windows, so that they sum to one in power.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]

_FRAME_S = 0.024
_ORDER_BASE, _ORDER_PER_HZ = 2, 1 / 1_200
"""Two poles for each formant, which lie about 1.2 kHz apart in the band, and two for the slope."""
_CORNER_HZ = 800.0
"""Below, a whisper is weaker than the voice: what the folds' pulses have most of is not there."""
_LAG_HZ = 60.0
"""Formants are widened by so much, so that no single harmonic of the voice is left."""
_MAKE_UP = 10.0 ** (8.0 / 20.0)
"""Brings it to about the loudness of the voice; how quiet a whisper is to be is told elsewhere."""
_SILENCE = 5e-4


class Whisper:
    """Mono samples in, as many whispered ones out. A frame (24 ms) is held back until `finish`; the same seed
    gives the same breath, and cuts of the input change nothing."""

    def __init__(self, rate: int, seed: int) -> None:
        self._hop = round(rate * _FRAME_S / 2)
        size = 2 * self._hop
        self._window = np.sin(np.pi * (np.arange(size) + 0.5) / size)
        hz = np.fft.rfftfreq(size, 1.0 / rate)
        self._slope = _MAKE_UP * hz / np.hypot(hz, _CORNER_HZ)
        order = _ORDER_BASE + round(rate * _ORDER_PER_HZ)
        lags = np.arange(order + 1)
        self._between = np.abs(np.subtract.outer(lags[:-1], lags[:-1]))
        """Of each two taps, how far they are apart."""
        self._widening = np.exp(-0.5 * (2.0 * np.pi * _LAG_HZ * lags / rate) ** 2)
        self._widening[0] = 1.0001
        self._random = np.random.Generator(np.random.Philox(key=seed & ((1 << 64) - 1)))
        self._breath = self._random.standard_normal(size)
        self._line = np.zeros(self._hop)
        """Input from the next frame's first sample on."""
        self._over = np.zeros(self._hop)
        """The latest frame's second half, which the next one's first is added to."""
        self._skip = self._hop
        """Outputs that are still of before the beginning."""
        self._owed = 0

    def feed(self, samples: Floats) -> Floats:
        """What can be told after `samples`."""
        self._owed += len(samples)
        self._line = np.concatenate((self._line, samples))
        made = [np.zeros(0)]
        while len(self._line) >= 2 * self._hop:
            frame = self._whispered(self._line[: 2 * self._hop] * self._window) * self._window
            made.append(self._over + frame[: self._hop])
            self._over = frame[self._hop :]
            self._line = self._line[self._hop :]
        out = np.concatenate(made)
        skipped = min(self._skip, len(out))
        self._skip -= skipped
        out = out[skipped:][: self._owed]
        self._owed -= len(out)
        return out.astype(np.float32)

    def finish(self) -> Floats:
        """The rest, as if silence followed."""
        owed = self._owed
        rest = self.feed(np.zeros(3 * self._hop, np.float32))[:owed]
        self._owed = 0
        return rest

    def length(self, samples: int) -> int:
        """How many samples `samples` become."""
        return samples

    def _whispered(self, frame: Doubles) -> Doubles:
        size = len(frame)
        self._breath = np.concatenate((self._breath[self._hop :], self._random.standard_normal(self._hop)))
        order = len(self._widening) - 1
        sums = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * size)) ** 2)[: order + 1]
        if sums[0] < size * _SILENCE**2:
            return np.zeros(size)
        filter_, error = self._predictor(sums * self._widening)
        envelope = np.sqrt(error / size) / np.abs(np.fft.rfft(filter_, size))
        breath = np.fft.rfft(self._breath * self._window)
        whispered: Doubles = np.fft.irfft(envelope * self._slope * breath, size)
        return whispered

    def _predictor(self, sums: Doubles) -> tuple[Doubles, float]:
        """The whitening filter of a frame and what it leaves over, from its autocorrelation."""
        taps = np.concatenate(([1.0], np.linalg.solve(sums[self._between], -sums[1:])))
        return taps, max(float(taps @ sums), 0.0)
