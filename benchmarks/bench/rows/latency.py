"""How soon the first sound comes and how long a sentence takes: one client, and eight at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from statistics import median

from benchmarks.bench.figures import percentile, ratio_of_pairs
from benchmarks.bench.lab import Lab, node_clients, pause, peer_clients
from benchmarks.bench.row import Goal, Row
from benchmarks.bench.take import Client, MeasurementFailed


async def one_client(lab: Lab) -> list[Row]:
    """The same sentence to the node, then to wyoming-piper, and again with the next sentence."""
    async with (
        lab.node() as node,
        lab.peer() as peer,
        node_clients(node.port, 1) as ours,
        peer_clients(peer.port, 1) as theirs,
    ):
        ours_takes, peer_takes = [], []
        for _ in range(lab.sizes.pairs):
            sentence = lab.sentences.next()
            await pause()
            ours_takes.append(await ours[0].speak(sentence))
            await pause()
            peer_takes.append(await theirs[0].speak(sentence))
    for take in ours_takes:
        if take.done["segments"] != 1:
            raise MeasurementFailed(f"a sentence was cut into {take.done['segments']} segments")
    audio = {
        "ours_audio_s": sum(take.audio_s for take in ours_takes),
        "peer_audio_s": sum(take.audio_s for take in peer_takes),
    }
    ttfa = [take.ttfa_ms for take in ours_takes], [take.ttfa_ms for take in peer_takes]
    whole = [take.whole_ms for take in ours_takes], [take.whole_ms for take in peer_takes]
    return [
        Row(
            "TTFA p50, one client",
            "ms",
            median(ttfa[0]),
            median(ttfa[1]),
            ratio_of_pairs(*ttfa),
            Goal("ratio", 0.33, 0.20),
            detail=_samples(*ttfa) | {"timing": [take.done.get("timing") for take in ours_takes]},
        ),
        Row(
            "whole utterance, one client",
            "ms",
            median(whole[0]),
            median(whole[1]),
            ratio_of_pairs(*whole),
            Goal("ratio", 1.20, 1.05),
            detail=_samples(*whole) | audio,
        ),
    ]


async def eight_clients(lab: Lab) -> list[Row]:
    """Bursts: all ask at the same moment, each for its own sentence. A pair is a burst at each server."""
    count = lab.sizes.burst_clients
    async with (
        lab.node() as node,
        lab.peer() as peer,
        node_clients(node.port, count) as ours,
        peer_clients(peer.port, count) as theirs,
    ):
        ours_bursts, peer_bursts = [], []
        for _ in range(lab.sizes.bursts):
            sentences = [lab.sentences.next() for _ in range(count)]
            await pause()
            ours_bursts.append(await _burst(ours, sentences))
            await pause()
            peer_bursts.append(await _burst(theirs, sentences))
    pairs = [percentile(burst, 95) for burst in ours_bursts], [percentile(burst, 95) for burst in peer_bursts]
    everything = (
        [ttfa for burst in ours_bursts for ttfa in burst],
        [ttfa for burst in peer_bursts for ttfa in burst],
    )
    return [
        Row(
            f"TTFA p95, {count} clients at once",
            "ms",
            percentile(everything[0], 95),
            percentile(everything[1], 95),
            ratio_of_pairs(*pairs),
            Goal("ratio", 0.20, 0.12),
            detail=_samples(*everything),
        )
    ]


async def _burst(clients: Sequence[Client], sentences: Sequence[str]) -> list[float]:
    takes = await asyncio.gather(
        *(client.speak(sentence) for client, sentence in zip(clients, sentences, strict=True))
    )
    return [take.ttfa_ms for take in takes]


def _samples(ours: Sequence[float], peer: Sequence[float]) -> dict[str, object]:
    return {
        "ours_p95": percentile(ours, 95),
        "peer_p95": percentile(peer, 95),
        "ours": [round(value, 2) for value in ours],
        "peer": [round(value, 2) for value in peer],
    }
