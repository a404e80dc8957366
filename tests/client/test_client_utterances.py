"""Speaking with the asyncio client: events, text in pieces, cancel, errors, a full buffer."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest
from fake_node import Peer, done, fake_node, speak_everything, start

from tts_node.client import (
    Audio,
    ConnectionLost,
    Done,
    Flushed,
    Interrupted,
    Mark,
    OutputFormat,
    Queued,
    ServerError,
    Started,
    Warning,
    connect,
)
from tts_node.protocol import Append, Cancel, End, Error, Flush, Played, Speak


async def test_an_utterance_tells_its_events_in_order_and_ends_with_done() -> None:
    told = [
        Queued(id="u1", position=1, eta_ms=40),
        start("u1"),
        Mark(id="u1", level="word", text_start=0, text_end=5, start_ms=0.0, end_ms=200.0),
        Warning(id="u1", code="segment_repeated", message="again"),
    ]

    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(*told, b"one", b"two", Flushed(id="u1", tag="a"), done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        events = [event async for event in client.speak("Hello")]
        assert events == [
            *told,
            Audio("u1", b"one"),
            Audio("u1", b"two"),
            Flushed(id="u1", tag="a"),
            done("u1"),
        ]


async def test_everything_asked_for_reaches_the_node_and_nothing_else() -> None:
    heard: list[Speak] = []

    async def script(peer: Peer) -> None:
        for _ in range(2):
            speak = await peer.hear_speak()
            heard.append(speak)
            await peer.say(start(speak.id or ""), done(speak.id or ""))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        full = client.speak(
            "Hallo",
            instruct="calm",
            voice="joe",
            speaker="3",
            language="de",
            speed=1.5,
            format=OutputFormat("ogg", 48_000, 2, 64_000),
            priority="alert",
            pace="realtime",
            marks=True,
            cache=False,
            id="mine",
        )
        assert (await full.wait()).reason == "complete"
        await client.speak("Hi", format="wav").wait()
    assert heard == [
        Speak(
            text="Hallo",
            id="mine",
            instruct="calm",
            voice="joe",
            speaker="3",
            language="de",
            speed=1.5,
            format=OutputFormat("ogg", 48_000, 2, 64_000),
            priority="alert",
            pace="realtime",
            marks=True,
            cache=False,
        ),
        Speak(text="Hi", id="u1", format=OutputFormat("wav")),
    ]


async def test_binary_frames_belong_to_the_utterance_that_started_last() -> None:
    async def script(peer: Peer) -> None:
        for _ in range(3):
            await peer.hear_speak()
        await peer.say(b"stray", start("u2"), b"b1", Interrupted(id="u2", at_ms=10.0))
        await peer.say(start("u3"), b"c1", b"c2", done("u3"), b"stray")
        await peer.say(
            start("u2", resumed=True, from_ms=10.0), b"b2", done("u2"), start("u1"), b"a1", done("u1")
        )
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        a, b, c = (client.speak(text) for text in ("a", "b", "c"))
        sounds = await asyncio.gather(*(_sound(u) for u in (a, b, c)))
        assert sounds == [b"a1", b"b1b2", b"c1c2"]


async def test_an_interrupted_utterance_says_from_where_it_comes_again() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), b"x", Interrupted(id="u1", at_ms=250.0))
        await peer.say(start("u1", resumed=True, from_ms=250.0), b"y", done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        events = [e async for e in client.speak("a")]
    assert [type(e) for e in events] == [Started, Audio, Interrupted, Started, Audio, Done]
    resumed = events[3]
    assert isinstance(resumed, Started) and resumed.resumed and resumed.from_ms == 250.0


async def test_many_utterances_on_one_connection_each_get_their_own_sound() -> None:
    async with fake_node(speak_everything) as url, connect(url) as client:
        texts = [f"n{i} " * 5 + "end" for i in range(50)]
        sounds = await asyncio.gather(*(_sound(client.speak(text)) for text in texts))
        assert sounds == [text.replace(" ", "").encode() for text in texts]


async def test_text_can_be_added_flushed_and_ended() -> None:
    heard: list[object] = []

    async def script(peer: Peer) -> None:
        for _ in range(5):
            heard.append(await peer.hear())
        await peer.say(start("u1"), Flushed(id="u1", tag="t"), done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("Hel", more=True)
        await utterance.append("lo ")
        await utterance.append("")
        await utterance.flush("t")
        await utterance.append("world")
        await utterance.end()
        await utterance.end()
        await utterance.wait()
    assert heard == [
        Speak(text="Hel", id="u1", more=True),
        Append(id="u1", text="lo "),
        Flush(id="u1", tag="t"),
        Append(id="u1", text="world"),
        End(id="u1"),
    ]


async def test_an_async_iterable_is_sent_piece_by_piece_and_its_end_is_the_texts_end() -> None:
    async def script(peer: Peer) -> None:
        text = (await peer.hear_speak()).text
        while isinstance(message := await peer.hear(), Append):
            text += message.text
        assert message == End(id="u1")
        await peer.say(start("u1"), text.encode(), done("u1"))
        await peer.hear()

    async def words() -> AsyncIterator[str]:
        for word in ("The ", "", "wäscher ", "is done."):
            yield word

    async with fake_node(script) as url, connect(url) as client:
        assert await _sound(client.speak(words())) == "The wäscher is done.".encode()


async def test_an_error_in_the_callers_text_cancels_and_is_raised_where_it_is_read() -> None:
    cancelled = asyncio.Event()

    async def script(peer: Peer) -> None:
        while not isinstance(await peer.hear(), Cancel):
            pass
        cancelled.set()
        await peer.say(done("u1", "cancelled"))
        await peer.hear()

    async def words() -> AsyncIterator[str]:
        yield "one "
        raise LookupError("no more words")

    async with fake_node(script) as url, connect(url) as client:
        with pytest.raises(LookupError, match="no more words"):
            await client.speak(words()).wait()
        await asyncio.wait_for(cancelled.wait(), 10)


async def test_cancel_drops_what_waits_and_ends_with_done() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), b"1", b"2", b"3")
        assert await peer.hear() == Cancel(id="u1", played_ms=120.0)
        await peer.say(b"late", done("u1", "cancelled"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("a long story")
        assert isinstance(await anext(utterance), Started)
        await utterance.cancel(played_ms=120.0)
        await utterance.cancel()
        rest = [event async for event in utterance]
        assert rest == [done("u1", "cancelled")]
        assert utterance.done == rest[0]


async def test_leaving_the_context_cancels_what_is_left() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), b"1")
        assert isinstance(await peer.hear(), Cancel)
        await peer.say(done("u1", "cancelled"))
        await speak_everything(peer)

    async with fake_node(script) as url, connect(url) as client:
        async with client.speak("a long story") as utterance:
            await anext(utterance)
        assert await _sound(client.speak("next one")) == b"nextone"


async def test_an_utterance_that_nobody_holds_is_cancelled_and_blocks_nothing() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), bytes(3_000))
        assert Cancel(id="u1") in [await peer.hear(), await peer.hear()]
        await peer.say(bytes(100_000), done("u1", "cancelled"), start("u2"), b"next", done("u2"))
        await peer.hear()

    async with fake_node(script) as url, connect(url, buffer_bytes=5_000) as client:
        async for event in client.speak("forgotten"):
            if isinstance(event, Started):
                break
        del event
        gc.collect()
        assert await _sound(client.speak("the next")) == b"next"


async def test_what_the_listener_has_heard_is_told() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        assert await peer.hear() == Played(id="u1", played_ms=80.5)
        await peer.say(start("u1"), done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("a")
        await utterance.played(80.5)
        await utterance.wait()
        await utterance.played(100.0)  # over: nothing is sent


async def test_a_refused_utterance_raises_the_nodes_error_and_the_next_one_works() -> None:
    async with fake_node(speak_everything) as url, connect(url) as client:
        with pytest.raises(ServerError) as caught:
            await client.speak("  ").wait()
        assert caught.value.code == "empty_text"
        assert str(caught.value) == "nothing to speak"
        assert caught.value.id == "u1"
        assert await _sound(client.speak("fine now")) == b"finenow"


async def test_a_failed_utterance_gives_its_sound_so_far_then_raises() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        error = Error(code="engine_oom", message="out of memory", id="u1", retryable=True, retry_after_ms=500)
        await peer.say(start("u1"), b"so far", error, done("u1", "error", error_code="engine_oom"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("a")
        got = []
        with pytest.raises(ServerError) as caught:
            async for event in utterance:
                got.append(event)
        assert [type(e) for e in got] == [Started, Audio]
        assert (caught.value.code, caught.value.retryable, caught.value.retry_after_ms) == (
            "engine_oom",
            True,
            500,
        )


async def test_lost_text_raises_instead_of_speaking_something_else() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.hear()
        await peer.say(Error(code="text_too_long", message="too long", id="u1", request="append"))
        assert isinstance(await peer.hear(), Cancel)
        await peer.say(done("u1", "cancelled"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("a", more=True)
        await utterance.append("b" * 100)
        with pytest.raises(ServerError, match="too long"):
            await utterance.wait()


async def test_a_late_cancel_that_the_node_does_not_know_any_more_is_no_error() -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        assert isinstance(await peer.hear(), Cancel)
        await peer.say(Error(code="unknown_id", message="no such", id="u1", request="cancel"), done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url) as client:
        utterance = client.speak("a")
        await utterance.cancel()
        assert (await utterance.wait()).reason == "complete"


async def test_two_utterances_cannot_have_the_same_id() -> None:
    async with fake_node(speak_everything) as url, connect(url) as client:
        first = client.speak("a", id="x")
        with pytest.raises(ValueError, match="'x'"):
            client.speak("b", id="x")
        await first.wait()
        assert await _sound(client.speak("b", id="x")) == b"b"


async def test_W06_a_consumer_that_does_not_read_stops_the_socket_being_read() -> None:
    chunk, total = 32_768, 400
    sent = 0
    stalled = asyncio.Event()

    async def script(peer: Peer) -> None:
        nonlocal sent
        await peer.hear_speak()
        await peer.say(start("u1"))
        for _ in range(total):
            try:
                async with asyncio.timeout(0.5):
                    await peer.say(bytes(chunk))
            except TimeoutError:
                stalled.set()
                await peer.say(bytes(chunk))
            sent += chunk
        await peer.say(done("u1"))
        await peer.hear()

    async with fake_node(script) as url, connect(url, buffer_bytes=100_000) as client:
        utterance = client.speak("five minutes")
        await asyncio.wait_for(stalled.wait(), 30)
        # What is under way: our buffer, the library's, and the two socket buffers; not everything.
        assert client._budget.used_bytes < 100_000 + 2 * chunk
        assert sent < total * chunk
        received = 0
        async for event in utterance:
            if isinstance(event, Audio):
                received += len(event.data)
        assert received >= total * chunk  # a piece whose sending was cut off may come twice
        assert client._budget.used_bytes == 0


async def test_closing_with_a_full_buffer_is_quick_and_polite() -> None:
    closed_with: list[int | None] = []

    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"))
        try:
            while True:
                await peer.say(bytes(32_768))
        finally:
            await peer.websocket.wait_closed()
            closed_with.append(peer.websocket.close_code)

    async with fake_node(script) as url:
        async with connect(url, buffer_bytes=50_000) as client:
            utterance = client.speak("endless")
            await anext(utterance)
        with pytest.raises(ConnectionLost):
            await utterance.wait()
    assert closed_with == [1000]


async def test_the_connection_going_away_is_told_to_every_utterance_and_request() -> None:
    async def script(peer: Peer) -> None:
        for _ in range(3):
            await peer.hear()
        await peer.say(start("u1"), b"1")
        peer.websocket.transport.abort()

    async with fake_node(script) as url, connect(url) as client:
        first, second = client.speak("a"), client.speak("b")
        ping = asyncio.create_task(client.ping())
        got = []
        with pytest.raises(ConnectionLost, match=r"^the node went away in mid-speech$"):
            async for event in first:
                got.append(type(event))
        assert got == [Started, Audio]
        with pytest.raises(ConnectionLost):
            await second.wait()
        with pytest.raises(ConnectionLost, match=r"^the node went away$"):
            await ping
        with pytest.raises(ConnectionLost):
            client.speak("c")
        with pytest.raises(ConnectionLost):
            await client.voices()
        await first.cancel()


async def _sound(utterance: AsyncIterator[object]) -> bytes:
    return b"".join([event.data async for event in utterance if isinstance(event, Audio)])


async def test_text_that_is_no_unicode_is_refused_and_the_connection_goes_on() -> None:
    async def script(peer: Peer) -> None:
        await speak_everything(peer)

    async def pieces() -> AsyncIterator[str]:
        yield "fine "
        yield "\ud800"

    async with asyncio.timeout(10), fake_node(script) as url, connect(url) as client:
        with pytest.raises(ValueError, match="surrogate"):
            client.speak("a\ud800b", id="a")
        with pytest.raises(ValueError, match="surrogate"):
            await client.speak(pieces()).wait()
        assert (await client.speak("Hello", id="a").wait()).reason == "complete"
