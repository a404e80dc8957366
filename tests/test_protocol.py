"""Messages: strict reading at the node, lenient reading at the client, and back to JSON."""

from __future__ import annotations

import dataclasses
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_node import protocol
from tts_node.audio.format import OutputFormat
from tts_node.errors import BadMessage
from tts_node.protocol.client_messages import CLIENT_MESSAGES
from tts_node.protocol.server_messages import SERVER_MESSAGES
from tts_node.speech.utterance import Priority

CLIENT_EXAMPLES = [
    protocol.Speak(text="hi"),
    protocol.Speak(
        text="Grüß 🙂",
        id="a",
        instruct="calm",
        voice="v",
        speaker="s",
        language="de",
        speed=1.5,
        format=OutputFormat("ogg", 24_000, 1, 32_000),
        priority="alert",
        pace="realtime",
        marks=True,
        cache=False,
        more=True,
        ref="r",
    ),
    protocol.Append(id="a", text=" more", ref=3),
    protocol.Flush(id="a", tag="t"),
    protocol.End(id="a"),
    protocol.Cancel(id="*", played_ms=12.5),
    protocol.Played(id="a", played_ms=0.0),
    protocol.Session(voice="v", format=OutputFormat("wav"), framing="tagged"),
    protocol.Voices(ref=1),
    protocol.Status(),
    protocol.Ping(ref="x"),
    protocol.Preview(text="1.5 °C", language="en"),
    protocol.Prepare(voice="v"),
    protocol.Jobs(ref=1),
    protocol.JobRun(name="prewarm", wait_s=2.5),
    protocol.JobPause(name="prewarm", ref="a"),
    protocol.JobResume(name="prewarm"),
    protocol.Recycle(engine="piper", reason="too large", ref=2),
    protocol.Restart(),
    protocol.Lexicon(ref=5),
    protocol.LexiconAdd(written="Vbat", kind="unit", language="en", say="volts", one="volt", ref=6),
    protocol.LexiconRemove(written="Siobhan"),
    protocol.LexiconTest(text="Siobhan?", language="en"),
]

SERVER_EXAMPLES = [
    protocol.Hello(
        protocol=1,
        schema=1,
        min_schema=1,
        node_id="n",
        name="kitchen",
        version="0.1.0",
        engines=("piper",),
        capabilities={"containers": ["pcm"]},
        limits={"text_chars": 5},
        state="starting",
        missing=("x",),
    ),
    protocol.Queued(id="a", position=2, eta_ms=None),
    protocol.Start(
        id="a",
        voice="v",
        speaker=None,
        engine="piper",
        language="en",
        instruct_applied=("calm",),
        format=OutputFormat("pcm", 22_050, 1),
        resumed=True,
        from_ms=120.5,
        number=3,
    ),
    protocol.Audio(id="a", data="AAEC"),
    protocol.Interrupted(id="a", at_ms=100.0),
    protocol.Mark(id="a", level="word", text_start=0, text_end=3, start_ms=0.0, end_ms=99.5),
    protocol.Flushed(id="a", tag=None),
    protocol.Warning(id="a", code="segment_repeated", message="again"),
    protocol.Done(id="a", reason="complete", audio_ms=10.0, timing={"queue_ms": 1.0}, text_sent=4),
    protocol.Error(code="bad_message", message="no", request="speak", ref=7),
    protocol.Accepted(type="append", id="a", ref=1),
    protocol.Cancelled(id="*", cancelled=("a", "b")),
    protocol.VoicesAnswer(voices=({"name": "v"},), ref=1),
    protocol.StatusAnswer(status={"live": 1}),
    protocol.PreviewAnswer(segments=({"text": "x"},), warnings=("w",)),
    protocol.PrepareAnswer(voice="v"),
    protocol.Session(voice="v"),
    protocol.Ping(ref=2),
    protocol.JobsAnswer(jobs=({"name": "prewarm"},), ref=1),
    protocol.JobRunAnswer(job={"name": "prewarm", "last": None}),
    protocol.JobPauseAnswer(job={"name": "prewarm", "paused": True}, ref="a"),
    protocol.JobResumeAnswer(job={"name": "prewarm"}),
    protocol.RecycleAnswer(engine="piper", before_bytes=2, after_bytes=None, ref=3),
    protocol.RestartAnswer(ref=4),
    protocol.LexiconAnswer(entries=({"written": "Lars"},), path="lexicon.yaml", ref=5),
    protocol.LexiconAddAnswer(entry={"written": "Lars"}, replaced=True),
    protocol.LexiconRemoveAnswer(entry={"written": "Lars"}, ref=6),
    protocol.LexiconTestAnswer(segments=("Larsch?",), found=({"start": 0},), language="en"),
]


