"""The state folder: made once, private, kept for ever, and mended when it is torn."""

from __future__ import annotations

import json
import logging
import os
import stat
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tts_node.errors import ConfigError
from tts_node.state import open_state, write_atomic


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_a_new_folder_has_an_id_that_stays(tmp_path: Path) -> None:
    first = open_state(tmp_path / "a" / "state")
    again = open_state(tmp_path / "a" / "state")
    assert first == again
    assert len(first.node_id) == 36
    assert files(first.path) == {"node-id", "state.json"}
    assert first.cache_dir.is_dir()
    assert first.cut_dir.is_dir()


def test_tokens_are_made_at_first_use_and_private(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    admin, speak = state.token("admin"), state.token("speak")
    assert admin != speak
    assert len(admin) >= 32
    assert open_state(state.path).token("admin") == admin
    assert mode(state.path / "tokens" / "admin") == 0o600
    assert mode(state.path / "tokens") == 0o700
    assert mode(state.path) == 0o700


def test_a_token_never_looks_like_an_option(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    assert all(state.new_token("speak")[0] not in "-_" for _ in range(300))


def test_rights_that_became_too_wide_are_taken_back(tmp_path: Path) -> None:
    state = open_state(tmp_path / "state")
    token = state.token("admin")
    (state.path / "tokens" / "admin").chmod(0o644)
    (state.path / "tokens").chmod(0o755)
    assert open_state(state.path).token("admin") == token
    assert mode(state.path / "tokens" / "admin") == 0o600
    assert mode(state.path / "tokens") == 0o700


def test_a_folder_that_was_there_before_keeps_its_rights(tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o755)
    open_state(shared)
    assert mode(shared) == 0o755


def test_a_new_token_replaces_the_old_one(tmp_path: Path) -> None:
    state = open_state(tmp_path)
    old = state.token("admin")
    new = state.new_token("admin")
    assert new != old
    assert state.token("admin") == new


@pytest.mark.parametrize("torn", [b"", b"\x00" * 36, b"0b3e7f6e-0000-40", b"\xff\xfe", b"x" * 5000])
def test_a_torn_file_is_made_anew_and_the_log_says_so(
    tmp_path: Path, torn: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    state = open_state(tmp_path)
    old_token = state.token("admin")
    for name in ("node-id", "tokens/admin", "state.json"):
        (tmp_path / name).write_bytes(torn)
    with caplog.at_level(logging.WARNING):
        mended = open_state(tmp_path)
        token = mended.token("admin")
    assert len(mended.node_id) == 36
    assert mended.node_id != state.node_id
    assert len(token) >= 32
    assert token != old_token
    assert open_state(tmp_path) == mended
    assert json.loads((tmp_path / "state.json").read_text()) == {"version": 1}
    assert caplog.text.count("is damaged") == 2
    assert token not in caplog.text


@pytest.mark.parametrize("torn", [b"[" * 100_000, b'{"version": 1e999}', b"9" * 10_000, b'{"version": null}'])
def test_a_version_that_cannot_be_read_is_written_anew(tmp_path: Path, torn: bytes) -> None:
    state = open_state(tmp_path)
    (tmp_path / "state.json").write_bytes(torn)
    assert open_state(tmp_path) == state
    assert json.loads((tmp_path / "state.json").read_text()) == {"version": 1}


MAKE = {"a FIFO": os.mkfifo, "a folder": os.mkdir, "a device": lambda path: path.symlink_to("/dev/zero")}


@pytest.mark.parametrize("kind", MAKE)
@pytest.mark.parametrize("name", ["node-id", "state.json", "tokens/admin"])
def test_what_is_no_file_is_refused_with_a_sentence_and_never_waited_for(
    tmp_path: Path, name: str, kind: str
) -> None:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    MAKE[kind](path)
    with pytest.raises(ConfigError, match=f"{name} has to be a file, and is {kind}; remove it"):
        open_state(tmp_path).token("admin")
    assert os.path.lexists(path)


def test_where_a_link_leads_to_keeps_its_rights_and_the_log_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    state, elsewhere, secret = tmp_path / "state", tmp_path / "elsewhere", tmp_path / "secret"
    token = open_state(state).token("admin")
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    secret.write_text(token)
    secret.chmod(0o644)
    (state / "cut").rmdir()
    (state / "cut").symlink_to(elsewhere)
    (state / "tokens" / "admin").unlink()
    (state / "tokens" / "admin").symlink_to(secret)
    with caplog.at_level(logging.WARNING):
        assert open_state(state).token("admin") == token
    assert (mode(elsewhere), mode(secret)) == (0o755, 0o644)
    assert [f"leads to {path}," in caplog.text for path in (elsewhere, secret)] == [True, True]


def test_processes_and_threads_that_start_at_once_agree(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from tts_node.state import open_state;"
        "state = open_state(pathlib.Path(sys.argv[1])); print(state.node_id, state.token('admin'))"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    told = {process.communicate(timeout=60)[0] for process in running}
    assert len(told) == 1
    with ThreadPoolExecutor(16) as pool:
        tokens = set(pool.map(lambda _: open_state(tmp_path).token("speak"), range(64)))
    assert len(tokens) == 1
    assert files(tmp_path) == {"node-id", "state.json", "tokens/admin", "tokens/speak"}


def test_what_an_interrupted_write_left_is_removed_and_a_running_write_is_not(tmp_path: Path) -> None:
    open_state(tmp_path)
    left, running = tmp_path / "node-id.new-aaaa", tmp_path / "tokens" / "admin.new-bbbb"
    left.touch()
    os.utime(left, (time.time() - 3600,) * 2)
    running.touch()
    open_state(tmp_path)
    assert not left.exists()
    assert running.exists()


def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write_atomic(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert files(tmp_path) == {"file"}


def test_a_folder_that_cannot_be_used_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"the state folder .*file/state cannot be used: .*--state-dir"):
        open_state(tmp_path / "file" / "state")


def test_a_folder_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text('{"version": 99}')
    with pytest.raises(ConfigError, match=r"newer tts-node \(layout 99"):
        open_state(tmp_path)
    assert files(tmp_path) == {"state.json"}
