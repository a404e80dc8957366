"""Whatever a client sends wrongly gets an error with a stable code, and the connection stays usable."""

from __future__ import annotations

import json

import pytest
from websockets.exceptions import ConnectionClosed

BAD_MESSAGES = [
    # (what is sent, code, request, id, ref)
    ("{", "bad_message", None, None, None),
    ("", "bad_message", None, None, None),
    ("[1, 2]", "bad_message", None, None, None),
    ("7", "bad_message", None, None, None),
    ('"text"', "bad_message", None, None, None),
    ("null", "bad_message", None, None, None),
    ("{}", "bad_message", None, None, None),
    (b"\x00\x01\x02", "bad_message", None, None, None),
    ("[" * 100_000, "bad_message", None, None, None),
    ('{"text": "a", "text": "b"}', "bad_message", None, None, None),
    ('{"text": NaN}', "bad_message", None, None, None),
    ('{"type": "sing", "ref": 5}', "unknown_type", None, None, 5),
    ('{"type": 5}', "bad_message", None, None, None),
    ('{"type": "speak", "id": "a"}', "bad_message", "speak", "a", None),
    ('{"text": 5, "id": "a", "ref": "r"}', "bad_message", "speak", "a", "r"),
    ('{"text": "hi", "id": 7}', "bad_message", "speak", None, None),
    ('{"text": "hi", "id": ""}', "bad_message", "speak", None, None),
    ('{"text": "hi", "id": "*"}', "bad_message", "speak", "*", None),
    ('{"text": "hi", "volume": 3, "id": "a"}', "unknown_field", "speak", "a", None),
    ('{"text": "hi", "speed": "fast"}', "bad_message", "speak", None, None),
    ('{"text": "hi", "speed": true}', "bad_message", "speak", None, None),
    ('{"text": "hi", "speed": 99}', "bad_message", "speak", None, None),
    ('{"text": "hi", "more": 1}', "bad_message", "speak", None, None),
    ('{"text": "hi", "priority": "urgent"}', "bad_message", "speak", None, None),
    ('{"text": "hi", "voice": "nobody", "id": "a"}', "unknown_voice", "speak", "a", None),
    ('{"text": "hi", "format": {"container": "avi"}}', "unsupported_format", "speak", None, None),
    ('{"text": "hi", "format": {"rate": 1000}}', "unsupported_format", "speak", None, None),
    ('{"text": "hi", "format": {"channels": 6}}', "unsupported_format", "speak", None, None),
    ('{"text": "hi", "format": "wav"}', "bad_message", "speak", None, None),
    ('{"text": "hi", "format": {"codec": "opus"}}', "unknown_field", "speak", None, None),
    ('{"text": "", "id": "a"}', "empty_text", "speak", "a", None),
    ('{"text": "?!"}', "empty_text", "speak", None, None),
    ('{"text": "\\ud800"}', "bad_message", "speak", None, None),
    ('{"type": "append", "id": "x", "text": "a"}', "unknown_id", "append", "x", None),
    ('{"type": "flush", "id": "x"}', "unknown_id", "flush", "x", None),
    ('{"type": "end", "id": "x", "ref": 1}', "unknown_id", "end", "x", 1),
    ('{"type": "cancel", "id": "x"}', "unknown_id", "cancel", "x", None),
    ('{"type": "cancel"}', "bad_message", "cancel", None, None),
    ('{"type": "played", "id": "x", "played_ms": 1}', "unknown_id", "played", "x", None),
    ('{"type": "played", "id": "x", "played_ms": -1}', "bad_message", "played", "x", None),
    ('{"type": "session", "priority": 3}', "bad_message", "session", None, None),
]


