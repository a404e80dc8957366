"""The cut files of a voice on disk: one folder for each content, made once, whole or not at all."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tts_node.engines.piper.windows import Windowed

CUTTER_VERSION = 3
"""Part of the folder's name: a newer cutter makes its own files."""
FRONT, FLOW, DECODER = "front.onnx", "flow.onnx", "decoder.onnx"
_MANIFEST = "manifest.json"
_TEMPORARY = ".cutting-"
_CUTTING_TIMEOUT_S = 600.0


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


def content_hash(*files: Path) -> str:
    """Of the bytes of `files`, 32 hexadecimal digits. Raises `OSError`."""
    digest = hashlib.blake2b(digest_size=16)
    for file in files:
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                digest.update(block)
        digest.update(b"\0")
    return digest.hexdigest()


def folder_for(cache: Path, voice_hash: str) -> Path:
    return cache / f"piper-{voice_hash}-v{CUTTER_VERSION}"


def ensure(model: Path, voice_hash: str, cache: Path) -> tuple[Path, Manifest]:
    """The folder with the cut files, made now if it is not there or damaged. Raises `RuntimeError` when the
    cutter itself fails (no disk space, killed, …).
    """
    folder = folder_for(cache, voice_hash)
    manifest = read(folder)
    if manifest is None:
        shutil.rmtree(folder, ignore_errors=True)
        cache.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(cache)
        _cut_in_own_process(model, folder)
        manifest = read(folder)
        if manifest is None:
            raise RuntimeError(f"cutting {model.name} left no usable files in {cache}")
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


def write(folder: Path, manifest: Manifest, parts: Mapping[str, bytes]) -> None:
    """Make `folder` appear with everything in it; whoever comes second at the same time leaves the first
    one's.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=_TEMPORARY, dir=folder.parent))
    try:
        for name, data in parts.items():
            _write_synced(made / name, data)
        files = {name: len(data) for name, data in parts.items()}
        text = json.dumps({**manifest.to_json(), "files": files}, indent=1)
        _write_synced(made / _MANIFEST, text.encode())
        _sync_folder(made)
        with contextlib.suppress(OSError):  # another process was faster: its files are as good
            made.rename(folder)
        _sync_folder(folder.parent)
    finally:
        shutil.rmtree(made, ignore_errors=True)


def _remove_abandoned(cache: Path) -> None:
    """Temporary folders that a killed cutter left; one that is younger may still be in use."""
    for made in cache.glob(f"{_TEMPORARY}*"):
        with contextlib.suppress(OSError):
            if time.time() - made.stat().st_mtime > 2 * _CUTTING_TIMEOUT_S:
                shutil.rmtree(made, ignore_errors=True)


def _write_synced(file: Path, data: bytes) -> None:
    with file.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
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
