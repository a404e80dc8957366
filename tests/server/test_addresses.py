"""The machine's own networks and the container's gateway."""

from __future__ import annotations

import ipaddress

import pytest

from tts_node.server.addresses import CachedNetworks, container_gateway, host_names, interface_networks

ROUTES = (
    "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n"
    "eth0\t000011AC\t00000000\t0001\t0\t0\t0\t0000FFFF\n"
    "eth0\t00000000\t010011AC\t0003\t0\t0\t0\t00000000\n"
)


def test_the_loopback_prefix_is_one_of_the_machines_own():
    assert ipaddress.ip_network("127.0.0.0/8") in interface_networks()


def test_the_networks_are_read_again_when_they_are_old():
    now = [0.0]
    read = []

    def networks():
        read.append(now[0])
        return (ipaddress.ip_network("10.0.0.0/8"),)

    cached = CachedNetworks(networks, max_age_s=15, clock=lambda: now[0])
    for time in (0.0, 10.0, 16.0, 20.0, 40.0):
        now[0] = time
        assert cached() == (ipaddress.ip_network("10.0.0.0/8"),)
    assert read == [0.0, 16.0, 40.0]


def test_host_names_are_those_of_the_machine(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "box.home.example")
    assert host_names() == ("box.home.example", "box")


@pytest.mark.parametrize("mark", [".dockerenv", "run/.containerenv"])
def test_the_gateway_of_a_container_is_found(tmp_path, mark):
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/route").write_text(ROUTES)
    assert container_gateway(tmp_path) is None
    (tmp_path / mark).parent.mkdir(exist_ok=True)
    (tmp_path / mark).touch()
    assert container_gateway(tmp_path) == "172.17.0.1"


def test_a_container_in_the_hosts_network_hides_nobody(tmp_path):
    (tmp_path / ".dockerenv").touch()
    assert container_gateway(tmp_path) is None
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/route").write_text(ROUTES.replace("eth0", "wlan0"))
    assert container_gateway(tmp_path) is None
