"""TLS with a certificate from files, which are read again when they change: certificates are short-lived."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import ssl
from pathlib import Path
from typing import Final

from tts_node.config import ServerConfig
from tts_node.errors import ConfigError

_LOG = logging.getLogger(__name__)
_LOOK_S: Final = 60.0
_DATES: Final = (9, 10)
"""OpenSSL's `X509_V_ERR_CERT_NOT_YET_VALID` and `X509_V_ERR_CERT_HAS_EXPIRED`."""


HANDSHAKE_S: Final = 10.0
"""A handshake has to be done within this."""


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
                f"the certificate cannot be used ({cert}, {key}): {_why(error)}; "
                "`server.tls_cert` is PEM with the chain, `server.tls_key` its key without a password"
            ) from None
        self._told = ""
        self.tell_of_its_time()

    @classmethod
    def of(cls, config: ServerConfig) -> Certificate | None:
        """The configured one. Raises `ConfigError`."""
        if config.tls_cert is None or config.tls_key is None:
            return None
        return cls(config.tls_cert, config.tls_key)

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
            _LOG.warning("the new certificate cannot be used yet: %s", _why(error))
            return
        self._seen = stamp
        _LOG.info("the certificate was renewed")

    def tell_of_its_time(self) -> None:
        """Log, once, that clients will not take it because of its dates. It is used all the same: that is for
        them to judge, and the clock of this machine may be the one that is wrong.
        """
        trouble = _outside_its_time(self.context, self._cert)
        if trouble and trouble != self._told:
            _LOG.warning("clients will refuse the certificate %s: %s", self._cert, trouble)
        self._told = trouble

    async def keep_fresh(self) -> None:
        """Look for changes for ever."""
        while True:
            await asyncio.sleep(_LOOK_S)
            await asyncio.to_thread(self.refresh)
            await asyncio.to_thread(self.tell_of_its_time)

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


def _why(error: OSError) -> str:
    reason = error.reason if isinstance(error, ssl.SSLError) else None
    if reason == "KEY_VALUES_MISMATCH":
        return "the key belongs to another certificate"
    if isinstance(error, ssl.SSLError):
        return "one of the files is not PEM, or the key has a password"
    return error.strerror or str(error)


def _outside_its_time(context: ssl.SSLContext, cert: Path) -> str:
    """What is wrong with the certificate's dates; empty where nothing is.

    Python reads no certificate by itself, so a client that trusts exactly this one is asked to look at it.
    """
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        client.load_verify_locations(cert)
        sides = (client.wrap_bio(incoming, outgoing), context.wrap_bio(outgoing, incoming, server_side=True))
        for side in sides * 2:
            with contextlib.suppress(ssl.SSLWantReadError):
                side.do_handshake()
    except ssl.SSLCertVerificationError as error:
        return error.verify_message if error.verify_code in _DATES else ""
    except OSError:
        return ""
    return ""


def _no_password() -> str:
    """Without this, OpenSSL would ask for one on the terminal."""
    return ""
