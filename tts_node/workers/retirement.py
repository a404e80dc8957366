"""The end of a worker that was replaced: it finishes what it has, ends, and its memory comes back."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import psutil

from tts_node.gpu import GpuReading
from tts_node.workers.memory import Footprint
from tts_node.workers.worker import Worker

log = logging.getLogger(__name__)

CARD_FREE_WITHIN_S: Final = 3.0
"""A driver takes a moment to free what a process had."""
_LOOK_AGAIN_S: Final = 0.1


class Drain(Protocol):
    """Whoever gives a worker its streams."""

    async def __call__(self, worker: Worker, *, move: bool) -> None:
        """Until nobody needs `worker` any more. `move`: utterances leave it at their next sentence end;
        without, they stay with it to their end."""


ReadCards = Callable[[], Awaitable[GpuReading]]


@dataclass(frozen=True, slots=True)
class Retired:
    """How it went."""

    last: Footprint
    """What it held at the end."""
    drain_ms: float
    moved: bool
    cut: bool
    came_back: bool
    note: str = ""


async def retire(
    worker: Worker,
    *,
    drain: Drain | None,
    stay_s: float,
    move_s: float,
    cards: ReadCards,
) -> Retired:
    """Let `worker` finish, then end it; also when cancelled.

    Utterances may stay with it for `stay_s` seconds (0: none stays), then they have `move_s` to come to the
    end of a sentence; after that it is ended all the same.
    """
    began = time.perf_counter()
    moved = cut = False
    try:
        if drain is not None and worker.alive:
            moved = stay_s <= 0 or not await _drained(worker, drain, stay_s, move=False)
            cut = moved and not await _drained(worker, drain, move_s, move=True)
        drain_ms = (time.perf_counter() - began) * 1000.0
        family = _family(worker.pid)
        last = await footprint(worker, await cards())
    finally:
        await worker.stop()
    came_back, note = await _came_back(family, last, cards)
    return Retired(last, drain_ms, moved and stay_s > 0, cut, came_back, note)


async def footprint(worker: Worker, reading: GpuReading) -> Footprint:
    """What `worker` holds now. The driver's word on the card counts unless it contradicts the allocator's."""
    reserved: int | None = None
    if worker.alive:
        try:
            figures = await worker.report()
            reserved = int(figures["reserved_bytes"]) if "reserved_bytes" in figures else None
        except Exception:  # it may be lost at any time; then the system's figures must do
            log.debug("worker %d gave no figures", worker.pid, exc_info=True)
    return Footprint(worker.rss_bytes(), card_bytes(worker.pid, reserved, reading))


def card_bytes(pid: int, reserved: int | None, reading: GpuReading) -> int | None:
    """What a process holds on the cards. In a container the driver may number processes in its own way and
    mean somebody else's, who is found out by having less than the process itself knows to have."""
    told = reading.used_by((pid,))
    if told is None or (reserved is not None and told < 0.9 * reserved):
        return reserved
    return told


async def _drained(worker: Worker, drain: Drain, timeout_s: float, *, move: bool) -> bool:
    try:
        async with asyncio.timeout(timeout_s):
            await drain(worker, move=move)
    except TimeoutError:
        then = "it is ended in the middle of a sentence" if move else "its utterances move"
        log.warning("the old worker (pid %d) did not finish in %g s: %s", worker.pid, timeout_s, then)
        return False
    except Exception:
        log.exception("draining the old worker (pid %d) failed", worker.pid)
    return True


def _family(pid: int) -> list[psutil.Process]:
    try:
        process = psutil.Process(pid)
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return []


async def _came_back(family: Sequence[psutil.Process], last: Footprint, cards: ReadCards) -> tuple[bool, str]:
    """Processes that are gone hold no memory; a card is only free when its driver says so."""
    left = [process.pid for process in family if process.is_running() and not _is_zombie(process)]
    if left:
        return False, f"processes of the old worker are still there: {', '.join(map(str, left))}"
    if last.card_bytes is None or not family:
        return True, ""
    deadline = time.monotonic() + CARD_FREE_WITHIN_S
    while held := (await cards()).used_by([process.pid for process in family]):
        if time.monotonic() > deadline:
            return False, f"the driver still counts {held / 1e6:.0f} MB for the old worker"
        await asyncio.sleep(_LOOK_AGAIN_S)
    return True, ""


def _is_zombie(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.Error:
        return True
