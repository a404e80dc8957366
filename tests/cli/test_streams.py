"""stdin, stdout and stderr that are closed or full: one line and the right code, never a traceback."""

from __future__ import annotations

import asyncio
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from fake_node import Peer, done, fake_node, start
from say_node import SECOND, names, speaks_a_second

from tts_node.protocol import Append, Cancel

ROOT = Path(__file__).parents[2]
PROGRAM = shlex.join([sys.executable, "-m", "tts_node"])


async def shell(line: str) -> tuple[int, str, str]:
    """`line` in bash, where `tts-node` is this one: code, stdout, stderr."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("TTS_NODE_", "PYTHON"))}
    process = await asyncio.create_subprocess_exec(
        *("bash", "-c", line.replace("tts-node", PROGRAM)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment,
    )
    out, err = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode(errors="surrogateescape")


@pytest.mark.parametrize("what", ["-", "--batch -"])
async def test_a_closed_stdin_is_told_at_once_and_nothing_is_written(tmp_path: Path, what: str) -> None:
    async with fake_node(speaks_a_second) as url:
        code, _, err = await shell(f"tts-node say {what} --url {url} -o {tmp_path / 'a.wav'} <&-")
    assert (code, err) == (1, "tts-node: the text cannot be read from stdin: it is closed\n")
    assert names(tmp_path) == []


async def test_a_stdin_that_cannot_be_read_ends_the_utterance_and_says_why(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        assert isinstance(await peer.hear(), Cancel)
        await peer.say(done("u1", "cancelled"))
        await peer.hear()

    async with fake_node(script) as url:
        code, _, err = await shell(
            f"tts-node say - --url {url} -o {tmp_path / 'a.wav'} 0> {tmp_path / 'out'}"
        )
    assert (code, err) == (1, "tts-node: the text cannot be read from stdin: Bad file descriptor\n")
    assert names(tmp_path) == ["out"]


async def test_a_stdin_that_somebody_made_non_blocking_is_waited_for(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)

    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        os.write(writing, b"late")
        os.close(writing)
        assert await peer.hear() == Append(id="u1", text="late")
        await peer.hear()
        await peer.say(start("u1"), SECOND, done("u1"))
        await peer.hear()

    async with fake_node(script) as url:
        words = ("-m", "tts_node", "say", "-", "--url", url, "-o", str(tmp_path / "a.wav"), "-q")
        child = await asyncio.create_subprocess_exec(sys.executable, *words, stdin=reading, cwd=ROOT)
        os.close(reading)
        assert await asyncio.wait_for(child.wait(), 60) == 0
    assert names(tmp_path) == ["a.wav"]


@pytest.mark.parametrize("container", ["wav", "flac", "ogg", "mp3", "pcm"])
async def test_a_full_disk_is_one_line_with_the_files_name_and_leaves_nothing(
    tmp_path: Path, container: str
) -> None:
    """The largest file that the system allows stands for a full disk."""
    path = tmp_path / f"a.{container}"
    async with fake_node(speaks_a_second) as url:
        code, _, err = await shell(f"ulimit -f 1; tts-node say hello --url {url} -o {path}")
    assert (code, err) == (1, f"tts-node: {path}: File too large\n")
    assert names(tmp_path) == []


@pytest.mark.parametrize("words", ["--version", "--help", "say --help", "say hi --url {url} -qo {o} --json"])
@pytest.mark.parametrize(
    ("where", "why"), [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")]
)
async def test_what_cannot_be_printed_is_one_line_and_a_failure(
    tmp_path: Path, words: str, where: str, why: str
) -> None:
    async with fake_node(speaks_a_second) as url:
        line = words.format(url=url, o=tmp_path / "a.wav")
        code, _, err = await shell(f"tts-node {line} {where}")
    assert (code, err) == (1, f"tts-node: stdout: {why}\n")
    if " -qo " in words:
        assert names(tmp_path) == ["a.wav"], "the file is there all the same"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
async def test_a_file_that_was_written_counts_whatever_is_closed(tmp_path: Path, closed: str) -> None:
    path = tmp_path / "a.wav"
    async with fake_node(speaks_a_second) as url:
        code, out, err = await shell(f"tts-node say hello --url {url} -o {path} {closed}")
    assert (code, out) == (0, "")
    assert "Traceback" not in err
    assert path.stat().st_size == 44 + len(SECOND)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (r"say $'caf\xe9' -o x.wav", "text"),
        (r"say hi -o x.wav --instruct $'\xff'", "instruct"),
        (r"say hi -o x.wav --url $'ws://\xff'", "url"),
        (r"preview $'\xff'", "text"),
    ],
)
async def test_what_is_not_utf_8_is_wrong_usage(words: str, name: str) -> None:
    code, _, err = await shell(f"export LC_ALL=C.UTF-8; tts-node {words}")
    assert code == 2
    assert len(err.splitlines()) == 1 and f"{name} is not UTF-8: " in err


async def test_a_files_name_need_not_be_utf_8(tmp_path: Path) -> None:
    async with fake_node(speaks_a_second) as url:
        code, _, err = await shell(
            f"export LC_ALL=C.UTF-8; tts-node say hi --url {url} -o {tmp_path}/$'\\xff.wav'"
        )
    assert code == 0, err
    assert [os.fsencode(name) for name in names(tmp_path)] == [b"\xff.wav"]
    (tmp_path / "c.yaml").write_text("{}\n")
    (tmp_path / "c.yaml").rename(tmp_path / os.fsdecode(b"\xff.yaml"))
    code, out, _ = await shell(f"export LC_ALL=C.UTF-8; tts-node check-config {tmp_path}/$'\\xff.yaml'")
    assert code == 0 and "/\\udcff.yaml: ok" in out
