"""The sanity check of a segment."""

from __future__ import annotations

import numpy as np
import pytest

from tts_node.audio import sanity

RATE = 22_050


def tone(seconds: float, peak: float = 8_000, hz: float = 300) -> bytes:
    t = np.arange(round(seconds * RATE)) / RATE
    return (np.sin(2 * np.pi * hz * t) * peak).astype("<i2").tobytes()


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
    assert sanity.check(pcm, RATE, text, slowest=speed, fastest=speed) == verdict


@pytest.mark.parametrize("text", ("Ja", "OK", "好", "No."))
def test_T16_a_word_that_lasts_three_seconds_is_a_runaway(text: str) -> None:
    assert sanity.check(tone(3.0), RATE, text) == "too_long"
    assert sanity.check(tone(0.6), RATE, text) is None
