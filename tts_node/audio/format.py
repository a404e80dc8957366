"""What sound looks like between the parts: PCM formats inside, output formats at the doors.

`rate` (Hz), `width` (bytes a sample) and `channels` as in Wyoming.
"""

from __future__ import annotations

from dataclasses import dataclass

CONTAINERS = ("pcm", "wav", "ogg", "mp3", "flac", "aac")
MIN_RATE, MAX_RATE = 8_000, 48_000


@dataclass(frozen=True, slots=True)
class PcmFormat:
    """Signed little-endian integer PCM, interleaved."""

    rate: int
    width: int = 2
    channels: int = 1

    @property
    def frame_bytes(self) -> int:
        return self.width * self.channels

    def ms(self, size_bytes: int) -> float:
        """Milliseconds that `size_bytes` of this PCM last."""
        return size_bytes / self.frame_bytes / self.rate * 1000.0

    def bytes_for(self, ms: float) -> int:
        """Bytes of whole frames nearest to `ms` milliseconds."""
        return round(ms * self.rate / 1000.0) * self.frame_bytes


@dataclass(frozen=True, slots=True)
class OutputFormat:
    """What a client asked for. `rate` and `channels` of None mean: as the voice has it (mono)."""

    container: str = "pcm"
    rate: int | None = None
    channels: int | None = None
    bitrate: int | None = None
    """Bits a second, for ogg, mp3 and aac; None takes the default for speech."""
