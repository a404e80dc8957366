"""The same on a real NVIDIA card: `pytest -m gpu`. Needs torch with CUDA and nvidia-ml-py, nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from tts_node.engines.base import TRIM_ALLOCATOR, TRIM_CACHES, Segment
from tts_node.gpu import GpuReader, GpuReading, GpuState
from tts_node.workers.memory import Footprint
from tts_node.workers.retirement import footprint
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.swap import DeviceWish, SwapManner
from tts_node.workers.worker import Worker

MB = 1024 * 1024
ENGINE = "tests.gpu.torch_engine:create"


def why_not() -> str:
    """What is missing for these tests; empty when nothing is."""
    try:
        import torch
    except ImportError:
        return "torch is not installed"
    if not torch.cuda.is_available():
        return "torch finds no CUDA device"
    reading = GpuReader().read_now()
    return "" if reading.state is GpuState.PRESENT else f"NVML: {reading.detail or reading.state}"


pytestmark = [pytest.mark.gpu, pytest.mark.skipif(bool(why_not()), reason=why_not() or "a card is there")]


def spec(**settings: Any) -> WorkerSpec:
    return WorkerSpec("torch", ENGINE, {"device": "cuda", **settings}, load_timeout_s=120, step_timeout_s=60)


async def speak(worker: Worker, stream: int, text: str = "One two three four.") -> bytes:
    worker.open(stream, Segment(text, "torch-tone"))
    pcm = b""
    while True:
        for chunk in await worker.step([stream], 50.0):
            assert chunk.error is None, chunk.message
            pcm += chunk.pcm
            if chunk.end:
                worker.close(stream)
                return pcm


@asynccontextmanager
async def started(**settings: Any) -> AsyncIterator[Worker]:
    worker = await Worker.start(spec(**settings))
    try:
        yield worker
    finally:
        await worker.stop()


async def settled(pid: int) -> GpuReading:
    """A reading after the driver noticed the process: it takes a moment."""
    reader = GpuReader()
    for _ in range(20):
        reading = await reader.read()
        if reading.used_by((pid,)) is not None:
            break
        await asyncio.sleep(0.1)
    return reading


async def test_the_driver_tells_of_the_card() -> None:
    reading = await GpuReader().read()
    card = reading.cards[0]
    assert card.total_bytes > 0 and card.name
    assert card.used_bytes + card.free_bytes <= card.total_bytes * 1.01


async def test_the_allocators_figures_and_the_drivers_fit_together() -> None:
    async with started(weights_mb=256.0) as worker:
        await speak(worker, 1)
        figures = await worker.report()
        assert figures["reserved_bytes"] >= figures["allocated_bytes"] >= 256 * MB
        reading = await settled(worker.pid)
        held = (await footprint(worker, reading)).card_bytes
        assert held is not None and held >= figures["reserved_bytes"]


async def test_a_leak_grows_and_no_trim_helps() -> None:
    async with started(leak_mb=64.0) as worker:
        before = (await worker.report())["allocated_bytes"]
        for stream in range(1, 9):
            await speak(worker, stream)
        grown = (await worker.report())["allocated_bytes"]
        assert grown - before >= 8 * 64 * MB
        await worker.trim(TRIM_CACHES)
        after = await worker.trim(TRIM_ALLOCATOR)
        assert after["allocated_bytes"] >= grown - MB


async def test_caches_go_with_the_first_level_and_the_allocators_blocks_with_the_second() -> None:
    async with started(cache_mb=64.0) as worker:
        for stream in range(1, 9):
            await speak(worker, stream)
        before = await worker.report()
        first = await worker.trim(TRIM_CACHES)
        assert before["allocated_bytes"] - first["allocated_bytes"] >= 8 * 64 * MB
        assert first["reserved_bytes"] == before["reserved_bytes"]
        second = await worker.trim(TRIM_ALLOCATOR)
        assert first["reserved_bytes"] - second["reserved_bytes"] >= 8 * 64 * MB
        assert await speak(worker, 20), "it still speaks"


@asynccontextmanager
async def supervised(**settings: Any) -> AsyncIterator[Supervisor]:
    supervisor = Supervisor(spec(**settings), cards=GpuReader().read)
    try:
        await supervisor.start()
        await supervisor.wait_ready(120)
        yield supervisor
    finally:
        await supervisor.close()


async def test_a_hot_swap_gives_the_cards_memory_back_and_changes_no_sample() -> None:
    async with supervised(leak_mb=128.0) as supervisor:
        old = await supervisor.wait_ready()
        first = [await speak(old, stream) for stream in range(1, 9)]
        report = await supervisor.recycle("it leaks", device=DeviceWish.KEEP)
        assert report.manner is SwapManner.TOGETHER
        assert report.came_back, report.note
        assert report.before is not None and report.after is not None
        assert (report.before.card_bytes or 0) - (report.after.card_bytes or 0) >= 7 * 128 * MB
        new = await supervisor.wait_ready()
        assert [await speak(new, stream) for stream in range(1, 3)] == first[:2]
        reading = await GpuReader().read()
        assert not reading.used_by([old.pid])
        print(report)


async def test_ten_swaps_leave_the_card_as_it_was() -> None:
    async with supervised() as supervisor:
        await supervisor.recycle("settle", device=DeviceWish.KEEP)
        used = [card.used_bytes for card in (await GpuReader().read()).cards]
        for number in range(10):
            report = await supervisor.recycle(f"swap {number}", device=DeviceWish.KEEP)
            assert report.came_back, report.note
        after = [card.used_bytes for card in (await GpuReader().read()).cards]
        assert all(now - then < 64 * MB for then, now in zip(used, after, strict=True))


async def test_the_card_is_given_up_and_taken_back() -> None:
    async with supervised() as supervisor:
        on_card = await speak(await supervisor.wait_ready(), 1)
        report = await supervisor.recycle("the card is full", device=DeviceWish.CPU)
        assert report.device == "cpu" and report.came_back, report.note
        assert isinstance(report.after, Footprint) and report.after.card_bytes is None
        on_cpu = await speak(await supervisor.wait_ready(), 1)
        assert len(on_cpu) == len(on_card)
        report = await supervisor.recycle("nightly")
        assert report.device == "cuda" and not supervisor.card_given_up


async def test_a_card_without_room_for_two_is_swapped_one_after_the_other() -> None:
    reading = await GpuReader().read()
    weights_mb = reading.cards[0].free_bytes / MB * 0.6
    if weights_mb > 40_000:
        pytest.skip(f"a model of {weights_mb:.0f} MB is too much to make here")
    async with supervised(weights_mb=weights_mb) as supervisor:
        report = await supervisor.recycle("nightly", device=DeviceWish.KEEP)
        assert report.manner is SwapManner.SEQUENTIAL and report.came_back
