"""The memory of the last day: bounded, complete, and untroubled by a reading that fails."""

from __future__ import annotations

import asyncio

from tts_node.memory_series import EngineMemory, MemorySample, MemorySeries


class Machine:
    """Plays the node's memory, and the clock."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.taken = 0
        self.read = asyncio.Event()
        self.fails = False

    async def look(self) -> MemorySample:
        self.taken += 1
        self.read.set()
        if self.fails:
            raise OSError("no /proc")
        engines = {"piper": EngineMemory(self.taken * 1_000_000, None)}
        return MemorySample(node_bytes=80_040_000, engines=engines)


async def test_columns_are_of_equal_length_and_the_oldest_goes_first() -> None:
    machine = Machine()
    series = MemorySeries(machine.look, points=3, clock=lambda: machine.now)
    for _ in range(5):
        await series.take()
        machine.now += 30.0
    assert series.as_json() == {
        "every_s": 30.0,
        "age_s": [90, 60, 30],
        "node_mb": [80.0, 80.0, 80.0],
        "engines": {"piper": {"rss_mb": [3.0, 4.0, 5.0], "card_mb": [None, None, None]}},
        "recycles": [],
    }
    assert series.latest is not None and series.latest.engines["piper"].rss_bytes == 5_000_000


async def test_an_engine_that_came_or_went_has_gaps() -> None:
    samples = iter(
        (
            MemorySample(1_000_000, {"a": EngineMemory(2_000_000)}),
            MemorySample(1_000_000, {"a": EngineMemory(None), "b": EngineMemory(3_000_000, 4_000_000)}),
        )
    )

    async def look() -> MemorySample:
        return next(samples)

    series = MemorySeries(look)
    await series.take()
    await series.take()
    assert series.as_json()["engines"] == {
        "a": {"rss_mb": [2.0, None], "card_mb": [None, None]},
        "b": {"rss_mb": [None, 3.0], "card_mb": [None, 4.0]},
    }


async def test_recycles_are_marked_with_their_reason() -> None:
    machine = Machine()
    series = MemorySeries(machine.look, clock=lambda: machine.now)
    series.recycled("piper", "nightly restart")
    machine.now += 12.4
    assert series.as_json()["recycles"] == [{"age_s": 12, "engine": "piper", "reason": "nightly restart"}]
    for _ in range(1_000):
        series.recycled("piper", "leak")
    assert len(series.as_json()["recycles"]) == 200


async def test_it_takes_the_first_sample_at_once_and_survives_one_that_fails() -> None:
    machine = Machine()
    machine.fails = True
    series = MemorySeries(machine.look, every_s=0.001)
    assert series.latest is None
    series.start()
    series.start()
    await asyncio.wait_for(machine.read.wait(), 10)
    machine.fails = False
    while series.latest is None:
        machine.read.clear()
        await asyncio.wait_for(machine.read.wait(), 10)
        await asyncio.sleep(0)
    await series.close()
    await series.close()
    taken = machine.taken
    await asyncio.sleep(0.01)
    assert machine.taken == taken
