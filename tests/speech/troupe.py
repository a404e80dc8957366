"""Support: speech with supervised tone workers that can be recycled, without a server."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from tests.speech.stage import NO_GAPS
from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.speech.casting import SpeakDefaults
from tts_node.speech.speech import Speech, content_seed
from tts_node.speech.staff import Staff
from tts_node.speech.stage import LiveSettings
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.supervisor import Supervisor


@asynccontextmanager
async def troupe(
    engines: Mapping[str, Mapping[str, Any]],
    *,
    live: LiveSettings = NO_GAPS,
    fallback: Mapping[str, Sequence[str]] | None = None,
    defaults: SpeakDefaults | None = None,
    workers: int = 1,
    idle_unload_s: float | None = None,
    wait: bool = True,
    **supervisor: Any,
) -> AsyncIterator[tuple[Speech, dict[str, Staff]]]:
    """Engines of the type `tone` by name and settings. `supervisor`: options of each `Supervisor`."""
    staffs = {
        name: Staff(
            WorkerSpec(name, "tone", settings, load_timeout_s=30.0, step_timeout_s=10.0, stop_grace_s=1.0),
            workers=workers,
            idle_unload_s=idle_unload_s,
            supervisor=lambda spec, **own: Supervisor(spec, **{**own, **supervisor}),
        )
        for name, settings in engines.items()
    }
    speech = Speech(
        {name: staff.runner for name, staff in staffs.items()},
        cache=None,
        defaults=defaults,
        settings=live,
        fallback=fallback,
    )
    try:
        for staff in staffs.values():
            await staff.start()
        if wait:
            for staff in staffs.values():
                await staff.wait_ready(30)
        yield speech, staffs
    finally:
        await speech.close()
        for staff in staffs.values():
            await staff.close()


def tones(*sentences: str, voice: str = "tone", settings: Mapping[str, object] | None = None) -> bytes:
    """What a quiet run makes of an utterance of these sentences, without pauses between them."""
    return b"".join(
        expected_pcm(Segment(text, voice, language="en-US", seed=content_seed(voice, text)), settings)
        for text in sentences
    )


def letters(number: int) -> str:
    """A number as letters, which nobody reads in another way: 120 is `bca`."""
    return "".join("abcdefghij"[int(digit)] for digit in str(number))
