"""Whether the node can still do its job, judged from time to time."""

from __future__ import annotations

import time
from collections.abc import Callable


class Fitness:
    """It cannot when for `patience_s` no engine was able to speak. Loading counts, sleeping does not: an
    engine that is loaded on demand is able."""

    def __init__(
        self,
        is_able: Callable[[], bool],
        *,
        patience_s: float | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`patience_s` of None: it is never given up."""
        self._is_able = is_able
        self._patience_s = patience_s
        self._clock = clock
        self._able_at = clock()

    def look(self) -> str | None:
        """None while it is well; else a sentence that says why it is not."""
        now = self._clock()
        if self._is_able():
            self._able_at = now
        unable_s = now - self._able_at
        if self._patience_s is None or unable_s <= self._patience_s:
            return None
        return f"no engine has been able to speak for {unable_s:.0f} s"
