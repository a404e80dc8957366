"""`tts-node serve` as a process: what it prints, how it stops, what it says when it cannot start."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.served import serve
from tts_node.cli import MISCONFIGURED
from tts_node.client import Audio, Started, connect

TONE = """
node: {embedded_voice: false}
engines: {tone: {type: tone, settings: {step_cost_ms: 20.0}}}
"""


@pytest.mark.slow
def test_it_prints_address_voices_and_a_line_to_try(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE) as node:
        assert str(node.port) in node.lines[0]
        assert any(line.startswith("voice tone (default): en") for line in node.lines)
        with urllib.request.urlopen(f"{node.http}/readyz") as answer:
            assert answer.status == 200


@pytest.mark.slow
def test_the_line_to_try_has_a_token_where_one_is_needed(tmp_path: Path) -> None:
    until = ("(`",)
    with serve(tmp_path / "state", config=f"{TONE}server: {{require_token: true}}\n", until=until) as node:
        assert any(line.startswith("try:") and line.endswith(" --token TOKEN") for line in node.lines)
        assert node.lines[-1].endswith("tts-node token show --speak` shows the token)")


@pytest.mark.slow
def test_a_default_voice_that_no_engine_has_is_told_and_the_node_is_ready_all_the_same(
    tmp_path: Path,
) -> None:
    sentence = "speak.voice: there is no voice 'bob'; requests without a voice are spoken by tone"
    log = tmp_path / "node.log"
    config = f"{TONE}speak: {{voice: bob}}\nlogging: {{file: '{log}'}}\n"
    with serve(tmp_path / "state", config=config) as node:
        assert sentence in node.lines
        assert any(line.startswith("voice tone (default)") for line in node.lines)
        with urllib.request.urlopen(f"{node.http}/readyz") as answer:
            assert answer.status == 200
            assert json.load(answer)["missing"] == [sentence]
        assert any("WARNING" in line and sentence in line for line in log.read_text().splitlines())


@pytest.mark.slow
def test_a_default_voice_is_told_to_be_away_when_another_engine_has_failed(tmp_path: Path) -> None:
    sentence = (
        "speak.voice: there is no voice 'bob' (perhaps because of the failed big);"
        " requests without a voice are spoken by tone"
    )
    broken = "{type: tone, restarts: 0, settings: {faults: true, load_fault: fail}}"
    config = f"{TONE.replace('engines: {', f'engines: {{big: {broken}, ')}speak: {{voice: bob}}\n"
    with serve(tmp_path / "state", config=config) as node:
        assert sentence in node.lines
        assert any("the decoder gave nothing" in line for line in node.lines)
        assert any(line.startswith("voice tone (default)") for line in node.lines)
        with urllib.request.urlopen(f"{node.http}/readyz") as answer:
            assert answer.status == 200
            assert sentence in json.load(answer)["missing"]


@pytest.mark.slow
async def test_told_to_stop_it_ends_what_it_has_accepted_and_exits_with_0(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE) as node:
        async with connect(node.ws) as client:
            done = None
            utterance = client.speak("This sentence is spoken to its end although the node is told to stop.")
            async for event in utterance:
                if isinstance(event, Started):
                    node.process.send_signal(signal.SIGTERM)
                assert not isinstance(event, Audio) or event.data
            done = utterance.done
        assert done is not None and done.reason == "complete"
        assert await asyncio.to_thread(node.process.wait, 20) == 0


@pytest.mark.slow
async def test_told_twice_it_stops_at_once(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE) as node:
        async with connect(node.ws) as client:
            utterance = client.speak("A very long reading. " * 500, pace="realtime")
            async for event in utterance:
                if isinstance(event, Audio):
                    break
            node.process.send_signal(signal.SIGTERM)
            node.process.send_signal(signal.SIGINT)
            assert await asyncio.to_thread(node.process.wait, 15) == 0


def test_a_port_in_use_is_one_clear_line_and_exit_code_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "-m", "tts_node", "serve", "--host", "127.0.0.1", "--no-discovery"]
        command += ["--port", port, "--state-dir", str(tmp_path / "state")]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert f"port {port}" in ended.stderr and "already in use" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_wrong_configuration_is_told_with_its_path_and_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("server: {prot: 1}\n")
    command = [sys.executable, "-m", "tts_node", "serve", "--config", str(file)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.returncode == MISCONFIGURED
    assert "server.prot" in ended.stderr and "port" in ended.stderr and "Traceback" not in ended.stderr
