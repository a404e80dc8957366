"""Every path of the watchdogs, with engines, cards and time under the test's control."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from tests.maintenance.simulated import FakeNode, context_of
from tts_node.errors import EngineUnavailable
from tts_node.gpu import Card, GpuReading, GpuState
from tts_node.maintenance.context import JobFailed, JobResult
from tts_node.maintenance.watchdog import Patience, Watchdog
from tts_node.maintenance.watchdog_audio import AudioLimits, AudioWatchdog
from tts_node.maintenance.watchdog_latency import LatencyLimits, LatencyWatchdog
from tts_node.maintenance.watchdog_ram import RamLimits, RamWatchdog
from tts_node.maintenance.watchdog_vram import VramLimits, VramWatchdog
from tts_node.maintenance.watched import Watched
from tts_node.speech.staff import WorkerReading
from tts_node.speech.takes import Take, Takes
from tts_node.workers.memory import Footprint
from tts_node.workers.swap import DeviceWish

MB = 1024 * 1024
GOOD = Take(0, audio_s=3.0, cost_ms=900.0, first_sound_ms=100.0, speed=1.0)


@dataclass
class FakeEngine:
    """An engine whose figures a test sets. `done` is what was done to it, in order."""

    rss_mb: float = 200.0
    fresh_rss_mb: float = 200.0
    device: str = "auto"
    allocated_mb: float = 1000.0
    reserved_mb: float = 1000.0
    fresh_card_mb: float = 1000.0
    is_loaded: bool = True
    generation: int = 1
    can_give_card_up: bool = True
    memory_limit_mb: float | None = None
    recent_recycles: int = 0
    on_trim: dict[int, dict[str, float]] = field(default_factory=dict)
    """What a trim of that level changes."""
    on_recycle: dict[str, object] = field(default_factory=dict)
    """What a fresh worker is like."""
    refuses: EngineUnavailable | None = None
    done: list[str] = field(default_factory=list)
    takes: Takes = field(default_factory=Takes)

    def recycles_within(self, seconds: float) -> int:
        return self.recent_recycles

    async def look(self) -> tuple[WorkerReading, ...]:
        on_card = self.device != "cpu"
        return (
            WorkerReading(
                pid=42,
                now=Footprint(round(self.rss_mb * MB), round(self.reserved_mb * MB) if on_card else None),
                fresh=Footprint(
                    round(self.fresh_rss_mb * MB), round(self.fresh_card_mb * MB) if on_card else None
                ),
                allocated_bytes=self.allocated_mb * MB if on_card else None,
                reserved_bytes=self.reserved_mb * MB if on_card else None,
                device=self.device,
            ),
        )

    async def trim(self, level: int) -> None:
        self.done.append(f"trim {level}")
        vars(self).update(self.on_trim.get(level, {}))

    async def recycle(self, reason: str, *, device: DeviceWish) -> tuple[()]:
        self.done.append(f"recycle {device}")
        if self.refuses is not None:
            raise self.refuses
        self.generation += 1
        self.recent_recycles += 1
        vars(self).update(self.on_recycle)
        if device is DeviceWish.CPU:
            self.device, self.can_give_card_up = "cpu", False
        return ()

    def stand_down(self, reason: str) -> None:
        self.done.append("stand down")
        self.is_loaded = False

    def spoke(self, *takes: Take) -> None:
        for take in takes:
            self.takes.count += 1
            self.takes._takes.append(replace(take, number=self.takes.count))


class WatchedNode(FakeNode):
    """A node with one engine and one card."""

    def __init__(self, engine: FakeEngine) -> None:
        super().__init__("big")
        self.engine = engine
        self.understudy = False
        self.neighbour_mb = 200.0
        self.card_mb: float | None = 16_000.0
        self.gpu = GpuState.PRESENT
        self.detail = ""
        self.now = 0.0

    def watched(self, engine: str) -> Watched:
        assert engine == "big"
        return cast(Watched, self.engine)

    def has_understudy(self, engine: str) -> bool:
        return self.understudy

    async def cards(self) -> GpuReading:
        if self.gpu is not GpuState.PRESENT or self.card_mb is None:
            return GpuReading(self.gpu, self.detail)
        own = round(self.engine.reserved_mb * MB) if self.engine.device != "cpu" else 0
        used, total = own + round(self.neighbour_mb * MB), round(self.card_mb * MB)
        return GpuReading(
            GpuState.PRESENT, self.detail, (Card(0, "Fake", "GPU-1", total, used, total - used, {42: own}),)
        )


@dataclass
class Guarded:
    """A watchdog over one engine."""

    node: WatchedNode
    watchdog: Watchdog

    @property
    def engine(self) -> FakeEngine:
        return self.node.engine

    async def look(self, times: int = 1, *, every_s: float = 60.0) -> JobResult:
        """That many looks with time in between; the last one's result."""
        for _ in range(times):
            self.node.now += every_s
            result = await self.watchdog.check(context_of(self.node))
        return result


