"""The machine's own networks, and whether a container's gateway hides the clients."""

from __future__ import annotations

import ipaddress
import socket
import struct
import time
from collections.abc import Callable
from pathlib import Path

import ifaddr

from tts_node.server.auth import Network

_MIN_PREFIX = {4: 8, 6: 16}
"""A shorter prefix than this is a misconfigured interface, not a home."""


def interface_networks() -> tuple[Network, ...]:
    """The prefixes of all interfaces as they are now."""
    networks: set[Network] = set()
    for adapter in ifaddr.get_adapters():
        for ip in adapter.ips:
            address = ip.ip if isinstance(ip.ip, str) else ip.ip[0]
            try:
                network = ipaddress.ip_network(f"{address}/{ip.network_prefix}", strict=False)
            except ValueError:
                continue
            if network.prefixlen >= _MIN_PREFIX[network.version]:
                networks.add(network)
    return tuple(sorted(networks, key=str))


class CachedNetworks:
    """`interface_networks`, read again when older than `max_age_s`: prefixes change while a node runs."""

    def __init__(
        self,
        read: Callable[[], tuple[Network, ...]] = interface_networks,
        *,
        max_age_s: float = 15.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._read = read
        self._max_age_s = max_age_s
        self._clock = clock
        self._networks: tuple[Network, ...] = ()
        self._read_at: float | None = None

    def __call__(self) -> tuple[Network, ...]:
        now = self._clock()
        if self._read_at is None or now - self._read_at > self._max_age_s:
            self._networks = self._read()
            self._read_at = now
        return self._networks


def host_names() -> tuple[str, ...]:
    """The machine's host name, whole and without its domain. Asks no name server."""
    name = socket.gethostname()
    return tuple(dict.fromkeys(part for part in (name, name.partition(".")[0]) if part))


def container_gateway(root: Path = Path("/")) -> str | None:
    """The gateway, when this is a container behind one: every client may then seem to come from it.

    Reads the marks that Docker and Podman leave, and the default route in `/proc/net/route`. None on a plain
    machine, and with the host's own network (which has real interfaces besides `eth0`).
    """
    if not any((root / mark).exists() for mark in (".dockerenv", "run/.containerenv")):
        return None
    try:
        lines = (root / "proc/net/route").read_text().splitlines()[1:]
    except OSError:
        return None
    for fields in (line.split() for line in lines):
        if len(fields) > 3 and fields[0] == "eth0" and fields[1] == "00000000" and int(fields[3], 16) & 2:
            return socket.inet_ntoa(struct.pack("<L", int(fields[2], 16)))
    return None
