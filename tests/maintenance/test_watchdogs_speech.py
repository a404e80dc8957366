"""Every path of the watchdogs of speech: its speed, its sound."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.maintenance.guarded import GOOD, FakeEngine, Guarded, WatchedNode
from tts_node.maintenance.watchdog import Patience
from tts_node.maintenance.watchdog_audio import AudioLimits, AudioWatchdog
from tts_node.maintenance.watchdog_latency import LatencyLimits, LatencyWatchdog
from tts_node.speech.takes import Take

# --- speed --------------------------------------------------------------------------------------------------


def latency(**limits: float) -> Guarded:
    node = WatchedNode(FakeEngine())
    patience = Patience(checks=2, cool_down_s=600.0, recycles_per_hour=1)
    return Guarded(node, LatencyWatchdog(LatencyLimits(**limits), patience, lambda: node.now))


async def test_an_engine_three_times_as_slow_as_at_its_best_is_recycled() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 20)
    assert "rtf 0.30, at its best 0.30" in (await it.look()).detail
    it.engine.spoke(*[replace(GOOD, cost_ms=2_700.0)] * 20)
    result = await it.look(2)
    assert it.engine.done == ["recycle keep"]
    assert "rtf 0.90, at its best 0.30" in result.detail
    assert (await it.look()).detail == "speed: nothing to watch", "the new worker has not spoken yet"


async def test_a_late_first_sound_counts_for_itself() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, first_sound_ms=400.0)] * 20)
    result = await it.look(2)
    assert "first sound after 400 ms of work, at its best 100 ms" in result.detail
    assert it.engine.done == ["recycle keep"]


async def test_what_is_fast_enough_is_never_called_slow() -> None:
    it = latency()
    it.engine.spoke(*[replace(GOOD, cost_ms=30.0, first_sound_ms=10.0)] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, cost_ms=600.0, first_sound_ms=200.0)] * 20)
    await it.look(5)
    assert it.engine.done == []


async def test_slow_getting_slower_does_not_become_the_new_usual() -> None:
    it = latency()
    for factor in (1.0, 1.5, 2.0, 2.4, 2.6):
        it.engine.spoke(*[replace(GOOD, cost_ms=900.0 * factor)] * 20)
        await it.look(2)
    assert it.engine.done == ["recycle keep"]


async def test_a_few_takes_say_nothing() -> None:
    it = latency()
    it.engine.spoke(*[GOOD] * 5)
    assert (await it.look()).detail == "speed: nothing to watch"


# --- sound --------------------------------------------------------------------------------------------------


def audio(patience: Patience | None = None) -> Guarded:
    node = WatchedNode(FakeEngine())
    patience = patience or Patience(checks=1, cool_down_s=600.0, recycles_per_hour=3)
    return Guarded(node, AudioWatchdog(AudioLimits(), patience, lambda: node.now))


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        (replace(GOOD, error="bad_audio"), "3 silent or no numbers"),
        (replace(GOOD, error="runaway"), "3 endless"),
        (replace(GOOD, clipped_share=0.02), "3 clipped"),
        (replace(GOOD, length="too long"), "3 too long"),
        (replace(GOOD, length="too short", error="bad_audio"), "3 too short"),
    ],
)
async def test_three_bad_sentences_of_twenty_cost_a_new_worker(bad: Take, said: str) -> None:
    it = audio()
    it.engine.spoke(*[GOOD] * 15)
    assert (await it.look()).detail == "big: sounds well"
    it.engine.spoke(bad, bad)
    await it.look()
    assert it.engine.done == []
    it.engine.spoke(bad)
    result = await it.look()
    assert it.engine.done == ["recycle keep"]
    assert said in result.detail
    assert (await it.look()).detail == "sound: nothing to watch", "the new one begins with a clean sheet"


async def test_texts_that_nobody_can_speak_or_that_take_longer_than_usual_are_no_fault_of_the_engine() -> (
    None
):
    it = audio()
    it.engine.spoke(*[GOOD] * 15)
    it.engine.spoke(*[replace(GOOD, error="empty_text")] * 5, *[replace(GOOD, audio_s=9.0)] * 20)
    await it.look(3)
    assert it.engine.done == []


async def test_bad_sentences_from_before_a_new_worker_do_not_count_again() -> None:
    it = audio(Patience(checks=1, cool_down_s=0.0, recycles_per_hour=10))
    it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 20)
    await it.look()
    it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 2, *[GOOD] * 8)
    assert (await it.look()).detail.endswith("2 of the last 10 sentences were bad: 2 silent or no numbers")
    assert it.engine.done == ["recycle keep"]


async def test_sound_that_stays_bad_ends_with_the_card() -> None:
    it = audio(Patience(checks=1, cool_down_s=60.0, recycles_per_hour=10))
    for _ in range(2):
        it.engine.spoke(*[replace(GOOD, error="bad_audio")] * 5)
        await it.look(every_s=100.0)
    assert it.engine.done == ["recycle keep", "recycle cpu"]
