"""Support: a real `tts-node serve` in a process of its own, on a free loopback port."""

from __future__ import annotations

import os
import queue
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

READY_S = 90.0


@dataclass(slots=True)
class ServedNode:
    """A running node."""

    process: subprocess.Popen[str]
    port: int
    state_dir: Path
    lines: list[str] = field(default_factory=list)
    """What it printed until it was ready."""
    tls: bool = False

    @property
    def ws(self) -> str:
        return f"{'wss' if self.tls else 'ws'}://127.0.0.1:{self.port}/v1/ws"

    @property
    def wyoming_port(self) -> int:
        found = next(
            re.search(r"^Wyoming at tcp://.*:(\d+)", line) for line in self.lines if "Wyoming" in line
        )
        assert found is not None, self.lines
        return int(found[1])

    @property
    def http(self) -> str:
        return f"{'https' if self.tls else 'http'}://127.0.0.1:{self.port}"

    def token(self, kind: str = "admin") -> str:
        return (self.state_dir / "tokens" / kind).read_text().strip()


@contextmanager
def serve(
    state_dir: Path,
    *arguments: str,
    config: str | None = None,
    discovery: bool = False,
    until: tuple[str, ...] = ("ready", "cannot speak"),
    own_group: bool = False,
) -> Iterator[ServedNode]:
    """Start it and wait for a line that begins like one of `until`; by default, until it can speak. It is
    stopped by SIGTERM, and killed if that does not help. `own_group` makes its process group one of its own.
    """
    command = [sys.executable, "-m", "tts_node", "serve", "--port", "0", "--host", "127.0.0.1"]
    command += ["--wyoming-port", "0", "--state-dir", str(state_dir), *arguments]
    if not discovery:
        command.append("--no-discovery")
    if config is not None:
        file = state_dir.parent / f"{state_dir.name}.yaml"
        file.write_text(config)
        command += ["--config", str(file)]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("TTS_NODE_")}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, process_group=0 if own_group else None
    )
    assert process.stdout is not None
    printed: queue.Queue[str] = queue.Queue()
    reading = threading.Thread(target=_read, args=(process.stdout, printed), daemon=True)
    reading.start()
    try:
        lines: list[str] = []
        while not any(line.startswith(until) for line in lines):
            line = printed.get(timeout=READY_S)
            assert line, f"the node ended with {process.wait(10)} after: {lines}"
            lines.append(line.strip())
        port = re.search(r"(https?)://127\.0\.0\.1:(\d+)/", lines[0])
        assert port is not None, lines
        yield ServedNode(process, int(port[2]), state_dir, lines, tls=port[1] == "https")
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        reading.join(5)
        process.stdout.close()


def _read(stream: Iterator[str], printed: queue.Queue[str]) -> None:
    for line in stream:
        printed.put(line)
    printed.put("")
