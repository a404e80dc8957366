"""How many connections one port holds, whatever they are used for, and which of them goes when it is full.

A seat (`tts_node.server.seats`) is taken by a request that is known. A connection costs a file descriptor
long before that: while it shakes hands for TLS, while half a request is there, between two requests. So it
is counted here, from the moment it is accepted until it is closed.
"""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import resource
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, Final

from tts_node.config import LimitsConfig
from tts_node.server.auth import Network, parse_address

_LOG = logging.getLogger(__name__)
_RESERVE: Final = 256
"""Connections beyond those that may be seated: for a refusal that is a sentence, and for monitors."""
_LEAST_RESERVE: Final = 16
"""As much of it as there is also where the system allows few open files."""
_OWN_FILES: Final = 96
"""File descriptors that are left for the rest of the node: workers, logs, kept sound."""
_DOORS: Final = 2
"""The web server's port and Wyoming's share the rest."""
_ENOUGH_FILES: Final = 65_536
_TELL_EVERY_S: Final = 60.0


def allow_more_files() -> None:
    """Raise the process's own limit to what the system would allow it, as far as that may be of use."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def within_open_files(limits: LimitsConfig) -> LimitsConfig:
    """The same limits, or fewer connections where the system does not let the process open so many files."""
    most = max(1, _room() - _LEAST_RESERVE)
    if limits.connections <= most:
        return limits
    _LOG.warning(
        "the system allows %d open files (ulimit -n), which is enough for %d connections, not for the %d of "
        "`server.limits.connections`",
        resource.getrlimit(resource.RLIMIT_NOFILE)[0],
        most,
        limits.connections,
    )
    return limits.model_copy(update={"connections": most})


class Place:
    """One connection's. What is told of a place that was left does nothing."""

    __slots__ = ("address", "is_left")

    def __init__(self, address: str) -> None:
        self.address = address
        self.is_left = False


