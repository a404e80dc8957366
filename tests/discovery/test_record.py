"""What a node announces, and reading what strangers announce."""

from __future__ import annotations

import pytest
from zeroconf import ServiceInfo

from tts_node.discovery.record import SERVICE_TYPE, NodeRecord, instance_name, numbered, read_record

RECORD = NodeRecord(
    node_id="0b3e7f6e-0000-4000-8000-00000000000a",
    name="Küche",
    port=8750,
    version="0.1.0",
    schema_version=3,
    min_schema_version=1,
    auth=True,
)


def test_a_record_is_read_back_as_it_was_announced() -> None:
    node = read_record(RECORD.service_info("Küche-2", ["192.168.1.20", "fd00::20"]))
    assert node is not None
    assert (node.name, node.node_id) == ("Küche-2", RECORD.node_id)
    assert (node.addresses, node.port) == (("192.168.1.20", "fd00::20"), 8750)
    assert (node.version, node.schema_version, node.min_schema_version) == ("0.1.0", 3, 1)
    assert (node.auth, node.tls, node.path) == (True, False, "/v1/ws")
    assert node.url == "ws://192.168.1.20:8750/v1/ws"


def test_the_txt_keys_are_those_that_clients_read() -> None:
    texts = RECORD.service_info("Küche", ["192.168.1.20"]).decoded_properties
    assert texts == {
        "id": RECORD.node_id,
        "name": "Küche",
        "version": "0.1.0",
        "schema_version": "3",
        "min_supported_schema_version": "1",
        "path": "/v1/ws",
        "auth": "1",
        "tls": "0",
    }


def test_an_ipv6_only_node_has_a_url_with_brackets() -> None:
    node = read_record(RECORD.service_info("a", ["fd00::20"]))
    assert node is not None
    assert node.url == "ws://[fd00::20]:8750/v1/ws"


@pytest.mark.parametrize(
    ("properties", "port"),
    [
        ({"path": "evil"}, 8750),
        ({"path": "/v1/ws"}, 0),
    ],
)
def test_a_record_that_makes_no_sense_is_left_out(properties: dict[str, str], port: int) -> None:
    info = ServiceInfo(
        SERVICE_TYPE, f"x.{SERVICE_TYPE}", port=port, properties=properties, parsed_addresses=["10.0.0.1"]
    )
    assert read_record(info) is None


@pytest.mark.parametrize("value", ["", "-1", "1e9", "²", "9" * 400])
def test_a_schema_number_that_is_none_counts_as_one(value: str) -> None:
    info = ServiceInfo(
        SERVICE_TYPE,
        f"x.{SERVICE_TYPE}",
        port=1,
        properties={"schema_version": value[:200]},
        parsed_addresses=["10.0.0.1"],
    )
    node = read_record(info)
    assert node is not None
    assert node.schema_version == 1


@pytest.mark.parametrize("name", ["kitchen", "K" * 63, "ü" * 31 + "x", "厨" * 21])
def test_a_numbered_name_stays_a_legal_label(name: str) -> None:
    assert numbered(name, 1) == name
    second = numbered(name, 2)
    assert second.endswith("-2")
    assert len(second.encode()) <= 63
    assert instance_name(second) == f"{second}.{SERVICE_TYPE}"


def test_a_name_with_dots_stays_one_label_and_is_read_back_whole() -> None:
    info = RECORD.service_info("pi.home.lan", ["10.0.0.1"])
    assert info.name == f"pi-home-lan.{SERVICE_TYPE}"
    node = read_record(info)
    assert node is not None
    assert node.name == "pi.home.lan"


def test_addresses_have_an_order_whatever_order_they_came_in() -> None:
    came = ["fd00::20", "169.254.3.4", "192.168.1.30", "fe80::1", "192.168.1.4"]
    node = read_record(RECORD.service_info("a", came))
    assert node is not None
    assert node.addresses == ("192.168.1.4", "192.168.1.30", "169.254.3.4", "fd00::20")
