"""Connecting: addresses, hello, tokens, versions, requests with answers, and a node that goes silent."""

from __future__ import annotations

import asyncio
import dataclasses
from dataclasses import dataclass
from http import HTTPStatus

import pytest
from fake_node import HELLO, Peer, done, fake_node, speak_everything, start

from tts_node.audio.format import OutputFormat
from tts_node.client import (
    Audio,
    ConnectionLost,
    Done,
    IncompatibleNode,
    NotReachable,
    ServerError,
    Started,
    Warning,
    connect,
)
from tts_node.client.address import websocket_url
from tts_node.protocol import (
    SCHEMA,
    Error,
    Ping,
    Prepare,
    PrepareAnswer,
    Preview,
    PreviewAnswer,
    Session,
    Status,
    StatusAnswer,
    Unknown,
    Voices,
    VoicesAnswer,
)


async def test_hello_is_known_after_connecting() -> None:
    async with fake_node(speak_everything) as url, connect(url) as client:
        assert client.hello == HELLO


async def test_a_found_node_is_connected_to_by_its_url() -> None:
    @dataclass
    class Found:
        url: str

    async with fake_node(speak_everything) as url, connect(node=Found(f"{url}/v1/ws")) as client:
        assert client.hello.name == "kitchen"


async def test_answers_belong_to_their_requests() -> None:
    async def script(peer: Peer) -> None:
        asked = [await peer.hear() for _ in range(6)]
        for message in reversed(asked):
            match message:
                case Voices(ref=ref):
                    await peer.say(VoicesAnswer(voices=({"name": "joe"},), ref=ref))
                case Status(ref=ref):
                    await peer.say(StatusAnswer(status={"queue": 3}, ref=ref))
                case Ping(ref=ref):
                    await peer.say(Unknown(type="news", fields={"x": 1}), Ping(ref=ref))
                case Preview(ref=ref, text=text):
                    await peer.say(PreviewAnswer(segments=({"text": text},), warnings=("w",), ref=ref))
                case Prepare(ref=ref, voice=voice):
                    await peer.say(PrepareAnswer(voice=voice or "joe", ref=ref))
                case Session():
                    await peer.say(message)
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        voices, status, ping, preview, prepare, session = await asyncio.gather(
            client.voices(),
            client.status(),
            client.ping(),
            client.preview("Hi.", language="en"),
            client.prepare(),
            client.session(voice="joe", format="ogg", pace="realtime"),
        )
        assert voices == ({"name": "joe"},)
        assert status == {"queue": 3}
        assert ping >= 0
        assert preview.segments == ({"text": "Hi."},) and preview.warnings == ("w",)
        assert prepare == "joe"
        assert (session.voice, session.format, session.pace) == ("joe", OutputFormat("ogg"), "realtime")


async def test_a_refused_request_raises_the_nodes_error() -> None:
    async def script(peer: Peer) -> None:
        message = await peer.hear()
        assert isinstance(message, Prepare)
        await peer.say(Error(code="unknown_voice", message="no voice", request="prepare", ref=message.ref))
        await speak_everything(peer)

    async with fake_node(script) as url, connect(url) as client:
        with pytest.raises(ServerError) as caught:
            await client.prepare("nobody")
        assert caught.value.code == "unknown_voice"
        assert (await client.speak("still there").wait()).reason == "complete"


async def test_A01_the_token_goes_in_the_handshake_and_a_wrong_one_is_told_as_such() -> None:
    async with fake_node(speak_everything, token="s3cret") as url:
        async with connect(url, token="s3cret") as client:
            await client.speak("fine").wait()
        for wrong in (None, "other"):
            with pytest.raises(ServerError) as caught:
                async with connect(url, token=wrong):
                    pass
            assert caught.value.code == "unauthorized"
            assert "s3cret" not in str(caught.value) and "other" not in str(caught.value)


@pytest.mark.parametrize(
    ("status", "body", "code", "retryable"),
    [
        (HTTPStatus.FORBIDDEN, "", "forbidden", False),
        (HTTPStatus.SERVICE_UNAVAILABLE, "busy", "too_many_connections", True),
        (HTTPStatus.SERVICE_UNAVAILABLE, '{"code":"restarting","message":"wait"}', "restarting", True),
        (HTTPStatus.FORBIDDEN, '{"error":"odd"}', "forbidden", False),
    ],
)
async def test_a_refusal_in_the_handshake_has_a_code(
    status: HTTPStatus, body: str, code: str, retryable: bool
) -> None:
    async with fake_node(speak_everything, refuse=(status, body)) as url:
        with pytest.raises(ServerError) as caught:
            async with connect(url):
                pass
    assert (caught.value.code, caught.value.retryable) == (code, retryable)


@pytest.mark.parametrize("status", (HTTPStatus.NOT_FOUND, HTTPStatus.OK, HTTPStatus.MOVED_PERMANENTLY))
async def test_what_is_no_node_is_told_as_such(status: HTTPStatus) -> None:
    async with fake_node(speak_everything, refuse=(status, "")) as url:
        with pytest.raises(NotReachable, match="is no node"):
            async with connect(url):
                pass


@pytest.mark.parametrize("hello", ("nonsense", b"\0\1", '{"type":"queued","id":"a","position":1}'))
async def test_a_server_that_says_no_hello_is_no_node(hello: str | bytes) -> None:
    async with fake_node(speak_everything, hello=hello) as url:
        with pytest.raises(NotReachable, match="hello"):
            async with connect(url):
                pass


