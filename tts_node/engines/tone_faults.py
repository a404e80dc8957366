"""Faults on demand for the tone engine: the ways in which real engines break, each by one word.

A word such as `!crash` in the text strikes with the step that reaches it. Only active with `faults: true`.

| word | what happens |
| --- | --- |
| `!crash` | the process ends with a segmentation fault |
| `!kill4` | the process ends with signal 4, as with a wheel for another CPU |
| `!kill9` | the process is killed, as by the kernel when memory is out |
| `!exit3` | the process ends with code 3 |
| `!hang` | the step never returns |
| `!slow` | the step takes `slow_ms` more |
| `!oom` | the step raises `MemoryError` |
| `!fail` | the step raises an ordinary error |
| `!cuda` | this and every later step of the process raises "CUDA unknown error" |
| `!nan` | the step answers with the error `bad_audio` |
| `!empty` | the step answers with the error `empty_text`: nothing of the segment can be spoken |
| `!silence` | from here on the stream is digital silence |
| `!runaway` | the stream never ends |
| `!leak` | ten megabytes are never given back |
| `!stderr` | a line is written to stderr, and one to stdout |
| `!garbage` | the step answers with something that is no chunk |
| `!noise` | bytes that are no message go to the node, as from a library that writes to a foreign file |
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from tts_node.engines.base import Chunk

FAULTS = (
    *("crash", "kill4", "kill9", "exit3", "hang", "slow", "oom", "fail", "cuda"),
    *("nan", "empty", "silence", "runaway", "leak", "stderr", "garbage", "noise"),
)


@dataclass(frozen=True, slots=True)
class FaultPlan:
    """A fault by settings: it strikes with every step of the streams `first` to `last` (counted from 1, the
    node's probe is 0)."""

    fault: str = ""
    first: int = 1
    last: int = 1_000_000_000
    once: str = ""
    """A path: nothing strikes while this file exists, and it is made just before something does."""
    slow_ms: float = 1000.0
    no_card: bool = False
    """`cuda` strikes nobody."""


class Faults:
    """Injects what the plan and the magic words ask for; with a plan of None nothing at all."""

    def __init__(self, plan: FaultPlan | None) -> None:
        self._plan = plan
        self._cuda_lost = False
        self._silent: set[int] = set()
        self._leaked: list[bytes] = []

    def before_step(self, ordinal: int) -> None:
        """What strikes before a step of the stream that was opened as the `ordinal`-th."""
        plan = self._plan
        if plan is None:
            return
        if self._cuda_lost:
            raise RuntimeError("CUDA unknown error")
        if plan.fault and plan.first <= ordinal <= plan.last:
            self.strike(plan.fault)

    def in_text(self, words: Iterable[str]) -> str:
        """The fault that the first magic word among these asks for, or "". Strikes at once where it can."""
        if self._plan is None:
            return ""
        for word in words:
            fault = word.lstrip("!").rstrip(".,;:?!") if word.startswith("!") else ""
            if fault in FAULTS and self._allowed():
                self.strike(fault)
                return fault
        return ""

    def endless(self, text: str) -> bool:
        return self._plan is not None and "!runaway" in text

    def spoil(self, chunk: Chunk, fault: str) -> Chunk:
        """What a fault does to a chunk that was made."""
        if self._plan is None:
            return chunk
        if fault == "silence":
            self._silent.add(chunk.stream)
        if fault == "nan":
            return replace(
                chunk, pcm=b"", marks=(), error="bad_audio", message="the samples are not all numbers"
            )
        if fault == "empty":
            return replace(chunk, pcm=b"", marks=(), error="empty_text", message="nothing in it is spoken")
        if fault == "garbage":
            return replace(chunk, side_by_side=cast(Any, "many"))
        if chunk.stream in self._silent:
            return replace(chunk, pcm=bytes(len(chunk.pcm)))
        return chunk

    def strike(self, fault: str) -> None:
        """Do it. Faults that only change the sound do nothing here. Raises `ValueError` for unknown ones."""
        assert self._plan is not None
        match fault:
            case "crash":
                _end_by_signal(signal.SIGSEGV)
            case "kill4":
                _end_by_signal(signal.SIGILL)
            case "kill9":
                _end_by_signal(signal.SIGKILL)
            case "exit3":
                os._exit(3)
            case "hang":
                threading.Event().wait()
            case "slow":
                time.sleep(self._plan.slow_ms / 1000)
            case "oom":
                raise MemoryError("cannot allocate 3 GiB for the decoder")
            case "fail":
                raise RuntimeError("the decoder gave nothing")
            case "cuda" if self._plan.no_card:
                pass
            case "cuda":
                self._cuda_lost = True
                raise RuntimeError("CUDA unknown error")
            case "leak":
                self._leaked.append(b"\x01" * 10_000_000)
            case "stderr":
                print("a warning of the engine", file=sys.stderr, flush=True)
                print("a line on stdout", flush=True)
            case "noise":
                os.write(int(sys.argv[1]), b"\xff" * 64)
            case "nan" | "empty" | "silence" | "runaway" | "garbage":
                pass
            case _:
                raise ValueError(f"no fault {fault!r}; there are {', '.join(FAULTS)}")

    def _allowed(self) -> bool:
        assert self._plan is not None
        if not self._plan.once:
            return True
        with contextlib.suppress(FileExistsError):
            Path(self._plan.once).touch(exist_ok=False)
            return True
        return False


def _end_by_signal(number: int) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # it is on purpose: no core file
    os.kill(os.getpid(), number)
    threading.Event().wait()
