"""From a voice's PCM to the bytes that a client asked for: softness, level, silences, rate, channels,
container.

Everything here comes after the cache: the same samples serve every format and level.
"""

from __future__ import annotations

from typing import Final

from tts_node.audio import encode
from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.audio.level import Level
from tts_node.audio.softness import Softener
from tts_node.audio.swell import Steps, Swell

_USUAL: Final[Steps] = ((0, 0.0),)


class Rendering:
    """One container's worth of sound. A resumed utterance gets a fresh one."""

    def __init__(
        self, fmt: OutputFormat, source: PcmFormat, *, level_db: float = 0.0, softness: float = 0.0
    ) -> None:
        """`fmt` is resolved (`encode.resolve`); `source` is mono s16. The gain stays to the end."""
        self._source = source
        self._softener = Softener(softness, source.rate)
        self._level = Level(level_db, source.rate)
        self._swell: Swell | None = None
        """Once the level has changed."""
        self._encoder = encode.encoder(fmt, source)

    def sound(self, pcm: bytes, steps: Steps = ()) -> bytes:
        """Encode whole samples, at the usual level but for `steps`. May return nothing yet: an encoder keeps
        up to one of its frames back, a limiter up to 5 ms.
        """
        gains = None
        if steps or self._swell is not None:
            self._swell = self._swell or Swell(self._source.rate)
            gains = self._swell.gains(len(pcm) // 2, steps or _USUAL)
        return self._encoder.feed(self._level.feed(self._softener.feed(pcm), gains))

    def soften(self, softness: float) -> None:
        """What comes from now on is spoken so softly."""
        self._softener = Softener(softness, self._source.rate)

    def silence(self, ms: float) -> bytes:
        return self.sound(bytes(self._source.bytes_for(ms)))

    def drain(self) -> bytes:
        """What the limiter holds back. For the end of a segment, after which comes silence if anything."""
        return self._encoder.feed(self._level.drain())

    def finish(self) -> bytes:
        """What is kept back, and the container's end."""
        return self.drain() + self._encoder.finish()
