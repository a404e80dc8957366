"""WAV headers, and files that are exact or not there."""

from __future__ import annotations

import wave
from pathlib import Path

import pytest

from tts_node.audio.format import PcmFormat
from tts_node.audio.wav import HEADER_BYTES, WavFile, header

MONO = PcmFormat(22_050)
STEREO = PcmFormat(48_000, 2, 2)


@pytest.mark.parametrize("fmt", (MONO, STEREO))
def test_W02_files_have_exact_sizes(tmp_path: Path, fmt: PcmFormat) -> None:
    path = tmp_path / "a.wav"
    with WavFile(path, fmt) as file:
        for size in (400, 4, 1_200):
            file.write(bytes(range(4)) * (size // 4))
    with wave.open(str(path)) as read:
        assert (read.getframerate(), read.getnchannels()) == (fmt.rate, fmt.channels)
        assert read.getnframes() * fmt.frame_bytes == 1_604
        assert len(read.readframes(10_000)) == 1_604
    assert path.stat().st_size == HEADER_BYTES + 1_604


def test_the_old_file_stays_until_the_new_one_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    file = WavFile(path, MONO)
    file.write(bytes(100))
    assert path.read_bytes() == b"old"
    file.close()
    file.close()
    file.discard()
    assert path.stat().st_size == HEADER_BYTES + 100
    assert list(tmp_path.iterdir()) == [path]


def test_an_error_inside_leaves_nothing_new(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    with pytest.raises(RuntimeError), WavFile(path, MONO) as file:
        file.write(bytes(100))
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]
    with pytest.raises(ValueError):
        file.write(b"\0\0")


def test_a_torn_last_frame_is_not_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    with WavFile(path, STEREO) as file:
        file.write(bytes(4 * 10 + 3))
        assert file.audio_ms == pytest.approx(10 / 48, rel=0.1)
    with wave.open(str(path)) as read:
        assert read.getnframes() == 10
    assert path.stat().st_size == HEADER_BYTES + 40


def test_what_wav_cannot_declare_is_refused() -> None:
    with pytest.raises(ValueError, match="4 GiB"):
        header(MONO, 0xFFFFFFFF)
