"""Does each engine speak? Loaded and tried in a child process, as the node does it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tts_node.cli.doctor_finding import Finding
from tts_node.config import Config
from tts_node.engine_specs import worker_spec
from tts_node.engines.base import Segment
from tts_node.errors import EngineError, NodeError, Runaway
from tts_node.state import StateFolder
from tts_node.workers.worker import Worker

_TEXT = "This machine can speak."
_MOST_STEPS = 2_000


@dataclass(frozen=True, slots=True)
class Trial:
    """How the trial sentence went."""

    first_sound_ms: float
    audio_ms: float
    wall_ms: float

    @property
    def rtf(self) -> float:
        return self.wall_ms / self.audio_ms


async def check_engine(settings: Config, state: StateFolder, name: str) -> Finding:
    """Load the engine and speak one sentence with its first voice."""
    label = f"engine {name}"
    try:
        worker = await Worker.start(worker_spec(name, settings, state))
        try:
            voice = worker.info.voices[0].name
            trial = await _speak(worker)
        finally:
            await worker.stop()
    except NodeError as error:
        return Finding(label, "fail", str(error), _advice(str(error)))
    message = (
        f"{voice} speaks: first sound after {trial.first_sound_ms:.0f} ms, "
        f"real-time factor {trial.rtf:.2f}, loaded in {worker.load_ms / 1000:.1f} s"
    )
    if trial.rtf >= 1.0:
        return Finding(
            *(label, "warn", f"{message}; slower than real time"),
            "a smaller voice (quality low or x_low), or a faster machine",
        )
    return Finding(label, "ok", message)


async def _speak(worker: Worker) -> Trial:
    voice = worker.info.voices[0]
    started = time.monotonic()
    first_ms: float | None = None
    size = 0
    worker.open(1, Segment(_TEXT, voice.name))
    try:
        for _ in range(_MOST_STEPS):
            for chunk in await worker.step([1], 40.0):
                if chunk.error is not None:
                    raise EngineError(chunk.message or chunk.error)
                size += len(chunk.pcm)
                if first_ms is None and size:
                    first_ms = (time.monotonic() - started) * 1000
                if chunk.end:
                    if first_ms is None:
                        raise EngineError("the engine made no sound")
                    wall_ms = (time.monotonic() - started) * 1000
                    return Trial(first_ms, size / 2 / voice.rate * 1000, wall_ms)
        raise Runaway(f"no end after {_MOST_STEPS} steps")
    finally:
        worker.close(1)


def _advice(message: str) -> str:
    if "signal 4" in message:
        return "the installed wheels are not built for this CPU; a 64-bit system on a newer board works"
    if "signal 9" in message:
        return "probably out of memory; end something else or take a smaller voice"
    return "start again with `scripts/serve`; if it stays, see the message above"
