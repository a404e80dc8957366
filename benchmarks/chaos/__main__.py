"""`scripts/chaos`: twenty clients speak all the time while everything goes wrong, and nothing is lost.

Bounded, on loopback only. Ends with 0 when nothing was lost, wrong or repeated.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.bench.machine import describe
from benchmarks.bench.node import NodeProcess, node_is_ready, node_process
from benchmarks.chaos import wrong_clock
from benchmarks.chaos.listeners import Expected, Listener, sentences
from benchmarks.chaos.nights import Nights
from benchmarks.chaos.soak import soak
from benchmarks.chaos.storm import Storm, Target
from benchmarks.chaos.tally import Tally
from benchmarks.chaos.wrong_clock import MovedClock
from tts_node.client import Audio, connect
from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.speech.speech import content_seed
from tts_node.text.line import preview

_NIGHTS = """
maintenance:
  time_zone: Europe/Berlin
  nightly_restart: {idle_s: 0}
  jobs: {nightly_restart: {at: "03:30", jitter_s: 0}, prune_cache: {at: "04:15", jitter_s: 0}}
"""
TONE = (
    """
node: {embedded_voice: false}
engines:
  tone:
    type: tone
    step_timeout_s: 1.5
    restarts: 100000
    settings: {faults: true, lanes: 2, front_ms: 5.0, step_cost_ms: 2.0}
audio: {gap_ms: 0}
cache: {memory_mb: 1, disk_mb: 8}
wyoming: {enabled: false}
"""
    + _NIGHTS
)
PIPER = (
    """
engines: {piper: {type: piper, step_timeout_s: 5.0, restarts: 100000}}
audio: {gap_ms: 0}
cache: {memory_mb: 1, disk_mb: 8}
wyoming: {enabled: false}
"""
    + _NIGHTS
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=180.0, help="how long it lasts (default: 180)")
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--engine", choices=("tone", "piper"), default="tone")
    parser.add_argument("--pause", type=float, default=3.0, help="seconds between two faults, about")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--soak", action="store_true", help="instead: many utterances with hot swaps; memory")
    parser.add_argument("--utterances", type=int, default=2_000, help="of the soak")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tts-node-chaos-") as name:
        folder = Path(name)
        if arguments.soak:
            report, good = asyncio.run(soak(folder, _config(folder, arguments.engine), arguments))
        else:
            report, good = asyncio.run(_storm(folder, arguments))
    python = Path(sys.executable)
    report = {"machine": describe(python, python).sentence(), **report}
    width = max(map(len, report))
    for key, value in report.items():
        print(f"{key:<{width}}  {value}")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(report, indent=2) + "\n")
    return 0 if good else 1


async def _storm(folder: Path, arguments: argparse.Namespace) -> tuple[dict[str, object], bool]:
    tally = Tally()
    with _small_disk(folder / "state") as small:
        clock = MovedClock(folder / "clock")
        process = node_process(
            Path(sys.executable),
            folder,
            config=_config(folder, arguments.engine),
            program=("-P", wrong_clock.__file__, str(clock.path)),
        )
        async with process:
            await process.start(node_is_ready)
            expected = await _expected(process, arguments)
            target = Target(process.port, folder / "state", arguments.engine)
            storm = Storm(target, tally, seed=arguments.seed, magic=arguments.engine == "tone")
            until = time.monotonic() + arguments.seconds
            listeners = [
                Listener(number, process.port, tally, expected) for number in range(arguments.clients)
            ]
            nights = Nights(clock, target, tally, seed=arguments.seed)
            async with asyncio.TaskGroup() as group:
                group.create_task(nights.jump(until - 3.0, time.monotonic))
                group.create_task(storm.rage(until - 3.0, time.monotonic, arguments.pause))
                for listener in listeners:
                    group.create_task(listener.speak_until(until, storm.swapping))
            await nights.judge()
            survived = await node_is_ready(process.port) or (await target.status())["ready"]
    report = {
        "seconds": arguments.seconds,
        "clients": arguments.clients,
        "engine": arguments.engine,
        "small_disk": small,
        "ready_at_the_end": survived,
        **tally.report(),
    }
    return report, tally.good and bool(survived)


async def _expected(process: NodeProcess, arguments: argparse.Namespace) -> Expected:
    """For tones by calculation; for a voice by having everything said once, before the storm."""
    if arguments.engine == "tone":
        return _tones
    said: dict[str, bytes] = {}
    async with connect(f"ws://127.0.0.1:{process.port}/v1/ws") as client:
        for number in range(arguments.clients):
            for text in sentences(number):
                utterance = client.speak(text, cache=False)
                said[text] = b"".join([e.data async for e in utterance if isinstance(e, Audio)])
    return said.__getitem__


def _tones(text: str) -> bytes:
    return b"".join(
        expected_pcm(Segment(part.text, "tone", language="en", seed=content_seed("tone", part.text)))
        for part in preview(text, "en").segments
    )


def _config(folder: Path, engine: str) -> Path:
    file = folder / "config.yaml"
    file.write_text(TONE if engine == "tone" else PIPER)
    return file


@contextlib.contextmanager
def _small_disk(folder: Path) -> Iterator[bool]:
    """A file system of 300 MB on `folder`, where we may make one: only that can be filled without harm."""
    folder.mkdir(parents=True)
    command = ["mount", "-t", "tmpfs", "-o", "size=300m,mode=700", "tts-node-chaos", str(folder)]
    made = os.geteuid() == 0 and subprocess.run(command, capture_output=True).returncode == 0
    try:
        yield made
    finally:
        if made:
            subprocess.run(["umount", "--lazy", str(folder)], check=False)


if __name__ == "__main__":
    sys.exit(main())