async def test_a_server_that_says_nothing_is_given_up() -> None:
    async with fake_node(speak_everything, hello=None) as url:
        with pytest.raises(NotReachable, match="within"):
            async with connect(url, timeout_s=0.2):
                pass


async def test_nothing_listening_is_one_sentence() -> None:
    async with fake_node(speak_everything) as url:
        pass
    with pytest.raises(NotReachable, match="nothing answers at ws://"):
        async with connect(url):
            pass


@pytest.mark.parametrize(
    "change", ({"min_schema": SCHEMA + 1, "schema": SCHEMA + 4}, {"protocol": 2}), ids=("schema", "protocol")
)
async def test_a_node_that_is_too_new_is_refused_with_what_to_do(change: dict[str, int]) -> None:
    hello = dataclasses.replace(HELLO, **change)
    async with fake_node(speak_everything, hello=hello) as url:
        with pytest.raises(IncompatibleNode, match="Update tts-node here"):
            async with connect(url):
                pass


async def test_a_newer_node_that_still_takes_our_schema_is_fine() -> None:
    hello = dataclasses.replace(HELLO, schema=SCHEMA + 7)
    async with fake_node(speak_everything, hello=hello) as url, connect(url) as client:
        await client.speak("fine").wait()


async def test_an_error_instead_of_hello_is_raised() -> None:
    hello = Error(code="too_many_connections", message="full", retryable=True)
    async with fake_node(speak_everything, hello=hello) as url:
        with pytest.raises(ServerError, match="full"):
            async with connect(url):
                pass


async def test_a_node_that_goes_silent_is_found_out() -> None:
    found_out = asyncio.Event()

    async def script(peer: Peer) -> None:
        # Not reading means not answering pings either.
        peer.websocket.transport.pause_reading()
        await found_out.wait()
        peer.websocket.transport.abort()

    async with fake_node(script) as url, connect(url, keepalive_s=0.05) as client:
        with pytest.raises(ConnectionLost, match="not answered"):
            await client.speak("anybody?").wait()
        found_out.set()


async def test_W08_a_full_buffer_is_not_taken_for_a_dead_node() -> None:
    async def script(peer: Peer) -> None:
        message = await peer.hear_speak()
        await peer.say(start(message.id or ""))
        for _ in range(200):
            await peer.say(bytes(32_768))
        await peer.say(done(message.id or ""))
        await peer.hear()

    async with fake_node(script) as url, connect(url, keepalive_s=0.05, buffer_bytes=10_000) as client:
        utterance = client.speak("long")
        await anext(utterance)
        for _ in range(10):  # several keep-alives while nothing is read
            await asyncio.sleep(0.05)
        assert (await utterance.wait()).reason == "complete"


async def test_closing_twice_is_allowed_and_leaves_no_task() -> None:
    before = asyncio.all_tasks()
    async with fake_node(speak_everything) as url, connect(url) as client:
        await client.speak("a").wait()
        await client.close()
        await client.close()
    assert {t for t in asyncio.all_tasks() - before if not t.done()} == set()


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("kitchen.local", "ws://kitchen.local:8750/v1/ws"),
        ("192.168.1.20:9000", "ws://192.168.1.20:9000/v1/ws"),
        ("ws://192.168.1.20:9000", "ws://192.168.1.20:9000/v1/ws"),
        ("http://box:8750/", "ws://box:8750/v1/ws"),
        ("https://box.example", "wss://box.example/v1/ws"),
        ("wss://box.example/tts/v1/ws", "wss://box.example/tts/v1/ws"),
        ("[::1]:8750", "ws://[::1]:8750/v1/ws"),
        ("ws://127.0.0.1:8750/v1/ws", "ws://127.0.0.1:8750/v1/ws"),
    ],
)
def test_what_people_type_becomes_the_nodes_address(typed: str, url: str) -> None:
    assert websocket_url(typed) == url


@pytest.mark.parametrize(
    "typed",
    ("ftp://box", "ws://", "ws://box:99999", "ws://box:port", "ws://a:b@box", "ws://box?x=1", "bo\nx", ""),
)
def test_an_address_that_makes_no_sense_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        websocket_url(typed)


async def test_what_a_node_says_to_the_whole_connection_is_told_and_the_speech_goes_on() -> None:
    restarting = Warning(code="restarting", message="the node is about to stop", retry_after_ms=3000)
    own = Warning(id="u", code="code_skipped")

    async def script(peer: Peer) -> None:
        await peer.hear()
        await peer.say(start("u"), restarting, own, b"sound", done("u"))
        await peer.websocket.wait_closed()

    told: list[Warning] = []

    def tell(warning: Warning) -> None:
        told.append(warning)
        raise RuntimeError("a mistake of the caller's own")

    mistakes: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: mistakes.append(context))
    async with fake_node(script) as url, connect(url) as client:
        assert client.warnings == ()
        client.on_warning = tell
        events = [event async for event in client.speak("Hi.", id="u")]
        assert [type(event) for event in events] == [Started, Warning, Audio, Done]
        assert events[1] == own
        assert client.warnings == (restarting,) and told == [restarting]
        assert len(mistakes) == 1


async def test_only_the_latest_warnings_are_kept() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear()
        await peer.say(*(Warning(code=f"news{number}") for number in range(40)), start("u"), done("u"))
        await peer.websocket.wait_closed()

    async with fake_node(script) as url, connect(url) as client:
        await client.speak("Hi.", id="u").wait()
        assert [warning.code for warning in client.warnings] == [f"news{number}" for number in range(24, 40)]
