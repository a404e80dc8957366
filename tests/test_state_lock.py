"""Two nodes on one state folder: the second does not start, and a crashed one leaves nothing behind."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.served import serve
from tts_node.errors import ConfigError
from tts_node.state_lock import used_alone

HOLD = """
import pathlib, sys
from tts_node.state_lock import used_alone
with used_alone(pathlib.Path(sys.argv[1]), wait_s=0.0):
    print("held", flush=True)
    sys.stdin.read()
"""
TONE = "node: {embedded_voice: false}\nengines: {tone: }\nwyoming: {enabled: false}\n"


def holder(folder: Path) -> subprocess.Popen[str]:
    """A process that has the folder until its stdin ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def test_the_second_is_refused_with_a_sentence_that_names_folder_and_process(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        with pytest.raises(
            ConfigError, match=rf"another node \(process {first.pid}\) uses .*{tmp_path}; stop"
        ):
            used_alone(tmp_path, wait_s=0.0).__enter__()
        first.communicate()
    with used_alone(tmp_path, wait_s=0.0):
        assert (tmp_path / "lock").read_text() == f"{os.getpid()}\n"


def test_a_crashed_process_leaves_no_lock(tmp_path: Path) -> None:
    with holder(tmp_path) as first:
        first.kill()
        first.communicate()
    with used_alone(tmp_path, wait_s=0.0):
        pass


def test_one_that_is_ending_is_waited_for_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with holder(tmp_path) as first, caplog.at_level(logging.WARNING):
        ending = threading.Timer(0.3, first.communicate)
        ending.start()
        with used_alone(tmp_path, wait_s=60.0):
            assert first.wait(10) == 0
        ending.join()
    assert caplog.text.count("waiting up to 60 s") == 1


def test_what_is_no_file_and_a_link_are_not_written_to(tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("mine")
    os.mkfifo(tmp_path / "fifo")
    for number, where in enumerate(("precious", "fifo")):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "lock").symlink_to(tmp_path / where)
        with pytest.raises(ConfigError, match="lock"):
            used_alone(folder, wait_s=0.0).__enter__()
    os.mkfifo(folder / "other")
    (folder / "lock").unlink()
    (folder / "other").rename(folder / "lock")
    with pytest.raises(ConfigError, match="has to be a file"):
        used_alone(folder, wait_s=0.0).__enter__()
    assert target.read_text() == "mine"


@pytest.mark.slow
def test_serve_holds_it_and_commands_do_not_need_it(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE) as node:
        with pytest.raises(ConfigError, match=rf"process {node.process.pid}"):
            used_alone(node.state_dir, wait_s=0.0).__enter__()
        command = [sys.executable, "-m", "tts_node", "token", "show", "--state-dir", str(node.state_dir)]
        shown = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (shown.returncode, shown.stdout.strip()) == (0, node.token())
