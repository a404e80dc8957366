"""What of a text is markup, as each door takes it: `text_format` of a request and of a session."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.faults.talking import talker, tone_config, tones
from tests.served import ServedNode, serve
from tts_node.protocol import TEXT_FORMATS


@pytest.mark.parametrize("text_format", TEXT_FORMATS)
async def test_a_speak_takes_every_format(client, node, text_format):
    await client.send(type="speak", id="a", text="one", text_format=text_format)
    await client.until("done")
    assert node.speech.of("one").utterance.text_format == text_format


async def test_without_one_it_is_auto_and_a_sessions_holds_until_a_speak_has_its_own(client, node):
    await client.send(type="speak", id="a", text="one")
    await client.until("done")
    await client.send(type="session", text_format="plain")
    answer = await client.until("session")
    assert answer[-1]["text_format"] == "plain"
    await client.send(type="speak", id="b", text="two")
    await client.until("done")
    await client.send(type="speak", id="c", text="three", text_format="ssml")
    await client.until("done")
    formats = [node.speech.of(text).utterance.text_format for text in ("one", "two", "three")]
    assert formats == ["auto", "plain", "ssml"]


async def test_another_format_is_refused_with_those_that_there_are(client):
    await client.send(type="speak", id="a", text="one", text_format="latex")
    (error,) = [m for m in await client.until("error") if m["type"] == "error"]
    assert error["code"] == "bad_message"
    assert all(name in error["message"] for name in TEXT_FORMATS)


@pytest.fixture(scope="module")
def tone_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("node"), config=tone_config()) as node:
        yield node


async def test_warnings_reach_the_client_and_a_preview(tone_node: ServedNode) -> None:
    text = '<speak>One. <break time="200ms"/><shout>Two.</shout></speak>'
    async with talker(tone_node) as person:
        preview = await person.ask(type="preview", text=text)
        assert [segment["text"] for segment in preview["segments"]] == ["One.", "Two."]
        assert "shout" in preview["warnings"][0]
        heard = await person.speak(text)
        assert [(w["id"], w["code"]) for w in heard.only("warning")] == [(heard.done["id"], "ssml_ignored")]
        assert heard.sound == tones("One.") + bytes(2 * 4410) + tones("Two.")
        plain = await person.ask(type="preview", text="**x** y", text_format="plain")
        assert [segment["text"] for segment in plain["segments"]] == ["**x** y"]


async def test_marks_of_the_clients_own_come_over_the_websocket_and_nowhere_else(
    tone_node: ServedNode,
) -> None:
    text = '<speak><mark name="a"/>One <emphasis>two</emphasis>. <mark name="b"/></speak>'
    async with talker(tone_node) as person:
        heard = await person.speak(text)
    marks = heard.only("mark")
    assert [(mark["level"], mark["name"], mark["text_start"]) for mark in marks] == [
        ("mark", "a", 7),
        ("mark", "b", text.index('<mark name="b"/>')),
    ]
    assert marks[0]["start_ms"] == 0.0
    assert marks[1]["start_ms"] == marks[1]["end_ms"] == pytest.approx(heard.done["audio_ms"])
    assert heard.only("warning") == []
    async with httpx.AsyncClient(trust_env=False) as http:
        answer = await http.post(
            f"{tone_node.http}/v1/speak", json={"text": text, "format": {"container": "pcm"}}
        )
    assert answer.content == heard.sound


async def test_another_voice_speaks_and_a_preview_names_it(tone_node: ServedNode) -> None:
    text = '<speak>One. <voice name="tone-low">Two.</voice> <voice name="x">Three.</voice></speak>'
    async with talker(tone_node) as person:
        preview = await person.ask(type="preview", text=text)
        heard = await person.speak(text)
    assert [(segment["text"], segment.get("voice")) for segment in preview["segments"]] == [
        ("One.", None),
        ("Two.", "tone-low"),
        ("Three.", None),
    ]
    assert "`voice` x" in preview["warnings"][0]
    assert heard.sound == tones("One.") + tones("Two.", voice="tone-low") + tones("Three.")
    assert [warning["code"] for warning in heard.only("warning")] == ["ssml_ignored"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "said"), [("skip", ["Do:", "Done."]), ("announce", ["Do:", "Code block.", "Done."])]
)
async def test_a_block_of_code_is_passed_over_or_announced_as_the_configuration_says(
    tmp_path: Path, setting: str, said: list[str]
) -> None:
    text = "Do:\n```sh\nrm -rf x\n```\nDone."
    with serve(tmp_path, config=tone_config(text={"code_blocks": setting})) as node:
        async with talker(node) as person:
            heard = await person.speak(text)
            preview = await person.ask(type="preview", text=text)
    assert heard.sound == tones(*said)
    assert [segment["text"] for segment in preview["segments"]] == said
    assert [warning["code"] for warning in heard.only("warning")] == ["code_skipped"] * (setting == "skip")


@pytest.mark.slow
@pytest.mark.parametrize(("setting", "said"), [("skip", "It is hot"), ("name", "It is hot, fire")])
async def test_emoji_are_skipped_or_named_as_the_configuration_says(
    tmp_path: Path, setting: str, said: str
) -> None:
    with serve(tmp_path, config=tone_config(text={"emoji": setting})) as node:
        async with talker(node) as person:
            heard = await person.speak("It is hot 🔥", language="en")
            preview = await person.ask(type="preview", text="It is hot 🔥", language="en")
    assert heard.sound == tones(said)
    assert [segment["text"] for segment in preview["segments"]] == [said]