@pytest.mark.parametrize("message", CLIENT_EXAMPLES, ids=lambda m: m.type)
def test_a_clients_message_survives_the_trip(message):
    assert protocol.parse_client(protocol.encode(message)) == message
    assert protocol.parse_client(protocol.to_dict(message)) == message


@pytest.mark.parametrize("message", SERVER_EXAMPLES, ids=lambda m: m.type)
def test_a_nodes_message_survives_the_trip(message):
    def plain(value):
        return json.loads(json.dumps(protocol.to_dict(value)))

    read = protocol.parse_server(protocol.encode(message))
    assert type(read) is type(message)
    assert plain(read) == plain(message)


def test_every_message_has_an_example():
    assert {type(m) for m in CLIENT_EXAMPLES} == set(CLIENT_MESSAGES)
    assert {type(m) for m in SERVER_EXAMPLES} == {*SERVER_MESSAGES, protocol.Accepted}


def test_every_message_is_frozen():
    for message in (*CLIENT_EXAMPLES, *SERVER_EXAMPLES):
        name = dataclasses.fields(message)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(message, name, None)


def test_the_priorities_are_those_of_an_utterance():
    assert Priority.names() == protocol.PRIORITIES


def test_an_object_with_text_and_no_type_is_a_speak():
    assert protocol.parse_client('{"text": "hi"}') == protocol.Speak(text="hi")


def test_null_means_not_given():
    message = protocol.parse_client(
        '{"type": "speak", "text": "hi", "voice": null, "format": null, "ref": null}'
    )
    assert message == protocol.Speak(text="hi")


def test_what_is_not_said_is_not_written():
    assert protocol.encode(protocol.Speak(text="é")) == '{"type":"speak","text":"é"}'
    done = json.loads(protocol.encode(protocol.Done(id="a", reason="complete")))
    # Figures that are not known are null, so that a reader finds every one of them.
    assert done["rtf"] is None and done["ttfa_ms"] is None
    assert "text_spoken" not in done and "error_code" not in done


def test_numbers_that_json_cannot_hold_are_never_written():
    done = protocol.Done(id="a", reason="complete", rtf=float("nan"), ttfa_ms=float("inf"))
    assert json.loads(protocol.encode(done))["rtf"] is None
    assert json.loads(protocol.encode(done))["ttfa_ms"] is None


