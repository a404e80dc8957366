"""`scripts/install-service`: the unit it writes, and what it does. systemd, users and pip are played."""

from __future__ import annotations

import configparser
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_scripts import Project
from tts_node import cli
from tts_node.cli.serve import DRAIN_S
from tts_node.config import load

ROOT = Path(__file__).parents[1]
PLAYED = ("systemctl", "useradd", "userdel", "chown")


@pytest.fixture
def machine(tmp_path: Path) -> Project:
    """A copy of the scripts whose system is a folder."""
    project = Project(tmp_path)
    shutil.copy(ROOT / "config.example.yaml", project.root)
    for name in PLAYED:
        command = project.bin / name
        command.write_text(f'#!/bin/sh\necho "{name} $*" >>"$LOG"\n')
        command.chmod(0o755)
    project.environment["TTS_NODE_INSTALL_ROOT"] = str(tmp_path / "system")
    return project


def system(machine: Project) -> Path:
    return Path(machine.environment["TTS_NODE_INSTALL_ROOT"])


def unit(text: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(text)
    return parser


@pytest.fixture(scope="module")
def dry_run() -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "scripts/install-service", "--dry-run"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )


def test_a_dry_run_prints_the_unit_and_changes_nothing(machine: Project) -> None:
    done = machine.run("install-service", "--dry-run")
    assert done.returncode == 0, done.stderr
    assert unit(done.stdout)["Service"]["User"] == "tts-node"
    assert all(line.startswith("would ") for line in done.stderr.splitlines())
    assert machine.did() == [] and not system(machine).exists()


def test_it_installs_the_program_a_configuration_and_the_unit_and_starts_it(machine: Project) -> None:
    done = machine.run("install-service")
    assert done.returncode == 0, done.stderr
    did = machine.did()
    assert did[0].startswith("useradd --system") and did[0].endswith(" tts-node")
    assert did[1:3] == ["venv", "pip install"]
    assert did[-3:] == [
        "systemctl daemon-reload",
        "systemctl enable tts-node.service",
        "systemctl restart tts-node.service",
    ]
    folder = system(machine)
    assert (folder / "opt/tts-node/bin/tts-node").exists()
    assert load(folder / "etc/tts-node/config.yaml").server.port == 8750
    assert oct((folder / "etc/tts-node/config.yaml").stat().st_mode & 0o777) == "0o640"
    written = folder / "etc/systemd/system/tts-node.service"
    assert written.read_text() == machine.run("install-service", "--dry-run").stdout
    assert not written.with_name("tts-node.service.new").exists()


def test_a_second_time_updates_and_leaves_the_configuration_alone(machine: Project) -> None:
    machine.run("install-service")
    config = system(machine) / "etc/tts-node/config.yaml"
    config.write_text("node: {name: kitchen}\n")
    machine.did()
    assert machine.run("install-service").returncode == 0
    did = machine.did()
    assert "pip install" in did and "venv" not in did
    assert did[-1] == "systemctl restart tts-node.service"
    assert config.read_text() == "node: {name: kitchen}\n"


def test_a_failed_installation_leaves_the_service_as_it_was(machine: Project) -> None:
    failed = machine.run("install-service", FAIL_PIP="1")
    assert failed.returncode != 0 and "no matching distribution" in failed.stderr
    assert not [line for line in machine.did() if line.startswith("systemctl")]
    assert not (system(machine) / "etc/systemd/system/tts-node.service").exists()


def test_uninstalling_takes_the_program_and_leaves_what_is_the_owners(machine: Project) -> None:
    machine.run("install-service")
    (system(machine) / "var/lib/tts-node").mkdir(parents=True)
    machine.did()
    done = machine.run("install-service", "--uninstall")
    assert done.returncode == 0
    assert machine.did() == ["systemctl disable --now tts-node.service", "systemctl daemon-reload"]
    left = [str(path.relative_to(system(machine))) for path in system(machine).rglob("*") if path.is_file()]
    assert left == ["etc/tts-node/config.yaml"]
    assert (system(machine) / "var/lib/tts-node").is_dir()
    assert "sudo rm -r /etc/tts-node /var/lib/tts-node" in done.stderr


def test_an_unknown_option_is_wrong_usage(machine: Project) -> None:
    assert machine.run("install-service", "--purge").returncode == 2
    assert machine.did() == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may change the system")
def test_without_root_nothing_happens(machine: Project) -> None:
    del machine.environment["TTS_NODE_INSTALL_ROOT"]
    done = machine.run("install-service")
    assert done.returncode == 1 and "sudo" in done.stderr
    assert machine.did() == []


def test_the_unit_fits_the_programs_exit_codes_and_times(dry_run: subprocess.CompletedProcess[str]) -> None:
    service = unit(dry_run.stdout)["Service"]
    assert service["Type"] == "notify" and service["Restart"] == "on-failure"
    assert service["RestartForceExitStatus"] == service["SuccessExitStatus"] == str(cli.RESTART)
    assert service["RestartPreventExitStatus"].split() == [str(cli.USAGE), str(cli.MISCONFIGURED)]
    assert int(service["TimeoutStopSec"]) > DRAIN_S + 15
    # The loop says twice in this time that it lives, and may be busy for a while.
    assert int(service["WatchdogSec"]) >= 30
    # Workers speak to the end; only the node is told to stop.
    assert service["KillMode"] == "mixed"


def test_systemd_itself_finds_nothing_wrong_with_it(
    dry_run: subprocess.CompletedProcess[str], tmp_path: Path
) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("no systemd-analyze here (apt install systemd)")
    file = tmp_path / "tts-node.service"
    # It looks whether the program is there.
    file.write_text(dry_run.stdout.replace("ExecStart=/opt/tts-node/bin/tts-node", "ExecStart=/bin/true"))
    verified = subprocess.run(
        [analyze, "verify", file], capture_output=True, text=True, timeout=60, check=False
    )
    assert (verified.returncode, verified.stderr) == (0, "")
    rated = subprocess.run(
        [analyze, "security", "--offline=true", "--no-pager", file],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    exposure = re.search(r"exposure level for \S+: ([\d.]+)", rated.stdout)
    if exposure is None:
        pytest.skip(f"this systemd-analyze does not rate files: {rated.stderr.strip()}")
    assert float(exposure[1]) <= 2.5


def test_the_page_says_what_the_script_does(dry_run: subprocess.CompletedProcess[str]) -> None:
    page = (ROOT / "docs/operations.md").read_text(encoding="utf-8")
    for word in (
        "scripts/install-service",
        "--dry-run",
        "--uninstall",
        "/opt/tts-node",
        "/etc/tts-node/config.yaml",
    ):
        assert word in page
    seconds = unit(dry_run.stdout)["Service"]["WatchdogSec"]
    assert f"{seconds} s" in page
