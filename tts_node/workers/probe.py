"""Whether a new worker can speak: it says a short phrase that nobody hears, before anybody is given to it."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from tts_node.audio import sanity
from tts_node.audio.spoken_length import longest_s
from tts_node.engines.base import PROBE_STREAM, EngineVoice, Segment
from tts_node.errors import EngineUnavailable, WorkerLost
from tts_node.text.bcp47 import main_language
from tts_node.workers.spec import WorkerPort, WorkerSpec

PHRASES: Final = {
    "de": "Eins, zwei, drei.",
    "en": "One, two, three.",
    "es": "Uno, dos, tres.",
    "fr": "Un, deux, trois.",
    "it": "Uno, due, tre.",
    "ja": "一、二、三。",
    "zh": "一，二，三。",
}
OTHER_PHRASE: Final = "1, 2, 3."
SHORTEST_S: Final = 0.3
"""Nobody says three words faster."""
_BUDGET_MS: Final = 200.0


@dataclass(frozen=True, slots=True)
class Probed:
    """A worker that spoke."""

    voice: str
    audio_s: float
    took_ms: float


async def probe(worker: WorkerPort, spec: WorkerSpec) -> Probed:
    """Have `worker` say a phrase with its first voice and look at every sample.

    Raises `EngineUnavailable` when there is no sound, silence, clipping, an error of the engine (NaN is told
    as one), far too much or too little sound, or no end within `spec.load_timeout_s`. The caller ends the
    worker then.
    """
    if not worker.info.voices:
        raise EngineUnavailable(f"engine {spec.name!r} has no voice")
    voice = worker.info.voices[0]
    text = phrase(voice)
    began = time.perf_counter()
    worker.open(PROBE_STREAM, Segment(text, voice.name))
    try:
        async with asyncio.timeout(spec.load_timeout_s):
            pcm = await _speak(worker, text, voice.rate)
    except TimeoutError:
        raise _unfit(spec, f"did not end within {spec.load_timeout_s:g} s") from None
    except _Unfit as error:
        raise _unfit(spec, str(error)) from None
    except WorkerLost as error:
        raise EngineUnavailable(f"{error} while it was tried") from None
    finally:
        worker.close(PROBE_STREAM)
    audio_s = len(pcm) / 2 / voice.rate
    bad = sanity.check(pcm, voice.rate, text)
    if bad is not None:
        raise _unfit(spec, bad.replace("_", " "))
    if audio_s < SHORTEST_S:
        raise _unfit(spec, f"is only {audio_s:.2f} s long")
    return Probed(voice.name, audio_s, (time.perf_counter() - began) * 1000.0)


def phrase(voice: EngineVoice) -> str:
    """Something short in the voice's own language."""
    language = voice.languages[0] if voice.languages else ""
    return PHRASES.get(main_language(language), OTHER_PHRASE)


class _Unfit(Exception):
    """What is wrong with the sound."""


async def _speak(worker: WorkerPort, text: str, rate: int) -> bytes:
    pcm = bytearray()
    most = int(longest_s(text) * rate) * 2
    while True:
        for chunk in await worker.step((PROBE_STREAM,), _BUDGET_MS):
            if chunk.error is not None:
                raise _Unfit(f"failed: {chunk.message or chunk.error}")
            pcm += chunk.pcm  # one step at a time, so they come in order
            if len(pcm) > most:
                raise _Unfit("does not end")
            if chunk.end:
                return bytes(pcm)


def _unfit(spec: WorkerSpec, what: str) -> EngineUnavailable:
    return EngineUnavailable(f"engine {spec.name!r} was tried and its sound {what}")
