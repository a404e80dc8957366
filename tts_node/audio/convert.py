"""Streaming conversion of PCM to another rate or number of channels; cuts never change the samples."""

from __future__ import annotations

import av
import numpy as np
import numpy.typing as npt

from tts_node.audio.format import PcmFormat

_LAYOUTS = {1: "mono", 2: "stereo"}


class Converter:
    """Turns `source` PCM into `target` PCM (16 bit both, one or two channels), with state across chunks.

    The input may be cut anywhere, also in the middle of a sample. For `n` frames in, exactly
    ceil(n * target.rate / source.rate) frames have come out after `finish`, aligned with the input (the
    resampler's own delay is taken out). The resampler gets blocks of 10 ms whatever the cuts are, so cuts
    cannot change a sample.
    """

    def __init__(self, source: PcmFormat, target: PcmFormat) -> None:
        for fmt in (source, target):
            if fmt.width != 2 or fmt.channels not in _LAYOUTS:
                raise ValueError(f"16-bit mono or stereo PCM is needed, not {fmt}")
        self._source = source
        self._target = target
        self._buffer = bytearray()
        self._finished = False
        self._frames_in = 0
        self._frames_out = 0
        # Fewer channels first, or more channels last: the resampler then works on the smaller side.
        self._inner_channels = min(source.channels, target.channels)
        self._resampler: av.AudioResampler | None = None
        self._block = source.frame_bytes
        if source.rate != target.rate:
            self._block = max(1, source.rate // 100) * source.frame_bytes
            self._resampler = av.AudioResampler("s16", _LAYOUTS[self._inner_channels], target.rate)

    def feed(self, pcm: bytes) -> bytes:
        """The target PCM that is ready after `pcm`."""
        if self._finished:
            raise ValueError("feed after finish")
        if not self._buffer and len(pcm) % self._block == 0 and self._resampler is None:
            return self._convert(pcm)
        self._buffer += pcm
        whole = len(self._buffer) - len(self._buffer) % self._block
        if not whole:
            return b""
        ready = bytes(memoryview(self._buffer)[:whole])
        del self._buffer[:whole]
        return self._convert(ready)

    def finish(self) -> bytes:
        """What is left. An incomplete last frame of the input is dropped. Twice is allowed."""
        if self._finished:
            return b""
        self._finished = True
        whole = len(self._buffer) - len(self._buffer) % self._source.frame_bytes
        out = self._convert(bytes(self._buffer[:whole]))
        self._buffer.clear()
        if self._resampler is not None and self._frames_in:
            rest = b"".join(map(_samples, self._resampler.resample(None)))
            self._resampler = None
            due = -(-self._frames_in * self._target.rate // self._source.rate) - self._frames_out
            tail = _spread(rest, self._inner_channels, self._target.channels)
            out += tail[: due * self._target.frame_bytes].ljust(due * self._target.frame_bytes, b"\0")
            self._frames_out += due
        return out

    def _convert(self, pcm: bytes) -> bytes:
        self._frames_in += len(pcm) // self._source.frame_bytes
        pcm = _mix(pcm, self._source.channels, self._inner_channels)
        if self._resampler is not None:
            step = self._block // self._source.frame_bytes * 2 * self._inner_channels
            pcm = b"".join(self._resample(pcm[at : at + step]) for at in range(0, len(pcm), step))
        pcm = _spread(pcm, self._inner_channels, self._target.channels)
        self._frames_out += len(pcm) // self._target.frame_bytes
        return pcm

    def _resample(self, block: bytes) -> bytes:
        assert self._resampler is not None
        frame = pcm_frame(block, PcmFormat(self._source.rate, 2, self._inner_channels))
        return b"".join(map(_samples, self._resampler.resample(frame)))


def pcm_frame(pcm: bytes, fmt: PcmFormat) -> av.AudioFrame:
    """A packed 16-bit frame of whole samples for PyAV, without a timestamp."""
    frame = av.AudioFrame(format="s16", layout=_LAYOUTS[fmt.channels], samples=len(pcm) // fmt.frame_bytes)
    frame.sample_rate = fmt.rate
    frame.planes[0].update(pcm)
    return frame


def _samples(frame: av.AudioFrame) -> bytes:
    """The samples of a packed 16-bit frame; its plane is longer, for alignment."""
    return bytes(memoryview(frame.planes[0])[: frame.samples * 2 * frame.layout.nb_channels])


def _mix(pcm: bytes, channels: int, wanted: int) -> bytes:
    """Stereo to mono as the mean of both, which cannot clip."""
    if channels == wanted or not pcm:
        return pcm
    both = np.frombuffer(pcm, "<i2").reshape(-1, 2).astype(np.int32)
    mono: npt.NDArray[np.int16] = (both.sum(axis=1) >> 1).astype("<i2")
    return mono.tobytes()


def _spread(pcm: bytes, channels: int, wanted: int) -> bytes:
    """Mono to stereo at the same level on both sides."""
    if channels == wanted or not pcm:
        return pcm
    return np.repeat(np.frombuffer(pcm, "<i2"), 2).tobytes()
