"""Engines are recycled again and again while twenty people listen, and nobody hears it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.speech.stage import Heard, hear
from tests.speech.troupe import letters, tones, troupe
from tts_node.speech.speech import Speech
from tts_node.speech.utterance import Audio, Utterance, Warned
from tts_node.workers.swap import SwapManner

LISTENERS = 20
WORDS = ("kettle", "window", "garden", "letter", "candle", "pillow", "basket", "hammer", "orange", "violin")


def sentences(listener: int, turn: int) -> list[str]:
    """Every utterance has words that no other one has, so that no sound can pass for another's."""
    first, second = WORDS[listener % 10], WORDS[(listener + turn + 3) % 10]
    return [
        f"Listener{letters(listener)} hears the {first} for turn{letters(turn)}.",
        f"Then the {second} number{letters(listener * 100 + turn)} is put back.",
    ]


async def listen(speech: Speech, listener: int, until: asyncio.Event) -> list[tuple[list[str], Heard]]:
    heard = []
    turn = 0
    while not until.is_set() or not turn:
        said = sentences(listener, turn)
        heard.append((said, await hear(speech.speak(Utterance(" ".join(said), language="en-US")))))
        turn += 1
    return heard


def check(results: list[list[tuple[list[str], Heard]]]) -> int:
    """Lost 0, wrong 0, repeated 0. Returns how many utterances there were."""
    every = [item for of_one in results for item in of_one]
    lost = [said for said, heard in every if heard.finished.reason != "complete"]
    wrong = [said for said, heard in every if heard.pcm != tones(*said)]
    repeated = [said for said, heard in every if heard.only(Warned)]
    assert (lost, wrong, repeated) == ([], [], [])
    return len(every)


async def swap_while_they_listen(swaps: int, **options: Any) -> tuple[int, list[Any]]:
    async with troupe({"tone": {"chunk_ms": 400.0, "step_cost_ms": 2.0}}, **options) as (speech, staffs):
        over = asyncio.Event()
        listeners = [asyncio.create_task(listen(speech, n, over)) for n in range(LISTENERS)]
        reports = []
        for number in range(swaps):
            reports += await staffs["tone"].recycle(f"swap {number}")
        over.set()
        return check(await asyncio.gather(*listeners)), reports


@pytest.mark.slow
async def test_three_swaps_among_twenty_listeners_lose_repeat_and_change_nothing() -> None:
    utterances, reports = await swap_while_they_listen(3)
    assert utterances >= LISTENERS
    assert [report.manner for report in reports] == [SwapManner.TOGETHER] * 3
    assert all(report.came_back and not report.cut for report in reports)
    assert [report.without_worker_ms for report in reports] == [0.0] * 3
    assert len({report.old_pid for report in reports} | {reports[-1].new_pid}) == 4


@pytest.mark.slow
async def test_where_memory_does_not_allow_two_they_wait_and_nothing_is_lost_either() -> None:
    utterances, reports = await swap_while_they_listen(2, memory=lambda: 20.0)
    assert utterances >= LISTENERS
    assert [report.manner for report in reports] == [SwapManner.SEQUENTIAL] * 2
    assert all("20 MB are available" in report.note for report in reports)
    assert all(report.without_worker_ms > 0 and not report.cut for report in reports)


@pytest.mark.slow
async def test_twenty_swaps_among_twenty_listeners_with_deadlines_too_short_for_their_utterances() -> None:
    utterances, reports = await swap_while_they_listen(20, drain_timeout_s=0.05)
    assert utterances >= 2 * LISTENERS
    assert [report.cut for report in reports] == [False] * 20


@pytest.mark.slow
async def test_workers_that_are_ended_in_the_middle_of_sentences_are_not_heard_either() -> None:
    _, reports = await swap_while_they_listen(10, drain_timeout_s=0.0, move_timeout_s=0.01)
    assert any(report.cut for report in reports)


async def test_an_utterance_stays_with_its_worker_and_new_ones_go_to_the_new_one() -> None:
    async with troupe({"tone": {}}) as (speech, staffs):
        [old] = staffs["tone"].workers
        long = [f"Sentence number{letters(n)} of a long story that is read aloud." for n in range(6)]
        live = speech.speak(Utterance(" ".join(long), language="en-US"))
        events = [await anext(live)]
        while not isinstance(events[-1], Audio):
            events.append(await anext(live))
        recycling = asyncio.create_task(staffs["tone"].recycle("nightly"))
        while staffs["tone"].workers == (old,):  # noqa: ASYNC110 - the swap goes on while nobody reads
            await asyncio.sleep(0.01)
        short = await hear(speech.speak(Utterance("A short one for the new worker.", language="en-US")))
        assert not recycling.done(), "the old one still has a story to tell"
        before = (await old.report())["streams"]
        events += [event async for event in live]
        [report] = await recycling
    assert short.pcm == tones("A short one for the new worker.")
    assert Heard(events).pcm == tones(*long)
    assert before < len(long), "it had not made all of it ahead"
    assert not report.moved and not report.cut


async def test_after_the_deadline_it_moves_at_the_end_of_a_sentence() -> None:
    async with troupe({"tone": {}}, drain_timeout_s=0.05) as (speech, staffs):
        long = [f"Sentence number{letters(n)} of a long story that is read aloud." for n in range(6)]
        live = speech.speak(Utterance(" ".join(long), language="en-US"))
        events = [await anext(live)]
        while not isinstance(events[-1], Audio):
            events.append(await anext(live))
        [report] = await staffs["tone"].recycle("nightly")  # nobody reads: the reader is full
        assert report.moved and not report.cut
        [new] = staffs["tone"].workers
        events += [event async for event in live]
        assert (await new.report())["streams"] > 0
    assert Heard(events).pcm == tones(*long)
    assert not Heard(events).only(Warned)


async def test_an_engine_that_cannot_go_on_in_another_process_repeats_nothing_by_a_swap() -> None:
    settings = {"deterministic": False}
    async with troupe({"tone": settings}, drain_timeout_s=0.05) as (speech, staffs):
        live = speech.speak(Utterance("One sentence of this. Another sentence of that.", language="en-US"))
        events = [await anext(live)]
        while not isinstance(events[-1], Audio):
            events.append(await anext(live))
        await staffs["tone"].recycle("nightly")
        events += [event async for event in live]
    assert Heard(events).finished.reason == "complete"
    assert not Heard(events).only(Warned)


async def test_what_waits_during_a_sequential_swap_is_spoken_in_its_order() -> None:
    """The wait is bounded by what is ahead in the queue: first come, first heard."""
    async with troupe({"tone": {"load_ms": 200.0}}, memory=lambda: 20.0) as (speech, staffs):
        recycling = asyncio.create_task(staffs["tone"].recycle("nightly"))
        while staffs["tone"].workers:  # noqa: ASYNC110 - it ends without a word to its listeners
            await asyncio.sleep(0.005)
        order: list[int] = []

        async def first_sound(number: int) -> None:
            async for event in speech.speak(Utterance(f"This is listener{letters(number)} waiting.")):
                if isinstance(event, Audio) and number not in order:
                    order.append(number)

        await asyncio.gather(*(first_sound(number) for number in range(8)))
        [report] = await recycling
    assert order == list(range(8))
    assert report.manner is SwapManner.SEQUENTIAL
