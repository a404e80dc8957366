"""`tts-node say` into files and on loudspeakers, and what people do wrong."""

from __future__ import annotations

import json
import wave
from pathlib import Path
from typing import ClassVar

import av
import pytest
from fake_node import Peer, done, fake_node, start
from say_node import RATE, SECOND, names, run, speaks_a_second

from tts_node import protocol
from tts_node.audio.format import PcmFormat
from tts_node.cli import sinks
from tts_node.client import NoPlayer
from tts_node.protocol import Interrupted, Played, Speak, Warning


async def test_W02_a_wav_file_has_exact_sizes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "dinner.wav"
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "Dinner", "is ready", "--url", url, "-o", str(path)) == 0
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (RATE, 1, RATE)
        assert file.readframes(RATE) == SECOND
    assert path.stat().st_size == 44 + len(SECOND)
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1 and err.startswith(f"kitchen: wrote {path} 1.0 s, first sound after ")


@pytest.mark.parametrize(
    ("name", "codec"), [("a.mp3", "mp3float"), ("a.ogg", "opus"), ("a.opus", "opus"), ("a.flac", "flac")]
)
async def test_compressed_files_say_their_exact_length(tmp_path: Path, name: str, codec: str) -> None:
    path = tmp_path / name
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url, "-o", str(path), "-q") == 0
    with av.open(str(path)) as file:
        stream = file.streams.audio[0]
        assert stream.codec_context.name == codec
        assert file.duration is not None
        assert abs(file.duration / 1e6 - 1.0) < 0.08
        assert abs(sum(f.samples for f in file.decode(audio=0)) - stream.rate) <= 0.03 * stream.rate
    assert names(tmp_path) == [path.name]


async def test_a_file_has_the_asked_rate_channels_and_format(tmp_path: Path) -> None:
    path = tmp_path / "sound.bin"
    options = ("--format", "wav", "--rate", "16000", "--channels", "2")
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url, "-o", str(path), "-q", *options) == 0
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getnframes()) == (16_000, 2, 16_000)


async def test_stdout_takes_the_sound_in_the_asked_format(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url, "-o", "-", "--format", "wav", "--rate", "16000") == 0
        wav, err = capfdbinary.readouterr()
        for name in ("pcm", "raw"):
            assert await run("say", "x", "--url", url, "-o", "-", "--format", name, "-q") == 0
            assert capfdbinary.readouterr().out == SECOND
    assert (wav[:4], wav[8:12], len(wav)) == (b"RIFF", b"WAVE", 44 + 32_000)
    assert b"wrote to stdout" in err


async def test_what_is_spoken_again_after_an_interruption_goes_to_stdout_once(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        half = len(SECOND) // 2
        await peer.say(start("u1"), SECOND[: half + 1_000], Interrupted(id="u1", at_ms=500.0))
        await peer.say(start("u1", resumed=True, from_ms=500.0), SECOND[half:], done("u1"))
        await peer.hear()

    async with fake_node(script) as url:
        assert await run("say", "x", "--url", url, "-o", "-", "--format", "pcm", "-q") == 0
    assert capfdbinary.readouterr().out == SECOND


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["-o", "-"], "--format wav"),
        (["-o", "-", "--format", "wav", "--json"], "--json and -o -"),
        (["-o", "FOLDER"], "is a folder"),
        (["-o", "a.xyz"], ".aac, .opus, .oga, .raw"),
    ],
)
async def test_an_output_that_cannot_be_is_one_line_and_where_to_read_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], words: str
) -> None:
    options = [str(tmp_path) if option == "FOLDER" else option for option in options]
    assert await run("say", "x", *options) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert words in first and second == "see `tts-node say --help`"


@pytest.mark.parametrize(("text", "words"), [("fail", "the engine broke"), ("expire", "expired")])
async def test_a_failure_leaves_the_old_file_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    async with fake_node(speaks_a_second) as url:
        assert await run("say", text, "--url", url, "-o", str(path)) == 1
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == [path.name]
    err = capsys.readouterr().err
    assert words in err and "Traceback" not in err


async def test_interrupted_sound_is_in_the_file_once(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        half = len(SECOND) // 2
        await peer.say(start("u1"), SECOND[: half + 1_000], Interrupted(id="u1", at_ms=500.0))
        await peer.say(start("u1", resumed=True, from_ms=500.0), SECOND[half:], done("u1"))
        await peer.hear()

    path = tmp_path / "a.pcm"
    async with fake_node(script) as url:
        assert await run("say", "x", "--url", url, "-o", str(path), "-q") == 0
    assert path.read_bytes() == SECOND


async def test_json_prints_the_done_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url, "-o", str(tmp_path / "a.wav"), "--json", "-q") == 0
        ok = json.loads(capsys.readouterr().out)
        assert (ok["type"], ok["reason"], ok["audio_ms"], ok["ttfa_ms"]) == ("done", "complete", 1000.0, 5.0)
        assert await run("say", "fail", "--url", url, "-o", str(tmp_path / "a.wav"), "--json", "-q") == 1
        failed = json.loads(capsys.readouterr().out)
        assert (failed["reason"], failed["error_code"]) == ("error", "engine_failed")


