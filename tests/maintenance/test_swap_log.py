"""What the history keeps of replaced workers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from tests.maintenance.simulated import SimulatedClock
from tts_node.maintenance.history import History
from tts_node.maintenance.swap_log import CRASHES_PER_HOUR, SwapLog
from tts_node.workers.memory import Footprint
from tts_node.workers.swap import SwapManner, SwapReport

NOW = datetime(2026, 6, 1, 1, 30, tzinfo=UTC)


def report(engine: str = "tone", *, lost: bool = False, reason: str = "nightly restart") -> SwapReport:
    return SwapReport(
        engine,
        reason,
        SwapManner.FRESH if lost else SwapManner.TOGETHER,
        lost=lost,
        before=Footprint(214_000_000, 3_000_000),
        after=Footprint(141_000_000),
        load_ms=812.4,
        warm_up_ms=240.0,
        probe_ms=95.0,
        came_back=None if lost else True,
    )


async def test_replacements_for_every_reason_survive_a_restart_with_figures(tmp_path: Path) -> None:
    history = History(tmp_path / "history.sqlite3")
    await history.open()
    swaps = SwapLog(history, SimulatedClock(NOW))
    swaps.note(report())
    swaps.note(report(lost=True, reason="the worker ended with signal 11"))
    swaps.note(SwapReport("tone", "button", SwapManner.ASLEEP))  # nothing was replaced
    await history.close()
    again = History(tmp_path / "history.sqlite3")
    await again.open()
    crash, nightly = SwapLog(again, SimulatedClock(NOW)).latest()
    await again.close()
    assert (crash.by, nightly.by) == ("crash", "request")
    assert "recycled (nightly restart), together" in nightly.detail
    assert "recycled (the worker ended with signal 11), fresh" in crash.detail
    assert nightly.began == NOW - timedelta(milliseconds=1_147.4)
    assert nightly.figures == {
        "before_bytes": 214e6,
        "before_card_bytes": 3e6,
        "after_bytes": 141e6,
        "load_ms": 812.0,
        "warm_up_ms": 240.0,
        "probe_ms": 95.0,
        "without_worker_ms": 0.0,
        "drain_ms": 0.0,
        "came_back": 1.0,
    }


def test_a_crash_loop_does_not_flood_the_history_and_hides_nobody_elses(tmp_path: Path) -> None:
    clock = SimulatedClock(NOW)
    swaps = SwapLog(History(tmp_path / "history.sqlite3"), clock)
    for _ in range(CRASHES_PER_HOUR + 30):
        swaps.note(report(lost=True, reason="crash"))
    swaps.note(report("piper", lost=True, reason="crash"))
    assert len(swaps.latest()) == CRASHES_PER_HOUR + 1
    swaps.note(report(reason="memory"))
    assert swaps.latest()[0].detail.endswith("; 30 crashes before it are not listed")
    assert swaps.latest()[0].figures["left_out"] == 30.0
    clock.pass_time(3_600.0)
    swaps.note(report(lost=True, reason="crash"))
    assert "not listed" not in swaps.latest()[0].detail
    assert len(swaps.latest()) == CRASHES_PER_HOUR + 3
