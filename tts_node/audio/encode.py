"""From the voice's PCM to what a client asked for, streamed with small delay.

`resolve` fills in and checks an `OutputFormat`; `encoder` makes the encoder for it. Containers:

- `pcm`, `wav`: any rate from 8 to 48 kHz. WAV has one header and declares an unknown length, as streams do.
- `ogg` (Opus): the encoder runs at 8, 12, 16, 24 or 48 kHz, the next one up from what was asked. Ogg/Opus
  counts time on a 48 kHz clock whatever the encoder's rate (RFC 7845, 4.), so most decoders hand out 48 kHz.
- `mp3`: the rates MP3 has, the next one up. Where the rate is left open, one is chosen whose two frames of
  look-ahead stay below 60 ms; at 32 kHz, and at 16 kHz and below, they last 72 to 144 ms.
- `flac`: any rate from 8 to 48 kHz, frames of 20 ms.
- `aac` (AAC-LC in ADTS): the rates AAC has, the next one up; where the rate is left open, one of 44.1 and
  48 kHz, because the encoder looks two frames of 1,024 samples ahead. ADTS cannot say that a stream begins
  with the encoder's delay, so players begin with one frame of silence.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import BinaryIO, Protocol

import av
import av.container
import numpy as np

from tts_node.audio import mp3_info, wav
from tts_node.audio.convert import Converter, pcm_frame
from tts_node.audio.format import CONTAINERS, MAX_RATE, MIN_RATE, OutputFormat, PcmFormat
from tts_node.errors import UnsupportedFormat

OPUS_RATES = (8_000, 12_000, 16_000, 24_000, 48_000)
OPUS_BITRATES = (6_000, 256_000)
AAC_RATES = (8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000)
AAC_BITRATES = (16_000, 256_000)
MEDIA_TYPES = {
    "pcm": "audio/pcm",
    "wav": "audio/wav",
    "ogg": "audio/ogg",
    "mp3": "audio/mpeg",
    "flac": "audio/flac",
    "aac": "audio/aac",
}
_MP3_QUICK_RATES = (22_050, 24_000, 44_100, 48_000)
_FRAME_MS = 20


class Encoder(Protocol):
    """Bytes of PCM in, bytes of the container out; cuts of the input never change the output's samples."""

    def feed(self, pcm: bytes) -> bytes:
        """Encoded bytes that are ready, often none or several frames. Cheap enough for the event loop."""

    def finish(self) -> bytes:
        """The rest, with the container's end. Frees everything; the second time gives nothing."""


def media_type(fmt: OutputFormat) -> str:
    """The `Content-Type` of a resolved format. Bare PCM names what nobody could guess (`audio/L16` would be
    big-endian, RFC 2586).
    """
    name = MEDIA_TYPES[fmt.container]
    return name if fmt.container != "pcm" else f"{name}; rate={fmt.rate}; channels={fmt.channels}; bits=16"


def resolve(fmt: OutputFormat, source: PcmFormat) -> OutputFormat:
    """`fmt` with rate, channels and (ogg, mp3, aac) bitrate filled in, each the one that will really be used.

    Raises `UnsupportedFormat` with what is on offer.
    """
    if fmt.container not in CONTAINERS:
        raise UnsupportedFormat(
            f"container {fmt.container!r} is not on offer; there are {', '.join(CONTAINERS)}"
        )
    if fmt.rate is not None and not MIN_RATE <= fmt.rate <= MAX_RATE:
        raise UnsupportedFormat(f"rate {fmt.rate} is not on offer; any from {MIN_RATE} to {MAX_RATE} Hz is")
    if fmt.channels not in (None, 1, 2):
        raise UnsupportedFormat(f"{fmt.channels} channels are not on offer; 1 (mono) and 2 (stereo) are")
    rate, channels, bitrate = fmt.rate or source.rate, fmt.channels or 1, fmt.bitrate
    if fmt.container == "ogg":
        rate = _next_up(rate, OPUS_RATES)
        bitrate = _opus_bitrate(bitrate, rate, channels)
    elif fmt.container == "mp3":
        rate = _next_up(rate, mp3_info.rates() if fmt.rate else _MP3_QUICK_RATES)
        bitrate = _mp3_bitrate(bitrate, rate, channels)
    elif fmt.container == "aac":
        rate = _next_up(rate, AAC_RATES) if fmt.rate else _aac_rate(rate)
        bitrate = _aac_bitrate(bitrate, rate, channels)
    elif bitrate is not None:
        raise UnsupportedFormat(f"{fmt.container} has no bitrate to choose; ogg, mp3 and aac have")
    return OutputFormat(fmt.container, rate, channels, bitrate)