async def test_what_the_voice_cannot_do_and_warnings_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(peer: Peer) -> None:
        speak = await peer.hear_speak()
        assert speak == Speak(
            text="x",
            id="u1",
            instruct="sing",
            voice="joe",
            speaker="a",
            language="en",
            speed=1.5,
            priority="bulk",
            pace="fast",
            cache=False,
        )
        message = start("u1")
        await peer.say(
            protocol.Start(
                id="u1",
                voice="joe",
                engine="tone",
                format=message.format,
                instruct_ignored=("sing",),
                warnings=("w1",),
            ),
            SECOND,
            Warning(id="u1", code="segment_repeated", message="a part was made again"),
            done("u1"),
        )
        await peer.hear()

    options = "--instruct sing --voice joe --speaker a --language en --speed 1.5 --priority bulk --no-cache"
    async with fake_node(script) as url:
        assert await run("say", "x", "--url", url, "-o", str(tmp_path / "a.wav"), *options.split()) == 0
    err = capsys.readouterr().err
    for words in ("the voice joe cannot do: sing", "w1", "a part was made again"):
        assert words in err


async def test_progress_shows_the_time_to_first_sound_also_without_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url, "-o", str(tmp_path / "a.wav"), "--progress") == 0
    first, summary = capsys.readouterr().err.splitlines()
    assert "first sound after" in first and "ms" in first
    assert "wrote" in summary


class FakePlayer:
    """Hears at once."""

    made: ClassVar[list[FakePlayer]] = []
    rates: tuple[int, ...] = (8_000, 22_050, 48_000)

    def __init__(self, fmt: PcmFormat, *, device: str | int | None = None) -> None:
        if fmt.rate not in self.rates:
            raise NoPlayer(f"no sound device takes {fmt.rate} Hz")
        self.fmt, self.device, self.heard, self.calls, self.underruns = fmt, device, bytearray(), [], 0
        FakePlayer.made.append(self)

    @property
    def played_ms(self) -> float:
        return self.fmt.ms(len(self.heard))

    def write(self, pcm: bytes) -> None:
        self.heard += pcm

    def drop_from(self, at_ms: float) -> float:
        return self.played_ms

    def finish(self) -> None:
        self.calls.append("finish")

    def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> list[FakePlayer]:
    monkeypatch.setattr(FakePlayer, "made", [])
    monkeypatch.setattr(sinks, "Player", FakePlayer)
    monkeypatch.setattr(sinks, "check_device", lambda device: "desk")
    return FakePlayer.made


async def test_without_a_file_it_plays_and_tells_what_was_heard(
    players: list[FakePlayer],
) -> None:
    heard: list[object] = []

    async def script(peer: Peer) -> None:
        assert (await peer.hear_speak()).pace == "realtime"
        await peer.say(start("u1"), SECOND)
        heard.append(await peer.hear())
        await peer.say(done("u1", audio_ms=1000.0))
        await peer.hear()

    async with fake_node(script) as url:
        assert await run("say", "x", "--url", url, "--device", "3") == 0
    [player] = players
    assert (player.fmt, player.device, bytes(player.heard)) == (PcmFormat(RATE), 3, SECOND)
    assert player.calls[:2] == ["finish", "close"]
    assert heard == [Played(id="u1", played_ms=1000.0)]


async def test_a_device_that_takes_only_its_own_rate_gets_it(
    players: list[FakePlayer], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakePlayer, "rates", (48_000,))
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "x", "--url", url) == 0
    [player] = players
    assert player.fmt == PcmFormat(48_000, 2, 2)
    assert len(player.heard) == 48_000 * 4


async def test_without_a_device_it_says_so_before_it_bothers_a_node(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def check(device: object) -> str:
        raise NoPlayer("cannot play: no sound device is there")

    monkeypatch.setattr(sinks, "check_device", check)
    assert await run("say", "x", "--url", "ws://127.0.0.1:1") == 3
    err = capsys.readouterr().err
    assert err == "tts-node: cannot play: no sound device is there; -o FILE.wav writes it to a file instead\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("say", "what is there to say"),
        ("say - more", "stands alone"),
        ("say caf\udce9", "not UTF-8"),
        ("say hi -o a.xyz", ".pcm, .wav, .ogg, .mp3, .flac"),
        ("say hi -o /no/such/folder/a.wav", "no folder /no/such/folder"),
        ("say hi --rate 8000", "for files"),
        ("say hi --format ogg", "for files"),
        ("say hi -o a.wav --rate 96000", "8000 to 48000"),
        ("say hi -o a.wav --bitrate 64000", "ogg, mp3 and aac"),
        ("say hi -o a.wav --speed 9", "between 0.25 and 4"),
        ("say hi -o a.wav --timeout 0", "at most 60"),
        ("say hi -o a.wav --priority now", "invalid choice"),
        ("say hi -o a.wav --device 1", "is for playing"),
        ("say hi -o a.wav --url 127.0.0.1:1 --node kitchen", "give one of them"),
        ("say --batch lines.txt -o out --json", "for one text"),
        ("say hi --batch lines.txt -o out", "leave TEXT out"),
        ("say --batch lines.txt", "-o DIR"),
        ("say --batch lines.txt -o pyproject.toml", "is a file"),
        ("say hi -o a.wav --url ftp://box", "starts with ws://"),
    ],
)
async def test_wrong_usage_ends_with_2_and_a_sentence(
    words: str, told: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    assert await run(*words.split()) == 2
    err = capsys.readouterr().err
    assert told in err and "Traceback" not in err


async def test_help_tells_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert await run("say", "--help") == 0
    out = capsys.readouterr().out
    assert "3 no audio device" in out and "130 Ctrl-C" in out
