"""Figures for Prometheus. Labels are names from the configuration and the code, never a client's words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from tts_node.maintenance.status import JobStatus
from tts_node.speech.cache import CacheStats
from tts_node.speech.utterance import Finished, Priority, Utterance
from tts_node.workers.swap import SwapReport

PREFIX: Final = "tts_node"
_FIRST_SOUND_S: Final = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 30.0)
_QUEUE_S: Final = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
_STEP_S: Final = (0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.0, 2.0, 5.0, 20.0)
_RTF: Final = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9, 1.0, 1.5, 3.0)


@dataclass(frozen=True, slots=True)
class EngineNow:
    """One engine at the moment of a scrape."""

    is_able: bool
    """It can speak now, or as soon as it is asked to."""
    rss_bytes: int
    card_bytes: int | None = None
    waiting: int = 0
    rtf: float | None = None


@dataclass(frozen=True, slots=True)
class NodeNow:
    """The node at the moment of a scrape: what is not counted but looked at."""

    version: str
    is_ready: bool
    degraded: int = 0
    """How many things are not as they should be."""
    uptime_s: float = 0.0
    live: int = 0
    ahead_s: float | None = None
    """What the listener with the least has in hand; None while nobody listens."""
    engines: Mapping[str, EngineNow] = field(default_factory=dict)
    cache: CacheStats | None = None
    outputs_bytes: int = 0
    connections: Mapping[str, int] = field(default_factory=dict)
    """By door."""
    loop_delay_s: Mapping[str, float] = field(default_factory=dict)
    """By quantile, of the last minute."""
    jobs: Sequence[JobStatus] = ()


class Metrics:
    """Counts what happens, and asks `look` for the rest at each scrape. All calls on the event loop."""

    def __init__(self, look: Callable[[], NodeNow]) -> None:
        registry = self._registry = CollectorRegistry()
        # Processor time, memory and open files of the node's own process; nothing where there is no /proc.
        ProcessCollector(registry=registry)
        registry.register(_Now(look))

        def counter(name: str, help: str, *labels: str) -> Counter:
            return Counter(f"{PREFIX}_{name}", help, labels, registry=registry)

        def histogram(name: str, help: str, buckets: Sequence[float], *labels: str) -> Histogram:
            return Histogram(f"{PREFIX}_{name}", help, labels, buckets=buckets, registry=registry)

        self._utterances = counter(
            "utterances",
            "Utterances that ended, by how: complete, cancelled, or the code of the error",
            *("door", "class", "outcome"),
        )
        self._refused = counter(
            "refused", "Requests to speak that were refused, by the code of the error", "door", "code"
        )
        self._audio = counter("audio_seconds", "Sound that was handed over", "door")
        self._underruns = counter("underruns", "How often a listener ran dry", "class")
        self._segments = counter("segments", "Sentences that were spoken", "source")
        self._first_sound = histogram(
            "first_sound_seconds",
            "From accepting an utterance to its first sound",
            _FIRST_SOUND_S,
            *("door", "class"),
        )
        self._queue = histogram("queue_seconds", "How much of that it waited for its turn", _QUEUE_S, "class")
        self._rtf = histogram("rtf", "Synthesis time over audio time of an utterance", _RTF)
        self._steps = histogram("step_seconds", "How long an engine computed for a step", _STEP_S, "engine")
        self._recycles = counter("recycles", "Processes that were replaced, by how", "engine", "manner")

    def finished(self, utterance: Utterance, priority: Priority, finished: Finished) -> None:
        """An utterance is over."""
        door, name = utterance.door, priority.name.lower()
        self._utterances.labels(door, name, finished.error_code or finished.reason).inc()
        self._audio.labels(door).inc(finished.audio_ms / 1000.0)
        if finished.underruns:
            self._underruns.labels(name).inc(finished.underruns)
        for source, count in (
            ("cache", finished.cached_segments),
            ("engine", finished.segments - finished.cached_segments),
        ):
            if count:
                self._segments.labels(source).inc(count)
        if finished.ttfa_ms is not None:
            self._first_sound.labels(door, name).observe(finished.ttfa_ms / 1000.0)
            self._queue.labels(name).observe(finished.queue_ms / 1000.0)
        if finished.rtf is not None:
            self._rtf.observe(finished.rtf)

    def refused(self, door: str, code: str) -> None:
        """A request to speak was refused before it was queued."""
        self._refused.labels(door, code).inc()

    def stepped(self, engine: str, seconds: float) -> None:
        """An engine did a step."""
        self._steps.labels(engine).observe(seconds)

    def swapped(self, report: SwapReport) -> None:
        """An engine's process was replaced."""
        self._recycles.labels(report.engine, report.manner.value).inc()

    def expose(self, accept: str) -> tuple[str, bytes]:
        """Content type and body, in the format that the scraper's `Accept` header asks for."""
        encode, content_type = choose_encoder(accept)
        return content_type, encode(self._registry)


