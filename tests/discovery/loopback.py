"""Support: whether mDNS can be tried on loopback here."""

from __future__ import annotations

import socket

import pytest


def multicast_on_loopback() -> str:
    """Why mDNS cannot be tried on loopback; empty when it can."""
    group = socket.inet_aton("224.0.0.251") + socket.inet_aton("127.0.0.1")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        try:
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
            receiver.bind(("", 0))
            receiver.settimeout(2)
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
                sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
                sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 1)
                sender.sendto(b"x", ("224.0.0.251", receiver.getsockname()[1]))
            receiver.recv(10)
        except OSError as error:
            return f"no multicast on loopback here: {error}"
    return ""


NO_MULTICAST = multicast_on_loopback()
needs_multicast = pytest.mark.skipif(bool(NO_MULTICAST), reason=NO_MULTICAST)
