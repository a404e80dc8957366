"""Who speaks for an engine that cannot, and how that is told."""

from __future__ import annotations

import asyncio

import pytest

from tests.speech.stage import Heard, hear
from tests.speech.troupe import letters, tones, troupe
from tts_node.errors import EngineUnavailable, UnknownVoice
from tts_node.speech.casting import SpeakDefaults
from tts_node.speech.utterance import Started, Utterance
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.spec import WorkerSpec, WorkerState

TEXT = "The kettle is warm and the door is open."
BIG = {"voices": ["grand"]}
BROKEN = {**BIG, "faults": True, "load_fault": "fail"}
SMALL = {"voices": ["plain"], "rate": 16_000}
AT_ONCE = RestartPolicy(budget=0, first_delay_s=0.01)
CHAIN = {"big": ["small"]}


def started(heard: Heard) -> Started:
    [event] = heard.only(Started)
    assert isinstance(event, Started)
    return event


async def failed(staff: object) -> None:
    async with asyncio.timeout(20):
        while staff.state is not WorkerState.FAILED:  # type: ignore[attr-defined] # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_an_engine_that_never_loaded_is_spoken_for_and_that_is_said() -> None:
    async with troupe({"big": BROKEN, "small": SMALL}, fallback=CHAIN, policy=AT_ONCE, wait=False) as (
        speech,
        staffs,
    ):
        await staffs["small"].wait_ready(20)
        await failed(staffs["big"])
        for voice in ("grand", None):
            heard = await hear(speech.speak(Utterance(TEXT, voice=voice, language="en-US")))
            event = started(heard)
            assert (event.engine, event.voice) == ("small", "plain")
            assert "engine big cannot speak now; engine small does, with voice plain" in event.warnings[0]
            assert heard.pcm == tones(TEXT, voice="plain", settings=SMALL)
        assert speech.understudies.speaking_for("big", speech.engines()) == "small"
        heard = await hear(speech.speak(Utterance(TEXT, voice="plain")))
        assert started(heard).warnings == ()


@pytest.mark.parametrize(
    ("chain", "warning"),
    [
        (CHAIN, "engine big cannot speak now; engine small does, with voice plain instead of grand"),
        (None, "the default voice grand is not there; plain speaks instead"),
    ],
)
async def test_a_default_voice_that_is_not_there_is_told(
    chain: dict[str, list[str]] | None, warning: str
) -> None:
    async with troupe(
        {"small": SMALL, "big": BROKEN},
        fallback=chain,
        defaults=SpeakDefaults(voice="grand"),
        policy=AT_ONCE,
        wait=False,
    ) as (speech, staffs):
        await staffs["small"].wait_ready(20)
        await failed(staffs["big"])
        heard = await hear(speech.speak(Utterance(TEXT, language="en-US")))
        named = await hear(speech.speak(Utterance(TEXT, voice="plain", language="en-US")))
    assert (started(heard).voice, started(heard).warnings) == ("plain", (warning,))
    assert started(named).warnings == ()


async def test_without_a_chain_the_voice_is_not_changed() -> None:
    async with troupe({"big": BROKEN, "small": SMALL}, policy=AT_ONCE, wait=False) as (speech, staffs):
        await staffs["small"].wait_ready(20)
        await failed(staffs["big"])
        with pytest.raises(UnknownVoice):
            speech.speak(Utterance(TEXT, voice="grand"))


@pytest.mark.slow
async def test_who_waits_when_the_engine_fails_for_good_is_spoken_to_by_the_next() -> None:
    settings = {**BIG, "front_ms": 2_000.0}  # nobody has heard anything when the worker is lost
    policy = RestartPolicy(budget=1, first_delay_s=0.01, jitter=0)
    async with troupe({"big": settings, "small": SMALL}, fallback=CHAIN, policy=policy) as (speech, staffs):
        broken = WorkerSpec("big", "tone", BROKEN, load_timeout_s=10)
        staffs["big"]._supervisors[0]._launcher._configured = lambda: broken  # from now on it does not load
        [worker] = staffs["big"].workers
        texts = [f"{TEXT[:-1]} {often}." for often in ("once", "twice", "again")]
        waiting = [asyncio.create_task(hear(speech.speak(Utterance(text)))) for text in texts]
        worker._process.send_signal(9)
        heard = await asyncio.gather(*waiting)
    for text, one in zip(texts, heard, strict=True):
        assert one.finished.reason == "complete"
        assert started(one).engine == "small"
        assert one.pcm == tones(text, voice="plain", settings=SMALL)


async def test_an_engine_that_stands_down_finishes_what_it_speaks_and_then_others_speak_for_it() -> None:
    async with troupe({"big": BIG, "small": SMALL}, fallback=CHAIN) as (speech, staffs):
        long = [f"Sentence number{letters(n)} of a long story that is read aloud." for n in range(5)]
        live = speech.speak(Utterance(" ".join(long), voice="grand", language="en-US"))
        events = [await anext(live)]
        while not isinstance(events[-1], Started):
            events.append(await anext(live))
        staffs["big"].stand_down("its card is full")
        await failed(staffs["big"])
        other = await hear(speech.speak(Utterance(TEXT, voice="grand")))
        events += [event async for event in live]
    assert started(other).engine == "small"
    assert Heard(events).pcm == tones(*long, voice="grand", settings=BIG)


async def test_when_nobody_can_speak_it_is_refused_with_the_reason() -> None:
    broken = {"voices": ["plain"], "faults": True, "load_fault": "fail"}
    async with troupe({"big": BROKEN, "small": broken}, fallback=CHAIN, policy=AT_ONCE, wait=False) as (
        speech,
        staffs,
    ):
        await failed(staffs["big"])
        await failed(staffs["small"])
        with pytest.raises(EngineUnavailable, match="the decoder gave nothing"):
            speech.speak(Utterance(TEXT))


async def test_out_of_memory_costs_the_one_sentence_and_the_next_are_spoken() -> None:
    """R02"""
    settings = {"faults": True, "fault": "oom", "fault_from": 3, "fault_until": 3}
    async with troupe({"tone": settings}) as (speech, _):
        heard = [
            await hear(speech.speak(Utterance(f"This is sentence number{letters(n)}."))) for n in range(1, 6)
        ]
    codes = [one.finished.error_code for one in heard]
    assert codes == [None, None, "engine_oom", None, None]


async def test_a_failed_utterance_frees_its_place_and_the_next_is_spoken() -> None:
    """W10"""
    async with troupe({"tone": {"faults": True, "streams": 1}}) as (speech, staffs):
        bad = await hear(speech.speak(Utterance("This one will !fail now.")))
        good = await hear(speech.speak(Utterance(TEXT)))
        assert bad.finished.error_code == "engine_failed"
        assert good.pcm == tones(TEXT)
        assert staffs["tone"].generation == 1
        assert [take.error for take in staffs["tone"].takes] == ["engine_failed", None]