def encoder(fmt: OutputFormat, source: PcmFormat) -> Encoder:
    """An encoder from `source` PCM to `fmt`, which must come from `resolve`."""
    if fmt.rate is None or fmt.channels is None:
        raise ValueError(f"not resolved: {fmt}")
    converter = Converter(source, output_pcm(fmt))
    if fmt.container == "pcm":
        return _Raw(converter, b"")
    if fmt.container == "wav":
        return _Raw(converter, wav.header(output_pcm(fmt), None))
    return _Compressed(converter, fmt, None)


def file_encoder(fmt: OutputFormat, source: PcmFormat, file: BinaryIO) -> Encoder:
    """As `encoder`, for an open file that can be sought in: lengths in the headers become exact at the end.

    Compressed sound goes into the file by itself and `feed` gives nothing; what `feed` does give is to be
    written.
    """
    if fmt.container in _SETUPS:
        return _Compressed(Converter(source, output_pcm(fmt)), fmt, file)
    return encoder(fmt, source)


def output_pcm(fmt: OutputFormat) -> PcmFormat:
    """The PCM that goes into the container of a resolved format."""
    if fmt.rate is None or fmt.channels is None:
        raise ValueError(f"not resolved: {fmt}")
    return PcmFormat(fmt.rate, 2, fmt.channels)


class _Raw:
    """`pcm`, and `wav` with its header in front of the first bytes (also when there is no sound at all)."""

    def __init__(self, converter: Converter, head: bytes) -> None:
        self._converter = converter
        self._head = head

    def feed(self, pcm: bytes) -> bytes:
        return self._with_head(self._converter.feed(pcm))

    def finish(self) -> bytes:
        rest = self._converter.finish()
        head, self._head = self._head, b""
        return head + rest

    def _with_head(self, data: bytes) -> bytes:
        if not data or not self._head:
            return data
        head, self._head = self._head, b""
        return head + data


class _Compressed:
    """`ogg`, `mp3`, `flac` and `aac` by PyAV, in frames of the codec's own size."""

    def __init__(self, converter: Converter, fmt: OutputFormat, file: BinaryIO | None) -> None:
        assert fmt.rate is not None and fmt.channels is not None
        self._converter = converter
        self._pcm = PcmFormat(fmt.rate, 2, fmt.channels)
        self._sink = _Sink()
        self._position = 0
        self._buffer = bytearray()
        codec, codec_options, muxer_options = _SETUPS[fmt.container](fmt.rate)
        if file is not None:
            # Into a file the muxer writes the Info frame itself, and comes back to it with the exact lengths.
            muxer_options = {"metadata_header_padding": "0"} if fmt.container == "flac" else {}
        self._container: av.container.OutputContainer | None = av.open(
            file or self._sink,
            "w",
            format=_MUXERS.get(fmt.container, fmt.container),
            container_options=muxer_options,
        )
        stream = self._container.add_stream(codec, rate=fmt.rate, options=codec_options)
        stream.layout = "mono" if fmt.channels == 1 else "stereo"
        # LAME takes planar samples only; for one channel planar and packed are the same bytes.
        self._is_mp3 = fmt.container == "mp3"
        self._to_float = fmt.container == "aac"
        stream.format = "s16p" if self._is_mp3 else "fltp" if self._to_float else "s16"
        if fmt.bitrate is not None:
            stream.bit_rate = fmt.bitrate
        self._stream = stream
        self._needs_info = self._is_mp3 and file is None
        # Players cannot open an Ogg or MP3 without any audio, so no sound at all becomes one silent sample.
        self._needs_a_sample = fmt.container != "flac"
        self._container.start_encoding()
        # FLAC names no frame size of its own before it is asked for one.
        frame = stream.codec_context.frame_size or fmt.rate * _FRAME_MS // 1000
        self._frame_bytes = frame * self._pcm.frame_bytes

    def feed(self, pcm: bytes) -> bytes:
        self._encode(self._converter.feed(pcm))
        return self._take()

    def finish(self) -> bytes:
        if self._container is None:
            return b""
        self._encode(self._converter.finish())
        if self._buffer:
            self._encode_frame(bytes(self._buffer))
            self._buffer.clear()
        if not self._position and self._needs_a_sample:
            self._encode_frame(bytes(self._pcm.frame_bytes))
        rest = self._stream.encode(None)
        # LAME may flush a frame of padding that holds nothing of the input any more; its duration is 0.
        self._mux([packet for packet in rest if not self._is_mp3 or packet.duration])
        container, self._container = self._container, None
        container.close()
        return self._take()

    def _encode(self, pcm: bytes) -> None:
        if self._container is None:
            raise ValueError("feed after finish")
        self._buffer += pcm
        whole = len(self._buffer) - len(self._buffer) % self._frame_bytes
        for at in range(0, whole, self._frame_bytes):
            self._encode_frame(bytes(self._buffer[at : at + self._frame_bytes]))
        del self._buffer[:whole]

    def _encode_frame(self, pcm: bytes) -> None:
        is_planar = self._is_mp3 or self._to_float
        frame = self._planar_frame(pcm) if is_planar else pcm_frame(pcm, self._pcm)
        frame.pts = self._position
        self._position += frame.samples
        self._mux(self._stream.encode(frame))

    def _planar_frame(self, pcm: bytes) -> av.AudioFrame:
        # (channels, samples)
        sides = np.frombuffer(pcm, "<i2").reshape(-1, self._pcm.channels).T
        frame = av.AudioFrame(
            format="fltp" if self._to_float else "s16p",
            layout="mono" if self._pcm.channels == 1 else "stereo",
            samples=sides.shape[1],
        )
        frame.sample_rate = self._pcm.rate
        planes = sides * np.float32(1 / 32768) if self._to_float else sides
        for plane, side in zip(frame.planes, planes, strict=True):
            plane.update(side.tobytes())
        return frame

    def _mux(self, packets: list[av.Packet]) -> None:
        assert self._container is not None
        for packet in packets:
            if self._needs_info:
                self._needs_info = False
                self._sink.write(mp3_info.info_frame(bytes(packet)[:4]))
            self._container.mux(packet)

    def _take(self) -> bytes:
        return self._sink.take()


