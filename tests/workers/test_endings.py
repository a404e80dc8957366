"""Why a process ended, and by whose hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tts_node.workers.endings import ending, hung, kernel_oom_kills


@pytest.mark.parametrize(
    "returncode, words",
    [
        (0, "ended with exit code 0"),
        (3, "ended with exit code 3"),
        (-4, "ended with signal 4 (illegal instruction): this wheel is not built for this CPU"),
        (-9, "ended with signal 9 (killed): killed, most likely out of memory"),
        (-15, "ended with signal 15 (terminated)"),
        (None, "closed its connection"),
    ],
)
def test_the_end_of_a_process_in_words(returncode: int | None, words: str) -> None:
    assert ending(returncode, None).words == words


@pytest.mark.parametrize(
    "returncode, before, now, outside",
    [
        (-signal.SIGKILL, 2, 2, True),
        (-signal.SIGKILL, 2, 3, False),  # the kernel, for want of memory: perhaps this one's own
        (-signal.SIGKILL, None, 3, False),
        (-signal.SIGKILL, 2, None, False),
        (-signal.SIGTERM, 2, 2, True),
        (-signal.SIGILL, 2, 2, False),
        (-signal.SIGSEGV, 2, 2, False),
        (3, 2, 2, False),
        (None, 2, 2, False),
    ],
)
def test_who_ended_it_is_only_said_where_it_is_certain(
    tmp_path: Path, returncode: int | None, before: int | None, now: int | None, outside: bool
) -> None:
    vmstat = tmp_path / "vmstat"
    if now is not None:
        vmstat.write_text(f"pgfault 17\noom_kill {now}\nnuma_hit 4\n")
    assert ending(returncode, before, vmstat=vmstat).from_outside is outside


def test_a_kernel_that_does_not_count_is_asked_in_vain(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("pgfault 17\n")
    (tmp_path / "odd").write_text("oom_kill many\n")
    assert [kernel_oom_kills(tmp_path / name) for name in ("old", "odd", "none")] == [None] * 3


def test_a_process_that_was_stopped_is_told_from_one_that_hangs() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", "import time; print(flush=True); time.sleep(60)"], stdout=-1
    )
    assert process.stdout is not None
    try:
        process.stdout.readline()
        late = hung(process.pid, "gave no answer")
        assert (late.words, late.from_outside) == ("gave no answer", False)
        os.kill(process.pid, signal.SIGSTOP)
        while psutil.Process(process.pid).status() != psutil.STATUS_STOPPED:
            pass
        stopped = hung(process.pid, "gave no answer")
        assert (stopped.words, stopped.from_outside) == ("was stopped from outside and gave no answer", True)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    assert not hung(process.pid, "gave no answer").from_outside  # it is gone
