"""What is of no more use among the cut files: of killed cutters, older cutters, other machines.

A folder is renamed before it is emptied, so nobody ever sees half of one. Files that another process still
has mapped stay readable to it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import time
from pathlib import Path

TEMPORARY = ".cutting-"
"""Beginning of the names of folders that are being made or removed."""
ABANDONED_S = 1200.0
"""Older ones belong to nobody any more."""
UNUSED_S = 30 * 24 * 3600.0

_CUT = re.compile(r"piper-(?P<voice>[0-9a-f]{32})-v(?P<version>\d+)(?:-(?P<machine>[0-9a-f]+))?\Z")


def folder_name(voice_hash: str, version: int, machine: str) -> str:
    return f"piper-{voice_hash}-v{version}-{machine}"


def remove_abandoned(cache: Path) -> None:
    """Temporary folders that a killed process left; one that is younger may still be in use."""
    for made in cache.glob(f"{TEMPORARY}*"):
        with contextlib.suppress(OSError):
            if time.time() - made.stat().st_mtime > ABANDONED_S:
                shutil.rmtree(made, ignore_errors=True)


def remove_superseded(used: Path) -> None:
    """Beside `used`, cut files of the same voice: those of older cutters, and those of this cutter for
    another machine (or another onnxruntime) once nobody has used them for 30 days.
    """
    ours = _CUT.match(used.name)
    if ours is None:
        return
    for other in used.parent.glob(f"piper-{ours['voice']}-v*"):
        theirs = _CUT.match(other.name)
        if theirs is None or other == used:
            continue
        version, own_version = int(theirs["version"]), int(ours["version"])
        if version < own_version or (version == own_version and _is_unused(other)):
            remove(other)


def remove(folder: Path) -> None:
    """Take `folder` away in one moment, then empty it."""
    aside = folder.with_name(f"{TEMPORARY}removed-{os.getpid()}-{folder.name}")
    with contextlib.suppress(OSError):  # another process is removing it, or it may not be written to
        folder.rename(aside)
        os.utime(aside)
        shutil.rmtree(aside, ignore_errors=True)


def mark_used(folder: Path) -> None:
    with contextlib.suppress(OSError):
        os.utime(folder)


def _is_unused(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > UNUSED_S
    except OSError:
        return False
