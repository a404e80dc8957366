"""Where measures run: fresh servers, warmed up, on one voice, and sentences nobody has spoken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.bench.node import NodeClient, NodeProcess, node_is_ready, node_process
from benchmarks.bench.peer import PeerClient, peer_is_ready, peer_process
from benchmarks.bench.processes import ServerProcess
from benchmarks.bench.sentences import Sentences
from benchmarks.bench.sizes import Sizes
from benchmarks.bench.take import Client

PAUSE_S = 0.05
"""Between two requests of a measure for one client, so that the threads of the one before are asleep."""


@dataclass(frozen=True, slots=True)
class Lab:
    """Every measure starts the servers it needs anew, so that none suffers from the one before."""

    node_python: Path
    peer_python: Path
    voice: Path
    """The `.onnx` file both speak with."""
    folder: Path
    """Logs and the node's state, kept for the whole run: its cut files are cached after the first start."""
    sizes: Sizes
    sentences: Sentences
    config: Path | None = None

    def cold_node(self) -> NodeProcess:
        """The node, not started yet."""
        return node_process(self.node_python, self.folder, config=self.config)

    def cold_peer(self) -> ServerProcess:
        """wyoming-piper, not started yet."""
        return peer_process(self.peer_python, self.voice, self.folder)

    @asynccontextmanager
    async def node(self) -> AsyncIterator[NodeProcess]:
        """The node, started and warm; ended afterwards."""
        async with self.cold_node() as server:
            await server.start(node_is_ready)
            await self.warm_up(await NodeClient.connect(server.port))
            yield server

    @asynccontextmanager
    async def peer(self) -> AsyncIterator[ServerProcess]:
        """wyoming-piper, started and warm (it loads its voice with the first request); ended afterwards."""
        async with self.cold_peer() as server:
            await server.start(peer_is_ready)
            await self.warm_up(await PeerClient.connect(server.port))
            yield server

    async def warm_up(self, client: Client) -> None:
        """Have some sentences spoken, then close the connection."""
        try:
            for _ in range(self.sizes.warm_up):
                await client.speak(self.sentences.next())
        finally:
            await client.close()


@asynccontextmanager
async def node_clients(port: int, count: int) -> AsyncIterator[list[NodeClient]]:
    """Connections to the node, open before the clock starts."""
    clients = [await NodeClient.connect(port) for _ in range(count)]
    try:
        yield clients
    finally:
        await close_all(clients)


@asynccontextmanager
async def peer_clients(port: int, count: int) -> AsyncIterator[list[PeerClient]]:
    """Wyoming connections, to wyoming-piper or to the node's own door, open before the clock starts."""
    clients = [await PeerClient.connect(port) for _ in range(count)]
    try:
        yield clients
    finally:
        await close_all(clients)


async def close_all(clients: list[NodeClient] | list[PeerClient]) -> None:
    await asyncio.gather(*(client.close() for client in clients))


async def pause() -> None:
    await asyncio.sleep(PAUSE_S)
