"""nightly_restart: waits for a pause, swaps engine by engine, or asks the node to start again."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tests.maintenance.simulated import FakeNode, SimulatedClock, context_of
from tts_node.config_maintenance import NightlyRestartConfig
from tts_node.errors import EngineUnavailable, NotSupported
from tts_node.maintenance.context import JobFailed
from tts_node.maintenance.jobs.nightly_restart import run

CLOCK = datetime(2026, 6, 1, 1, 30, tzinfo=UTC)


class BusyNode(FakeNode):
    """Somebody is spoken to until `busy_until` on the simulated clock."""

    def __init__(self, clock: SimulatedClock, busy_s: float) -> None:
        super().__init__("piper", "tone")
        self.clock = clock
        self.free_at = clock.monotonic() + busy_s

    @property
    def idle_s(self) -> float:
        return max(0.0, self.clock.monotonic() - self.free_at)


async def test_every_engine_is_recycled_in_turn_and_the_figures_are_told() -> None:
    node = FakeNode("piper", "tone")
    result = await run(context_of(node), NightlyRestartConfig())
    assert node.asked == [("recycle", "piper", "nightly restart"), ("recycle", "tone", "nightly restart")]
    assert result.detail == "recycled piper 300 MB -> 200 MB; tone 200 MB -> 100 MB"
    assert result.figures == {
        "piper_before_bytes": 300e6,
        "piper_after_bytes": 200e6,
        "tone_before_bytes": 200e6,
        "tone_after_bytes": 100e6,
    }


async def test_only_the_named_engines_are_and_one_without_a_process_is_not() -> None:
    node = FakeNode("piper", "tone", "kokoro")
    node.unready = {"kokoro"}
    result = await run(context_of(node), NightlyRestartConfig(engines=("tone", "kokoro")))
    assert node.asked == [("recycle", "tone", "nightly restart")]
    assert "kokoro has no process" in result.detail


async def test_it_waits_for_a_pause() -> None:
    clock = SimulatedClock(CLOCK)
    node = BusyNode(clock, busy_s=500.0)
    began = clock.monotonic()
    await run(context_of(node, deadline_s=7_200.0, clock=clock), NightlyRestartConfig(idle_s=60.0))
    assert 560.0 <= clock.monotonic() - began < 570.0
    assert len(node.asked) == 2


async def test_when_patience_is_over_it_does_it_all_the_same() -> None:
    clock = SimulatedClock(CLOCK)
    node = BusyNode(clock, busy_s=1e9)
    began = clock.monotonic()
    settings = NightlyRestartConfig(idle_s=60.0, patience_s=900.0)
    await run(context_of(node, deadline_s=7_200.0, clock=clock), settings)
    assert clock.monotonic() - began == pytest.approx(900.0, abs=1.0)
    assert len(node.asked) == 2


async def test_without_patience_a_night_without_a_pause_is_left_out_before_the_deadline() -> None:
    clock = SimulatedClock(CLOCK)
    node = BusyNode(clock, busy_s=1e9)
    began = clock.monotonic()
    settings = NightlyRestartConfig(idle_s=60.0, patience_s=None)
    result = await run(context_of(node, deadline_s=1_000.0, clock=clock), settings)
    assert "left out" in result.detail
    assert node.asked == []
    assert clock.monotonic() - began < 1_000.0


async def test_an_engine_that_cannot_be_replaced_is_told_and_the_others_are_done() -> None:
    class Stubborn(FakeNode):
        async def recycle(self, engine: str, reason: str) -> None:
            await super().recycle(engine, reason)
            if engine == "piper":
                raise EngineUnavailable("no memory for two")

    node = Stubborn("piper", "tone")
    with pytest.raises(JobFailed, match=r"piper: no memory for two; tone .*MB") as caught:
        await run(context_of(node), NightlyRestartConfig())
    assert [call[1] for call in node.asked] == ["piper", "tone"]
    assert "tone_after_bytes" in caught.value.figures
    with pytest.raises(JobFailed, match="there is no engine kokoro"):
        await run(context_of(FakeNode()), NightlyRestartConfig(engines=("kokoro",)))


async def test_the_scope_node_asks_the_node_to_start_again() -> None:
    node = FakeNode()
    result = await run(context_of(node), NightlyRestartConfig(scope="node"))
    assert node.asked == [("restart", "nightly restart")]
    assert "start again" in result.detail
    node.restart_error = NotSupported("nobody would start this node again")
    with pytest.raises(NotSupported):
        await run(context_of(node), NightlyRestartConfig(scope="node"))
