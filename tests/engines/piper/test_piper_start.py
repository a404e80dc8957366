"""What is kept from one start of a worker to the next: hashes, optimised graphs, nothing that is stale."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import threading
from pathlib import Path

import pytest

from tts_node.engines import notices
from tts_node.engines.piper import cutfiles, fingerprint, leftovers, machine
from tts_node.engines.piper.engine import create
from tts_node.engines.piper.later import Later
from tts_node.engines.piper.settings import VoiceSettings
from tts_node.engines.piper.voice import embedded_model, read
from tts_node.workers.process import StderrTail

LONG_AGO_S = 1_000_000_000.0
VOICE = "0123456789abcdef" * 2


def count_full_reads(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Path, ...]]:
    """Fills with the files that were hashed whole from now on."""
    whole = fingerprint.content_hash
    reads: list[tuple[Path, ...]] = []

    def counted(*files: Path) -> str:
        reads.append(files)
        return whole(*files)

    monkeypatch.setattr(fingerprint, "content_hash", counted)
    monkeypatch.setattr(fingerprint, "_SETTLED_S", -1.0)
    return reads


def test_a_hash_is_remembered_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, memory = tmp_path / "anna.onnx", tmp_path / "memory"
    model.write_bytes(bytes(200_000))
    os.utime(model, (LONG_AGO_S, LONG_AGO_S))
    reads = count_full_reads(monkeypatch)
    first = fingerprint.remembered_hash(memory, model)
    assert fingerprint.remembered_hash(memory, model) == first == fingerprint.content_hash(model)
    assert len(reads) == 2, "once to learn it, once for the comparison here"
    model.write_bytes(bytes(199_999) + b"1")
    os.utime(model, (LONG_AGO_S, LONG_AGO_S))  # size and modification time as before
    assert fingerprint.remembered_hash(memory, model) == fingerprint.content_hash(model) != first


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"seen": 1}', b"\xff\xfe"])
def test_a_damaged_memory_of_hashes_costs_a_read_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes
) -> None:
    model, memory = tmp_path / "anna.onnx", tmp_path / "memory"
    model.write_bytes(b"weights")
    reads = count_full_reads(monkeypatch)
    expected = fingerprint.remembered_hash(memory, model)
    (record,) = memory.iterdir()
    record.write_bytes(damage)
    assert fingerprint.remembered_hash(memory, model) == expected
    assert len(reads) == 2
    assert [item.name for item in memory.iterdir()] == [record.name], "no temporary file is left"


def test_a_file_that_was_changed_just_now_is_not_remembered(tmp_path: Path) -> None:
    model, memory = tmp_path / "anna.onnx", tmp_path / "memory"
    model.write_bytes(b"weights")
    fingerprint.remembered_hash(memory, model)
    assert not memory.exists()


def test_a_memory_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, memory = tmp_path / "anna.onnx", tmp_path / "memory"
    model.write_bytes(b"weights")
    memory.write_text("a file where the folder should be")
    reads = count_full_reads(monkeypatch)
    assert fingerprint.remembered_hash(memory, model) == fingerprint.remembered_hash(memory, model)
    assert len(reads) == 2


def test_the_machine_key_changes_with_the_cpu_and_not_with_what_no_kernel_uses(tmp_path: Path) -> None:
    cpuinfo = tmp_path / "cpuinfo"

    def features(flags: str) -> str:
        cpuinfo.write_text(f"processor\t: 0\nflags\t\t: {flags}\nprocessor\t: 1\nflags\t\t: none\n")
        return machine._cpu(cpuinfo)

    plain = features("fpu sse4_1 avx avx2 fma")
    assert features("avx2 avx fma fpu sse4_1 ibrs") == plain
    assert features("fpu sse4_1 avx avx2 fma avx512f") != plain
    assert machine.key() == machine.key() and len(machine.key()) == 10


def test_cut_files_of_older_cutters_go_and_those_of_others_stay(tmp_path: Path) -> None:
    version = cutfiles.CUTTER_VERSION
    used = tmp_path / leftovers.folder_name(VOICE, version, "aaaaaaaaaa")
    older = [tmp_path / f"piper-{VOICE}-v{version - 1}", tmp_path / f"piper-{VOICE}-v1-bbbbbbbbbb"]
    unused = tmp_path / leftovers.folder_name(VOICE, version, "cccccccccc")
    stays = [
        used,
        tmp_path / leftovers.folder_name(VOICE, version, "dddddddddd"),
        tmp_path / f"piper-{VOICE}-v{version + 1}-aaaaaaaaaa",
        tmp_path / f"piper-{VOICE[::-1]}-v1",
        tmp_path / f"piper-{VOICE}-v1-of mine",
        tmp_path / "notes",
    ]
    for folder in (*older, unused, *stays):
        folder.mkdir()
        (folder / "front.onnx").write_bytes(b"1")
    for folder in (unused, used):
        os.utime(folder, (LONG_AGO_S, LONG_AGO_S))
    leftovers.remove_superseded(used)
    assert sorted(tmp_path.iterdir()) == sorted(stays)


def test_two_processes_may_remove_the_same_folder(tmp_path: Path) -> None:
    folders = [tmp_path / f"piper-{VOICE}-v1-{i:010x}" for i in range(40)]
    for folder in folders:
        folder.mkdir()
        (folder / "front.onnx").write_bytes(b"1")
    used = tmp_path / leftovers.folder_name(VOICE, 2, "aaaaaaaaaa")
    used.mkdir()
    both = [Later(lambda: leftovers.remove_superseded(used)) for _ in range(2)]
    for one in both:
        one.result()
    assert list(tmp_path.iterdir()) == [used]


def test_cut_files_that_are_used_do_not_grow_old(tmp_path: Path, cache_dir: Path, engine: object) -> None:
    files = read(VoiceSettings("joe", None))
    folder = cutfiles.folder_for(cache_dir, files.content_hash)
    os.utime(folder, (LONG_AGO_S, LONG_AGO_S))
    cutfiles.ensure(files.model, files.content_hash, cache_dir)
    assert folder.stat().st_mtime > LONG_AGO_S


def test_the_first_start_says_that_it_cuts_and_later_ones_say_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    model = tmp_path / "anna.onnx"
    model.write_bytes(b"this is no model")
    shutil.copy(f"{embedded_model()}.json", f"{model}.json")
    with pytest.raises(RuntimeError):
        cutfiles.ensure(model, VOICE, tmp_path, "anna")
    assert capsys.readouterr().err.startswith(f"{notices.MARK}cutting voice anna for streaming, once")
    with cutfiles.making(cutfiles.folder_for(tmp_path, VOICE)) as made:
        cutfiles.publish(made, cutfiles.folder_for(tmp_path, VOICE), cutfiles.Manifest.whole("a reason"))
    cutfiles.ensure(model, VOICE, tmp_path, "anna")
    assert capsys.readouterr().err == ""


async def test_a_notice_reaches_the_log_for_people(caplog: pytest.LogCaptureFixture) -> None:
    tail = StderrTail("joe")
    with caplog.at_level(logging.DEBUG, logger="tts_node.workers.process"):
        tail.data_received(b"notice: cutting voice joe\nsome library's chatter\n")
        await asyncio.sleep(0)
    told = {record.getMessage(): record.levelno for record in caplog.records}
    assert told == {"joe: cutting voice joe": logging.INFO, "joe: some library's chatter": logging.DEBUG}


def test_later_gives_the_result_or_the_error() -> None:
    assert Later(lambda: threading.current_thread()).result() is not threading.current_thread()
    failing: Later[int] = Later(lambda: 1 // 0)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            failing.result()


def test_a_language_of_the_configuration_replaces_the_voice_files_own(cache_dir: Path) -> None:
    model = str(embedded_model())
    voices = [{"name": "own", "path": model}, {"name": "told", "path": model, "language": "en-GB"}]
    engine = create({"voices": voices, "cache_dir": str(cache_dir), "memory_mb": 300})
    listed = {voice.name: voice.languages for voice in engine.load().voices}
    assert listed == {"own": ("en-US",), "told": ("en-GB",)}
    with pytest.raises(ValueError, match="`language` of voice 'x'"):
        create({"voices": [{"name": "x", "path": model, "language": 7}]})
