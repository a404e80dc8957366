"""The lexicon of a running node: read again when its file changes, and changed by administrators.

The file belongs to people. A change of theirs holds within two seconds; one with a mistake is told in the log
and the status, and what was right before goes on. A change over the wire is made under a lock on the folder
to the file as it is then, and is on the disk, whole, before it is answered.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import gc
import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, TypeVar

from tts_node.config_yaml import Problem
from tts_node.errors import BadLexicon, NotReady, StorageFull
from tts_node.lexicon.edit import HEADER, added, removed
from tts_node.lexicon.file import InvalidLexicon, load, read_text
from tts_node.state import write_atomic
from tts_node.text.lexicon import NO_LEXICON, Entry, Lexicon
from tts_node.text.lexicon.entries import Kind

_LOG = logging.getLogger(__name__)
_LOOK_S: Final = 1.0
_SETTLE_S: Final = 0.1
_SETTLE_LOOKS: Final = 10
_LOCK_S: Final = 5.0
_TOLD_IN_LOG: Final = 5
_MODE: Final = 0o600
"""Of a new file. One that was there keeps its own."""

_Stamp = tuple[int, int, int]
_T = TypeVar("_T")


class HouseholdLexicon:
    """Owns the file while the node runs. `current` is the last one without a mistake."""

    def __init__(self, path: Path, *, look_s: float = _LOOK_S) -> None:
        """`look_s`: seconds between two looks at the file."""
        self.path = path
        self._look_s = look_s
        self._current = NO_LEXICON
        self._problems: tuple[Problem, ...] = ()
        self._stamp: _Stamp | None = None
        self._busy = asyncio.Lock()
        self._watching: asyncio.Task[None] | None = None

    @property
    def current(self) -> Lexicon:
        """What texts that begin now are spoken with."""
        return self._current

    @property
    def trouble(self) -> str | None:
        """A sentence for people while the file has a mistake."""
        if not self._problems:
            return None
        more = f" (and {len(self._problems) - 1} more)" if len(self._problems) > 1 else ""
        return f"the lexicon {self.path} has a mistake: {self._problems[0]}{more}"

    def status(self) -> dict[str, Any]:
        """The counts of what holds, the file, and what is wrong with it. Cheap."""
        error = str(self._problems[0]) if self._problems else None
        return {"path": str(self.path), **self._current.counts, "error": error}

    async def start(self) -> None:
        """Read the file, and from now on look after it."""
        async with self._busy:
            await asyncio.to_thread(self._look)
        self._watching = asyncio.create_task(self._watch(), name="lexicon")

    async def close(self) -> None:
        """Twice is fine."""
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)

    async def add(self, entry: Entry) -> bool:
        """Put an entry into the file, in the place of one of the same word; returns whether there was one.

        Raises `BadLexicon`, `NotReady`, and `StorageFull` where the file cannot be written; then nothing has
        changed.
        """
        return await self._change(lambda text: added(text, entry))

    async def remove(self, kind: Kind, written: str, language: str | None) -> Entry:
        """Take an entry out of the file. Raises `NotFound` and what `add` raises."""
        return await self._change(lambda text: removed(text, kind, written, language))

    # --- inside ---------------------------------------------------------------------------------------------

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._look_s)
            async with self._busy:
                await asyncio.to_thread(self._look)

    async def _change(self, change: Callable[[str], tuple[str, Lexicon, _T]]) -> _T:
        async with self._busy:
            # Whoever asked may leave; the file is not left half changed for that.
            work = asyncio.get_running_loop().run_in_executor(None, self._write, change)
            try:
                return await asyncio.shield(work)
            except asyncio.CancelledError:
                await asyncio.wait((work,))
                raise

    def _look(self) -> None:
        """Read the file if it has changed. In a thread; raises nothing."""
        try:
            stamp = _stamp(self.path)
            if stamp == self._stamp:
                return
            for _ in range(_SETTLE_LOOKS):  # whoever is writing it may not be done
                time.sleep(_SETTLE_S)
                before, stamp = stamp, _stamp(self.path)
                if stamp == before:
                    break
            self._stamp = stamp
            with _no_collection():
                self._take(load(self.path))
        except InvalidLexicon as error:
            self._refuse(error.problems)
        except OSError as error:
            self._refuse((Problem("", error.strerror or str(error)),))
        except Exception:
            _LOG.exception("the lexicon %s cannot be read", self.path)
            self._refuse((Problem("", "it cannot be read; the log tells more"),))

    def _take(self, lexicon: Lexicon) -> None:
        if lexicon or self._current or self._problems:
            _LOG.info("lexicon %s: %s", self.path, _counted(lexicon))
        self._current, self._problems = lexicon, ()

    def _refuse(self, problems: tuple[Problem, ...]) -> None:
        if problems != self._problems:
            for problem in problems[:_TOLD_IN_LOG]:
                _LOG.warning("lexicon %s: %s", self.path, problem)
            _LOG.warning("the lexicon as it was before goes on (%s)", _counted(self._current))
        self._problems = problems

    def _write(self, change: Callable[[str], tuple[str, Lexicon, _T]]) -> _T:
        path = self.path.resolve()
        try:
            with _alone(path.parent):
                try:
                    text, mode = read_text(path), path.stat().st_mode & 0o777
                except FileNotFoundError:
                    text, mode = HEADER, _MODE
                try:
                    with _no_collection():
                        changed, lexicon, result = change(text)
                except InvalidLexicon as error:
                    raise BadLexicon(
                        f"nothing is changed in a file with a mistake; mend it first: {error}"
                    ) from None
                write_atomic(path, changed.encode(), mode)
                self._stamp = _stamp(self.path)
        except OSError as error:
            raise StorageFull(
                f"the lexicon stays as it was: {path} cannot be written ({error.strerror or error})"
            ) from error
        self._take(lexicon)
        return result


def _counted(lexicon: Lexicon) -> str:
    return "1 entry" if len(lexicon) == 1 else f"{len(lexicon)} entries"


def _stamp(path: Path) -> _Stamp | None:
    """Another one after every change of the file; None where there is none. Raises `OSError`."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


@contextmanager
def _no_collection() -> Iterator[None]:
    """No search for garbage while a large file is taken apart: there is none yet, and each search would stop
    the loop for a tenth of a second."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """No other process changes the lexicon in this folder meanwhile. Blocking. Raises `NotReady`."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        until = time.monotonic() + _LOCK_S
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if error.errno not in (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES):
                    break  # a file system without locks
                if time.monotonic() > until:
                    raise NotReady("another process is changing the lexicon") from None
            time.sleep(0.02)
        yield
    finally:
        with suppress(OSError):
            os.close(descriptor)
