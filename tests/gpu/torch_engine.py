"""A small engine that really computes, allocates and leaks on a card. Its weights are made when it is loaded.

Each stream runs a pile of matrices on the device and turns the result into a tone; what it leaves behind is
set: memory for good (`leak_mb`), memory that a trim gives back (`cache_mb`), and holes (`waste_mb`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch

from tts_node.engines.base import TRIM_ALLOCATOR, Chunk, EngineInfo, EngineVoice, Segment

RATE = 22_050
_MB = 1024 * 1024
_CHUNK = RATE // 5


def create(settings: Mapping[str, object]) -> TorchTone:
    """Settings: `device` (`auto`, `cuda`, `cpu`), `weights_mb`, `leak_mb`, `cache_mb`, `waste_mb`."""
    return TorchTone(**settings)  # type: ignore[arg-type]


class TorchTone:
    """See `engines.base.Engine`; one lane."""

    def __init__(
        self,
        device: str = "auto",
        weights_mb: float = 64.0,
        leak_mb: float = 0.0,
        cache_mb: float = 0.0,
        waste_mb: float = 0.0,
    ) -> None:
        cuda = device == "cuda" or (device == "auto" and torch.cuda.is_available())
        self._device = torch.device("cuda" if cuda else "cpu")
        self._weights_mb, self._leak_mb = weights_mb, leak_mb
        self._cache_mb, self._waste_mb = cache_mb, waste_mb
        self._weights: Any = None
        self._kept: list[Any] = []
        self._cached: list[Any] = []
        self._streams: dict[int, tuple[Segment, int]] = {}
        self._lock = threading.Lock()

    def load(self) -> EngineInfo:
        generator = torch.Generator().manual_seed(7)
        side = 512
        count = max(1, round(self._weights_mb * _MB / (side * side * 4)))
        made = torch.randn((count, side, side), generator=generator) / side**0.5
        self._weights = made.to(self._device)
        voice = EngineVoice("torch-tone", ("en",), RATE, "1")
        return EngineInfo("torch-tone", torch.__version__, (voice,), streams=8)

    def warm_up(self) -> None:
        self._run()

    def open(self, stream: int, segment: Segment) -> None:
        with self._lock:
            self._streams[stream] = (segment, 0)
        if self._leak_mb:
            self._kept.append(self._block(self._leak_mb))
        if self._cache_mb:
            self._cached.append(self._block(self._cache_mb))
        if self._waste_mb:
            self._block(self._waste_mb)  # given back to the allocator at once, which keeps it

    def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        return [self._step(stream) for stream in streams]

    def close(self, stream: int) -> None:
        with self._lock:
            self._streams.pop(stream, None)

    def report(self) -> Mapping[str, float]:
        if self._device.type != "cuda":
            return {}
        return {
            "allocated_bytes": float(torch.cuda.memory_allocated()),
            "reserved_bytes": float(torch.cuda.memory_reserved()),
        }

    def trim(self, level: int) -> None:
        self._cached.clear()
        if level >= TRIM_ALLOCATOR and self._device.type == "cuda":
            torch.cuda.empty_cache()

    def _step(self, stream: int) -> Chunk:
        with self._lock:
            if stream not in self._streams:
                return Chunk(stream, None)
            segment, index = self._streams[stream]
            self._streams[stream] = (segment, index + 1)
        total = max(1, len(segment.text) // 4)
        if index >= total:
            return Chunk(stream, None)
        loud = 6_000.0 + 2_000.0 * self._run()
        time = (np.arange(_CHUNK) + index * _CHUNK) / RATE
        pcm = (loud * np.sin(2 * np.pi * 220.0 * time)).astype("<i2").tobytes()
        return Chunk(stream, index, pcm, end=index + 1 == total)

    def _run(self) -> float:
        """Through all weights; a number from 0 to 1 that is always the same."""
        x = torch.ones((1, 512), device=self._device)
        for matrix in self._weights[:16]:
            x = torch.tanh(x @ matrix)
        return float(x.abs().mean().item())

    def _block(self, size_mb: float) -> Any:
        return torch.ones(round(size_mb * _MB / 4), dtype=torch.float32, device=self._device)
