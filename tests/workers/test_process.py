from __future__ import annotations

import os
import site
from pathlib import Path

import pytest

import tts_node
from tts_node.workers.process import STDERR_LINES, StderrTail, environment, last_words
from tts_node.workers.spec import WorkerSpec


def test_last_words_leave_traces_out() -> None:
    lines = (
        "loading voice",
        "Traceback (most recent call last):",
        '  File "engine.py", line 3, in load',
        "    raise RuntimeError",
        "RuntimeError: no such file",
        "Fatal Python error: Illegal instruction",
        "Current thread 0x1 (most recent call first):",
    )
    assert last_words(lines) == " (it last said: loading voice | RuntimeError: no such file)"
    assert last_words(()) == ""


def test_stderr_is_cut_into_lines_however_it_arrives_and_stays_bounded() -> None:
    tail = StderrTail("tone")
    for piece in (b"one\ntw", b"o\n\xff\xfe\n", b"x" * 100_000, b"y" * 100_000, b"\n", b"last"):
        tail.data_received(piece)
    tail.connection_lost(None)
    assert list(tail.lines)[:3] == ["one", "two", "\ufffd\ufffd"]
    assert tail.lines[-1] == "last"
    assert max(map(len, tail.lines)) <= 500
    for number in range(1000):
        tail.data_received(b"%d\n" % number)
    assert len(tail.lines) == STDERR_LINES
    assert tail.lines[-1] == "999"


def test_native_threads_are_capped_and_the_users_own_settings_win() -> None:
    spec = WorkerSpec("tone", "tone", {"threads": 3})
    env = environment(spec, {"PATH": "/bin", "MKL_NUM_THREADS": "7"})
    assert env["OMP_NUM_THREADS"] == "3"
    assert env["MKL_NUM_THREADS"] == "7"
    assert env["MALLOC_ARENA_MAX"] == "2"
    assert env["PATH"] == "/bin"
    assert environment(WorkerSpec("t", "tone", cpus=(0, 1)), {})["OMP_NUM_THREADS"] == "2"
    assert environment(WorkerSpec("t", "tone"), {})["OMP_NUM_THREADS"] == str(os.cpu_count())


def test_the_child_finds_the_same_code_as_the_node(monkeypatch: pytest.MonkeyPatch) -> None:
    root = str(Path(tts_node.__file__).parents[1])
    monkeypatch.setattr(site, "getsitepackages", list)
    assert environment(WorkerSpec("t", "tone"), {"PYTHONPATH": "/x"})["PYTHONPATH"] == f"{root}:/x"
    monkeypatch.setattr(site, "getsitepackages", lambda: [root])
    assert "PYTHONPATH" not in environment(WorkerSpec("t", "tone"), {})
