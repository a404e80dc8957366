from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any

import psutil
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import EngineUnavailable, WorkerLost
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker

TEXT = "The kettle is warm, the door is open."


async def failed_start(load_fault: str, **spec: Any) -> str:
    """The sentence that a start with this fault ends in; no process may be left."""
    before = set(psutil.Process().children())
    settings = {"faults": True, "load_fault": load_fault}
    with pytest.raises(EngineUnavailable) as caught:
        await Worker.start(WorkerSpec("kitchen", "tone", settings, stop_grace_s=0.5, **spec))
    assert not set(psutil.Process().children()) - before
    return str(caught.value)


@pytest.mark.parametrize(
    "fault, words",
    [
        ("kill4", "ended with signal 4 (illegal instruction): this wheel is not built for this CPU"),
        ("kill9", "ended with signal 9 (killed): killed"),
        ("crash", "ended with signal 11 (segmentation fault): a native library crashed"),
        ("exit3", "ended with exit code 3"),
        ("fail", "the decoder gave nothing"),
        ("oom", "out of memory: cannot allocate 3 GiB for the decoder"),
        ("stderr exit3", "it last said: a warning of the engine | a line on stdout"),
        ("stderr fail", "it last said: a warning of the engine | a line on stdout"),
        ("stderr kill4", "it last said: a warning of the engine | a line on stdout"),
    ],
)
async def test_a_failed_load_says_what_happened(fault: str, words: str) -> None:
    """P01"""
    sentence = await failed_start(fault)
    assert sentence.startswith("engine 'kitchen' cannot be started")
    assert words in sentence
    assert "Traceback" not in sentence


@pytest.mark.slow
async def test_a_load_that_takes_too_long_is_ended() -> None:
    sentence = await failed_start("hang", load_timeout_s=1.0)
    assert "did not load within 1 s" in sentence


async def test_wrong_settings_are_told_by_the_engine_in_its_words() -> None:
    with pytest.raises(EngineUnavailable, match="the tone engine has no setting 'lnaes'"):
        await Worker.start(WorkerSpec("tone", "tone", {"lnaes": 2}))


async def test_an_unknown_type_of_engine_cannot_be_started() -> None:
    with pytest.raises(EngineUnavailable, match="KeyError: 'nothing'"):
        await Worker.start(WorkerSpec("tone", "nothing"))


async def test_a_missing_interpreter_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    with pytest.raises(EngineUnavailable, match=r"cannot be started.*No such file"):
        await Worker.start(WorkerSpec("tone", "tone"))


@pytest.mark.slow
async def test_a_step_that_misses_its_deadline_ends_the_worker_and_tells_all_who_wait(start_tone) -> None:
    exits: list[str | None] = []
    worker = await start_tone(
        {"faults": True},
        step_timeout_s=0.5,
        callbacks={"on_exit": lambda w: exits.append(w.lost_reason)},
    )
    worker.open(1, Segment("!hang here", "tone"))
    worker.open(2, Segment(TEXT, "tone"))
    hung, waiting = await asyncio.gather(worker.step([1], 40), worker.step([2], 40), return_exceptions=True)
    for lost in (hung, waiting):
        assert isinstance(lost, WorkerLost)
        assert "gave no answer to a step for 0.5 s" in str(lost)
    assert not worker.alive
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)
    assert exits == ["gave no answer to a step for 0.5 s"]
    assert any("in strike" in line for line in worker.stderr_tail), "where it hung is in its last words"


@pytest.mark.slow
async def test_a_stopped_process_misses_its_deadline_too(start_tone) -> None:
    worker = await start_tone(step_timeout_s=0.5)
    os.kill(worker.pid, signal.SIGSTOP)
    with pytest.raises(WorkerLost, match="was stopped from outside and gave no answer"):
        await worker.step([1], 40)
    assert worker.ended_from_outside
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)


async def test_a_child_that_breaks_the_protocol_is_ended(start_tone) -> None:
    worker = await start_tone({"faults": True})
    worker.open(1, Segment("!noise", "tone"))
    with pytest.raises(WorkerLost, match="broke the protocol"):
        await worker.step([1], 40)
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)


@pytest.mark.slow
async def test_a_child_that_does_not_read_is_ended_before_much_is_kept_for_it(start_tone) -> None:
    worker = await start_tone()
    os.kill(worker.pid, signal.SIGSTOP)
    opened = 0
    while worker.alive:
        worker.open(opened, Segment("words " * 40, "tone"))
        opened += 1
        assert opened < 50_000
    with pytest.raises(WorkerLost, match="does not read what it is sent"):
        await worker.step([1], 40)
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)


