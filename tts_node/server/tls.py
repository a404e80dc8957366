"""TLS with a certificate from files, which are read again when they change: certificates are short-lived."""

from __future__ import annotations

import asyncio
import logging
import ssl
from pathlib import Path
from typing import Final

from tts_node.errors import ConfigError

_LOG = logging.getLogger(__name__)
_LOOK_S: Final = 60.0


class Certificate:
    """`context` is for the listener; connections that come after a change get the new certificate."""

    def __init__(self, cert: Path, key: Path) -> None:
        """Raises `ConfigError` when they cannot be read or do not belong together."""
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.set_alpn_protocols(["http/1.1"])
        self._cert = cert
        self._key = key
        self._seen = self._stamp()
        try:
            self._load()
        except OSError as error:  # ssl.SSLError is one
            raise ConfigError(
                f"the certificate cannot be used ({cert}, {key}): {error.strerror or error}; "
                "`server.tls_cert` is PEM with the chain, `server.tls_key` its key without a password"
            ) from None

    def refresh(self) -> None:
        """Read the files again when they have changed. What is wrong with them is logged, and the old
        certificate stays. Blocking.
        """
        stamp = self._stamp()
        if stamp == self._seen:
            return
        try:
            # Into a new context first: half a renewal (one file of two) must not spoil the one in use.
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(self._cert, self._key, _no_password)
            self._load()
        except OSError as error:
            _LOG.warning("the new certificate cannot be used yet: %s", error.strerror or error)
            return
        self._seen = stamp
        _LOG.info("the certificate was renewed")

    async def keep_fresh(self) -> None:
        """Look for changes for ever."""
        while True:
            await asyncio.sleep(_LOOK_S)
            await asyncio.to_thread(self.refresh)

    def _load(self) -> None:
        self.context.load_cert_chain(self._cert, self._key, _no_password)

    def _stamp(self) -> tuple[tuple[int, int, int], ...]:
        stamps = []
        for path in (self._cert, self._key):
            try:
                status = path.stat()
            except OSError:
                stamps.append((0, 0, 0))
            else:
                stamps.append((status.st_ino, status.st_mtime_ns, status.st_size))
        return tuple(stamps)


def _no_password() -> str:
    """Without this, OpenSSL would ask for one on the terminal."""
    return ""
