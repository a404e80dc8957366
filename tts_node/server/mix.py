"""A connection with tagged frames: everybody is heard at once, for the client can tell them apart."""

from __future__ import annotations

from tts_node.server.performance import Performance


class Mix:
    """All performances of a connection, without turns. The `Stage` of each; stands in for `Airtime`."""

    on_air: Performance | None = None
    """Nobody alone."""

    def __init__(self) -> None:
        self._performances: dict[str, Performance] = {}

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
        performance.go_on()

    def close(self) -> None:
        """Nothing to stop."""

    # --- Stage ----------------------------------------------------------------------------------------

    def is_heard(self, performance: Performance) -> bool:
        return True

    def ready(self, performance: Performance) -> None:
        pass

    def relayed(self, performance: Performance) -> None:
        pass

    def text_came(self, performance: Performance) -> None:
        pass

    def leave(self, performance: Performance) -> None:
        self._performances.pop(performance.id, None)

    def position(self, performance: Performance) -> int:
        return 0
