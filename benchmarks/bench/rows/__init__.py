"""The measures by name, in the order they run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from benchmarks.bench.lab import Lab
from benchmarks.bench.row import Row
from benchmarks.bench.rows.capacity import listeners, loop_delay
from benchmarks.bench.rows.latency import eight_clients, one_client
from benchmarks.bench.rows.upkeep import memory, start
from benchmarks.bench.rows.urgency import alert, cached, cancel
from benchmarks.bench.rows.wyoming import both_modes

Measure = Callable[[Lab], Awaitable[list[Row]]]

MEASURES: dict[str, Measure] = {
    "one-client": one_client,
    "eight-clients": eight_clients,
    "wyoming": both_modes,
    "listeners": listeners,
    "alert": alert,
    "cached": cached,
    "cancel": cancel,
    "loop": loop_delay,
    "memory": memory,
    "start": start,
}
