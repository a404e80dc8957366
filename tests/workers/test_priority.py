"""Priority and CPUs, each tried in a process of its own since some of it cannot be undone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tts_node.workers.process import environment
from tts_node.workers.spec import WorkerSpec

GENTLE = """
import json, os, threading
from tts_node.workers.priority import Gentle, settle

def state(thread):
    return os.getpriority(os.PRIO_PROCESS, thread), sorted(os.sched_getaffinity(thread))

other = threading.Event()
thread = threading.Thread(target=other.wait)
thread.start()
notes = settle(3, ())
before = state(0)
gentle = Gentle()
gentle.begin()
during = state(0), state(thread.native_id)
made_meanwhile = threading.Thread(target=other.wait)
made_meanwhile.start()
gentle.end()
after = [state(t) for t in (0, thread.native_id, made_meanwhile.native_id)]
other.set()
print(json.dumps({"notes": notes, "before": before, "during": during, "after": after}))
"""
WITHOUT_CAPABILITY = """
import ctypes, os, sys
if os.geteuid() == 0:
    assert ctypes.CDLL(None).prctl(24, 23, 0, 0, 0) == 0  # PR_CAPBSET_DROP, CAP_SYS_NICE
os.execv(sys.executable, [sys.executable, "-c", sys.argv[1]])
"""


def run(*arguments: str) -> dict[str, Any]:
    env = environment(WorkerSpec("tone", "tone"), os.environ)
    done = subprocess.run(
        [sys.executable, "-c", *arguments], env=env, stdout=subprocess.PIPE, check=True, timeout=60
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="priority of threads and CPU pinning are Linux'")
@pytest.mark.parametrize("arguments", [(GENTLE,), (WITHOUT_CAPABILITY, GENTLE)])
def test_a_gentle_load_keeps_to_one_cpu_and_gives_all_threads_everything_back(
    arguments: tuple[str, ...],
) -> None:
    found = run(*arguments)
    nice, cpus = found["before"]
    assert found["notes"] == []
    assert nice == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 3)
    for during_nice, during_cpus in found["during"]:
        assert during_cpus == [max(cpus)]
        assert during_nice in (nice, 19)
    assert found["after"] == [found["before"]] * 3


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux'")
def test_without_the_right_to_take_it_back_the_priority_is_not_lowered() -> None:
    """Root in a container usually lacks that right."""
    resource = pytest.importorskip("resource")
    if os.geteuid() != 0 and resource.getrlimit(resource.RLIMIT_NICE)[0] != 0:
        pytest.skip("this user may raise priorities (RLIMIT_NICE)")
    found = run(WITHOUT_CAPABILITY, GENTLE)
    assert [nice for nice, _ in found["during"]] == [found["before"][0]] * 2
