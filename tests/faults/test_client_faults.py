"""Clients that leave, stall, come together, never answer pings, or come too early (W05 to W09)."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path

import psutil
import pytest

from tests.faults.talking import (
    PATIENCE_S,
    ready,
    settled,
    speak,
    status,
    talker,
    tone_config,
    tones,
    workers,
)
from tests.served import serve

MINUTE = [f"Sentence {number} of a text that takes a whole minute to be heard." for number in range(16)]
FIVE_MINUTES = " ".join(MINUTE * 5)
BUSY = {"rtf": 0.1, "busy": True}
"""An engine that computes, so that its processor time shows whether it goes on."""


async def stands_still(figure: Callable[[], float]) -> bool:
    """Whether a figure has the same value five times in a row, before patience ends."""
    last, same = figure(), 0
    for _ in range(round(PATIENCE_S / 0.1)):
        await asyncio.sleep(0.1)
        now = figure()
        last, same = now, same + 1 if now == last else 0
        if same == 5:
            return True
    return False


def computed(pid: int) -> Callable[[], float]:
    """Its processor time; rounded, since a worker that waits still answers now and then."""
    process = psutil.Process(pid)
    return lambda: round(process.cpu_times().user, 1)


# --- W05 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("way", ["a close frame", "a reset", "a closed half"])
async def test_an_engine_does_not_talk_on_to_nobody(tmp_path: Path, way: str) -> None:
    """W05"""
    with serve(tmp_path / "state", config=tone_config(BUSY)) as node:
        async with AsyncExitStack() as stack:
            leaving = await stack.enter_async_context(talker(node))
            await leaving.send(type="speak", text=FIVE_MINUTES, id="heard")
            await leaving.send(type="speak", text=FIVE_MINUTES, id="queued")
            await leaving.until_sound()
            if way == "a reset":
                leaving.vanish()
            elif way == "a closed half":
                leaving.connection.transport.get_extra_info("socket").shutdown(socket.SHUT_WR)
            else:
                await leaving.connection.close()
            assert (await speak(node, "OK")).sound == tones("OK")
            now = await settled(node)
        assert now["utterances"]["cancelled"] == 2
        assert now["engines"]["tone"]["waiting"] == 0
        (pid,) = workers(now)
        assert await stands_still(computed(pid))
        # Far from all of it was made.
        assert computed(pid)() < 0.1 * len(tones(*MINUTE * 5)) / 2 / 22_050


# --- W06 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_client_that_never_reads_stops_the_engine_and_holds_little_memory(tmp_path: Path) -> None:
    """W06"""
    with serve(tmp_path / "state", config=tone_config(BUSY)) as node:
        process = psutil.Process(node.process.pid)
        assert (await speak(node, "A warm-up.")).outcome == "complete"
        before = process.memory_info().rss
        async with talker(node, deaf=True) as deaf, talker(node) as other:
            await deaf.send(type="speak", text=FIVE_MINUTES)
            (pid,) = workers(await status(node))
            assert await stands_still(computed(pid))
            assert process.memory_info().rss - before < 20_000_000  # all of it would be 13 MB and more copies
            assert computed(pid)() < 0.5 * 0.1 * len(tones(*MINUTE * 5)) / 2 / 22_050
            assert (await other.speak("I am not disturbed.")).sound == tones("I am not disturbed.")
            assert (await status(node))["utterances"]["live"] == 1


@pytest.mark.slow
async def test_a_client_that_falls_behind_is_told_and_then_loses_its_utterance_alone(tmp_path: Path) -> None:
    """W06"""
    config = tone_config(server={"limits": {"slow_reader_s": 1.0}})
    with serve(tmp_path / "state", config=config) as node:
        async with talker(node, deaf=True) as slow, talker(node) as other:
            await slow.send(type="speak", text="An utterance of a few words. " * 200)
            async with asyncio.timeout(PATIENCE_S):
                while (await status(node))["utterances"].get("error", 0) == 0:  # noqa: ASYNC110
                    await asyncio.sleep(0.05)
            assert (await other.speak("I am not disturbed.")).sound == tones("I am not disturbed.")
            heard = await slow.until("done")
            assert [warning["code"] for warning in heard.only("warning")] == ["slow_reader"]
            assert heard.outcome == "slow_reader"
            assert tones(*["An utterance of a few words."] * 200).startswith(heard.sound)
            again = await slow.speak("Now I listen.")
            assert again.sound == tones("Now I listen.")


# --- W07 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("cache", [True, False])
async def test_eight_at_the_same_instant_each_get_their_own_words(tmp_path: Path, cache: bool) -> None:
    """W07"""
    numbers = [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
    ]
    lists = [f"{' '.join(numbers[at:] + numbers[:at])}." for at in range(8)]
    config = tone_config({"lanes": 2, "step_cost_ms": 2.0, "chunk_ms": 40.0}, cache={"enabled": cache})
    with serve(tmp_path / "state", config=config) as node:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(talker(node)) for _ in lists]
            for person, text in zip(people, lists, strict=True):
                await person.send(type="speak", text=text, id=f"list-{text[:3]}")
            heard = await asyncio.gather(*(person.until("done") for person in people))
    for text, each in zip(lists, heard, strict=True):
        assert each.sound == tones(text)
        assert {message["id"] for message in each.messages} == {f"list-{text[:3]}"}


# --- W08 ---------------------------------------------------------------------------------------------------

STUCK = {"slow_ms": 2_500.0}


@pytest.mark.slow
async def test_pings_do_not_end_a_session_while_the_model_works(tmp_path: Path) -> None:
    """W08: many ping times pass within one step of the engine, and everything else is answered meanwhile."""
    config = tone_config(STUCK, server={"ping_interval_s": 0.2, "ping_timeout_s": 0.5})
    with serve(tmp_path / "state", config=config) as node:
        async with talker(node) as patient, talker(node) as other:
            await patient.send(type="speak", text="Now it takes !slow long.")
            await patient.until("queued")
            for number in range(10):
                assert await other.ask(type="ping", ref=number) == {"type": "ping", "ref": number}
                await status(node)
                await asyncio.sleep(0.1)
            assert (await status(node))["utterances"]["live"] == 1, "the engine was not slow: no test"
            heard = await patient.until("done")
            assert heard.sound == tones("Now it takes !slow long.")
            assert (await patient.speak("Still here.")).sound == tones("Still here.")


@pytest.mark.slow
async def test_a_client_that_never_pongs_is_served_where_pings_are_off_and_found_dead_where_they_are_on(
    tmp_path: Path,
) -> None:
    """W08"""
    text = "Now it takes !slow long."
    for ping_s, expected in ((None, "complete"), (0.2, "cancelled")):
        config = tone_config(STUCK, server={"ping_interval_s": ping_s, "ping_timeout_s": ping_s})
        with serve(tmp_path / f"state-{ping_s}", config=config) as node:
            async with talker(node) as silent:
                await silent.send(type="speak", text=text)
                await silent.until("queued")
                silent.connection.transport.pause_reading()  # so nothing answers a ping
                async with asyncio.timeout(PATIENCE_S):
                    while (await status(node))["utterances"]["live"]:  # noqa: ASYNC110
                        await asyncio.sleep(0.05)
                now = await status(node)
                assert now["utterances"].get(expected) == 1
                if expected == "complete":
                    silent.connection.transport.resume_reading()
                    assert (await silent.until("done")).sound == tones(text)


# --- W09 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_request_that_comes_before_the_model_is_accepted_at_once_and_then_spoken(
    tmp_path: Path,
) -> None:
    """W09"""
    text = " ".join(["forty words are said to a model that is still cold today"] * 4) + "."
    config = tone_config({"load_ms": 1_500.0})
    with serve(tmp_path / "state", config=config, until=("tts-node",)) as node:
        async with talker(node) as early:
            assert not (await status(node))["ready"], "it was too fast for this test"
            await early.send(type="speak", text=text, id="early", ref=1)
            accepted = await early.next()
            assert accepted == {"type": "speak", "id": "early", "ref": 1}
            queued = await early.next()
            assert isinstance(queued, dict) and queued["type"] == "queued"
            assert not (await status(node))["ready"]
            assert (await early.until("done")).outcome == "complete"
            again = await early.speak("And now.")
        assert again.sound == tones("And now.")


@pytest.mark.slow
async def test_somebody_who_waits_for_a_model_that_cannot_be_loaded_is_told_why(tmp_path: Path) -> None:
    """W09"""
    config = tone_config({"load_ms": 300.0, "load_fault": "slow exit3", "slow_ms": 700.0})
    with serve(tmp_path / "state", config=config, until=("tts-node",)) as node:
        async with talker(node) as early:
            heard = await early.speak("Is anybody there?")
            assert heard.outcome == "engine_unavailable"
            assert "code 3" in heard.only("error")[0]["message"]


@pytest.mark.slow
async def test_who_gives_up_waiting_for_a_cold_model_costs_it_nothing(tmp_path: Path) -> None:
    """W09"""
    config = tone_config({"load_ms": 1_000.0})
    with serve(tmp_path / "state", config=config, until=("tts-node",)) as node:
        async with talker(node) as early:
            await early.send(type="speak", text=FIVE_MINUTES, id="early")
            await early.until("queued")
            await early.send(type="cancel", id="early")
            assert (await early.until("done")).outcome == "cancelled"
        await ready(node)
        assert (await speak(node, "And now.")).sound == tones("And now.")
        assert (await settled(node))["utterances"] == {"live": 0, "cancelled": 1, "complete": 1}
