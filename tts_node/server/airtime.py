"""Carries the turns of a connection out: tells performances to go on and to stand back."""

from __future__ import annotations

import asyncio

from tts_node.server.performance import Performance
from tts_node.server.turns import Turns

_LOOK_S = 0.05
"""How often the holder of a contested turn is asked whether it waits for text; no event tells that."""


class Airtime:
    """All performances of a connection, in line. The `Stage` of each."""

    def __init__(self) -> None:
        self.on_air: Performance | None = None
        self._turns = Turns()
        self._performances: dict[str, Performance] = {}
        self._look: asyncio.TimerHandle | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._performances)

    @property
    def performances(self) -> tuple[Performance, ...]:
        """In the order of their arrival."""
        return tuple(self._performances.values())

    def get(self, id: str) -> Performance | None:
        return self._performances.get(id)

    def join(self, performance: Performance) -> None:
        self._performances[performance.id] = performance
        self._turns.join(performance.id, performance.priority)
        self._settle()

    def close(self) -> None:
        """Nobody gets a turn any more."""
        self._closed = True
        self._stop_looking()

    # --- Stage ----------------------------------------------------------------------------------------

    def is_heard(self, performance: Performance) -> bool:
        return self.on_air is performance

    def ready(self, performance: Performance) -> None:
        self._turns.set_ready(performance.id)
        self._settle()

    def relayed(self, performance: Performance) -> None:
        if performance.text_open and self._turns.contested:
            self._turns.set_idle(performance.id, performance.waiting_for_text)
            self._settle()

    def text_came(self, performance: Performance) -> None:
        self._turns.set_idle(performance.id, False)
        self._settle()

    def leave(self, performance: Performance) -> None:
        self._performances.pop(performance.id, None)
        self._turns.leave(performance.id)
        self._settle()

    def position(self, performance: Performance) -> int:
        return self._turns.position(performance.id)

    # --- inside ---------------------------------------------------------------------------------------

    def _settle(self) -> None:
        if self._closed:
            return
        change = self._turns.settle()
        if change is not None:
            if change.before is not None:
                self._performances[change.before].stand_back(change.interrupts)
            self._performances[change.now].go_on()
        holder = self._holder
        if holder is None or not holder.text_open or not self._turns.contested:
            self._stop_looking()
        elif self._look is None:
            self._look = asyncio.get_running_loop().call_later(_LOOK_S, self._look_at_holder)

    def _look_at_holder(self) -> None:
        self._look = None
        if (holder := self._holder) is not None:
            self._turns.set_idle(holder.id, holder.waiting_for_text)
        self._settle()

    def _stop_looking(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    @property
    def _holder(self) -> Performance | None:
        id = self._turns.holder
        return self._performances[id] if id is not None else None
