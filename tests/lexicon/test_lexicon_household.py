"""The lexicon of a running node: read again when its file changes, changed whole or not at all."""

# ruff: noqa: ASYNC110, ASYNC220, ASYNC240  (small files in a test's own folder)

from __future__ import annotations

import asyncio
import errno
import fcntl
import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tts_node import state
from tts_node.errors import BadLexicon, NotFound, NotReady, StorageFull
from tts_node.lexicon import household as module
from tts_node.lexicon.checks import entry_of
from tts_node.lexicon.file import load
from tts_node.lexicon.household import HouseholdLexicon

GOOD = "words:\n  any:\n    Lars: Larsch\n"
ROOT = Path(__file__).parents[2]
SIOBHAN = entry_of({"written": "Siobhan", "say": "Shivawn"})


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_SETTLE_S", 0.005)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lexicon.yaml"


@pytest.fixture
async def held(path: Path) -> AsyncIterator[HouseholdLexicon]:
    lexicon = HouseholdLexicon(path, look_s=0.01)
    await lexicon.start()
    yield lexicon
    await lexicon.close()
    await lexicon.close()


def words(lexicon: HouseholdLexicon) -> dict[str, str]:
    return {entry.written: entry.say for entry in lexicon.current.entries}


async def until(condition) -> None:  # type: ignore[no-untyped-def]
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.005)


def replace(path: Path, text: str) -> None:
    """As editors save."""
    new = path.with_suffix(".edited")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


async def test_a_missing_file_is_an_empty_lexicon_and_is_made_when_first_written(
    held: HouseholdLexicon, path: Path
) -> None:
    assert (words(held), held.trouble) == ({}, None)
    assert not path.exists()
    assert await held.add(SIOBHAN) is False
    assert load(path).entries == (SIOBHAN,)
    assert path.stat().st_mode & 0o777 == 0o600
    assert held.status() == {
        "path": str(path), "words": 1, "units": 0, "abbreviations": 0, "error": None,
    }  # fmt: skip


async def test_a_saved_file_holds_without_a_restart(held: HouseholdLexicon, path: Path) -> None:
    path.write_text(GOOD)
    await until(lambda: words(held) == {"Lars": "Larsch"})
    before = held.current
    replace(path, GOOD.replace("Larsch", "Lasse"))
    await until(lambda: words(held) == {"Lars": "Lasse"})
    assert before.entries[0].say == "Larsch", "texts that began before go on with it"
    path.unlink()
    await until(lambda: words(held) == {})


