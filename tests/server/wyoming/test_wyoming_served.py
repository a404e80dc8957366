"""The Wyoming door of a real node, heard by the library's own client and measured by wyoming-bench."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.event import Eventable
from wyoming.info import Describe, Info, TtsProgram
from wyoming.ping import Ping, Pong
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

from tests.served import ServedNode, serve
from tts_node.engines.base import Segment
from tts_node.engines.tone import expected_pcm
from tts_node.speech.speech import content_seed

pytestmark = pytest.mark.slow

SETTINGS = {
    "voices": [
        {"name": "tone"},
        {"name": "slow-rate", "rate": 16_000},
        {"name": "many", "speakers": ["a", "b"]},
    ]
}
CONFIG = """
node: {embedded_voice: false}
engines:
  tone:
    type: tone
    step_timeout_s: 3
    settings:
      faults: true
      voices: [{name: tone}, {name: slow-rate, rate: 16000}, {name: many, speakers: [a, b]}]
audio: {gap_ms: 0}
styles: {quick: {speed: 2.0}}
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("wyoming") / "state", config=CONFIG) as node:
        yield node


@dataclass(slots=True)
class Answer:
    """All that came back for one utterance."""

    types: list[str] = field(default_factory=list)
    pcm: bytes = b""
    formats: set[tuple[int, int, int]] = field(default_factory=set)
    errors: list[Error] = field(default_factory=list)


@asynccontextmanager
async def connected(node: ServedNode) -> AsyncIterator[AsyncTcpClient]:
    async with AsyncTcpClient("127.0.0.1", node.wyoming_port, read_timeout=30) as client:
        yield client


async def send(client: AsyncTcpClient, *events: Eventable) -> None:
    for event in events:
        await client.write_event(event.event())


async def hear(client: AsyncTcpClient, ends: Callable[[str], bool] = AudioStop.is_type) -> Answer:
    answer = Answer()
    while True:
        event = await client.read_event()
        assert event is not None, f"hung up after {answer.types}"
        if not answer.types or answer.types[-1] != event.type:
            answer.types.append(event.type)
        if AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            answer.formats.add((start.rate, start.width, start.channels))
        elif AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            answer.formats.add((chunk.rate, chunk.width, chunk.channels))
            answer.pcm += chunk.audio
        elif Error.is_type(event.type):
            answer.errors.append(Error.from_event(event))
        if ends(event.type):
            return answer


def tones(*segments: str, voice: str = "tone", speaker: str | None = None) -> bytes:
    """What the tone engine says for these segments."""
    return b"".join(
        expected_pcm(Segment(text, voice, speaker=speaker, seed=content_seed(voice, text)), SETTINGS)
        for text in segments
    )


async def described(client: AsyncTcpClient) -> TtsProgram:
    await send(client, Describe())
    while True:
        event = await client.read_event()
        assert event is not None
        if Info.is_type(event.type):
            return Info.from_event(event).tts[0]


async def test_one_shot_gives_every_sample_of_every_segment(served: ServedNode) -> None:
    async with connected(served) as client:
        for _ in range(2):  # the second comes from the cache
            await send(client, Synthesize("Dinner is ready. Come down please."))
            answer = await hear(client)
            assert answer.types == ["audio-start", "audio-chunk", "audio-stop"]
            assert answer.formats == {(22_050, 2, 1)}
            assert answer.pcm == tones("Dinner is ready.", "Come down please.")


async def test_streamed_text_gives_the_same_samples_wherever_it_is_cut(served: ServedNode) -> None:
    text = "It is 21.5 degrees. The door is open. Good night."
    async with connected(served) as client:
        for size in (1, 3, 7, len(text)):
            pieces = [text[at : at + size] for at in range(0, len(text), size)]
            await send(client, SynthesizeStart(), *(SynthesizeChunk(piece) for piece in pieces))
            await send(client, Synthesize(text), SynthesizeStop())
            answer = await hear(client, SynthesizeStopped.is_type)
            assert answer.types == ["audio-start", "audio-chunk", "audio-stop", "synthesize-stopped"]
            assert answer.pcm == tones(
                "It is twenty-one point five degrees.", "The door is open.", "Good night."
            )


async def test_the_first_sentence_is_heard_while_the_text_is_still_open(served: ServedNode) -> None:
    async with connected(served) as client:
        await send(client, SynthesizeStart(), SynthesizeChunk("This is the first. And the sec"))
        heard = await hear(client, AudioChunk.is_type)
        assert heard.types == ["audio-start", "audio-chunk"]
        await send(client, SynthesizeChunk("ond."), SynthesizeStop())
        rest = await hear(client, SynthesizeStopped.is_type)
        assert heard.pcm + rest.pcm == tones("This is the first.", "And the second.")


