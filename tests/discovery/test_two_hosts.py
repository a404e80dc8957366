"""Discovery between two hosts: two network namespaces joined by a cable, a real process in each."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ANNOUNCE = """
import asyncio, json, signal, sys
from tts_node.config import DiscoveryConfig
from tts_node.discovery import Advertiser, NodeRecord

async def main():
    node_id, name = sys.argv[1:]
    record = NodeRecord(node_id, name, 8750, "0.1.0", schema_version=1, min_schema_version=1, auth=False)
    advertiser = Advertiser(record, DiscoveryConfig(), poll_s=0.2)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await advertiser.start()
    told = None
    while not stop.is_set():
        if advertiser.status != told:
            told = advertiser.status
            print(json.dumps([told.state, told.name, list(told.addresses)]), flush=True)
        waits = [asyncio.ensure_future(stop.wait()),
                 asyncio.ensure_future(advertiser.wait_for(lambda status: status != told, 3600))]
        await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()
    await advertiser.close()

asyncio.run(main())
"""

BROWSE = """
import asyncio, json, sys
from tts_node.discovery import browse
nodes = asyncio.run(browse(float(sys.argv[1])))
print(json.dumps({node.name: [node.node_id, list(node.addresses), node.url] for node in nodes}))
"""


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=30)


class Host:
    """One namespace with one card, and the processes in it."""

    def __init__(self, namespace: str, card: str, address: str) -> None:
        self.namespace = namespace
        self.card = card
        self.address = address
        self._running: list[asyncio.subprocess.Process] = []

    async def announce(self, node_id: str, name: str) -> asyncio.subprocess.Process:
        process = await self._python(ANNOUNCE, node_id, name)
        self._running.append(process)
        return process

    async def browse(self, timeout_s: float = 2.0) -> dict[str, list[object]]:
        process = await self._python(BROWSE, str(timeout_s))
        out, _ = await asyncio.wait_for(process.communicate(), 60)
        found: dict[str, list[object]] = json.loads(out)
        return found

    async def _python(self, code: str, *arguments: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *("ip", "netns", "exec", self.namespace, sys.executable, "-c", code, *arguments),
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    async def close(self) -> None:
        for process in self._running:
            if process.returncode is None:
                process.kill()
            await process.wait()


async def status(process: asyncio.subprocess.Process, state: str = "announced") -> list[object]:
    """The next status of this state that the announcing process tells."""
    assert process.stdout is not None
    while True:
        line = await asyncio.wait_for(process.stdout.readline(), 60)
        assert line, "the announcing process ended"
        told: list[object] = json.loads(line)
        if told[0] == state:
            return told


@pytest.fixture
def hosts() -> Iterator[tuple[Host, Host]]:
    if shutil.which("ip") is None:
        pytest.skip("no `ip` here (package iproute2)")
    key = uuid.uuid4().hex[:8]
    one = Host(f"tts-a-{key}", f"a{key}", "10.77.93.1")
    two = Host(f"tts-b-{key}", f"b{key}", "10.77.93.2")
    made: list[str] = []
    try:
        try:
            for host in (one, two):
                ip("netns", "add", host.namespace)
                made.append(host.namespace)
            ip("-n", one.namespace, "link", "add", one.card, "type", "veth", "peer", "name", two.card)
            ip("-n", one.namespace, "link", "set", two.card, "netns", two.namespace)
            for host, name in ((one, "eth0"), (two, "eth0")):
                ip("-n", host.namespace, "link", "set", host.card, "name", name)
                ip("-n", host.namespace, "addr", "add", f"{host.address}/24", "dev", name)
                ip("-n", host.namespace, "link", "set", "lo", "up")
                ip("-n", host.namespace, "link", "set", name, "up")
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces cannot be made here: {error.stderr.strip()}")
        yield one, two
    finally:
        for namespace in made:
            with contextlib.suppress(subprocess.SubprocessError):
                ip("netns", "del", namespace)


@pytest.mark.slow
async def test_two_hosts_find_each_other_rename_retake_move_and_leave(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    try:
        first = await one.announce("id-1", "kitchen")
        assert await status(first) == ["announced", "kitchen", [one.address]]
        assert await two.browse() == {"kitchen": ["id-1", [one.address], f"ws://{one.address}:8750/v1/ws"]}

        # D01: the second of the same name takes a number, and both are found from both sides.
        second = await two.announce("id-2", "kitchen")
        assert await status(second) == ["announced", "kitchen-2", [two.address]]
        assert {name: node[0] for name, node in (await one.browse()).items()} == {
            "kitchen": "id-1",
            "kitchen-2": "id-2",
        }

        # D01: killed without a goodbye and started again inside the time to live, it gets its old name back.
        first.kill()
        await first.wait()
        first = await one.announce("id-1", "kitchen")
        assert await status(first) == ["announced", "kitchen", [one.address]]

        # A new address is announced without a restart.
        ip("-n", one.namespace, "addr", "add", "10.77.93.11/24", "dev", "eth0")
        assert await status(first) == ["announced", "kitchen", [one.address, "10.77.93.11"]]
        assert (await two.browse())["kitchen"][1] == [one.address, "10.77.93.11"]

        # A goodbye is heard.
        first.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(first.wait(), 30) == 0
        assert list(await two.browse()) == ["kitchen-2"]
    finally:
        await asyncio.gather(one.close(), two.close())


@pytest.mark.slow
async def test_a_cable_that_is_pulled_and_put_back_needs_no_restart(hosts: tuple[Host, Host]) -> None:
    one, two = hosts
    try:
        node = await one.announce("id-1", "kitchen")
        await status(node)
        ip("-n", one.namespace, "addr", "flush", "dev", "eth0")
        # With nothing but loopback left, loopback is what is announced.
        told = await status(node)
        assert one.address not in told[2]  # type: ignore[operator]
        ip("-n", one.namespace, "addr", "add", f"{one.address}/24", "dev", "eth0")
        assert await status(node) == ["announced", "kitchen", [one.address]]
        assert list(await two.browse()) == ["kitchen"]
    finally:
        await asyncio.gather(one.close(), two.close())
