"""Encoders: decoded length, small delay, cuts, mapping of rates and bitrates, and memory."""

from __future__ import annotations

import gc
import io
import random
import wave

import av
import numpy as np
import numpy.typing as npt
import psutil
import pytest

from tts_node.audio import mp3_info
from tts_node.audio.encode import OPUS_RATES, encoder, output_pcm, resolve
from tts_node.audio.format import CONTAINERS, OutputFormat, PcmFormat
from tts_node.errors import UnsupportedFormat

VOICE = PcmFormat(22_050)
RATES = (8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000)
COMPRESSED = ("ogg", "mp3", "flac", "aac")
HEADER_BYTES = {"ogg": 129, "mp3": 0, "flac": 4 + 4 + 34 + 60}
"""At most what a container says before its first audio (Ogg: two pages; FLAC: STREAMINFO, a comment)."""


def chirp(frames: int, rate: int) -> bytes:
    """A sweep from 100 Hz to 3 kHz: every moment is different, so shifts and holes show."""
    t = np.arange(frames) / rate
    length = max(frames / rate, 0.1)
    phase = 2 * np.pi * (100 * t + (3_000 - 100) / (2 * length) * t * t)
    return (np.sin(phase) * 12_000).astype("<i2").tobytes()


def cut(data: bytes, seed: int, longest: int = 3_000) -> list[bytes]:
    """Pieces of random length, odd ones included."""
    rng = random.Random(seed)
    pieces, at = [], 0
    while at < len(data):
        size = rng.randint(1, longest)
        pieces.append(data[at : at + size])
        at += size
    return pieces


def encode(fmt: OutputFormat, source: PcmFormat, pieces: list[bytes]) -> bytes:
    enc = encoder(fmt, source)
    return b"".join([enc.feed(piece) for piece in pieces]) + enc.finish()


def decode(data: bytes, fmt: OutputFormat) -> tuple[npt.NDArray[np.float64], int]:
    """Samples of the first channel as -1..1, and the decoder's rate."""
    if fmt.container == "pcm":
        samples = np.frombuffer(data, "<i2").reshape(-1, fmt.channels or 1)[:, 0]
        return samples / 32768.0, fmt.rate or 0
    # A handful of ADTS frames is too little to be told from other data by itself.
    with av.open(io.BytesIO(data), format="aac" if fmt.container == "aac" else None) as file:
        rate = file.streams.audio[0].rate
        assert file.streams.audio[0].channels == fmt.channels
        pieces = []
        for frame in file.decode(audio=0):
            array = frame.to_ndarray()
            if not frame.format.is_planar:
                array = array.reshape(-1, fmt.channels or 1).T
            scale = 1.0 if array.dtype.kind == "f" else float(-np.iinfo(array.dtype).min)
            pieces.append(array[0] / scale)
        samples = np.concatenate(pieces) if pieces else np.zeros(0)
        # ADTS has no place for the encoder's delay of one frame.
        return samples[1024 if fmt.container == "aac" else 0 :], rate


def packets(data: bytes, container: str) -> int:
    """Whole codec frames in the beginning of a stream; for mp3 the Info frame counts."""
    if container == "mp3":
        parser = av.CodecContext.create("mp3", "r")
        return len(parser.parse(data)) + len(parser.parse(None))
    with av.open(io.BytesIO(data), format=container) as file:
        return sum(1 for packet in file.demux(audio=0) if packet.size)


def codec_frame(fmt: OutputFormat, decoded_rate: int) -> int:
    """Samples at the decoder's rate that one frame of the codec lasts."""
    if fmt.container == "mp3":
        return 1152 if (fmt.rate or 0) >= 32_000 else 576
    if fmt.container == "aac":
        return 1024
    return decoded_rate // 50 if fmt.container in ("ogg", "flac") else 1


