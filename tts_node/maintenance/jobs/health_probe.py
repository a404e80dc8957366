"""Speaks a short phrase to nobody, by the way that everything goes, and looks at what comes.

Left out while people are spoken to, because then they are the probe, and for an engine that is not loaded.
"""

from __future__ import annotations

import statistics
from typing import Final

from tts_node.audio.format import OutputFormat
from tts_node.audio.spoken_length import longest_s, shortest_s
from tts_node.config_maintenance import HealthProbeConfig
from tts_node.errors import NodeError
from tts_node.maintenance.context import JobContext, JobFailed, JobResult
from tts_node.maintenance.jobs.rehearsal import Rehearsed, rehearse
from tts_node.speech.utterance import Priority, Utterance
from tts_node.style import MAX_SPEED, MIN_SPEED

_SILENT_PEAK: Final = 0.003
"""About -50 dB: no phrase is so soft."""
_CLIPPED_SHARE: Final = 0.05
_REST_S: Final = 2.0
"""Pauses before, between and after the sentences."""
_SLOWER_THAN_USUAL: Final = 3.0
_SLOW_MS: Final = 500.0
"""A first sound that comes sooner is never called slow, whatever is usual."""
_ENOUGH_TO_COMPARE: Final = 5


async def run(context: JobContext, settings: HealthProbeConfig) -> JobResult:
    """Raises `JobFailed` with what is wrong, engine by engine."""
    told, figures, failures = list[str](), dict[str, float](), list[str]()
    for engine in context.node.engines:
        if not context.node.is_ready(engine):
            continue
        if context.node.idle_s < settings.idle_s and not told and not failures:
            return JobResult("left out: somebody is being spoken to", notable=False)
        voice = next(iter(context.node.voices(engine)), None)
        if voice is None:
            continue
        utterance = Utterance(
            settings.text,
            voice=voice,
            format=OutputFormat("pcm"),
            # As people's requests go, so that what is measured is what they get.
            priority=Priority.REPLY,
            cache=False,
            door="health_probe",
        )
        try:
            heard = await rehearse(context.node.speak, utterance)
        except NodeError as error:
            failures.append(f"{engine}: {error}")
            continue
        ttfa_ms = heard.finished.ttfa_ms or 0.0
        figures[f"{engine}_ttfa_ms"] = round(ttfa_ms, 1)
        if heard.finished.rtf is not None:
            figures[f"{engine}_rtf"] = round(heard.finished.rtf, 4)
        figures[f"{engine}_audio_ms"] = round(heard.audio_s * 1000.0)
        wrong = _wrong(heard, settings) or _slower(context, engine, ttfa_ms)
        if wrong is not None:
            failures.append(f"{engine}: {wrong}")
        else:
            told.append(f"{engine} first sound after {ttfa_ms:.0f} ms")
    if failures:
        raise JobFailed("; ".join([*failures, *told]), figures)
    return JobResult("; ".join(told) or "no engine is loaded", figures, notable=bool(told))


def _wrong(heard: Rehearsed, settings: HealthProbeConfig) -> str | None:
    finished = heard.finished
    if finished.reason != "complete":
        return f"the phrase was not spoken: {finished.error_message or finished.reason}"
    text = settings.text
    # Each sentence was looked at with its own speed when it was made; here any is possible, since the
    # configuration may ask for one.
    too_short = heard.audio_s <= 0.0 or heard.audio_s < shortest_s(text, MAX_SPEED)
    if too_short or heard.audio_s > longest_s(text, MIN_SPEED) + _REST_S:
        return f"{heard.audio_s:.2f} s of sound for {len(text)} characters"
    if heard.peak < _SILENT_PEAK:
        return "the sound is silence"
    if heard.clipped > heard.samples * _CLIPPED_SHARE:
        return f"{heard.clipped / heard.samples:.0%} of the samples are clipped"
    if finished.ttfa_ms is not None and finished.ttfa_ms > settings.ttfa_limit_ms:
        return f"the first sound came after {finished.ttfa_ms:.0f} ms (limit {settings.ttfa_limit_ms} ms)"
    return None


def _slower(context: JobContext, engine: str, ttfa_ms: float) -> str | None:
    """Against this engine's own earlier probes."""
    key = f"{engine}_ttfa_ms"
    usual = [figures[key] for figures in context.earlier if key in figures]
    if len(usual) < _ENOUGH_TO_COMPARE or ttfa_ms <= _SLOW_MS:
        return None
    median_ms = statistics.median(usual)
    if ttfa_ms <= median_ms * _SLOWER_THAN_USUAL:
        return None
    return f"the first sound came after {ttfa_ms:.0f} ms, usually after {median_ms:.0f} ms"
