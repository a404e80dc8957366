"""A segment's samples as they come: in order, and held once when they are complete."""

from __future__ import annotations

import numpy as np

from tts_node.engines.base import Chunk, EngineVoice, Segment
from tts_node.speech.cache import Entry
from tts_node.speech.production import Production

RATE = 16_000
VOICE = EngineVoice("joe", ("en-US",), RATE, "joe-files")
PCM = (np.sin(np.arange(RATE) * 0.1) * 9_000).astype("<i2").tobytes()


def production() -> Production:
    return Production(None, Segment("Dinner is ready now.", "joe"), VOICE, deterministic=True)


def test_chunks_come_in_any_order_and_sound_in_their_own() -> None:
    made = production()
    assert made.take(Chunk(1, 1, PCM[16_000:], end=True)) == 0.0
    assert made.pcm == b"" and not made.done
    assert made.take(Chunk(1, 0, PCM[:16_000])) == 1.0
    assert made.pcm == PCM and made.done


def test_who_keeps_a_complete_segment_keeps_the_samples_that_others_hear() -> None:
    made = production()
    kept: list[bytes] = []
    made.on_done = lambda done: kept.append(bytes(done.pcm))
    made.take(Chunk(1, 0, PCM, end=True))
    assert kept == [PCM]
    assert kept[0] is made.pcm
    again = production()
    again.complete_from(Entry(kept[0], RATE))
    assert again.pcm is kept[0]
