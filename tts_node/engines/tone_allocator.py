"""A card's memory as the tone engine pretends to use it, so that watchdogs can be tried without a card."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from tts_node.engines.base import TRIM_ALLOCATOR

_MB = 1024 * 1024


class PretendedAllocator:
    """Keeps figures as a caching allocator would: what is in use, and what was taken from the card for it."""

    def __init__(self, *, model_mb: float, leak_mb: float, cache_mb: float, waste_mb: float) -> None:
        """Megabytes: of the model, and what each stream leaves behind: for good, until the caches are
        trimmed, and taken from the card without use (fragments)."""
        self._leak_mb = leak_mb
        self._cache_mb = cache_mb
        self._waste_mb = waste_mb
        self._lock = threading.Lock()
        self._kept_mb = model_mb
        self._cached_mb = 0.0
        self._wasted_mb = 0.0

    def stream_opened(self) -> None:
        with self._lock:
            self._kept_mb += self._leak_mb
            self._cached_mb += self._cache_mb
            self._wasted_mb += self._waste_mb

    def trim(self, level: int) -> None:
        """As `engines.base.TrimmableEngine.trim`: what the caches held stays taken until level 2."""
        with self._lock:
            self._wasted_mb += self._cached_mb
            self._cached_mb = 0.0
            if level >= TRIM_ALLOCATOR:
                self._wasted_mb = 0.0

    def report(self) -> Mapping[str, float]:
        with self._lock:
            allocated_mb = self._kept_mb + self._cached_mb
            return {
                "allocated_bytes": allocated_mb * _MB,
                "reserved_bytes": (allocated_mb + self._wasted_mb) * _MB,
            }
