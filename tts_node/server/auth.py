"""Who may come in. Pure: facts about a request in, a grant or a refusal out.

Three things are checked, in this order: tokens (a wrong one is refused even where none is needed), what
browsers can be tricked into (`Host` against DNS rebinding, `Origin` against other sites' pages), and the
address.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Protocol
from urllib.parse import urlsplit

from tts_node.errors import Forbidden, Unauthorized

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

HOME_NETWORKS: tuple[Network, ...] = tuple(
    ipaddress.ip_network(text)
    for text in (
        "127.0.0.0/8",
        "::1/128",
        "10.0.0.0/8",  # RFC 1918
        "172.16.0.0/12",
        "192.168.0.0/16",
        "169.254.0.0/16",  # link-local, RFC 3927
        "fe80::/10",
        "fc00::/7",  # unique local, RFC 4193
        "100.64.0.0/10",  # shared address space, RFC 6598; VPNs of the home use it
    )
)


class Scope(IntEnum):
    """What a caller may do. The higher includes the lower."""

    SPEAK = 1
    ADMIN = 2


class Secrets(Protocol):
    """Knows the tokens, which may change while the node runs."""

    def scope_of(self, presented: str) -> Scope | None:
        """What this token allows; None for a wrong one."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The node's secrets; None is not set, and matches nothing."""

    admin: str | None = None
    speak: str | None = None

    def scope_of(self, presented: str) -> Scope | None:
        """What this token allows. Takes the same time for every wrong token."""
        digest = _digest(presented)
        is_admin = hmac.compare_digest(digest, _digest(self.admin or "")) and bool(self.admin)
        is_speak = hmac.compare_digest(digest, _digest(self.speak or "")) and bool(self.speak)
        return Scope.ADMIN if is_admin else Scope.SPEAK if is_speak else None


@dataclass(frozen=True, slots=True)
class Caller:
    """The facts of one request or handshake."""

    peer: str | None
    """Address at the other end of the socket; None where there is none (a UNIX socket: local)."""
    hosts: tuple[str, ...] = ()
    """All `Host` headers; there should be one."""
    origins: tuple[str, ...] = ()
    forwarded_for: tuple[str, ...] = ()
    """All `X-Forwarded-For` headers."""
    forwarded_otherwise: bool = False
    """`Forwarded` or `X-Real-IP` is there: somebody passed this on, in words that are not trusted."""
    tokens: tuple[str, ...] = ()
    """Every token that was presented, in whichever place."""


@dataclass(frozen=True, slots=True)
class Grant:
    """The caller may speak, and administer where `scope` says so."""

    address: str
    """Of the client itself, behind trusted proxies; for limits and logs."""
    scope: Scope
    by_token: bool = False
    """A token was shown; without one the address alone is known."""

    def require(self, scope: Scope) -> None:
        """Raises `Unauthorized` when this needs more than the caller has shown."""
        if self.scope < scope:
            raise Unauthorized("this needs the admin token" if scope is Scope.ADMIN else "this needs a token")


