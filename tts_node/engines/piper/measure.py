"""Where the time goes on this machine: `python -m tts_node.engines.piper.measure [--voice PATH]`.

Prints the times of one sentence with one and with two lanes, so that owners of other machines can report
figures.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from tts_node.engines.base import Chunk, Segment
from tts_node.engines.piper.engine import PiperEngine, create
from tts_node.engines.piper.settings import EMBEDDED, available_cpus
from tts_node.engines.piper.voice import BadVoice

SENTENCE = (
    "The washing machine has finished and the laundry is ready to be taken out, "
    "so please come down when you have a moment."
)
_BUDGET_MS = 40.0
_STREAM = 1


@dataclass(frozen=True, slots=True)
class Run:
    """One sentence, milliseconds from `open`."""

    front_ms: float
    first_ms: float
    whole_ms: float
    audio_ms: float
    steps: int


def run_once(engine: PiperEngine, voice: str, rate: int, text: str, lanes: int) -> Run:
    """Speak `text` from `lanes` threads. Raises `RuntimeError` when the engine cannot."""
    gate = threading.Condition()
    done: list[tuple[float, Chunk]] = []
    allowed, running, ended = 1, 0, False
    engine.open(_STREAM, Segment(text, voice))
    started = time.perf_counter()

    def lane() -> None:
        nonlocal allowed, running, ended
        while True:
            with gate:
                while not ended and running >= allowed:
                    gate.wait()
                if ended:
                    return
                running += 1
            chunk = engine.step([_STREAM], _BUDGET_MS)[0]
            with gate:
                running -= 1
                if chunk.index is not None:
                    done.append((time.perf_counter() - started, chunk))
                    allowed, ended = chunk.side_by_side, ended or chunk.end
                gate.notify_all()

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.close(_STREAM)
    if failed := next((chunk for _, chunk in done if chunk.error), None):
        raise RuntimeError(failed.message)
    heard = [(at, chunk) for at, chunk in done if chunk.pcm]
    return Run(
        front_ms=next((at for at, chunk in done if chunk.phase == "front"), 0.0) * 1000.0,
        first_ms=min(at for at, chunk in heard if chunk.index == min(c.index or 0 for _, c in heard))
        * 1000.0,
        whole_ms=max(at for at, _ in done) * 1000.0,
        audio_ms=sum(len(chunk.pcm) for _, chunk in heard) / 2 / rate * 1000.0,
        steps=len(done),
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tts_node.engines.piper.measure", description=__doc__)
    parser.add_argument(
        "--voice", type=Path, help="a Piper voice's .onnx file; without it the embedded voice"
    )
    parser.add_argument("--text", default=SENTENCE)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--cache-dir", type=Path, help="where cut files are kept (default: a passing folder)")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as passing:
        cache = chosen.cache_dir or Path(passing)
        name = EMBEDDED if chosen.voice is None else chosen.voice.stem
        voices = [] if chosen.voice is None else [{"name": name, "path": str(chosen.voice)}]
        engine = create({"voices": voices, "embedded": not voices, "cache_dir": str(cache), "lanes": 2})
        started = time.perf_counter()
        try:
            info = engine.load()
        except BadVoice as error:
            print(error)
            return 1
        loaded = time.perf_counter()
        engine.warm_up()
        print(f"{platform.machine()}, {available_cpus()} of {os.cpu_count()} CPUs, {info.version}")
        voice = info.voices[0]
        print(f"voice {voice.name}: {voice.streaming} {voice.note}")
        print(f"load {loaded - started:.2f} s, warm up {time.perf_counter() - loaded:.2f} s")
        print(
            f"{'lanes':>5} {'front':>8} {'first sound':>12} {'whole':>8} {'audio':>8} {'rtf':>6} {'steps':>6}"
        )
        for lanes in (1, 2):
            runs = [run_once(engine, name, voice.rate, chosen.text, lanes) for _ in range(chosen.runs)]
            whole = statistics.median(run.whole_ms for run in runs)
            audio = runs[0].audio_ms
            front = statistics.median(run.front_ms for run in runs)
            first = statistics.median(run.first_ms for run in runs)
            print(
                f"{lanes:>5} {front:>5.1f} ms {first:>9.1f} ms {whole:>5.0f} ms {audio:>5.0f} ms"
                f" {whole / audio:>6.3f} {runs[0].steps:>6}"
            )
        for key, value in sorted(engine.report().items()):
            if "per_frame" in key:
                print(f"{key}: {value:.3f}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
