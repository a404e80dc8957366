"""What a service manager is told, on a socket that the test listens at."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tts_node.service import ServiceManager


class Listening:
    """Plays the manager."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self._socket.setblocking(False)

    def told(self) -> list[str]:
        lines = []
        while True:
            try:
                lines.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return lines

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def listening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Listening]:
    found = Listening(
        str(tmp_path / "notify") if request.param == "path" else f"@tts-node-test-{os.getpid()}"
    )
    yield found
    found.close()


def test_each_word_is_a_datagram_of_its_own(listening: Listening) -> None:
    manager = ServiceManager(listening.address, watchdog_s=10.0)
    manager.ready()
    manager.status("speaks: joe\nand nothing else")
    manager.watchdog()
    manager.stopping()
    assert listening.told() == ["READY=1", "STATUS=speaks: joe and nothing else", "WATCHDOG=1", "STOPPING=1"]
    manager.close()
    manager.close()


def test_a_status_is_told_when_it_changes(listening: Listening) -> None:
    manager = ServiceManager(listening.address)
    for text in ("one", "one", "two", "two", "one"):
        manager.status(text)
    assert listening.told() == ["STATUS=one", "STATUS=two", "STATUS=one"]


def test_who_does_not_watch_gets_no_pings(listening: Listening) -> None:
    ServiceManager(listening.address).watchdog()
    assert listening.told() == []


def test_a_manager_that_is_gone_or_does_not_read_harms_nobody(tmp_path: Path) -> None:
    ServiceManager(str(tmp_path / "nobody")).ready()
    full = Listening(str(tmp_path / "full"))
    manager = ServiceManager(full.address, watchdog_s=1.0)
    for _ in range(5_000):
        manager.watchdog()
    assert 0 < len(full.told()) < 5_000
    full.close()


def test_the_environment_says_who_the_manager_is_and_loses_it(tmp_path: Path) -> None:
    given = {
        "NOTIFY_SOCKET": str(tmp_path / "s"),
        "WATCHDOG_USEC": "30000000",
        "WATCHDOG_PID": str(os.getpid()),
    }
    environment = {**given, "HOME": "/"}
    manager = ServiceManager.from_environment(environment)
    assert manager is not None and manager.watchdog_s == 30.0
    assert environment == {"HOME": "/"}
    somebody_elses = {**given, "WATCHDOG_PID": "1"}
    assert (found := ServiceManager.from_environment(somebody_elses)) is not None
    assert found.watchdog_s is None


@pytest.mark.parametrize(
    "environment", [{}, {"NOTIFY_SOCKET": ""}, {"NOTIFY_SOCKET": "vsock:2:1"}, {"WATCHDOG_USEC": "5"}]
)
def test_a_plain_run_has_no_manager(environment: dict[str, str]) -> None:
    assert ServiceManager.from_environment(environment) is None
