"""Silence, fades, edges, and the sanity check of a segment."""

from __future__ import annotations

import numpy as np
import pytest

from tts_node.audio import dsp
from tts_node.audio.format import PcmFormat

RATE = 22_050


def tone(seconds: float, peak: float = 8_000, hz: float = 300) -> bytes:
    t = np.arange(round(seconds * RATE)) / RATE
    return (np.sin(2 * np.pi * hz * t) * peak).astype("<i2").tobytes()


def samples(pcm: bytes) -> list[int]:
    return [int(v) for v in np.frombuffer(pcm, "<i2")]


def test_silence_is_whole_frames() -> None:
    assert dsp.silence(200, PcmFormat(RATE)) == bytes(4_410 * 2)
    assert len(dsp.silence(1.03, PcmFormat(48_000, 2, 2))) % 4 == 0
    assert dsp.silence(-5, PcmFormat(RATE)) == b""


def test_fades_begin_and_end_in_silence_and_leave_the_rest_alone() -> None:
    pcm = np.full(1_000, 10_000, "<i2").tobytes()
    start, end = samples(dsp.fade_in(pcm, RATE, 10)), samples(dsp.fade_out(pcm, RATE, 10))
    assert start[0] < 10 and start[220:] == [10_000] * 780
    assert end[-1] < 10 and end[:780] == [10_000] * 780
    assert start == end[::-1]
    assert dsp.fade_out(pcm, RATE, 0) == pcm
    assert len(dsp.fade_in(pcm, RATE, 1_000)) == len(pcm)


def test_trim_leaves_only_a_little_silence_at_both_ends() -> None:
    speech = tone(0.5)
    pcm = bytes(RATE) + speech + bytes(2 * RATE)
    trimmed = dsp.trim(pcm, RATE, keep_ms=20)
    extra_ms = (len(trimmed) - len(speech)) / 2 / RATE * 1_000
    assert 30 <= extra_ms <= 50
    assert speech[200:-200] in trimmed
    assert dsp.trim(bytes(RATE), RATE) == b""
    assert dsp.trim(b"", RATE) == b""
    assert dsp.edges(bytes(RATE), RATE) == (0, 0)


def test_resample_gives_the_length_of_the_new_rate() -> None:
    assert len(dsp.resample(tone(1.0), RATE, 16_000)) == 32_000
    assert dsp.resample(tone(1.0), RATE, RATE) == tone(1.0)


@pytest.mark.parametrize(
    ("pcm", "text", "speed", "verdict"),
    [
        (tone(1.0), "Dinner is ready", 1.0, None),
        (tone(0.4), "Ja", 1.0, None),
        (tone(4.0), "word " * 12, 1.0, None),
        (tone(8.0), "Be quiet", 0.25, None),
        (b"", "", 1.0, None),
        (b"", "+ (", 1.0, None),
        (b"", "Hello", 1.0, "silent"),
        (b"", "7", 1.0, "silent"),
        (bytes(RATE * 2), "Hello", 1.0, "silent"),
        (tone(1.0, 20), "Hello", 1.0, "silent"),
        (np.full(RATE, 32_767, "<i2").tobytes(), "Dinner is ready", 1.0, "clipped"),
        (np.full(RATE, -32_768, "<i2").tobytes(), "Dinner is ready", 1.0, "clipped"),
        (tone(0.3), "word " * 12, 1.0, "too_short"),
        (tone(0.3), "word " * 12, 4.0, None),
        (tone(0.3), "+ % | " * 12 + "word", 1.0, None),
        (tone(20.0), "word " * 12, 1.0, "too_long"),
    ],
)
def test_check_names_what_cannot_be_right(pcm: bytes, text: str, speed: float, verdict: str | None) -> None:
    assert dsp.check(pcm, RATE, text, speed=speed) == verdict


@pytest.mark.parametrize("text", ("Ja", "OK", "好", "No."))
def test_T16_a_word_that_lasts_three_seconds_is_a_runaway(text: str) -> None:
    assert dsp.check(tone(3.0), RATE, text) == "too_long"
    assert dsp.check(tone(0.6), RATE, text) is None
