"""Files of every container: exact lengths in the headers, complete or not there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
import pytest

from tts_node.audio.files import container_of, save
from tts_node.audio.format import CONTAINERS, OutputFormat, PcmFormat
from tts_node.errors import UnsupportedFormat

VOICE = PcmFormat(22_050)


def tone(frames: int) -> bytes:
    return (np.sin(np.arange(frames) * 0.1) * 9_000).astype("<i2").tobytes()


def pieces(pcm: bytes, size: int = 1_001) -> Iterator[bytes]:
    return (pcm[at : at + size] for at in range(0, len(pcm), size))


@pytest.mark.parametrize("frames", (1, 1_000, 22_050, 40_001))
@pytest.mark.parametrize("container", ("wav", "flac", "mp3", "ogg"))
def test_the_length_in_the_header_is_the_sounds(tmp_path: Path, container: str, frames: int) -> None:
    path = tmp_path / f"a.{container}"
    save(path, OutputFormat(container), VOICE, pieces(tone(frames)))
    with av.open(str(path)) as file:
        stream = file.streams.audio[0]
        assert stream.duration is not None and stream.time_base is not None
        declared_s = float(stream.duration * stream.time_base)
        decoded_s = sum(f.samples for f in file.decode(audio=0)) / stream.rate
    # MP3 declares and holds whole samples of what was encoded; Ogg's duration counts its pre-skip of 6.5 ms.
    assert declared_s == pytest.approx(
        frames / VOICE.rate, abs=0.0001 if container in ("wav", "flac") else 0.027
    )
    # Of an MP3 with less than its own delay in it, decoders keep a part of that.
    exact = container != "mp3" or frames > 1
    assert decoded_s == pytest.approx(frames / VOICE.rate, abs=0.0001 if exact else 0.027)
    assert list(tmp_path.iterdir()) == [path]


def test_flac_and_pcm_files_hold_the_very_samples(tmp_path: Path) -> None:
    pcm = tone(30_000)
    save(tmp_path / "a.pcm", OutputFormat("pcm"), VOICE, pieces(pcm))
    assert (tmp_path / "a.pcm").read_bytes() == pcm
    save(tmp_path / "a.flac", OutputFormat("flac"), VOICE, pieces(pcm))
    with av.open(str(tmp_path / "a.flac")) as file:
        assert b"".join(f.to_ndarray().tobytes() for f in file.decode(audio=0)) == pcm


@pytest.mark.parametrize("container", CONTAINERS)
def test_what_fails_in_the_middle_leaves_the_old_file(tmp_path: Path, container: str) -> None:
    def breaks() -> Iterator[bytes]:
        yield tone(30_000)
        raise OSError("no space left on device")

    path = tmp_path / f"a.{container}"
    path.write_bytes(b"old")
    with pytest.raises(OSError, match="no space left"):
        save(path, OutputFormat(container), VOICE, breaks())
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("container", CONTAINERS)
def test_no_sound_at_all_makes_a_file_that_opens(tmp_path: Path, container: str) -> None:
    path = tmp_path / f"a.{container}"
    save(path, OutputFormat(container), VOICE, [])
    if container == "pcm":
        assert path.read_bytes() == b""
        return
    with av.open(str(path)) as file:
        assert sum(f.samples for f in file.decode(audio=0)) <= 2048


@pytest.mark.parametrize(
    ("name", "container"),
    [
        ("a.wav", "wav"),
        ("A.MP3", "mp3"),
        ("a.b.ogg", "ogg"),
        ("a.opus", "ogg"),
        ("a.flac", "flac"),
        ("a.raw", "pcm"),
    ],
)
def test_the_name_tells_the_container(name: str, container: str) -> None:
    assert container_of(Path(name)) == container


@pytest.mark.parametrize("name", ("a", "a.m4a", ".wav", "a.wav.txt"))
def test_a_name_that_tells_nothing_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(UnsupportedFormat, match=r"\.pcm, \.wav, \.ogg, \.mp3, \.flac, \.aac"):
        container_of(Path(name))
