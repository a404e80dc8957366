"""Support: running what the documentation shows, as a person would, against a node of the tests."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import av

from tests.served import ServedNode

ROOT = Path(__file__).parents[2]


def run(
    arguments: list[str], cwd: Path, node: ServedNode, *, returns: int = 0
) -> subprocess.CompletedProcess[bytes]:
    """Run a program with the node in TTS_NODE_URL and `tts-node` on the PATH."""
    programs = cwd / ".venv" / "bin"
    if not programs.exists():
        programs.mkdir(parents=True)
        command = programs / "tts-node"
        command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tts_node "$@"\n')
        command.chmod(command.stat().st_mode | stat.S_IXUSR)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TTS_NODE_")}
    environment |= {
        "TTS_NODE_URL": node.ws,
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
    }
    arguments = [str(programs / "tts-node") if arguments[0] == "tts-node" else arguments[0], *arguments[1:]]
    done = subprocess.run(arguments, cwd=cwd, env=environment, capture_output=True, timeout=120, check=False)
    assert done.returncode == returns, done.stderr.decode() + done.stdout.decode()
    return done


def seconds(path: Path) -> float:
    """What a decoder finds in a file."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        return sum(frame.samples / frame.sample_rate for frame in container.decode(stream))
