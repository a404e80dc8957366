"""The cut files of a voice on disk: one folder for each content and machine, made once, whole or not at all.

The graphs in it are as onnxruntime optimised them for this machine, their weights beside them in files that
are mapped, so loading one is little more than reading its nodes.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tts_node.engines.notices import notice
from tts_node.engines.piper import leftovers, machine
from tts_node.engines.piper.windows import Windowed

CUTTER_VERSION = 4
"""Part of the folder's name: a newer cutter makes its own files."""
FRONT, FLOW, DECODER = "front.onnx", "flow.onnx", "decoder.onnx"
_MANIFEST = "manifest.json"
_CUTTING_TIMEOUT_S = leftovers.ABANDONED_S / 2


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the cutter found out about a voice."""

    reason: str
    """Why it cannot be cut, for people; empty when it could."""
    flow: Windowed | None = None
    decoder: Windowed | None = None
    duration_noise_rows: int = 0
    """0: the durations are not random."""
    has_speaker: bool = False
    difference: float = 0.0
    """Largest difference between chunked and uncut samples in the proof."""
    notes: tuple[str, ...] = ()
    """What was not simplified, and why."""

    @staticmethod
    def whole(reason: str) -> Manifest:
        return Manifest(reason=reason)

    def to_json(self) -> dict[str, object]:
        return {
            "reason": self.reason,
            "flow": self.flow.to_json() if self.flow else None,
            "decoder": self.decoder.to_json() if self.decoder else None,
            "duration_noise_rows": self.duration_noise_rows,
            "has_speaker": self.has_speaker,
            "difference": self.difference,
            "notes": list(self.notes),
        }

    @staticmethod
    def from_json(data: Mapping[str, object]) -> Manifest:
        flow, decoder, notes = data.get("flow"), data.get("decoder"), data.get("notes")
        return Manifest(
            reason=str(data["reason"]),
            flow=Windowed.from_json(flow) if isinstance(flow, dict) else None,
            decoder=Windowed.from_json(decoder) if isinstance(decoder, dict) else None,
            duration_noise_rows=int(str(data["duration_noise_rows"])),
            has_speaker=bool(data["has_speaker"]),
            difference=float(str(data["difference"])),
            notes=tuple(str(note) for note in notes) if isinstance(notes, list) else (),
        )


def folder_for(cache: Path, voice_hash: str) -> Path:
    return cache / leftovers.folder_name(voice_hash, CUTTER_VERSION, machine.key())


def ensure(model: Path, voice_hash: str, cache: Path, name: str = "") -> tuple[Path, Manifest]:
    """The folder with the cut files, made now if it is not there or damaged. Raises `RuntimeError` when the
    cutter itself fails (no disk space, killed, …). `name` is the voice's, for the log.
    """
    folder = folder_for(cache, voice_hash)
    manifest = read(folder)
    if manifest is None:
        cache.mkdir(parents=True, exist_ok=True)
        leftovers.remove_abandoned(cache)
        notice(f"cutting voice {name or model.stem} for streaming, once; this takes some seconds")
        _cut_in_own_process(model, folder)
        manifest = read(folder)
        if manifest is None:
            raise RuntimeError(f"cutting {model.name} left no usable files in {cache}")
    leftovers.mark_used(folder)
    leftovers.remove_superseded(folder)
    return folder, manifest


def read(folder: Path) -> Manifest | None:
    """The manifest of a whole, undamaged folder, else None."""
    try:
        data = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        for name, size_bytes in data["files"].items():
            if (folder / name).stat().st_size != size_bytes:
                return None
        return Manifest.from_json(data)
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextmanager
def making(folder: Path) -> Iterator[Path]:
    """A temporary folder beside `folder` to write into, then `publish`. What is not published is removed."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=leftovers.TEMPORARY, dir=folder.parent))
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


def publish(made: Path, folder: Path, manifest: Manifest) -> None:
    """Make `folder` appear with everything that is in `made`. Whoever comes second at the same time leaves
    the first one's; damaged files make room.
    """
    files = {}
    for file in sorted(made.iterdir()):
        files[file.name] = file.stat().st_size
        _sync(file)
    text = json.dumps({**manifest.to_json(), "files": files}, indent=1)
    (made / _MANIFEST).write_text(text, encoding="utf-8")
    _sync(made / _MANIFEST)
    _sync(made)
    with contextlib.suppress(OSError):  # another process was faster: its files are as good
        if folder.exists() and read(folder) is None:
            leftovers.remove(folder)
        made.rename(folder)
    _sync(folder.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _cut_in_own_process(model: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "tts_node.engines.piper.cut", str(model), str(folder)]
    try:
        result = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=_CUTTING_TIMEOUT_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"cutting {model.name} took longer than {_CUTTING_TIMEOUT_S:.0f} s") from None
    if result.returncode != 0:
        last = result.stderr.strip().splitlines()[-1:] or [f"exit status {result.returncode}"]
        raise RuntimeError(f"cutting {model.name} failed: {last[0]}")
