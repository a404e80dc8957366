from __future__ import annotations

import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_node.engines.base import Chunk, EngineInfo, EngineMark, EngineVoice, Segment, SegmentStyle, Turn
from tts_node.workers.messages import (
    MAX_JSON_BYTES,
    MAX_PAYLOAD_BYTES,
    BadFrame,
    Close,
    Failed,
    FrameReader,
    Init,
    Loaded,
    Message,
    Open,
    Ready,
    Report,
    Reported,
    Sound,
    Sounded,
    Step,
    Stepped,
    Stop,
    encode,
)

texts = st.text(st.characters(), max_size=40)  # lone surrogates included: clients send them
numbers = st.integers(0, 2**31)
floats = st.floats(allow_nan=False, allow_infinity=False)
names = st.lists(texts, max_size=3).map(tuple)

voices = st.builds(
    EngineVoice, texts, names, numbers, texts, names, st.sampled_from(["chunks", "whole"]), texts, names
)
infos = st.builds(
    EngineInfo,
    *(texts, texts, st.lists(voices, max_size=2).map(tuple), numbers, numbers, numbers, st.booleans()),
    *(numbers, names),
)
styles = st.builds(SegmentStyle, floats, floats, floats, st.none() | texts)
turns = st.lists(st.builds(Turn, numbers, numbers, floats), max_size=2).map(tuple)
segments = st.builds(Segment, texts, texts, st.none() | texts, st.none() | texts, styles, numbers, turns)
marks = st.builds(EngineMark, numbers, numbers, numbers, numbers)
chunks = st.builds(
    Chunk,
    *(numbers, st.none() | numbers, st.binary(max_size=300), st.lists(marks, max_size=3).map(tuple), floats),
    *(st.sampled_from(["step", "front"]), numbers, st.booleans()),
) | st.builds(Chunk, numbers, st.none(), error=texts, message=texts)
settings = st.dictionaries(texts, st.none() | st.booleans() | numbers | texts, max_size=3)
messages: st.SearchStrategy[Message] = st.one_of(
    st.builds(Init, texts, texts, settings, numbers, st.lists(numbers, max_size=3).map(tuple), st.booleans()),
    st.builds(Open, numbers, segments),
    st.builds(Step, numbers, st.lists(numbers, max_size=4).map(tuple), floats),
    st.builds(Close, numbers),
    st.builds(Report, numbers),
    st.builds(Sound, numbers, texts, texts),
    st.just(Stop()),
    st.builds(Ready, numbers),
    st.builds(Loaded, infos, floats, floats, names),
    st.builds(Failed, texts),
    st.builds(Stepped, numbers, st.lists(chunks, max_size=3).map(tuple)),
    st.builds(Reported, numbers, st.dictionaries(texts, floats, max_size=3)),
    st.builds(Sounded, numbers, st.none() | texts),
)


def feed(reader: FrameReader, data: bytes) -> list[Message]:
    """As a socket does: fill what room there is, tell, go on."""
    found: list[Message] = []
    while data:
        room = reader.get_buffer()
        assert len(room) > 0
        size = min(len(room), len(data))
        room[:size] = data[:size]
        data = data[size:]
        found += reader.received(size)
    return found


@given(messages)
def test_every_message_survives_the_trip(message: Message) -> None:
    assert feed(FrameReader(), b"".join(encode(message))) == [message]


@given(st.lists(messages, max_size=6), st.lists(st.integers(0, 4000), max_size=12), st.integers(8, 600))
def test_frames_torn_anywhere_give_the_same_messages(
    sent: list[Message], cuts: list[int], buffer_bytes: int
) -> None:
    data = b"".join(b"".join(encode(message)) for message in sent)
    places = sorted({0, len(data), *(cut for cut in cuts if cut < len(data))})
    reader = FrameReader(buffer_bytes)
    found: list[Message] = []
    for start, end in itertools.pairwise(places):
        found += feed(reader, data[start:end])
    assert found == sent


@given(st.binary(min_size=8, max_size=200))
def test_noise_is_refused_or_waits_for_more_and_never_becomes_a_message(noise: bytes) -> None:
    try:
        found = feed(FrameReader(), noise)
    except BadFrame:
        return
    assert found == []


def test_the_pcm_travels_without_being_copied_by_encode() -> None:
    pcm = bytes(range(256)) * 100
    buffers = encode(Stepped(1, (Chunk(7, 0, pcm), Chunk(8, 0), Chunk(9, 0, b"ab"))))
    assert buffers[1] is pcm
    assert buffers[2:] == [b"ab"]


def test_a_frame_longer_than_the_buffer_is_read_and_the_buffer_shrinks_again() -> None:
    reader = FrameReader(64)
    long = Stepped(1, (Chunk(1, 0, b"x" * 10_000),))
    assert feed(reader, b"".join(encode(long)) + b"".join(encode(Close(1)))) == [long, Close(1)]
    assert len(reader.get_buffer()) <= 64


@pytest.mark.parametrize("json_size, payload_size", [(MAX_JSON_BYTES + 1, 0), (2, MAX_PAYLOAD_BYTES + 1)])
def test_frames_over_the_bounds_are_refused_by_their_header_alone(json_size: int, payload_size: int) -> None:
    with pytest.raises(BadFrame, match="over the bounds"):
        feed(FrameReader(), struct.pack("!II", json_size, payload_size))


def test_too_much_pcm_is_refused_before_it_is_sent() -> None:
    piece = bytes(MAX_PAYLOAD_BYTES // 4)
    with pytest.raises(BadFrame, match="over the bounds"):
        encode(Stepped(1, tuple(Chunk(stream, 0, piece) for stream in range(5))))


@pytest.mark.parametrize(
    "data, payload",
    [
        (b"[]", b""),
        (b"{}", b""),
        (b'{"type":"Nothing"}', b""),
        (b'{"type":"Close"}', b""),
        (b'{"type":"Close","stream":1,"more":2}', b""),
        (b'{"type":"Close","stream":1}', b"payload"),
        (b'{"type":"Stepped","id":1,"chunks":[{"stream":1,"cost_ms":0,"size":9}]}', b"four"),
        (b'{"type":"Stepped","id":1,"chunks":[{"stream":1,"cost_ms":0,"size":-1}]}', b""),
        (b'{"type":"Stepped","id":1,"chunks":[]}', b"four"),
        (b"\xff\xfe", b""),
        (b"[" * 100_000, b""),
    ],
)
def test_what_is_no_message_is_refused(data: bytes, payload: bytes) -> None:
    with pytest.raises(BadFrame):
        feed(FrameReader(), struct.pack("!II", len(data), len(payload)) + data + payload)
