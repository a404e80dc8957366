"""A word is corrected once for a real node: heard at every door, by every way to correct it, at once."""

# ruff: noqa: ASYNC110  (small files in a test's own folder)

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from wyoming.audio import AudioChunk, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.tts import Synthesize

from tests.faults.talking import status, talker, tone_config, tones
from tests.served import ServedNode, serve
from tts_node.cli import main
from tts_node.client import ServerError, connect
from tts_node.client.sync import connect as connect_plainly
from tts_node.lexicon.file import parse

CONFIG = tone_config(cache={"enabled": True})


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("lexicon") / "state", config=CONFIG) as served:
        yield served


@pytest.fixture(autouse=True)
async def _no_words(node: ServedNode) -> None:
    """Every test begins with an empty lexicon."""
    await saved(node, "")


def lexicon_of(node: ServedNode) -> Path:
    return node.state_dir / "lexicon.yaml"


async def saved(node: ServedNode, text: str) -> None:
    """Replace the file as editors do; returns once the node has seen it."""
    new = lexicon_of(node).with_suffix(".edited")
    new.write_text(text, encoding="utf-8")
    new.replace(lexicon_of(node))
    wanted = [entry.as_json() for entry in parse(text).entries]
    async with asyncio.timeout(30), http(node, node.token()) as client:
        while True:
            held = (await client.get("/v1/admin/lexicon")).json()
            if held["error"] is None and held["entries"] == wanted:
                return
            await asyncio.sleep(0.05)


def http(node: ServedNode, token: str | None = None) -> httpx.AsyncClient:
    headers = {} if token is None else {"authorization": f"Bearer {token}"}
    return httpx.AsyncClient(base_url=node.http, trust_env=False, timeout=30, headers=headers)


async def heard_over_wyoming(node: ServedNode, text: str) -> bytes:
    sound = b""
    async with AsyncTcpClient("127.0.0.1", node.wyoming_port, read_timeout=30) as client:
        await client.write_event(Synthesize(text=text).event())
        while (event := await client.read_event()) is not None and not AudioStop.is_type(event.type):
            if AudioChunk.is_type(event.type):
                sound += AudioChunk.from_event(event).audio
    return sound


@pytest.mark.slow
async def test_a_saved_word_is_heard_at_every_door(node: ServedNode) -> None:
    await saved(node, "words:\n  any:\n    Siobhan: Shivawn\n")
    wanted = tones("Shivawn is home.")
    async with talker(node) as person:
        assert (await person.speak("Siobhan is home.")).sound == wanted
        await person.send(type="speak", id="cut", text="Sio", more=True)
        for piece in ("bh", "an is ho", "me."):
            await person.send(type="append", id="cut", text=piece)
        await person.send(type="end", id="cut")
        assert (await person.until("done")).sound == wanted
        for text_format, text in (
            ("markdown", "**Siobhan** is home."),
            ("ssml", "<speak>Siobhan is home.</speak>"),
            ("plain", "Siobhan is home."),
        ):
            assert (await person.speak(text, text_format=text_format)).sound == wanted
        shown = await person.ask(type="preview", text="Siobhan is home.")
        assert shown["segments"] == [
            {"text": "Shivawn is home.", "language": "en-US", "start": 0, "end": 16}
        ]  # fmt: skip
    async with http(node) as client:
        body = {"text": "Siobhan is home.", "format": {"container": "pcm"}}
        assert (await client.post("/v1/speak", json=body)).content == wanted
        openai = {"input": "Siobhan is home.", "model": "tts-1", "voice": "alloy", "response_format": "pcm"}
        answer = await client.post("/v1/audio/speech", json=openai)
        assert answer.status_code == 200 and abs(len(answer.content) - len(wanted) * 24_000 / 22_050) < 200
    assert await heard_over_wyoming(node, "Siobhan is home.") == wanted


@pytest.mark.slow
async def test_marks_and_text_spoken_speak_of_the_clients_own_letters(node: ServedNode) -> None:
    await saved(node, "words:\n  any:\n    Home Assistant: the house that we live in\n")
    text = "Here is Home Assistant. It is late."
    async with talker(node) as person:
        heard = await person.speak(text, marks=True)
    marks = [m for m in heard.only("mark") if m["level"] == "sentence"]
    assert [text[m["text_start"] : m["text_end"]] for m in marks] == [
        "Here is Home Assistant.",
        "It is late.",
    ]
    assert heard.sound == tones("Here is the house that we live in.", "It is late.")
    assert heard.done["text_sent"] == len(text)


