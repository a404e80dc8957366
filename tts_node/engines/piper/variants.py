"""Faster spellings of the parts, each tried against the plain one before it is taken.

Every rewrite is optional: one that fails, differs or is slower here is left out and the manifest says so.
"""

from __future__ import annotations

import copy
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from tts_node.engines.piper import attention, fold, planar, splines, upsampling, winograd
from tts_node.engines.piper.graph import Graph
from tts_node.engines.piper.sessions import Floats, session
from tts_node.engines.piper.windows import Windowed

_LARGEST_DIFFERENCE = 1e-4
_TRIAL_FRAMES = 32
_TRIAL_RUNS = 6
_TOO_SLOW = 1.15
"""Flat convolutions are kept unless they are slower than this: they sum in the same order whatever the
length, so that samples are the same to the bit however the chunks fall.
"""


def lean_front(
    part: Graph, feed: dict[str, Any], *, exact_convolutions: bool = False
) -> tuple[Graph, tuple[str, ...]]:
    """The front with all simplifications that keep its outputs for `feed`, and notes on those that do not."""
    wanted = {item: feed[item] for item in part.inputs}
    plain = _run(part, wanted)
    notes: list[str] = []
    best = part
    steps: tuple[tuple[str, Callable[[Graph], object]], ...] = (
        ("splines", splines.simplify),
        ("attention", attention.simplify),
        ("paddings", fold.paddings),
        ("convolutions", winograd.rewrite),
    )
    for name, rewrite in steps[: -1 if exact_convolutions else None]:
        trial = copy.deepcopy(best)
        try:
            rewrite(trial)
            difference = max(_difference(a, b) for a, b in zip(plain, _run(trial, wanted), strict=True))
        except Exception as error:  # whatever a rewrite stumbles over, the plain spelling works
            notes.append(f"{name} of the front are left as exported: {error}")
            continue
        if difference < _LARGEST_DIFFERENCE:
            best = trial
        else:
            notes.append(f"{name} of the front are left as exported: they would differ by {difference:.2g}")
    return best, tuple(notes)


def faster(part: Graph, source: str, windows: Windowed) -> tuple[Graph, tuple[str, ...]]:
    """`part` with convolutions as this machine likes them best."""
    trial = copy.deepcopy(part)
    total = windows.left + _TRIAL_FRAMES + windows.right
    window = windows.window(windows.left, windows.left + _TRIAL_FRAMES, total)
    channels = _channels(part, source)
    frames = np.random.default_rng(0).standard_normal((1, channels, total)).astype(np.float32)
    feed = {source: frames, "crops": window.crops, "sid": np.zeros(1, np.int64)}
    feed = {name: feed[name] for name in part.inputs}
    try:
        planar.flatten(trial, source)
        upsampling.rewrite(trial)
        sessions = [session(item.model().SerializeToString(), 1) for item in (part, trial)]
        plain, turned = (item.run(None, feed)[0].reshape(-1) for item in sessions)
        difference = _difference(plain, turned)
    except Exception as error:
        return part, (f"convolutions stay one-dimensional: {error}",)
    if difference >= _LARGEST_DIFFERENCE:
        return part, (f"convolutions stay one-dimensional: they would differ by {difference:.2g}",)
    times: list[list[float]] = [[], []]
    for _ in range(_TRIAL_RUNS):
        for taken, item in zip(times, sessions, strict=True):
            started = time.perf_counter()
            item.run(None, feed)
            taken.append(time.perf_counter() - started)
    if min(times[1]) > _TOO_SLOW * min(times[0]):
        return part, ("convolutions stay one-dimensional: that is faster here",)
    return trial, ()


def _run(part: Graph, feed: dict[str, Any]) -> list[Floats]:
    results: list[Floats] = session(part.model().SerializeToString(), 1).run(None, feed)
    return results


def _difference(a: Floats, b: Floats) -> float:
    if a.shape != b.shape:
        return float("inf")
    return float(np.abs(a - b).max(initial=0.0)) if np.isfinite(b).all() else float("inf")


def _channels(part: Graph, source: str) -> int:
    """Of the graph input `source`: what its first convolution or split takes."""
    for item in part.nodes:
        if item.op_type in ("Conv", "ConvTranspose") and item.input[0] in part.descendants([source]):
            weight = part.constants[item.input[1]]
            inputs = weight.shape[0 if item.op_type == "ConvTranspose" else 1]
            return int(inputs) * (2 if part.made_by(item.input[0], "Split", "Slice") else 1)
    return 1
