"""What an utterance that is over leaves in memory (R01): nothing that only the garbage collector would find.

Encoders hold megabytes outside of the heap of Python, which the collector neither counts nor hurries for.
"""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tests.speech.stage import hear, tone_speech
from tts_node.audio.format import OutputFormat
from tts_node.speech.rendering import Rendering
from tts_node.speech.utterance import Audio, Utterance

MP3 = OutputFormat("mp3", 44_100)


@pytest.fixture(autouse=True)
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _renderings() -> int:
    return sum(isinstance(found, Rendering) for found in gc.get_objects())


async def test_R01_one_that_was_heard_goes_with_its_last_reference() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("One. Two.", format=MP3))
        await hear(live)
        assert _renderings() == 0
        gone = weakref.ref(live)
        del live
        assert gone() is None


async def test_R01_one_that_was_cancelled_goes_with_its_last_reference() -> None:
    async with tone_speech() as (speech, _, _):
        live = speech.speak(Utterance("One. Two.", format=MP3))
        async for event in live:
            if isinstance(event, Audio):
                live.cancel()
        assert _renderings() == 0
        gone = weakref.ref(live)
        del live
        assert gone() is None
