from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import psutil
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.errors import WorkerLost
from tts_node.workers.spec import WorkerPort, WorkerSpec
from tts_node.workers.worker import Worker

TEXT = "The kettle is warm, the door is open."


async def test_a_worker_says_what_its_engine_is_and_speaks_exactly_that_sound(start_tone, speak) -> None:
    worker: WorkerPort = await start_tone({"lanes": 2})
    assert worker.info.engine == "tone"
    assert worker.info.lanes == 2
    assert [voice.name for voice in worker.info.voices] == ["tone", "tone-low"]
    assert psutil.pid_exists(worker.pid)
    chunks = await speak(worker, 1, TEXT)
    assert b"".join(chunk.pcm for chunk in chunks) == expected_pcm(Segment(TEXT, "tone"))
    assert [chunk.index for chunk in chunks] == list(range(len(chunks)))
    assert [TEXT[m.text_start : m.text_end] for c in chunks for m in c.marks] == TEXT.split()


async def test_eight_streams_at_once_get_each_their_own_sound(start_tone) -> None:
    """W07"""
    worker = await start_tone({"lanes": 2, "step_cost_ms": 1})
    texts = {n: f"number {n} says {'word ' * n}{n * 7919}" for n in range(1, 9)}
    sound: dict[int, dict[int, bytes]] = {n: {} for n in texts}
    open_streams = set(texts)
    slots = asyncio.Semaphore(3)

    async def run(stream: int) -> None:
        worker.open(stream, Segment(texts[stream], "tone"))
        while stream in open_streams:
            async with slots:
                [chunk] = await worker.step([stream], 40)
            assert chunk.stream == stream and chunk.index is not None
            sound[stream][chunk.index] = chunk.pcm
            if chunk.end:
                open_streams.discard(stream)
        worker.close(stream)

    async with asyncio.TaskGroup() as tasks:
        for stream in texts:
            tasks.create_task(run(stream))
    for stream, text in texts.items():
        made = b"".join(pcm for _, pcm in sorted(sound[stream].items()))
        assert made == expected_pcm(Segment(text, "tone")), f"stream {stream}"


async def test_steps_of_one_stream_run_side_by_side_and_fit_together_by_index(start_tone) -> None:
    worker = await start_tone({"lanes": 3, "step_cost_ms": 3, "chunk_ms": 50})
    worker.open(1, Segment(TEXT, "tone"))
    pieces: dict[int, bytes] = {}
    ended = False
    while not ended:
        for [chunk] in await asyncio.gather(*(worker.step([1], 40) for _ in range(4))):
            if chunk.index is not None:
                assert chunk.index not in pieces
                pieces[chunk.index] = chunk.pcm
                ended = ended or chunk.end
    assert sorted(pieces) == list(range(len(pieces)))
    assert b"".join(pieces[i] for i in sorted(pieces)) == expected_pcm(Segment(TEXT, "tone"))


async def test_with_one_lane_steps_run_in_the_order_they_came(start_tone) -> None:
    worker = await start_tone()
    worker.open(1, Segment(TEXT, "tone"))
    worker.open(2, Segment(TEXT, "tone"))
    done: list[int] = []

    async def step(stream: int) -> None:
        await worker.step([stream], 40)
        done.append(stream)

    for _ in range(20):
        await asyncio.gather(step(1), step(2))
    assert done == [1, 2] * 20


async def test_one_step_can_take_several_streams(start_tone) -> None:
    worker = await start_tone({"batch": 3})
    for stream in (1, 2, 3):
        worker.open(stream, Segment(TEXT, "tone"))
    chunks = await worker.step([1, 2, 3], 40)
    assert [chunk.stream for chunk in chunks] == [1, 2, 3]
    assert all(chunk.pcm for chunk in chunks)


