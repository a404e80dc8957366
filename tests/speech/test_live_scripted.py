"""Speech on a worker that gives exactly the chunks that a test has written down."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from tests.speech.stage import NO_GAPS, hear
from tts_node.audio.format import OutputFormat
from tts_node.engines.base import Chunk, EngineInfo, EngineVoice, Segment
from tts_node.errors import WorkerLost
from tts_node.speech.conductor import FIRST_STEP_MS
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Audio, Event, Finished, Started, Utterance, Warned

VOICE = EngineVoice("scripted", ("en",), 16_000, "hash")
SOUND = b"\x00\x10" * 16_000


class ScriptedWorker:
    """A `WorkerPort` whose streams all give the same chunks, one a step."""

    def __init__(self, *chunks: Chunk) -> None:
        self.info = EngineInfo("scripted", "1", (VOICE,))
        self.pid = 0
        self.alive = True
        self.lost_reason: str | None = None
        self.ended_from_outside = False
        self.budgets: list[float] = []
        self.stepped = asyncio.Event()
        self._chunks = chunks
        self._next: dict[int, int] = {}

    def open(self, stream: int, segment: Segment) -> None:
        self._next[stream] = 0

    async def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        self.budgets.append(budget_ms)
        self.stepped.set()
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


async def test_an_engine_that_gives_half_a_sample_fails_its_sentence_and_not_its_lane() -> None:
    speech = scripted(Chunk(0, 0, SOUND[:-1], end=True))
    async with asyncio.timeout(5):
        for _ in range(2):
            finished = (await hear(speech.speak(Utterance("One sentence.")))).finished
            assert (finished.reason, finished.error_code) == ("error", "engine_failed")


async def test_the_first_step_of_a_waiting_listener_is_a_small_one() -> None:
    worker = ScriptedWorker(Chunk(0, 0, phase="front"), Chunk(0, 1, SOUND, end=True))
    speech = scripted(worker=worker)
    async with asyncio.timeout(5):
        await hear(speech.speak(Utterance("One sentence.")))
    assert worker.budgets[0] <= FIRST_STEP_MS


class DoomedWorker(ScriptedWorker):
    """Gives half a sentence and is lost when it is told to. What it made cannot be made again."""

    def __init__(self) -> None:
        super().__init__(Chunk(0, 0, SOUND[: len(SOUND) // 2]))
        self.info = replace(self.info, deterministic=False)
        self.end = asyncio.Event()

    async def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        if self.budgets:
            await self.end.wait()
            self.alive = False
            raise WorkerLost("it ended")
        return await super().step(streams, budget_ms)


async def test_a_retired_worker_that_dies_is_not_waited_for_though_its_utterance_goes_on() -> None:
    old, new = (ScriptedWorker(Chunk(0, 0, SOUND, end=True)) for _ in range(2))
    runner = EngineRunner("scripted")
    runner.attach(old)
    live = Speech({"scripted": runner}, cache=None, settings=NO_GAPS).speak(Utterance("One. ", more=True))
    async with asyncio.timeout(5), live:
        async for event in live:
            if isinstance(event, Audio):
                break
        runner.retire(old)
        waiting = asyncio.create_task(runner.wait_finished(old))
        await asyncio.sleep(0)
        old.alive = False
        runner.attach(new)
        await waiting
        live.end()
        assert (await hear(live)).finished.reason == "complete"


async def test_a_sentence_lost_while_it_was_interrupted_is_spoken_again_from_its_beginning() -> None:
    doomed, other = DoomedWorker(), ScriptedWorker(Chunk(0, 0, SOUND, end=True))
    runner = EngineRunner("scripted")
    runner.attach(doomed)
    live = Speech({"scripted": runner}, cache=None, settings=NO_GAPS).speak(Utterance("One sentence."))
    events: list[Event] = []
    async with asyncio.timeout(5):
        async for event in live:
            if isinstance(event, Audio):
                break
        live.played(100.0)
        assert live.interrupt() == 100.0
        doomed.end.set()
        runner.attach(other)
        await other.stepped.wait()
        events = [event async for event in live]
    assert [type(event) for event in events if not isinstance(event, Audio)] == [Warned, Started, Finished]
    start, finished = next(e for e in events if isinstance(e, Started)), events[-1]
    assert isinstance(finished, Finished) and finished.reason == "complete"
    assert (start.resumed, start.from_ms) == (True, 100.0)
    assert b"".join(event.data for event in events if isinstance(event, Audio)) == SOUND
    assert finished.audio_ms == 1_100.0
