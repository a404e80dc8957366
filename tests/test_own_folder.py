"""A folder of one process: locked, and nothing in it that is no file of ours is touched."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from tts_node.own_folder import OwnFolder

COMPLETE, UNFINISHED = re.compile(r"(\w+)\.done"), re.compile(r"\w+\.part")


def put(folder: OwnFolder, name: str, data: bytes = b"data") -> None:
    file = folder.create(name)
    os.write(file, data)
    os.close(file)


def test_a_second_one_is_kept_out_until_the_first_is_closed(tmp_path: Path) -> None:
    first = OwnFolder(tmp_path / "own")
    assert (tmp_path / "own").stat().st_mode & 0o777 == 0o700
    with pytest.raises(BlockingIOError):
        OwnFolder(tmp_path / "own")
    first.close()
    first.close()
    OwnFolder(tmp_path / "own").close()


def test_a_scan_finds_whole_names_and_removes_what_was_left_unfinished(tmp_path: Path) -> None:
    (tmp_path / "foreign.txt").write_text("of somebody else")
    (tmp_path / "longer.done.bak").write_text("not ours either")
    (tmp_path / "dir.done").mkdir()
    (tmp_path / "dir.part").mkdir()
    (tmp_path / "link.part").symlink_to(tmp_path / "foreign.txt")
    (tmp_path / "link.done").symlink_to(tmp_path / "foreign.txt")
    folder = OwnFolder(tmp_path)
    for name in ("a.done", "b.part"):
        put(folder, name)
    folder.touch("a.done", 1_000.0)
    folder.touch("none.done", 1_000.0)
    found = [(file.match[1], file.size_bytes, file.modified) for file in folder.scan(COMPLETE, UNFINISHED)]
    assert found == [("a", 4, 1_000.0)]
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {
        "foreign.txt",
        "longer.done.bak",
        "dir.done",
        "dir.part",
        "link.part",
        "link.done",
        "a.done",
    }
    folder.close()


def test_only_regular_files_are_opened_and_removed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("keep me")
    own = tmp_path / "own"
    folder = OwnFolder(own)
    (own / "link").symlink_to(target)
    (own / "dir").mkdir()
    os.mkfifo(own / "pipe")
    for name in ("link", "dir", "pipe", "none"):
        with pytest.raises(FileNotFoundError):
            folder.open(name)
        assert folder.remove(name) is False
    assert [folder.is_file(name) for name in ("link", "dir", "pipe", "none")] == [False, False, False, None]
    put(folder, "old")
    with pytest.raises(FileExistsError):
        folder.create("old")
    put(folder, "new", b"newer")
    folder.rename("new", "old")
    folder.sync()
    with os.fdopen(folder.open("old"), "rb") as file:
        assert file.read() == b"newer"
    assert folder.is_file("old") and folder.remove("old") and folder.is_file("old") is None
    folder.unlink("old")
    assert folder.free_bytes() > 0
    assert target.read_text() == "keep me" and (own / "link").is_symlink()
    folder.close()
