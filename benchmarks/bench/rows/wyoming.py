"""The node's Wyoming door beside wyoming-piper: the same client, protocol and sentences."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from statistics import fmean

from benchmarks.bench.figures import percentile
from benchmarks.bench.lab import Lab, pause, peer_clients
from benchmarks.bench.peer import PeerClient
from benchmarks.bench.row import Goal, Row
from benchmarks.bench.take import MeasurementFailed, Take

Speak = Callable[[PeerClient, Sequence[str]], Awaitable[Take]]


async def both_modes(lab: Lab) -> list[Row]:
    """Time to the first chunk (TTFT, as wyoming-bench takes it) of two sentences, sent whole and streamed."""
    async with (
        lab.node() as node,
        lab.peer() as peer,
        peer_clients(node.wyoming_port, 1) as ours,
        peer_clients(peer.port, 1) as theirs,
    ):
        return [
            await _mode(lab, "sent whole", _whole, ours[0], theirs[0]),
            await _mode(lab, "streamed", _streamed, ours[0], theirs[0]),
        ]


async def _mode(lab: Lab, mode: str, speak: Speak, ours: PeerClient, theirs: PeerClient) -> Row:
    ttft: tuple[list[float], list[float]] = ([], [])
    for _ in range(lab.sizes.pairs):
        # The node's cache cannot help: nobody has spoken these sentences.
        sentences = lab.sentences.next(), lab.sentences.next()
        for client, figures in zip((ours, theirs), ttft, strict=True):
            await pause()
            figures.append(_first_chunk_ms(await speak(client, sentences)))
    means = fmean(ttft[0]), fmean(ttft[1])
    return Row(
        f"Wyoming TTFT mean, two sentences {mode}",
        "ms",
        *means,
        means[0] / means[1],
        Goal("ratio", 0.40),
        detail={
            "ours_p95": percentile(ttft[0], 95),
            "peer_p95": percentile(ttft[1], 95),
            "ours": [round(value, 2) for value in ttft[0]],
            "peer": [round(value, 2) for value in ttft[1]],
        },
    )


async def _whole(client: PeerClient, sentences: Sequence[str]) -> Take:
    return await client.speak(" ".join(sentences))


async def _streamed(client: PeerClient, sentences: Sequence[str]) -> Take:
    return await client.speak_streamed([sentence + " " for sentence in sentences])


def _first_chunk_ms(take: Take) -> float:
    if not take.arrivals:
        raise MeasurementFailed("no sound came")
    return (take.arrivals[0].at_s - take.sent_at) * 1000.0
