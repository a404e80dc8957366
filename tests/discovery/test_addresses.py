"""D02: only addresses that others in the home can reach are announced."""

from __future__ import annotations

import pytest

from tts_node.config import DiscoveryConfig
from tts_node.discovery import Interface, advertised_addresses, is_here, local_interfaces

LO = Interface("lo", ("127.0.0.1", "::1"), 1)
ETH = Interface("eth0", ("192.168.1.20", "fe80::1", "fd00::20", "2001:db8::20"), 2)
WLAN = Interface("wlan0", ("192.168.1.21",), 3)
DOCKER = Interface("docker0", ("172.17.0.1", "fe80::2"), 4)
BRIDGE = Interface("br-4f1a2b3c4d5e", ("172.24.0.1",), 5)
VETH = Interface("veth12ab", ("fe80::3", "169.254.7.7"), 6)
TAILSCALE = Interface("tailscale0", ("100.101.102.103", "fd7a:115c:a1e0::1"), 7)
VIRBR = Interface("virbr0", ("192.168.122.1",), 8)
HOME_BRIDGE = Interface("br0", ("192.168.1.22",), 9)
LINK_LOCAL = Interface("eth1", ("169.254.10.10", "fe80::9"), 10)
EVERYTHING = (LO, DOCKER, BRIDGE, VETH, TAILSCALE, VIRBR, ETH)
ETH_USABLE = ("192.168.1.20", "fd00::20", "2001:db8::20")


@pytest.mark.parametrize(
    ("interfaces", "bind_host", "settings", "expected"),
    [
        (EVERYTHING, "0.0.0.0", {}, ETH_USABLE),
        (EVERYTHING, "::", {}, ETH_USABLE),
        ((WLAN, ETH), "0.0.0.0", {}, ("192.168.1.21", *ETH_USABLE)),
        ((LO, HOME_BRIDGE), "0.0.0.0", {}, ("192.168.1.22",)),
        # Loopback only where there is nothing else.
        ((LO,), "0.0.0.0", {}, ("127.0.0.1", "::1")),
        ((LO, DOCKER, VETH), "0.0.0.0", {}, ("127.0.0.1", "::1")),
        ((), "0.0.0.0", {}, ()),
        # IPv4 link-local only where no server gave out an address; IPv6 link-local never.
        ((LO, LINK_LOCAL), "0.0.0.0", {}, ("169.254.10.10",)),
        ((LO, LINK_LOCAL, WLAN), "0.0.0.0", {}, ("192.168.1.21",)),
        # Bound to one address: that one.
        (EVERYTHING, "127.0.0.1", {}, ("127.0.0.1",)),
        (EVERYTHING, "localhost", {}, ("127.0.0.1",)),
        (EVERYTHING, "::1", {}, ("::1",)),
        (EVERYTHING, "192.168.1.20", {}, ("192.168.1.20",)),
        (EVERYTHING, "172.17.0.1", {}, ("172.17.0.1",)),
        # The settings win.
        (EVERYTHING, "0.0.0.0", {"interfaces": ["tailscale0"]}, ("100.101.102.103", "fd7a:115c:a1e0::1")),
        (EVERYTHING, "0.0.0.0", {"interfaces": ["docker0"]}, ("172.17.0.1",)),
        (EVERYTHING, "0.0.0.0", {"interfaces": ["lo"]}, ("127.0.0.1", "::1")),
        (EVERYTHING, "0.0.0.0", {"interfaces": ["eth9"]}, ()),
        (EVERYTHING, "0.0.0.0", {"advertise_address": ["10.0.0.5", "10.0.0.5"]}, ("10.0.0.5",)),
        (EVERYTHING, "127.0.0.1", {"advertise_address": ["10.0.0.5"]}, ("10.0.0.5",)),
        (
            EVERYTHING,
            "0.0.0.0",
            {"advertise_address": ["10.0.0.5"], "interfaces": ["eth0"]},
            ("10.0.0.5",),
        ),
    ],
)
def test_d02_only_reachable_addresses_are_announced(
    interfaces: tuple[Interface, ...],
    bind_host: str,
    settings: dict[str, list[str]],
    expected: tuple[str, ...],
) -> None:
    chosen = DiscoveryConfig(**{key: tuple(value) for key, value in settings.items()})
    assert advertised_addresses(interfaces, bind_host, chosen) == expected


@pytest.mark.parametrize("name", ["Docker0", "vmnet8", "podman1", "cni0", "wg0", "tun3", "lxdbr0", "hassio"])
def test_container_bridges_and_tunnels_are_not_the_home(name: str) -> None:
    here = (Interface(name, ("10.9.9.9",)), WLAN)
    assert advertised_addresses(here, "0.0.0.0", DiscoveryConfig()) == ("192.168.1.21",)


def test_an_ipv6_scope_never_gets_out() -> None:
    here = (Interface("eth0", ("fe80::1%eth0", "fd00::7%2")),)
    assert advertised_addresses(here, "0.0.0.0", DiscoveryConfig()) == ("fd00::7",)


def test_the_machines_own_interfaces_can_be_read() -> None:
    assert "127.0.0.1" in [address for interface in local_interfaces() for address in interface.addresses]


def test_which_addresses_are_here() -> None:
    own = [address for interface in local_interfaces() for address in interface.addresses]
    assert all(map(is_here, [*own, "127.0.0.1", "127.9.9.9", "::1"]))
    assert not any(map(is_here, ["192.0.2.7", "2001:db8::1", "0.0.0.0", "kitchen.local", ""]))
