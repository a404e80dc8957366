"""Numbers out of a voice's description, each within what makes sense for speech."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final


class BadDescription(Exception):
    """The message goes on after the file's name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Both ends are allowed."""

    lowest: float
    highest: float


RATE: Final = Limits(4_000, 192_000)
"""Hertz."""
NOISE: Final = Limits(0.0, 10.0)
LENGTH: Final = Limits(0.05, 20.0)
SPEAKERS: Final = Limits(1, 100_000)


def number(section: Mapping[str, Any], key: str, limits: Limits, default: float | None = None) -> float:
    """`section[key]`. Raises `BadDescription` when it is no number within `limits`, `KeyError` when it is
    missing and there is no `default`."""
    value = section[key] if default is None else section.get(key, default)
    right = isinstance(value, int | float) and not isinstance(value, bool)
    if not right or not limits.lowest <= value <= limits.highest:  # nan is nowhere between
        told = repr(value)
        told = told if len(told) <= 40 else f"{told[:40]}…"
        raise BadDescription(f"has {key} {told}: it is a number from {limits.lowest:g} to {limits.highest:g}")
    return float(value)


def whole(section: Mapping[str, Any], key: str, limits: Limits) -> int:
    """The same for whole numbers."""
    value = number(section, key, limits)
    if not value.is_integer():
        raise BadDescription(f"has {key} {value:g}: it is a whole number")
    return int(value)
