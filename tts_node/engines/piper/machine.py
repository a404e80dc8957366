"""What a graph that onnxruntime optimised depends on: its version and build, and the CPU."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

_CPUINFO = Path("/proc/cpuinfo")
_ENOUGH_BYTES = 16_384
"""The first processor's part."""
_FEATURES = ("amx", "asimd", "avx", "bf16", "f16c", "fma", "fphp", "i8mm", "sme", "sse4", "sve")
"""Beginnings of the names that choose kernels and layouts; the others come and go with kernel updates."""


@cache
def key() -> str:
    """Ten hexadecimal digits, the same as long as optimised graphs may be used again."""
    import onnxruntime

    build = f"{onnxruntime.__version__} {onnxruntime.get_build_info()}"
    return hashlib.blake2b(f"{build} {_cpu(_CPUINFO)}".encode(), digest_size=5).hexdigest()


def _cpu(cpuinfo: Path) -> str:
    try:
        with cpuinfo.open("rb") as stream:
            lines = stream.read(_ENOUGH_BYTES).decode("ascii", "replace").splitlines()
    except OSError:
        return _without_cpuinfo()
    found = next((line for line in lines if line.lower().startswith(("flags", "features"))), "")
    return " ".join(
        [os.uname().machine, *sorted(word for word in found.split() if word.startswith(_FEATURES))]
    )


def _without_cpuinfo() -> str:
    import platform  # slow, and only needed where the system is not Linux

    return f"{platform.machine()} {platform.processor()}"
