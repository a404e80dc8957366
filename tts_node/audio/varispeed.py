"""Sound played faster or slower, as a tape would be: length and pitch change together, while it streams.

Band-limited interpolation (J. O. Smith, "Digital Audio Resampling", CCRMA): each output sample is a windowed
sinc over the input around its place, read from a table of its phases. An engine that speaks longer by a
factor and is played faster by it has another pitch and its own length.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

TAPS = 32
"""Input samples that one output sample reads."""
_PHASE_BITS = 9
_ONE = 1 << 32
"""Places in the input are whole numbers of 2**-32 samples, so that no rounding adds up."""
_KAISER_BETA = 8.0
SLOWEST, FASTEST = 0.25, 4.0


class Varispeed:
    """Plays mono samples `factor` times as fast. However the input is cut, the output is the same bit for
    bit; n samples become n / factor, to the sample. `TAPS / 2` samples are held back until `finish`."""

    def __init__(self, factor: float) -> None:
        """`factor` is 0.25 to 4; 2 is an octave up."""
        if not SLOWEST <= factor <= FASTEST:
            raise ValueError(f"a factor from {SLOWEST:g} to {FASTEST:g} is needed, not {factor:g}")
        self._step = round(factor * _ONE)
        self._table, self._slope = _kernel(min(1.0, 1.0 / factor))
        self._held = np.zeros(TAPS // 2 - 1, np.float32)
        """The input from `_held_from` on."""
        self._held_from = -len(self._held)
        self._made = 0

    def feed(self, samples: Floats) -> Floats:
        """What can be told after `samples`."""
        self._held = np.concatenate((self._held, samples.astype(np.float32, copy=False)))
        known = self._held_from + len(self._held)
        # Place p reads up to sample floor(p) + TAPS / 2.
        return self._play((known - TAPS // 2) * _ONE)

    def finish(self) -> Floats:
        """The rest, as if silence followed."""
        end = (self._held_from + len(self._held)) * _ONE
        self._held = np.concatenate((self._held, np.zeros(TAPS, np.float32)))
        return self._play(end)

    def length(self, samples: int) -> int:
        """How many samples `samples` become."""
        return -(-samples * _ONE // self._step)

    def _play(self, end: int) -> Floats:
        """The output samples whose places lie before `end`."""
        count = max(0, -(-end // self._step) - self._made)
        if not count:
            return np.zeros(0, np.float32)
        first = self._made * self._step - self._held_from * _ONE
        places = first + np.arange(count, dtype=np.int64) * self._step
        left = (places >> 32) - (TAPS // 2 - 1)
        phases = (places >> (32 - _PHASE_BITS)) & ((1 << _PHASE_BITS) - 1)
        between = (places & ((1 << (32 - _PHASE_BITS)) - 1)).astype(np.float32)
        between *= np.float32(1.0 / (1 << (32 - _PHASE_BITS)))
        out = np.zeros(count, np.float32)
        for tap in range(TAPS):  # one tap for all samples: the order of sums is the same whatever the count
            out += self._held[left + tap] * (self._table[tap][phases] + between * self._slope[tap][phases])
        self._made += count
        done = max(0, ((self._made * self._step) >> 32) - (TAPS // 2 - 1) - self._held_from)
        self._held = self._held[done:]
        self._held_from += done
        return out


@lru_cache(maxsize=32)
def _kernel(cutoff: float) -> tuple[Floats, Floats]:
    """[TAPS, phases] of the windowed sinc, and how it goes on to the next phase. `cutoff` is a share of the
    input's band; what lies above would fold back into the output's."""
    phases = np.arange((1 << _PHASE_BITS) + 1) / (1 << _PHASE_BITS)
    at = np.arange(TAPS)[:, None] - (TAPS // 2 - 1) - phases[None, :]
    reach = np.clip(1.0 - (at / (TAPS / 2)) ** 2, 0.0, None)
    window = np.i0(_KAISER_BETA * np.sqrt(reach)) / np.i0(_KAISER_BETA)
    # The window's own width in frequency is taken off, so that it ends where the band ends.
    edge = cutoff * 0.94
    kernel = edge * np.sinc(edge * at) * window
    kernel /= kernel.sum(axis=0, keepdims=True)  # a constant stays what it is
    return kernel[:, :-1].astype(np.float32), np.diff(kernel, axis=1).astype(np.float32)
