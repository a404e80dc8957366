"""Finding nodes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from zeroconf import Error as ZeroconfError
from zeroconf import ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

from tts_node.discovery.addresses import Interface, local_interfaces
from tts_node.discovery.record import SERVICE_TYPE, FoundNode, read_record
from tts_node.discovery.transport import close_zeroconf, open_zeroconf
from tts_node.errors import NotSupported


async def browse(
    timeout_s: float,
    *,
    interfaces: Sequence[str] | None = None,
    until: Callable[[FoundNode], bool] | None = None,
    settled_s: float | None = None,
    known: asyncio.Event | None = None,
) -> list[FoundNode]:
    """Every node that answers within `timeout_s`, by name. `interfaces` are names; None takes all.

    Returns early with what is there once `until` accepts a node, or once nodes have answered and for
    `settled_s` no further one has. `known` is set when a node was found in another way, and then counts as
    one that answered. Raises `NotSupported` with a sentence for
    people where mDNS is not possible at all.
    """
    try:
        everything = await asyncio.to_thread(local_interfaces)
        chosen = [i for i in everything if interfaces is None or i.name in interfaces]
        if not chosen:
            raise NotSupported(f"no network interface called {', '.join(interfaces or ())}")
        zeroconf = await open_zeroconf(_own_addresses(chosen), chosen)
    except (OSError, ZeroconfError) as error:
        raise NotSupported(f"cannot look for nodes here (mDNS): {error or type(error).__name__}") from error
    search = _Search(zeroconf.zeroconf, timeout_s, until, settled_s, known)
    try:
        await search.run()
    finally:
        await close_zeroconf(zeroconf, timeout_s=2.0)
    return sorted(search.found.values(), key=lambda node: (node.name, node.node_id))


class _Search:
    """One look around. Owns a task for each name until it is resolved."""

    def __init__(
        self,
        zeroconf: Zeroconf,
        timeout_s: float,
        until: Callable[[FoundNode], bool] | None,
        settled_s: float | None,
        known: asyncio.Event | None,
    ) -> None:
        self.found: dict[str, FoundNode] = {}
        self._zeroconf = zeroconf
        self._timeout_s = timeout_s
        self._until = until
        self._settled_s = settled_s
        self._known = known
        self._settling: asyncio.TimerHandle | None = None
        self._enough = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        browser = AsyncServiceBrowser(self._zeroconf, SERVICE_TYPE, handlers=[self._changed])
        if self._known is not None:
            self._own(self._count_known(self._known))
        try:
            async with asyncio.timeout(self._timeout_s):
                await self._enough.wait()
        except TimeoutError:
            pass
        finally:
            if self._settling is not None:
                self._settling.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await browser.async_cancel()

    def _changed(
        self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        if state_change is ServiceStateChange.Removed:
            self.found.pop(name, None)
            return
        self._own(self._resolve(name))

    def _own(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _count_known(self, known: asyncio.Event) -> None:
        await known.wait()
        self._settle()

    def _settle(self) -> None:
        """One more has answered: wait for others from now on."""
        if self._settled_s is None:
            return
        if self._settling is not None:
            self._settling.cancel()
        self._settling = asyncio.get_running_loop().call_later(self._settled_s, self._enough.set)

    async def _resolve(self, name: str) -> None:
        info = AsyncServiceInfo(SERVICE_TYPE, name)
        if not await info.async_request(self._zeroconf, timeout=self._timeout_s * 1000):
            return
        node = read_record(info)
        if node is None:
            return
        if name not in self.found:
            self._settle()
        self.found[name] = node
        if self._until is not None and self._until(node):
            self._enough.set()


def _own_addresses(interfaces: Sequence[Interface]) -> list[str]:
    return [address for interface in interfaces for address in interface.addresses]
