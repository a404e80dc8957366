"""The few statistics the benchmark rests on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from statistics import median


def percentile(values: Sequence[float], percent: float) -> float:
    """By linear interpolation between the closest ranks. Raises `ValueError` for no values."""
    if not values:
        raise ValueError("no values to take a percentile of")
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100.0
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def ratio_of_pairs(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Median of `ours[i] / theirs[i]`.

    The two of a pair ran next to each other with the same words, so that a machine that slows down for a
    while moves both, and one disturbed pair moves nothing. Raises `ValueError` when the lengths differ or
    are zero.
    """
    if not ours or len(ours) != len(theirs):
        raise ValueError(f"pairs are needed, got {len(ours)} and {len(theirs)} values")
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))


def slope(xs: Sequence[float], ys: Sequence[float]) -> float:
    """Median of the slopes between all pairs of points (Theil 1950, Sen 1968): single peaks do not move it.

    Raises `ValueError` with fewer than two different `xs`.
    """
    points = list(zip(xs, ys, strict=True))
    slopes = [(y2 - y1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(points, 2) if x1 != x2]
    if not slopes:
        raise ValueError("a slope needs two different places at least")
    return median(slopes)
