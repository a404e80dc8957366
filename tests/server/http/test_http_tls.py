"""TLS on the node's port: https and wss with a certificate from files, and its renewal."""

from __future__ import annotations

import asyncio
import json
import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import trustme
from cryptography.hazmat.primitives import serialization
from websockets.sync.client import connect

from tests import served
from tests.server.conftest import Serve
from tts_node.cli import main
from tts_node.errors import ConfigError
from tts_node.server import serve as listener
from tts_node.server import tls
from tts_node.server.tls import Certificate

CONFIG = """
node: {{embedded_voice: false}}
engines: {{tone: }}
server: {{tls_cert: {cert}, tls_key: {key}}}
"""


def issue(authority: trustme.CA, folder: Path, **dates: datetime) -> tuple[Path, Path]:
    issued = authority.issue_cert("127.0.0.1", "localhost", **dates)
    cert, key = folder / "cert.pem", folder / "key.pem"
    cert.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
    key.write_bytes(issued.private_key_pem.bytes())
    return cert, key


def trusting(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


@pytest.mark.slow
def test_every_door_of_the_web_server_speaks_through_tls(tmp_path: Path) -> None:
    authority = trustme.CA()
    cert, key = issue(authority, tmp_path)
    context = trusting(authority)
    with served.serve(tmp_path / "state", config=CONFIG.format(cert=cert, key=key)) as node:
        assert node.http.startswith("https://") and "https://127.0.0.1" in node.lines[0]
        with httpx.Client(base_url=node.http, verify=context, trust_env=False) as http:
            spoken = http.post("/v1/speak", json={"text": "one two", "format": "pcm"})
            assert spoken.status_code == 200
            kept = http.post("/v1/outputs", json={"text": "one two", "format": "pcm"}).json()
            assert kept["url"].startswith("https://")
            assert http.get(kept["url"]).content == spoken.content
        with connect(node.ws, ssl=context, proxy=None, max_size=None) as socket:
            assert json.loads(socket.recv())["type"] == "hello"
            socket.send(json.dumps({"text": "one two"}))
            pcm = b""
            while True:
                message = socket.recv()
                if isinstance(message, bytes):
                    pcm += message
                elif json.loads(message)["type"] == "done":
                    break
            assert pcm == spoken.content
        # Nobody is served in the clear, and a certificate that is not trusted is not.
        with pytest.raises(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{node.port}/healthz", trust_env=False)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{node.http}/healthz", trust_env=False)


def served_serial(certificate: Certificate, authority: trustme.CA) -> int:
    """The serial number of the certificate that a new connection is shown."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = certificate.context.wrap_bio(outgoing, incoming, server_side=True)
    client = trusting(authority).wrap_bio(incoming, outgoing, server_hostname="127.0.0.1")
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    shown = client.getpeercert()
    assert shown
    return int(str(shown["serialNumber"]), 16)


def test_a_renewed_certificate_is_shown_to_the_next_connection(tmp_path: Path) -> None:
    authority = trustme.CA()
    cert, key = issue(authority, tmp_path)
    certificate = Certificate(cert, key)
    first = served_serial(certificate, authority)
    certificate.refresh()
    assert served_serial(certificate, authority) == first
    # The new certificate is there, its key not yet: the old pair stays.
    old_key = key.read_bytes()
    issue(authority, tmp_path)
    new_key = key.read_bytes()
    key.write_bytes(old_key)
    certificate.refresh()
    assert served_serial(certificate, authority) == first
    key.write_bytes(new_key)
    os.utime(key, ns=(0, 0))
    certificate.refresh()
    assert served_serial(certificate, authority) != first


async def test_a_running_server_shows_a_renewed_certificate_to_the_next_connection(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tls, "_LOOK_S", 0.01)
    authority = trustme.CA()
    cert, key = issue(authority, tmp_path)
    door = await serve(tls_cert=cert, tls_key=key)

    async def shown() -> object:
        _, writer = await asyncio.open_connection("127.0.0.1", door.port, ssl=trusting(authority))
        certificate = writer.get_extra_info("peercert")
        writer.close()
        return certificate["serialNumber"]

    first = await shown()
    issue(authority, tmp_path)
    async with asyncio.timeout(20):
        while await shown() == first:
            pass


async def test_a_connection_that_never_shakes_hands_is_closed(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "HANDSHAKE_S", 0.1)
    cert, key = issue(trustme.CA(), tmp_path)
    door = await serve(tls_cert=cert, tls_key=key)
    reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
    assert await asyncio.wait_for(reader.read(), 20) == b""
    writer.close()


@pytest.mark.parametrize(
    ("begins", "ends", "told"),
    [(-9, -1, "certificate has expired"), (1, 9, "certificate is not yet valid"), (-1, 9, None)],
)
def test_a_certificate_outside_its_time_is_used_and_the_log_says_so_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, begins: int, ends: int, told: str | None
) -> None:
    now = datetime.now(UTC)
    dates = {"not_before": now + timedelta(days=begins), "not_after": now + timedelta(days=ends)}
    certificate = Certificate(*issue(trustme.CA(), tmp_path, **dates))
    certificate.tell_of_its_time()
    assert [record.getMessage().rpartition(": ")[2] for record in caplog.records] == ([told] if told else [])


def test_a_certificate_that_cannot_be_used_is_told_at_the_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    authority = trustme.CA()
    cert, _ = issue(authority, tmp_path)
    (tmp_path / "other").mkdir()
    _, key = issue(authority, tmp_path / "other")
    with pytest.raises(ConfigError, match=r"cannot be used .*: the key belongs to another certificate"):
        Certificate(cert, key)
    with pytest.raises(ConfigError, match=r"cannot be used .*: No such file"):
        Certificate(cert, tmp_path / "nothing.pem")
    with pytest.raises(ConfigError, match=r"cannot be used .*: one of the files is not PEM"):
        Certificate(key, cert)
    file = tmp_path / "config.yaml"
    file.write_text(f"server: {{tls_cert: {cert}, tls_key: {key}}}\n")
    assert main(["check-config", str(file)]) != 0
    assert "the key belongs to another certificate" in capsys.readouterr().err


def test_a_key_with_a_password_is_refused_and_nobody_is_asked_for_it(tmp_path: Path) -> None:
    cert, key = issue(trustme.CA(), tmp_path)
    private = serialization.load_pem_private_key(key.read_bytes(), None)
    locked = serialization.BestAvailableEncryption(b"secret")
    pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key.write_bytes(private.private_bytes(pem, pkcs8, locked))
    with pytest.raises(ConfigError, match="the key has a password"):
        Certificate(cert, key)