@pytest.mark.parametrize(("sent", "code", "request_type", "id", "ref"), BAD_MESSAGES)
async def test_a_bad_message_gets_its_code_and_the_connection_stays(
    client, sent, code, request_type, id, ref
):
    await client.socket.send(sent)
    error = await client.next()
    assert error["type"] == "error"
    assert error["code"] == code
    assert (error.get("request"), error.get("id"), error.get("ref")) == (request_type, id, ref)
    assert error["message"] and error["retryable"] is False
    await client.send(type="speak", id="after", text="fine")
    done = (await client.until("done"))[-1]
    assert (done["id"], done["reason"]) == ("after", "complete")


async def test_an_unknown_field_names_the_nearest_known_one(client):
    await client.send(type="speak", text="hi", instuct="calm")
    assert 'did you mean "instruct"' in (await client.next())["message"]
    await client.send(type="speek", text="hi")
    assert 'did you mean "speak"' in (await client.next())["message"]


async def test_a_message_of_two_megabytes_is_answered_and_the_connection_stays(client):
    await client.socket.send(json.dumps({"text": "a" * 2_000_000}))
    assert (await client.next())["code"] == "message_too_large"
    # The limit is in bytes, not in characters.
    await client.socket.send(json.dumps({"text": "ü" * 140_000}, ensure_ascii=False))
    assert (await client.next())["code"] == "message_too_large"
    assert (await client.ask(type="ping"))["type"] == "ping"


async def test_a_message_of_nine_megabytes_closes_that_connection_alone(door, client):
    other = await door.connect()
    with pytest.raises(ConnectionClosed):
        await client.socket.send("a" * 9_000_000)
        await client.next()
    assert client.socket.close_code == 1009
    assert (await other.ask(type="ping"))["type"] == "ping"


async def test_too_long_text_is_refused_before_any_audio(serve, node):
    door = await serve(limits={"text_chars": 20})
    client = await door.connect()
    await client.send(type="speak", id="a", text="x" * 21)
    error = await client.next()
    assert (error["code"], error["id"]) == ("text_too_long", "a")
    assert node.speech.spoken == []
    assert (await client.ask(type="preview", text="x" * 21))["code"] == "text_too_long"


async def test_a_duplicate_id_is_refused_and_the_first_one_goes_on(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    answer = await client.ask(type="speak", id="a", text="two")
    assert (answer["code"], answer["id"], answer["request"]) == ("duplicate_id", "a", "speak")
    node.speech.of("one").allow(1)
    assert (await client.until("done"))[-1]["reason"] == "complete"
    assert len(node.speech.spoken) == 1


async def test_more_utterances_than_allowed_are_refused_until_one_is_done(serve, node):
    door = await serve(limits={"utterances_per_client": 2})
    client = await door.connect()
    node.speech.credits = 0
    for id in "ab":
        await client.send(type="speak", id=id, text=f"text {id}")
    answer = await client.ask(type="speak", id="c", text="three")
    assert (answer["code"], answer["retryable"]) == ("too_many_utterances", True)
    await client.send(type="cancel", id="a")
    await client.until("done", id="a")
    assert (await client.ask(type="speak", id="c", text="three"))["type"] == "speak"


async def test_a_refusal_of_speech_is_the_answer_with_its_retry_hint(client, node):
    from tts_node.errors import NotReady

    node.speech.error = NotReady("loading", retry_after_ms=1500)
    answer = await client.ask(type="speak", text="hi", id="a")
    assert (answer["code"], answer["retryable"], answer["retry_after_ms"]) == ("not_ready", True, 1500)


async def test_an_unexpected_exception_of_speech_is_an_internal_error_with_the_ref(client, node):
    node.speech.error = ZeroDivisionError("secret detail")
    answer = await client.ask(type="speak", text="hi", id="a")
    assert (answer["code"], answer["id"], answer["request"]) == ("internal_error", "a", "speak")
    assert "secret" not in answer["message"]


async def test_a_flood_of_bad_messages_is_answered_one_by_one(client):
    for number in range(500):
        await client.send(type="nonsense", ref=number)
    for number in range(500):
        error = await client.next()
        assert (error["code"], error["ref"]) == ("unknown_type", number)