EAGER = Patience(checks=3, cool_down_s=600.0, recycles_per_hour=3)


def vram(engine: FakeEngine | None = None, patience: Patience = EAGER, **limits: float) -> Guarded:
    node = WatchedNode(engine or FakeEngine())
    return Guarded(node, VramWatchdog(VramLimits(**limits), patience, lambda: node.now))


def ram(engine: FakeEngine | None = None, patience: Patience = EAGER, **limits: float) -> Guarded:
    node = WatchedNode(engine or FakeEngine())
    node.available_mb = 4_000.0  # type: ignore[attr-defined]
    watchdog = RamWatchdog(
        RamLimits(**limits),
        patience,
        lambda: node.now,
        lambda: node.available_mb,  # type: ignore[attr-defined]
    )
    return Guarded(node, watchdog)


# --- graphics memory ----------------------------------------------------------------------------------------


async def test_a_well_engine_is_only_measured() -> None:
    it = vram(limit_mb=2_000.0)
    result = await it.look(20)
    assert it.engine.done == []
    assert not result.notable
    assert result.figures["big_vram_mb"] == 1000.0
    assert result.figures["big_card_others_mb"] == 200.0


async def test_one_look_above_the_limit_is_no_reason() -> None:
    it = vram(limit_mb=1_500.0)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    await it.look(2)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_000.0
    await it.look(1)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    await it.look(2)
    assert it.engine.done == []


async def test_actions_escalate_with_a_cool_down_between_them_and_end_on_the_cpu() -> None:
    it = vram(limit_mb=1_500.0)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    result = await it.look(3)
    assert it.engine.done == ["trim 1"]
    assert result.notable
    assert (result.figures["big_vram_mb_before"], result.figures["big_vram_mb_after"]) == (1600.0, 1600.0)
    cooling = await it.look(9)
    assert it.engine.done == ["trim 1"], "it cools down"
    assert "cooling down" in cooling.detail and not cooling.notable
    await it.look(1)
    assert it.engine.done == ["trim 1", "trim 2"]
    await it.look(10)
    assert it.engine.done[2:] == ["recycle keep"]
    last = await it.look(12)
    assert it.engine.done[3:] == ["recycle cpu"]
    assert "gave the card up" in last.detail or it.engine.device == "cpu"
    quiet = await it.look(5)
    assert it.engine.done[4:] == []
    assert quiet.detail == "graphics memory: nothing to watch"


async def test_what_a_trim_cures_goes_no_further_and_the_next_time_begins_mildly_again() -> None:
    """Hysteresis: the alarm ends below nine tenths of the limit."""
    it = vram(limit_mb=1_500.0)
    it.engine.on_trim = {1: {"reserved_mb": 1_000.0, "allocated_mb": 1_000.0}}
    for _ in range(2):
        it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
        result = await it.look(3)
        assert result.figures["big_vram_mb_after"] == 1000.0
        well = await it.look(1)
        assert "well again" in well.detail
        await it.look(20)
    assert it.engine.done == ["trim 1", "trim 1"]


