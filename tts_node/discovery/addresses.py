"""Which addresses of this machine others in the home can reach."""

from __future__ import annotations

import fnmatch
import ipaddress
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import ifaddr

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NOT_THE_HOME: Final = (
    # Bridges and virtual cards of containers and virtual machines. `br0` is left in: it is how people join
    # real ports.
    "docker*", "br-*", "veth*", "virbr*", "vnet*", "vmnet*", "vboxnet*", "lxcbr*", "lxdbr*", "podman*",
    "cni*", "flannel*", "cali*", "hassio", "vethernet*", "ifb*", "dummy*",
    # Tunnels: multicast does not pass them, so whoever hears the announcement cannot use these addresses.
    "tailscale*", "wg*", "tun*", "utun*", "ppp*", "zt*", "nebula*",
    # Apple's peer-to-peer links.
    "awdl*", "llw*", "anpi*",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface with its addresses (no prefix lengths, no scopes)."""

    name: str
    addresses: tuple[str, ...]
    index: int = 0


class AddressSettings(Protocol):
    """What `config.DiscoveryConfig` says about addresses."""

    @property
    def interfaces(self) -> Sequence[str]: ...

    @property
    def advertise_address(self) -> Sequence[str]: ...


def advertised_addresses(
    interfaces: Iterable[Interface], bind_host: str, settings: AddressSettings
) -> tuple[str, ...]:
    """The addresses to announce, IPv4 first; empty when there is none that others could reach.

    `advertise_address` wins over everything, then a `bind_host` that is one address, then `interfaces`, then
    all that look like the home's network. Never a wildcard; loopback only where there is nothing else, or
    where the node is bound to it; no IPv6 link-local, since the scope that it needs means nothing elsewhere.
    """
    if settings.advertise_address:
        return _unique(settings.advertise_address)
    bound = _bound_address(bind_host)
    if bound is not None and not bound.is_unspecified:
        return (str(bound),)
    everything = list(interfaces)
    if settings.interfaces:
        chosen = [interface for interface in everything if interface.name in settings.interfaces]
        return _usable(chosen, loopback=True)
    home = [interface for interface in everything if not _is_virtual(interface.name)]
    return _usable(home, loopback=False) or _usable(everything, loopback=True, only_loopback=True)


def is_local(addresses: Iterable[str]) -> bool:
    """Whether none of them can be reached from another machine; also so when there is none."""
    return all(ipaddress.ip_address(address).is_loopback for address in addresses)


def local_interfaces() -> tuple[Interface, ...]:
    """The machine's interfaces as they are now. A few system calls; may raise `OSError`."""
    found = []
    for adapter in ifaddr.get_adapters():
        addresses = tuple(ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in adapter.ips)
        found.append(Interface(adapter.nice_name, addresses, adapter.index or 0))
    return tuple(found)


def is_here(address: str) -> bool:
    """Whether it is an IP address of this machine. May raise `OSError`."""
    try:
        wanted = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    return wanted.is_loopback or any(
        wanted == ipaddress.ip_address(own.partition("%")[0])
        for interface in local_interfaces()
        for own in interface.addresses
    )


# --- private -----------------------------------------------------------------------------------------


def _bound_address(bind_host: str) -> IpAddress | None:
    if bind_host == "localhost":
        return ipaddress.ip_address("127.0.0.1")
    try:
        return ipaddress.ip_address(bind_host.strip("[]").partition("%")[0])
    except ValueError:
        return None


def _is_virtual(name: str) -> bool:
    return any(fnmatch.fnmatchcase(name.lower(), pattern) for pattern in _NOT_THE_HOME)


def _usable(
    interfaces: Iterable[Interface], *, loopback: bool, only_loopback: bool = False
) -> tuple[str, ...]:
    parsed = [
        ipaddress.ip_address(address.partition("%")[0])
        for interface in interfaces
        for address in interface.addresses
    ]
    usable = [
        address
        for address in parsed
        if not address.is_unspecified
        and not address.is_multicast
        and not (address.version == 6 and address.is_link_local)
        and (loopback or not address.is_loopback)
        and (not only_loopback or address.is_loopback)
    ]
    # An IPv4 link-local address (RFC 3927) only helps where no server gave out a real one.
    routable = [address for address in usable if not address.is_link_local] or usable
    return _unique(str(address) for address in sorted(routable, key=lambda address: address.version))


def _unique(addresses: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(addresses))
