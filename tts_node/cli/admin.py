"""Asks a running node over HTTP what needs the admin token, by default the one on this machine."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import http.client
import json
import os
import ssl
import urllib.parse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from tts_node import config
from tts_node.client.address import DEFAULT_URL, websocket_url
from tts_node.client.certificate import context_for, is_loopback, trouble
from tts_node.errors import ConfigError, NodeError, NotReady, Unauthorized
from tts_node.state import open_state

_TIMEOUT_S: Final = 30.0
_CONNECT_S: Final = 5.0
_LOOK_S: Final = 3.0


class Refused(NodeError):
    """The node said no; the sentence is its own."""


def add_admin_arguments(parser: argparse.ArgumentParser) -> None:
    """`--node`, `--url`, `--token`, `--config`, `--state-dir` and `--timeout`."""
    group = parser.add_argument_group("which node")
    group.add_argument("--node", metavar="NAME", help="by its name in the network")
    group.add_argument(
        "--url", help="its address (http://192.168.1.20:8750); default: $TTS_NODE_URL, else this machine"
    )
    group.add_argument(
        "--token",
        help="the admin token; default: $TTS_NODE_TOKEN, else the one in this machine's state folder",
    )
    group.add_argument("--config", type=Path, metavar="FILE", help="the node's configuration, for its folder")
    group.add_argument("--state-dir", type=Path, metavar="DIR", help="the node's state folder, for its token")
    group.add_argument(
        "--timeout",
        type=_seconds,
        default=_LOOK_S,
        metavar="SECONDS",
        help=f"how long to look for NAME ({_LOOK_S:g})",
    )


def ask(
    arguments: argparse.Namespace,
    method: str,
    path: str,
    body: Mapping[str, object] | None = None,
    *,
    timeout_s: float = _TIMEOUT_S,
) -> dict[str, Any]:
    """One request to `/v1/admin/{path}`. Raises `NodeError` with a sentence for people, and what `nodes.find`
    raises."""
    urls, is_own = _urls(arguments)
    token = _token(arguments, is_own=is_own)
    for url in urls[:-1]:
        # A node may announce more addresses than this machine can reach.
        with contextlib.suppress(_NotThere):
            return _ask(url, token, method, path, body, timeout_s)
    return _ask(urls[-1], token, method, path, body, timeout_s)


# --- private -----------------------------------------------------------------------------------------


class _NotThere(NotReady):
    """Nobody listens at this address."""


def _ask(
    url: str, token: str, method: str, path: str, body: Mapping[str, object] | None, timeout_s: float
) -> dict[str, Any]:
    parts = urllib.parse.urlsplit(url)
    headers = {"accept": "application/json", "authorization": f"Bearer {token}"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["content-type"] = "application/json"
    place = urllib.parse.quote(f"/v1/admin/{path}")
    connection = _connected(url)
    try:
        connection.sock.settimeout(timeout_s)
        connection.request(method, place, body=data, headers=headers)
        answer = connection.getresponse()
        status, text = answer.status, answer.read()
    except TimeoutError:
        raise NotReady(f"{parts.netloc} did not answer within {timeout_s:g} s") from None
    except (OSError, http.client.HTTPException) as error:
        # Not to be tried elsewhere: perhaps it does what it was asked for.
        raise NotReady(f"{parts.netloc} hung up instead of answering ({_words(error)})") from None
    finally:
        connection.close()
    return _decode(status, text)


def _urls(arguments: argparse.Namespace) -> tuple[list[str], bool]:
    """Where to ask, and whether it is this machine's node, whose token lies in its state folder."""
    if arguments.node is not None:
        return _named(arguments)
    given = arguments.url or os.environ.get("TTS_NODE_URL")
    try:
        url = websocket_url(given) if given else _own_url(arguments)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    return [url], is_loopback(url)


def _named(arguments: argparse.Namespace) -> tuple[list[str], bool]:
    # Zeroconf and the client take longer to import than everything else here takes.
    from tts_node import discovery
    from tts_node.cli.nodes import WhichNode, find, urls_of

    if arguments.url is not None:
        raise WhichNode("--url and --node both name a node; give one of them")
    node = asyncio.run(find(arguments.node, arguments.timeout, discovery.browse))
    assert node is not None, "a name is found, or `find` raises"
    try:
        is_own = (_state_dir(arguments) / "node-id").read_text().strip() == node.node_id
    except OSError:
        is_own = False
    if not is_own:
        return urls_of(node), False
    # Anybody in the network may announce itself as our node: its token goes to addresses of this machine.
    here = replace(node, addresses=tuple(filter(discovery.is_here, node.addresses)))
    return urls_of(here) or [_own_url(arguments)], True


def _own_url(arguments: argparse.Namespace) -> str:
    """This machine's node, where its configuration says another port."""
    server = config.load(arguments.config).server
    if not server.port:
        return DEFAULT_URL
    scheme = "wss" if server.tls_cert is not None else "ws"
    return websocket_url(f"{scheme}://127.0.0.1:{server.port}")


def _state_dir(arguments: argparse.Namespace) -> Path:
    return config.override(config.load(arguments.config), state_dir=arguments.state_dir).node.state_dir


def _token(arguments: argparse.Namespace, *, is_own: bool) -> str:
    given = arguments.token or os.environ.get("TTS_NODE_TOKEN")
    if given:
        return str(given)
    if arguments.state_dir is None and not is_own:
        # This machine's token is nobody else's business.
        raise Unauthorized(
            "that node is on another machine: `tts-node token show` there shows its token "
            "(--token, $TTS_NODE_TOKEN)"
        )
    return open_state(_state_dir(arguments)).token("admin")


def _connected(url: str) -> http.client.HTTPConnection:
    """Raises `_NotThere`."""
    parts = urllib.parse.urlsplit(url)
    assert parts.hostname is not None
    place, port, context = parts.hostname, parts.port, context_for(url)
    connection: http.client.HTTPConnection
    if context is not None:
        connection = http.client.HTTPSConnection(place, port, timeout=_CONNECT_S, context=context)
    else:
        connection = http.client.HTTPConnection(place, port, timeout=_CONNECT_S)
    try:
        connection.connect()
    except ssl.SSLError as error:
        raise _NotThere(f"cannot talk to {parts.netloc}: {trouble(error)}") from None
    except OSError as error:
        raise _NotThere(
            f"no node answers at {parts.netloc} ({_words(error)}); give its address with --url, or start one"
        ) from None
    return connection


def _decode(status: int, text: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise Refused(f"the answer is not a node's (status {status})")
    if status == 200:
        return answer
    if answer.get("code") == "unauthorized":
        raise Unauthorized(
            f"{answer.get('message')}; `tts-node token show` on the node's machine shows it (with the "
            "--config or --state-dir that the node was started with); give it with --token or $TTS_NODE_TOKEN"
        )
    raise Refused(str(answer.get("message") or f"the node answered with status {status}"))


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 60:
        raise argparse.ArgumentTypeError("more than 0 and at most 60 seconds")
    return value


def _words(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
