"""What a lost worker had is made again, by whoever is there, for whoever still listens."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from tests.speech.stage import Heard, hear, tone_speech
from tests.speech.troupe import letters, troupe
from tests.speech.troupe import tones as troupe_tones
from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import WorkerLost
from tts_node.speech.blame import MOST_IN_A_ROW, Excuses, Poison, Suspects, blame
from tts_node.speech.guilt import SAME_WAY, Loss
from tts_node.speech.production import Production
from tts_node.speech.speech import content_seed
from tts_node.speech.utterance import Audio, Priority, Utterance
from tts_node.workers.spec import WorkerSpec, WorkerState
from tts_node.workers.worker import Worker

LONG = "This is a sentence for a listener who is in no hurry at all."


def tones(text: str) -> bytes:
    return expected_pcm(Segment(text, "tone", seed=content_seed("tone", text)))


async def test_a_retired_worker_that_is_ended_loses_nothing_of_a_listener_who_stopped_reading() -> None:
    async with tone_speech() as (speech, runner, old):
        old._on_exit = None  # nobody listens for the end of a retired worker
        live = speech.speak(Utterance(LONG))
        events = []
        async for event in live:
            events.append(event)
            if isinstance(event, Audio):
                break
        steps = -1.0
        while (now := (await old.report())["steps"]) != steps:  # until the listener is full
            steps = now
            await asyncio.sleep(0.02)
        assert runner.busy_with(old) == 1
        new = await Worker.start(WorkerSpec("tone", "tone", {}))
        try:
            runner.attach(new)
            runner.retire(old)
            await old.stop()
            events += [event async for event in live]
        finally:
            await new.stop()
    assert Heard(events).finished.reason == "complete"
    assert Heard(events).pcm == tones(LONG)


@pytest.mark.slow
async def test_of_four_in_flight_only_the_one_that_ends_workers_fails() -> None:
    settings = {"faults": True, "lanes": 4, "step_cost_ms": 5.0}
    texts = ["All is well here.", "This one is bad: !crash now.", "All is well there.", "And also here."]
    async with tone_speech(settings) as (speech, runner, first):
        spec = WorkerSpec("tone", "tone", settings)
        workers = [first]
        lost = asyncio.Event()

        async def replace() -> None:
            while True:
                await lost.wait()
                lost.clear()
                workers.append(await Worker.start(spec, on_exit=gone))
                runner.attach(workers[-1])

        def gone(worker: Worker) -> None:
            runner.detach(worker)
            lost.set()

        first._on_exit = gone
        replacing = asyncio.create_task(replace())
        try:
            heard = await asyncio.gather(*(hear(speech.speak(Utterance(text))) for text in texts))
            again = await hear(speech.speak(Utterance(texts[1])))
            after = await hear(speech.speak(Utterance("Still here.")))
        finally:
            replacing.cancel()
            for worker in workers[1:]:
                await worker.stop()
    codes = [each.finished.error_code for each in heard]
    assert codes == [None, WorkerLost.code, None, None]
    assert [each.pcm for each in heard if each.finished.error_code is None] == [
        tones(text) for text in texts if "!crash" not in text
    ]
    # Sent again, it costs no more workers.
    assert again.finished.error_code == WorkerLost.code
    assert after.pcm == tones("Still here.")
    assert len(workers) == 1 + SAME_WAY


# --- the pieces --------------------------------------------------------------------------------------------


LOSS = Loss("crashed", 0.5, alone=True)


class LostWorker:
    """Only to be told from others."""

    lost_reason = "crashed"
    ended_from_outside = False


def may_step(production: Production) -> bool:
    return not production.blocked


class _Listener:
    def __init__(self, priority: Priority = Priority.REPLY) -> None:
        self.priority = priority
        self.full = False

    def dry_at(self, production: Production) -> float | None:
        return None

    def is_full(self, production: Production) -> bool:
        return self.full

    def notify(self) -> None:
        pass


@pytest.fixture
async def production():
    async with tone_speech() as (_, _, worker):
        voice = worker.info.voices[0]

    def make(text: str, group: int = 1, priority: Priority = Priority.REPLY) -> Production:
        made = Production(None, Segment(text, "tone"), voice, deterministic=True)
        made.group = group
        made.listeners.add(_Listener(priority))
        return made

    return make


async def test_who_was_in_flight_keeps_what_speaks_against_it(production) -> None:
    first, second, worker = production("first"), production("second"), LostWorker()
    second.pcm += bytes(2 * second.voice.rate)
    blame((first, second), worker)
    blame((second,), worker)
    assert first.losses == (Loss("crashed", 0.0, alone=False),)
    assert second.losses == (Loss("crashed", 1.0, alone=False), Loss("crashed", 1.0, alone=True))
    assert (first.lost_workers, second.lost_workers) == ([worker], [worker] * 2)
    second.begin_again()  # its engine is deterministic, so nothing of the sound is thrown away
    blame((second,), worker)
    assert second.losses[-1] == Loss("crashed", 0.0, alone=True)


async def test_a_suspect_is_tried_while_nobody_else_is_stepped_the_most_urgent_first(production) -> None:
    reply, alert, innocent = production("a"), production("b", 2, Priority.ALERT), production("c", 3)
    line = (reply, alert, innocent)
    reply.losses = alert.losses = (LOSS,)
    suspects = Suspects()
    for each in line:
        suspects.add(each)

    def held() -> list[bool]:
        return [suspects.holds(each) for each in line]

    assert suspects.choose(line, may_step) and held() == [True, False, True]
    assert not suspects.choose(line, may_step)
    next(iter(alert.listeners)).full = True  # it waits for its listener, so it is not worth waiting for
    assert suspects.choose(line, may_step) and held() == [False, True, True]
    suspects.discard(reply)
    suspects.discard(alert)
    assert suspects.choose(line, may_step) and held() == [False, False, False]


async def test_an_alert_above_suspicion_goes_before_the_trial_of_a_reply(production) -> None:
    reply, alert = production("a"), production("b", 2, Priority.ALERT)
    reply.losses = (LOSS,)
    suspects = Suspects()
    suspects.add(reply)
    assert suspects.choose((reply,), may_step)
    assert suspects.choose((reply, alert), may_step)
    assert (suspects.holds(reply), suspects.holds(alert)) == (True, False)
    next(iter(alert.listeners)).full = True
    assert suspects.choose((reply, alert), may_step)
    assert (suspects.holds(reply), suspects.holds(alert)) == (False, True)


async def test_poison_is_forgotten_after_a_while_and_bounded() -> None:
    now = 0.0
    poison = Poison(lambda: now)
    poison.note(Segment("bad", "tone"), (LOSS,))
    assert poison.losses(Segment("bad", "tone")) == (LOSS,)
    assert poison.losses(Segment("bad", "other")) == ()
    now = 601.0
    assert poison.losses(Segment("bad", "tone")) == ()
    for number in range(1_000):
        poison.note(Segment(str(number), "tone"), (LOSS,))
    assert poison.losses(Segment("0", "tone")) == ()
    assert poison.losses(Segment("999", "tone")) == (LOSS,)
    poison.note(Segment("999", "tone"), ())
    assert poison.losses(Segment("999", "tone")) == ()


def test_an_engine_that_ends_with_whatever_it_is_given_is_not_excused_for_ever() -> None:
    excuses = Excuses()
    assert [excuses.allow() for _ in range(MOST_IN_A_ROW + 2)] == [True] * MOST_IN_A_ROW + [False] * 2
    excuses.spoken()
    assert excuses.allow()


# --- whose fault it was, to the engine's restarts ----------------------------------------------------------


@pytest.mark.slow
async def test_twenty_poisonous_texts_of_one_client_cost_no_other_client_an_utterance() -> None:
    """Each ends two workers, and any five would use up what an engine may lose by itself."""
    async with troupe({"tone": {"faults": True, "lanes": 2}}) as (speech, staffs):
        failed: list[str | None] = []

        async def poison() -> None:
            for number in range(20):
                bad = await hear(speech.speak(Utterance(f"Bad {letters(number)} and !kill4 here.")))
                failed.append(bad.finished.error_code)

        attack = asyncio.create_task(poison())
        heard: dict[str, Heard] = {}
        while not attack.done():
            text = f"Utterance {letters(len(heard))} is fine."
            heard[text] = await hear(speech.speak(Utterance(text)))
        await attack
        assert failed == [WorkerLost.code] * 20
        assert len(heard) >= 10
        assert {text: each.finished.error_code for text, each in heard.items()} == dict.fromkeys(heard)
        assert all(each.pcm == troupe_tones(text) for text, each in heard.items())
        assert staffs["tone"].generation > 2 * 20
        assert staffs["tone"].state is not WorkerState.FAILED


@pytest.mark.slow
@pytest.mark.parametrize("leaves", ["when the worker has just died", "when its end is known"])
async def test_a_client_that_leaves_before_its_text_is_found_guilty_costs_the_engine_nothing(
    leaves: str,
) -> None:
    async with troupe({"tone": {"faults": True, "lanes": 1}}) as (speech, staffs):
        staff = staffs["tone"]
        for number in range(7):
            (worker,) = staff.workers
            live = speech.speak(Utterance(f"Bad {letters(number)} and !kill4 here."))
            hearing = asyncio.create_task(hear(live))
            while worker.alive or (worker.lost_reason is None and "known" in leaves):  # noqa: ASYNC110
                await asyncio.sleep(0)
            live.cancel()
            await hearing
            await staff.wait_ready(30)
        assert (await hear(speech.speak(Utterance("Still here.")))).pcm == troupe_tones("Still here.")


async def test_a_text_whose_client_left_before_anybody_knew_of_the_loss_is_a_suspect_all_the_same() -> None:
    async with troupe({"tone": {"faults": True, "lanes": 1}}) as (speech, staffs):
        staff, text = staffs["tone"], "Bad and !kill4 here."
        (worker,) = staff.workers
        live = speech.speak(Utterance(text))
        hearing = asyncio.create_task(hear(live))
        while worker.alive:  # noqa: ASYNC110
            await asyncio.sleep(0)
        assert worker.lost_reason is None
        live.cancel()
        await hearing
        await staff.wait_ready(30)
        assert (await hear(speech.speak(Utterance(text)))).finished.error_code == WorkerLost.code
        assert staff.generation == 2


@pytest.mark.slow
async def test_a_sentence_whose_workers_are_killed_from_outside_again_and_again_is_spoken() -> None:
    """It is tried alone each time, and it is not its fault."""
    async with troupe({"tone": {"faults": True, "lanes": 1, "step_cost_ms": 20.0}}) as (speech, staffs):
        staff = staffs["tone"]
        hearing = asyncio.create_task(hear(speech.speak(Utterance(LONG))))
        for number in (signal.SIGKILL, signal.SIGKILL, signal.SIGILL, signal.SIGKILL):
            await staff.wait_ready(30)
            (worker,) = staff.workers
            while not worker.steps_in_flight:  # noqa: ASYNC110
                await asyncio.sleep(0)
            os.kill(worker.pid, number)
            while worker.lost_reason is None:  # noqa: ASYNC110
                await asyncio.sleep(0.001)
        heard = await hearing
    assert heard.finished.error_code is None
    assert heard.pcm == troupe_tones(LONG)


@pytest.mark.slow
async def test_a_suspect_that_comes_again_is_tried_alone_at_once() -> None:
    async with troupe({"tone": {"faults": True, "lanes": 1}}) as (speech, staffs):
        staff, text = staffs["tone"], "Bad and !kill4 here."
        live = speech.speak(Utterance(text))
        hearing = asyncio.create_task(hear(live))
        while staff.is_loaded:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        live.cancel()
        await hearing
        await staff.wait_ready(30)
        assert (await hear(speech.speak(Utterance(text)))).finished.error_code == WorkerLost.code
        assert (await hear(speech.speak(Utterance("Fine.")))).finished.error_code is None
        assert staff.generation == 3
