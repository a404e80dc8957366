"""R03: an engine that nobody uses is unloaded; one that is used, or wanted, is not, and it is loaded once."""

from __future__ import annotations

import asyncio

from tests.speech.stage import hear
from tests.speech.troupe import letters, tones, troupe
from tts_node.speech.idle import IdleTimer
from tts_node.speech.staff import Staff
from tts_node.speech.utterance import Utterance
from tts_node.workers.spec import WorkerState

TEXT = "The kettle is warm and the door is open."


async def state(staff: Staff, wanted: WorkerState) -> None:
    changed = asyncio.Event()
    leave = [s.subscribe(changed.set) for s in staff._supervisors]
    async with asyncio.timeout(20):
        while staff.state is not wanted:
            changed.clear()
            await changed.wait()
    for end in leave:
        end()


async def test_unloaded_at_once_its_voices_stay_listed_and_a_request_loads_it_again() -> None:
    async with troupe({"tone": {}}, idle_unload_s=0.0) as (speech, staffs):
        staff = staffs["tone"]
        await state(staff, WorkerState.ASLEEP)
        assert staff.can_speak and "loads it again" in staff.reason
        assert [voice.name for voice in speech.engines()["tone"].voices] == ["tone", "tone-low"]
        heard = await hear(speech.speak(Utterance(TEXT)))
        assert heard.pcm == tones(TEXT)
        assert staff.generation == 2
        await state(staff, WorkerState.ASLEEP)


async def test_many_requests_to_one_that_is_asleep_are_one_load() -> None:
    async with troupe({"tone": {"load_ms": 50.0}}, idle_unload_s=0.0) as (speech, staffs):
        await state(staffs["tone"], WorkerState.ASLEEP)
        texts = [f"Listener{letters(n)} is waiting for it." for n in range(8)]
        heard = await asyncio.gather(*(hear(speech.speak(Utterance(text))) for text in texts))
        assert [h.pcm for h in heard] == [tones(text) for text in texts]
        assert staffs["tone"].generation == 2


async def test_it_is_never_unloaded_while_somebody_has_more_to_say() -> None:
    async with troupe({"tone": {}}, idle_unload_s=0.0, wait=False) as (speech, staffs):
        live = speech.speak(Utterance("A first sentence. ", more=True, language="en-US"))
        events = [await anext(live)]
        live.flush("here")
        while type(events[-1]).__name__ != "Flushed":
            events.append(await anext(live))
        await asyncio.sleep(0.05)  # it does not happen, so there is nothing to wait for
        assert staffs["tone"].state is WorkerState.READY
        live.append("A second one.")
        live.end()
        events += [event async for event in live]
        assert staffs["tone"].generation == 1
        await state(staffs["tone"], WorkerState.ASLEEP)


async def test_one_that_was_prepared_waits_for_what_it_was_prepared_for() -> None:
    async with troupe({"tone": {}}, idle_unload_s=0.0) as (_, staffs):
        await state(staffs["tone"], WorkerState.ASLEEP)
        await staffs["tone"].prepare(20)
        await asyncio.sleep(0.05)
        assert staffs["tone"].state is WorkerState.READY


async def test_one_that_is_asleep_is_left_so_by_a_recycle() -> None:
    async with troupe({"tone": {}}, idle_unload_s=0.0) as (_, staffs):
        await state(staffs["tone"], WorkerState.ASLEEP)
        [report] = await staffs["tone"].recycle("nightly")
        assert report.manner == "asleep"
        assert staffs["tone"].generation == 1


async def test_the_timer_counts_from_the_last_use_and_never_means_never() -> None:
    unloaded: list[str] = []
    idle = True
    timer = IdleTimer(0.05, idle=lambda: idle, unload=unloaded.append)
    timer.changed()
    idle = False
    timer.changed()  # somebody came just in time
    await asyncio.sleep(0.08)
    assert unloaded == []
    idle = True
    timer.changed()
    await asyncio.sleep(0.08)
    assert len(unloaded) == 1
    never = IdleTimer(None, idle=lambda: True, unload=unloaded.append)
    never.changed()
    await asyncio.sleep(0.02)
    assert len(unloaded) == 1
    timer.close()
    timer.close()
