"""A token that was replaced counts no longer, without a restart."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import httpx
import pytest

from tests.served import serve
from tts_node.kept_tokens import KeptTokens
from tts_node.server.auth import Scope
from tts_node.state import StateFolder, open_state

TONE = "node: {embedded_voice: false}\nengines: {tone: }\nwyoming: {enabled: false}\n"


class Clock:
    """Stands still until it is told."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def folder(tmp_path: Path) -> StateFolder:
    return open_state(tmp_path)


def test_a_replaced_token_is_refused_and_the_new_one_taken_within_a_second(
    folder: StateFolder, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    kept = KeptTokens(folder, clock=clock)
    old = folder.token("admin")
    assert kept.scope_of(old) is Scope.ADMIN
    assert kept.scope_of(folder.token("speak")) is Scope.SPEAK
    new = folder.new_token("admin")
    clock.now += 1.0
    with caplog.at_level(logging.INFO):
        assert kept.scope_of(old) is None
        assert kept.scope_of(new) is Scope.ADMIN
    assert kept.scope_of(folder.token("speak")) is Scope.SPEAK
    assert "there is a new admin token" in caplog.text
    assert old not in caplog.text and new not in caplog.text


def test_a_flood_of_wrong_tokens_looks_once_a_second(
    folder: StateFolder, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptTokens(folder, clock=clock)
    looks: list[str] = []
    look = StateFolder.token_stamp
    monkeypatch.setattr(StateFolder, "token_stamp", lambda self, kind: looks.append(kind) or look(self, kind))
    for _ in range(100):
        clock.now += 0.05
        assert kept.scope_of("wrong") is None
    assert looks == ["admin", "speak"] * 5 or looks == ["admin", "speak"] * 4


@pytest.mark.parametrize("change", ["gone", "damaged", "a FIFO"])
def test_a_token_that_cannot_be_known_is_none_until_there_is_one_again(
    folder: StateFolder, clock: Clock, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    kept = KeptTokens(folder, clock=clock)
    old, path = folder.token("admin"), folder.path / "tokens" / "admin"
    path.unlink()
    if change == "damaged":
        path.write_text("x")
    elif change == "a FIFO":
        os.mkfifo(path)
    for _ in range(3):
        clock.now += 1.0
        assert kept.scope_of(old) is None
    assert caplog.text.count("no admin token counts until there is a new one") == 1
    assert kept.scope_of("") is None and kept.scope_of("x") is None
    new = folder.new_token("admin")
    clock.now += 1.0
    assert kept.scope_of(new) is Scope.ADMIN


@pytest.mark.skipif(os.geteuid() != 0, reason="only an administrator makes files for others")
def test_what_an_administrator_makes_belongs_to_the_folders_owner(folder: StateFolder) -> None:
    os.chown(folder.path / "tokens", 65_534, 65_534)
    folder.new_token("admin")
    made = (folder.path / "tokens" / "admin").stat()
    assert (made.st_uid, made.st_gid, made.st_mode & 0o777) == (65_534, 65_534, 0o600)


@pytest.mark.slow
def test_a_running_node_takes_a_token_back(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=TONE + "server: {require_token: true}\n") as node:

        def status(token: str) -> int:
            headers = {"Authorization": f"Bearer {token}"}
            return httpx.get(f"{node.http}/v1/status", headers=headers, trust_env=False).status_code

        old = node.token("speak")
        assert status(old) == 200
        new = open_state(node.state_dir).new_token("speak")
        for _ in range(1_000):
            if status(new) == 200:
                break
        assert (status(new), status(old)) == (200, 401)
