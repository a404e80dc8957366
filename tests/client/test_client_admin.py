"""The Python client's administration, on a real node."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.served import ServedNode, serve
from tts_node.client import ServerError, connect
from tts_node.client.sync import connect as connect_plainly

TONE = "node: {embedded_voice: false}\nengines: {tone: {type: tone, settings: {step_cost_ms: 5.0}}}\n"
TONE += "wyoming: {enabled: false}\n"
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("admin") / "state", config=TONE) as served:
        yield served


async def test_jobs_are_listed_run_paused_and_resumed(node: ServedNode) -> None:
    async with asyncio.timeout(60), connect(node.ws, token=node.token()) as client:
        names = [job["name"] for job in await client.jobs()]
        assert "nightly_restart" in names
        job = await client.run_job("prune_cache", wait_s=30)
        assert job["last"]["outcome"] == "ok" and job["last"]["by"] == "person"
        assert (await client.pause_job("nightly_restart"))["next_run"] is None
        assert (await client.resume_job("nightly_restart"))["next_run"] is not None


async def test_an_engine_is_recycled_while_it_speaks_and_nothing_is_lost(node: ServedNode) -> None:
    async with asyncio.timeout(60), connect(node.ws, token=node.token()) as client:
        before = (await client.status())["engines"]["tone"]["workers"][0]["pid"]
        speaking = client.speak("A sentence that goes on while the engine is replaced. " * 4, cache=False)
        recycled, done = await asyncio.gather(client.recycle("tone", reason="a test"), speaking.wait())
        assert done.reason == "complete"
        assert recycled.engine == "tone" and recycled.before_bytes and recycled.after_bytes
        assert (await client.status())["engines"]["tone"]["workers"][0]["pid"] != before


async def test_who_leaves_early_is_done_for_all_the_same(node: ServedNode) -> None:
    async with asyncio.timeout(60), connect(node.ws, token=node.token()) as client:
        before = (await client.status())["engines"]["tone"]["recycles"]
        async with connect(node.ws, token=node.token()) as hasty:
            asked = asyncio.create_task(hasty.recycle("tone"))
            await hasty.ping()
        with pytest.raises(Exception, match="closed"):
            await asked
        while (await client.status())["engines"]["tone"]["recycles"] == before:
            await client.ping()


async def test_without_the_token_it_is_refused(node: ServedNode) -> None:
    async with asyncio.timeout(60), connect(node.ws, token=node.token("speak")) as client:
        with pytest.raises(ServerError) as refused:
            await client.recycle("tone")
        assert refused.value.code == "unauthorized"


def test_the_plain_client_has_the_same_calls(node: ServedNode) -> None:
    with connect_plainly(node.ws, token=node.token()) as client:
        assert {job["name"] for job in client.jobs()} >= {"prewarm", "health_probe"}
        assert client.run_job("prune_outputs", wait_s=30)["last"]["by"] == "person"
        assert client.pause_job("prewarm")["paused"] and not client.resume_job("prewarm")["paused"]
        assert client.recycle("tone").engine == "tone"
