"""The blocking client does the same, from any thread."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Future

import pytest
from fake_node import Peer, Script, done, fake_node, speak_everything, start

from tts_node.client import sync
from tts_node.client.sync import Audio, ConnectionLost, ServerError, Started, Warning
from tts_node.protocol import Append, Cancel, End, Ping, Voices, VoicesAnswer


class Node:
    """The scripted node on a thread, for tests without a loop."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._url: Future[str] = Future()
        self._failure: BaseException | None = None

    def __enter__(self) -> str:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run()))
        self._thread.start()
        return self._url.result(10)

    def __exit__(self, *exc: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)
        if self._failure is not None:
            raise self._failure

    async def _run(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        try:
            async with fake_node(self._script) as url:
                self._url.set_result(url)
                await self._stop.wait()
        except BaseException as error:
            self._failure = error


def test_a_script_speaks_with_a_plain_for_loop() -> None:
    with Node(speak_everything) as url, sync.connect(url) as client:
        assert client.hello.name == "kitchen"
        events = list(client.speak("to be or not"))
        assert isinstance(events[0], Started)
        assert b"".join(e.data for e in events if isinstance(e, Audio)) == b"tobeornot"
        assert events[-1] == done("u1", audio_ms=40.0)
        assert b"".join(client.speak("only sound").audio()) == b"onlysound"
        assert client.speak("x").wait().reason == "complete"


def test_errors_are_raised_where_the_script_waits() -> None:
    with Node(speak_everything) as url, sync.connect(url) as client:
        with pytest.raises(ServerError) as caught:
            client.speak(" ").wait()
        assert caught.value.code == "empty_text"


def test_requests_are_answered() -> None:
    async def script(peer: Peer) -> None:
        while True:
            message = await peer.hear()
            if isinstance(message, Voices):
                await peer.say(VoicesAnswer(voices=({"name": "joe"},), ref=message.ref))
            elif isinstance(message, Ping):
                await peer.say(message)

    with Node(script) as url, sync.connect(url) as client:
        assert client.voices() == ({"name": "joe"},)
        assert client.ping() >= 0


def test_a_generator_is_spoken_as_it_comes() -> None:
    heard_first = threading.Event()

    async def script(peer: Peer) -> None:
        text = (await peer.hear_speak()).text
        while isinstance(message := await peer.hear(), Append):
            text += message.text
            heard_first.set()
        assert isinstance(message, End)
        await peer.say(start("u1"), text.encode(), done("u1"))
        await peer.hear()

    def words() -> Iterator[str]:
        yield "first "
        # The node has the first piece before the second exists.
        assert heard_first.wait(10)
        yield "second"

    with Node(script) as url, sync.connect(url) as client:
        assert b"".join(client.speak(words()).audio()) == b"first second"


def test_an_error_in_the_generator_is_raised_in_the_loop() -> None:
    async def script(peer: Peer) -> None:
        while not isinstance(await peer.hear(), Cancel):
            pass
        await peer.say(done("u1", "cancelled"))
        await peer.hear()

    def words() -> Iterator[str]:
        yield "first "
        raise LookupError("gone")

    with Node(script) as url, sync.connect(url) as client, pytest.raises(LookupError):
        client.speak(words()).wait()


def test_text_can_be_added_from_another_thread_while_this_one_listens() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        while isinstance(message := await peer.hear(), Append):
            if not peer.received[2:]:
                await peer.say(start("u1"))
            await peer.say(message.text.encode())
        await peer.say(done("u1"))
        await peer.hear()

    with Node(script) as url, sync.connect(url) as client:
        utterance = client.speak("", more=True)

        def write() -> None:
            for word in ("a", "b", "c"):
                utterance.append(word)
            utterance.end()

        writer = threading.Thread(target=write)
        writer.start()
        assert b"".join(utterance.audio()) == b"abc"
        writer.join()


def test_leaving_in_the_middle_cancels_and_the_connection_stays_good() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), b"1")
        assert isinstance(await peer.hear(), Cancel)
        await peer.say(done("u1", "cancelled"))
        await speak_everything(peer)

    with Node(script) as url, sync.connect(url) as client:
        with client.speak("long") as utterance:
            next(utterance)
        assert utterance.wait().reason == "cancelled"
        assert b"".join(client.speak("next").audio()) == b"next"


def test_no_thread_is_left_behind_and_a_closed_client_says_so() -> None:
    before = threading.active_count()
    with Node(speak_everything) as url:
        with sync.connect(url) as client:
            client.speak("a").wait()
        with pytest.raises(ConnectionLost):
            client.speak("b")
        with pytest.raises(ConnectionLost):
            client.voices()
    assert threading.active_count() == before


def test_nothing_listening_is_one_sentence_and_leaves_no_thread() -> None:
    before = threading.active_count()
    with Node(speak_everything) as url:
        pass
    with pytest.raises(sync.NotReachable, match="nothing answers"), sync.connect(url):
        pass
    assert threading.active_count() == before


def test_ctrl_c_ends_the_waiting_and_closes_the_connection() -> None:
    closed_with: Future[int | None] = Future()

    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), b"1")
        os.kill(os.getpid(), signal.SIGINT)
        await peer.websocket.wait_closed()
        closed_with.set_result(peer.websocket.close_code)

    before = threading.active_count()
    with Node(script) as url:
        with pytest.raises(KeyboardInterrupt), sync.connect(url) as client:
            client.speak("long").wait()
        assert closed_with.result(10) == 1000
    assert threading.active_count() == before


def test_warnings_to_the_whole_connection_can_be_read() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear()
        await peer.say(Warning(code="restarting", retry_after_ms=3000), start("u"), done("u"))
        await peer.websocket.wait_closed()

    with Node(script) as url, sync.connect(url) as client:
        assert client.speak("Hi.", id="u").wait().reason == "complete"
        assert [(warning.code, warning.retry_after_ms) for warning in client.warnings] == [
            ("restarting", 3000)
        ]
