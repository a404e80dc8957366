"""The moved clock of the storm: the time of day is another one, and nothing else."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from benchmarks.chaos.wrong_clock import ZONE, MovedClock, moved_by

ROOT = Path(__file__).parents[2]


def test_what_is_moved_adds_up_and_is_seen_at_once_by_whoever_has_the_file(tmp_path: Path) -> None:
    clock = MovedClock(tmp_path / "clock")
    seen = moved_by(clock.path)
    assert seen() == 0.0
    clock.move(18_000.0)
    clock.move(-7_200.0)
    assert seen() == 10_800.0
    assert abs(clock.now() - datetime.now(ZONE) - timedelta(hours=3)) < timedelta(seconds=5)


def test_the_program_is_the_nodes_own(tmp_path: Path) -> None:
    clock = MovedClock(tmp_path / "clock")
    command = [
        sys.executable,
        "-P",
        str(ROOT / "benchmarks/chaos/wrong_clock.py"),
        str(clock.path),
        "--version",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert (done.returncode, done.stdout.split()[0]) == (0, "tts-node"), done.stderr
    assert time.time() > 1e9
