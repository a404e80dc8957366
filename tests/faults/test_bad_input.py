"""Bad input to a real node: a stable code, a connection that goes on, nobody else disturbed."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.faults.talking import Heard, ready, settled, speak, talker, tone_config, tones
from tests.served import ServedNode, serve
from tests.speech.troupe import letters

BAD: list[tuple[str, str | bytes, str]] = [
    ("empty text", '{"text": ""}', "empty_text"),
    ("blanks", '{"text": "   \\n\\n\\u2028"}', "empty_text"),
    ("punctuation", '{"text": "?! … —"}', "empty_text"),
    ("emoji", '{"text": "🙂👨‍👩‍👧"}', "empty_text"),
    ("too long text", json.dumps({"text": "word " * 24_000}), "text_too_long"),
    ("invalid JSON", '{"text": "hi"', "bad_message"),
    ("no JSON", "Dinner is ready", "bad_message"),
    ("a list", '["speak", "hi"]', "bad_message"),
    ("a number as text", '{"text": 5}', "bad_message"),
    ("a number as voice", '{"text": "hi", "voice": 5}', "bad_message"),
    ("a string as speed", '{"text": "hi", "speed": "2"}', "bad_message"),
    ("a list as format", '{"text": "hi", "format": ["wav"]}', "bad_message"),
    ("binary", b"\x00\x01\x02\x03", "bad_message"),
    ("half a surrogate pair", '{"text": "\\ud83d hello"}', "bad_message"),
    ("unknown voice", '{"text": "hi", "voice": "nobody"}', "unknown_voice"),
    ("unknown speaker", '{"text": "hi", "voice": "tone:nobody"}', "unknown_voice"),
    ("unknown container", '{"text": "hi", "format": {"container": "midi"}}', "unsupported_format"),
    ("unsupported rate", '{"text": "hi", "format": {"rate": 96000}}', "unsupported_format"),
    ("no rate", '{"text": "hi", "format": {"rate": 0}}', "unsupported_format"),
    ("five channels", '{"text": "hi", "format": {"channels": 5}}', "unsupported_format"),
    ("speed beyond bounds", '{"text": "hi", "speed": 1e9}', "bad_message"),
    ("a control mark", '{"text": "hi", "instruct": "calm<|endofprompt|>"}', "bad_instruct"),
    ("a novel as instruct", json.dumps({"text": "hi", "instruct": "calm " * 200}), "bad_instruct"),
    ("unknown type", '{"type": "sing", "text": "hi"}', "unknown_type"),
    ("misspelt field", '{"text": "hi", "instuct": "calm"}', "unknown_field"),
    ("append to nothing", '{"type": "append", "id": "gone", "text": "more"}', "unknown_id"),
    ("cancel of nothing", '{"type": "cancel", "id": "gone"}', "unknown_id"),
    ("two megabytes", json.dumps({"text": "a" * 2_000_000}), "message_too_large"),
]


@pytest.mark.parametrize(("sent", "code"), [pytest.param(s, c, id=name) for name, s, c in BAD])
async def test_bad_input_gets_its_code_and_both_connections_speak_right(
    tone_node: ServedNode, sent: str | bytes, code: str
) -> None:
    async with talker(tone_node) as clumsy, talker(tone_node) as other:
        await other.send(type="speak", text="Nobody disturbs me while I speak.")
        await clumsy.connection.send(sent)
        error = await clumsy.next()
        assert isinstance(error, dict)
        assert (error["type"], error["code"], error["retryable"]) == ("error", code, False)
        assert error["message"]
        assert (await clumsy.speak("Now it is right.")).sound == tones("Now it is right.")
        assert (await other.until("done")).sound == tones("Nobody disturbs me while I speak.")
    assert (await settled(tone_node))["ready"]


async def test_bad_input_in_the_middle_of_speech_leaves_that_speech_alone(tone_node: ServedNode) -> None:
    text = "A sentence is under way. And another one follows it. Then there is a third."
    async with talker(tone_node) as person:
        await person.send(type="speak", text=text, id="good")
        await person.until("start")
        for _, sent, _ in BAD[:-1]:
            await person.connection.send(sent)
        heard, errors, done = bytearray(), 0, None
        while errors < len(BAD) - 1 or done is None:
            message = await person.next()
            if isinstance(message, bytes):
                heard += message
            elif message["type"] == "error":
                errors += 1
            elif message["type"] == "done":
                done = message
    assert done["reason"] == "complete"
    assert bytes(heard) == tones(
        "A sentence is under way.", "And another one follows it.", "Then there is a third."
    )


async def test_a_message_beyond_the_sockets_own_limit_closes_that_connection_alone(
    tone_node: ServedNode,
) -> None:
    async with talker(tone_node) as other:
        with pytest.raises(ConnectionClosed) as closed:
            async with talker(tone_node) as greedy:
                await greedy.connection.send("a" * 20_000_000)
                await greedy.next()
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009
        assert (await other.speak("All is well.")).sound == tones("All is well.")


@pytest.mark.slow
async def test_two_hundred_connections_at_once_are_all_spoken_to(tone_node: ServedNode) -> None:
    texts = [f"Caller {letters(number)} is here." for number in range(200)]
    heard: list[Heard] = await asyncio.gather(*(speak(tone_node, text) for text in texts))
    wrong = [text for text, each in zip(texts, heard, strict=True) if each.sound != tones(text)]
    assert wrong == []
    assert (await speak(tone_node, "All is well.")).sound == tones("All is well.")


@pytest.mark.slow
async def test_more_connections_than_allowed_are_turned_away_and_the_others_are_spoken_to(
    tmp_path: Any,
) -> None:
    config = tone_config(server={"limits": {"connections": 20}})
    with serve(tmp_path / "state", config=config) as node:
        results = await asyncio.gather(
            *(speak(node, f"Caller {letters(number)} is here.") for number in range(200)),
            return_exceptions=True,
        )
        refused = [result for result in results if isinstance(result, InvalidStatus)]
        assert refused and {error.response.status_code for error in refused} == {503}
        for number, result in enumerate(results):
            if not isinstance(result, InvalidStatus):
                assert isinstance(result, Heard), result
                assert result.sound == tones(f"Caller {letters(number)} is here.")
        assert (await ready(node))["utterances"]["live"] == 0
        assert (await speak(node, "All is well.")).sound == tones("All is well.")
