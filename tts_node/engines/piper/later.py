"""Work on a thread of its own while the caller goes on: onnxruntime gives the interpreter up while it loads.

`concurrent.futures` would do the same and costs 5 ms of imports at each start of a worker.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Later(Generic[T]):
    """Starts at once. `result` waits, and raises what the work raised."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._made: list[T] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="later", daemon=True)
        self._thread.start()

    def result(self) -> T:
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._made[0]

    def _run(self) -> None:
        try:
            self._made.append(self._work())
        except BaseException as error:  # it is raised where the result is asked for
            self._error = error
