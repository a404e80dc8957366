"""The protocol as a client sees it, against the real server."""

from __future__ import annotations

import asyncio
from typing import Any

from tts_node import protocol
from tts_node.server.ports import SpeakDefaults
from tts_node.speech.utterance import Flushed, Mark, Priority, Queued, Warned


def outline(messages: list[Any]) -> list[str]:
    """What came, in short: `start a`, `done a complete`, and each heard word."""
    lines = []
    for message in messages:
        if isinstance(message, bytes):
            lines.append(message.rstrip(b"\0").decode())
        else:
            parts = [message["type"], message.get("id"), message.get("code"), message.get("reason")]
            lines.append(" ".join(part for part in parts if part))
    return lines


async def test_hello_is_the_first_message_and_says_who_is_there(door):
    client = await door.connect(hello=False, subprotocols=["tts-node.v1"])
    hello = await client.next()
    assert hello["type"] == "hello"
    assert (hello["protocol"], hello["schema"], hello["min_schema"]) == (1, 8, 1)
    assert (hello["node_id"], hello["name"], hello["version"]) == ("0123abcd", "kitchen-node", "0.1.0")
    assert hello["engines"] == ["tone"]
    assert hello["state"] == "ready"
    assert hello["limits"]["text_chars"] == 100_000
    assert "ogg" in hello["capabilities"]["containers"]
    assert client.socket.subprotocol == "tts-node.v1"


async def test_a_speak_comes_back_as_queued_start_audio_done_and_nothing_after(client):
    await client.send(type="speak", id="a", text="one two three", instruct="calm", ref="r")
    messages = await client.until("done")
    assert outline(messages) == ["speak a", "queued a", "start a", "one", "two", "three", "done a complete"]
    assert messages[0]["ref"] == "r"
    start, done = messages[2], messages[-1]
    assert start["voice"] == "kitchen" and start["engine"] == "tone" and start["language"] == "en"
    assert start["instruct_applied"] == ["calm"] and start["instruct_ignored"] == []
    assert start["format"] == {"container": "pcm", "rate": 22_050, "channels": 1} and start["width"] == 2
    assert start["cached"] is False and start["resumed"] is False and start["warnings"] == []
    assert (
        done["audio_ms"] == 300 and done["ttfa_ms"] == 12.5 and done["queue_ms"] == 1 and done["rtf"] == 0.1
    )
    assert done["timing"] == {
        "queue_ms": 1,
        "text_ms": 2,
        "front_ms": 3,
        "first_step_ms": 4,
        "encode_ms": 0.5,
    }
    assert done["text_sent"] == len("one two three")
    await client.send(type="ping", ref="after")
    assert await client.next() == {"type": "ping", "ref": "after"}


async def test_an_object_with_text_alone_is_spoken_under_an_id_that_the_node_makes(client):
    await client.send(text="hello")
    messages = await client.until("done")
    ids = {message["id"] for message in messages if isinstance(message, dict)}
    assert len(ids) == 1
    assert outline(messages)[-2] == "hello"


async def test_what_a_speak_says_reaches_speech(client, node):
    await client.send(
        type="speak", text="x", voice="other", speaker="b", language="de", speed=1.5,
        priority="alert", pace="realtime", marks=True, cache=False,
        format={"container": "ogg", "rate": 16_000, "bitrate": 32_000},
    )  # fmt: skip
    await client.until("done")
    utterance = node.speech.spoken[-1].utterance
    assert (utterance.voice, utterance.speaker, utterance.language) == ("other", "b", "de")
    assert (utterance.speed, utterance.priority, utterance.pace) == (1.5, Priority.ALERT, "realtime")
    assert (utterance.marks, utterance.cache, utterance.more) == (True, False, False)
    assert (utterance.format.container, utterance.format.rate, utterance.format.bitrate) == (
        "ogg",
        16_000,
        32_000,
    )


