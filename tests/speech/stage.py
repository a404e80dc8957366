"""Support: speech with the tone engine in a real worker, without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from tts_node.speech.cache import Cache
from tts_node.speech.casting import SpeakDefaults
from tts_node.speech.live import LiveUtterance
from tts_node.speech.runner import EngineRunner
from tts_node.speech.speech import Speech
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Audio, Event, Finished
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker

# No pauses between segments, so that an utterance's sound is its segments' sound, sample by sample.
NO_GAPS = LiveSettings(gap_ms=0.0)


@dataclass(slots=True)
class Heard:
    """What one utterance came to."""

    events: list[Event]

    @property
    def pcm(self) -> bytes:
        return b"".join(event.data for event in self.events if isinstance(event, Audio))

    @property
    def finished(self) -> Finished:
        last = self.events[-1]
        assert isinstance(last, Finished)
        return last

    def only(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


async def hear(live: LiveUtterance) -> Heard:
    return Heard([event async for event in live])


@asynccontextmanager
async def tone_speech(
    settings: Mapping[str, object] | None = None,
    *,
    live: LiveSettings = NO_GAPS,
    cache: Cache | None = None,
    defaults: SpeakDefaults | None = None,
) -> AsyncIterator[tuple[Speech, EngineRunner, Worker]]:
    """Speech on one tone worker. A lost worker is not replaced here."""
    runner = EngineRunner("tone")
    worker = await Worker.start(
        WorkerSpec("tone", "tone", settings or {}, step_timeout_s=5.0), on_exit=lambda w: runner.detach(w)
    )
    runner.attach(worker)
    speech = Speech({"tone": runner}, cache=cache, settings=live, defaults=defaults)
    try:
        yield speech, runner, worker
    finally:
        await speech.close()
        await runner.close()
        await worker.stop()