class Entrance:
    """Counts one port's connections. Those that rest (nothing is asked on them) make room for new ones."""

    def __init__(
        self,
        limits: LimitsConfig,
        *,
        proxies: Collection[Network] = (),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`proxies` bring the clients of many addresses, so only the sum counts for them."""
        self.most = min(limits.connections + _RESERVE, _room())
        self.most_per_address = limits.connections_per_address + _RESERVE
        self._proxies = tuple(proxies)
        self._clock = clock
        self._places: dict[int, Place] = {}
        """By the file descriptor of a connection that is open."""
        self._count = 0
        """Places that are not left; a connection that was told to go has left its place and is still open."""
        self._by_address: Counter[str] = Counter()
        self._resting: dict[Place, Callable[[], None]] = {}
        """Longest first."""
        self._turned_away = 0
        self._told_at: float | None = None

    def __len__(self) -> int:
        return self._count

    def enter(self, descriptor: int, address: str) -> Place | None:
        """A place for the new connection, or None: it has to go. Another that rests may be cut for it."""
        self.closed(descriptor)  # a socket that was dropped without a word
        if self._by_address[address] >= self.most_per_address and not self._is_proxy(address):
            admitted = self._make_room(address)
        elif self._count >= self.most:
            crowd = max(self._by_address, key=self._by_address.__getitem__, default=None)
            admitted = self._make_room(crowd) or self._make_room(None)
        else:
            admitted = True
        if not admitted:
            self.turned_away()
            return None
        place = self._places[descriptor] = Place(address)
        self._count += 1
        self._by_address[address] += 1
        return place

    def place_of(self, descriptor: int) -> Place:
        """Of a connection that is open; of another one a place that is left already."""
        place = self._places.get(descriptor)
        if place is None:
            place = Place("")
            place.is_left = True
        return place

    def closed(self, descriptor: int) -> None:
        """The connection is no more."""
        if (place := self._places.pop(descriptor, None)) is not None:
            self._leave(place)

    def rests(self, place: Place, cut: Callable[[], None]) -> None:
        """Nothing is asked on it: it may be `cut` to make room. Told again, it has begun to rest anew."""
        self._resting.pop(place, None)
        if not place.is_left:
            self._resting[place] = cut

    def works(self, place: Place) -> None:
        """It rests no longer."""
        self._resting.pop(place, None)

    def turned_away(self) -> None:
        """One had to go unheard. The log is told now and then, since such a flood must not fill it."""
        self._turned_away += 1
        now = self._clock()
        if self._told_at is None or now - self._told_at >= _TELL_EVERY_S:
            _LOG.warning(
                "no room: %d connections were closed unheard; %d are open", self._turned_away, len(self)
            )
            self._told_at = now
            self._turned_away = 0

    def _make_room(self, address: str | None) -> bool:
        """Cut the connection that rests longest, of this address or (None) of any."""
        for place, cut in self._resting.items():
            if address is None or place.address == address:
                self._leave(place)
                cut()
                return True
        return False

    def _leave(self, place: Place) -> None:
        self._resting.pop(place, None)
        if not place.is_left:
            place.is_left = True
            self._count -= 1
            self._by_address[place.address] -= 1
            if not self._by_address[place.address]:
                del self._by_address[place.address]

    def _is_proxy(self, address: str) -> bool:
        parsed = parse_address(address)
        return parsed is not None and any(parsed in network for network in self._proxies)


class EntranceSocket(socket.socket):
    """A listening socket that accepts what its `Entrance` lets in, and closes the rest at once."""

    def __init__(self, bound: socket.socket, entrance: Entrance, *, refusal: bytes = b"") -> None:
        """Takes `bound` over. `refusal` is sent, as far as it goes, to those that are turned away."""
        super().__init__(bound.family, bound.type, bound.proto, fileno=bound.detach())
        self._entrance = entrance
        self._refusal = refusal
        self._spare: int | None = None
        self._keep_spare()

    def accept(self) -> tuple[socket.socket, Any]:
        """Raises `OSError` as every socket does; `BlockingIOError` also after one was turned away, so that a
        flood of them does not hold up the loop.
        """
        if self._spare is None:
            self._keep_spare()
        try:
            accepted, address = super().accept()
        except OSError as error:
            if error.errno not in (errno.EMFILE, errno.ENFILE) or self._spare is None:
                raise
            self._turn_one_away()
            raise BlockingIOError from None
        connection = _Inside(accepted, self._entrance)
        if self._entrance.enter(connection.fileno(), str(address[0])) is None:
            with contextlib.suppress(OSError):
                connection.send(self._refusal, socket.MSG_DONTWAIT)
            connection.close()
            raise BlockingIOError
        return connection, address

    def close(self) -> None:
        super().close()
        self._give_spare()

    def _turn_one_away(self) -> None:
        """No file descriptor is left. One is kept back for this, so that callers do not wait for nothing."""
        self._give_spare()
        try:
            super().accept()[0].close()
            self._entrance.turned_away()
        finally:
            self._keep_spare()

    def _keep_spare(self) -> None:
        with contextlib.suppress(OSError):
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)

    def _give_spare(self) -> None:
        if self._spare is not None:
            spare, self._spare = self._spare, None
            os.close(spare)


class _Inside(socket.socket):
    """An accepted connection, which is counted until it is closed, by whomever."""

    def __init__(self, accepted: socket.socket, entrance: Entrance) -> None:
        super().__init__(accepted.family, accepted.type, accepted.proto, fileno=accepted.detach())
        self._entrance = entrance

    def close(self) -> None:
        if (descriptor := self.fileno()) >= 0:
            self._entrance.closed(descriptor)
        super().close()


def _room() -> int:
    """So many connections of one port find file descriptors."""
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = _ENOUGH_FILES * _DOORS if soft == resource.RLIM_INFINITY else soft
    return max(_LEAST_RESERVE + 4, (files - _OWN_FILES) // _DOORS)
