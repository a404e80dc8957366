"""Who may speak over Wyoming, which knows no tokens: it is the address alone that counts."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Sequence

from tts_node.config import ServerConfig, WyomingConfig
from tts_node.errors import Forbidden
from tts_node.server.auth import HOME_NETWORKS, Network, parse_address


class Admission:
    """The home network, `server.allow` and `wyoming.allow`. Where speaking needs a token, the last alone."""

    def __init__(
        self,
        config: WyomingConfig,
        server: ServerConfig,
        *,
        own_networks: Callable[[], Sequence[Network]] = tuple,
    ) -> None:
        """`own_networks` is asked only for addresses that nothing else allows."""
        self.listed_only = server.require_token
        self._listed = _networks(config.allow)
        self._known = () if self.listed_only else (*HOME_NETWORKS, *_networks(server.allow))
        self._own_networks = own_networks

    @property
    def lets_anybody_in(self) -> bool:
        return bool(self._listed or self._known)

    def check(self, peer: str) -> str:
        """The client's address in its plain form. Raises `Forbidden`."""
        address = parse_address(peer)
        if address is not None:
            if any(address in network for network in (*self._listed, *self._known)):
                return str(address)
            if not self.listed_only and any(address in network for network in self._own_networks()):
                return str(address)
        if self.listed_only:
            raise Forbidden("speaking needs a token here and Wyoming has none; list this in `wyoming.allow`")
        raise Forbidden("this address is outside the home network; list it in `wyoming.allow`")


def _networks(listed: Sequence[str]) -> tuple[Network, ...]:
    return tuple(ipaddress.ip_network(text, strict=False) for text in listed)
