"""Makes phrases before anybody asks for them, in idle time and behind everybody else.

Cache keys hold the hash of the voice's files and the engine's version, so that after a change of either the
same phrases are simply missing and are made again; the old ones are no longer pinned and age out.
"""

from __future__ import annotations

from typing import Final

from tts_node.audio.format import OutputFormat
from tts_node.config_maintenance import PrewarmConfig
from tts_node.errors import NodeError
from tts_node.maintenance.context import CacheStore, JobContext, JobFailed, JobResult
from tts_node.maintenance.jobs.rehearsal import rehearse
from tts_node.speech.utterance import Priority, Utterance

_LOOK_S: Final = 2.0


async def run(context: JobContext, settings: PrewarmConfig) -> JobResult:
    """Raises `JobFailed` when a phrase cannot be made; the others are."""
    store = context.node.cache
    if store is None:
        return JobResult("there is no cache on disk", notable=False)
    if not settings.phrases:
        store.pin(())
        return JobResult("no phrases are configured", notable=False)
    if not any(context.node.is_ready(engine) for engine in context.node.engines):
        return JobResult("no engine is loaded", notable=False)
    keys, wanted, failures = set[bytes](), list[Utterance](), []
    for utterance in _utterances(settings):
        try:
            own = context.node.cache_keys(utterance)
        except NodeError as error:
            failures.append(f"{utterance.text[:40]!r}: {error}")
            continue
        keys.update(own)
        if not all(store.is_kept(key) for key in own):
            wanted.append(utterance)
    # First, because what is pinned goes to the disk when it is made.
    store.pin(keys)
    made = 0
    for utterance in wanted:
        if trouble := await _make(context, store, utterance):
            failures.append(f"{utterance.text[:40]!r}: {trouble}")
        else:
            made += 1
    figures = {"made": float(made), "pinned_segments": float(len(keys))}
    detail = f"made {made} of {len(settings.phrases) * max(1, len(settings.voices))} phrases"
    if failures:
        raise JobFailed("; ".join([*failures[:5], detail]), figures)
    return JobResult(detail if made else "all phrases are there", figures, notable=made > 0)


def _utterances(settings: PrewarmConfig) -> list[Utterance]:
    return [
        Utterance(phrase, voice=voice, format=OutputFormat("pcm"), priority=Priority.BULK, door="prewarm")
        for voice in settings.voices or (None,)
        for phrase in settings.phrases
    ]


async def _make(context: JobContext, store: CacheStore, utterance: Utterance) -> str | None:
    """What went wrong; None when it was made."""
    while context.node.idle_s <= 0.0:
        await context.sleep(_LOOK_S)
    try:
        heard = await rehearse(context.node.speak, utterance)
    except NodeError as error:
        return str(error)
    if heard.finished.reason != "complete":
        return heard.finished.error_message or heard.finished.reason
    return None
