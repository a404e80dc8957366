"""What a node says of itself in DNS-SD, and how it is read back."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from zeroconf import ServiceInfo

SERVICE_TYPE: Final = "_tts-node._tcp.local."

_LABEL_BYTES: Final = 63
"""Of one DNS label (RFC 1035, 2.3.4)."""


@dataclass(frozen=True, slots=True)
class AlsoHere:
    """One more service of the node, for clients of another protocol: `_wyoming._tcp.local.`

    Its name is made of the node's id and not of its name, since such clients remember it.
    """

    service_type: str
    port: int
    bind_host: str

    def service_info(self, node_id: str, addresses: Sequence[str]) -> ServiceInfo:
        """As zeroconf wants it."""
        label = _host_label(node_id)
        return ServiceInfo(
            self.service_type,
            f"{label}.{self.service_type}",
            port=self.port,
            # Its addresses may be others than the node's, so they have a host name of their own.
            server=f"{label}-{self.service_type.split('.')[0].lstrip('_')}.local.",
            addresses=[ipaddress.ip_address(address).packed for address in addresses],
        )


@dataclass(frozen=True, slots=True)
class NodeRecord:
    """What to announce. `name` is what people read; `node_id` stays the same for ever."""

    node_id: str
    name: str
    port: int
    version: str
    schema_version: int
    min_schema_version: int
    auth: bool
    """Speaking needs a token."""
    tls: bool = False
    path: str = "/v1/ws"
    also: tuple[AlsoHere, ...] = ()
    """Announced beside it."""

    def service_info(self, name: str, addresses: Sequence[str]) -> ServiceInfo:
        """As zeroconf wants it, under `name` (which is `self.name`, or that with a number)."""
        return ServiceInfo(
            SERVICE_TYPE,
            instance_name(name),
            port=self.port,
            properties={
                "id": self.node_id,
                "name": name,
                "version": self.version,
                "schema_version": str(self.schema_version),
                "min_supported_schema_version": str(self.min_schema_version),
                "path": self.path,
                "auth": "1" if self.auth else "0",
                "tls": "1" if self.tls else "0",
            },
            # A host name of our own: the machine's real one belongs to its mDNS responder.
            server=f"{_host_label(self.node_id)}.local.",
            addresses=[ipaddress.ip_address(address).packed for address in addresses],
        )


@dataclass(frozen=True, slots=True)
class FoundNode:
    """A node that answered. `addresses` has IPv4 first, then by number, and no scopes."""

    name: str
    node_id: str
    addresses: tuple[str, ...]
    port: int
    path: str
    version: str
    schema_version: int
    min_schema_version: int
    auth: bool
    tls: bool

    @property
    def url(self) -> str:
        """For a WebSocket client: `ws://192.168.1.20:8750/v1/ws`."""
        address = self.addresses[0]
        host = f"[{address}]" if ":" in address else address
        return f"{'wss' if self.tls else 'ws'}://{host}:{self.port}{self.path}"


def instance_name(name: str) -> str:
    """The full DNS-SD name. The label may have any letters, but no more than 63 bytes.

    A dot, as in a full host name, would be taken for the end of the label; the TXT record keeps it.
    """
    label = name.replace(".", "-").encode()[:_LABEL_BYTES].decode(errors="ignore")
    return f"{label}.{SERVICE_TYPE}"


def numbered(name: str, number: int) -> str:
    """`kitchen` for 1, `kitchen-2` for 2; short enough for a label."""
    if number == 1:
        return name
    ending = f"-{number}"
    return name.encode()[: _LABEL_BYTES - len(ending)].decode(errors="ignore") + ending


def read_record(info: ServiceInfo) -> FoundNode | None:
    """What another node announced; None when it lacks what a client needs or does not make sense."""
    texts = info.decoded_properties
    # mDNS keeps no order, so that one is made here: the same node has the same URL each time.
    addresses = sorted(
        (ipaddress.ip_address(address.partition("%")[0]) for address in info.parsed_addresses()),
        key=lambda address: (address.version, address.is_link_local, int(address)),
    )
    usable = [str(address) for address in addresses if not (address.version == 6 and address.is_link_local)]
    path = texts.get("path") or "/v1/ws"
    if not usable or not info.port or not path.startswith("/"):
        return None
    return FoundNode(
        name=texts.get("name") or info.name.removesuffix(f".{SERVICE_TYPE}"),
        node_id=texts.get("id") or "",
        addresses=tuple(usable),
        port=info.port,
        path=path,
        version=texts.get("version") or "",
        schema_version=_number(texts, "schema_version"),
        min_schema_version=_number(texts, "min_supported_schema_version"),
        auth=texts.get("auth") == "1",
        tls=texts.get("tls") == "1",
    )


def _host_label(node_id: str) -> str:
    return f"tts-node-{node_id.replace('-', '')[:12]}"


def _number(texts: Mapping[str, str | None], key: str) -> int:
    value = texts.get(key) or ""
    return int(value) if value.isascii() and value.isdigit() and len(value) < 9 else 1
