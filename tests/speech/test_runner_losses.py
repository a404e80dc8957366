"""What a lost worker had is made again, by whoever is there, for whoever still listens."""

from __future__ import annotations

import asyncio

import pytest

from tests.speech.stage import Heard, hear, tone_speech
from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import WorkerLost
from tts_node.speech.blame import MAX_LOSSES, Poison, Suspects, blame
from tts_node.speech.production import Production
from tts_node.speech.speech import content_seed
from tts_node.speech.utterance import Audio, Priority, Utterance
from tts_node.workers.spec import WorkerSpec
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
    assert len(workers) == 1 + MAX_LOSSES


# --- the pieces --------------------------------------------------------------------------------------------


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


async def test_known_suspects_take_the_blame_alone(production) -> None:
    old, new = production("old"), production("new")
    blame((old,))
    blame((old, new))
    assert (old.losses, new.losses) == (2, 0)


async def test_suspects_are_tried_one_at_a_time_the_most_urgent_first(production) -> None:
    reply, alert, innocent = production("a"), production("b", 2, Priority.ALERT), production("c", 3)
    reply.losses = alert.losses = 1
    suspects = Suspects()
    for each in (reply, alert, innocent):
        suspects.add(each)
    assert suspects.choose() == (alert,)
    assert [suspects.holds(each) for each in (reply, alert, innocent)] == [True, False, False]
    assert suspects.choose() == ()
    next(iter(alert.listeners)).full = True  # it waits for its listener, so it is not worth waiting for
    assert suspects.choose() == (alert, reply)
    suspects.discard(reply)
    suspects.discard(alert)
    assert suspects.choose() == (reply,)
    assert not suspects.holds(reply)


async def test_poison_is_forgotten_after_a_while_and_bounded() -> None:
    now = 0.0
    poison = Poison(lambda: now)
    poison.add(Segment("bad", "tone"))
    assert Segment("bad", "tone") in poison
    assert Segment("bad", "other") not in poison
    now = 601.0
    assert Segment("bad", "tone") not in poison
    for number in range(1_000):
        poison.add(Segment(str(number), "tone"))
    assert Segment("0", "tone") not in poison
    assert Segment("999", "tone") in poison
