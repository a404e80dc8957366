"""The name that is printed for other terminals starts this installation and no other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tts_node.cli.own_name import own_name


def script(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tts-node"
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a virtual environment that this Python seems to run in, with nothing on the PATH."""
    programs = tmp_path / "home" / ".venv" / "bin"
    programs.mkdir(parents=True)
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    monkeypatch.setattr(sys, "argv", ["-m"])
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.chdir(tmp_path)
    return programs


def test_where_the_path_leads_here_it_is_the_plain_name(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = script(environment)
    monkeypatch.setenv("PATH", str(environment))
    assert own_name() == "tts-node"
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "tts-node").symlink_to(own)  # as pipx does
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert own_name() == "tts-node"


def test_where_the_path_leads_elsewhere_it_is_the_own_script_from_the_current_folder(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = script(environment)
    script(tmp_path / "other")
    for path in ("other", "nothing"):
        monkeypatch.setenv("PATH", str(tmp_path / path))
        assert own_name() == "home/.venv/bin/tts-node"
    monkeypatch.chdir(tmp_path / "other")
    assert own_name() == str(own)
    monkeypatch.chdir(environment)
    assert own_name() == str(own)


def test_a_script_of_one_users_installation_is_the_one_it_was_started_by(
    environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = script(tmp_path / "my programs")
    monkeypatch.setattr(sys, "argv", [str(started), "serve"])
    assert own_name() == "'my programs/tts-node'"
    monkeypatch.setenv("PATH", str(started.parent))
    assert own_name() == "tts-node"


def test_without_a_script_it_is_this_python(environment: Path) -> None:
    assert own_name() == f"{environment / 'python'} -m tts_node"
