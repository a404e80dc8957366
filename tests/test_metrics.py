"""Figures for Prometheus: what is counted, by which labels, and that nothing of a client gets into them."""

from __future__ import annotations

import dataclasses
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tts_node.maintenance.record import RunRecord
from tts_node.maintenance.status import JobStatus
from tts_node.metrics import EngineNow, Metrics, NodeNow
from tts_node.speech.cache import CacheStats
from tts_node.speech.utterance import Finished, Priority, Timing, Utterance
from tts_node.workers.swap import SwapManner, SwapReport

ROOT = Path(__file__).parents[1]
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
FINISHED = Finished(
    reason="complete",
    audio_ms=2_500.0,
    ttfa_ms=140.0,
    queue_ms=20.0,
    rtf=0.25,
    timing=Timing(),
    text_sent=12,
    segments=3,
    cached_segments=1,
    underruns=2,
)
JOB = JobStatus(
    name="prewarm",
    summary="",
    enabled=True,
    paused=False,
    trigger="every 1800 s",
    time_zone="Europe/Berlin",
    next_run=NOON,
    running_s=None,
    stuck=None,
    last=RunRecord(
        job="prewarm", by="schedule", outcome="ok", began=NOON, duration_s=1.0, detail="", planned=NOON
    ),
    runs=7,
    failed=2,
    late=1,
    missed=3,
)
NOW = NodeNow(
    version="1.2.3",
    is_ready=True,
    degraded=1,
    uptime_s=60.0,
    live=2,
    ahead_s=0.75,
    engines={
        "piper": EngineNow(is_able=True, rss_bytes=300, card_bytes=None, waiting=1, rtf=0.1),
        "big": EngineNow(is_able=False, rss_bytes=0, card_bytes=500),
    },
    cache=CacheStats(
        entries=1, size_bytes=10, disk_entries=2, disk_bytes=20, disk_on=True,
        hits=5, disk_hits=6, misses=7, unwritten=0,
    ),
    outputs_bytes=99,
    connections={"ws": 3, "wyoming": 0},
    loop_delay_s={"0.5": 0.001, "0.99": 0.01, "1": 0.02},
    jobs=(JOB,),
)  # fmt: skip


