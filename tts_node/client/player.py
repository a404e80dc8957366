"""Plays PCM on this machine's loudspeaker, through PortAudio (the `sounddevice` package).

Both are looked for only when a `Player` is made, so that everything else works without them.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from tts_node.audio.format import PcmFormat
from tts_node.client.errors import NoPlayer

PREBUFFER_MS = 120.0
"""Sound that is there before the first of it is played: covers the jitter of a home's Wi-Fi."""
MAX_BUFFER_MS = 2_000.0


def check_device(device: str | int | None = None) -> str:
    """The name of the device that would play. Raises `NoPlayer` with what to do when there is none."""
    sounddevice = _sounddevice()
    try:
        return str(sounddevice.query_devices(device, "output")["name"])
    except (sounddevice.PortAudioError, ValueError) as error:
        wanted = "no sound device" if device is None else f"no sound device called {device!r}"
        raise NoPlayer(f"cannot play: {wanted} is there ({error})") from None


class OutputStream(Protocol):
    """What is used of `sounddevice.RawOutputStream`."""

    latency: float

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def abort(self) -> None: ...

    def close(self) -> None: ...


Fill = Callable[[Any, int, Any, Any], None]
"""PortAudio's callback: (buffer to fill, frames, time, status)."""
OpenStream = Callable[[PcmFormat, Fill], OutputStream]


class Player:
    """A small buffer between PCM as it arrives and the sound card as it asks.

    Starts once `prebuffer_ms` are there or `finish` was called; plays silence and counts an underrun when it
    runs dry in the middle. `write` blocks while more than `max_buffer_ms` wait, so from asyncio call it in a
    thread. Raises `NoPlayer` where nothing can play.
    """

    def __init__(
        self,
        fmt: PcmFormat,
        *,
        device: str | int | None = None,
        prebuffer_ms: float = PREBUFFER_MS,
        max_buffer_ms: float = MAX_BUFFER_MS,
        open_stream: OpenStream | None = None,
    ) -> None:
        self._fmt = fmt
        self._prebuffer_bytes = fmt.bytes_for(prebuffer_ms)
        self._max_bytes = max(fmt.bytes_for(max_buffer_ms), self._prebuffer_bytes)
        self._chunks: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._played_bytes = 0
        self._position_bytes = 0
        self._running = False
        self._finished = False
        self._closed = False
        self._dry = False
        self._underruns = 0
        self._changed = threading.Condition()
        self._stream = (open_stream or _open(device))(fmt, self._fill)
        self._stream.start()

    @property
    def underruns(self) -> int:
        """How often it ran dry after it had begun, while more was still to come."""
        return self._underruns

    @property
    def buffered_ms(self) -> float:
        return self._fmt.ms(self._waiting_bytes)

    @property
    def played_ms(self) -> float:
        """How much of what was written has been heard: handed over, less what the sound card still holds."""
        played_ms = self._fmt.ms(self._played_bytes)
        return played_ms if self._closed else max(0.0, played_ms - max(0.0, self._stream.latency) * 1000.0)

    def write(self, pcm: bytes) -> None:
        """Add sound; blocks while the buffer is full. Does nothing after `close`."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._waiting_bytes < self._max_bytes)
            if self._closed or not pcm:
                return
            self._chunks.append(pcm)
            self._waiting_bytes += len(pcm)
            self._position_bytes += len(pcm)
            self._dry = False
            if self._waiting_bytes >= self._prebuffer_bytes:
                self._running = True

    def drop_from(self, at_ms: float) -> float:
        """Forget what is not played yet from `at_ms` on, because it will come again.

        Returns where the next `write` goes, milliseconds since the first: later than `at_ms` if that was
        played.
        """
        with self._changed:
            keep = max(self._played_bytes, self._fmt.bytes_for(at_ms))
            while self._chunks and self._position_bytes > keep:
                last = self._chunks.pop()
                left = max(0, len(last) - (self._position_bytes - keep))
                left -= left % self._fmt.frame_bytes
                self._position_bytes -= len(last) - left
                self._waiting_bytes -= len(last) - left
                if left:
                    self._chunks.append(last[:left])
                    break
            self._changed.notify_all()
            return self._fmt.ms(self._position_bytes)

    def finish(self) -> None:
        """No more is coming: play what there is and wait until it has been heard."""
        with self._changed:
            self._finished = True
            self._running = True
            self._changed.wait_for(lambda: self._closed or not self._waiting_bytes)
            if self._closed:
                return
        self._stream.stop()  # PortAudio plays out what it holds
        self.close()

    def close(self) -> None:
        """Silence at once; `write` and `finish` return. Twice is allowed."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        self._stream.abort()
        self._stream.close()

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _fill(self, out: Any, frames: int, time: Any, status: Any) -> None:
        """Called by PortAudio on its own thread for every block."""
        want = frames * self._fmt.frame_bytes
        with self._changed:
            parts: list[bytes] = []
            need = want if self._running else 0
            while need and self._chunks:
                chunk = self._chunks.popleft()
                if len(chunk) > need:
                    self._chunks.appendleft(chunk[need:])
                    chunk = chunk[:need]
                parts.append(chunk)
                need -= len(chunk)
            data = b"".join(parts)
            self._waiting_bytes -= len(data)
            self._played_bytes += len(data)
            if need and self._running and not self._finished and not self._dry:
                # Ran dry: gather a little again instead of stuttering on every chunk.
                self._dry = True
                self._underruns += 1
                self._running = False
            self._changed.notify_all()
        out[:] = data.ljust(want, b"\0")


def _open(device: str | int | None) -> OpenStream:
    sounddevice = _sounddevice()

    def open_stream(fmt: PcmFormat, fill: Fill) -> OutputStream:
        try:
            stream: OutputStream = sounddevice.RawOutputStream(
                samplerate=fmt.rate, channels=fmt.channels, dtype="int16", device=device, callback=fill
            )
        except (sounddevice.PortAudioError, ValueError) as error:
            raise NoPlayer(f"cannot play: no sound device takes {fmt.rate} Hz ({error})") from None
        return stream

    return open_stream


def _sounddevice() -> Any:
    try:
        import sounddevice
    except ImportError:
        raise NoPlayer(
            "cannot play: the Python package `sounddevice` is not installed (pip install sounddevice)"
        ) from None
    except OSError:
        raise NoPlayer(
            "cannot play: PortAudio is not installed (Debian, Ubuntu, Raspberry Pi OS: "
            "sudo apt install libportaudio2)"
        ) from None
    return sounddevice
