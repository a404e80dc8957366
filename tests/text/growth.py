"""How a step's time grows with its text: in processor time, as a ratio, never as an absolute time."""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Sequence

from tts_node.text.spans import Spans

EXPLORING = bool(os.environ.get("TTS_NODE_EXPLORE"))
"""There is time to measure each pattern alone in each language."""
_FACTOR = 3.0
"""Linear time gives two, quadratic time four."""
_NOTHING_S = 0.02
"""What takes so little has no ratio."""
_ATTEMPTS = 3


def assert_linear(
    work: Callable[[str], object],
    patterns: str | Sequence[str],
    length: int = 100_000,
    *,
    apart: bool = False,
) -> None:
    """Twice `length` characters take at most three times as long, the best of three. A pattern fills the
    text; of several each fills a stretch of it, or with `apart` a text of that length.

    A neighbour's load makes a run slower and never faster, so that the first good ratio is proof. The garbage
    collector rests meanwhile: it would walk all that the tests before have left.
    """
    patterns = (patterns,) if isinstance(patterns, str) else patterns
    sizes = [_stretches(patterns, size) for size in (length, 2 * length)]
    best = [float("inf"), float("inf")]
    for _ in range(_ATTEMPTS):
        for place, stretches in enumerate(sizes):
            texts = stretches if apart else ["".join(stretches)]
            gc.disable()
            try:
                began = time.process_time()
                for text in texts:
                    work(text)
                best[place] = min(best[place], time.process_time() - began)
            finally:
                gc.enable()
        if best[1] <= _FACTOR * best[0] + _NOTHING_S:
            return
    named = " ".join(map(repr, patterns))
    raise AssertionError(f"{length} of {named}: {best[0]:.3f} s; twice as many: {best[1]:.3f} s")


def blocks(text: str, size: int = 4096) -> list[Spans]:
    """A long text as the line feeds it to its steps."""
    return [Spans.of(text[at : at + size], at) for at in range(0, len(text), size)]


def _stretches(patterns: Sequence[str], size: int) -> list[str]:
    each = size // len(patterns)
    return [pattern * max(each // len(pattern), 1) for pattern in patterns]
