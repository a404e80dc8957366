"""`tts-node doctor` finds what is wrong and says what to do."""

from __future__ import annotations

import http.server
import json
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from tts_node.cli import doctor_machine as machine
from tts_node.cli import doctor_surroundings as surroundings
from tts_node.cli import main
from tts_node.config import DiscoveryConfig
from tts_node.discovery import Interface


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def configured(folder: Path, text: str) -> list[str]:
    path = folder / "config.yaml"
    path.write_text(text)
    return ["--config", str(path), "--state-dir", str(folder / "state")]


def doctor(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, dict[str, str]]]:
    code = main(["doctor", "--json", *words])
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is (code == 0)
    return code, {check["name"]: check for check in told["checks"]}


def test_a_machine_in_order_exits_0_and_every_complaint_has_advice(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    where = configured(tmp_path, f"server: {{port: {free_port}, host: 127.0.0.1}}\n")
    code, checks = doctor(capsys, "--skip-engines", *where)
    assert code == 0
    expected = {"python", "cpu", "heat", "memory", "configuration", "state"}
    assert set(checks) == expected | {"disk", "port", "mdns", "lexicon", "audio", "gpu"}
    assert all(check["advice"] for check in checks.values() if check["level"] != "ok")


def test_a_mistake_in_the_lexicon_is_a_warning_with_its_line(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    where = configured(tmp_path, f"server: {{port: {free_port}}}\ntext: {{lexicon: words.yaml}}\n")
    path = tmp_path / "words.yaml"
    path.write_text("words:\n  any:\n    Lars: Larsch\n")
    _, checks = doctor(capsys, "--skip-engines", *where)
    assert (checks["lexicon"]["level"], checks["lexicon"]["message"]) == ("ok", f"1 entry in {path}")
    path.write_text("words:\n  any:\n    Lars: [x]\n")
    _, checks = doctor(capsys, "--skip-engines", *where)
    assert checks["lexicon"]["level"] == "warn"
    assert "line 3: words.any.Lars: expected how it is said" in checks["lexicon"]["message"]


def test_an_engine_that_speaks_is_ok(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    where = configured(tmp_path, f"server: {{port: {free_port}}}\nengines: {{beep: {{type: tone}}}}\n")
    code, checks = doctor(capsys, *where)
    assert code == 0
    assert checks["engine beep"]["level"] == "ok"
    assert "first sound after" in checks["engine beep"]["message"]


@pytest.mark.slow
def test_the_embedded_voice_speaks(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    code, checks = doctor(capsys, *configured(tmp_path, f"server: {{port: {free_port}}}\n"))
    assert code == 0
    assert "speaks: first sound after" in checks["engine piper"]["message"]


def test_an_engine_that_cannot_load_fails_with_its_reason(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.onnx").write_bytes(b"this is no model")
    (tmp_path / "broken.onnx.json").write_text("{}")
    text = "node: {embedded_voice: false}\nvoices: {b: {path: broken.onnx}}\n"
    text += f"server: {{port: {free_port}}}\n"
    code, checks = doctor(capsys, *configured(tmp_path, text))
    assert code == 1
    assert checks["engine piper"]["level"] == "fail"
    assert checks["engine piper"]["advice"]


def test_a_wrong_configuration_fails_with_its_lines_and_the_rest_is_still_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, checks = doctor(capsys, "--skip-engines", *configured(tmp_path, "prt: 1\n"))
    assert code == 1
    assert "line 1: prt" in checks["configuration"]["message"]
    assert checks["python"]["level"] == "ok"


def test_the_listing_for_people_has_a_line_for_each_check(
    tmp_path: Path, free_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    where = configured(tmp_path, f"server: {{port: {free_port}}}\n")
    assert main(["doctor", "--skip-engines", *where]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if not line.startswith(" ")]) == 12
    assert any(line.startswith("ok    state") for line in lines)


# --- single checks -----------------------------------------------------------------------------------------


class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200 if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def running_node() -> Iterator[int]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Healthy)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_port_that_a_node_has_is_fine_and_one_that_something_else_has_is_not(
    running_node: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert surroundings.check_port("127.0.0.1", running_node).level == "ok"
    monkeypatch.setattr(surroundings, "_ANSWER_S", 0.2)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen(16)
        taken = surroundings.check_port("127.0.0.1", other.getsockname()[1])
    assert (taken.level, "server.port" in taken.advice) == ("fail", True)


def test_an_address_that_is_not_of_this_machine_fails() -> None:
    found = surroundings.check_port("192.0.2.77", 8750)
    assert (found.level, "server.host" in found.advice) == ("fail", True)


def test_mdns_is_never_worse_than_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "local_interfaces", lambda: ())
    assert surroundings.check_mdns(DiscoveryConfig(), "0.0.0.0").level == "warn"
    monkeypatch.setattr(surroundings, "local_interfaces", lambda: (Interface("eth0", ("192.0.2.77",)),))
    foreign = surroundings.check_mdns(DiscoveryConfig(), "0.0.0.0")
    assert (foreign.level, "192.0.2.77" in foreign.message) == ("warn", True)
    assert surroundings.check_mdns(DiscoveryConfig(enabled=False), "0.0.0.0").level == "ok"


def test_little_memory_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    class Little:
        available = 100 * 1024 * 1024

    monkeypatch.setattr(psutil, "virtual_memory", Little)
    found = machine.check_memory()
    assert (found.level, found.message) == ("warn", "100 MB free")


def fake_command(folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


def test_p01_a_raspberry_that_is_slowed_down_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_command(tmp_path, monkeypatch, "vcgencmd", "echo throttled=0x50005")
    found = machine.check_heat()
    assert found.level == "warn"
    assert "under-voltage now, throttled now, under-voltage since the start" in found.message


def test_p01_a_raspberry_in_order_is_not_slowed_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_command(tmp_path, monkeypatch, "vcgencmd", "echo throttled=0x0")
    assert "slowed down" not in machine.check_heat().message


@pytest.mark.parametrize(
    ("script", "level", "message"),
    [
        ("echo 'NVIDIA T4, 15000 MiB, 550.1'", "ok", "NVIDIA T4, 15000 MiB, 550.1"),
        ("echo 'Driver/library version mismatch'; exit 18", "warn", "Driver/library version mismatch"),
        ("exit 9", "warn", "nvidia-smi failed"),
    ],
)
def test_a_graphics_card_is_told_with_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str, level: str, message: str
) -> None:
    fake_command(tmp_path, monkeypatch, "nvidia-smi", script)
    found = surroundings.check_gpu()
    assert (found.level, found.message) == (level, message)


def test_a_nvidia_smi_that_hangs_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("nvidia-smi", 20)

    monkeypatch.setattr(surroundings.shutil, "which", lambda _: "/usr/bin/nvidia-smi")
    monkeypatch.setattr(surroundings.subprocess, "run", hang)
    assert surroundings.check_gpu().level == "warn"
