"""The short forms of `scripts/chaos` and `scripts/chaos --soak`: counts and content, never times."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


def chaos(folder: Path, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run it; its exit code and its figures."""
    file = folder / "figures.json"
    command = [sys.executable, "-m", "benchmarks.chaos", "--json", str(file), *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=280)
    assert file.exists(), done.stderr[-3000:]
    return done.returncode, json.loads(file.read_text())


@pytest.mark.parametrize("engine", ["tone", "piper"])
def test_in_a_storm_of_faults_nothing_is_lost_wrong_or_repeated(tmp_path: Path, engine: str) -> None:
    code, figures = chaos(tmp_path, "--engine", engine, "--seconds", "30", "--clients", "10", "--pause", "3")
    counts = {name: figures[name] for name in ("lost", "wrong", "repeated_segments")}
    assert counts == {"lost": 0, "wrong": 0, "repeated_segments": 0}, figures
    assert figures["nights"] >= 1 and figures["nights_twice"] == 0
    assert figures["nightly_runs"] == dict.fromkeys(("nightly_restart", "prune_cache"), figures["nights"])
    assert figures["completed"] > 50 and figures["ready_at_the_end"]
    assert sum(figures["troubles"].values()) >= 5, figures["troubles"]
    assert code == 0


def test_two_thousand_utterances_and_hot_swaps_leave_no_memory_behind(tmp_path: Path) -> None:
    code, figures = chaos(tmp_path, "--soak", "--engine", "tone", "--utterances", "2000")
    assert figures["failures"] == 0 and figures["hot_swaps"] >= 7
    assert figures["node_growth_mb_per_1000"] < 1.0, figures
    assert figures["worker_growth_mb_per_1000"] < 1.0, figures
    assert code == 0


def test_two_hundred_spoken_utterances_and_a_hot_swap_all_end(tmp_path: Path) -> None:
    """Too few to judge a slope: a voice's memory jumps by some megabytes with the length of its sentences."""
    _, figures = chaos(tmp_path, "--soak", "--engine", "piper", "--utterances", "250")
    assert figures["failures"] == 0 and figures["hot_swaps"] == 1
    assert figures["node_growth_mb"] < 12.0 and figures["worker_growth_mb"] < 40.0, figures