async def test_a_file_of_the_same_length_and_time_is_seen_by_its_inode(
    held: HouseholdLexicon, path: Path
) -> None:
    path.write_text(GOOD)
    await until(lambda: words(held) == {"Lars": "Larsch"})
    seen = path.stat()
    new = path.with_suffix(".new")
    new.write_text(GOOD.replace("Larsch", "Lorsch"))
    os.utime(new, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    new.replace(path)
    await until(lambda: words(held) == {"Lars": "Lorsch"})


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        ("words:\n  any:\n    Lars: Larsch\n    Siobhan\n", "line 5: not YAML"),
        (
            "words:\n  any:\n    Lars: {sey: x}\n",
            "line 3: words.any.Lars.sey: unknown key; did you mean `say`?",
        ),
        ("\0" * 4096, "not YAML"),
        (GOOD[:20], "words.any: expected a mapping of words"),
    ],
    ids=["half a line", "a mistake", "torn by a power cut", "cut off"],
)
async def test_a_broken_edit_keeps_the_old_words_and_is_told(
    held: HouseholdLexicon, path: Path, broken: str, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    path.write_text(GOOD)
    await until(lambda: words(held) == {"Lars": "Larsch"})
    with caplog.at_level(logging.WARNING):
        path.write_text(broken)
        await until(lambda: held.trouble is not None)
    assert words(held) == {"Lars": "Larsch"}
    assert told in str(held.status()["error"]) and held.trouble is not None and told in held.trouble
    assert told in caplog.text and "as it was before goes on (1 entry)" in caplog.text
    lines = len(caplog.records)
    for _ in range(5):
        await asyncio.sleep(0.02)
    assert len(caplog.records) == lines, "it is told once"
    replace(path, GOOD.replace("Larsch", "Lasse"))
    await until(lambda: held.trouble is None)
    assert words(held) == {"Lars": "Lasse"}


async def test_a_broken_file_at_the_start_is_told_and_no_reason_to_stay_away(path: Path) -> None:
    path.write_text("wrds: 1\n")
    held = HouseholdLexicon(path, look_s=0.01)
    await held.start()
    assert held.trouble is not None and "did you mean `words`?" in held.trouble
    assert words(held) == {}
    await held.close()


async def test_a_file_that_is_being_written_is_read_when_it_is_whole(
    held: HouseholdLexicon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An editor that writes in place: half of it would be a valid lexicon too."""
    read: list[int] = []
    monkeypatch.setattr(module, "_SETTLE_S", 0.1)
    monkeypatch.setattr(module, "load", lambda path: read.append(path.stat().st_size) or load(path))
    with path.open("w") as file:
        for number in range(20):
            file.write("words:\n  any:\n" if not number else f"    w{number}: x\n")
            file.flush()
            await asyncio.sleep(0.005)
    await until(lambda: len(held.current) == 19)
    assert read == [path.stat().st_size]


async def test_a_change_keeps_the_comments_and_rights_of_the_file(held: HouseholdLexicon, path: Path) -> None:
    path.write_text(f"# ours\n{GOOD}# end\n")
    path.chmod(0o640)
    await held.add(SIOBHAN)
    assert path.read_text() == f"# ours\n{GOOD}    Siobhan: Shivawn\n# end\n"
    assert path.stat().st_mode & 0o777 == 0o640
    gone = await held.remove("word", "lars", None)
    assert (gone.written, words(held)) == ("Lars", {"Siobhan": "Shivawn"})
    with pytest.raises(NotFound):
        await held.remove("word", "Lars", None)


async def test_a_change_is_made_to_the_file_as_it_is_now(path: Path) -> None:
    """An edit that nobody has looked at yet is not lost."""
    held = HouseholdLexicon(path, look_s=3600.0)
    await held.start()
    path.write_text(GOOD)
    assert await held.add(SIOBHAN) is False
    assert words(held) == {"Lars": "Larsch", "Siobhan": "Shivawn"}
    await held.close()


async def test_a_file_with_a_mistake_is_not_written_over(held: HouseholdLexicon, path: Path) -> None:
    path.write_text("wrds: 1\n")
    with pytest.raises(BadLexicon, match="mend it first"):
        await held.add(SIOBHAN)
    assert path.read_text() == "wrds: 1\n"


async def test_a_link_stays_a_link(held: HouseholdLexicon, path: Path, tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    path.symlink_to(tmp_path / "kept" / "words.yaml")
    await held.add(SIOBHAN)
    assert path.is_symlink()
    assert load(tmp_path / "kept" / "words.yaml").entries == (SIOBHAN,)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO])
async def test_a_full_disk_is_told_and_the_old_file_stays(
    held: HouseholdLexicon, path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path.write_text(GOOD)

    def full(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(state.os, "fsync", full)
    with pytest.raises(StorageFull, match="stays as it was") as told:
        await held.add(SIOBHAN)
    assert os.strerror(number) in str(told.value) and told.value.retryable
    assert path.read_text() == GOOD
    assert [each.name for each in path.parent.iterdir()] == ["lexicon.yaml"], "nothing is left behind"
    monkeypatch.undo()
    assert await held.add(SIOBHAN) is False
    assert words(held) == {"Lars": "Larsch", "Siobhan": "Shivawn"}


async def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    held = HouseholdLexicon(tmp_path / "nowhere" / "lexicon.yaml")
    await held.start()
    with pytest.raises(StorageFull, match="No such file or directory"):
        await held.add(SIOBHAN)
    await held.close()


async def test_twenty_writers_at_once_lose_nothing(held: HouseholdLexicon, path: Path) -> None:
    entries = [entry_of({"written": f"word{number}", "say": "x"}) for number in range(20)]
    assert await asyncio.gather(*map(held.add, entries)) == [False] * 20
    assert len(load(path)) == len(held.current) == 20


WRITER = """
import asyncio, sys
from pathlib import Path
from tts_node.lexicon.checks import entry_of
from tts_node.lexicon.household import HouseholdLexicon

async def main():
    held = HouseholdLexicon(Path(sys.argv[1]))
    for number in range(15):
        await held.add(entry_of({"written": f"{sys.argv[2]}{number}", "say": "x"}))

asyncio.run(main())
"""


async def test_two_processes_at_once_lose_nothing(path: Path) -> None:
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(path), name], cwd=ROOT) for name in ("a", "b")
    ]
    codes = [await asyncio.to_thread(writer.wait, 60) for writer in writers]
    assert codes == [0, 0]
    assert len(load(path)) == 30


async def test_who_holds_the_folder_for_ever_does_not_hold_us(
    held: HouseholdLexicon, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LOCK_S", 0.05)
    folder = os.open(path.parent, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        with pytest.raises(NotReady, match="another process"):
            await held.add(SIOBHAN)
    finally:
        os.close(folder)
    assert await held.add(SIOBHAN) is False


async def test_who_asked_may_leave_and_the_change_is_made_all_the_same(
    held: HouseholdLexicon, path: Path
) -> None:
    asked = asyncio.create_task(held.add(SIOBHAN))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await until(lambda: words(held) == {"Siobhan": "Shivawn"} or not path.exists())
    assert not path.exists() or load(path).entries == (SIOBHAN,)


async def test_the_loop_goes_on_while_a_large_file_is_read(held: HouseholdLexicon, path: Path) -> None:
    ticks = 0
    path.write_text("words:\n  any:\n" + "".join(f"    word{n}: said {n}\n" for n in range(10_000)))
    while len(held.current) < 10_000:
        await asyncio.sleep(0.001)
        ticks += 1
    assert ticks > 10
