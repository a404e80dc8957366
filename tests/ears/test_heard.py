"""What the node speaks is understood: real speech through a real node, heard by a speech recogniser."""

from __future__ import annotations

import asyncio
import io
from pathlib import Path

import av
import numpy as np
import pytest

from tests.ears.hearing import transcribe, word_errors
from tests.served import ServedNode
from tts_node.client import Audio, OutputFormat, Started, connect

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

LINES = (Path(__file__).parents[1] / "data" / "heard_sentences.txt").read_text().splitlines()
SENTENCES = [line for line in LINES if line and not line.startswith("#")]
RATE = 22_050


async def speak(node: ServedNode, text: str, **wishes: object) -> tuple[bytes, Started]:
    """All bytes of one utterance over a connection of its own, cache off."""
    async with connect(node.ws) as client:
        data, started = bytearray(), None
        async for event in client.speak(text, cache=False, **wishes):  # type: ignore[arg-type]
            if isinstance(event, Started):
                started = event
            elif isinstance(event, Audio):
                data += event.data
    assert started is not None and started.cached is False
    return bytes(data), started


def misheard(pairs: list[tuple[str, str]]) -> list[str]:
    """Each failing line with what was heard instead."""
    return [f"{text!r} was heard as {heard!r}" for text, heard in pairs if word_errors(text, heard)]


async def test_one_client_is_understood_word_for_word(speaking_node: ServedNode) -> None:
    pairs = []
    for text in SENTENCES:
        pcm, started = await speak(speaking_node, text)
        assert started.format.rate == RATE
        pairs.append((text, transcribe(pcm, RATE)))
    assert misheard(pairs) == []


async def test_eight_at_once_are_each_understood_and_nothing_is_crossed(speaking_node: ServedNode) -> None:
    pairs = []
    for at in range(0, 24, 8):
        texts = SENTENCES[at : at + 8]
        spoken = await asyncio.gather(*(speak(speaking_node, text) for text in texts))
        pairs += [(text, transcribe(pcm, RATE)) for text, (pcm, _) in zip(texts, spoken, strict=True)]
    assert misheard(pairs) == []


@pytest.mark.parametrize(
    "fmt",
    [
        OutputFormat("wav"),
        OutputFormat("ogg"),
        OutputFormat("mp3"),
        OutputFormat("flac"),
        OutputFormat("pcm", rate=16_000, channels=2),
        OutputFormat("wav", rate=8_000),
        OutputFormat("ogg", rate=16_000),
        OutputFormat("mp3", rate=48_000, channels=2),
        OutputFormat("flac", rate=48_000),
    ],
    ids=lambda fmt: f"{fmt.container}-{fmt.rate or 'own'}-{fmt.channels or 1}",
)
async def test_every_container_is_understood(speaking_node: ServedNode, fmt: OutputFormat) -> None:
    pairs = []
    for text in SENTENCES[:4]:
        data, started = await speak(speaking_node, text, format=fmt)
        if fmt.container == "pcm":
            assert (started.format.rate, started.format.channels) == (16_000, 2)
            pcm, rate = np.frombuffer(data, "<i2")[::2].tobytes(), 16_000
        else:
            pcm, rate = decode(data)
        pairs.append((text, transcribe(pcm, rate)))
    assert misheard(pairs) == []


async def test_text_in_pieces_cut_at_bad_places_is_understood(speaking_node: ServedNode) -> None:
    pairs = []
    for size, text in zip((1, 2, 3, 5, 7, 11), SENTENCES[6:12], strict=True):
        async with connect(speaking_node.ws) as client:
            utterance = client.speak("", more=True, cache=False)
            for at in range(0, len(text), size):
                await utterance.append(text[at : at + size])
            await utterance.end()
            pcm = b"".join([event.data async for event in utterance if isinstance(event, Audio)])
        pairs.append((text, transcribe(pcm, RATE)))
    assert misheard(pairs) == []


async def test_an_instruct_changes_the_voice_and_keeps_the_words(speaking_node: ServedNode) -> None:
    text = SENTENCES[1]
    plain, _ = await speak(speaking_node, text)
    slow, started = await speak(speaking_node, text, instruct="cheerful, a little slower")
    assert word_errors(text, transcribe(slow, RATE)) == 0
    assert len(slow) > len(plain)
    assert any("slower" in wish for wish in started.instruct_applied)


def decode(data: bytes) -> tuple[bytes, int]:
    """Mono s16le PCM and its rate, whatever the container."""
    with av.open(io.BytesIO(data)) as container:
        stream = container.streams.audio[0]
        resampler = av.AudioResampler(format="s16", layout="mono", rate=stream.rate)
        pcm = bytearray()
        for frame in container.decode(stream):
            for part in resampler.resample(frame):
                pcm += bytes(part.planes[0])[: part.samples * 2]
        for part in resampler.resample(None):
            pcm += bytes(part.planes[0])[: part.samples * 2]
        return bytes(pcm), stream.rate
