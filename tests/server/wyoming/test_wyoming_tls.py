"""The Wyoming door behind the node's certificate, for clients with a tunnel."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme

from tests.server.wyoming.conftest import PATIENCE_S, OpenDoor, RawClient, event_bytes
from tts_node.config import InvalidConfig, parse


def issued(authority: trustme.CA, folder: Path) -> dict[str, Path]:
    certificate = authority.issue_cert("127.0.0.1")
    cert, key = folder / "cert.pem", folder / "key.pem"
    certificate.cert_chain_pems[0].write_to_path(cert)
    certificate.private_key_pem.write_to_path(key)
    return {"tls_cert": cert, "tls_key": key}


async def test_it_speaks_through_tls_and_never_in_the_clear(open_door: OpenDoor, tmp_path: Path) -> None:
    authority = trustme.CA()
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)
    door = await open_door(server=issued(authority, tmp_path), tls=True)
    assert door.door.told.startswith("Wyoming at tls://")
    async with asyncio.timeout(PATIENCE_S):
        client = RawClient(*await asyncio.open_connection("127.0.0.1", door.door.port, ssl=trusting))
        client.send("describe")
        assert [event.type for event in await client.until("info")] == ["info"]
        client.send("synthesize", text="one two")
        events = await client.until("audio-stop")
        assert "audio-chunk" in {event.type for event in events}
        client.leave()

        reader, writer = await asyncio.open_connection("127.0.0.1", door.door.port)
        writer.write(event_bytes("describe"))
        assert b"info" not in await reader.read(), "the handshake fails and the connection ends"
        writer.close()


async def test_without_it_the_door_is_in_the_clear_and_says_so(open_door: OpenDoor, tmp_path: Path) -> None:
    door = await open_door(server=issued(trustme.CA(), tmp_path))
    assert door.door.told.endswith("in the clear")


def test_it_needs_a_certificate() -> None:
    with pytest.raises(InvalidConfig, match=r"wyoming\.tls.*server\.tls_cert"):
        parse("wyoming: {tls: true}", "tts-node.yaml")