@pytest.mark.slow
async def test_the_deadline_of_a_waiting_step_starts_when_its_lane_is_free(start_tone) -> None:
    worker = await start_tone({"step_cost_ms": 1300}, step_timeout_s=2.2)
    worker.open(1, Segment(TEXT, "tone"))
    first, second = await asyncio.gather(worker.step([1], 40), worker.step([1], 40))
    assert [first[0].index, second[0].index] == [0, 1]


@pytest.mark.parametrize("fault, words", [("crash", "signal 11"), ("kill9", "signal 9"), ("exit3", "code 3")])
async def test_a_crash_in_one_step_loses_nothing_that_was_made_before(
    start_tone, speak, fault: str, words: str
) -> None:
    exits: list[Worker] = []
    worker = await start_tone({"faults": True, "lanes": 2}, callbacks={"on_exit": exits.append})
    bad = f"some words before it !{fault} after"
    worker.open(1, Segment(bad, "tone"))
    worker.open(2, Segment(TEXT, "tone"))
    sound = {1: b"", 2: b""}
    errors: list[BaseException] = []
    for _ in range(200):
        results = await asyncio.gather(worker.step([1], 40), worker.step([2], 40), return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                errors.append(result)
            else:
                sound[result[0].stream] += result[0].pcm
        if errors:
            break
    assert all(isinstance(error, WorkerLost) and words in str(error) for error in errors)
    assert sound[1] and expected_pcm(Segment(bad, "tone")).startswith(sound[1])
    assert sound[2] and expected_pcm(Segment(TEXT, "tone")).startswith(sound[2])
    await worker.stop()
    assert exits == [worker]


async def test_out_of_memory_on_one_of_five_leaves_the_others_working(start_tone, speak) -> None:
    """R02"""
    worker = await start_tone({"faults": True, "fault": "oom", "fault_from": 3, "fault_until": 3})
    outcomes = []
    for stream in range(1, 6):
        chunks = await speak(worker, stream, TEXT)
        outcomes.append(chunks[-1].error)
        if chunks[-1].error is None:
            assert b"".join(c.pcm for c in chunks) == expected_pcm(Segment(TEXT, "tone"))
        else:
            assert "out of memory" in chunks[-1].message
    assert outcomes == [None, None, "engine_oom", None, None]
    assert worker.alive
    assert (await worker.report())["open_streams"] == 0


@pytest.mark.parametrize(
    "word, code, message",
    [
        ("!fail", "engine_failed", "the decoder gave nothing"),
        ("!oom", "engine_oom", "out of memory: cannot allocate 3 GiB for the decoder"),
        ("!cuda", "engine_failed", "CUDA unknown error"),
        ("!nan", "bad_audio", "the samples are not all numbers"),
        ("!garbage", "engine_failed", "invalid literal for int() with base 10: 'many'"),
    ],
)
async def test_what_a_step_raises_ends_its_stream_and_no_other(
    start_tone, speak, word: str, code: str, message: str
) -> None:
    worker = await start_tone({"faults": True, "lanes": 2})
    worker.open(50, Segment(TEXT, "tone"))
    assert (await worker.step([50], 40))[0].index == 0
    chunks = await speak(worker, 1, f"before {word} after")
    assert (chunks[-1].error, chunks[-1].message) == (code, message)
    assert worker.alive
    if word != "!cuda":
        assert (await worker.step([50], 40))[0].index == 1


async def test_a_segment_that_cannot_be_opened_is_told_by_the_first_step(start_tone, speak) -> None:
    worker = await start_tone()
    [chunk] = await speak(worker, 1, TEXT, voice="nobody")
    assert (chunk.error, chunk.message) == ("engine_failed", "the tone engine has no voice 'nobody'")
    assert (await speak(worker, 2, TEXT))[-1].end


async def test_steps_waiting_when_the_worker_is_stopped_raise_at_once(start_tone) -> None:
    worker = await start_tone({"faults": True})
    worker.open(1, Segment("!hang", "tone"))
    steps = [asyncio.create_task(worker.step([1], 40)) for _ in range(2)]
    await asyncio.sleep(0)
    await worker.stop()
    for step in steps:
        with pytest.raises(WorkerLost, match="was stopped"):
            await step


async def test_the_same_failure_of_the_device_again_and_again_makes_the_worker_sick(
    start_tone, speak
) -> None:
    """R04"""
    sick: list[str] = []
    worker = await start_tone(
        {"faults": True}, callbacks={"on_sick": lambda w: sick.append(w.failures.message)}
    )
    await speak(worker, 1, TEXT)
    await speak(worker, 2, "!cuda")
    await speak(worker, 3, TEXT)
    assert sick == []
    await speak(worker, 4, TEXT)
    assert sick == ["CUDA unknown error"]
    assert worker.failures.device_lost and worker.failures.made_sound
