"""Support: what of a voice can be measured in its sound."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tts_node.audio import lufs

_LOWEST_HZ, _HIGHEST_HZ = 45, 350
_PERIODIC = 0.5
"""Height of the autocorrelation's peak from which a frame has a pitch."""


@dataclass(frozen=True, slots=True)
class Measured:
    seconds: float
    lufs: float
    pitch_hz: float
    """Median over voiced frames; 0 when there is none."""
    voiced: float
    """Share of the loud frames that have a pitch."""
    tilt_db: float
    """Power from 2 to 8 kHz over power from 100 Hz to 1 kHz; a softer voice has less."""


def measure(pcm: bytes, rate: int) -> Measured:
    """Of mono s16le speech."""
    samples = np.frombuffer(pcm, "<i2").astype(float)
    loudness = lufs.integrated(pcm, rate)
    assert loudness is not None, "there is no sound"
    return Measured(len(samples) / rate, loudness, *_pitch(samples, rate), _tilt(samples, rate))


def _pitch(samples: npt.NDArray[np.float64], rate: int) -> tuple[float, float]:
    """Median and share of the frames that have one, by the highest peak of each one's autocorrelation."""
    size, hop = rate // 12, rate // 100
    loud = 0.1 * np.mean(samples**2) * size
    lags = slice(rate // _HIGHEST_HZ, rate // _LOWEST_HZ)
    found, frames = [], 0
    for start in range(0, len(samples) - size, hop):
        frame = samples[start : start + size]
        frame = frame - frame.mean()
        sums = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * size)) ** 2)[:size]
        sums *= size / (size - np.arange(size))  # fewer products are in the sums of longer lags
        lag = lags.start + int(np.argmax(sums[lags]))
        frames += sums[0] > loud
        if sums[0] > loud and sums[lag] > _PERIODIC * sums[0]:
            found.append(rate / lag)
    return float(np.median(found)) if found else 0.0, len(found) / frames


def _tilt(samples: npt.NDArray[np.float64], rate: int) -> float:
    power = np.abs(np.fft.rfft(samples)) ** 2
    hz = np.fft.rfftfreq(len(samples), 1.0 / rate)
    bright = power[(hz >= 2_000) & (hz < 8_000)].sum()
    full = power[(hz >= 100) & (hz < 1_000)].sum()
    return float(10.0 * np.log10(bright / full))
