"""Louder and quieter on a stream, without clipping: a gain, and behind it a limiter that looks 5 ms ahead.

The limiter is of the usual kind (D. Giannoulis et al., "Digital Dynamic Range Compressor Design", 2012, for
the terms): the attenuation that each sample needs falls back slowly (release), is taken early enough by a
maximum over what comes, and is smoothed by a mean over the same time, so that it is complete when the peak
is there. All of it is whole numbers, so that cuts of the input cannot change a bit.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

CEILING_DBFS = -1.0
"""No sample goes above; what stays below is not touched. The decibel is for codecs and loudspeakers'
filters, whose output may be higher than the samples they got."""
LOOK_AHEAD_MS = 5.0
RELEASE_DB_PER_S = 40.0
MOST_DB = 40.0

Samples = npt.NDArray[np.int16]
Wide = npt.NDArray[np.signedinteger[Any]]
"""Samples of 16 bits, or larger ones on their way to the limiter."""
Ints = npt.NDArray[np.int64]

_UNIT = 1 << 20
"""Attenuation is counted in 2**-20 dB, and looked up in steps of 2**-10 dB."""
_STEP_BITS = 10
_PART_BITS = 5
_PART_DB = 20.0 * np.log10(1 << _PART_BITS)
_LARGEST = 32_768 << _PART_BITS
"""Of a sample on its way to the limiter."""


class Level:
    """Mono 16-bit PCM at another level. As many samples come out as went in, in the same places.

    Without a gain above 0 dB nothing can clip, so nothing is held back; with one up to `LOOK_AHEAD_MS` are.
    """

    def __init__(self, gain_db: float, rate: int) -> None:
        self._gain_db = min(gain_db, MOST_DB)
        self._rate = rate
        self._scale = np.float32(10.0 ** (self._gain_db / 20.0))
        self._limiter = _Limiter(self._gain_db, rate) if self._gain_db > 0.0 else None

    def feed(self, pcm: bytes, gains: npt.NDArray[np.float32] | None = None) -> bytes:
        """Whole samples in, whole samples out. `gains` are further ones, of each sample; the first that is
        above 1 may bring the limiter, and so hold something back.
        """
        if not pcm or (self._gain_db == 0.0 and gains is None and self._limiter is None):
            return pcm
        samples: Wide = np.frombuffer(pcm, "<i2")
        if gains is not None:
            samples = self._swollen(samples, gains)
        if self._limiter is not None:
            return _to_pcm(self._limiter.feed(samples))
        return _to_pcm(samples.astype(np.float32) * self._scale)

    def drain(self) -> bytes:
        """What is held back, as if silence followed. It may go on afterwards."""
        return _to_pcm(self._limiter.drain()) if self._limiter is not None else b""

    def _swollen(self, samples: Wide, gains: npt.NDArray[np.float32]) -> Wide:
        most = 10.0 ** ((MOST_DB - self._gain_db) / 20.0)
        if self._limiter is None and float(gains.max()) * self._scale > 1.0:
            self._limiter = _Limiter(self._gain_db, self._rate)
        swollen = np.rint(samples * np.minimum(gains, np.float32(most)))
        clipped: Wide = np.clip(swollen, -_LARGEST, _LARGEST).astype(np.int32)
        return clipped


class _Limiter:
    def __init__(self, gain_db: float, rate: int) -> None:
        self._gain_db = gain_db
        self._needed = _needed(gain_db)
        self._scale = np.float32(10.0 ** (gain_db / 20.0))
        self._harmless = int(np.count_nonzero(self._needed == 0)) - 1
        """The largest sample that needs nothing."""
        self._ahead = max(1, int(rate * LOOK_AHEAD_MS / 1000.0))
        self._release = max(1, round(RELEASE_DB_PER_S * _UNIT / rate))
        self._attenuation = 0
        """Of the latest sample, before smoothing."""
        self._samples: Wide = np.zeros(self._ahead, np.int16)
        """The latest; they wait for what comes."""
        self._released: Ints = np.zeros(self._ahead, np.int64)
        self._early: Ints = np.zeros(self._ahead, np.int64)
        self._working = False
        """Some of the state above is not zero."""
        self._skip = self._ahead
        """Outputs that are still of before the beginning."""

    def feed(self, samples: Wide) -> npt.NDArray[np.float32]:
        """Samples may be larger than 16 bits hold, up to `_LARGEST`."""
        out = self._delayed(samples)
        skipped = min(self._skip, len(out))
        self._skip -= skipped
        return out[skipped:]

    def drain(self) -> npt.NDArray[np.float32]:
        out = self.feed(np.zeros(self._ahead, np.int16))
        self._skip = self._ahead
        return out

    def _delayed(self, samples: Wide) -> npt.NDArray[np.float32]:
        size = np.abs(samples.astype(np.int32))
        largest = int(size.max(initial=0))
        line: Wide = np.concatenate((self._samples, samples))
        self._samples = line[len(samples) :]
        out = line[: len(samples)].astype(np.float32) * self._scale
        if not self._working and largest <= self._harmless:
            return out
        needed = self._needed[size] if largest < len(self._needed) else self._needed_of_large(size)
        released = np.concatenate((self._released, self._with_release(needed)))
        early = np.concatenate((self._early, _maximum_ahead(released, self._ahead)))
        sums = np.concatenate(([0], np.cumsum(early)))
        mean = (sums[self._ahead + 1 :] - sums[: -self._ahead - 1]) // (self._ahead + 1)
        self._released, self._early = released[len(samples) :], early[len(samples) :]
        self._working = bool(self._attenuation or self._released.any() or self._early.any())
        # Rounded towards more attenuation, so that the ceiling holds.
        limited: npt.NDArray[np.float32] = out * _gains()[(mean >> _STEP_BITS) + (mean > 0)]
        return limited

    def _needed_of_large(self, size: npt.NDArray[np.int32]) -> npt.NDArray[np.int32]:
        """By the table for a part of the size, rounded up: too much by less than a hundredth of a decibel."""
        part = (size + ((1 << _PART_BITS) - 1)) >> _PART_BITS
        of_part = np.ceil((_over_kept(self._gain_db)[part] + _PART_DB) * _UNIT)
        small = self._needed[np.minimum(size, len(self._needed) - 1)]
        return np.where(size < len(self._needed), small, np.maximum(of_part, 0.0)).astype(np.int32)

    def _with_release(self, needed: npt.NDArray[np.int32]) -> Ints:
        """The least that falls by at most `_release` a sample and is enough for each: a running maximum of
        what would have been left of each need at a sample far behind."""
        fallen = np.arange(1, len(needed) + 1, dtype=np.int64) * self._release
        left = np.maximum.accumulate(np.concatenate(([self._attenuation], needed + fallen)))[1:] - fallen
        released: Ints = np.maximum(left, 0)
        self._attenuation = int(released[-1])
        return released


def _maximum_ahead(values: Ints, ahead: int) -> Ints:
    """Of each value and the `ahead` after it; by doubling."""
    width = 1
    while width * 2 <= ahead + 1:
        values = np.maximum(values[:-width], values[width:])
        width *= 2
    rest = ahead + 1 - width
    return np.maximum(values[:-rest], values[rest:]) if rest else values


@lru_cache(maxsize=8)
def _needed(gain_db: float) -> npt.NDArray[np.int32]:
    """By a sample's size, 0 to 32,768: how much too loud it is after the gain, in units. 128 KiB."""
    needed: npt.NDArray[np.int32] = np.ceil(np.maximum(_over(gain_db), 0.0) * _UNIT).astype(np.int32)
    return needed


def _over(gain_db: float) -> npt.NDArray[np.float64]:
    """By a sample's size: how many decibels above the ceiling it is after the gain."""
    with np.errstate(divide="ignore"):
        over_db: npt.NDArray[np.float64] = (
            20.0 * np.log10(np.arange(32_769) / 32_768.0) + gain_db - CEILING_DBFS
        )
    return over_db


_over_kept = lru_cache(maxsize=2)(_over)


@lru_cache(maxsize=1)
def _gains() -> npt.NDArray[np.float32]:
    """By attenuation, in steps."""
    steps = np.arange(int((MOST_DB - CEILING_DBFS + 1.0) * (_UNIT >> _STEP_BITS)) + 2)
    return (10.0 ** (-steps * (1 << _STEP_BITS) / _UNIT / 20.0)).astype(np.float32)


def _to_pcm(x: npt.NDArray[np.float32]) -> bytes:
    samples: Samples = np.clip(np.rint(x), -32_768, 32_767).astype("<i2")
    return samples.tobytes()
