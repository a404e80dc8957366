"""How many loudspeakers one node serves without a gap, and whether its loop stays free while it works."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median

from benchmarks.bench.lab import Lab, node_clients, peer_clients
from benchmarks.bench.node import NodeClient, status
from benchmarks.bench.playout import dry_ms
from benchmarks.bench.row import Goal, Row
from benchmarks.bench.sentences import WORDS_PER_SENTENCE
from benchmarks.bench.take import MeasurementFailed, Take, clock

PLAY_AFTER_S = 0.2
"""A listener starts to play this long after its first audible sample."""

_SECONDS_PER_SENTENCE = 5.0
"""Less than any 25-word sentence lasts, so that the text outlasts the listening."""
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class _Heard:
    dry_ms: float
    first_ms: float
    """From asking to the first audible sample."""


async def listeners(lab: Lab) -> list[Row]:
    """All ask at once for a text longer than they listen, at real-time pace; nobody may hear a gap."""
    tried: dict[int, list[_Heard]] = {}
    first = lab.sizes.listeners[0]
    async with lab.node() as node:
        for count in lab.sizes.listeners:
            tried[count] = await _listen_to_node(lab, node.port, count)
            if not _all_heard_everything(tried[count]):
                break
        for count in lab.sizes.fewer_listeners if not _all_heard_everything(tried[first]) else ():
            tried[count] = await _listen_to_node(lab, node.port, count)
            if _all_heard_everything(tried[count]):
                break
    async with lab.peer() as peer:
        heard_from_peer = await _listen_to_peer(lab, peer.port, first)
    waited = max(one.first_ms for one in tried[first]), max(one.first_ms for one in heard_from_peer)
    return [
        Row(
            f"real-time listeners at once, dry 0 ms in {lab.sizes.listen_s:.0f} s",
            "listeners",
            float(max((count for count, heard in tried.items() if _all_heard_everything(heard)), default=0)),
            goal=Goal("ours", 10, at_least=True),
            detail={"tried": {count: _summary(heard) for count, heard in tried.items()}},
        ),
        Row(
            f"first sound for the last of {first} listeners",
            "ms",
            *waited,
            waited[0] / waited[1],
            detail={"peer": _summary(heard_from_peer)},
        ),
    ]


async def loop_delay(lab: Lab) -> list[Row]:
    """Eight clients ask again as soon as they are answered; then the node says how late its loop was."""
    until = 0.0

    async def keep_asking(client: NodeClient) -> int:
        spoken = 0
        while clock() < until:
            await client.speak(lab.sentences.next())
            spoken += 1
        return spoken

    async with lab.node() as node, node_clients(node.port, lab.sizes.burst_clients) as clients:
        until = clock() + lab.sizes.loop_s
        spoken = await asyncio.gather(*(keep_asking(client) for client in clients))
        answer = await status(node.port)
    delay = answer.get("loop_delay_ms")
    if not isinstance(delay, dict) or "p99" not in delay:
        raise MeasurementFailed("/v1/status has no loop_delay_ms with p99")
    return [
        Row(
            f"event-loop delay p99, {lab.sizes.burst_clients} clients served",
            "ms",
            float(delay["p99"]),
            goal=Goal("ours", 10),
            detail={"loop_delay_ms": delay, "utterances": sum(spoken)},
        )
    ]


async def _listen_to_node(lab: Lab, port: int, count: int) -> list[_Heard]:
    async with node_clients(port, count) as clients:
        takes = (client.speak(_long_text(lab), stop=_enough(lab), pace="realtime") for client in clients)
        async with asyncio.timeout(lab.sizes.listen_s + _PATIENCE_S):
            return [_hear(lab, take) for take in await asyncio.gather(*takes)]


async def _listen_to_peer(lab: Lab, port: int, count: int) -> list[_Heard]:
    async with peer_clients(port, count) as clients:
        takes = (client.speak(_long_text(lab), stop=_enough(lab)) for client in clients)
        async with asyncio.timeout(lab.sizes.listen_s + _PATIENCE_S):
            return [_hear(lab, take) for take in await asyncio.gather(*takes)]


def _long_text(lab: Lab) -> str:
    return lab.sentences.text(ceil(lab.sizes.listen_s / _SECONDS_PER_SENTENCE) * WORDS_PER_SENTENCE)


def _enough(lab: Lab) -> Callable[[Take], bool]:
    """Nothing that comes later can fill or leave a gap: enough sound is there, or the time is over."""

    def enough(take: Take) -> bool:
        if take.audio_s >= lab.sizes.listen_s:
            return True
        return (
            take.first_at is not None
            and take.arrivals[-1].at_s > take.first_at + PLAY_AFTER_S + lab.sizes.listen_s
        )

    return enough


def _hear(lab: Lab, take: Take) -> _Heard:
    play_at_s = take.sent_at + take.first_ms / 1000.0 + PLAY_AFTER_S
    dry = dry_ms(take.arrivals, play_at_s=play_at_s, listen_s=lab.sizes.listen_s)
    return _Heard(round(dry, 3), round(take.first_ms, 1))


def _all_heard_everything(heard: Sequence[_Heard]) -> bool:
    return all(one.dry_ms == 0.0 for one in heard)


def _summary(heard: Sequence[_Heard]) -> dict[str, object]:
    return {
        "dry_ms": [one.dry_ms for one in heard],
        "first_ms_p50": median(one.first_ms for one in heard),
        "first_ms_max": max(one.first_ms for one in heard),
    }
