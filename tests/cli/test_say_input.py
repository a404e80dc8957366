"""`tts-node say` with text from stdin, and a file for every line."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fake_node import HELLO, Peer, done, fake_node, start
from say_node import SECOND, names, run, speaks_a_second

from tts_node.protocol import Append, Cancel, End, Flush


class Child:
    """The command in a process of its own."""

    @classmethod
    async def start(cls, *words: str) -> asyncio.subprocess.Process:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("TTS_NODE_")}
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "tts_node",
            *words,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=Path(__file__).parents[2],
            env=environment,
        )


async def test_stdin_is_spoken_as_it_arrives_and_letters_may_be_cut(tmp_path: Path) -> None:
    text = "\ufeffDer Wäscher ist fertig 🙂.\n".encode()
    arrived: asyncio.Queue[str] = asyncio.Queue()

    async def script(peer: Peer) -> None:
        speak = await peer.hear_speak()
        assert (speak.text, speak.more) == ("", True)
        while isinstance(message := await peer.hear(), Append):
            arrived.put_nowait(message.text)
        assert isinstance(message, End)
        await peer.say(start("u1"), SECOND, done("u1"))
        await peer.hear()

    async with fake_node(script) as url:
        child = await Child.start("say", "-", "--url", url, "-o", str(tmp_path / "a.wav"), "-q")
        assert child.stdin is not None
        got = ""
        for piece in (text[:9], text[9:28], text[28:30], text[30:]):
            child.stdin.write(piece)
            await child.stdin.drain()
            if piece.decode(errors="ignore"):
                # Each piece is at the node before the next is written.
                got += await asyncio.wait_for(arrived.get(), 20)
        child.stdin.close()
        _, err = await child.communicate()
        assert child.returncode == 0, err
    while not arrived.empty():
        got += arrived.get_nowait()
    assert got == text.decode().removeprefix("\ufeff")
    assert (tmp_path / "a.wav").stat().st_size == 44 + len(SECOND)


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs pseudo terminals, which this system has not")
async def test_what_a_person_types_is_spoken_line_by_line(tmp_path: Path) -> None:
    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        assert await peer.hear() == Append(id="u1", text="hello\n")
        assert isinstance(await peer.hear(), Flush)
        await peer.say(start("u1"), SECOND)
        assert isinstance(await peer.hear(), End)
        await peer.say(done("u1"))
        await peer.hear()

    main_end, child_end = os.openpty()
    try:
        async with fake_node(script) as url:
            child = await asyncio.create_subprocess_exec(
                sys.executable,
                *("-m", "tts_node", "say", "-", "--url", url, "-o", str(tmp_path / "a.wav"), "-q"),
                stdin=child_end,
                cwd=Path(__file__).parents[2],
            )
            os.write(main_end, b"hello\n\x04")
            assert await asyncio.wait_for(child.wait(), 30) == 0
    finally:
        os.close(main_end)
        os.close(child_end)


async def test_ctrl_c_cancels_at_the_node_first_and_ends_with_130(tmp_path: Path) -> None:
    sounding, cancelled = asyncio.Event(), asyncio.Event()

    async def script(peer: Peer) -> None:
        await peer.hear_speak()
        await peer.say(start("u1"), SECOND)
        sounding.set()
        message = await peer.hear()
        assert isinstance(message, Cancel) and message.id == "u1"
        cancelled.set()
        await peer.say(done("u1", "cancelled"))
        await peer.hear()

    path = tmp_path / "a.wav"
    path.write_bytes(b"old")
    async with fake_node(script) as url:
        child = await Child.start("say", "long", "--url", url, "-o", str(path))
        await asyncio.wait_for(sounding.wait(), 30)
        child.send_signal(signal.SIGINT)
        _, err = await asyncio.wait_for(child.communicate(), 30)
        await asyncio.wait_for(cancelled.wait(), 10)
    assert child.returncode == 130
    assert err == b""
    assert path.read_bytes() == b"old" and names(tmp_path) == [path.name]


async def test_a_batch_makes_a_numbered_file_of_every_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines, folder = tmp_path / "lines.txt", tmp_path / "out" / "deep"
    lines.write_text("\ufeffone\n\n  two  \nthree\n", encoding="utf-8")
    async with fake_node(speaks_a_second) as url:
        assert await run("say", "--batch", str(lines), "-o", str(folder), "--url", url) == 0
    assert sorted(p.name for p in folder.iterdir()) == ["0001.wav", "0003.wav", "0004.wav"]
    assert all(p.stat().st_size == 44 + len(SECOND) for p in folder.iterdir())
    assert capsys.readouterr().err == f"3 of 3 lines are in {folder}\n"


async def test_a_batch_goes_on_after_a_failure_lists_it_and_ends_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("one\nthis will fail\nthree\nexpire\nfive\n" + "more\n" * 10, encoding="utf-8")
    async with fake_node(speaks_a_second) as url:
        code = await run(
            "say", "--batch", str(lines), "-o", str(tmp_path / "out"), "--url", url, "--format", "flac"
        )
    assert code == 1
    assert len(list((tmp_path / "out").glob("*.flac"))) == 13
    assert {p.suffix for p in (tmp_path / "out").iterdir()} == {".flac"}
    assert capsys.readouterr().err.splitlines() == [
        "tts-node: line 2: the engine broke",
        "tts-node: line 4: not spoken to the end: expired",
        f"13 of 15 lines are in {tmp_path / 'out'}",
    ]


async def test_a_batch_speaks_several_lines_at_once_but_no_more_than_the_node_allows(tmp_path: Path) -> None:
    most = 0

    async def script(peer: Peer) -> None:
        nonlocal most
        waiting: list[str] = []
        left = 6
        while left:
            while len(waiting) < min(2, left):
                speak = await peer.hear_speak()
                assert speak.priority == "bulk" and speak.id is not None
                waiting.append(speak.id)
                most = max(most, len(waiting))
            id = waiting.pop(0)
            left -= 1
            await peer.say(start(id), SECOND, done(id))
        await peer.hear()

    lines = tmp_path / "lines.txt"
    lines.write_text("a\n" * 6)
    hello = replace(HELLO, limits={"utterances_per_client": 2})
    async with fake_node(script, hello=hello) as url:
        assert await run("say", "--batch", str(lines), "-o", str(tmp_path / "out"), "--url", url, "-q") == 0
    assert most == 2
    assert len(list((tmp_path / "out").iterdir())) == 6


async def test_a_batch_that_loses_its_node_lists_every_line_that_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def script(peer: Peer) -> None:
        speak = await peer.hear_speak()
        await peer.say(start(speak.id or ""), SECOND, done(speak.id or ""))
        await peer.websocket.close()

    lines = tmp_path / "lines.txt"
    lines.write_text("a\n" * 6)
    async with fake_node(script) as url:
        assert await run("say", "--batch", str(lines), "-o", str(tmp_path / "out"), "--url", url) == 1
    err = capsys.readouterr().err.splitlines()
    assert len([line for line in err if "the node ended the connection" in line]) == 5
    assert err[-1].startswith("1 of 6 lines")


async def test_a_batch_file_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "no.txt"
    assert await run("say", "--batch", str(missing), "-o", str(tmp_path / "out")) == 1
    assert capsys.readouterr().err == f"tts-node: {missing}: No such file or directory\n"
