"""The worker dies in the middle of speech: nothing is lost, nothing comes twice, and only the guilty fail."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.faults.talking import Heard, ready, speak, status, talker, tone_config, tones, workers
from tests.served import ServedNode, serve

pytestmark = pytest.mark.slow

SLOW = {"step_cost_ms": 15.0, "lanes": 2}
"""So that an utterance is still being made when its worker is killed."""


def story(number: int) -> list[str]:
    return [
        f"The story begins with a man called {['Adam', 'Bert', 'Carl', 'Dora', 'Emil'][number]}.",
        f"He has {['three', 'four', 'five', 'six', 'seven'][number]} children and a very old dog.",
        "They live happily ever after.",
    ]


async def kill_worker(node: ServedNode, number: int = signal.SIGKILL) -> int:
    """Kill the only worker; its process id."""
    (pid,) = workers(await status(node))
    os.kill(pid, number)
    return pid


@pytest.mark.parametrize("frames", [1, 4, 9])
async def test_a_killed_worker_costs_five_listeners_not_one_sample(tmp_path: Path, frames: int) -> None:
    with serve(tmp_path / "state", config=tone_config(SLOW)) as node:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(talker(node)) for _ in range(5)]
            for number, person in enumerate(people):
                await person.send(type="speak", text=" ".join(story(number)), marks=True)
            heard = [Heard() for _ in people]
            listening = [
                asyncio.create_task(person.until("done", heard=so_far))
                for person, so_far in zip(people, heard, strict=True)
            ]
            while min(len(so_far.frames) for so_far in heard) < frames:  # noqa: ASYNC110
                await asyncio.sleep(0.005)
            pid = await kill_worker(node)
            assert not any(so_far.only("done") for so_far in heard), "too late to be a test"
            await asyncio.gather(*listening)
        assert workers(await ready(node)) != [pid]
    for number, each in enumerate(heard):
        assert each.outcome == "complete"
        assert each.sound == tones(*story(number), **SLOW)
        assert each.only("warning") == []
        words = [mark["start_ms"] for mark in each.only("mark") if mark["level"] == "word"]
        assert words == sorted(words)
        assert len(words) == len(" ".join(story(number)).split())


async def test_two_listeners_of_one_sentence_both_survive_its_worker(tmp_path: Path) -> None:
    text = "Everybody hears this same sentence, and it is a rather long one."
    config = tone_config(SLOW, cache={"enabled": True})
    with serve(tmp_path / "state", config=config) as node:
        async with talker(node) as first, talker(node) as second:
            await first.send(type="speak", text=text)
            await second.send(type="speak", text=text)
            sound = await first.until_sound()
            await kill_worker(node)
            rest = await first.until("done")
            other = await second.until("done")
        assert sound + rest.sound == other.sound == tones(text, **SLOW)
        assert (await speak(node, text)).sound == tones(text, **SLOW)  # now from the cache


async def test_a_hanging_step_is_ended_at_its_deadline_and_the_sentence_goes_on(tmp_path: Path) -> None:
    """The fault strikes once, so the second worker can finish what the first began."""
    settings = {"once": str(tmp_path / "struck")}
    config = tone_config(settings, engine={"step_timeout_s": 1.0})
    with serve(tmp_path / "state", config=config) as node:
        heard = await speak(node, "Before the trouble comes and !hang after it.")
        assert heard.outcome == "complete"
        assert heard.sound == tones("Before the trouble comes and !hang after it.")


async def test_a_poisonous_text_fails_after_two_workers_and_the_others_are_unaffected(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=tone_config(SLOW)) as node:
        async with talker(node) as guilty, AsyncExitStack() as stack:
            people = [await stack.enter_async_context(talker(node)) for _ in range(4)]
            for number, person in enumerate(people):
                await person.send(type="speak", text=" ".join(story(number)))
            await guilty.send(type="speak", text="This is fine until !kill4 comes.", id="poison")
            heard = await asyncio.gather(*(person.until("done") for person in people))
            failed = await guilty.until("done")
            assert failed.outcome == "worker_lost"
            (error,) = failed.only("error")
            assert (error["id"], error["retryable"]) == ("poison", True)
            assert tones("This is fine until !kill4 comes.", **SLOW).startswith(failed.sound)
            await ready(node)
            assert (await guilty.speak("I am better now.")).sound == tones("I am better now.", **SLOW)
    for number, each in enumerate(heard):
        assert (each.outcome, each.sound) == ("complete", tones(*story(number), **SLOW))


async def test_an_engine_that_cannot_repeat_itself_says_the_sentence_again_and_tells(tmp_path: Path) -> None:
    text = "First comes this. Then comes a sentence that is long enough to be lost in its middle. Bye."
    with serve(tmp_path / "state", config=tone_config({"deterministic": False, **SLOW})) as node:
        async with talker(node) as person:
            await person.send(type="speak", text=text)
            before = len(tones("First comes this.")) + len(tones("Then comes a"))
            heard = Heard()
            while len(heard.sound) < before:
                message = await person.next()
                if isinstance(message, bytes):
                    heard.frames.append(message)
            sent_before = len(heard.sound)
            await kill_worker(node)
            rest = await person.until("done")
    assert rest.outcome == "complete"
    (warning,) = rest.only("warning")
    assert warning["code"] == "segment_repeated"
    # The whole second sentence comes again, after a pause; the first and the last come once.
    repeated = sent_before - len(tones("First comes this."))
    pause = round(0.3 * 22_050) * 2
    in_flight = len(heard.sound + rest.sound) - len(tones(*text.replace(". ", ".|").split("|"))) - pause
    assert in_flight >= repeated
    assert bytes(pause) in rest.sound
    assert rest.done["audio_ms"] == pytest.approx(len(heard.sound + rest.sound) / 2 / 22.05, abs=1)