@pytest.mark.slow
async def test_nothing_stale_is_spoken_after_a_change(node: ServedNode) -> None:
    """The cache is asked for what is spoken, not for what was written."""
    async with talker(node) as person:
        for said in ("Lars", "Larsch", "Lasse", "Larsch"):
            if said != "Lars":
                await saved(node, f"words:\n  any:\n    Lars: {said}\n")
            heard = await person.speak("Lars is here.")
            assert heard.sound == tones(f"{said} is here.")
        assert heard.start["cached"] is True, "it was made before"


@pytest.mark.slow
async def test_a_text_that_began_before_the_change_goes_on_as_it_began(node: ServedNode) -> None:
    async with talker(node) as person:
        await person.send(type="speak", id="a", text="Lars. ", more=True)
        await person.until("start")
        await saved(node, "words:\n  any:\n    Lars: Larsch\n")
        await person.send(type="append", id="a", text="Lars.")
        await person.send(type="end", id="a")
        first = (await person.until("done")).sound
        assert first.endswith(tones("Lars.")) and not first.endswith(tones("Larsch."))
        assert (await person.speak("Lars.")).sound == tones("Larsch.")


@pytest.mark.slow
async def test_a_broken_edit_is_told_and_the_old_words_go_on(node: ServedNode) -> None:
    await saved(node, "words:\n  any:\n    Lars: Larsch\n")
    lexicon_of(node).write_text("words:\n  any:\n    Lars: {sey: Larsch}\n")
    async with asyncio.timeout(30):
        while (told := (await status(node))["lexicon"])["error"] is None:
            await asyncio.sleep(0.05)
    sentence = "line 3: words.any.Lars.sey: unknown key; did you mean `say`?"
    assert told == {
        "path": str(lexicon_of(node)), "words": 1, "units": 0, "abbreviations": 0, "error": sentence,
    }  # fmt: skip
    async with http(node) as client, talker(node) as person:
        answer = await client.get("/readyz")
        assert answer.status_code == 200 and any(sentence in reason for reason in answer.json()["missing"])
        assert (await person.speak("Lars.")).sound == tones("Larsch.")


async def test_words_are_corrected_over_http(node: ServedNode) -> None:
    async with http(node, node.token()) as client:
        answer = await client.post("/v1/admin/lexicon/add", json={"written": "Lars", "say": "Larsch"})
        entry = {"kind": "word", "written": "Lars", "language": None, "say": "Larsch", "case": "any"}
        assert answer.json() == {"entry": entry, "replaced": False}
        async with talker(node) as person:
            assert (await person.speak("Lars.")).sound == tones("Larsch."), "at once"
        unit = {"kind": "unit", "written": "zz", "language": "en", "say": "zeds", "one": "zed"}
        assert (await client.post("/v1/admin/lexicon/add", json=unit)).status_code == 200
        short = {"kind": "abbreviation", "written": "Apt.", "say": "apartment"}
        assert (await client.post("/v1/admin/lexicon/add", json=short)).status_code == 200
        answer = await client.get("/v1/admin/lexicon")
        assert [each["written"] for each in answer.json()["entries"]] == ["Lars", "zz", "Apt."]
        assert (answer.json()["path"], answer.json()["error"]) == (str(lexicon_of(node)), None)
        answer = await client.post("/v1/admin/lexicon/test", json={"text": "Say Lars 2 zz, Apt. Four."})
        assert answer.json() == {
            "language": "en-US",
            "segments": ["Say Larsch two zeds, apartment Four."],
            "found": [
                {"start": 4, "end": 8, "entry": entry},
                {"start": 15, "end": 19, "entry": answer.json()["found"][1]["entry"]},
            ],
        }
        answer = await client.post("/v1/admin/lexicon/remove", json={"written": "lars"})
        assert answer.json() == {"entry": entry}
        answer = await client.post("/v1/admin/lexicon/remove", json={"written": "lars"})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        answer = await client.post("/v1/admin/lexicon/add", json={"written": "Lars", "say": "…"})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_lexicon")


@pytest.mark.parametrize("kind", [None, "speak"])
async def test_without_the_admin_token_nobody_sees_or_changes_them(
    node: ServedNode, kind: str | None
) -> None:
    token = None if kind is None else node.token("speak")
    async with http(node, token) as client:
        answers = [await client.get("/v1/admin/lexicon")]
        for verb, body in (
            ("add", {"written": "Lars", "say": "x"}),
            ("remove", {"written": "a"}),
            ("test", {}),
        ):
            answers.append(await client.post(f"/v1/admin/lexicon/{verb}", json=body))
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(401, "unauthorized")] * 4
    async with connect(node.ws, token=token) as speaker:
        for refused in (
            speaker.lexicon(),
            speaker.add_to_lexicon("Lars", say="x"),
            speaker.remove_from_lexicon("Lars"),
            speaker.test_lexicon("Lars"),
        ):
            with pytest.raises(ServerError) as error:
                await refused
            assert error.value.code == "unauthorized"
    assert lexicon_of(node).read_text() == ""