async def test_fragments_are_given_back_by_emptying_the_allocators_cache() -> None:
    it = vram()
    it.engine.reserved_mb = 2_600.0
    it.engine.on_trim = {2: {"reserved_mb": 1_000.0}}
    result = await it.look(3)
    assert "1600 of the 2600 MB that its allocator took are fragments" in result.detail
    result = await it.look(10)
    assert it.engine.done == ["trim 1", "trim 2"]
    assert result.figures["big_vram_fragmentation_before"] == 0.615
    assert result.figures["big_vram_fragmentation_after"] == 0.0


async def test_a_slow_leak_is_seen_by_its_slope_before_any_limit_is_reached() -> None:
    """R01"""
    it = vram(window_s=1_800.0, grows_mb_per_h=100.0)
    it.engine.on_recycle = {"reserved_mb": 1_000.0, "allocated_mb": 1_000.0}
    for _ in range(120):
        it.engine.allocated_mb += 5.0
        it.engine.reserved_mb = it.engine.allocated_mb
        result = await it.look()
        if "recycle keep" in it.engine.done:
            break
    assert it.engine.done == ["trim 1", "trim 2", "recycle keep"]
    assert "grows by 300 MB an hour on the card, from 1000 to" in result.detail
    assert result.figures["big_vram_mb_after"] == 1000.0
    assert "well again" in (await it.look()).detail


async def test_an_allocator_that_settles_in_its_first_hour_is_no_leak() -> None:
    it = vram(window_s=1_800.0, grows_mb_per_h=50.0)
    for minute in range(240):
        it.engine.allocated_mb = it.engine.reserved_mb = min(1_300.0, 1_000.0 + 10.0 * minute)
        await it.look()
    assert it.engine.done == []


async def test_a_neighbour_who_fills_the_card_costs_no_restart() -> None:
    it = vram()
    it.node.neighbour_mb = 14_900.0
    result = await it.look(3)
    assert it.engine.done == ["trim 1"]
    assert "100 MB are free on the card; others hold 14900 MB of it" in result.detail
    await it.look(10)
    assert it.engine.done == ["trim 1", "trim 2"]
    with pytest.raises(JobFailed, match="others hold 14900 MB of it; all that can be done was done"):
        await it.look(10)
    assert it.engine.done == ["trim 1", "trim 2"]
    assert "others hold" in it.node.degraded["graphics memory of big"]
    it.node.neighbour_mb = 200.0
    await it.look(1)
    assert it.node.degraded == {}


async def test_out_of_memory_needs_no_second_look() -> None:
    """R02"""
    it = vram()
    it.engine.spoke(GOOD, GOOD, replace(GOOD, error="engine_oom"))
    result = await it.look(1)
    assert it.engine.done == ["trim 1"]
    assert "ran out of memory in 1 of 3 sentences" in result.detail
    assert "ran out of memory" in it.node.degraded["graphics memory of big"]
    await it.look(1)
    assert it.engine.done == ["trim 1"], "nothing more happened"
    assert it.node.degraded == {}


async def test_an_engine_without_a_card_that_runs_out_of_memory_is_the_ram_watchdogs() -> None:
    """R02"""
    it = ram(FakeEngine(device="cpu"))
    it.engine.spoke(GOOD, replace(GOOD, error="engine_oom"))
    await it.look(1)
    assert it.engine.done == ["trim 1"]
    assert "ran out of memory" in it.node.degraded["memory of big"]
    assert "well again" in (await it.look(1)).detail


async def test_the_budget_of_recycles_holds_whoever_spent_it() -> None:
    it = vram(limit_mb=1_500.0)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    it.engine.recent_recycles = 3  # a person pressed the button three times
    result = await it.look(24)
    assert it.engine.done == ["trim 1", "trim 2"]
    assert "not recycled, because 3 an hour are allowed" in result.detail
    assert "3 an hour" in it.node.degraded["graphics memory of big"]
    it.engine.recent_recycles = 0
    await it.look(1)
    assert it.engine.done[2:] == ["recycle keep"]


