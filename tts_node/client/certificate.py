"""A node's certificate: where it has to be trusted, and what to say when it is not."""

from __future__ import annotations

import ssl
from typing import Final
from urllib.parse import urlsplit

_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def is_loopback(url: str) -> bool:
    """Whether it is an address of this machine that nobody else can listen in on."""
    return urlsplit(url).hostname in _LOOPBACK


def context_for(url: str) -> ssl.SSLContext | None:
    """How a command checks the certificate behind a `wss` or `https` URL; None for one without encryption.

    On the loopback it need not be trusted: it is made out to the name that others use, and nobody is in
    between. Everywhere else the system's authorities hold, or those of `$SSL_CERT_FILE`.
    """
    if urlsplit(url).scheme not in ("wss", "https"):
        return None
    context = ssl.create_default_context()
    if is_loopback(url):
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def trouble(error: ssl.SSLError) -> str:
    """Why there is no encrypted connection, for people."""
    if isinstance(error, ssl.SSLCertVerificationError):
        why = error.verify_message.rstrip(".")
        if "mismatch" in why:
            return f"its certificate is made out to another name ({why}); use that name as its address"
        return f"its certificate is not trusted here ({why}); name a file with it in $SSL_CERT_FILE"
    if error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "HTTP_REQUEST"):
        return "it speaks without encryption; its address begins with ws:// or http://"
    return f"encryption fails ({error.reason or error})"
