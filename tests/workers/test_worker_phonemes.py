"""A worker is asked how a text sounds, beside what it speaks."""

from __future__ import annotations

import asyncio

import pytest

from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import WorkerLost
from tts_node.workers.spec import PhonemicWorker

TEXT = "The kettle is warm, the door is open."


async def test_an_engine_without_phonemes_has_none_to_show_and_goes_on_speaking(start_tone, speak) -> None:
    worker = await start_tone({"step_cost_ms": 1})
    assert isinstance(worker, PhonemicWorker)
    speaking = asyncio.ensure_future(speak(worker, 1, TEXT))
    asked = await asyncio.gather(*(worker.phonemes("tone", TEXT) for _ in range(20)))
    assert asked == [None] * 20
    assert b"".join(chunk.pcm for chunk in await speaking) == expected_pcm(Segment(TEXT, "tone"))


async def test_a_worker_that_is_gone_says_so(start_tone) -> None:
    worker = await start_tone({})
    await worker.stop()
    with pytest.raises(WorkerLost):
        await worker.phonemes("tone", TEXT)


async def test_who_waits_for_phonemes_is_told_when_the_worker_goes(start_tone) -> None:
    worker = await start_tone({})
    asked = asyncio.ensure_future(worker.phonemes("tone", TEXT))
    await asyncio.sleep(0)
    await worker.stop(ask=False)
    try:
        assert await asked is None  # the answer was quicker
    except WorkerLost as lost:
        assert "stopped" in str(lost)
