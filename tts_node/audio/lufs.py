"""How loud speech is to people, by ITU-R BS.1770-5 and EBU R128: the integrated loudness in LUFS."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

# BS.1770-5, tables 1 and 2, for 48 kHz: b0, b1, b2, a1, a2.
_SHELF = (1.53512485958697, -2.69169618940638, 1.19839281085285, -1.69065929318241, 0.73248077421585)
_HIGH_PASS = (1.0, -2.0, 1.0, -1.99004745483398, 0.99007225036621)
_FILTERS_RATE = 48_000
_BLOCK_S, _HOP_S = 0.4, 0.1
_ABSOLUTE_GATE = -70.0
_RELATIVE_GATE = -10.0
_RING_S = 1.0
"""The high pass has died away after so long, so its end does not come round to the beginning."""


def integrated(pcm: bytes, rate: int) -> float | None:
    """LUFS of mono 16-bit PCM of at most 48 kHz; None for less than 0.4 s and for silence.

    The standard gives its filters for 48 kHz. They are applied as their response at the sound's own
    frequencies, which is the same filter at any rate.
    """
    samples = np.frombuffer(pcm, "<i2") / 32_768.0
    block, hop = round(_BLOCK_S * rate), round(_HOP_S * rate)
    if len(samples) < block:
        return None
    squares = np.concatenate(([0.0], np.cumsum(_weighted(samples, rate) ** 2)))
    starts = np.arange(0, len(samples) - block + 1, hop)
    power = (squares[starts + block] - squares[starts]) / block
    heard = power[_lufs(power) > _ABSOLUTE_GATE]
    if not len(heard):
        return None
    heard = heard[_lufs(heard) > _lufs(heard.mean()) + _RELATIVE_GATE]
    return float(_lufs(heard.mean()))


def _weighted(samples: npt.NDArray[np.float64], rate: int) -> npt.NDArray[np.float64]:
    """K-weighting."""
    length = len(samples) + round(_RING_S * rate)
    z = np.exp(-2j * np.pi * np.fft.rfftfreq(length, 1.0 / rate) / _FILTERS_RATE)
    response = np.ones_like(z)
    for b0, b1, b2, a1, a2 in (_SHELF, _HIGH_PASS):
        response *= (b0 + b1 * z + b2 * z**2) / (1.0 + a1 * z + a2 * z**2)
    weighted: npt.NDArray[np.float64] = np.fft.irfft(np.fft.rfft(samples, length) * response, length)
    return weighted[: len(samples)]


def _lufs(power: npt.NDArray[np.float64] | np.floating) -> npt.NDArray[np.float64]:
    return np.asarray(-0.691 + 10.0 * np.log10(np.maximum(power, 1e-20)))
