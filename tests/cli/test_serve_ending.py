"""How a served node ends: what clients and a service manager are told, what is finished, the exit codes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect as ws_connect
from websockets.exceptions import ConnectionClosed

from tests.served import ServedNode, serve
from tts_node import cli

TONE = "node: {embedded_voice: false}\nengines: {tone: }\nwyoming: {enabled: false}\n"
SLOW = TONE.replace("{tone: }", "{tone: {type: tone, settings: {step_cost_ms: 20.0}}}")
BROKEN = """
node: {embedded_voice: false, give_up_s: 1.0}
wyoming: {enabled: false}
engines: {tone: {type: tone, settings: {faults: true, load_fault: fail}}}
"""


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """A socket that plays systemd."""
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    listening.bind(str(tmp_path / "notify"))
    listening.settimeout(60)
    yield listening
    listening.close()


def under(manager: socket.socket, monkeypatch: pytest.MonkeyPatch, watchdog_s: float = 1.0) -> None:
    """What a node that is started from now on finds in its environment."""
    monkeypatch.setenv("NOTIFY_SOCKET", manager.getsockname())
    monkeypatch.setenv("WATCHDOG_USEC", str(int(watchdog_s * 1e6)))
    monkeypatch.delenv("WATCHDOG_PID", raising=False)


def told_until(manager: socket.socket, line: str) -> list[str]:
    lines = []
    while not lines or not lines[-1].startswith(line):
        lines.append(manager.recv(4096).decode())
    return lines


def ask(node: ServedNode, path: str, body: dict[str, object]) -> httpx.Response:
    headers = {"Authorization": f"Bearer {node.token()}"}
    return httpx.post(f"{node.http}/v1/admin/{path}", json=body, headers=headers, trust_env=False, timeout=60)


@pytest.mark.slow
def test_a_service_manager_hears_that_it_is_ready_that_it_lives_and_that_it_stops(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under(manager, monkeypatch)
    with serve(tmp_path / "state", config=TONE) as node:
        lines = told_until(manager, "STATUS=speaks: tone")
        assert lines[0] == "READY=1"
        assert "WATCHDOG=1" in lines + told_until(manager, "WATCHDOG=1")
        node.process.send_signal(signal.SIGTERM)
        told_until(manager, "STOPPING=1")
        assert node.process.wait(30) == cli.OK


@pytest.mark.slow
def test_a_loop_that_is_stuck_pings_no_more(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under(manager, monkeypatch, watchdog_s=0.2)
    with serve(tmp_path / "state", config=TONE) as node:
        told_until(manager, "WATCHDOG=1")
        node.process.send_signal(signal.SIGSTOP)
        manager.settimeout(2)
        with pytest.raises(TimeoutError):
            while True:  # what was under way when it stopped
                manager.recv(4096)
        manager.settimeout(60)
        node.process.send_signal(signal.SIGCONT)
        told_until(manager, "WATCHDOG=1")


@pytest.mark.slow
def test_under_a_manager_a_planned_restart_ends_with_its_code(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under(manager, monkeypatch)
    with serve(tmp_path / "state", config=TONE) as node:
        assert ask(node, "restart", {"reason": "a test"}).json() == {"restarting": True}
        assert node.process.wait(30) == cli.RESTART
        told_until(manager, "STOPPING=1")


@pytest.mark.slow
def test_in_a_plain_run_the_node_starts_again_by_itself(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serve(tmp_path / "state", "--port", str(port), config=TONE) as node:
        before = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
        assert ask(node, "restart", {}).status_code == 200
        after = before
        while not after["ready"] or _workers(after) == _workers(before):
            assert node.process.poll() is None
            try:
                after = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
            except httpx.TransportError:
                continue  # it is between its two lives
        assert (after["pid"], after["node_id"]) == (before["pid"], before["node_id"])
        node.process.send_signal(signal.SIGTERM)
        assert node.process.wait(30) == cli.OK


def _workers(status: dict[str, Any]) -> list[int]:
    return [worker["pid"] for worker in status["engines"]["tone"]["workers"]]


@pytest.mark.slow
def test_a_restart_that_would_not_come_back_is_refused(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE) as node:
        (tmp_path / "state.yaml").write_text("server: {prot: 1}\n")
        refused = ask(node, "restart", {})
        assert refused.status_code == 400
        assert refused.json()["code"] == "not_supported" and "server.prot" in refused.json()["message"]
        assert httpx.get(f"{node.http}/readyz", trust_env=False).status_code == 200


@pytest.mark.slow
def test_a_node_whose_engine_cannot_work_ends_with_a_code_of_its_own(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under(manager, monkeypatch)
    with serve(tmp_path / "state", config=BROKEN, until=("tts-node",)) as node:
        assert node.process.wait(60) == cli.UNABLE


@pytest.mark.slow
def test_in_a_plain_run_that_code_is_the_same(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=BROKEN, until=("tts-node",)) as node:
        assert node.process.wait(60) == cli.UNABLE


@pytest.mark.slow
def test_workers_do_not_speak_to_the_manager(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under(manager, monkeypatch)
    with serve(tmp_path / "state", config=TONE) as node:
        status = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
        (worker,) = status["engines"]["tone"]["workers"]
        environment = Path(f"/proc/{worker['pid']}/environ").read_bytes()
        assert b"NOTIFY_SOCKET" not in environment


@pytest.mark.slow
async def test_clients_are_told_before_it_stops_and_idle_ones_are_closed_with_1012(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=SLOW) as node:
        async with asyncio.timeout(60), ws_connect(node.ws) as idle, ws_connect(node.ws) as speaking:
            for socket_ in (idle, speaking):
                assert json.loads(await socket_.recv())["type"] == "hello"
            await speaking.send(json.dumps({"id": "long", "text": "A sentence of some length. " * 6}))
            while json.loads(await _message(speaking))["type"] != "start":
                pass
            node.process.send_signal(signal.SIGTERM)
            warned = json.loads(await idle.recv())
            assert (warned["type"], warned["code"]) == ("warning", "restarting")
            assert warned["retry_after_ms"] > 0 and "id" not in warned
            await idle.send(json.dumps({"id": "late", "text": "Too late."}))
            refused = json.loads(await idle.recv())
            assert (refused["code"], refused["id"], refused["retryable"]) == ("restarting", "late", True)
            assert refused["retry_after_ms"] > 0
            # What was accepted is spoken to its end.
            seen = [json.loads(await _message(speaking))]
            while seen[-1]["type"] != "done":
                seen.append(json.loads(await _message(speaking)))
            assert seen[-1]["reason"] == "complete"
            assert [m["code"] for m in seen if m["type"] == "warning"] == ["restarting"]
            for socket_ in (idle, speaking):
                with pytest.raises(ConnectionClosed) as closed:
                    await _message(socket_)
                assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
        assert await asyncio.to_thread(node.process.wait, 30) == cli.OK


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_to_the_whole_group_reaches_no_worker(number: signal.Signals, tmp_path: Path) -> None:
    """As `timeout` and Ctrl-C send it: what is spoken is spoken to its end, by the worker that began it."""
    log = tmp_path / "node.log"
    config = f"{SLOW}logging: {{file: {log}}}\n"
    with serve(tmp_path / "state", config=config, own_group=True) as node:
        async with asyncio.timeout(60), ws_connect(node.ws) as speaking:
            await speaking.send(json.dumps({"id": "long", "text": "A sentence of some length. " * 6}))
            while (json.loads(await _message(speaking)))["type"] != "start":
                pass
            os.killpg(node.process.pid, number)
            while (last := json.loads(await _message(speaking)))["type"] != "done":
                pass
            assert last["reason"] == "complete"
        assert await asyncio.to_thread(node.process.wait, 30) == cli.OK
    assert "finishing what is being said" in (said := log.read_text())
    assert "ended with signal" not in said


async def _message(socket_: object) -> str:
    """The next message, without the sound before it."""
    while True:
        frame = await socket_.recv()  # type: ignore[attr-defined]
        if isinstance(frame, str):
            return frame


@pytest.mark.slow
def test_a_busy_port_may_become_free_so_it_is_no_mistake_in_the_configuration(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        command = [sys.executable, "-m", "tts_node", "serve", "--host", "127.0.0.1", "--no-discovery"]
        command += ["--port", str(taken.getsockname()[1]), "--state-dir", str(tmp_path / "state")]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, env=dict(os.environ))
    assert ended.returncode == cli.FAILED


def test_the_codes_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    told = {
        int(code) for code in re.findall(r"^\| (\d+) \|", page.partition("## Exit codes")[2], re.MULTILINE)
    }
    assert told == {cli.OK, cli.FAILED, cli.USAGE, cli.UNABLE, cli.RESTART, cli.MISCONFIGURED}
