"""Arithmetic on 16-bit mono PCM: silence, fades, edges, and whether a segment can be right at all."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from tts_node.audio.convert import Converter
from tts_node.audio.format import PcmFormat
from tts_node.audio.spoken_length import longest_s, shortest_s

BadTake = Literal["silent", "clipped", "too_long", "too_short"]

SILENCE_DBFS = -55.0
"""Peaks below are silence: quieter than the noise floor of a spoken pause in 16-bit voices."""
CLIPPED_SHARE = 0.05
"""More full-scale samples than this is a broken take; loud voices stay below one in a hundred."""


def silence(ms: float, fmt: PcmFormat) -> bytes:
    """Whole frames of silence, as near to `ms` as they get; none for a negative time."""
    return bytes(fmt.bytes_for(max(0.0, ms)))


def fade_in(pcm: bytes, rate: int, ms: float) -> bytes:
    """The first `ms` rise from nothing (raised cosine), for sound that starts in the middle of something."""
    return _fade(pcm, rate, ms, at_end=False)


def fade_out(pcm: bytes, rate: int, ms: float) -> bytes:
    """The last `ms` fall to nothing (raised cosine), for sound that was cut by force."""
    return _fade(pcm, rate, ms, at_end=True)


def resample(pcm: bytes, rate: int, to_rate: int) -> bytes:
    """A whole piece of mono PCM at another rate, aligned with the original. For streams: `Converter`."""
    converter = Converter(PcmFormat(rate), PcmFormat(to_rate))
    return converter.feed(pcm) + converter.finish()


def edges(pcm: bytes, rate: int, threshold_dbfs: float = SILENCE_DBFS) -> tuple[int, int]:
    """First and last-plus-one sample that is not silence, in 5 ms steps; (0, 0) when all of it is."""
    x = np.frombuffer(pcm, "<i2")
    step = max(1, rate // 200)
    blocks = -(-len(x) // step)
    if not blocks:
        return 0, 0
    padded = np.zeros(blocks * step, np.int32)
    padded[: len(x)] = x
    loud = np.flatnonzero(np.abs(padded).reshape(blocks, step).max(axis=1) >= _threshold(threshold_dbfs))
    if not len(loud):
        return 0, 0
    return int(loud[0]) * step, min(len(x), (int(loud[-1]) + 1) * step)


def trim(pcm: bytes, rate: int, *, keep_ms: float = 20.0, threshold_dbfs: float = SILENCE_DBFS) -> bytes:
    """Without the silence at both ends, but for `keep_ms` of it; all silence becomes nothing."""
    first, last = edges(pcm, rate, threshold_dbfs)
    keep = round(keep_ms * rate / 1000.0)
    return pcm[max(0, first - keep) * 2 : (last + keep) * 2] if last else b""


def check(pcm: bytes, rate: int, text: str, *, speed: float = 1.0) -> BadTake | None:
    """What makes a segment's complete mono PCM impossible for its text, or None when it may be right.

    `silent`: nothing above `SILENCE_DBFS` although there is a letter or digit. `clipped`: more than
    `CLIPPED_SHARE` at full scale. `too_long`: words were invented or silence did not end. `too_short`: faster
    than anybody speaks (see `spoken_length` for both). `text` is the segment's as spoken, `speed` what was
    asked of the engine.
    """
    if not any(map(str.isalnum, text)):
        return None
    x = np.frombuffer(pcm, "<i2")
    size = np.abs(x.astype(np.int32))
    if not len(x) or int(size.max()) < _threshold(SILENCE_DBFS):
        return "silent"
    if float(np.count_nonzero(size >= 32_767)) > CLIPPED_SHARE * len(x):
        return "clipped"
    seconds = len(x) / rate
    if seconds > longest_s(text, speed):
        return "too_long"
    return "too_short" if seconds < shortest_s(text, speed) else None


def _fade(pcm: bytes, rate: int, ms: float, *, at_end: bool) -> bytes:
    x = np.frombuffer(pcm, "<i2").astype(np.float32) / np.float32(32768.0)
    n = min(len(x), round(ms * rate / 1000.0))
    if n <= 0:
        return pcm
    rise = (0.5 - 0.5 * np.cos(np.pi * (np.arange(n) + 0.5) / n)).astype(np.float32)
    if at_end:
        x[-n:] *= rise[::-1]
    else:
        x[:n] *= rise
    return _to_pcm(x)


def _threshold(dbfs: float) -> float:
    return float(32768.0 * 10.0 ** (dbfs / 20.0))


def _to_pcm(x: npt.NDArray[np.float32]) -> bytes:
    samples: npt.NDArray[np.int16] = np.clip(np.rint(x * 32768.0), -32768, 32767).astype("<i2")
    return samples.tobytes()