def samples(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """By name and then label values, in the order of the labels' names."""
    content_type, body = metrics.expose("")
    assert content_type.startswith("text/plain")
    return {
        (
            sample.name.removeprefix("tts_node_"),
            *(value for _, value in sorted(sample.labels.items())),
        ): sample.value
        for family in text_string_to_metric_families(body.decode())
        for sample in family.samples
    }


def filled() -> Metrics:
    """With a sample of everything there is."""
    metrics = Metrics(lambda: NOW)
    metrics.finished(Utterance("secret words", door="ws"), Priority.ALERT, FINISHED)
    metrics.refused("ws", "text_too_long")
    metrics.stepped("piper", 0.03)
    metrics.swapped(SwapReport("piper", "because of the secret", SwapManner.TOGETHER))
    return metrics


def test_an_utterance_is_counted_by_door_class_and_outcome() -> None:
    metrics = Metrics(lambda: NOW)
    words = Utterance("words", door="http")
    metrics.finished(words, Priority.REPLY, FINISHED)
    metrics.finished(words, Priority.REPLY, FINISHED)
    metrics.finished(words, Priority.ALERT, dataclasses.replace(FINISHED, reason="cancelled"))
    failed = dataclasses.replace(FINISHED, reason="error", error_code="worker_lost", ttfa_ms=None, rtf=None)
    metrics.finished(dataclasses.replace(words, door="ws"), Priority.BULK, failed)
    found = samples(metrics)
    # labels in the order: class, door, outcome
    assert {key[1:]: value for key, value in found.items() if key[0] == "utterances_total"} == {
        ("reply", "http", "complete"): 2.0,
        ("alert", "http", "cancelled"): 1.0,
        ("bulk", "ws", "worker_lost"): 1.0,
    }
    assert found["audio_seconds_total", "http"] == 7.5
    assert found["underruns_total", "reply"] == 4.0
    assert found["segments_total", "cache"] == 4.0 and found["segments_total", "engine"] == 8.0
    assert found["first_sound_seconds_count", "reply", "http"] == 2.0
    assert found["first_sound_seconds_bucket", "reply", "http", "0.1"] == 0.0
    assert found["first_sound_seconds_bucket", "reply", "http", "0.15"] == 2.0
    assert found["queue_seconds_sum", "reply"] == pytest.approx(0.04)
    assert found["rtf_count",] == 3.0


def test_refusals_are_counted_by_door_and_code() -> None:
    metrics = Metrics(lambda: NOW)
    for door, code in (("ws", "empty_text"), ("ws", "empty_text"), ("http", "text_too_long")):
        metrics.refused(door, code)
    found = samples(metrics)
    assert {key[1:]: value for key, value in found.items() if key[0] == "refused_total"} == {
        ("empty_text", "ws"): 2.0,
        ("text_too_long", "http"): 1.0,
    }


def test_steps_and_recycles_are_counted_by_engine() -> None:
    found = samples(filled())
    assert found["step_seconds_bucket", "piper", "0.02"] == 0.0
    assert found["step_seconds_bucket", "piper", "0.04"] == 1.0
    assert found["recycles_total", "piper", "together"] == 1.0


def test_the_rest_is_looked_at_when_somebody_asks() -> None:
    moments = iter((NOW, dataclasses.replace(NOW, live=5, ahead_s=None, cache=None, jobs=())))
    metrics = Metrics(lambda: next(moments))
    first, second = samples(metrics), samples(metrics)
    assert first["live_utterances",] == 2.0 and second["live_utterances",] == 5.0
    assert first["ahead_seconds",] == 0.75 and ("ahead_seconds",) not in second
    assert first["info", "1.2.3"] == first["ready",] == first["degraded",] == 1.0
    assert first["engine_able", "piper"] == 1.0 and first["engine_able", "big"] == 0.0
    assert first["engine_memory_bytes", "piper"] == 300.0
    assert first["engine_card_bytes", "big"] == 500.0 and ("engine_card_bytes", "piper") not in first
    assert [first["cache_lookups_total", where] for where in ("memory", "disk", "nowhere")] == [5, 6, 7]
    assert first["connections", "ws"] == 3.0
    assert first["loop_delay_seconds", "0.99"] == 0.01
    told = [first[f"job_{name}_total", "prewarm"] for name in ("runs", "failures", "late", "missed")]
    assert told == [7.0, 2.0, 1.0, 3.0]
    assert first["job_last_run_seconds", "prewarm"] == NOON.timestamp()
    assert not [key for key in second if key[0].startswith(("job_", "cache_"))]


def test_what_was_said_and_why_is_in_no_label() -> None:
    body = filled().expose("")[1].decode()
    assert "secret" not in body


def test_two_of_them_share_nothing() -> None:
    one, other = filled(), Metrics(lambda: NOW)
    assert ("step_seconds_count", "piper") in samples(one)
    assert ("step_seconds_count", "piper") not in samples(other)


def test_a_scraper_may_ask_for_open_metrics() -> None:
    content_type, body = filled().expose("application/openmetrics-text; version=1.0.0")
    assert content_type.startswith("application/openmetrics-text")
    assert body.endswith(b"# EOF\n")


# --- the dashboard and the page -----------------------------------------------------------------------------


def names() -> set[str]:
    """Of all samples that there can be."""
    families = text_string_to_metric_families(filled().expose("")[1].decode())
    return {sample.name for family in families for sample in family.samples}


def labels_of(name: str) -> set[str]:
    families = text_string_to_metric_families(filled().expose("")[1].decode())
    return {label for f in families for sample in f.samples if sample.name == name for label in sample.labels}


DASHBOARD = json.loads((ROOT / "examples/grafana/tts-node.json").read_text(encoding="utf-8"))
QUERIES = [
    (panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel.get("targets", ())
]


@pytest.mark.parametrize(
    ("title", "query"), QUERIES, ids=[f"{title} {i}" for i, (title, _) in enumerate(QUERIES)]
)
def test_the_dashboard_asks_for_what_there_is(title: str, query: str) -> None:
    asked = re.findall(r"\b((?:tts_node|process)_\w+)", query)
    assert asked and set(asked) <= names(), title
    assert query.count("(") == query.count(")") and query.count("{") == query.count("}")
    known = set().union(*(labels_of(name) for name in asked)) | {"instance", "job", "le"}
    grouped = [word.strip() for group in re.findall(r"\bby \(([^)]*)\)", query) for word in group.split(",")]
    matched = re.findall(r"(\w+)\s*=~?\s*\"", query)
    assert {*grouped, *matched} <= known, title


def test_every_legend_of_the_dashboard_is_a_label_of_its_query() -> None:
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            asked = re.findall(r"\b((?:tts_node|process)_\w+)", target["expr"])
            known = set().union(*(labels_of(name) for name in asked)) | {"instance"}
            assert set(re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])) <= known, panel["title"]


def test_panels_have_places_of_their_own_and_ids() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(ids) == len(set(ids))
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells


def test_every_figure_is_on_the_page() -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    families = text_string_to_metric_families(filled().expose("")[1].decode())
    own = {
        f.name + ("_total" if f.type == "counter" else "") for f in families if f.name.startswith("tts_node_")
    }
    own = {name for name in own if not name.endswith("_created")}
    assert sorted(name for name in own if f"`{name}`" not in page) == []
    told = set(re.findall(r"`(tts_node_\w+)`", page.partition("## Metrics")[2].partition("\n## ")[0]))
    assert told == own
