"""What is kept of an engine's segments: lengths are odd by the bounds of the check alone."""

from __future__ import annotations

import numpy as np
import pytest

from tts_node.audio.spoken_length import longest_s, shortest_s
from tts_node.engines.base import Chunk, EngineVoice, Segment, SegmentStyle
from tts_node.speech.production import Production
from tts_node.speech.takes import Take, Takes

RATE = 16_000
WORDS = "The washing machine in the cellar has been ready for more than an hour now."
DIGITS = "The quick brown fox number 0.7364527364527 jumps over the lazy dog."


def take_of(text: str, seconds: float, speed: float = 1.0) -> Take:
    """Of a segment that came whole, with a tone of `seconds` for its sound."""
    pcm = (np.sin(np.arange(int(seconds * RATE)) * 0.1) * 9_000).astype("<i2").tobytes()
    segment = Segment(text, "joe", style=SegmentStyle(speed=speed))
    made = Production(None, segment, EngineVoice("joe", ("en-US",), RATE, ""), deterministic=True)
    made.take(Chunk(1, 0, pcm, cost_ms=1.0, end=True))
    takes = Takes()
    takes.add(made)
    (take,) = takes
    return take


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
@pytest.mark.parametrize(
    "text",
    [WORDS, DIGITS, "+49 171 1234567", "7 " * 50, "± € % @ #", "快递到了你得去拿二楼会议室", "HTTP NASA CPU"],
)
def test_whatever_passes_the_check_has_no_odd_length(text: str, speed: float) -> None:
    for seconds in (longest_s(text, speed) - 0.01, max(0.05, shortest_s(text, speed) + 0.01)):
        take = take_of(text, seconds, speed)
        assert (take.error, take.length) == (None, None)


@pytest.mark.parametrize("speed", [0.5, 1.0, 2.0])
def test_what_is_refused_for_its_length_says_so(speed: float) -> None:
    long = take_of(DIGITS, longest_s(DIGITS, speed) + 0.1, speed)
    short = take_of(WORDS, shortest_s(WORDS, speed) - 0.1, speed)
    assert (long.error, long.length) == ("runaway", "too long")
    assert (short.error, short.length) == ("bad_audio", "too short")
