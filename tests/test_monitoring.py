"""A running node's figures: they are those of what was spoken, and who may not speak may not read them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.served import ServedNode, serve
from tts_node.client import ServerError, Started, connect

TONE = "node: {embedded_voice: false}\n"
TONE += "engines: {tone: {type: tone, settings: {step_cost_ms: 5.0}}}\n"
LIMITS = "server: {limits: {text_chars: 2000, utterances_per_client: 2}}\n"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("monitoring") / "state", config=TONE + LIMITS) as served:
        yield served


def figures(node: ServedNode) -> dict[tuple[str, ...], float]:
    answer = httpx.get(f"{node.http}/metrics", trust_env=False)
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
    return {
        (sample.name.removeprefix("tts_node_"), *(v for _, v in sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def asked(node: ServedNode, path: str) -> Any:
    return httpx.get(f"{node.http}{path}", trust_env=False).json()


async def wyoming(node: ServedNode, event: dict[str, Any]) -> None:
    """Send one event and read an answer."""
    port = asked(node, "/v1/status")["wyoming"]["port"]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(json.dumps(event).encode() + b"\n")
    await reader.readline()
    writer.close()


async def test_what_was_refused_is_counted_by_door_and_code_and_is_no_utterance(node: ServedNode) -> None:
    before = figures(node)
    async with asyncio.timeout(60), connect(node.ws) as client:
        for text, wishes in (("…", {}), ("x" * 2_001, {}), ("Hello.", {"voice": "nobody"})):
            with pytest.raises(ServerError):
                await client.speak(text, **wishes).wait()
        long = [client.speak("A long one. " * 50, pace="realtime") for _ in range(2)]
        with pytest.raises(ServerError):
            await client.speak("One too many.").wait()
        for utterance in long:
            await utterance.cancel()
    async with httpx.AsyncClient(base_url=node.http, trust_env=False) as http:
        for path, body in (
            ("/v1/speak", {"text": "Hello.", "speed": 99}),
            ("/v1/speak", {"text": "Hello.", "nonsense": 1}),
            ("/v1/speak", [1]),
            ("/v1/speak", {"text": "", "store": True}),
            ("/v1/outputs", {"text": "Hello.", "voice": "nobody"}),
            ("/v1/audio/speech", {"input": "x" * 2_001}),
        ):
            assert (await http.post(path, json=body)).is_client_error, (path, body)
    await wyoming(node, {"type": "synthesize", "data": {"text": "…"}})
    after = figures(node)
    refused = {
        key[1:]: value - before.get(key, 0.0)
        for key, value in after.items()
        if key[0] == "refused_total" and value != before.get(key)
    }
    # labels in the order: code, door
    assert refused == {
        ("empty_text", "ws"): 1,
        ("text_too_long", "ws"): 1,
        ("unknown_voice", "ws"): 1,
        ("too_many_utterances", "ws"): 1,
        ("bad_message", "http"): 2,
        ("unknown_field", "http"): 1,
        ("empty_text", "outputs"): 1,
        ("unknown_voice", "outputs"): 1,
        ("text_too_long", "openai"): 1,
        ("empty_text", "wyoming"): 1,
    }
    ended = {key: value for key, value in after.items() if key[0] == "utterances_total"}
    assert {key for key in ended if ended[key] != before.get(key)} <= {
        ("utterances_total", "reply", "ws", "cancelled")
    }


async def test_what_was_spoken_is_counted(node: ServedNode) -> None:
    before = figures(node)
    async with asyncio.timeout(60), connect(node.ws) as client:
        first = await client.speak("The pump is running. It is fine.", priority="announce").wait()
        again = await client.speak("The pump is running. It is fine.", priority="announce").wait()
        with pytest.raises(ServerError):
            await client.speak("…").wait()
        cancelled = client.speak("A long one. " * 50, pace="realtime")
        async for event in cancelled:
            if isinstance(event, Started):
                status = await client.status()
                shown = figures(node)
                await cancelled.cancel()
    after = figures(node)

    def more(*key: str) -> float:
        return after.get(key, 0.0) - before.get(key, 0.0)

    assert more("utterances_total", "announce", "ws", "complete") == 2
    assert more("utterances_total", "reply", "ws", "cancelled") == 1
    assert more("first_sound_seconds_count", "announce", "ws") == 2
    assert more("segments_total", "cache") == again.cached_segments == 2
    assert more("segments_total", "engine") == first.segments == 2
    assert more("cache_lookups_total", "memory") == 2
    assert more("step_seconds_count", "tone") > 0
    spoken_s = (first.audio_ms + again.audio_ms) / 1000
    assert more("audio_seconds_total", "ws") >= spoken_s - 0.01
    (speaking,) = status["speaking"]
    assert (speaking["door"], speaking["class"], speaking["state"]) == ("ws", "reply", "speaking")
    assert (speaking["voice"], speaking["engine"]) == ("tone", "tone")
    assert set(speaking) == {"door", "class", "state", "voice", "engine", "age_s", "audio_s", "ahead_s"}
    assert "long one" not in str(status)
    assert shown["live_utterances",] == 1 and shown["connections", "ws"] == 1
    assert asked(node, "/v1/status")["speaking"] == []


async def test_a_recycle_is_counted_and_marked_in_the_memory_of_the_day(node: ServedNode) -> None:
    before = figures(node)
    async with asyncio.timeout(60), connect(node.ws, token=node.token()) as client:
        await client.recycle("tone", reason="to see it")
    after = figures(node)
    recycles = {key: after[key] - before.get(key, 0.0) for key in after if key[0] == "recycles_total"}
    assert sum(recycles.values()) == 1
    memory = asked(node, "/v1/memory")
    assert [(r["engine"], r["reason"]) for r in memory["recycles"]] == [("tone", "to see it")]
    lengths = {len(memory["age_s"]), len(memory["node_mb"]), len(memory["engines"]["tone"]["rss_mb"])}
    assert lengths == {len(memory["age_s"])} and memory["age_s"]
    assert memory["node_mb"][0] > 10


def test_figures_are_for_those_who_may_speak(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE + "server: {require_token: true}\n") as node:
        for path in ("/metrics", "/v1/memory"):
            assert httpx.get(node.http + path, trust_env=False).status_code == 401
            headers = {"Authorization": f"Bearer {node.token('speak')}"}
            assert httpx.get(node.http + path, headers=headers, trust_env=False).status_code == 200
            foreign = {**headers, "Host": "evil.example"}
            assert httpx.get(node.http + path, headers=foreign, trust_env=False).status_code == 403
