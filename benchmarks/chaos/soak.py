"""Many utterances with hot swaps in between: the memory of node and worker stays flat."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path

import psutil

from benchmarks.bench.figures import slope
from benchmarks.bench.node import node_is_ready, node_process
from benchmarks.chaos.listeners import sentences
from benchmarks.chaos.storm import Target
from tts_node.client import Audio, connect

SWAP_EVERY = 250
"""Utterances between two hot swaps."""
WARM_UP_SHARE = 0.2
MOST_GROWTH_MB = 1.0
"""Per 1,000 utterances, after the warm-up."""


async def soak(folder: Path, config: Path, arguments: argparse.Namespace) -> tuple[dict[str, object], bool]:
    """Speak `arguments.utterances` on four connections. Returns the figures, and whether memory is flat."""
    process = node_process(Path(sys.executable), folder, config=config)
    node: list[tuple[float, float]] = []
    worker: list[tuple[float, float]] = []
    failures = 0
    async with process:
        await process.start(node_is_ready)
        target = Target(process.port, folder / "state", arguments.engine)
        pid = (await target.status())["pid"]
        texts = [text for number in range(20) for text in sentences(number)[::3]]  # of one sentence

        async def speak(first: int, count: int) -> None:
            nonlocal failures
            async with connect(f"ws://127.0.0.1:{process.port}/v1/ws") as client:
                for at in range(count):
                    text = texts[(first + at * 7) % len(texts)]
                    utterance = client.speak(text, cache=False)
                    sound = [event async for event in utterance if isinstance(event, Audio)]
                    failures += not sound or utterance.done is None or utterance.done.reason != "complete"

        spoken, swaps = 0, 0
        while spoken < arguments.utterances:
            round_size = min(50, arguments.utterances - spoken)
            await asyncio.gather(*(speak(spoken + lane * 13, -(-round_size // 4)) for lane in range(4)))
            spoken += 4 * -(-round_size // 4)
            if spoken // SWAP_EVERY > swaps:
                swaps += 1
                await target.post(f"/v1/admin/recycle/{arguments.engine}")
            await asyncio.sleep(0.3)
            node.append((spoken, psutil.Process(pid).memory_info().rss / 1e6))
            sizes = [psutil.Process(number).memory_info().rss / 1e6 for number in await target.workers()]
            worker.append((spoken, max(sizes, default=0.0)))
    warm = [at for at, (count, _) in enumerate(node) if count >= spoken * WARM_UP_SHARE]
    growths = {
        name: 1_000.0 * slope([series[at][0] for at in warm], [series[at][1] for at in warm])
        for name, series in (("node", node), ("worker", worker))
    }
    report: dict[str, object] = {
        "engine": arguments.engine,
        "utterances": spoken,
        "failures": failures,
        "hot_swaps": swaps,
        **{f"{name}_growth_mb_per_1000": round(value, 3) for name, value in growths.items()},
        **{
            f"{name}_growth_mb": round(series[-1][1] - series[warm[0]][1], 1)
            for name, series in (("node", node), ("worker", worker))
        },
        "node_rss_mb": round(node[-1][1], 1),
        "worker_rss_mb": round(worker[-1][1], 1),
    }
    return report, failures == 0 and all(value < MOST_GROWTH_MB for value in growths.values())
