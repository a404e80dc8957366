"""Nodes with a certificate: one that is trusted, one that is not, and addresses of the wrong kind."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest
import trustme
from fake_node import fake_node, speak_everything

from tts_node.client import NotReachable, connect
from tts_node.client.certificate import context_for


def shown(authority: trustme.CA, *names: str) -> ssl.SSLContext:
    """A node's side, with a certificate that is made out to `names`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(*names).configure_cert(context)
    return context


def trusting(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


async def test_a_certificate_that_the_system_trusts_needs_no_context(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    async with fake_node(speak_everything, tls=shown(authority, "127.0.0.1")) as url:
        assert url.startswith("wss://")
        async with connect(url) as client:
            assert b"".join([data async for data in client.speak("one two").audio()]) == b"onetwo"


async def test_a_certificate_that_is_not_trusted_is_told_as_that() -> None:
    async with fake_node(speak_everything, tls=shown(trustme.CA(), "127.0.0.1")) as url:
        with pytest.raises(NotReachable, match=r"certificate is not trusted here \(.+\); .*SSL_CERT_FILE"):
            async with connect(url):
                pass


async def test_a_certificate_of_another_name_is_told_as_that() -> None:
    authority = trustme.CA()
    async with fake_node(speak_everything, tls=shown(authority, "kitchen.local")) as url:
        with pytest.raises(NotReachable, match="made out to another name"):
            async with connect(url, tls=trusting(authority)):
                pass


async def test_commands_take_any_certificate_on_the_loopback_and_no_other() -> None:
    certificate = shown(trustme.CA(), "kitchen.local")
    async with (
        fake_node(speak_everything, tls=certificate) as url,
        connect(url, tls=context_for(url)) as client,
    ):
        assert client.hello.name == "kitchen"
    assert context_for("ws://127.0.0.1:8750/v1/ws") is None
    for elsewhere in ("wss://192.168.1.20:8750/v1/ws", "https://kitchen.local:8750"):
        context = context_for(elsewhere)
        assert context is not None and context.check_hostname
        assert context.verify_mode is ssl.CERT_REQUIRED


async def test_whether_there_is_encryption_is_told_by_the_address() -> None:
    async with fake_node(speak_everything, tls=shown(trustme.CA(), "127.0.0.1")) as url:
        with pytest.raises(NotReachable, match="begins with wss://"):
            async with connect(url.replace("wss:", "ws:")):
                pass

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(NotReachable, match="without encryption"):
            async with connect(f"wss://127.0.0.1:{port}"):
                pass
    async with fake_node(speak_everything) as url:  # hangs up without an answer
        with pytest.raises(NotReachable, match="it hung up"):
            async with connect(url.replace("ws:", "wss:")):
                pass
