"""A node whose wall clock somebody else sets: `python wrong_clock.py FILE serve …`.

It is the same program. Only what its Python code takes for the time of day is moved, by the seconds that are
in FILE (see `MovedClock`). The monotonic clock, which the event loop, deadlines and sound go by, runs on, as
it does when NTP or a person sets a machine's clock.
"""

from __future__ import annotations

import mmap
import struct
import sys
import time
from collections.abc import Callable
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

ZONE: Final = ZoneInfo("Europe/Berlin")
_SECONDS: Final = struct.Struct("d")


class MovedClock:
    """The other end: sets the clock of the node that was started with `path`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._by_s = 0.0
        self.move(0.0)

    def now(self) -> datetime:
        """What the node takes for the time, in its zone."""
        return datetime.fromtimestamp(time.time() + self._by_s, ZONE)

    def move(self, by_s: float) -> None:
        """Ahead, or back when negative."""
        self._by_s += by_s
        with self.path.open("r+b" if self.path.exists() else "wb") as file:
            file.write(_SECONDS.pack(self._by_s))


def moved_by(path: Path) -> Callable[[], float]:
    """The seconds in the file at `path`, whenever it is asked."""
    with path.open("rb") as file:
        seconds = mmap.mmap(file.fileno(), _SECONDS.size, prot=mmap.PROT_READ)
    return lambda: float(_SECONDS.unpack(seconds[:])[0])


def main() -> int:
    path = Path(sys.argv.pop(1))
    by_s, real = moved_by(path), time.time
    # First of all: others take the function as it is when they are imported.
    time.time = lambda: real() + by_s()

    class Moved(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.fromtimestamp(time.time(), tz)

    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    from apscheduler.executors import base as executors
    from apscheduler.schedulers import base as schedulers

    from tts_node import cli
    from tts_node.maintenance import clock

    for module in (executors, schedulers, clock):
        setattr(module, "datetime", Moved)  # noqa: B010
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