async def test_a_new_worker_that_does_not_speak_is_told_and_the_next_step_comes_later() -> None:
    it = vram(limit_mb=1_500.0)
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    it.engine.refuses = EngineUnavailable("its sound silent")
    with pytest.raises(JobFailed, match="recycled it was tried: its sound silent"):
        await it.look(24)
    assert it.engine.done == ["trim 1", "trim 2", "recycle keep"]


async def test_without_a_cpu_to_go_to_the_next_engine_of_the_chain_speaks() -> None:
    it = vram(FakeEngine(can_give_card_up=False), limit_mb=1_500.0)
    it.node.understudy = True
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    await it.look(40)
    assert it.engine.done == ["trim 1", "trim 2", "recycle keep", "stand down"]


@pytest.mark.parametrize(
    ("state", "detail"),
    [
        (GpuState.NO_LIBRARY, "nvidia-ml-py is not installed"),
        (GpuState.NO_DRIVER, "there is no NVIDIA driver"),
        (GpuState.NO_CARD, "there is no NVIDIA card"),
        (GpuState.NOT_SUPPORTED, "the card shares the machine's memory"),
        (GpuState.HUNG, "the driver gave no answer within 5 s"),
        (GpuState.LOST, "the card or its driver is gone"),
    ],
)
async def test_without_the_driver_the_allocators_word_is_enough_and_what_is_missing_is_said(
    state: GpuState, detail: str
) -> None:
    it = vram(limit_mb=1_500.0)
    it.node.gpu, it.node.detail = state, detail
    it.engine.reserved_mb = it.engine.allocated_mb = 1_600.0
    result = await it.look(3)
    assert it.engine.done == ["trim 1"]
    assert result.detail.endswith(detail)
    assert "big_card_free_mb_before" not in result.figures


async def test_engines_that_use_no_card_or_are_unloaded_are_left_alone() -> None:
    for engine in (FakeEngine(device="cpu"), FakeEngine(device=""), FakeEngine(is_loaded=False)):
        if engine.device == "":
            engine.look = _no_card  # type: ignore[method-assign]
        result = await vram(engine).look(3)
        assert result.detail == "graphics memory: nothing to watch"


async def _no_card() -> Sequence[WorkerReading]:
    return (WorkerReading(42, Footprint(1), Footprint(1), None, None, ""),)


# --- memory -------------------------------------------------------------------------------------------------


async def test_a_process_over_its_limit_is_trimmed_and_then_recycled() -> None:
    it = ram(FakeEngine(memory_limit_mb=300.0, on_recycle={"rss_mb": 200.0}))
    it.engine.rss_mb = 350.0
    result = await it.look(30)
    assert it.engine.done == ["trim 1", "trim 2", "recycle keep"]
    assert not result.notable


async def test_rss_that_grows_steadily_is_a_leak_although_no_limit_is_set() -> None:
    """R01"""
    it = ram(FakeEngine(on_recycle={"rss_mb": 200.0}), window_s=3_600.0, grows_mb_per_h=30.0)
    told = ""
    for _ in range(400):
        it.engine.rss_mb += 1.0
        told += (await it.look()).detail
        if "recycle keep" in it.engine.done:
            break
    assert it.engine.done == ["trim 1", "trim 2", "recycle keep"]
    assert "grows by 60 MB an hour, from 200 to" in told


async def test_rss_that_goes_up_and_down_is_no_leak() -> None:
    it = ram(window_s=3_600.0, grows_mb_per_h=30.0)
    for look in range(400):
        it.engine.rss_mb = 320.0 + (look % 7) * 10.0
        await it.look()
    assert it.engine.done == []


async def test_a_machine_that_others_filled_costs_no_restart() -> None:
    it = ram()
    it.node.available_mb = 50.0  # type: ignore[attr-defined]
    with pytest.raises(JobFailed, match="50 MB are left on the machine; it takes 200 MB"):
        await it.look(40)
    assert it.engine.done == ["trim 1", "trim 2"]


# --- speed --------------------------------------------------------------------------------------------------


def latency(**limits: float) -> Guarded:
    node = WatchedNode(FakeEngine())
    patience = Patience(checks=2, cool_down_s=600.0, recycles_per_hour=1)
    return Guarded(node, LatencyWatchdog(LatencyLimits(**limits), patience, lambda: node.now))


