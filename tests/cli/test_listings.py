"""`voices`, `discover` and `preview`."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from fake_node import Peer, fake_node

from tts_node import discovery
from tts_node.cli import main
from tts_node.discovery import FoundNode
from tts_node.protocol import Preview, PreviewAnswer, Voices, VoicesAnswer

VOICES = (
    {
        "name": "joe",
        "languages": ["en-US"],
        "rate": 22_050,
        "engine": "piper",
        "speakers": [],
        "streaming": "chunks",
        "note": "",
        "default": True,
    },
    {
        "name": "many",
        "languages": ["de-DE", "en-GB"],
        "rate": 16_000,
        "engine": "piper",
        "speakers": ["a", "b"],
        "streaming": "whole",
        "note": "cannot be cut",
    },
    {"name": "of a newer node"},
)
SEGMENT = {"text": "It is half past seven.", "language": "en", "start": 0, "end": 15}


async def answers(peer: Peer) -> None:
    while True:
        message = await peer.hear()
        if isinstance(message, Voices):
            await peer.say(VoicesAnswer(voices=VOICES, ref=message.ref))
        elif isinstance(message, Preview):
            assert (message.text, message.language, message.voice) == ("It is 7:30.", "en", "joe")
            segment = {**SEGMENT, "news": True}
            await peer.say(PreviewAnswer(segments=(segment,), warnings=("w",), ref=message.ref))


async def run(*words: str) -> int:
    return await asyncio.to_thread(main, list(words))


async def test_voices_are_listed_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    async with fake_node(answers) as url:
        assert await run("voices", "--url", url) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].split() == ["voice", "languages", "engine", "rate", "streams"]
        assert "joe" in lines[1] and "inside sentences" in lines[1] and "default" in lines[1]
        assert (
            "de-DE, en-GB" in lines[2]
            and "2 speakers; cannot be cut" in lines[2]
            and "by sentences" in lines[2]
        )
        assert len(lines) == 4
        assert await run("voices", "--url", url, "--json") == 0
        assert json.loads(capsys.readouterr().out) == list(VOICES)


async def test_styles_are_listed_below_the_voices(capsys: pytest.CaptureFixture[str]) -> None:
    async def with_styles(peer: Peer) -> None:
        while isinstance(message := await peer.hear(), Voices):
            await peer.say(VoicesAnswer(voices=VOICES[:1], styles=("news", "night"), ref=message.ref))

    async with fake_node(with_styles) as url:
        assert await run("voices", "--url", url) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2:] == ["styles, to be put behind a voice's name (NAME|news): news, night"]


async def test_preview_without_a_node_reads_by_local_rules(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = "First one. Second one!"
    assert await run("preview", text, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert list(answer) == ["segments", "warnings"]
    assert [list(s) for s in answer["segments"]] == [["text", "language", "start", "end"]] * 2
    assert [text[s["start"] : s["end"]].strip() for s in answer["segments"]] == ["First one.", "Second one!"]
    assert answer["warnings"] == []
    assert await run("preview", "First one. Second one!") == 0
    assert capsys.readouterr().out.splitlines() == ["First one.", "Second one!"]


async def test_preview_reads_with_the_household_s_words(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "words.yaml").write_text("words: {any: {Lars: Larsch}}\nunits: {en: {zz: zeds}}\n")
    (tmp_path / "config.yaml").write_text("text: {lexicon: words.yaml}\n")
    for option in (("--lexicon", str(tmp_path / "words.yaml")), ("--config", str(tmp_path / "config.yaml"))):
        assert await run("preview", "Lars has 5 zz.", *option) == 0
        assert capsys.readouterr().out == "Larsch has five zeds.\n"
    assert await run("preview", "Lars", "--lexicon", str(tmp_path / "nothing.yaml")) == 1
    assert "nothing.yaml: No such file or directory" in capsys.readouterr().err
    (tmp_path / "words.yaml").write_text("wrds: 1\n")
    assert await run("preview", "Lars", "--config", str(tmp_path / "config.yaml")) == 1
    assert "line 1: wrds: unknown key; did you mean `words`?" in capsys.readouterr().err


async def test_preview_names_emoji_where_the_configuration_does(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "config.yaml").write_text("text: {emoji: name}\n")
    assert await run("preview", "It is hot 🔥") == 0
    assert await run("preview", "It is hot 🔥", "--config", str(tmp_path / "config.yaml")) == 0
    assert capsys.readouterr().out == "It is hot\nIt is hot, fire\n"


async def test_preview_at_a_node_asks_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("preview", "It is", "7:30.", "--language", "en", "--voice", "joe")
    async with fake_node(answers) as url:
        assert await run(*words, "--url", url, "--json") == 0
        assert json.loads(capsys.readouterr().out) == {"segments": [SEGMENT], "warnings": ["w"]}
        assert await run(*words, "--url", url) == 0
        out, err = capsys.readouterr()
        assert (out, err) == ("It is half past seven.\n", "tts-node: w\n")


async def test_preview_asks_the_node_of_the_environment_unless_this_machine_s_words_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = ("preview", "It is 7:30.", "--language", "en")
    (tmp_path / "lexicon.yaml").write_text("words: {any: {It: That}}\n")
    async with fake_node(answers) as url:
        monkeypatch.setenv("TTS_NODE_URL", url)
        assert await run(*words, "--voice", "joe") == 0
        assert capsys.readouterr() == ("It is half past seven.\n", "tts-node: w\n")
        assert await run(*words, "--lexicon", str(tmp_path / "lexicon.yaml")) == 0
        assert capsys.readouterr() == ("That is seven thirty.\n", "")


async def test_nodes_are_listed_and_none_is_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = [
        FoundNode("bath", "id-2", ("fd00::2",), 8751, "/v1/ws", "0.2.0", 1, 1, auth=True, tls=True),
        FoundNode("kitchen", "id-1", ("192.168.1.20",), 8750, "/v1/ws", "0.1.0", 1, 1, auth=False, tls=False),
    ]
    waited: list[float] = []

    async def browse(timeout_s: float, **options: Any) -> list[FoundNode]:
        waited.append(timeout_s)
        return there

    monkeypatch.setattr(discovery, "browse", browse)
    assert await run("discover") == 0
    bath, kitchen = capsys.readouterr().out.splitlines()
    assert "wss://[fd00::2]:8751/v1/ws" in bath and "wants a token" in bath
    assert "ws://192.168.1.20:8750/v1/ws" in kitchen and "token" not in kitchen
    assert await run("discover", "--json", "--timeout", "0.5") == 0
    listed = json.loads(capsys.readouterr().out)
    assert [(n["name"], n["url"]) for n in listed] == [(n.name, n.url) for n in there]
    assert waited == [3.0, 0.5]
    there.clear()
    assert await run("discover", "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out) == [] and "no node answered" in err


@pytest.mark.parametrize("command", ("voices", "preview"))
async def test_a_node_that_is_not_there_is_one_sentence(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (command, "x") if command == "preview" else (command,)
    assert await run(*words, "--url", "127.0.0.1:1") == 1
    assert (
        capsys.readouterr().err == "tts-node: nothing answers at ws://127.0.0.1:1/v1/ws: Connection refused\n"
    )
