"""Every path of the watchdogs of memory: of the card, of the machine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.maintenance.guarded import GOOD, FakeEngine, ram, vram
from tts_node.errors import EngineUnavailable
from tts_node.gpu import GpuState
from tts_node.maintenance.context import JobFailed
from tts_node.speech.staff import WorkerReading
from tts_node.workers.memory import Footprint

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
