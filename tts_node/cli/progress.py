"""One line on stderr that follows an utterance, and one that sums it up."""

from __future__ import annotations

import sys
import time

from tts_node.client import Done, Queued, Started

_EVERY_S = 0.1


class ProgressLine:
    """The line is for terminals, or `shown` elsewhere; `quiet` shows neither that nor the summary."""

    def __init__(self, node: str, *, shown: bool, quiet: bool) -> None:
        self._node = node
        self._quiet = quiet
        self._terminal = sys.stderr.isatty()
        self._shown = (shown or self._terminal) and not quiet
        self._asked_at = time.perf_counter()
        self._first_ms: float | None = None
        self._bytes_per_s = 0
        self._size_bytes = 0
        self._voice = ""
        self._written_at = 0.0
        self._width = 0

    def queued(self, event: Queued) -> None:
        eta = f", about {event.eta_ms / 1000:.1f} s" if event.eta_ms is not None else ""
        self._write(f"{self._node}: waiting, {event.position} before it{eta}", now=True)

    def started(self, event: Started) -> None:
        self._voice = event.voice
        self._bytes_per_s = (event.format.rate or 0) * (event.format.channels or 1) * event.width
        if event.instruct_ignored:
            self.note(f"the voice {event.voice} cannot do: {', '.join(event.instruct_ignored)}")
        for warning in event.warnings:
            self.note(warning)

    def sound(self, size_bytes: int) -> None:
        """So much more sound has arrived."""
        first = self._first_ms is None
        if first:
            self._first_ms = (time.perf_counter() - self._asked_at) * 1000.0
        self._size_bytes += size_bytes
        self._write(
            f"{self._node}: first sound after {self._first_ms:.0f} ms, {self._seconds:.1f} s so far",
            now=first,
        )

    def note(self, text: str) -> None:
        """A line of its own that stays."""
        if not self._quiet:
            self.clear()
            print(f"tts-node: {text}", file=sys.stderr)

    def summary(self, done: Done, result: str) -> None:
        """The last line: what became of it."""
        if self._quiet:
            return
        self.clear()
        first = f", first sound after {self._first_ms:.0f} ms" if self._first_ms is not None else ""
        voice = f", voice {self._voice}" if self._voice else ""
        print(f"{self._node}: {result} {done.audio_ms / 1000:.1f} s{first}{voice}", file=sys.stderr)

    def clear(self) -> None:
        """Take the progress line away."""
        if self._width and self._terminal:
            print("\r" + " " * self._width + "\r", end="", file=sys.stderr, flush=True)
        self._width = 0

    @property
    def _seconds(self) -> float:
        return self._size_bytes / self._bytes_per_s if self._bytes_per_s else 0.0

    def _write(self, text: str, *, now: bool) -> None:
        moment = time.monotonic()
        # In a log each line stays, so there only what is new is said.
        if not self._shown or (not now and (not self._terminal or moment - self._written_at < _EVERY_S)):
            return
        self._written_at = moment
        if self._terminal:
            print("\r" + text.ljust(self._width), end="", file=sys.stderr, flush=True)
            self._width = max(self._width, len(text))
        else:
            print(text, file=sys.stderr, flush=True)