STRICT = [
    # (message, code, words of the explanation)
    ('{"type": "speak", "text": "hi", "instuct": "x"}', "unknown_field", 'did you mean "instruct"'),
    (
        '{"type": "speak", "text": "hi", "format": {"contaner": "wav"}}',
        "unknown_field",
        'did you mean "container"',
    ),
    ('{"type": "ping", "played_ms": 1}', "unknown_field", '"played_ms"'),
    ('{"type": "speeek"}', "unknown_type", 'did you mean "speak"'),
    ('{"type": "hello"}', "unknown_type", '"hello"'),
    ('{"type": "speak"}', "bad_message", "`text` is missing"),
    ('{"type": "speak", "text": null}', "bad_message", "`text` is missing"),
    ('{"type": "append", "text": "x"}', "bad_message", "`id` is missing"),
    ('{"ref": 1}', "bad_message", "no `type`"),
    ('{"text": "hi", "speed": true}', "bad_message", "`speed` must be a finite number"),
    ('{"text": "hi", "speed": 1e999}', "bad_message", "finite"),
    ('{"text": "hi", "speed": NaN}', "bad_message", "NaN is not JSON"),
    ('{"text": "hi", "speed": -Infinity}', "bad_message", "-Infinity is not JSON"),
    ('{"text": "hi", "speed": 0.1}', "bad_message", "between 0.25 and 4"),
    ('{"text": "hi", "speed": ' + "9" * 5_000 + "}", "bad_message", "too large"),
    ('{"text": "hi", "speed": ' + "9" * 19 + "}", "bad_message", "finite number"),
    ('{"text": "hi", "ref": true}', "bad_message", "`ref`"),
    ('{"text": "hi", "ref": 1.5}', "bad_message", "`ref`"),
    ('{"text": "hi", "ref": 9007199254740993}', "bad_message", "`ref`"),
    ('{"text": "hi", "id": "' + "x" * 129 + '"}', "bad_message", "`id` must be 1 to 128"),
    ('{"text": "hi", "id": "a\\nb"}', "bad_message", "`id`"),
    ('{"text": "hi", "more": "yes"}', "bad_message", "`more` must be true or false"),
    ('{"text": "hi", "priority": "Alert"}', "bad_message", '"alert"'),
    ('{"text": "hi", "pace": "slow"}', "bad_message", '"realtime"'),
    ('{"text": "hi", "format": "mp3"}', "bad_message", 'must be an object such as {"container": "mp3"}'),
    ('{"text": "hi", "format": {"container": "opus"}}', "unsupported_format", "Opus comes in ogg"),
    ('{"text": "hi", "format": {"rate": 22050.0}}', "bad_message", "whole number"),
    ('{"text": "hi", "format": {"rate": 96000}}', "unsupported_format", "8000 to 48000"),
    ('{"text": "hi", "format": {"channels": 0}}', "unsupported_format", "1 or 2"),
    ('{"text": "hi", "format": {"bitrate": 1}}', "unsupported_format", "bits a second"),
    ('{"text": "hi", "format": {"container": "WAV"}}', "unsupported_format", "pcm, wav, ogg, mp3, flac"),
    ('{"text": "hi", "format": {"container": 3}}', "bad_message", "a string"),
    ('{"text": "hi", "text": "ho"}', "bad_message", '"text" is there twice'),
    ('{"text": "\\udc00"}', "bad_message", "surrogate"),
    ('{"text": "hi", "a\\ud800": 1}', "unknown_field", "\\ud800"),
    ('{"type": "\\ud800"}', "bad_message", "surrogate"),
    ("[" * 100_000, "bad_message", "nested too deeply"),
    ('{"text":' * 50_000, "bad_message", "nested too deeply"),
    ("{'text': 'hi'}", "bad_message", "not valid JSON (at character 1)"),
    ('{"text": "hi"} x', "bad_message", "not valid JSON"),
    ("\ufeff{}", "bad_message", "not valid JSON"),
]


@pytest.mark.parametrize(("message", "code", "words"), STRICT, ids=lambda value: str(value)[:40])
def test_the_node_reads_strictly_and_explains(message, code, words):
    with pytest.raises(protocol.MessageRefused) as refused:
        protocol.parse_client(message)
    assert refused.value.error.code == code
    assert words in str(refused.value)
    assert len(str(refused.value)) < 300
    str(refused.value).encode()


def test_a_refusal_keeps_what_was_readable_of_the_address():
    with pytest.raises(protocol.MessageRefused) as refused:
        protocol.parse_client('{"type": "append", "id": "a", "ref": 7, "txt": "x"}')
    assert (refused.value.request, refused.value.id, refused.value.ref) == ("append", "a", 7)
    with pytest.raises(protocol.MessageRefused) as refused:
        protocol.parse_client('{"type": "append", "id": ["a"], "ref": {}}')
    assert (refused.value.request, refused.value.id, refused.value.ref) == ("append", None, None)


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
_names = st.sampled_from(["type", "text", "id", "ref", "format", "speed", "played_ms", "more", "x"])
_types = st.sampled_from([cls.type for cls in CLIENT_MESSAGES])


@given(
    st.text() | _json.map(json.dumps) | st.dictionaries(_names, _json | _types, max_size=6).map(json.dumps)
)
def test_whatever_comes_in_is_a_message_or_a_refusal(text):
    try:
        message = protocol.parse_client(text)
    except protocol.MessageRefused as refused:
        protocol.encode(
            protocol.Error(code=refused.error.code, message=str(refused), ref=refused.ref)
        ).encode()
    else:
        assert protocol.parse_client(protocol.encode(message)) == message


def test_a_client_ignores_what_a_newer_node_says():
    message = protocol.parse_server(
        '{"type": "queued", "id": "a", "position": 1, "eta_ms": 5, "mood": "good"}'
    )
    assert message == protocol.Queued(id="a", position=1, eta_ms=5)
    unknown = protocol.parse_server('{"type": "sing", "song": [1]}')
    assert isinstance(unknown, protocol.Unknown)
    assert (unknown.type, unknown.fields["song"]) == ("sing", [1])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"type": 4}', '{"type": "queued", "id": "a"}', "{" * 9])
def test_a_client_refuses_what_is_no_message(text):
    with pytest.raises(BadMessage):
        protocol.parse_server(text)