class _Sink:
    """What PyAV writes to. Without `seek`, so that muxers know that nothing can be patched later."""

    def __init__(self) -> None:
        self._data = bytearray()

    def write(self, data: bytes) -> int:
        self._data += data
        return len(data)

    def take(self) -> bytes:
        data = bytes(self._data)
        self._data.clear()
        return data


_Setup = tuple[str, dict[str, str], dict[str, str]]


def _ogg_setup(rate: int) -> _Setup:
    # `voip` is libopus' mode for speech. Without `page_duration` (µs) a page collects a second before it is
    # sent.
    options = {"application": "voip", "frame_duration": str(_FRAME_MS), "vbr": "on"}
    return "libopus", options, {"page_duration": str(_FRAME_MS * 1000)}


def _mp3_setup(rate: int) -> _Setup:
    # With the bit reservoir a frame may need bytes of the next one; the Info frame is ours (see `mp3_info`).
    # Quality 7 leaves out the noise shaping search, which takes a third of the time and is for music.
    options = {"reservoir": "0", "compression_level": "7"}
    return "libmp3lame", options, {"write_xing": "0", "id3v2_version": "0"}


def _flac_setup(rate: int) -> _Setup:
    # Small frames need no deep search; the default of 8 KiB padding is for tag editors, not for streams.
    options = {"frame_size": str(rate * _FRAME_MS // 1000), "compression_level": "3"}
    return "flac", options, {"metadata_header_padding": "0"}


def _aac_setup(rate: int) -> _Setup:
    # The default search takes three times as long, for music.
    return "aac", {"aac_coder": "fast"}, {}


_SETUPS: dict[str, Callable[[int], _Setup]] = {
    "ogg": _ogg_setup,
    "mp3": _mp3_setup,
    "flac": _flac_setup,
    "aac": _aac_setup,
}
_MUXERS = {"aac": "adts"}


def _next_up(rate: int, allowed: tuple[int, ...]) -> int:
    return next((r for r in allowed if r >= rate), allowed[-1])


def _opus_bitrate(asked: int | None, rate: int, channels: int) -> int:
    low, high = OPUS_BITRATES
    if asked is None:
        return (
            (32_000 if rate >= 24_000 else 24_000)
            * (1 if channels == 1 else 3)
            // (1 if channels == 1 else 2)
        )
    if not low <= asked <= high:
        raise UnsupportedFormat(f"bitrate {asked} is not on offer for ogg; {low} to {high} bits a second are")
    return asked


def _mp3_bitrate(asked: int | None, rate: int, channels: int) -> int:
    table = mp3_info.bitrates(rate)
    if asked is None:
        asked = (64_000 if channels == 1 else 96_000) if rate >= 16_000 else 32_000 * channels
    elif not table[0] <= asked <= table[-1]:
        raise UnsupportedFormat(
            f"bitrate {asked} is not on offer for mp3 at {rate} Hz; "
            f"{table[0]} to {table[-1]} bits a second are"
        )
    return min(table, key=lambda b: (abs(b - asked), b))


def _aac_bitrate(asked: int | None, rate: int, channels: int) -> int:
    low, high = AAC_BITRATES
    if asked is None:
        asked = (64_000 if channels == 1 else 96_000) if rate >= 16_000 else 32_000 * channels
    elif not low <= asked <= high:
        raise UnsupportedFormat(f"bitrate {asked} is not on offer for aac; {low} to {high} bits a second are")
    # A frame of 1,024 samples holds at most 6,144 bits for each channel (ISO/IEC 14496-3, 4.5.3.3).
    return min(asked, 6 * rate * channels)


def _aac_rate(rate: int) -> int:
    return 44_100 if 44_100 % rate == 0 else 48_000