@pytest.mark.parametrize("channels", (1, 2))
@pytest.mark.parametrize("rate", RATES)
@pytest.mark.parametrize("container", CONTAINERS)
def test_decoded_length_is_the_pcms_within_one_codec_frame_for_any_cuts(
    container: str, rate: int, channels: int
) -> None:
    fmt = resolve(OutputFormat(container, rate, channels), VOICE)
    rng = random.Random(f"{container}{rate}{channels}")
    for seed in range(4):
        frames = rng.randint(1, VOICE.rate * 2)
        samples, decoded_rate = decode(encode(fmt, VOICE, cut(chirp(frames, VOICE.rate), seed)), fmt)
        expected = frames / VOICE.rate * decoded_rate
        assert abs(len(samples) - expected) <= codec_frame(fmt, decoded_rate), (frames, fmt)


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("rate", (16_000, 22_050, 48_000))
def test_cuts_never_change_the_encoded_bytes(container: str, rate: int) -> None:
    pcm = chirp(30_000, VOICE.rate)
    fmt = resolve(OutputFormat(container, rate), VOICE)

    def bytes_without_serial(pieces: list[bytes]) -> bytes | list[float]:
        data = encode(fmt, VOICE, pieces)
        # Ogg streams carry a random serial number and checksums over it, so the sound is compared there.
        return list(decode(data, fmt)[0]) if container == "ogg" else data

    whole = bytes_without_serial([pcm])
    for seed in range(3):
        assert bytes_without_serial(cut(pcm, seed, longest=500)) == whole
    assert bytes_without_serial([pcm[:1], pcm[1:2], b"", pcm[2:5], pcm[5:]]) == whole


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("rate", (22_050, 24_000, 48_000))
def test_what_comes_out_is_what_went_in_at_the_same_place(container: str, rate: int) -> None:
    pcm = chirp(22_050, VOICE.rate)
    fmt = resolve(OutputFormat(container, rate, 2), VOICE)
    samples, decoded_rate = decode(encode(fmt, VOICE, cut(pcm, 1)), fmt)
    t = np.arange(len(samples)) / decoded_rate
    inner = slice(int(0.05 * decoded_rate), int(0.95 * decoded_rate))
    wanted = np.sin(2 * np.pi * (100 * t + (3_000 - 100) / 2 * t * t)) * 12_000 / 32768.0
    correlation = float(np.corrcoef(samples[inner], wanted[inner])[0, 1])
    # Opus' speech mode filters the lowest tones and turns their phase; a millisecond off would leave nothing.
    assert correlation > (0.5 if container == "ogg" else 0.99)


