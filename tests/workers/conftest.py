"""A supervisor with fakes; starting real workers with the tone engine, and speaking with them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from tests.workers.supervised import Bench
from tts_node.engines.base import Chunk, Segment
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker

StartTone = Callable[..., Awaitable[Worker]]


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    """A supervisor under the test's control, closed after it."""
    made = Bench()
    yield made
    await made.supervisor.close()


@pytest.fixture
async def start_tone() -> AsyncIterator[StartTone]:
    """Starts workers of the tone engine; those that still run are stopped after the test."""
    workers: list[Worker] = []

    async def start(
        settings: dict[str, Any] | None = None, *, callbacks: dict[str, Any] | None = None, **spec: Any
    ) -> Worker:
        limits = {"load_timeout_s": 30.0, "step_timeout_s": 30.0, "stop_grace_s": 1.0, **spec}
        worker = await Worker.start(WorkerSpec("tone", "tone", settings or {}, **limits), **(callbacks or {}))
        workers.append(worker)
        return worker

    yield start
    for worker in workers:
        await worker.stop()


@pytest.fixture
def speak() -> Callable[..., Awaitable[list[Chunk]]]:
    """Opens a stream, steps it one by one until it ends or fails, closes it; returns its chunks."""

    async def run(worker: Worker, stream: int, text: str, **segment: Any) -> list[Chunk]:
        worker.open(stream, Segment(text, **{"voice": "tone", **segment}))
        chunks: list[Chunk] = []
        try:
            while not chunks or not (chunks[-1].end or chunks[-1].error):
                chunks += await worker.step([stream], 40.0)
        finally:
            worker.close(stream)
        return chunks

    return run
