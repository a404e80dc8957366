"""Which node a command talks to: `--url`, `--node NAME`, or the only one that answers."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from tts_node import discovery
from tts_node.client import DEFAULT_URL, Client, ClientError, NotReachable, ServerError, connect
from tts_node.client.address import websocket_url
from tts_node.discovery import FoundNode
from tts_node.errors import NotSupported

DISCOVERY_TIMEOUT_S = 3.0
Browse = Callable[[float], Awaitable[list[FoundNode]]]


class WhichNode(ClientError):
    """It is not clear which node is meant; says which there are. The exit code is 2."""


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
        connection = connect(url, token=token)
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


async def find(node: str | None, timeout_s: float, browse: Browse) -> FoundNode | None:
    """The node with this name or id, else the only one there is; None when none answers.

    Raises `WhichNode` when several answer, or none of those that do is called so.
    """
    found = await browse(timeout_s)
    by_id = {n.node_id or n.url: n for n in found}
    nodes = sorted(by_id.values(), key=lambda n: n.name)
    if node is not None:
        wanted = node.casefold()
        fitting = [n for n in nodes if wanted in (n.name.casefold(), n.node_id.casefold())]
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


async def _addresses(arguments: argparse.Namespace, browse: Browse) -> list[str]:
    if arguments.url is not None and arguments.node is not None:
        raise WhichNode("--url and --node both name a node; give one of them")
    url = arguments.url or (os.environ.get("TTS_NODE_URL") if arguments.node is None else None)
    if url is not None:
        try:
            return [websocket_url(url)]
        except ValueError as error:
            raise WhichNode(str(error)) from None
    try:
        node = await find(arguments.node, arguments.timeout, browse)
    except NotSupported as error:
        if arguments.node is not None:
            raise
        trouble = str(error)
    else:
        if node is not None:
            return [replace(node, addresses=(address,)).url for address in node.addresses]
        trouble = f"no node answered within {arguments.timeout:g} s"
    # Where mDNS does not work (containers, some Wi-Fi), there may still be one on this machine.
    if await _is_node_here():
        return [DEFAULT_URL]
    raise NotReachable(
        f"{trouble}, and none is on this machine; start one with `tts-node serve`, "
        "or give its address with --url"
    )


async def _is_node_here() -> bool:
    try:
        async with connect(DEFAULT_URL, timeout_s=2.0):
            return True
    except NotReachable:
        return False
    except ClientError:
        return True


def _with_hint(error: ServerError, *, given: bool) -> ServerError:
    if error.code != "unauthorized":
        return error
    say = "the node does not take this token" if given else "the node wants a token"
    return ServerError(
        error.code, f"{say}; `tts-node token show` on the node's machine shows it (--token, $TTS_NODE_TOKEN)"
    )


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 60:
        raise argparse.ArgumentTypeError("more than 0 and at most 60 seconds")
    return value
