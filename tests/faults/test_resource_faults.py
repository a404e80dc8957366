"""Memory, broken devices, processors that are too slow or too old (R01, R02, R04, P01)."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.faults.talking import (
    PATIENCE_S,
    get_json,
    ready,
    settled,
    speak,
    status,
    talker,
    tone_config,
    tones,
    workers,
)
from tests.served import ServedNode, serve
from tests.speech.stage import hear, tone_speech
from tts_node.engines.base import Chunk
from tts_node.speech.utterance import Audio, Utterance

# --- R01 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_memory_is_flat_over_three_hundred_short_utterances(tmp_path: Path) -> None:
    """R01"""
    words = [
        "washer",
        "door",
        "window",
        "kitchen",
        "garden",
        "cellar",
        "ready",
        "open",
        "closed",
        "dark",
        "bright",
        "seven",
    ]
    with serve(tmp_path / "state", config=tone_config()) as node:
        async with talker(node) as person:
            after: list[int] = []
            for number in range(400):
                text = " ".join(words[(number + at) % len(words)] for at in range(1 + number % 9)) + "."
                assert (await person.speak(text)).sound == tones(text)
                if number % 100 == 99:
                    after.append(_memory(node, await status(node)))
    warm, *later = after
    assert max(later) < 1.03 * warm, after


def _memory(node: ServedNode, now: dict[str, Any]) -> int:
    pids = [node.process.pid, *workers(now)]
    return sum(psutil.Process(pid).memory_info().rss for pid in pids)


# --- R02 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_one_out_of_memory_costs_one_utterance_and_no_other(tmp_path: Path) -> None:
    """R02"""
    texts = [f"Utterance {name}." for name in ("alpha", "bravo", "charlie", "delta", "echo")]
    with serve(
        tmp_path / "state", config=tone_config({"fault": "oom", "fault_from": 3, "fault_until": 3})
    ) as node:
        async with talker(node) as person:
            heard = [await person.speak(text) for text in texts]
        now = await settled(node)
    assert [each.outcome for each in heard] == ["complete", "complete", "engine_oom", "complete", "complete"]
    (error,) = heard[2].only("error")
    assert error["retryable"] is True
    for at in (0, 1, 3, 4):
        assert heard[at].sound == tones(texts[at])
    assert now["utterances"] == {"live": 0, "complete": 4, "error": 1}
    assert now["degraded"] == ["engine tone: ran out of memory in 1 of 5 sentences within the last 5 minutes"]
    assert now["ready"] and now["degraded"][0] in now["missing"]


# --- R04 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_an_engine_that_lost_its_device_is_rebuilt_and_speaks_again(tmp_path: Path) -> None:
    """R04: the fault strikes once, as after a suspend, and then every call of that process fails."""
    with serve(tmp_path / "state", config=tone_config({"once": str(tmp_path / "struck")})) as node:
        (before,) = workers(await status(node))
        assert (await speak(node, "All is well.")).outcome == "complete"
        outcomes = [(await speak(node, "Now the !cuda is gone.")).outcome]
        while outcomes[-1] == "engine_failed":
            assert len(outcomes) < 10
            outcomes.append((await speak(node, "Is it back?")).outcome)
        (after,) = workers(await ready(node))
        assert after != before
        assert outcomes[-1] == "complete"
        assert (await speak(node, "It is back.")).sound == tones("It is back.")


@pytest.mark.slow
async def test_a_device_that_stays_lost_is_told_once_and_for_all_and_not_tried_in_a_tight_loop(
    tmp_path: Path,
) -> None:
    """R04"""
    with serve(tmp_path / "state", config=tone_config({"fault": "cuda"})) as node:
        seen = {*workers(await status(node))}
        async with asyncio.timeout(PATIENCE_S):
            while (await status(node))["engines"]["tone"]["state"] != "failed":
                outcome = (await speak(node, "Is anybody there?")).outcome
                assert outcome in ("engine_failed", "engine_unavailable", "not_ready")
                seen |= {*workers(await status(node))}
        assert len(seen) <= 2  # rebuilt once
        heard = await speak(node, "Is anybody there?")
        assert heard.outcome == "engine_unavailable"
        assert "CUDA unknown error" in heard.only("error")[0]["message"]
        told = get_json(node, "/readyz")
        assert (told["status"], told["ready"]) == (503, False)
        assert "CUDA unknown error" in told["missing"][0]
        assert get_json(node, "/healthz") == {"status": "alive"}


# --- P01 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_a_wheel_for_another_processor_is_told_as_that_and_the_node_lives(tmp_path: Path) -> None:
    """P01"""
    with serve(tmp_path / "state", config=tone_config({"load_fault": "kill4"})) as node:
        assert "this wheel is not built for this CPU" in node.lines[-1]
        heard = await speak(node, "Is anybody there?")
        assert heard.outcome == "engine_unavailable"
        assert "signal 4" in heard.only("error")[0]["message"]
        assert get_json(node, "/healthz") == {"status": "alive"}
        assert get_json(node, "/readyz")["status"] == 503


@pytest.mark.slow
async def test_an_engine_that_needs_more_memory_than_there_is_says_so_and_loads_nothing(
    tmp_path: Path,
) -> None:
    """P01"""
    config = tone_config({"load_fault": "kill9"}, engine={"memory_mb": 50_000_000})
    with serve(tmp_path / "state", config=config, until=("tts-node",)) as node:
        async with talker(node) as person:
            await person.send(type="speak", text="Is anybody there?", id="early")
            await person.until("queued")
            (missing,) = get_json(node, "/readyz")["missing"]
            assert "50000000 MB" in missing, "killed instead of checked"


@pytest.mark.slow
async def test_speech_made_slower_than_real_time_never_stutters_inside_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """P01: what begins to be heard is there to its end."""
    first, second = "This is said by a slow one.", "This is said by a slow one, too."
    steps = made = 0
    async with tone_speech({"rtf": 1.5}) as (speech, _, worker):
        assert (
            await hear(speech.speak(Utterance("So slow.")))
        ).finished.reason == "complete"  # so it is known
        step = worker.step

        async def counted(streams: Sequence[int], budget_ms: float) -> list[Chunk]:
            nonlocal steps, made
            chunks = await step(streams, budget_ms)
            steps += 1
            made += sum(chunk.end for chunk in chunks)
            return chunks

        monkeypatch.setattr(worker, "step", counted)
        heard = bytearray()
        async with asyncio.timeout(PATIENCE_S):
            async for event in speech.speak(Utterance(f"{first} {second}", language="en-US")):
                if isinstance(event, Audio):
                    heard += event.data
                    assert made >= (1 if len(heard) <= len(tones(first)) else 2), "heard before all was made"
    assert bytes(heard) == tones(first, second)
    assert made == 2 and steps > 10, "there was no time to stutter in"
