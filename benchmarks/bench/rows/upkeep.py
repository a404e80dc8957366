"""What the node holds in memory, whether that grows, and how soon it is there after a start."""

from __future__ import annotations

import asyncio
from statistics import median

from benchmarks.bench.figures import ratio_of_pairs, slope
from benchmarks.bench.lab import Lab, node_clients, peer_clients
from benchmarks.bench.node import NodeClient, node_is_ready
from benchmarks.bench.peer import PeerClient, peer_is_ready
from benchmarks.bench.processes import ServerProcess
from benchmarks.bench.row import Goal, Row
from benchmarks.bench.take import Client, MeasurementFailed

MORE_MEMORY_MB = 60

_SLOPE_CLIENTS = 4
_WEIGH_EVERY = 40
_WARM_UP_SHARE = 0.25
"""The first part of the run, while pools and caches fill, does not count for the slope."""
_ENOUGH_FOR_A_SLOPE = 1000
"""With fewer the slope is mostly noise and is not judged."""
_SAME_WORK_ROUNDS = 3


async def memory(lab: Lab) -> list[Row]:
    """Both after the same work, eight clients at once included; then the node over many short lines."""
    count = lab.sizes.burst_clients
    async with lab.peer() as peer, peer_clients(peer.port, count) as theirs:
        await _work(lab, theirs)
        peer_memory, peer_proportional_mb = peer.memory(), peer.proportional_mb()
    async with lab.node() as node:
        async with node_clients(node.port, count) as ours:
            await _work(lab, ours)
        ours_memory, ours_proportional_mb = node.memory(), node.proportional_mb()
        spoken, sizes = await _weigh_over(lab, node)
    counted = int(len(spoken) * _WARM_UP_SHARE)
    growth = slope(spoken[counted:], sizes[counted:]) * 1000.0
    return [
        Row(
            "memory, node and workers",
            "MB",
            ours_memory.rss_mb,
            peer_memory.rss_mb,
            ours_memory.rss_mb / peer_memory.rss_mb,
            Goal("ours", round(peer_memory.rss_mb + MORE_MEMORY_MB)),
            detail={
                "processes": ours_memory.processes,
                "ours_proportional_mb": ours_proportional_mb,
                "peer_proportional_mb": peer_proportional_mb,
                "after_the_long_run_mb": sizes[-1],
                "largest_mb": max(sizes),
            },
        ),
        Row(
            f"memory growth per 1,000 utterances ({lab.sizes.utterances:,} spoken)",
            "MB",
            growth,
            goal=Goal("ours", 1.0) if lab.sizes.utterances >= _ENOUGH_FOR_A_SLOPE else None,
            detail={"spoken": spoken, "rss_mb": [round(size, 2) for size in sizes]},
        ),
    ]


async def start(lab: Lab) -> list[Row]:
    """From the start to `/readyz` and to the answer to `describe`, in turns; then to the first sound."""
    times: list[tuple[float, float]] = []
    sounds: list[tuple[float, float]] = []
    for turn in range(lab.sizes.starts + 1):
        ours = await _start_node(lab)
        peer = await _start_peer(lab)
        if turn:  # The first of each filled the disk cache and made the cut files.
            times.append((ours[0], peer[0]))
            sounds.append((ours[1], peer[1]))
    ready = [ours for ours, _ in times], [peer for _, peer in times]
    sound = [ours for ours, _ in sounds], [peer for _, peer in sounds]
    return [
        Row(
            "start to answering (ours has loaded its voice, the peer has not)",
            "s",
            median(ready[0]),
            median(ready[1]),
            ratio_of_pairs(*ready),
            detail={"ours": ready[0], "peer": ready[1]},
        ),
        Row(
            "start to ready to speak: the first sentence's first sound, cut files cached",
            "s",
            median(sound[0]),
            median(sound[1]),
            ratio_of_pairs(*sound),
            Goal("ratio", 1.5),
            detail={"ours": sound[0], "peer": sound[1]},
        ),
    ]


async def _work(lab: Lab, clients: list[NodeClient] | list[PeerClient]) -> None:
    for _ in range(_SAME_WORK_ROUNDS):
        await asyncio.gather(*(client.speak(lab.sentences.next()) for client in clients))


async def _weigh_over(lab: Lab, node: ServerProcess) -> tuple[list[float], list[float]]:
    """Utterances spoken and MB held, again and again, each time at rest: nothing is being spoken then."""
    spoken, sizes = [0.0], [node.memory().rss_mb]

    async def speak_some(client: NodeClient) -> None:
        for _ in range(_WEIGH_EVERY // _SLOPE_CLIENTS):
            await client.speak(lab.sentences.short())

    async with node_clients(node.port, _SLOPE_CLIENTS) as clients:
        while spoken[-1] < lab.sizes.utterances:
            await asyncio.gather(*(speak_some(client) for client in clients))
            spoken.append(spoken[-1] + _WEIGH_EVERY)
            sizes.append(node.memory().rss_mb)
    return spoken, sizes


async def _start_node(lab: Lab) -> tuple[float, float]:
    async with lab.cold_node() as server:
        ready_s = await server.start(node_is_ready)
        return ready_s, await _first_sound_s(lab, server, await NodeClient.connect(server.port))


async def _start_peer(lab: Lab) -> tuple[float, float]:
    async with lab.cold_peer() as server:
        ready_s = await server.start(peer_is_ready)
        return ready_s, await _first_sound_s(lab, server, await PeerClient.connect(server.port))


async def _first_sound_s(lab: Lab, server: ServerProcess, client: Client) -> float:
    """Seconds from the server's start to 50 ms of audible sound of a first sentence."""
    try:
        take = await client.speak(lab.sentences.next())
        if take.ear is None or take.ear.enough_at is None:
            raise MeasurementFailed("the first sentence made no sound")
        return server.age_at(take.ear.enough_at)
    finally:
        await client.close()
