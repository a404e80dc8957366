"""The child without the node's half: what it does when its node goes, lies or says nothing."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import psutil
import pytest

from tts_node.engines.base import Segment
from tts_node.workers.child import EXIT_BAD_PROTOCOL, EXIT_LOAD_FAILED
from tts_node.workers.messages import (
    PROTOCOL,
    Failed,
    FrameReader,
    Init,
    Loaded,
    Message,
    Open,
    Ready,
    Step,
    Stop,
    encode,
)
from tts_node.workers.process import environment
from tts_node.workers.spec import WorkerSpec

PATIENCE_S = 30.0


class Bare:
    """A child process and the node's end of its socket, blocking."""

    def __init__(self) -> None:
        self.sock, theirs = socket.socketpair()
        self.sock.settimeout(PATIENCE_S)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tts_node.workers.child", str(theirs.fileno())],
            pass_fds=(theirs.fileno(),),
            env=environment(WorkerSpec("tone", "tone"), os.environ),
            stderr=subprocess.DEVNULL,
        )
        theirs.close()
        self._reader = FrameReader()
        self._messages: list[Message] = []

    def send(self, message: Message) -> None:
        self.sock.sendall(b"".join(encode(message)))

    def receive(self) -> Message:
        while not self._messages:
            size = self.sock.recv_into(self._reader.get_buffer())
            assert size, "the child closed the connection"
            self._messages += self._reader.received(size)
        return self._messages.pop(0)

    def load(self, **settings: Any) -> None:
        assert isinstance(self.receive(), Ready)
        self.send(Init("tone", "tone", settings))

    def exit_code(self) -> int:
        return self.process.wait(PATIENCE_S)


@pytest.fixture
def child() -> Iterator[Bare]:
    bare = Bare()
    yield bare
    bare.sock.close()
    bare.process.kill()
    bare.process.wait()


def test_the_handshake_says_ready_then_loaded(child: Bare) -> None:
    ready = child.receive()
    assert ready == Ready(child.process.pid, PROTOCOL)
    child.send(Init("tone", "tone", {"lanes": 2}))
    loaded = child.receive()
    assert isinstance(loaded, Loaded) and loaded.info.lanes == 2
    child.send(Stop())
    assert child.exit_code() == 0


def test_another_protocol_is_refused(child: Bare) -> None:
    assert isinstance(child.receive(), Ready)
    child.send(Init("tone", "tone", protocol=PROTOCOL + 1))
    failed = child.receive()
    assert isinstance(failed, Failed) and "protocol" in failed.message
    assert child.exit_code() == EXIT_BAD_PROTOCOL


def test_a_failed_load_is_told_and_ends_the_process(child: Bare) -> None:
    child.load(faults=True, load_fault="fail")
    assert child.receive() == Failed("the decoder gave nothing")
    assert child.exit_code() == EXIT_LOAD_FAILED


def test_noise_on_the_socket_ends_the_process(child: Bare) -> None:
    child.load()
    assert isinstance(child.receive(), Loaded)
    child.sock.sendall(b"GET / HTTP/1.1\r\n\r\n")
    assert child.exit_code() == EXIT_BAD_PROTOCOL


def test_a_message_that_only_children_send_ends_the_process(child: Bare) -> None:
    child.load()
    assert isinstance(child.receive(), Loaded)
    child.send(Ready(1))
    assert child.exit_code() == EXIT_BAD_PROTOCOL


def hang_in_load(child: Bare) -> None:
    child.load(faults=True, load_fault="hang")


def hang_in_step(child: Bare) -> None:
    child.load(faults=True)
    assert isinstance(child.receive(), Loaded)
    child.send(Open(1, Segment("!hang", "tone")))
    child.send(Step(1, (1,), 40.0))


def idle(child: Bare) -> None:
    child.load()
    assert isinstance(child.receive(), Loaded)


@pytest.mark.parametrize("state", [hang_in_load, hang_in_step, idle])
def test_the_child_ends_when_the_socket_closes(child: Bare, state: Callable[[Bare], None]) -> None:
    state(child)
    child.sock.close()
    assert child.exit_code() == 0


@pytest.mark.parametrize("state", [hang_in_load, hang_in_step, idle])
def test_terminate_ends_the_child_whatever_it_does(child: Bare, state: Callable[[Bare], None]) -> None:
    state(child)
    child.process.terminate()
    assert child.exit_code() == -signal.SIGTERM


NODE = """
import asyncio
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.worker import Worker
from tts_node.engines.base import Segment

async def main():
    worker = await Worker.start(WorkerSpec("tone", "tone", {"faults": True}))
    worker.open(1, Segment(TEXT, "tone"))
    print(worker.pid, flush=True)
    await worker.step([1], 40)
    await asyncio.Event().wait()

asyncio.run(main())
"""


@pytest.mark.parametrize("text", ["!hang", "quiet"])
def test_a_killed_node_takes_its_children_with_it(text: str) -> None:
    node = subprocess.Popen(
        [sys.executable, "-c", NODE.replace("TEXT", repr(text))],
        stdout=subprocess.PIPE,
        env=environment(WorkerSpec("tone", "tone"), os.environ),
    )
    assert node.stdout is not None
    try:
        worker = psutil.Process(int(node.stdout.readline()))
    finally:
        node.kill()
        node.wait()
        node.stdout.close()
    until = time.monotonic() + PATIENCE_S
    while worker.is_running() and worker.status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < until, "the child outlived its node"
        time.sleep(0.01)