@pytest.mark.parametrize("container", CONTAINERS)
def test_bursts_stay_where_they_were(container: str) -> None:
    x = np.zeros(2 * VOICE.rate)
    bursts = (0.3, 1.0, 1.7)
    for start in bursts:
        at = round(start * VOICE.rate)
        x[at : at + 1_102] = np.random.default_rng(1).normal(0, 6_000, 1_102)
    fmt = resolve(OutputFormat(container, 48_000), VOICE)
    samples, decoded_rate = decode(encode(fmt, VOICE, [x.clip(-32768, 32767).astype("<i2").tobytes()]), fmt)
    step = decoded_rate // 1_000
    power = (samples[: len(samples) // step * step].reshape(-1, step) ** 2).mean(axis=1)
    for start in bursts:
        near = power[round(start * 1_000) - 100 : round(start * 1_000) + 150]
        centre = float((near * np.arange(len(near))).sum() / near.sum()) - 100
        assert abs(centre - 25) < 5  # bursts of 50 ms, smeared a little by the codecs


@pytest.mark.parametrize("container", [c for c in CONTAINERS if c != "aac"])
@pytest.mark.parametrize("rate", (None, 22_050, 24_000, 44_100, 48_000))
@pytest.mark.parametrize("voice_rate", (16_000, 22_050, 24_000))
def test_first_sound_leaves_the_encoder_after_60_ms_of_audio(
    container: str, rate: int | None, voice_rate: int
) -> None:
    source = PcmFormat(voice_rate)
    fmt = resolve(OutputFormat(container, rate), source)
    enc = encoder(fmt, source)
    pcm = chirp(voice_rate * 60 // 1000, voice_rate)
    out = b"".join(enc.feed(piece) for piece in cut(pcm, 7, longest=441))
    assert len(out) > HEADER_BYTES.get(container, 44 if container == "wav" else 0)
    if container in COMPRESSED:
        # Whole frames with sound in them, not only a header.
        assert packets(out, container) >= (2 if container == "mp3" else 1)
    enc.finish()


@pytest.mark.parametrize("rate", (8_000, 11_025, 12_000, 16_000, 32_000))
def test_mp3_at_rates_with_long_frames_needs_two_of_them_and_no_more(rate: int) -> None:
    fmt = resolve(OutputFormat("mp3", rate), PcmFormat(rate))
    frame = codec_frame(fmt, rate)
    enc = encoder(fmt, PcmFormat(rate))
    assert enc.feed(bytes(frame * 2 * 2))
    enc.finish()


@pytest.mark.parametrize("rate", (None, 16_000, 48_000))
def test_aac_gives_its_first_frame_after_three_and_picks_a_rate_with_short_ones(rate: int | None) -> None:
    fmt = resolve(OutputFormat("aac", rate), VOICE)
    assert fmt.rate == (rate or 44_100)
    enc = encoder(fmt, PcmFormat(fmt.rate))
    assert len(enc.feed(bytes(3 * 1024 * 2))) > 7  # an ADTS header has 7 bytes
    assert enc.finish()


def test_an_aac_frame_never_gets_more_bits_than_it_may_hold() -> None:
    assert resolve(OutputFormat("aac", 8_000, 1, 256_000), VOICE).bitrate == 48_000


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("rate", (None, 16_000))
def test_no_sound_at_all_makes_a_valid_empty_stream(container: str, rate: int | None) -> None:
    fmt = resolve(OutputFormat(container, rate), VOICE)
    enc = encoder(fmt, VOICE)
    out = enc.feed(b"") + enc.finish()
    samples, decoded_rate = decode(out, fmt)
    assert len(samples) <= (0 if container in ("pcm", "wav", "flac") else codec_frame(fmt, decoded_rate))
    assert enc.finish() == b""


def test_W02_a_wav_stream_has_exactly_one_header_with_unknown_length() -> None:
    pcm = chirp(22_050, VOICE.rate)
    data = encode(resolve(OutputFormat("wav"), VOICE), VOICE, cut(pcm, 3))
    assert data[:4] == b"RIFF" and data[4:8] == data[40:44] == b"\xff\xff\xff\xff"
    assert data.count(b"RIFF") == 1
    assert data[44:] == pcm
    with wave.open(io.BytesIO(data)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (22_050, 1, 2)
        assert file.readframes(1_000_000) == pcm


def test_W04_asked_rate_and_channels_are_what_the_bytes_obey() -> None:
    source = PcmFormat(24_000)
    fmt = resolve(OutputFormat("pcm", 16_000, 2), source)
    assert output_pcm(fmt) == PcmFormat(16_000, 2, 2)
    out = np.frombuffer(encode(fmt, source, [chirp(24_000, 24_000)]), "<i2").reshape(-1, 2)
    assert len(out) == 16_000
    assert (out[:, 0] == out[:, 1]).all()
    # A tone keeps its pitch: 1 kHz in, 1 kHz out.
    tone = (np.sin(2 * np.pi * 1_000 * np.arange(24_000) / 24_000) * 9_000).astype("<i2").tobytes()
    heard = np.frombuffer(encode(fmt, source, [tone]), "<i2")[::2]
    assert int(np.argmax(np.abs(np.fft.rfft(heard)))) == 1_000


def test_a_torn_last_sample_is_dropped_not_shifted() -> None:
    pcm = chirp(1_000, VOICE.rate)
    fmt = resolve(OutputFormat("pcm"), VOICE)
    assert encode(fmt, VOICE, [pcm, b"\x01"]) == pcm


@pytest.mark.parametrize("asked", (8_000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000))
def test_opus_takes_the_next_rate_it_has_and_decodes_on_the_48_khz_clock(asked: int) -> None:
    fmt = resolve(OutputFormat("ogg", asked), VOICE)
    assert fmt.rate == min(r for r in OPUS_RATES if r >= asked)
    _, decoded_rate = decode(encode(fmt, VOICE, [chirp(22_050, VOICE.rate)]), fmt)
    assert decoded_rate == 48_000


@pytest.mark.parametrize(
    ("asked", "given"),
    ((8_000, 8_000), (9_000, 11_025), (20_000, 22_050), (40_000, 44_100), (48_000, 48_000)),
)
def test_mp3_takes_the_next_rate_it_has(asked: int, given: int) -> None:
    assert resolve(OutputFormat("mp3", asked), VOICE).rate == given


@pytest.mark.parametrize(
    ("container", "bitrate"),
    [("ogg", None), ("ogg", 16_000), ("ogg", 64_000), ("mp3", None), ("mp3", 32_000), ("aac", 32_000)],
)
@pytest.mark.parametrize("channels", (1, 2))
def test_resolved_formats_are_complete_and_stay_as_they_are(
    container: str, bitrate: int | None, channels: int
) -> None:
    fmt = resolve(OutputFormat(container, None, channels, bitrate), VOICE)
    assert fmt.rate and fmt.channels == channels and fmt.bitrate
    assert bitrate in (None, fmt.bitrate)
    assert resolve(fmt, VOICE) == fmt


@pytest.mark.parametrize(
    ("fmt", "offer"),
    [
        (OutputFormat("m4a"), "pcm, wav, ogg, mp3, flac, aac"),
        (OutputFormat("PCM"), "pcm, wav, ogg, mp3, flac, aac"),
        (OutputFormat("aac", 24_000, 1, 8_000), "16000 to 256000"),
        (OutputFormat("pcm", 7_999), "8000 to 48000"),
        (OutputFormat("pcm", 0), "8000 to 48000"),
        (OutputFormat("mp3", 96_000), "8000 to 48000"),
        (OutputFormat("wav", 16_000, 0), "1 (mono) and 2 (stereo)"),
        (OutputFormat("wav", 16_000, 6), "1 (mono) and 2 (stereo)"),
        (OutputFormat("flac", 16_000, 1, 64_000), "ogg, mp3 and aac"),
        (OutputFormat("pcm", 16_000, 1, 64_000), "ogg, mp3 and aac"),
        (OutputFormat("ogg", 48_000, 1, 1_000), "6000 to 256000"),
        (OutputFormat("mp3", 8_000, 1, 128_000), "8000 to 64000"),
        (OutputFormat("mp3", 44_100, 1, 16_000), "32000 to 320000"),
    ],
)
def test_what_is_not_on_offer_is_refused_with_what_is(fmt: OutputFormat, offer: str) -> None:
    with pytest.raises(UnsupportedFormat) as caught:
        resolve(fmt, VOICE)
    assert offer in str(caught.value)


@pytest.mark.parametrize("rate", mp3_info.rates())
def test_every_mp3_bitrate_is_really_used_and_length_stays_right(rate: int) -> None:
    pcm = chirp(rate // 2, rate)
    for bitrate in mp3_info.bitrates(rate):
        for channels in (1, 2):
            fmt = resolve(OutputFormat("mp3", rate, channels, bitrate), PcmFormat(rate))
            assert fmt.bitrate == bitrate
            data = encode(fmt, PcmFormat(rate), [pcm])
            samples, _ = decode(data, fmt)
            assert abs(len(samples) - rate // 2) <= codec_frame(fmt, rate), fmt
            assert abs(len(data) * 8 / (len(samples) / rate) / bitrate - 1) < 0.75, fmt


def test_feeding_after_the_end_is_an_error() -> None:
    for container in CONTAINERS:
        enc = encoder(resolve(OutputFormat(container), VOICE), VOICE)
        enc.finish()
        with pytest.raises(ValueError):
            enc.feed(b"\0\0")


@pytest.mark.slow
@pytest.mark.parametrize("abandon", (False, True), ids=("finished", "abandoned"))
@pytest.mark.parametrize("container", COMPRESSED)
def test_R01_thousands_of_encoders_leave_no_memory_behind(container: str, abandon: bool) -> None:
    fmt = resolve(OutputFormat(container, 48_000, 2), VOICE)
    pcm = chirp(2_000, VOICE.rate)
    process = psutil.Process()

    def rounds(n: int) -> None:
        for _ in range(n):
            enc = encoder(fmt, VOICE)
            enc.feed(pcm)
            if not abandon:
                enc.finish()
            del enc
        gc.collect()

    rounds(300)
    before = process.memory_info().rss
    rounds(1_000)
    grown = process.memory_info().rss - before
    assert grown < 8 * 2**20, f"{grown / 1000:.0f} bytes for each encoder"
