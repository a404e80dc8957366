"""Watchdogs on real workers, with a card that is simulated: the tone engine pretends to use it, and a fake
NVML tells what the engine says it holds."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from tests.maintenance.fake_nvml import MB, FakeCard, FakeNvml
from tests.maintenance.simulated import FakeNode, context_of
from tests.speech.stage import Heard, hear
from tests.speech.troupe import letters, tones
from tts_node.errors import WorkerLost
from tts_node.gpu import GpuReader, GpuReading
from tts_node.maintenance.context import JobResult
from tts_node.maintenance.watchdog import Patience, Watchdog
from tts_node.maintenance.watchdog_audio import AudioLimits, AudioWatchdog
from tts_node.maintenance.watchdog_ram import RamLimits, RamWatchdog
from tts_node.maintenance.watchdog_vram import VramLimits, VramWatchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.speech import Speech
from tts_node.speech.staff import Staff
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Started, Utterance
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.swap import SwapManner
from tts_node.workers.worker import Worker

AT_ONCE = Patience(checks=1, cool_down_s=0.0, recycles_per_hour=50)


class SimulatedCard:
    """A card whose driver counts for each living worker what its engine pretends to hold, and a context."""

    context_mb = 100.0

    def __init__(self, total_mb: float = 8_192.0) -> None:
        self.card = FakeCard(total_mb=total_mb)
        self.workers: list[Worker] = []
        self.reader = GpuReader(lambda: FakeNvml(self.card))

    async def read(self) -> GpuReading:
        self.card.processes = {}
        for worker in self.workers:
            with contextlib.suppress(WorkerLost):
                figures = await worker.report()
                if "reserved_bytes" in figures:
                    self.card.processes[worker.pid] = figures["reserved_bytes"] / MB + self.context_mb
        return await self.reader.read()

    async def start(self, spec: WorkerSpec, **options: Any) -> Worker:
        """As `Worker.start`."""
        worker = await Worker.start(spec, **options)
        self.workers.append(worker)
        return worker


class AliveNode(FakeNode):
    """A node on real parts."""

    def __init__(self, speech: Speech, staff: dict[str, Staff], card: SimulatedCard) -> None:
        super().__init__(*staff)
        self._speech = speech
        self._staff = staff
        self._card = card

    def watched(self, engine: str) -> Watched:
        return self._staff[engine]

    def has_understudy(self, engine: str) -> bool:
        return self._speech.understudies.next_for(engine, self._speech.engines()) is not None

    async def cards(self) -> GpuReading:
        return await self._card.read()


@dataclass
class House:
    speech: Speech
    staff: dict[str, Staff]
    node: AliveNode
    card: SimulatedCard

    async def check(self, watchdog: Watchdog) -> JobResult:
        return await watchdog.check(context_of(self.node))

    async def say(self, *texts: str, voice: str | None = None) -> list[Heard]:
        return [await hear(self.speech.speak(Utterance(text, voice=voice))) for text in texts]


@asynccontextmanager
async def house(
    engines: dict[str, dict[str, Any]],
    *,
    fallback: dict[str, list[str]] | None = None,
    total_mb: float = 8_192.0,
    **supervisor: Any,
) -> AsyncIterator[House]:
    card = SimulatedCard(total_mb)
    staff = {
        name: Staff(
            WorkerSpec(name, "tone", settings, load_timeout_s=30, stop_grace_s=1),
            cards=card.read,
            memory_limit_mb=settings.pop("limit", None),
            supervisor=lambda spec, **own: Supervisor(spec, start_worker=card.start, **{**own, **supervisor}),
        )
        for name, settings in engines.items()
    }
    speech = Speech(
        {name: one.runner for name, one in staff.items()},
        cache=None,
        settings=LiveSettings(gap_ms=0.0),
        fallback=fallback,
    )
    try:
        for one in staff.values():
            await one.start()
            await one.wait_ready(30)
        yield House(speech, staff, AliveNode(speech, staff, card), card)
    finally:
        await speech.close()
        for one in staff.values():
            await one.close()


def sentence(number: int) -> str:
    return f"This is sentence number{letters(number)} of many."


async def test_a_leak_on_the_card_is_ended_by_a_new_worker_and_nobody_hears_it() -> None:
    """R01"""
    watchdog = VramWatchdog(VramLimits(limit_mb=1_500.0), AT_ONCE)
    async with house({"tone": {"device": "auto", "vram_mb": 1_000.0, "vram_leak_mb": 50.0}}) as it:
        results = []
        for number in range(24):
            [heard] = await it.say(sentence(number))
            assert heard.pcm == tones(sentence(number))
            results.append(await it.check(watchdog))
        [swap, *_] = it.staff["tone"].swaps
        assert swap.manner is SwapManner.TOGETHER and swap.came_back
        assert swap.before is not None and swap.after is not None
        assert swap.before.card_bytes is not None and swap.before.card_bytes >= 1_500 * MB
        assert swap.after.card_bytes == 1_150 * MB, "the model, the probe and the context"
        acted = [result for result in results if "recycled it" in result.detail]
        assert acted[0].figures["tone_vram_mb_before"] >= 1_500
        assert acted[0].figures["tone_vram_mb_after"] == 1_150.0
        assert not it.staff["tone"].card_given_up


async def test_fragments_on_the_card_go_without_a_new_worker() -> None:
    watchdog = VramWatchdog(VramLimits(), AT_ONCE)
    async with house({"tone": {"device": "cuda", "vram_mb": 200.0, "vram_waste_mb": 60.0}}) as it:
        for number in range(6):
            await it.say(sentence(number))
        details = [(await it.check(watchdog)).detail for _ in range(2)]
        assert "trimmed its caches" in details[0]
        assert "emptied its allocator's cache" in details[1]
        assert it.staff["tone"].generation == 1
        [reading] = await it.staff["tone"].look()
        assert reading.reserved_bytes == reading.allocated_bytes


async def test_caches_on_the_card_are_dropped_on_the_first_rung() -> None:
    watchdog = VramWatchdog(VramLimits(limit_mb=800.0), AT_ONCE)
    async with house({"tone": {"device": "cuda", "vram_mb": 300.0, "vram_cache_mb": 100.0}}) as it:
        for number in range(5):
            await it.say(sentence(number))
        [before] = await it.staff["tone"].look()
        await it.check(watchdog)
        [after] = await it.staff["tone"].look()
        assert before.allocated_bytes is not None and after.allocated_bytes is not None
        assert after.allocated_bytes < before.allocated_bytes
        assert it.staff["tone"].generation == 1


async def test_a_card_without_room_for_two_is_swapped_one_after_the_other() -> None:
    async with house({"tone": {"device": "cuda", "vram_mb": 1_000.0}}, total_mb=2_000.0) as it:
        [report] = await it.staff["tone"].recycle("nightly")
        assert report.manner is SwapManner.SEQUENTIAL
        assert "on the card and 600 MB are free" in report.note
        assert report.came_back
        [heard] = await it.say(sentence(1))
        assert heard.pcm == tones(sentence(1))


async def test_a_model_that_is_too_much_for_its_limit_goes_to_the_cpu() -> None:
    watchdog = VramWatchdog(VramLimits(limit_mb=500.0), AT_ONCE)
    async with house({"tone": {"device": "auto", "vram_mb": 1_000.0}}) as it:
        for _ in range(4):
            await it.check(watchdog)
        assert it.staff["tone"].card_given_up
        [reading] = await it.staff["tone"].look()
        assert reading.device == "cpu" and reading.now.card_bytes is None
        [heard] = await it.say(sentence(1))
        assert heard.pcm == tones(sentence(1))
        assert (await it.check(watchdog)).detail == "graphics memory: nothing to watch"


async def test_a_card_that_is_gone_for_good_ends_on_the_cpu_without_a_person() -> None:
    """R04: every call raises "CUDA unknown error" from the second stream on."""
    settings = {"faults": True, "fault": "cuda", "fault_from": 2, "device": "auto"}
    async with house({"tone": settings}, sleep=lambda delay_s: asyncio.sleep(0)) as it:
        codes = []
        for number in range(60):
            [heard] = await it.say(sentence(number))
            codes.append(heard.finished.error_code)
            if it.staff["tone"].card_given_up:
                break
        assert it.staff["tone"].card_given_up
        await it.staff["tone"].wait_ready(20)
        heard = await it.say(sentence(100), sentence(101))
        assert [one.pcm for one in heard] == [tones(sentence(100)), tones(sentence(101))]


async def test_a_card_that_is_gone_from_the_start_is_given_up_before_anybody_is_spoken_to() -> None:
    """R04"""
    settings = {"faults": True, "fault": "cuda", "fault_from": 0, "device": "auto"}
    async with house({"tone": settings}, sleep=lambda delay_s: asyncio.sleep(0)) as it:
        assert it.staff["tone"].card_given_up
        [heard] = await it.say(sentence(1))
        assert heard.pcm == tones(sentence(1))


@pytest.mark.slow
async def test_three_hundred_short_utterances_that_leak_are_recycled_between_and_none_is_harmed() -> None:
    """R01"""
    watchdog = RamWatchdog(RamLimits(), AT_ONCE)
    async with house({"tone": {"leak_mb": 2.0, "limit": 130.0}}) as it:
        most = 0
        for number in range(300):
            [heard] = await it.say(sentence(number))
            assert heard.pcm == tones(sentence(number))
            if number % 5 == 0:
                await it.check(watchdog)
            [reading] = await it.staff["tone"].look()
            most = max(most, reading.now.rss_bytes)
        assert it.staff["tone"].generation >= 4
        assert all(swap.came_back and not swap.cut for swap in it.staff["tone"].swaps)
        assert most < 190 * MB


async def test_an_engine_that_falls_silent_is_replaced_by_what_it_produced() -> None:
    watchdog = AudioWatchdog(AudioLimits(), AT_ONCE)
    async with house({"tone": {"faults": True}}) as it:
        for number in range(3):
            [heard] = await it.say(f"!silence falls on number{letters(number)} for good.")
            assert heard.finished.error_code == "bad_audio"
        result = await it.check(watchdog)
        assert "3 silent or no numbers" in result.detail
        assert it.staff["tone"].generation == 2
        [heard] = await it.say(sentence(1))
        assert heard.pcm == tones(sentence(1))


async def test_where_nothing_helps_the_next_engine_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Supervisor, "can_give_card_up", property(lambda self: False))
    watchdog = VramWatchdog(VramLimits(limit_mb=500.0), AT_ONCE)
    big = {"voices": ["grand"], "device": "cuda", "vram_mb": 1_000.0}
    async with house({"big": big, "small": {"voices": ["plain"]}}, fallback={"big": ["small"]}) as it:
        for _ in range(4):
            await it.check(watchdog)
        async with asyncio.timeout(20):
            while it.staff["big"].state is not WorkerState.FAILED:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        [heard] = await it.say(sentence(1), voice="grand")
        [started] = heard.only(Started)
        assert isinstance(started, Started)
        assert started.engine == "small" and "engine big cannot speak now" in started.warnings[0]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2])
async def test_several_workers_of_one_engine_are_weighed_together(workers: int) -> None:
    card = SimulatedCard()
    staff = Staff(
        WorkerSpec("tone", "tone", {"device": "cuda", "vram_mb": 300.0}, stop_grace_s=1),
        workers=workers,
        cards=card.read,
        supervisor=lambda spec, **own: Supervisor(spec, start_worker=card.start, **own),
    )
    try:
        await staff.start()
        for supervisor in staff._supervisors:
            await supervisor.wait_ready(30)
        readings = await staff.look()
        assert [reading.now.card_bytes for reading in readings] == [400 * MB] * workers
        reports = await staff.recycle("nightly")
        assert [report.manner for report in reports] == [SwapManner.TOGETHER] * workers
    finally:
        await staff.close()
