"""Pronunciation marks at each door: what is spoken, what the client is told, and the preview."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

from tests.faults.talking import talker, tone_config, tones
from tests.served import ServedNode, serve
from tts_node.text.pronounced import Pronunciation, mark

ABLE = {"name": "able", "supports": ["speed", "ipa"], "languages": ["en"]}
PLAIN = {"name": "tone", "languages": ["en"]}
TEXT = "Say [[həˈləʊ]] now."
SSML = '<speak>A <phoneme alphabet="x-sampa" ph="t@&quot;mA:t@U">tomato</phoneme>.</speak>'


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    config = tone_config({"voices": [PLAIN, ABLE]})
    with serve(tmp_path_factory.mktemp("node"), config=config) as served:
        yield served


def with_sounds(before: str, ipa: str, after: str, written: str = "") -> bytes:
    return tones(before + mark(Pronunciation(ipa), written) + after, voice="able", voices=[ABLE])


async def test_a_websocket_speaks_the_sounds_or_the_word_and_says_which(node: ServedNode) -> None:
    async with talker(node) as person:
        able = await person.speak(SSML, voice="able")
        plain = await person.speak(SSML, voice="tone")
    assert able.sound == with_sounds("A ", "təˈmɑːtəʊ", ".", "tomato")
    assert plain.sound == tones("A tomato.")
    assert able.only("warning") == []
    assert [warning["code"] for warning in plain.only("warning")] == ["pronunciation_ignored"]


async def test_text_in_pieces_is_spoken_like_the_whole(node: ServedNode) -> None:
    async with talker(node) as person:
        await person.send(type="speak", id="p", text="", more=True, voice="able")
        for piece in ("Say [", "[hə", "ˈləʊ]", "] now."):
            await person.send(type="append", id="p", text=piece)
        await person.send(type="end", id="p")
        heard = await person.until("done")
    assert heard.sound == with_sounds("Say ", "həˈləʊ", " now.")


async def test_a_preview_shows_the_mark_or_what_is_said_instead(node: ServedNode) -> None:
    async with talker(node) as person:
        able = await person.ask(type="preview", text=TEXT, voice="able")
        plain = await person.ask(type="preview", text=TEXT, voice="tone")
    assert [segment["text"] for segment in able["segments"]] == [TEXT]
    assert [segment["text"] for segment in plain["segments"]] == ["Say haloh now."]
    assert able["warnings"] == [] and "takes no phonemes" in plain["warnings"][0]
    assert (able["segments"][0]["start"], able["segments"][0]["end"]) == (0, len(TEXT))


@pytest.mark.parametrize("path", ["/v1/speak", "/v1/audio/speech"])
async def test_http_speaks_the_sounds_and_warns_in_a_header(node: ServedNode, path: str) -> None:
    openai = path.endswith("speech")
    sounds = {}
    async with httpx.AsyncClient(base_url=node.http, trust_env=False) as http:
        for voice in ("able", "tone"):
            body = (
                {"input": TEXT, "voice": voice, "model": "tts-1", "response_format": "pcm"}
                if openai
                else {"text": TEXT, "voice": voice, "format": {"container": "pcm"}}
            )
            answer = await http.post(path, json=body)
            assert answer.status_code == 200, answer.text
            sounds[voice] = answer
    assert "x-tts-warnings" not in sounds["able"].headers
    assert "takes no phonemes" in sounds["tone"].headers["x-tts-warnings"]
    if not openai:
        assert sounds["able"].content == with_sounds("Say ", "həˈləʊ", " now.")
        assert sounds["tone"].content == tones("Say haloh now.")
