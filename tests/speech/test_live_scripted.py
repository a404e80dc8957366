"""Speech on a worker that gives exactly the chunks that a test has written down."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tests.speech.stage import NO_GAPS, hear
from tts_node.audio.format import OutputFormat
from tts_node.engines.base import Chunk, EngineInfo, EngineVoice, Segment
from tts_node.speech.conductor import FIRST_STEP_MS
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Audio, Utterance

VOICE = EngineVoice("scripted", ("en",), 16_000, "hash")
SOUND = b"\x00\x10" * 16_000


class ScriptedWorker:
    """A `WorkerPort` whose streams all give the same chunks, one a step."""

    def __init__(self, *chunks: Chunk) -> None:
        self.info = EngineInfo("scripted", "1", (VOICE,))
        self.pid = 0
        self.alive = True
        self.budgets: list[float] = []
        self._chunks = chunks
        self._next: dict[int, int] = {}

    def open(self, stream: int, segment: Segment) -> None:
        self._next[stream] = 0

    async def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        self.budgets.append(budget_ms)
        await asyncio.sleep(0.001)
        given = []
        for stream in streams:
            at = self._next[stream]
            self._next[stream] += 1
            chunk = self._chunks[at]
            given.append(Chunk(stream, at, chunk.pcm, end=chunk.end, phase=chunk.phase))
        return given

    def close(self, stream: int) -> None:
        self._next.pop(stream, None)


def scripted(*chunks: Chunk, worker: ScriptedWorker | None = None) -> Speech:
    runner = EngineRunner("scripted")
    runner.attach(worker or ScriptedWorker(*chunks))
    return Speech({"scripted": runner}, cache=None, settings=NO_GAPS)


async def test_an_end_that_brings_no_sound_ends_the_utterance() -> None:
    """The last chunk may be empty: a voice's trailing silence was trimmed away."""
    speech = scripted(Chunk(0, 0, phase="front"), Chunk(0, 1, SOUND), Chunk(0, 2, b"", end=True))
    async with asyncio.timeout(5):
        heard = await hear(speech.speak(Utterance("One. Two.")))
    assert heard.pcm == 2 * SOUND and heard.finished.reason == "complete"


async def test_sound_that_an_encoder_keeps_back_does_not_stop_the_utterance() -> None:
    tiny = [Chunk(0, n, b"\x00\x10" * 7) for n in range(40)]
    speech = scripted(*tiny, Chunk(0, 40, SOUND, end=True))
    async with asyncio.timeout(5):
        heard = await hear(speech.speak(Utterance("One.", format=OutputFormat("mp3"))))
    assert heard.finished.reason == "complete" and len(heard.pcm) > 1_000


async def test_eight_at_once_are_each_heard_before_one_is_heard_to_its_end() -> None:
    """Who waits for a first sound goes first, from the first step on."""
    sound = [Chunk(0, n, SOUND[:8_000]) for n in range(1, 9)]
    speech = scripted(Chunk(0, 0, phase="front"), *sound, Chunk(0, 9, SOUND, end=True))
    order: list[int] = []

    async def listen(number: int) -> None:
        async for event in speech.speak(Utterance(f"Sentence number {number}.")):
            if isinstance(event, Audio):
                order.append(number)

    async with asyncio.timeout(10):
        await asyncio.gather(*(listen(number) for number in range(8)))
    firsts = [order.index(number) for number in range(8)]
    assert max(firsts) < order.index(order[0]) + 8 + 16, "nobody got far ahead of somebody who had nothing"
    assert sorted(firsts) == firsts, "first come, first heard"


async def test_the_first_step_of_a_waiting_listener_is_a_small_one() -> None:
    worker = ScriptedWorker(Chunk(0, 0, phase="front"), Chunk(0, 1, SOUND, end=True))
    speech = scripted(worker=worker)
    async with asyncio.timeout(5):
        await hear(speech.speak(Utterance("One sentence.")))
    assert worker.budgets[0] <= FIRST_STEP_MS