async def test_close_drops_a_waiting_step_at_once_although_the_lane_is_hung(start_tone) -> None:
    """W05"""
    worker = await start_tone({"faults": True})
    worker.open(1, Segment("!hang here", "tone"))
    worker.open(2, Segment(TEXT, "tone"))
    hung = asyncio.create_task(worker.step([1], 40))
    waiting = asyncio.create_task(worker.step([2], 40))
    await asyncio.sleep(0)
    worker.close(2)
    [chunk] = await waiting
    assert (chunk.stream, chunk.index, chunk.pcm) == (2, None, b"")
    assert not hung.done()
    await worker.stop()
    with pytest.raises(WorkerLost, match="was stopped"):
        await hung


async def test_close_takes_one_stream_out_of_a_waiting_batch_and_leaves_the_other(start_tone) -> None:
    worker = await start_tone({"batch": 2, "step_cost_ms": 50})
    for stream in (1, 2, 3):
        worker.open(stream, Segment(TEXT, "tone"))
    first = asyncio.create_task(worker.step([1], 40))
    batch = asyncio.create_task(worker.step([2, 3], 40))
    await asyncio.sleep(0)
    worker.close(2)
    assert (await first)[0].pcm
    by_stream = {chunk.stream: chunk for chunk in await batch}
    assert by_stream[2].index is None
    assert by_stream[3].index == 0 and by_stream[3].pcm


async def test_a_cancelled_caller_does_not_cost_the_others_their_answers(start_tone) -> None:
    worker = await start_tone({"lanes": 2, "step_cost_ms": 20})
    for stream in (1, 2, 3):
        worker.open(stream, Segment(TEXT, "tone"))
    tasks = [asyncio.create_task(worker.step([stream], 40)) for stream in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    for stream, task in ((2, tasks[1]), (3, tasks[2])):
        [chunk] = await task
        assert (chunk.stream, chunk.index) == (stream, 0)
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    [chunk] = await worker.step([1], 40)
    assert chunk.index == 1
    assert worker.steps_in_flight == 0


async def test_a_step_for_a_stream_that_is_not_open_is_a_spare_step(start_tone) -> None:
    worker = await start_tone()
    [chunk] = await worker.step([99], 40)
    assert (chunk.stream, chunk.index, chunk.error) == (99, None, None)
    worker.close(99)
    worker.close(99)


async def test_far_more_steps_at_once_than_allowed_is_told_as_the_callers_mistake(start_tone) -> None:
    worker = await start_tone({"step_cost_ms": 20})
    worker.open(1, Segment(TEXT, "tone"))
    results = await asyncio.gather(*(worker.step([1], 40) for _ in range(12)), return_exceptions=True)
    assert sum(isinstance(result, RuntimeError) for result in results) == 4
    assert worker.alive


async def test_a_report_has_the_engines_figures_and_the_memory_seen_from_outside(start_tone, speak) -> None:
    worker = await start_tone()
    await speak(worker, 1, TEXT)
    figures = await worker.report()
    assert figures["streams"] == 1
    assert figures["open_streams"] == 0
    assert figures["rss_bytes"] > 1_000_000
    assert worker.rss_bytes() > 1_000_000


async def test_objects_made_while_loading_are_frozen_for_the_collector(start_tone) -> None:
    worker = await start_tone()
    assert (await worker.report())["gc_frozen"] > 1000


async def test_what_libraries_print_ends_in_the_stderr_tail_and_never_in_the_messages(
    start_tone, speak
) -> None:
    worker = await start_tone({"faults": True})
    chunks = await speak(worker, 1, "!stderr first")
    assert chunks[-1].end
    await worker.stop()
    assert "a warning of the engine" in worker.stderr_tail
    assert "a line on stdout" in worker.stderr_tail


async def test_the_stderr_tail_is_bounded(start_tone, speak) -> None:
    worker = await start_tone({"faults": True, "ms_per_char": 5, "max_chars": 10_000})
    for stream in range(20):
        await speak(worker, stream, "!stderr " * 20)
    await worker.stop()
    assert len(worker.stderr_tail) == 200


async def test_the_child_is_nicer_than_the_node_and_can_be_pinned(start_tone) -> None:
    cpu = min(os.sched_getaffinity(0))
    worker = await start_tone(nice=5, cpus=(cpu,))
    process = psutil.Process(worker.pid)
    assert process.nice() == min(19, psutil.Process().nice() + 5)
    assert process.cpu_affinity() == [cpu]


async def test_after_a_gentle_start_all_threads_have_their_cpus_and_priority_back(start_tone) -> None:
    worker = await start_tone({"lanes": 2}, nice=3, callbacks={"gentle": True})
    process = psutil.Process(worker.pid)
    assert process.cpu_affinity() == sorted(os.sched_getaffinity(0))
    for thread in process.threads():
        assert os.getpriority(os.PRIO_PROCESS, thread.id) == min(19, psutil.Process().nice() + 3)
        assert os.sched_getaffinity(thread.id) == os.sched_getaffinity(0)


async def test_impossible_pinning_is_noted_and_stops_nothing(start_tone, caplog) -> None:
    worker = await start_tone(cpus=(4095,))
    assert worker.alive
    assert "pinning to the CPUs 4095 is not possible here" in caplog.text


async def test_ctrl_c_in_the_group_leaves_the_child_to_the_node(start_tone, speak) -> None:
    worker = await start_tone()
    os.kill(worker.pid, signal.SIGINT)
    assert (await speak(worker, 1, TEXT))[-1].end


async def test_stop_ends_the_process_and_can_be_called_again(start_tone) -> None:
    exits: list[Worker] = []
    worker = await start_tone(callbacks={"on_exit": exits.append})
    await asyncio.gather(worker.stop(), worker.stop())
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)
    assert exits == [worker]
    assert not worker.alive
    worker.open(1, Segment(TEXT, "tone"))
    worker.close(1)
    with pytest.raises(WorkerLost, match="was stopped"):
        await worker.step([1], 40)
    with pytest.raises(WorkerLost):
        await worker.report()
    assert worker.rss_bytes() == 0


