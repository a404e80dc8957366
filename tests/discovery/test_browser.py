"""When looking for nodes ends: by its time, as soon as the wanted one is there, or when no more come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.discovery.loopback import needs_multicast
from tts_node.config import DiscoveryConfig
from tts_node.discovery import Advertiser, Interface, NodeRecord, browse

pytestmark = [needs_multicast, pytest.mark.slow]
FOREVER_S = 3_600.0


@pytest.fixture
async def announced() -> AsyncIterator[None]:
    """Two nodes on loopback."""
    advertisers = [
        Advertiser(
            NodeRecord(f"id-{name}", name, 8750, "0.1.0", schema_version=1, min_schema_version=1, auth=False),
            DiscoveryConfig(interfaces=("lo",)),
            interfaces=lambda: (Interface("lo", ("127.0.0.1",), 1),),
        )
        for name in ("settled-bath", "settled-kitchen")
    ]
    try:
        for advertiser in advertisers:
            await advertiser.start()
            await advertiser.settled(30)
        yield
    finally:
        for advertiser in advertisers:
            await advertiser.close()


async def test_it_ends_when_no_further_node_comes_and_has_all_of_them(announced: None) -> None:
    async with asyncio.timeout(60):
        nodes = await browse(FOREVER_S, interfaces=["lo"], settled_s=1.0)
    assert {"settled-bath", "settled-kitchen"} <= {node.name for node in nodes}


async def test_it_ends_at_once_with_the_wanted_node(announced: None) -> None:
    async with asyncio.timeout(60):
        nodes = await browse(FOREVER_S, interfaces=["lo"], until=lambda node: node.name == "settled-bath")
    assert "settled-bath" in {node.name for node in nodes}


async def test_a_node_that_is_known_otherwise_counts_as_one_that_answered() -> None:
    known = asyncio.Event()
    known.set()
    async with asyncio.timeout(60):
        await browse(FOREVER_S, interfaces=["lo"], settled_s=0.1, known=known)
