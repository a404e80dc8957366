"""Every replacement of a worker goes into the history, whatever asked for it: a job, a watchdog, a person, a
crash."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from tts_node.maintenance.clock import Clock
from tts_node.maintenance.history import History
from tts_node.maintenance.record import RunRecord
from tts_node.workers.memory import Footprint
from tts_node.workers.swap import SwapManner, SwapReport

RECYCLE: Final = "recycle"
"""In the place of a job's name. `by` is `crash` for a worker that was lost, else `request`."""
CRASHES_PER_HOUR: Final = 12
"""So many of one engine are written; of those beyond the next one that is tells the number."""
_HOUR_S: Final = 3_600.0


class SwapLog:
    """Writes reports of replacements into `history`."""

    def __init__(self, history: History, clock: Clock) -> None:
        self._history = history
        self._clock = clock
        self._crashes: dict[str, deque[float]] = {}
        self._left_out: dict[str, int] = {}

    def note(self, report: SwapReport) -> None:
        """A worker was replaced."""
        if report.manner is SwapManner.ASLEEP or (report.lost and not self._has_room(report.engine)):
            return
        left_out = self._left_out.pop(report.engine, 0)
        took_ms = report.load_ms + report.warm_up_ms + report.probe_ms + report.drain_ms
        run = RunRecord(
            job=RECYCLE,
            by="crash" if report.lost else "request",
            outcome="ok",
            began=self._clock.now() - timedelta(milliseconds=took_ms),
            duration_s=round(took_ms / 1000.0, 3),
            detail=f"{report}; {left_out} crashes before it are not listed" if left_out else str(report),
            figures=_figures(report) | ({"left_out": float(left_out)} if left_out else {}),
        )
        self._history.add(run, self._history.memory(RECYCLE).after(run, late=False))

    def latest(self) -> Sequence[RunRecord]:
        """The newest first."""
        return self._history.runs(RECYCLE)

    def _has_room(self, engine: str) -> bool:
        now = self._clock.monotonic()
        crashes = self._crashes.setdefault(engine, deque())
        while crashes and crashes[0] <= now - _HOUR_S:
            crashes.popleft()
        if len(crashes) >= CRASHES_PER_HOUR:
            self._left_out[engine] = self._left_out.get(engine, 0) + 1
            return False
        crashes.append(now)
        return True


def _figures(report: SwapReport) -> dict[str, float]:
    figures = {
        **_held("before", report.before),
        **_held("after", report.after),
        "load_ms": round(report.load_ms),
        "warm_up_ms": round(report.warm_up_ms),
        "probe_ms": round(report.probe_ms),
        "without_worker_ms": round(report.without_worker_ms),
        "drain_ms": round(report.drain_ms),
    }
    return figures if report.came_back is None else figures | {"came_back": float(report.came_back)}


def _held(when: str, footprint: Footprint | None) -> dict[str, float]:
    if footprint is None:
        return {}
    card = {} if footprint.card_bytes is None else {f"{when}_card_bytes": float(footprint.card_bytes)}
    return {f"{when}_bytes": float(footprint.rss_bytes), **card}
