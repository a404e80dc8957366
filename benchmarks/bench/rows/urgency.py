"""What has to be quick at any time: an alert, a repeated sentence, a cancel and what follows it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from statistics import median

from benchmarks.bench.figures import percentile, ratio_of_pairs
from benchmarks.bench.lab import Lab, node_clients, pause
from benchmarks.bench.node import NodeClient
from benchmarks.bench.row import Goal, Row
from benchmarks.bench.take import MeasurementFailed, Take, clock

_CANCEL_WITHIN_S = 0.6
"""A cancel comes up to this long after the first sound, at a moment nobody chose."""
_CANCELLED_WORDS = 250
"""Long enough that it is never complete by then."""
_CACHED_SENTENCES = 5


async def alert(lab: Lab) -> list[Row]:
    """Alerts at an idle node, then the same words while a long reading goes on, in turns."""
    words = lab.sizes.bulk_words
    idle, busy, read_s = [], [], 0.0
    async with lab.node() as node, node_clients(node.port, 2) as (caller, reader):
        for _ in range(lab.sizes.alert_turns):
            sentences = [lab.sentences.next() for _ in range(lab.sizes.alerts)]
            idle += await _alerts(caller, sentences)
            async with _reading(reader, lab.sentences.text(words)) as reading:
                busy += await _alerts(caller, sentences)
                if reading.done_at is not None:
                    raise MeasurementFailed("the long reading was complete before the last alert")
            read_s += reading.audio_s
    return [
        Row(
            f"TTFA of an alert while {words:,} words are read",
            "ms",
            median(busy),
            median(idle),
            ratio_of_pairs(busy, idle),
            Goal("ratio", 1.5),
            compared_with="idle",
            detail={
                "busy": _rounded(busy),
                "idle": _rounded(idle),
                "busy_p95": percentile(busy, 95),
                "read_meanwhile_s": round(read_s, 1),
            },
        )
    ]


async def cached(lab: Lab) -> list[Row]:
    """Sentences that were spoken before with the cache on."""
    sentences = [lab.sentences.next() for _ in range(_CACHED_SENTENCES)]
    async with lab.node() as node, node_clients(node.port, 1) as (client,):
        for sentence in sentences * 2:
            await client.speak(sentence, cache=True)
        times = []
        for turn in range(lab.sizes.cached):
            await pause()
            take = await client.speak(sentences[turn % len(sentences)], cache=True)
            if not take.cached:
                raise MeasurementFailed("a sentence that was spoken twice did not come from the cache")
            times.append(take.ttfa_ms)
    return [
        Row(
            "TTFA p50 of a cached sentence",
            "ms",
            median(times),
            goal=Goal("ours", 10),
            detail={"p95": percentile(times, 95), "samples": _rounded(times)},
        )
    ]


async def cancel(lab: Lab) -> list[Row]:
    """Cancels at moments nobody chose, each with the next request right behind; then the same words, idle."""
    moments = random.Random(lab.sizes.cancels)
    last_byte, answered, following, idle = [], [], [], []
    async with lab.node() as node, node_clients(node.port, 1) as (client,):
        for _ in range(lab.sizes.cancels):
            sentence = lab.sentences.next()
            long_take = await client.request(lab.sentences.text(_CANCELLED_WORDS))
            await client.listen(long_take, stop=lambda take: take.first_at is not None)
            listening = asyncio.create_task(client.listen(long_take))
            await asyncio.sleep(moments.random() * _CANCEL_WITHIN_S)
            cancelled_at = clock()
            await client.cancel(long_take)
            next_take = await client.request(sentence)
            await listening
            last_byte.append(_after_cancel_ms(long_take, cancelled_at))
            answered.append((_done_at(long_take) - cancelled_at) * 1000.0)
            following.append((await client.listen(next_take)).ttfa_ms)
            await pause()
            idle.append((await client.speak(sentence)).ttfa_ms)
            await pause()
    return [
        Row(
            "cancel to last audio byte p99",
            "ms",
            percentile(last_byte, 99),
            goal=Goal("ours", 60),
            detail={"samples": _rounded(last_byte), "answered_ms_p99": percentile(answered, 99)},
        ),
        Row(
            "TTFA p50 of what follows a cancel",
            "ms",
            median(following),
            median(idle),
            ratio_of_pairs(following, idle),
            Goal("ratio", 1.5),
            compared_with="idle",
            detail={"following": _rounded(following), "idle": _rounded(idle)},
        ),
    ]


async def _alerts(client: NodeClient, sentences: Sequence[str]) -> list[float]:
    times = []
    for sentence in sentences:
        await pause()
        times.append((await client.speak(sentence, priority="alert")).ttfa_ms)
    return times


@asynccontextmanager
async def _reading(client: NodeClient, text: str) -> AsyncIterator[Take]:
    """A bulk reading that has begun to sound, whose take grows meanwhile; cancelled at the end."""
    take = await client.request(text, priority="bulk")
    await client.listen(take, stop=lambda so_far: so_far.first_at is not None)
    listening = asyncio.create_task(client.listen(take))
    try:
        yield take
        await client.cancel(take)
        await listening
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)


def _after_cancel_ms(take: Take, cancelled_at: float) -> float:
    if take.done.get("reason") != "cancelled":
        raise MeasurementFailed(f"a cancelled utterance ended with {dict(take.done)}")
    return max(0.0, (take.arrivals[-1].at_s - cancelled_at) * 1000.0)


def _done_at(take: Take) -> float:
    assert take.done_at is not None, "listen() returned without stop"
    return take.done_at


def _rounded(times: Sequence[float]) -> list[float]:
    return [round(time, 2) for time in times]
