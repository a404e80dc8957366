"""Several workers of one engine: any that speaks is enough, and the loss of a replaced one is noticed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from typing import Any

import pytest

from tests.speech.stage import Heard, hear
from tests.speech.troupe import tones, troupe
from tts_node.errors import EngineUnavailable, NotReady
from tts_node.speech.staff import Staff
from tts_node.speech.utterance import Event, Utterance
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.supervisor import Supervisor
from tts_node.workers.worker import Worker

ONE_TRY = RestartPolicy(budget=0)


def staff_of(*starts: Callable[..., Any]) -> Staff:
    """A staff of tone workers, each started by its own of `starts`; one failure and it has failed."""
    left = iter(starts)
    return Staff(
        WorkerSpec("tone", "tone", {}, stop_grace_s=1.0),
        workers=len(starts),
        policy=ONE_TRY,
        supervisor=lambda spec, **own: Supervisor(spec, start_worker=next(left), **own),
    )


def refused(reason: str) -> Callable[..., Any]:
    async def start(spec: WorkerSpec, **callbacks: Any) -> Worker:
        raise EngineUnavailable(reason)

    return start


async def never(spec: WorkerSpec, **callbacks: Any) -> Worker:
    await asyncio.Event().wait()
    raise AssertionError


async def failed(staff: Staff, index: int) -> None:
    with pytest.raises(EngineUnavailable):
        await staff._supervisors[index].wait_ready(30)


async def test_an_engine_is_ready_when_any_of_its_workers_is() -> None:
    staff = staff_of(refused("no room"), Worker.start)
    try:
        await staff.start()
        await failed(staff, 0)
        await staff.wait_ready(30)
        assert staff.state is WorkerState.READY and len(staff.workers) == 1
    finally:
        await staff.close()


async def test_it_has_failed_when_all_have_and_is_late_while_one_still_loads() -> None:
    staff = staff_of(refused("no room"), never)
    try:
        await staff.start()
        await failed(staff, 0)
        with pytest.raises(NotReady):
            await staff.wait_ready(0.05)
    finally:
        await staff.close()
    staff = staff_of(refused("no room"), refused("no room either"))
    try:
        await staff.start()
        with pytest.raises(EngineUnavailable, match="no room"):
            await staff.wait_ready(30)
    finally:
        await staff.close()


async def test_the_failure_that_is_told_is_that_of_one_who_failed_and_not_of_one_who_was_closed() -> None:
    staff = staff_of(refused("no room"), never)
    try:
        await staff.start()
        await failed(staff, 0)
        await staff._supervisors[1].close()
        assert "no room" in str(staff.runner.failure)
    finally:
        await staff.close()


async def test_a_replaced_worker_that_dies_while_an_open_text_holds_it_is_noticed_at_once() -> None:
    first, second = "The first is said.", "The second is said elsewhere."
    async with troupe({"tone": {}}) as (speech, staffs):
        staff = staffs["tone"]
        (old,) = staff.workers
        live = speech.speak(Utterance(first + " ", language="en-US", more=True))
        live.flush()
        begun = asyncio.Event()
        heard: list[Event] = []

        async def listen() -> None:
            async for event in live:
                heard.append(event)
                begun.set()

        async with asyncio.timeout(30):
            listening = asyncio.create_task(listen())
            await begun.wait()
            recycling = asyncio.create_task(staff.recycle("a test"))
            while staff.workers == (old,) or staff.runner.busy_with(old):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            assert old.alive and not recycling.done(), "the open text holds it"
            os.kill(old.pid, signal.SIGKILL)
            await recycling  # without anything being said meanwhile
            live.append(second)
            live.end()
            await listening
    assert Heard(heard).finished.reason == "complete"
    assert Heard(heard).pcm == tones(first, second)


async def test_what_a_replaced_worker_still_speaks_is_no_evidence_about_the_next_one() -> None:
    async with troupe({"tone": {}}) as (speech, staffs):
        staff = staffs["tone"]
        (old,) = staff.workers
        live = speech.speak(Utterance("The first is said. ", language="en-US", more=True))
        live.flush()
        hearing = asyncio.create_task(hear(live))
        async with asyncio.timeout(30):
            while not staff.takes.count:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            recycling = asyncio.create_task(staff.recycle("a test"))
            while staff.workers == (old,):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            live.append("The second stays with the old one.")
            live.end()
            assert (await hearing).finished.reason == "complete"
            assert staff.takes.count == 1
            await recycling
            await hear(speech.speak(Utterance("The third is said by the new one.")))
            assert staff.takes.count == 2