async def test_a_listener_for_the_end_that_raises_does_not_keep_stop_from_returning(
    start_tone, caplog
) -> None:
    def bad(_: Worker) -> None:
        raise LookupError("a listener's bug")

    worker = await start_tone(callbacks={"on_exit": bad})
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)
    assert "a listener's bug" in caplog.text


async def test_a_cancelled_stop_goes_on(start_tone) -> None:
    worker = await start_tone()
    stopping = asyncio.create_task(worker.stop())
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)


async def test_a_stopped_child_that_cannot_hear_is_ended_all_the_same(start_tone) -> None:
    worker = await start_tone(stop_grace_s=0.2)
    os.kill(worker.pid, signal.SIGSTOP)
    await worker.stop()
    assert not psutil.pid_exists(worker.pid)


async def test_a_cancelled_start_leaves_no_process_behind() -> None:
    before = set(psutil.Process().children())
    spec = WorkerSpec("tone", "tone", {"faults": True, "load_fault": "hang"}, stop_grace_s=0.2)
    starting = asyncio.create_task(Worker.start(spec))
    while not set(psutil.Process().children()) - before:  # noqa: ASYNC110 - there is no event to await
        await asyncio.sleep(0.01)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not set(psutil.Process().children()) - before


@pytest.mark.slow
async def test_memory_stays_flat_over_two_thousand_segments(start_tone, speak) -> None:
    """R01"""
    worker = await start_tone({"ms_per_char": 20})
    settled = 0

    def text(number: int) -> str:
        return f"Segment {number} " + "has some words and " * (number % 9)

    for number in range(2000):
        chunks: list[Any] = await speak(worker, number, text(number))
        assert chunks[-1].end
        if number == 500:
            settled = worker.rss_bytes()
    assert worker.rss_bytes() - settled < 1_500_000
    figures = await worker.report()
    assert figures["open_streams"] == 0
