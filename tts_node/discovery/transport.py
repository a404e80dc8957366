"""Opening and closing zeroconf on chosen addresses."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Iterable, Sequence

from zeroconf import InterfaceChoice, IPVersion
from zeroconf.asyncio import AsyncZeroconf

from tts_node.discovery.addresses import Interface

_log = logging.getLogger(__name__)


async def open_zeroconf(addresses: Sequence[str], interfaces: Iterable[Interface]) -> AsyncZeroconf:
    """Speak mDNS on the interfaces that carry `addresses` (all, when none does).

    IPv4 where there is any, which carries IPv6 addresses as well. Raises `OSError` and zeroconf's errors.
    """
    here = {
        address.partition("%")[0]: interface for interface in interfaces for address in interface.addresses
    }
    local = [address for address in addresses if address in here]
    v4: list[str | int] = [address for address in local if ipaddress.ip_address(address).version == 4]
    v6: list[str | int] = sorted({here[address].index for address in local} - {0})
    if v4:
        zeroconf = AsyncZeroconf(interfaces=v4, ip_version=IPVersion.V4Only)
    elif v6:
        zeroconf = AsyncZeroconf(interfaces=v6, ip_version=IPVersion.V6Only)
    else:
        zeroconf = AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.V4Only)
    try:
        await zeroconf.zeroconf.async_wait_for_start()
    except BaseException:
        await close_zeroconf(zeroconf, timeout_s=1.0)
        raise
    return zeroconf


async def close_zeroconf(zeroconf: AsyncZeroconf, *, timeout_s: float) -> None:
    """Say goodbye for what is registered and close. Never raises, never takes longer than `timeout_s`."""
    try:
        async with asyncio.timeout(timeout_s):
            await zeroconf.async_close()
    except TimeoutError:
        _log.debug("mDNS goodbye took longer than %.1f s", timeout_s)
    except Exception as error:
        _log.debug("mDNS did not close cleanly: %s", error)
