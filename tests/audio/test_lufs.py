"""Loudness by ITU-R BS.1770, against what the standard says of itself and against another implementation."""

from __future__ import annotations

import gc
import re

import av
import av.filter
import av.logging
import numpy as np
import numpy.typing as npt
import pytest

from tts_node.audio import lufs

Samples = npt.NDArray[np.int16]


def sine(hz: float, dbfs: float, rate: int, seconds: float = 5.0) -> Samples:
    t = np.arange(round(seconds * rate)) / rate
    return (np.sin(2 * np.pi * hz * t) * 32_767 * 10 ** (dbfs / 20)).astype(np.int16)


def bursts(rate: int) -> Samples:
    rng = np.random.default_rng(2)
    loud = np.repeat(rng.uniform(0.01, 1.0, 60) * (rng.uniform(size=60) > 0.3), rate // 10)
    return (rng.standard_normal(len(loud)) * 4_000 * loud).astype(np.int16)


@pytest.mark.parametrize("rate", [16_000, 22_050, 24_000, 48_000])
def test_a_full_scale_sine_of_997_hz_is_at_minus_three(rate: int) -> None:
    """BS.1770-5: a 0 dBFS sine of 997 Hz in one channel reads -3.01 LKFS."""
    assert lufs.integrated(sine(997, 0.0, rate).tobytes(), rate) == pytest.approx(-3.01, abs=0.05)
    assert lufs.integrated(sine(997, -20.0, rate).tobytes(), rate) == pytest.approx(-23.01, abs=0.05)


def test_silence_around_speech_does_not_count() -> None:
    tone = sine(997, -20.0, 22_050)
    padded = np.concatenate((np.zeros(220_500, np.int16), tone, np.zeros(110_250, np.int16)))
    assert lufs.integrated(padded.tobytes(), 22_050) == pytest.approx(-23.0, abs=0.3)


def test_silence_and_very_short_sounds_have_no_loudness() -> None:
    assert lufs.integrated(b"", 22_050) is None
    assert lufs.integrated(bytes(88_200), 22_050) is None
    assert lufs.integrated(sine(997, -20.0, 22_050, 0.39).tobytes(), 22_050) is None


@pytest.mark.slow
@pytest.mark.parametrize("rate", [16_000, 22_050, 48_000])
def test_ffmpeg_measures_the_same(rate: int) -> None:
    for samples in (bursts(rate), sine(100, -10.0, rate), sine(4_000, -30.0, rate)):
        assert lufs.integrated(samples.tobytes(), rate) == pytest.approx(_by_ffmpeg(samples, rate), abs=0.15)


def _by_ffmpeg(samples: Samples, rate: int) -> float:
    """The summary that its filter `ebur128` writes when it ends."""
    before = av.logging.get_level()
    av.logging.set_level(av.logging.INFO)
    try:
        with av.logging.Capture() as logs:
            graph = av.filter.Graph()
            source = graph.add_abuffer(format="s16", layout="mono", sample_rate=rate, time_base=f"1/{rate}")
            meter, sink = graph.add("ebur128", "framelog=quiet"), graph.add("abuffersink")
            source.link_to(meter)
            meter.link_to(sink)
            graph.configure()
            frame = av.AudioFrame(format="s16", layout="mono", samples=len(samples))
            frame.sample_rate, frame.pts = rate, 0
            frame.planes[0].update(samples.tobytes())
            graph.push(frame)
            graph.push(None)
            while True:
                try:
                    graph.pull()
                except av.error.EOFError:
                    break
            del source, meter, sink, graph
            gc.collect()
        found = re.search(r"I:\s+(-?[\d.]+) LUFS", "".join(entry[2] for entry in logs))
        assert found is not None, logs
        return float(found[1])
    finally:
        av.logging.set_level(before)