class Guard:
    """Decides by the configuration. `own_networks` is asked only for addresses that nothing else allows."""

    def __init__(
        self,
        tokens: Secrets,
        *,
        names: Collection[str] = (),
        allow: Iterable[str] = (),
        trusted_proxies: Iterable[str] = (),
        hostnames: Iterable[str] = (),
        origins: Iterable[str] = (),
        require_token: bool = False,
        own_networks: Callable[[], Sequence[Network]] = tuple,
    ) -> None:
        self._tokens = tokens
        self._names = {_plain_name(name) for name in (*names, *hostnames)} | {"localhost"}
        self._allowed = (*HOME_NETWORKS, *(ipaddress.ip_network(text, strict=False) for text in allow))
        self._proxies = tuple(ipaddress.ip_network(text, strict=False) for text in trusted_proxies)
        self._origins = {origin.lower().rstrip("/") for origin in origins}
        self._require_token = require_token
        self._own_networks = own_networks

    def check(self, caller: Caller) -> Grant:
        """Raises `Unauthorized` (token missing or wrong) or `Forbidden` (host, origin, address)."""
        shown = self._scope_of(caller.tokens)
        self._check_host(caller.hosts)
        self._check_origin(caller.origins, caller.hosts)
        address, is_known = self._client_address(caller)
        grant = Grant(
            address=str(address) if address is not None else "local",
            scope=shown or Scope.SPEAK,
            by_token=shown is not None,
        )
        if shown is not None:
            return grant
        if self._require_token or not is_known:
            raise Unauthorized("a token is needed")
        if address is not None and not self._may_speak(address):
            raise Forbidden(
                "this address is outside the home network; use a token, or list it in `server.allow`"
            )
        return grant

    def listed_page(self, caller: Caller) -> str | None:
        """The origin of another site's page that `server.origins` lists; None for everybody else."""
        if len(caller.origins) == 1 and caller.origins[0].lower() in self._origins:
            return caller.origins[0]
        return None

    def _scope_of(self, tokens: Iterable[str]) -> Scope | None:
        best: Scope | None = None
        for token in tokens:
            scope = self._tokens.scope_of(token)
            if scope is None:
                raise Unauthorized("the token is wrong")
            best = scope if best is None else max(best, scope)
        return best

    def _check_host(self, hosts: tuple[str, ...]) -> None:
        name = host_name(hosts[0]) if len(hosts) == 1 else None
        if name is None:
            raise Forbidden("the request needs one valid `Host`")
        if parse_address(name) is None and name not in self._names and not _is_mdns(name):
            raise Forbidden("this `Host` is not one of the node's names; list it in `server.hostnames`")

    def _check_origin(self, origins: tuple[str, ...], hosts: tuple[str, ...]) -> None:
        if not origins:
            return  # not a browser, or a browser's plain navigation
        origin = origins[0].lower()
        if len(origins) == 1 and (origin in self._origins or _is_own(origin, hosts[0])):
            return
        raise Forbidden("this page may not use the node; list its origin in `server.origins`")

    def _client_address(self, caller: Caller) -> tuple[Address | None, bool]:
        """Where the request began, and whether that can be believed."""
        if caller.peer is None:
            return None, not (caller.forwarded_for or caller.forwarded_otherwise)
        address = parse_address(caller.peer)
        if address is None:
            return None, False
        if not caller.forwarded_for:
            return address, not caller.forwarded_otherwise
        if not self._is_proxy(address):
            return address, False
        # The list grows at its end, so only what trusted proxies appended to it can be believed.
        for text in reversed(",".join(caller.forwarded_for).split(",")):
            hop = parse_address(_without_port(text.strip()))
            if hop is None:
                return address, False
            address = hop
            if not self._is_proxy(hop):
                break
        return address, True

    def _is_proxy(self, address: Address) -> bool:
        return any(address in network for network in self._proxies)

    def _may_speak(self, address: Address) -> bool:
        return any(address in network for network in self._allowed) or any(
            address in network for network in self._own_networks()
        )


def parse_address(text: str) -> Address | None:
    """An IP literal without its zone; an IPv4 address in IPv6 clothes becomes IPv4. None for others."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def host_name(host: str) -> str | None:
    """The name in a `Host` header, lower case, without port, brackets and final dot. None when malformed."""
    match = _HOST.fullmatch(host.strip())
    if match is None or (match["port"] is not None and int(match["port"]) > 65_535):
        return None
    return _plain_name(match["v6"] or match["name"])


_HOST = re.compile(r"(?:\[(?P<v6>[0-9A-Fa-f:.]+(?:%[\w.~%-]+)?)\]|(?P<name>[\w.-]+))(?::(?P<port>\d{1,5}))?")
_DEFAULT_PORTS = {"http": 80, "https": 443}


def _digest(token: str) -> bytes:
    # Of equal length whatever the token, so that comparing tells nothing of the length either.
    return hashlib.sha256(token.encode("utf-8", "surrogateescape")).digest()


def _plain_name(name: str) -> str:
    return name.strip().lower().removesuffix(".")


def _is_mdns(name: str) -> bool:
    # Names below .local are answered by the machines of the link themselves (RFC 6762), not by somebody's
    # DNS.
    return name.endswith(".local") and len(name) > len(".local")


def _is_own(origin: str, host: str) -> bool:
    """Whether the page came from where the request goes to. `null` (sandboxed, file) is nobody's own."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return False
    if parts.scheme not in _DEFAULT_PORTS or host_name(parts.netloc) is None:
        return False
    host_port = _HOST.fullmatch(host.strip())
    default = _DEFAULT_PORTS[parts.scheme]
    own = int(host_port["port"]) if host_port is not None and host_port["port"] is not None else default
    return host_name(parts.netloc) == host_name(host) and (port or default) == own


def _without_port(text: str) -> str:
    """`X-Forwarded-For` entries may carry a port: `192.0.2.1:99`, `[2001:db8::1]:99`."""
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
