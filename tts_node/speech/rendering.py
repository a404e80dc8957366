"""From a voice's PCM to the bytes that a client asked for: level, silences, rate, channels, container.

Everything here comes after the cache: the same samples serve every format and level.
"""

from __future__ import annotations

from tts_node.audio import dsp, encode
from tts_node.audio.format import OutputFormat, PcmFormat


class Rendering:
    """One container's worth of sound. A resumed utterance gets a fresh one."""

    def __init__(self, fmt: OutputFormat, source: PcmFormat, *, level_db: float = 0.0) -> None:
        """`fmt` is resolved (`encode.resolve`); `source` is mono s16."""
        self._source = source
        self._level_db = level_db
        self._encoder = encode.encoder(fmt, source)

    def sound(self, pcm: bytes) -> bytes:
        """Encode whole samples. May return nothing yet: an encoder keeps up to one of its frames back."""
        if self._level_db:
            pcm = dsp.gain(pcm, self._level_db)
        return self._encoder.feed(pcm)

    def silence(self, ms: float) -> bytes:
        return self._encoder.feed(bytes(self._source.bytes_for(ms)))

    def finish(self) -> bytes:
        """What the encoder kept back, and the container's end."""
        return self._encoder.finish()
