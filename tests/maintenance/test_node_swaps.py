"""Swaps, sleep and understudies of a real node, as its clients meet them."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.served import ServedNode, serve
from tests.speech.troupe import letters, tones
from tts_node import client

SLEEPY = """
node: {embedded_voice: false}
audio: {gap_ms: 0}
cache: {enabled: false}
engines: {tone: {type: tone, idle_unload_s: 0}}
"""
CHAIN = """
node: {embedded_voice: false}
audio: {gap_ms: 0}
cache: {enabled: false}
engines:
  big: {type: tone, fallback: [small], settings: {voices: [grand], faults: true, load_fault: fail}}
  small: {type: tone, settings: {voices: [plain]}}
"""
PLAIN = """
node: {embedded_voice: false}
audio: {gap_ms: 0}
cache: {enabled: false}
engines: {tone: {type: tone}}
"""


def engine(node: ServedNode, name: str) -> dict[str, Any]:
    status = httpx.get(f"{node.http}/v1/status").json()
    return dict(status["engines"][name])


def until(node: ServedNode, name: str, **wanted: object) -> dict[str, Any]:
    """The engine's status as soon as it is like that."""
    end = time.monotonic() + 30.0
    while True:
        found = engine(node, name)
        if all(found[key] == value for key, value in wanted.items()):
            return found
        assert time.monotonic() < end, found
        time.sleep(0.05)


@pytest.mark.slow
def test_an_engine_that_sleeps_is_listed_ready_and_wakes_for_whoever_speaks(tmp_path: Path) -> None:
    """R03"""
    with serve(tmp_path / "state", config=SLEEPY) as node:
        asleep = until(node, "tone", state="asleep")
        assert asleep["workers"] == []
        voices = httpx.get(f"{node.http}/v1/voices").json()["voices"]
        assert [voice["name"] for voice in voices] == ["tone", "tone-low"]
        assert httpx.get(f"{node.http}/readyz").status_code == 200
        for text in ("The door is open.", "It is closed again."):
            answer = httpx.post(
                f"{node.http}/v1/speak", json={"text": text, "format": {"container": "pcm"}}, timeout=30
            )
            assert answer.content == tones(text)
        until(node, "tone", state="asleep")


@pytest.mark.slow  # five losses, with their pauses
def test_a_failed_engine_is_spoken_for_and_status_says_by_whom(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=CHAIN) as node:
        until(node, "small", state="ready")
        big = until(node, "big", state="failed", spoken_by="small")
        assert "the decoder gave nothing" in big["reason"]

        async def speak() -> tuple[Any, bytes]:
            async with client.connect(node.ws) as connection:
                events = [event async for event in connection.speak("The door is open.", voice="grand")]
            [started] = [event for event in events if isinstance(event, client.Started)]
            return started, b"".join(event.data for event in events if isinstance(event, client.Audio))

        started, sound = asyncio.run(speak())
        assert started.engine == "small" and started.voice == "plain"
        assert "engine big cannot speak now" in started.warnings[0]
        assert sound == tones("The door is open.", voice="plain", settings={"voices": ["plain"]})


@pytest.mark.slow
def test_recycling_again_and_again_leaves_the_nodes_memory_flat(tmp_path: Path) -> None:
    """R01"""
    with serve(tmp_path / "state", config=PLAIN) as node:
        token = {"Authorization": f"Bearer {node.token()}"}
        sizes = []
        with httpx.Client(timeout=60) as http:
            for number in range(12):
                for turn in range(10):
                    text = f"Sentence number{letters(number * 10 + turn)} is spoken."
                    body = {"text": text, "format": {"container": "pcm"}}
                    assert http.post(f"{node.http}/v1/speak", json=body).content == tones(text)
                answer = http.post(f"{node.http}/v1/admin/recycle/tone", headers=token, json={})
                assert answer.status_code == 200, answer.text
                sizes.append(http.get(f"{node.http}/v1/status").json()["rss_bytes"])
        found = engine(node, "tone")
        assert found["recycles"] == 12 and len(found["workers"]) == 1
        assert sizes[-1] - sizes[3] < 8_000_000
