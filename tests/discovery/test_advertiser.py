"""Announcing on loopback: names, conflicts, address changes, goodbye, and trouble."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from zeroconf import ServiceStateChange
from zeroconf.asyncio import AsyncServiceBrowser, AsyncZeroconf

from tests.discovery.loopback import NO_MULTICAST, needs_multicast
from tts_node.config import DiscoveryConfig
from tts_node.discovery import Advertiser, FoundNode, Interface, NodeRecord, browse
from tts_node.discovery import advertiser as module
from tts_node.errors import NotSupported

LO = Interface("lo", ("127.0.0.1",), 1)
ON_LO = DiscoveryConfig(interfaces=("lo",))

Start = Callable[..., Awaitable[Advertiser]]


def record(node_id: str, name: str) -> NodeRecord:
    return NodeRecord(node_id, name, 8750, "0.1.0", schema_version=1, min_schema_version=1, auth=False)


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    started: list[Advertiser] = []

    async def begin(node_id: str, name: str, **options: object) -> Advertiser:
        options.setdefault("interfaces", lambda: (LO,))
        advertiser = Advertiser(record(node_id, name), ON_LO, **options)  # type: ignore[arg-type]
        started.append(advertiser)
        await advertiser.start()
        return advertiser

    yield begin
    await asyncio.gather(*(advertiser.close() for advertiser in started))


async def announced(advertiser: Advertiser, name: str) -> None:
    status = await advertiser.wait_for(
        lambda status: status.state == "announced" and status.name == name, timeout_s=20
    )
    assert (status.state, status.name) == ("announced", name)


async def find(name: str) -> FoundNode | None:
    nodes = await browse(10, interfaces=["lo"], until=lambda node: node.name == name)
    return next((node for node in nodes if node.name == name), None)


@needs_multicast
@pytest.mark.slow
async def test_a_node_is_found_with_its_id_address_and_schema(start: Start) -> None:
    await announced(await start("id-1", "found.by.name"), "found.by.name")
    node = await find("found.by.name")
    assert node is not None
    assert (node.node_id, node.addresses, node.port) == ("id-1", ("127.0.0.1",), 8750)
    assert (node.schema_version, node.min_schema_version, node.auth) == (1, 1, False)


@needs_multicast
@pytest.mark.slow
async def test_d01_a_second_node_of_the_same_name_becomes_2_and_says_so(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        await announced(await start("id-1", "same"), "same")
        await announced(await start("id-2", "same"), "same-2")
    assert "the name same is taken; this node is same-2" in caplog.text
    first, second = await find("same"), await find("same-2")
    assert first is not None
    assert second is not None
    assert (first.node_id, second.node_id) == ("id-1", "id-2")


@needs_multicast
@pytest.mark.slow
async def test_d01_the_same_id_retakes_its_name_while_the_old_announcement_still_answers(
    start: Start,
) -> None:
    await announced(await start("id-1", "retaken"), "retaken")
    await announced(await start("id-1", "retaken"), "retaken")


@needs_multicast
@pytest.mark.slow
async def test_two_that_start_at_the_same_moment_end_with_different_names(start: Start) -> None:
    both = await asyncio.gather(start("id-b", "race"), start("id-a", "race"))
    await announced(both[1], "race")
    await announced(both[0], "race-2")


@needs_multicast
@pytest.mark.slow
async def test_a_closed_node_says_goodbye_and_is_not_found_any_more(start: Start) -> None:
    advertiser = await start("id-1", "leaving")
    await announced(advertiser, "leaving")
    left = asyncio.Event()
    seen = asyncio.Event()

    async def watch() -> None:
        def changed(state_change: ServiceStateChange, name: str, **_: object) -> None:
            if name.startswith("leaving."):
                (left if state_change is ServiceStateChange.Removed else seen).set()

        observer = AsyncZeroconf(interfaces=["127.0.0.1"])
        browser = AsyncServiceBrowser(observer.zeroconf, "_tts-node._tcp.local.", handlers=[changed])
        try:
            async with asyncio.timeout(20):
                await seen.wait()
                await advertiser.close()
                await left.wait()
        finally:
            await browser.async_cancel()
            await observer.async_close()

    await watch()
    await advertiser.close()
    assert advertiser.status.state == "stopped"


@needs_multicast
@pytest.mark.slow
async def test_an_address_change_is_announced_again_and_a_flicker_is_not(start: Start) -> None:
    both = Interface("lo", ("127.0.0.1", "127.0.0.2"), 1)
    looks = [(LO,), (both,), (LO,), (LO,), (both,), (both,)]
    taken: list[tuple[Interface, ...]] = []

    def look() -> tuple[Interface, ...]:
        taken.append(looks[min(len(taken), len(looks) - 1)])
        return taken[-1]

    advertiser = await start("id-1", "moving", interfaces=look, poll_s=0.05)
    await announced(advertiser, "moving")
    status = await advertiser.wait_for(lambda status: len(status.addresses) == 2, timeout_s=20)
    assert status.addresses == ("127.0.0.1", "127.0.0.2")
    # One look to start with, a flicker that was let pass, and two equal looks that were acted upon.
    assert taken[: len(looks)] == looks
    await announced(advertiser, "moving")
    node = await find("moving")
    assert node is not None
    assert set(node.addresses) == {"127.0.0.1", "127.0.0.2"}


@pytest.mark.slow
async def test_trouble_with_mdns_is_logged_once_retried_and_recovered_from(
    start: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    attempts = 0
    retried = asyncio.Event()

    async def refuse(*_: object) -> AsyncZeroconf:
        nonlocal attempts
        attempts += 1
        if attempts >= 5:
            retried.set()
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(module, "open_zeroconf", refuse)
    with caplog.at_level(logging.WARNING):
        advertiser = await start("id-1", "troubled", retry_s=(0.0,))
        assert (await advertiser.settled(10)).state == "trouble"
        async with asyncio.timeout(10):
            await retried.wait()
    assert "Operation not permitted" in advertiser.status.detail
    warnings = [entry for entry in caplog.records if entry.name == module.__name__]
    assert len(warnings) == 1
    if not NO_MULTICAST:
        monkeypatch.undo()
        await announced(advertiser, "troubled")


async def test_a_machine_without_any_address_waits_for_one(start: Start) -> None:
    advertiser = await start("id-1", "lonely", interfaces=lambda: ())
    assert (await advertiser.settled(10)).state == "no_address"


async def test_an_unreadable_list_of_interfaces_is_trouble_and_no_crash(start: Start) -> None:
    def broken() -> tuple[Interface, ...]:
        raise OSError(24, "Too many open files")

    advertiser = await start("id-1", "broken", interfaces=broken)
    status = await advertiser.settled(10)
    assert (status.state, "Too many open files" in status.detail) == ("trouble", True)


async def test_close_may_come_before_start_and_twice() -> None:
    advertiser = Advertiser(record("id-1", "never"), ON_LO, interfaces=lambda: ())
    await advertiser.close()
    await advertiser.start()
    await advertiser.start()
    await advertiser.close()
    await advertiser.close()
    assert advertiser.status.state == "stopped"


async def test_browsing_an_interface_that_is_not_there_says_so() -> None:
    with pytest.raises(NotSupported, match="no network interface called eth77"):
        await browse(0.1, interfaces=["eth77"])
