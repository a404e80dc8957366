"""Announcing this node for as long as it runs, whatever the network does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, Literal

from zeroconf import Error as ZeroconfError
from zeroconf import RecordUpdate, RecordUpdateListener, ServiceInfo, Zeroconf
from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf

from tts_node.discovery.addresses import (
    AddressSettings,
    Interface,
    advertised_addresses,
    is_local,
    local_interfaces,
)
from tts_node.discovery.record import SERVICE_TYPE, AlsoHere, NodeRecord, instance_name, numbered
from tts_node.discovery.transport import close_zeroconf, open_zeroconf

_log = logging.getLogger(__name__)

_PROBE_MS: Final = 900
"""How long somebody may take to say that a name is theirs. RFC 6762, 8.1 asks for three times 250 ms."""
_RETRY_S: Final = (5.0, 15.0, 60.0, 300.0)
_MOST_NAMES: Final = 100
_TYPE_TXT: Final = 16


@dataclass(frozen=True, slots=True)
class AdvertiserStatus:
    """How it stands. `name` and `addresses` are what others see (with `announced`)."""

    state: Literal["starting", "announced", "no_address", "trouble", "stopped"]
    name: str = ""
    addresses: tuple[str, ...] = ()
    detail: str = ""
    """For people, with `trouble`."""


class Advertiser:
    """Owns one task that announces the node, follows address changes and survives trouble.

    `start` and `close` may be called twice. Nothing here raises into the caller.
    """

    def __init__(
        self,
        record: NodeRecord,
        settings: AddressSettings,
        *,
        bind_host: str = "0.0.0.0",
        poll_s: float = 10.0,
        goodbye_timeout_s: float = 2.0,
        interfaces: Callable[[], tuple[Interface, ...]] = local_interfaces,
        retry_s: tuple[float, ...] = _RETRY_S,
        also_when: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """`also_when` returns when the further services of `record` are of use to those who find them; until
        then the node alone is announced.
        """
        self._record = record
        self._settings = settings
        self._bind_host = bind_host
        self._poll_s = poll_s
        self._goodbye_timeout_s = goodbye_timeout_s
        self._interfaces = interfaces
        self._retry_s = retry_s
        self._also_when = also_when
        self._task: asyncio.Task[None] | None = None
        self._status = AdvertiserStatus("starting")
        self._changed = asyncio.Event()
        self._told = ""
        # After a conflict this node keeps the number that it fell back to; kitchen and kitchen-2 should not
        # swap names while both run.
        self._number = 1

    @property
    def status(self) -> AdvertiserStatus:
        return self._status

    async def start(self) -> None:
        """Begin to announce in the background; returns at once."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="discovery")

    async def close(self) -> None:
        """Say goodbye (bounded in time) and stop."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._set(AdvertiserStatus("stopped"))

    async def settled(self, timeout_s: float) -> AdvertiserStatus:
        """Wait until it is announced or known not to work, at most `timeout_s`."""
        return await self.wait_for(lambda status: status.state != "starting", timeout_s)

    async def wait_for(
        self, wanted: Callable[[AdvertiserStatus], bool], timeout_s: float
    ) -> AdvertiserStatus:
        """Wait until the status is as `wanted`, at most `timeout_s`; returns the status either way."""
        try:
            async with asyncio.timeout(timeout_s):
                while not wanted(self._status):
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        return self._status

    # --- the task ------------------------------------------------------------------------------------

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._announce_until_change()
                failures = 0
            except Exception as error:
                # Whatever mDNS comes up with (no multicast, port taken, no permission): speech goes on.
                self._tell_trouble(error)
                delay_s = self._retry_s[min(failures, len(self._retry_s) - 1)]
                failures += 1
                await asyncio.sleep(delay_s)

    async def _announce_until_change(self) -> None:
        """One life of an announcement: until the addresses change or the name turns out to be taken."""
        interfaces, seen = await self._look()
        addresses = seen.node
        if not addresses:
            self._set(AdvertiserStatus("no_address"))
            await self._wait_for_change(seen, asyncio.Event())
            return
        zeroconf = await open_zeroconf(seen.all, interfaces)
        # The names of the others hold the node's id, so nobody else can have them.
        others = [also.service_info(self._record.node_id, found) for also, found in seen.also]
        joining: asyncio.Task[None] | None = None
        try:
            info, name = await self._take_name(zeroconf, addresses)
            watch = _NameWatch(info.name, self._record.node_id)
            zeroconf.zeroconf.async_add_listener(watch, None)
            joining = asyncio.create_task(self._announce_others(zeroconf, others))
            await _announce(zeroconf, info)
            self._set(AdvertiserStatus("announced", name, addresses))
            _log.info("announced as %s at %s, port %d", name, ", ".join(addresses), self._record.port)
            self._told = ""
            await self._wait_for_change(seen, watch.lost, joining)
            if watch.lost.is_set():
                self._number += 1
                # Without a goodbye, which would take the name from the one that keeps it.
                zeroconf.zeroconf.registry.async_remove([info, *others])
                _log.warning("another node is called %s too; taking another name", name)
        finally:
            if joining is not None:
                joining.cancel()
                await asyncio.gather(joining, return_exceptions=True)
            await close_zeroconf(zeroconf, timeout_s=self._goodbye_timeout_s)

    async def _announce_others(self, zeroconf: AsyncZeroconf, others: list[ServiceInfo]) -> None:
        if self._also_when is not None and others:
            await self._also_when()
        await asyncio.gather(*(_announce(zeroconf, other) for other in others))

    async def _take_name(
        self, zeroconf: AsyncZeroconf, addresses: tuple[str, ...]
    ) -> tuple[ServiceInfo, str]:
        """The first of `kitchen`, `kitchen-2`, … that nobody else has. Our own id does not count as another:
        after a crash the old announcement may still be repeated to us."""
        while self._number <= _MOST_NAMES:
            name = numbered(self._record.name, self._number)
            holder = AsyncServiceInfo(SERVICE_TYPE, instance_name(name))
            answered = await holder.async_request(zeroconf.zeroconf, timeout=_PROBE_MS)
            if not answered or holder.decoded_properties.get("id") == self._record.node_id:
                if self._number > 1:
                    _log.warning("the name %s is taken; this node is %s", self._record.name, name)
                return self._record.service_info(name, addresses), name
            self._number += 1
        self._number = 1
        raise OSError(f"the name {self._record.name} is taken {_MOST_NAMES} times")

    async def _wait_for_change(
        self, announced: _Seen, lost: asyncio.Event, joining: asyncio.Task[None] | None = None
    ) -> None:
        """Returns when two looks in a row agree on other addresses, or when the name is lost.

        Two, because an address that is renewed goes away for a moment. Raises what `joining` raised.
        """
        before = announced
        while True:
            try:
                async with asyncio.timeout(self._poll_s):
                    await lost.wait()
                return
            except TimeoutError:
                pass
            if joining is not None and joining.done():
                joining.result()
            _, now = await self._look()
            if now != announced and now == before:
                return
            before = now

    async def _look(self) -> tuple[tuple[Interface, ...], _Seen]:
        interfaces = await asyncio.to_thread(self._interfaces)
        node = advertised_addresses(interfaces, self._bind_host, self._settings)
        also = (
            (also, advertised_addresses(interfaces, also.bind_host, self._settings))
            for also in self._record.also
        )
        # What listens on this machine alone is not for those who find the node from elsewhere.
        found = tuple(
            (also, addresses) for also, addresses in also if is_local(node) or not is_local(addresses)
        )
        return interfaces, _Seen(node, found)

    def _tell_trouble(self, error: Exception) -> None:
        detail = str(error) or type(error).__name__
        self._set(AdvertiserStatus("trouble", detail=detail))
        if detail != self._told:
            self._told = detail
            unexpected = not isinstance(error, (OSError, ZeroconfError))
            _log.warning(
                "cannot announce this node (mDNS): %s; clients need its address", detail, exc_info=unexpected
            )

    def _set(self, status: AdvertiserStatus) -> None:
        self._status = status
        self._changed.set()


async def _announce(zeroconf: AsyncZeroconf, info: ServiceInfo) -> None:
    # The probing is done, under rules that zeroconf's own does not know (our id may answer).
    await (await zeroconf.async_register_service(info, cooperating_responders=True))


@dataclass(frozen=True, slots=True)
class _Seen:
    """Addresses at one look: the node's own, and those of each other service that can be announced."""

    node: tuple[str, ...]
    also: tuple[tuple[AlsoHere, tuple[str, ...]], ...]

    @property
    def all(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.node, *(address for _, found in self.also for address in found))))


class _NameWatch(RecordUpdateListener):
    """Hears when somebody else announces our name, as happens when two networks are joined.

    Both sides hear each other, so the rule must make exactly one give way: the greater id does.
    """

    def __init__(self, full_name: str, node_id: str) -> None:
        super().__init__()
        self.lost = asyncio.Event()
        self._key = full_name.lower()
        self._node_id = node_id

    def async_update_records(self, zc: Zeroconf, now: float, records: list[RecordUpdate]) -> None:
        for update in records:
            record = update.new
            if record.type != _TYPE_TXT or record.key != self._key or record.ttl == 0:
                continue
            if _text_value(getattr(record, "text", b""), b"id") < self._node_id:
                self.lost.set()


def _text_value(text: bytes, key: bytes) -> str:
    """A value of a TXT record's `key=value` strings (RFC 6763, 6.3); empty when it is not there."""
    position = 0
    while position < len(text):
        length = text[position]
        item = text[position + 1 : position + 1 + length]
        position += 1 + length
        name, found, value = item.partition(b"=")
        if found and name.lower() == key:
            return value.decode(errors="replace")
    return ""
