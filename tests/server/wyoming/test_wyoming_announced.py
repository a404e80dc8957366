"""A whole node is found by those who look for Wyoming, and speaks to them where it says it is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from wyoming.audio import AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.tts import Synthesize
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from tests.discovery.loopback import needs_multicast
from tts_node.config import parse
from tts_node.node import Node

WYOMING = "_wyoming._tcp.local."
CONFIG = """
node: {{state_dir: '{state}', embedded_voice: false, name: announced-w}}
server: {{host: 127.0.0.1, port: 0}}
engines: {{tone: {{type: tone, settings: {{load_ms: 1500}}}}}}
wyoming: {{port: 0}}
discovery: {{interfaces: [lo]}}
"""


@needs_multicast
@pytest.mark.slow
async def test_a_node_is_found_by_wyoming_clients_speaks_to_them_and_says_goodbye(tmp_path: Path) -> None:
    node = Node(parse(CONFIG.format(state=tmp_path / "state"), "config.yaml"))
    name = f"tts-node-{node.node_id.replace('-', '')[:12]}.{WYOMING}"
    here, gone = asyncio.Event(), asyncio.Event()
    voices_when_found: list[int] = []

    def changed(name: str, state_change: ServiceStateChange, **_: object) -> None:
        if name == expected:
            voices_when_found.append(len(node.voices()))
            (gone if state_change is ServiceStateChange.Removed else here).set()

    expected = name
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
    browser = AsyncServiceBrowser(zeroconf.zeroconf, WYOMING, handlers=[changed])
    try:
        await node.start()
        async with asyncio.timeout(30):
            assert node.voices() == []
            await here.wait()
            # Home Assistant asks at once what it finds, and does not show what has no voices.
            assert voices_when_found[0] > 0
            assert await node.wait_settled() == []
            found = AsyncServiceInfo(WYOMING, name)
            assert await found.async_request(zeroconf.zeroconf, timeout=10_000)
            assert found.parsed_addresses() == ["127.0.0.1"]
            assert found.port == node.wyoming.port
            async with AsyncTcpClient(found.parsed_addresses()[0], found.port, read_timeout=10) as client:
                await client.write_event(Synthesize("Hello there.").event())
                types = []
                while not types or not AudioStop.is_type(types[-1]):
                    event = await client.read_event()
                    assert event is not None
                    types.append(event.type)
            assert set(types[1:-1]) == {"audio-chunk"}
            await node.close()
            await gone.wait()
    finally:
        await node.close()
        await browser.async_cancel()
        await zeroconf.async_close()
