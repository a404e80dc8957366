"""Which node a command talks to: `--url`, `--node NAME`, or the only one that answers."""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Protocol

from tts_node import discovery
from tts_node.client import DEFAULT_URL, Client, ClientError, NotReachable, ServerError, connect
from tts_node.client.address import websocket_url
from tts_node.client.certificate import context_for
from tts_node.discovery import FoundNode
from tts_node.errors import NotSupported

DISCOVERY_TIMEOUT_S = 3.0
_SETTLED_S = 0.4
"""When nodes have answered and for so long no other one has, all are there. Answers to one question come
within 0.12 s (RFC 6762, 6); the rest is for a slow radio."""


class Browse(Protocol):
    """`discovery.browse`."""

    async def __call__(
        self,
        timeout_s: float,
        *,
        until: Callable[[FoundNode], bool] | None = None,
        settled_s: float | None = None,
        known: asyncio.Event | None = None,
    ) -> list[FoundNode]: ...


class WhichNode(ClientError):
    """It is not clear which node is meant; says which there are."""

    exit_code = 2


def add_node_arguments(parser: argparse.ArgumentParser) -> None:
    """`--node`, `--url`, `--token` and `--timeout`, for every command that talks to a node."""
    group = parser.add_argument_group("which node")
    group.add_argument("--node", metavar="NAME", help="by its name in the network, when several answer")
    group.add_argument(
        "--url",
        help="its address (ws://192.168.1.20:8750); looks for none; default: $TTS_NODE_URL",
    )
    group.add_argument(
        "--token",
        help="for nodes that want one; in $TTS_NODE_TOKEN other users of the machine cannot see it",
    )
    add_timeout_argument(group)


def add_timeout_argument(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=DISCOVERY_TIMEOUT_S,
        metavar="SECONDS",
        help=f"how long to look for nodes ({DISCOVERY_TIMEOUT_S:g})",
    )


@asynccontextmanager
async def open_client(arguments: argparse.Namespace, browse: Browse | None = None) -> AsyncIterator[Client]:
    """Connect to the node that the arguments mean. Raises `WhichNode`, or what `connect` raises."""
    last = None
    token = arguments.token or os.environ.get("TTS_NODE_TOKEN")
    for url in await _addresses(arguments, browse or discovery.browse):
        connection = connect(url, token=token, tls=context_for(url))
        try:
            client = await connection.__aenter__()
        except NotReachable as error:
            # A node may announce more addresses than this machine can reach.
            last = error
        except ServerError as error:
            raise _with_hint(error, given=token is not None) from None
        else:
            try:
                yield client
            finally:
                await connection.__aexit__(None, None, None)
            return
    raise last or NotReachable("no node was found")


async def find(
    node: str | None, timeout_s: float, browse: Browse, known: asyncio.Event | None = None
) -> FoundNode | None:
    """The node with this name or id, as soon as it answers; else the only one there is; None when none
    answers. `known` is set once it is certain that there is one, which is then not waited for.

    Raises `WhichNode` when several answer, or none of those that do is called so.
    """
    wanted = node.casefold() if node is not None else None

    def is_wanted(found: FoundNode) -> bool:
        return wanted in (found.name.casefold(), found.node_id.casefold())

    if wanted is None:
        found = await browse(timeout_s, settled_s=_SETTLED_S, known=known)
    else:
        found = await browse(timeout_s, until=is_wanted)
    by_id = {n.node_id or n.url: n for n in found}
    nodes = sorted(by_id.values(), key=lambda n: n.name)
    if wanted is not None:
        fitting = [n for n in nodes if is_wanted(n)]
        if len(fitting) != 1:
            there = f"these do:\n{listing(nodes)}" if nodes else "none does"
            raise WhichNode(f"no node called {node!r} answers in this network; {there}")
        return fitting[0]
    if len(nodes) > 1:
        raise WhichNode(f"several nodes answer; choose one with --node NAME:\n{listing(nodes)}")
    return nodes[0] if nodes else None


def listing(nodes: Sequence[FoundNode]) -> str:
    """A line for each node, for people."""
    width = max((len(n.name) for n in nodes), default=0)
    return "\n".join(
        f"  {n.name:<{width}}  {n.url}  {n.version}{'  wants a token' if n.auth else ''}" for n in nodes
    )


def urls_of(node: FoundNode) -> list[str]:
    """One for each address that it announces."""
    return [replace(node, addresses=(address,)).url for address in node.addresses]


async def _addresses(arguments: argparse.Namespace, browse: Browse) -> list[str]:
    if arguments.url is not None and arguments.node is not None:
        raise WhichNode("--url and --node both name a node; give one of them")
    url = arguments.url or (os.environ.get("TTS_NODE_URL") if arguments.node is None else None)
    if url is not None:
        try:
            return [websocket_url(url)]
        except ValueError as error:
            raise WhichNode(str(error)) from None
    if arguments.node is not None:
        node = await find(arguments.node, arguments.timeout, browse)
        return urls_of(node) if node is not None else []
    # Where mDNS does not work (containers, some Wi-Fi), there may still be one on this machine.
    here = asyncio.Event()
    knocking = asyncio.create_task(_knock(here))
    try:
        node = await find(None, arguments.timeout, browse, here)
        if node is not None:
            return urls_of(node)
        trouble = f"no node answered within {arguments.timeout:g} s"
        await knocking
    except NotSupported as error:
        trouble = str(error)
        await knocking
    finally:
        knocking.cancel()
        await asyncio.gather(knocking, return_exceptions=True)
    if here.is_set():
        return [DEFAULT_URL]
    raise NotReachable(
        f"{trouble}, and none is on this machine; start one with `tts-node serve`, "
        "or give its address with --url"
    )


async def _knock(here: asyncio.Event) -> None:
    """Set it when a node is on this machine."""
    try:
        async with connect(DEFAULT_URL, timeout_s=2.0):
            here.set()
    except NotReachable:
        pass
    except ClientError:
        here.set()


def _with_hint(error: ServerError, *, given: bool) -> ServerError:
    if error.code != "unauthorized":
        return error
    say = "the node does not take this token" if given else "the node wants a token"
    return ServerError(
        error.code,
        f"{say}; `tts-node token show --speak` on the node's machine shows it (with the --config or "
        "--state-dir that the node was started with); give it with --token or $TTS_NODE_TOKEN",
    )


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 60:
        raise argparse.ArgumentTypeError("more than 0 and at most 60 seconds")
    return value
