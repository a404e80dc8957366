"""Talks to the service manager: sd_notify(3), the protocol of systemd, spoken without its library.

A datagram of `NAME=VALUE` lines goes to the socket that `$NOTIFY_SOCKET` names. Nothing here raises for what
becomes of it: a node must not fail because nobody listens.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import MutableMapping
from typing import Final

_LOG = logging.getLogger(__name__)
_VARIABLES: Final = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")
_LONGEST_STATUS: Final = 200


class ServiceManager:
    """The manager that has started this process and wants to know how it is."""

    def __init__(self, address: str, *, watchdog_s: float | None = None) -> None:
        """`address` as in `$NOTIFY_SOCKET`: a path, or `@` and an abstract name. `watchdog_s`: the manager
        ends this process when it hears no `watchdog` for so long; None: it does not watch."""
        self.watchdog_s = watchdog_s
        # A leading NUL marks an abstract address (unix(7)).
        self._address = f"\0{address[1:]}" if address.startswith("@") else address
        self._socket: socket.socket | None = None
        self._status = ""

    @classmethod
    def from_environment(cls, environment: MutableMapping[str, str] = os.environ) -> ServiceManager | None:
        """None in a plain run. The variables are taken out, so that no child speaks in this one's name."""
        address, every_us, pid = (environment.pop(name, "") for name in _VARIABLES)
        if not address.startswith(("/", "@")):
            return None
        watches = every_us.isdecimal() and int(every_us) > 0 and pid in ("", str(os.getpid()))
        return cls(address, watchdog_s=int(every_us) / 1e6 if watches else None)

    def ready(self) -> None:
        """The node listens."""
        self._tell("READY=1")

    def stopping(self) -> None:
        """It has begun to end."""
        self._tell("STOPPING=1")

    def watchdog(self) -> None:
        """It does its job."""
        if self.watchdog_s is not None:
            self._tell("WATCHDOG=1")

    def status(self, text: str) -> None:
        """One line for people (`systemctl status`); the same one again is not told again."""
        line = " ".join(text.split())[:_LONGEST_STATUS]
        if line != self._status:
            self._status = line
            self._tell(f"STATUS={line}")

    def close(self) -> None:
        """Twice is fine."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _tell(self, line: str) -> None:
        try:
            if self._socket is None:
                self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
                self._socket.setblocking(False)
            self._socket.sendto(line.encode(), self._address)
        except OSError as error:
            _LOG.debug("the service manager did not take %s: %s", line.partition("=")[0], error)