async def test_an_engine_three_times_as_slow_as_at_its_best_is_recycled() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 20)
    assert "rtf 0.30, at its best 0.30" in (await it.look()).detail
    it.engine.spoke(*[replace(GOOD, cost_ms=2_700.0)] * 20)
    result = await it.look(2)
    assert it.engine.done == ["recycle keep"]
    assert "rtf 0.90, at its best 0.30" in result.detail
    assert (await it.look()).detail == "speed: nothing to watch", "the new worker has not spoken yet"


async def test_a_late_first_sound_counts_for_itself() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, first_sound_ms=400.0)] * 20)
    result = await it.look(2)
    assert "first sound after 400 ms of work, at its best 100 ms" in result.detail
    assert it.engine.done == ["recycle keep"]


async def test_what_is_fast_enough_is_never_called_slow() -> None:
    it = latency()
    it.engine.spoke(*[replace(GOOD, cost_ms=30.0, first_sound_ms=10.0)] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, cost_ms=600.0, first_sound_ms=200.0)] * 20)
    await it.look(5)
    assert it.engine.done == []


async def test_slow_getting_slower_does_not_become_the_new_usual() -> None:
    it = latency()
    for factor in (1.0, 1.5, 2.0, 2.4, 2.6):
        it.engine.spoke(*[replace(GOOD, cost_ms=900.0 * factor)] * 20)
        await it.look(2)
    assert it.engine.done == ["recycle keep"]


async def test_a_few_takes_say_nothing() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 5)
    assert (await it.look()).detail == "speed: nothing to watch"


# --- sound --------------------------------------------------------------------------------------------------


def audio(patience: Patience | None = None) -> Guarded:
    node = WatchedNode(FakeEngine())
    patience = patience or Patience(checks=1, cool_down_s=600.0, recycles_per_hour=3)
    return Guarded(node, AudioWatchdog(AudioLimits(), patience, lambda: node.now))


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (replace(GOOD, error="bad_audio"), "3 silent or no numbers"),
        (replace(GOOD, error="runaway"), "3 endless"),
        (replace(GOOD, clipped_share=0.02), "3 clipped"),
        (replace(GOOD, length="too long"), "3 too long"),
        (replace(GOOD, length="too short", error="bad_audio"), "3 too short"),
    ],
)
async def test_three_bad_sentences_of_twenty_cost_a_new_worker(bad: Take, said: str) -> None:
    it = audio()
    it.engine.spoke(*[GOOD] * 15)
    assert (await it.look()).detail == "big: sounds well"
    it.engine.spoke(bad, bad)
    await it.look()
    assert it.engine.done == []
    it.engine.spoke(bad)
    result = await it.look()
    assert it.engine.done == ["recycle keep"]
    assert said in result.detail
    assert (await it.look()).detail == "sound: nothing to watch", "the new one begins with a clean sheet"


async def test_texts_that_nobody_can_speak_or_that_take_longer_than_usual_are_no_fault_of_the_engine() -> (
    None
):
    it = audio()
    it.engine.spoke(*[GOOD] * 15)
    it.engine.spoke(*[replace(GOOD, error="empty_text")] * 5, *[replace(GOOD, audio_s=9.0)] * 20)
    await it.look(3)
    assert it.engine.done == []


async def test_bad_sentences_from_before_a_new_worker_do_not_count_again() -> None:
    it = audio(Patience(checks=1, cool_down_s=0.0, recycles_per_hour=10))
    it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 2, *[GOOD] * 8)
    assert (await it.look()).detail.endswith("2 of the last 10 sentences were bad: 2 silent or no numbers")
    assert it.engine.done == ["recycle keep"]


async def test_sound_that_stays_bad_ends_with_the_card() -> None:
    it = audio(Patience(checks=1, cool_down_s=60.0, recycles_per_hour=10))
    for _ in range(2):
        it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 5)
        await it.look(every_s=100.0)
    assert it.engine.done == ["recycle keep", "recycle cpu"]
