"""Which files of a store have to go: a pure choice by age, total size and free space."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class PruneRule:
    """What may stay. None sets no bound."""

    max_age_s: float | None = None
    """Since the last use."""
    max_bytes: int | None = None
    """All files together."""
    min_free_bytes: int = 0
    """Of the file system. Below it the oldest go until it is reached."""
    grace_s: float = 0.0
    """Younger files stay whatever happens."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """What became of it."""

    removed: int = 0
    removed_bytes: int = 0
    left: int = 0
    left_bytes: int = 0
    free_bytes: int | None = None
    """Of the file system afterwards; None where it cannot be known."""


@dataclass(frozen=True, slots=True)
class Prunable(Generic[K]):
    """A file of the store."""

    key: K
    size_bytes: int
    used: float
    """Seconds since 1970 of its last use."""


def choose(
    files: Iterable[Prunable[K]],
    rule: PruneRule,
    *,
    now: float,
    free_bytes: int | None = None,
    keep: Collection[K] = (),
) -> list[Prunable[K]]:
    """What has to go, the longest unused first. `keep` (in use, or wanted for ever) counts but stays.

    A time of use in the future (the clock was put back) counts as now.
    """
    every = sorted(files, key=lambda file: file.used)
    total = sum(file.size_bytes for file in every)
    lacking = 0 if free_bytes is None else max(0, rule.min_free_bytes - free_bytes)
    gone: list[Prunable[K]] = []
    for file in every:
        age_s = max(0.0, now - file.used)
        if file.key in keep or age_s < rule.grace_s:
            continue
        too_old = rule.max_age_s is not None and age_s > rule.max_age_s
        too_much = rule.max_bytes is not None and total > rule.max_bytes
        if too_old or too_much or lacking > 0:
            gone.append(file)
            total -= file.size_bytes
            lacking -= file.size_bytes
    return gone