async def test_voices_speakers_rates_and_styles_are_chosen_by_name(served: ServedNode) -> None:
    async with connected(served) as client:
        program = await described(client)
        voices = {voice.name: voice for voice in program.voices}
        assert sorted(voices) == sorted(
            ["tone", "tone|quick", "slow-rate", "slow-rate|quick", "many", "many|quick"]
        )
        assert [speaker.name for speaker in voices["many"].speakers or ()] == ["a", "b"]
        await send(client, Synthesize("Hello there.", SynthesizeVoice(name="slow-rate")))
        answer = await hear(client)
        assert answer.formats == {(16_000, 2, 1)}
        assert answer.pcm == tones("Hello there.", voice="slow-rate")
        await send(client, Synthesize("Hello there.", SynthesizeVoice(name="many", speaker="b")))
        assert (await hear(client)).pcm == tones("Hello there.", voice="many", speaker="b")
        await send(client, Synthesize("Hello there.", SynthesizeVoice(name="tone|quick")))
        answer = await hear(client)
        assert answer.errors == []
        assert len(answer.pcm) == pytest.approx(len(tones("Hello there.")) / 2, rel=0.01)


@pytest.mark.parametrize("text", ["", "…", "🙂 🎉", "?!"])
async def test_t09_text_without_words_is_an_error_when_sent_whole_and_silence_when_streamed(
    served: ServedNode, text: str
) -> None:
    async with connected(served) as client:
        await send(client, Synthesize(text))
        answer = await hear(client)
        assert answer.types == ["error", "audio-stop"]
        assert answer.errors[0].code == "empty_text"
        await send(client, SynthesizeStart(), SynthesizeChunk(text), SynthesizeStop())
        answer = await hear(client, SynthesizeStopped.is_type)
        assert answer.types == ["audio-start", "audio-stop", "synthesize-stopped"]


async def test_t08_no_tag_is_spoken(served: ServedNode) -> None:
    text = '<speak>Hi there <break time="400ms"/><emphasis level="none">friend</emphasis>.</speak>'
    async with connected(served) as client:
        await send(client, Synthesize(text, text_format="ssml"))
        pause = bytes(2 * round(22_050 * 0.4))
        assert (await hear(client)).pcm == tones("Hi there") + pause + tones("friend.")


async def test_an_engine_that_fails_is_told_and_the_connection_goes_on(served: ServedNode) -> None:
    async with connected(served) as client:
        await send(client, SynthesizeStart(), SynthesizeChunk("All !fail is lost. "), SynthesizeStop())
        answer = await hear(client, SynthesizeStopped.is_type)
        assert answer.types[-3:] == ["error", "audio-stop", "synthesize-stopped"]
        assert [error.code for error in answer.errors] == ["engine_failed"]
        await send(client, Synthesize("It goes on."))
        assert (await hear(client)).pcm == tones("It goes on.")


async def test_w07_eight_clients_at_once_each_hear_their_own_words(served: ServedNode) -> None:
    async def one(number: int) -> bool:
        name = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hanna")[number]
        texts = [f"{name} says {word}." for word in ("alpha", "beta", "gamma")]
        async with connected(served) as client:
            for text in texts:
                if number % 2:
                    await send(client, Synthesize(text))
                    answer = await hear(client)
                else:
                    pieces = [SynthesizeChunk(text[:9]), SynthesizeChunk(text[9:])]
                    await send(client, SynthesizeStart(), *pieces, Synthesize(text), SynthesizeStop())
                    answer = await hear(client, SynthesizeStopped.is_type)
                assert answer.pcm == tones(text)
        return True

    assert await asyncio.gather(*(one(number) for number in range(8))) == [True] * 8


async def test_describe_is_answered_before_what_is_being_made(served: ServedNode) -> None:
    async with connected(served) as busy, connected(served) as other:
        # The engine hangs in this sentence until its process is replaced, seconds later.
        await send(busy, Synthesize("Before !hang after."), Ping("and?"))
        while True:
            event = await busy.read_event()
            assert event is not None
            if Pong.is_type(event.type):
                break
        assert (await described(other)).name == "tts-node"
        assert (await described(busy)).name == "tts-node"
        # Both came although the sentence is not answered yet.
        answer = await hear(busy)
        assert answer.types[-1] == "audio-stop"


@pytest.mark.parametrize("mode", ["non_streaming", "streaming"])
async def test_an_independent_client_finds_no_fault(served: ServedNode, mode: str) -> None:
    bench = Path(sys.executable).with_name("wyoming-bench")
    command = [str(bench), "tts", f"127.0.0.1:{served.wyoming_port}", "--mode", mode, "--rounds", "3"]
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    out, _ = await asyncio.wait_for(process.communicate(), 100)
    assert process.returncode == 0, out.decode()
    (counts,) = re.findall(rf"\[{mode}\] ok=(\d+) fail=(\d+)", out.decode())
    assert int(counts[0]) >= 12, out.decode()
    assert int(counts[1]) == 0, out.decode()


def test_start_up_says_where_wyoming_is_and_for_whom(served: ServedNode, tmp_path: Path) -> None:
    assert f"Wyoming at tcp://127.0.0.1:{served.wyoming_port}" in served.lines
    closed = CONFIG + "server: {require_token: true}\n"
    with serve(tmp_path / "closed", config=closed) as node:
        (line,) = [line for line in node.lines if "Wyoming" in line]
        assert line.startswith("no Wyoming: speaking needs a token")
    listed = closed + "wyoming: {allow: [127.0.0.1]}\n"
    with serve(tmp_path / "listed", config=listed) as node:
        (line,) = [line for line in node.lines if "Wyoming" in line]
        assert (
            line == f"Wyoming at tcp://127.0.0.1:{node.wyoming_port} for 127.0.0.1 alone (it has no tokens)"
        )
