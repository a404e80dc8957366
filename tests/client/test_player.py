"""The player's buffer, driven by hand in place of a sound card."""

from __future__ import annotations

import sys
import threading
import types

import pytest

from tts_node.audio.format import PcmFormat
from tts_node.client.errors import NoPlayer
from tts_node.client.player import Fill, Player, check_device

FMT = PcmFormat(1_000)  # 2 bytes a millisecond


class Card:
    """A sound card that asks when the test says so."""

    latency = 0.0

    def __init__(self) -> None:
        self.calls: list[str] = []

    def open(self, fmt: PcmFormat, fill: Fill) -> Card:
        self._fill = fill
        return self

    def ask(self, ms: int) -> bytes:
        out = bytearray(ms * 2)
        self._fill(out, ms, None, None)
        return bytes(out)

    def start(self) -> None:
        self.calls.append("start")

    def stop(self) -> None:
        self.calls.append("stop")

    def abort(self) -> None:
        self.calls.append("abort")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def card() -> Card:
    return Card()


def player(card: Card, prebuffer_ms: float = 20, max_buffer_ms: float = 200) -> Player:
    return Player(FMT, prebuffer_ms=prebuffer_ms, max_buffer_ms=max_buffer_ms, open_stream=card.open)


def sound(ms: int, value: int = 7) -> bytes:
    return bytes([value, 0]) * ms


def test_it_starts_when_the_prebuffer_is_there_and_not_before(card: Card) -> None:
    p = player(card)
    p.write(sound(10))
    assert card.ask(10) == bytes(20)
    p.write(sound(10))
    assert card.ask(10) == sound(10)
    assert (p.played_ms, p.buffered_ms, p.underruns) == (10, 10, 0)


def test_sound_comes_out_once_and_in_order_whatever_the_blocks(card: Card) -> None:
    p = player(card)
    written = bytes(range(200))
    for at in range(0, 200, 14):
        p.write(written[at : at + 14])
    heard = b"".join(card.ask(ms) for ms in (3, 1, 40, 7, 30, 19))
    assert heard == written


def test_running_dry_is_counted_once_and_a_little_is_gathered_again(card: Card) -> None:
    p = player(card)
    p.write(sound(25))
    assert card.ask(30) == sound(25) + bytes(10)
    card.ask(30)
    assert p.underruns == 1
    p.write(sound(10))
    assert card.ask(5) == bytes(10)
    p.write(sound(10))
    assert card.ask(5) == sound(5)
    assert p.underruns == 1


def test_write_blocks_while_the_buffer_is_full(card: Card) -> None:
    p = player(card, max_buffer_ms=50)
    p.write(sound(50))
    written = threading.Event()

    def write() -> None:
        p.write(sound(10))
        written.set()

    thread = threading.Thread(target=write)
    thread.start()
    assert not written.wait(0.05)
    card.ask(20)
    assert written.wait(10)
    thread.join()
    assert p.buffered_ms == 40


def test_finish_plays_the_rest_even_when_it_is_short(card: Card) -> None:
    p = player(card)
    p.write(sound(5))
    finished = threading.Event()
    thread = threading.Thread(target=lambda: (p.finish(), finished.set()))
    thread.start()
    heard = b""
    while not finished.is_set():
        heard += card.ask(2)
        finished.wait(0.001)
    thread.join()
    assert heard.rstrip(b"\0") == sound(5).rstrip(b"\0")
    assert p.underruns == 0
    assert card.calls == ["start", "stop", "abort", "close"]


def test_interrupted_sound_is_dropped_from_where_it_will_come_again(card: Card) -> None:
    p = player(card)
    p.write(sound(30, 1))
    p.write(sound(30, 2))
    card.ask(10)
    assert p.drop_from(40.0) == 40.0
    assert p.buffered_ms == 30
    p.write(sound(10, 3))
    assert card.ask(40) == sound(20, 1) + sound(10, 2) + sound(10, 3)
    p.write(sound(10, 4))
    assert p.drop_from(0.0) == 50.0  # what was played cannot come back
    assert (p.played_ms, p.buffered_ms) == (50, 0)


def test_what_the_card_still_holds_is_not_heard_yet(card: Card) -> None:
    card.latency = 0.015
    p = player(card)
    p.write(sound(50))
    card.ask(10)
    assert p.played_ms == 0
    card.ask(10)
    assert p.played_ms == 5


def test_close_frees_whoever_waits_and_may_be_called_twice(card: Card) -> None:
    p = player(card, max_buffer_ms=20)
    p.write(sound(20))
    threads = [threading.Thread(target=p.write, args=(sound(5),)), threading.Thread(target=p.finish)]
    for thread in threads:
        thread.start()
    p.close()
    p.close()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()
    assert card.calls == ["start", "abort", "close"]


def test_without_portaudio_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(NoPlayer, match="pip install sounddevice"):
        Player(FMT)


def test_without_a_device_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class PortAudioError(Exception):
        pass

    def fail(*args: object, **kwargs: object) -> None:
        raise PortAudioError("Error querying device -1")

    module = types.SimpleNamespace(RawOutputStream=fail, PortAudioError=PortAudioError)
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    module.query_devices = fail
    with pytest.raises(NoPlayer, match="no sound device takes 1000 Hz"):
        Player(FMT)
    with pytest.raises(NoPlayer, match="no sound device is there"):
        check_device()
    module.query_devices = lambda device, kind: {"name": f"{kind} of the desk"}
    assert check_device() == "output of the desk"
