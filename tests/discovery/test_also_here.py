"""Further services announced beside the node, such as Wyoming: their names, addresses and goodbye."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from tests.discovery.loopback import needs_multicast
from tts_node.config import DiscoveryConfig
from tts_node.discovery import Advertiser, AlsoHere, Interface, NodeRecord
from tts_node.discovery import advertiser as module

WYOMING = "_wyoming._tcp.local."
LO = Interface("lo", ("127.0.0.1",), 1)
ID = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0"

Start = Callable[..., Awaitable[Advertiser]]


pytestmark = [pytest.mark.slow, needs_multicast]


def record(node_id: str, name: str, bind_host: str = "0.0.0.0") -> NodeRecord:
    also = AlsoHere(WYOMING, 10_200, bind_host)
    return NodeRecord(
        node_id, name, 8750, "0.1.0", schema_version=1, min_schema_version=1, auth=False, also=(also,)
    )


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    started: list[Advertiser] = []

    async def begin(what: NodeRecord, **options: object) -> Advertiser:
        options.setdefault("interfaces", lambda: (LO,))
        settings = options.pop("settings", DiscoveryConfig(interfaces=("lo",)))
        advertiser = Advertiser(what, settings, **options)  # type: ignore[arg-type]
        started.append(advertiser)
        await advertiser.start()
        return advertiser

    yield begin
    await asyncio.gather(*(advertiser.close() for advertiser in started))


class Watch:
    """What a client such as Home Assistant sees of one instance."""

    def __init__(self, zeroconf: AsyncZeroconf, label: str) -> None:
        self.name = f"{label}.{WYOMING}"
        self.seen = asyncio.Event()
        self.changes: list[ServiceStateChange] = []
        self._zeroconf = zeroconf
        self._news = asyncio.Event()

    def changed(self, name: str, state_change: ServiceStateChange, **_: object) -> None:
        if name == self.name:
            self.changes.append(state_change)
            self._news.set()

    async def until(self, change: ServiceStateChange) -> None:
        async with asyncio.timeout(20):
            while change not in self.changes:
                self._news.clear()
                await self._news.wait()

    async def resolve(self) -> AsyncServiceInfo:
        info = AsyncServiceInfo(WYOMING, self.name)
        assert await info.async_request(self._zeroconf.zeroconf, timeout=10_000)
        return info


@pytest.fixture
async def watch() -> AsyncIterator[Watch]:
    zeroconf = AsyncZeroconf(interfaces=["127.0.0.1"])
    watching = Watch(zeroconf, "tts-node-0f1e2d3c4b5a")
    browser = AsyncServiceBrowser(zeroconf.zeroconf, WYOMING, handlers=[watching.changed])
    yield watching
    await browser.async_cancel()
    await zeroconf.async_close()


async def test_it_is_found_under_the_nodes_id_with_its_own_port_until_the_goodbye(
    start: Start, watch: Watch
) -> None:
    advertiser = await start(record(ID, "kitchen-w"))
    await watch.until(ServiceStateChange.Added)
    info = await watch.resolve()
    assert (info.port, info.parsed_addresses()) == (10_200, ["127.0.0.1"])
    assert (await advertiser.settled(20)).name == "kitchen-w"
    await advertiser.close()
    await watch.until(ServiceStateChange.Removed)


async def test_it_waits_until_it_is_of_use_while_the_node_is_found_already(
    start: Start, watch: Watch
) -> None:
    of_use, asked = asyncio.Event(), asyncio.Event()

    async def also_when() -> None:
        asked.set()
        await of_use.wait()

    advertiser = await start(record(ID, "early-w"), also_when=also_when)
    status = await advertiser.settled(20)
    assert (status.state, status.name, asked.is_set()) == ("announced", "early-w", True)
    assert watch.changes == []
    of_use.set()
    await watch.until(ServiceStateChange.Added)
    assert (await watch.resolve()).port == 10_200
    await advertiser.close()
    await watch.until(ServiceStateChange.Removed)


async def test_a_goodbye_need_not_wait_for_what_is_not_of_use_yet(start: Start, watch: Watch) -> None:
    advertiser = await start(record(ID, "leaving-w"), also_when=asyncio.Event().wait)
    assert (await advertiser.settled(20)).state == "announced"
    async with asyncio.timeout(10):
        await advertiser.close()
    assert (advertiser.status.state, watch.changes) == ("stopped", [])


async def test_its_name_stays_when_the_nodes_name_is_taken(start: Start, watch: Watch) -> None:
    first = await start(record("another-node-id", "same-w"))
    assert (await first.settled(20)).name == "same-w"
    second = await start(record(ID, "same-w"))
    status = await second.wait_for(lambda status: status.name == "same-w-2", timeout_s=20)
    assert status.state == "announced"
    await watch.until(ServiceStateChange.Added)
    assert (await watch.resolve()).port == 10_200


async def test_it_has_the_address_it_listens_on_and_not_the_nodes(start: Start, watch: Watch) -> None:
    both = Interface("lo", ("127.0.0.1", "127.0.0.2"), 1)
    advertiser = await start(record(ID, "apart", "127.0.0.2"), interfaces=lambda: (both,))
    status = await advertiser.settled(20)
    assert status.addresses == ("127.0.0.1", "127.0.0.2")
    assert (await watch.resolve()).parsed_addresses() == ["127.0.0.2"]


async def test_it_moves_with_the_addresses(start: Start, watch: Watch) -> None:
    both = Interface("lo", ("127.0.0.1", "127.0.0.2"), 1)
    here = [LO]
    advertiser = await start(record(ID, "moving-w"), interfaces=lambda: tuple(here), poll_s=0.05)
    assert (await advertiser.settled(20)).addresses == ("127.0.0.1",)
    here[:] = [both]
    await advertiser.wait_for(lambda status: len(status.addresses) == 2, timeout_s=20)
    async with asyncio.timeout(20):
        while True:
            if set((await watch.resolve()).parsed_addresses()) == {"127.0.0.1", "127.0.0.2"}:
                return
            await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("bind_host", "asked"),
    [
        ("127.0.0.1", ("192.0.2.7",)),
        ("::1", ("192.0.2.7",)),
        ("0.0.0.0", ("192.0.2.7",)),
        ("192.0.2.8", ("192.0.2.7", "192.0.2.8")),
    ],
)
async def test_what_listens_on_this_machine_alone_is_not_announced_to_others(
    start: Start, monkeypatch: pytest.MonkeyPatch, bind_host: str, asked: tuple[str, ...]
) -> None:
    opened: list[tuple[str, ...]] = []

    async def refuse(addresses: Sequence[str], _: object) -> AsyncZeroconf:
        opened.append(tuple(addresses))
        raise OSError("seen enough")

    monkeypatch.setattr(module, "open_zeroconf", refuse)
    interfaces = (LO, Interface("eth9", ("192.0.2.7",), 9))
    advertiser = await start(
        record(ID, "alone", bind_host), interfaces=lambda: interfaces, settings=DiscoveryConfig()
    )
    assert (await advertiser.settled(10)).state == "trouble"
    assert opened == [asked]