async def test_the_python_client_corrects_words(node: ServedNode) -> None:
    async with asyncio.timeout(60), connect(node.ws, token=node.token()) as client:
        told = await client.add_to_lexicon("Lars", say="Larsch")
        assert (told.entry["say"], told.replaced) == ("Larsch", False)
        assert (await client.add_to_lexicon("lars", ipa="laʃ", language="de")).replaced is False
        assert (await client.add_to_lexicon("Lars", say="Lasse", case="exact")).replaced is True
        listed = await client.lexicon()
        assert [(e["written"], e["language"]) for e in listed.entries] == [("Lars", None), ("lars", "de")]
        assert listed.path == str(lexicon_of(node)) and listed.error is None
        tried = await client.test_lexicon("Tell Lars and lars.")
        assert tried.segments == ("Tell Lasse and lars.",)
        assert [(found["start"], found["end"]) for found in tried.found] == [(5, 9)]
        tried = await client.test_lexicon("lars", language="de")
        assert (tried.language, tried.found[0]["entry"]["ipa"]) == ("de", "laʃ")
        assert (await client.remove_from_lexicon("Lars"))["say"] == "Lasse"
        with pytest.raises(ServerError) as refused:
            await client.add_to_lexicon("Lars", ipa="a", pinyin="b")
        assert refused.value.code == "bad_lexicon"


def test_the_plain_client_has_the_same_calls(node: ServedNode) -> None:
    with connect_plainly(node.ws, token=node.token()) as client:
        assert client.add_to_lexicon("Lars", say="Larsch").replaced is False
        assert client.lexicon().entries[0]["written"] == "Lars"
        assert client.test_lexicon("Lars").segments == ("Larsch",)
        assert client.remove_from_lexicon("Lars")["written"] == "Lars"


def test_the_command_line_corrects_words(
    node: ServedNode, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TTS_NODE_CONFIG", raising=False)

    def run(*words: str) -> tuple[int, str, str]:
        code = main([*words, "--url", node.http, "--state-dir", str(node.state_dir)])
        told = capsys.readouterr()
        return code, told.out, told.err

    code, out, _ = run("lexicon")
    assert (code, out.startswith("no words yet; `tts-node lexicon add WORD --say HOW`")) == (0, True)
    assert run("lexicon", "add", "Lars", "--say", "Larsch") == (0, "Lars is in the lexicon: Larsch\n", "")
    assert run("lexicon", "add", "Lars", "--say", "Lasse") == (0, "Lars is said differently now: Lasse\n", "")
    assert run("lexicon", "add", "Nguyen", "--ipa", "ŋwiən", "--language", "de")[0] == 0
    unit = ("lexicon", "add", "zz", "--kind", "unit", "--say", "zeds", "--one", "zed", "--language", "en")
    assert run(*unit) == (0, "zz is in the lexicon: zeds\n", "")
    _, out, _ = run("lexicon", "list")
    assert [line.split() for line in out.splitlines()] == [
        ["word", "is", "said", "language", "kind", "case"],
        ["Lars", "Lasse", "any", "word", "any"],
        ["Nguyen", "/ŋwiən/", "de", "word", "any"],
        ["zz", "zeds", "en", "unit", "exact"],
    ]
    _, out, _ = run("lexicon", "--json")
    assert [entry["written"] for entry in json.loads(out)["entries"]] == ["Lars", "Nguyen", "zz"]
    assert run("lexicon", "test", "Lars has", "1 zz.") == (0, "Lasse has one zed.\n  Lars -> Lasse\n", "")
    _, out, _ = run("lexicon", "test", "Lars", "--json")
    assert json.loads(out)["segments"] == ["Lasse"]
    code, _, err = run("lexicon", "remove", "Nguyen")
    told = "tts-node: the lexicon has no word `Nguyen` for all languages; it has the word for de\n"
    assert (code, err) == (1, told)
    assert run("lexicon", "remove", "Nguyen", "--language", "de")[0] == 0
    assert run("lexicon", "remove", "zz", "--language", "en", "--kind", "unit")[0] == 0
    code, _, err = run("lexicon", "add", "🙂", "--say", "smile")
    assert (code, "nothing of it is in a text" in err) == (1, True)
    code, _, err = run("lexicon", "list", "--token", "wrong")
    assert (code, "the token is wrong" in err) == (1, True)
