"""Support: an output store on a clock of its own."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from tts_node.audio.format import OutputFormat
from tts_node.outputs import Output, OutputStore

PCM = OutputFormat("pcm", 22_050, 1)
DAY_S = 86_400.0


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@contextlib.asynccontextmanager
async def opened(
    folder: Path, *, max_bytes: int = 10_000, max_age_s: float = DAY_S, clock: Clock | None = None
) -> AsyncIterator[OutputStore]:
    store = OutputStore(folder, max_bytes=max_bytes, max_age_s=max_age_s, now=clock or Clock())
    await store.start()
    try:
        yield store
    finally:
        await store.close()


async def keep(store: OutputStore, data: bytes, fmt: OutputFormat = PCM) -> Output:
    output = await store.begin(fmt)
    await output.write(data)
    await output.finish()
    return output