async def test_a_session_sets_defaults_echoes_them_and_a_speak_goes_over_them(client, node):
    wishes = {
        "voice": "other", "speaker": "a", "instruct": "calm", "format": {"container": "wav"},
        "priority": "announce", "pace": "realtime",
    }  # fmt: skip
    answer = await client.ask(type="session", **wishes)
    assert answer == {"type": "session", "ref": "asked", "framing": "plain", **wishes}
    await client.send(text="x")
    await client.until("done")
    first = node.speech.spoken[-1].utterance
    assert (first.voice, first.speaker, first.instruct, first.format.container) == (
        "other",
        "a",
        "calm",
        "wav",
    )
    assert (first.priority, first.pace) == (Priority.ANNOUNCE, "realtime")
    await client.send(text="x", voice="kitchen", priority="bulk")
    await client.until("done")
    second = node.speech.spoken[-1].utterance
    # The session's speaker belongs to the session's voice.
    assert (second.voice, second.speaker, second.priority) == ("kitchen", None, Priority.BULK)
    await client.ask(type="session")
    await client.send(text="x")
    await client.until("done")
    assert node.speech.spoken[-1].utterance.voice is None


async def test_the_nodes_own_defaults_hold_without_a_session(serve, node):
    door = await serve(defaults=SpeakDefaults(Priority.BULK, "realtime"))
    client = await door.connect()
    await client.send(text="x")
    await client.until("done")
    utterance = node.speech.spoken[-1].utterance
    assert (utterance.priority, utterance.pace) == (Priority.BULK, "realtime")


async def test_voices_status_ping_preview_and_prepare_answer_with_their_type_and_ref(client):
    voices = await client.ask(type="voices")
    assert [voice["name"] for voice in voices["voices"]] == ["kitchen", "other"]
    assert voices["voices"][1]["speakers"] == ["a", "b"] and voices["voices"][0]["default"] is True
    assert (await client.ask(type="status"))["status"] == {"uptime_s": 3, "live": 0}
    assert (await client.ask(type="ping"))["type"] == "ping"
    preview = await client.ask(type="preview", text="21 °C", language="en")
    assert preview["segments"] == [{"text": "21 °C", "language": "en", "start": 0, "end": 5}]
    assert preview["warnings"] == ["a warning"]
    assert await client.ask(type="prepare", voice="other") == {
        "type": "prepare",
        "voice": "other",
        "ref": "asked",
    }
    error = await client.ask(type="prepare", voice="nobody")
    assert (error["type"], error["code"], error["request"]) == ("error", "unknown_voice", "prepare")