class _Now(Collector):
    """What is looked at when somebody asks."""

    def __init__(self, look: Callable[[], NodeNow]) -> None:
        self._look = look

    def describe(self) -> Iterator[Metric]:
        """Nothing: the registry would otherwise look once to learn the names, before there is a node."""
        return iter(())

    def collect(self) -> Iterator[Metric]:
        now = self._look()
        yield _gauge("info", "Its version", {now.version: 1.0}, "version")
        yield _gauge("ready", "1 when it can speak", now.is_ready)
        yield _gauge("degraded", "How many things are not as they should be", now.degraded)
        yield _gauge("uptime_seconds", "Since the start", now.uptime_s)
        yield _gauge("live_utterances", "Accepted and not over", now.live)
        yield _gauge("ahead_seconds", "Sound that the listener with the least of it has in hand", now.ahead_s)
        yield _gauge("connections", "Clients", now.connections, "door")
        delays = "How late the event loop was in the last minute"
        yield _gauge("loop_delay_seconds", delays, now.loop_delay_s, "quantile")
        yield _gauge("outputs_bytes", "Sound that is kept for players", now.outputs_bytes)
        yield from self._engines(now.engines)
        if now.cache is not None:
            yield from self._cache(now.cache)
        yield from self._jobs(now.jobs)

    def _engines(self, engines: Mapping[str, EngineNow]) -> Iterator[Metric]:
        def each(name: str, help: str, read: Callable[[EngineNow], float | None]) -> Metric:
            found = {engine: read(state) for engine, state in engines.items()}
            return _gauge(f"engine_{name}", help, found, "engine")

        yield each("able", "1 when it can speak", lambda engine: engine.is_able)
        yield each("memory_bytes", "What its processes take", lambda engine: engine.rss_bytes)
        yield each("card_bytes", "What they take of graphics cards", lambda engine: engine.card_bytes)
        yield each("waiting", "Streams that wait for their first sound", lambda engine: engine.waiting)
        yield each("rtf", "Synthesis time over audio time, lately", lambda engine: engine.rtf)

    def _cache(self, cache: CacheStats) -> Iterator[Metric]:
        found = {"memory": cache.hits, "disk": cache.disk_hits, "nowhere": cache.misses}
        yield _counter("cache_lookups", "Sentences that were looked for, by where they were", found, "found")
        sizes = {"memory": cache.size_bytes, "disk": cache.disk_bytes}
        yield _gauge("cache_bytes", "Sound that is kept", sizes, "place")
        entries = {"memory": cache.entries, "disk": cache.disk_entries}
        yield _gauge("cache_entries", "Sentences that are kept", entries, "place")

    def _jobs(self, jobs: Sequence[JobStatus]) -> Iterator[Metric]:
        def each(read: Callable[[JobStatus], float | None]) -> dict[str, float | None]:
            return {job.name: read(job) for job in jobs}

        yield _counter("job_runs", "Runs of a job, in all its life", each(lambda job: job.runs), "job")
        yield _counter("job_failures", "Runs that failed", each(lambda job: job.failed), "job")
        yield _counter("job_late", "Runs that came late", each(lambda job: job.late), "job")
        yield _counter("job_missed", "Planned times without a run", each(lambda job: job.missed), "job")
        yield _gauge("job_last_run_seconds", "When it ran last (Unix time)", each(_last_run), "job")
        yield _gauge("job_next_run_seconds", "When it runs next (Unix time)", each(_next_run), "job")


def _last_run(job: JobStatus) -> float | None:
    return job.last.began.timestamp() if job.last is not None else None


def _next_run(job: JobStatus) -> float | None:
    return job.next_run.timestamp() if job.next_run is not None else None


def _gauge(
    name: str, help: str, values: Mapping[str, float | None] | float | None, label: str | None = None
) -> Metric:
    return _filled(GaugeMetricFamily(f"{PREFIX}_{name}", help, labels=(label,) if label else ()), values)


def _counter(name: str, help: str, values: Mapping[str, float | None], label: str) -> Metric:
    return _filled(CounterMetricFamily(f"{PREFIX}_{name}", help, labels=(label,)), values)


def _filled(
    family: GaugeMetricFamily | CounterMetricFamily, values: Mapping[str, float | None] | float | None
) -> Metric:
    """Without samples for what is not known."""
    if isinstance(values, Mapping):
        for key, value in values.items():
            if value is not None:
                family.add_metric((key,), float(value))
    elif values is not None:
        family.add_metric((), float(values))
    return family