async def test_questions_are_answered_while_it_speaks(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.until("start")
    assert await client.next() != b""
    assert (await client.ask(type="ping"))["type"] == "ping"
    assert (await client.ask(type="status"))["type"] == "status"
    node.speech.of("one two").allow(5)
    assert outline(await client.until("done"))[-1] == "done a complete"


async def test_marks_flushes_and_warnings_come_in_their_place(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one two", marks=True)
    await client.until("queued")
    speaking = node.speech.of("one two")
    speaking.emit(Warned("segment_repeated", "again"))
    speaking.emit(Queued(2, 900))
    assert await client.next() == {
        "type": "warning", "id": "a", "code": "segment_repeated", "message": "again",
    }  # fmt: skip
    assert await client.next() == {"type": "queued", "id": "a", "position": 2, "eta_ms": 900}
    speaking.allow(1)
    assert outline([await client.next(), await client.next()]) == ["start a", "one"]
    speaking.emit(Mark("word", 0, 3, 0.0, 100.0))
    speaking.emit(Flushed("t"))
    assert await client.next() == {
        "type": "mark", "id": "a", "level": "word",
        "text_start": 0, "text_end": 3, "start_ms": 0, "end_ms": 100,
    }  # fmt: skip
    assert await client.next() == {"type": "flushed", "id": "a", "tag": "t"}
    speaking.allow(1)
    assert outline(await client.until("done")) == ["two", "done a complete"]


async def test_text_that_arrives_in_pieces_is_joined_to_the_letter(client, node):
    await client.send(type="speak", id="a", text="", more=True)
    for piece in ["one", " tw", "o "]:
        await client.send(type="append", id="a", text=piece)
    await client.send(type="flush", id="a", tag="f1")
    messages = await client.until("flushed")
    assert messages[-1]["tag"] == "f1"
    assert (await client.ask(type="append", id="a", text="three"))["type"] == "append"
    await client.send(type="end", id="a", tag="f2")
    messages = await client.until("done")
    assert [m["tag"] for m in messages if isinstance(m, dict) and m["type"] == "flushed"] == ["f2"]
    speaking = node.speech.spoken[-1]
    assert speaking.text == "one two three"
    assert speaking.calls[:5] == [
        ("append", "one"), ("append", " tw"), ("append", "o "), ("flush", "f1"), ("append", "three"),
    ]  # fmt: skip


async def test_flushes_that_wait_for_sound_are_bounded(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one", more=True)
    for _ in range(256):
        await client.send(type="flush", id="a")
    assert (await client.ask(type="flush", id="a"))["code"] == "too_many_utterances"
    node.speech.of("one").allow(1)
    await client.send(type="end", id="a")
    messages = await client.until("done")
    assert sum(isinstance(m, dict) and m["type"] == "flushed" for m in messages) == 256


async def test_text_after_the_end_is_an_error_and_the_utterance_goes_on(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    answer = await client.ask(type="append", id="a", text="x")
    assert (answer["code"], answer["request"], answer["id"]) == ("text_ended", "append", "a")
    assert (await client.ask(type="flush", id="a"))["code"] == "text_ended"
    node.speech.of("one").allow(1)
    assert outline(await client.until("done")) == ["start a", "one", "done a complete"]


async def test_an_open_text_that_nobody_goes_on_with_ends_with_a_warning(serve):
    door = await serve(limits={"append_timeout_s": 0.2})
    client = await door.connect()
    await client.send(type="speak", id="a", text="one two", more=True)
    messages = outline(await client.until("done"))
    assert messages[-4:] == ["one", "two", "warning a append_timeout", "done a complete"]


# --- cancel ---------------------------------------------------------------------------------------------


async def test_cancel_ends_what_is_heard_and_no_audio_comes_after_done(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two three")
    await client.until("start")
    await client.next()
    await client.send(type="cancel", id="a", played_ms=60)
    done = await client.next()
    assert (done["type"], done["id"], done["reason"]) == ("done", "a", "cancelled")
    assert (done["text_spoken"], done["text_remaining"]) == ("one", " two three")
    node.speech.of("one two three").allow(5)
    assert (await client.ask(type="ping"))["type"] == "ping"
    assert node.speech.spoken[-1].calls == [("played", 60.0), ("cancel", "cancelled")]


async def test_cancel_of_what_is_queued_is_answered_and_the_rest_goes_on(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.send(type="speak", id="b", text="three four")
    await client.until("queued", id="b")
    await client.send(type="cancel", id="b")
    messages = await client.until("done")
    assert outline(messages)[-1] == "done b cancelled"
    node.speech.of("one two").allow(5)
    assert outline(await client.until("done"))[-1] == "done a complete"


async def test_cancel_of_everything_is_answered_with_the_ids_also_when_there_is_nothing(client, node):
    await client.send(type="cancel", id="*")
    assert await client.next() == {"type": "cancel", "id": "*", "cancelled": []}
    node.speech.credits = 0
    for id in "abc":
        await client.send(type="speak", id=id, text=f"text {id}")
    await client.until("queued", id="c")
    await client.send(type="cancel", id="*")
    messages = await client.until("done", id="c")
    assert messages[0]["cancelled"] == ["a", "b", "c"]
    assert sorted(outline(messages[1:])) == ["done a cancelled", "done b cancelled", "done c cancelled"]


async def test_an_id_is_free_again_after_done(client):
    for _ in range(2):
        await client.send(type="speak", id="a", text="one")
        assert outline(await client.until("done"))[-1] == "done a complete"


async def test_played_reaches_the_utterance(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.until("start")
    await client.next()
    assert (await client.ask(type="played", id="a", played_ms=55.5))["type"] == "played"
    assert ("played", 55.5) in node.speech.spoken[-1].calls


# --- whose turn it is ---------------------------------------------------------------------------------


async def test_utterances_of_one_class_are_heard_one_after_the_other_in_the_order_they_came(client, node):
    node.speech.credits = 0
    for id, text in (("a", "one two"), ("b", "three"), ("c", "four")):
        await client.send(type="speak", id=id, text=text)
    messages = await client.until("queued", id="c")
    assert [m["position"] for m in messages] == [0, 1, 2]
    # The later ones are ready first; that does not change the order.
    for text in ("four", "three", "one two"):
        node.speech.of(text).allow(5)
    assert outline(await client.until("done", id="c")) == [
        "start a", "one", "two", "done a complete", "start b", "three", "done b complete",
        "start c", "four", "done c complete",
    ]  # fmt: skip


async def test_a_higher_class_interrupts_and_the_utterance_goes_on_later_where_it_was_heard(client, node):
    node.speech.credits = 3
    await client.send(type="speak", id="book", text="one two three four", priority="bulk")
    await client.until("start")
    for _ in range(3):
        await client.next()
    await client.send(type="played", id="book", played_ms=150)
    node.speech.credits = 0
    await client.send(type="speak", id="bell", text="ding dong", priority="alert")
    await client.until("queued", id="bell")
    # Not before the bell has something to sound.
    assert not any(call[0] == "interrupt" for call in node.speech.of("one two three four").calls)
    node.speech.of("ding dong").allow(5)
    node.speech.of("one two three four").allow(5)
    messages = await client.until("done", id="book")
    assert outline(messages) == [
        "interrupted book", "start bell", "ding", "dong", "done bell complete",
        "start book", "two", "three", "four", "done book complete",
    ]  # fmt: skip
    assert messages[0]["at_ms"] == 100
    assert (messages[5]["resumed"], messages[5]["from_ms"]) == (True, 100)


async def test_an_interruption_knows_that_earlier_sound_is_still_being_played(client, node):
    node.speech.chunk_ms = 60_000.0
    await client.send(type="speak", id="a", text="one two")
    await client.send(type="speak", id="b", text="three four", more=True)
    await client.until("start", id="b")
    await client.next()
    await client.send(type="speak", id="bell", text="ding", priority="alert")
    messages = await client.until("start", id="bell")
    (interrupted,) = [m for m in messages if isinstance(m, dict) and m["type"] == "interrupted"]
    # Two minutes of "a" come first, so nothing of "b" was heard.
    assert (interrupted["id"], interrupted["at_ms"]) == ("b", 0)


async def test_a_higher_class_goes_before_what_has_not_begun_without_interrupting_it(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.send(type="speak", id="b", text="two", priority="alert")
    await client.until("queued", id="b")
    node.speech.of("two").allow(1)
    messages = await client.until("done")
    node.speech.of("one").allow(1)
    messages += await client.until("done")
    assert outline(messages) == [
        "start b", "two", "done b complete", "start a", "one", "done a complete",
    ]  # fmt: skip
    assert messages[3]["resumed"] is False


async def test_an_interrupted_utterance_can_be_cancelled_while_it_waits(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.until("start")
    await client.next()
    await client.send(type="speak", id="b", text="ding dong", priority="alert")
    await client.until("start", id="b")
    node.speech.of("one two").allow(5)
    await client.send(type="cancel", id="a")
    await client.until("done", id="a")
    node.speech.of("ding dong").allow(5)
    assert outline(await client.until("done", id="b"))[-1] == "done b complete"


async def test_others_go_first_while_an_open_utterance_waits_for_text(client, node):
    await client.send(type="speak", id="a", text="one", more=True)
    await client.until("start")
    await client.next()
    await client.send(type="speak", id="b", text="two")
    assert outline(await client.until("done", id="b")) == ["queued b", "start b", "two", "done b complete"]
    await client.send(type="append", id="a", text=" three")
    await client.send(type="end", id="a")
    messages = await client.until("done", id="a")
    assert outline(messages) == ["start a", "three", "done a complete"]
    # The same bytes go on: nothing was interrupted, nothing comes twice.
    assert (messages[0]["resumed"], messages[0]["from_ms"]) == (True, 100)
    assert not any(call[0] == "interrupt" for call in node.speech.of("one").calls)


# --- trouble ------------------------------------------------------------------------------------------


async def test_an_engine_failure_is_told_as_error_and_done_and_the_next_one_is_spoken(client, node):
    node.speech.credits = 1
    await client.send(type="speak", id="a", text="one two")
    await client.until("start")
    await client.next()
    node.speech.of("one two").finish("error", "engine_oom", "no memory")
    error, done = await client.next(), await client.next()
    assert (error["type"], error["id"], error["code"], error["message"]) == (
        "error",
        "a",
        "engine_oom",
        "no memory",
    )
    assert "request" not in error
    assert (done["type"], done["reason"], done["error_code"]) == ("done", "error", "engine_oom")
    node.speech.credits = None
    await client.send(type="speak", id="b", text="three")
    assert outline(await client.until("done"))[-2:] == ["three", "done b complete"]


async def test_an_unexpected_exception_in_an_utterance_is_an_internal_error_of_that_utterance(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    node.speech.of("one").emit(ZeroDivisionError("secret detail"))
    error, done = await client.next(), await client.next()
    assert (error["code"], error["id"]) == ("internal_error", "a")
    assert "secret" not in str(error)
    assert (done["type"], done["reason"]) == ("done", "error")
    assert (await client.ask(type="ping"))["type"] == "ping"


async def test_an_unexpected_exception_in_a_request_is_an_internal_error_and_the_connection_stays(
    client, node
):
    node.status_error = ZeroDivisionError("secret detail")
    answer = await client.ask(type="status")
    assert (answer["type"], answer["code"], answer["request"]) == ("error", "internal_error", "status")
    assert "secret" not in str(answer)
    assert (await client.ask(type="ping"))["type"] == "ping"


async def test_a_draining_node_lets_go_on_what_it_took_and_takes_nothing_new(client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    node.draining = True
    answer = await client.ask(type="speak", id="b", text="two")
    assert (answer["code"], answer["retryable"]) == ("restarting", True)
    assert answer["retry_after_ms"] > 0
    node.speech.of("one").allow(1)
    assert outline(await client.until("done"))[-1] == "done a complete"


async def test_stopping_ends_utterances_with_restarting_and_closes_with_1012(door, client, node):
    node.speech.credits = 0
    await client.send(type="speak", id="a", text="one")
    await client.until("queued")
    stopping = asyncio.create_task(door.server.stop())
    messages = await client.until("done")
    assert outline(messages) == ["error a restarting", "done a error"]
    assert messages[0]["retry_after_ms"] > 0
    await client.socket.wait_closed()
    assert client.socket.close_code == 1012
    await stopping
    await door.server.stop()


async def test_a_slow_answer_keeps_neither_the_connection_nor_the_disconnect_waiting(door, client, node):
    node.answers.clear()
    for ref in range(4):
        await client.send(type="preview", text="x", ref=ref)
    assert (await client.ask(type="prepare"))["code"] == "too_many_utterances"
    assert (await client.ask(type="ping"))["type"] == "ping"
    node.answers.set()
    refs = [(await client.next())["ref"] for _ in range(4)]
    assert refs == [0, 1, 2, 3]


def test_the_fields_of_the_hello_that_a_client_reads_are_those_of_the_protocol(node):
    from tts_node.config import LimitsConfig
    from tts_node.server.session import hello

    node.missing = ("the engine piper is loading",)
    message = protocol.parse_server(protocol.encode(hello(node, LimitsConfig())))
    assert isinstance(message, protocol.Hello)
    assert (message.state, message.missing) == ("starting", ("the engine piper is loading",))
    # Engines are told by the voices that are known, whether or not one can speak at the moment.
    assert message.engines == tuple({voice.engine for voice in node.voices()}) == ("tone",)
