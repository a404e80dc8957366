"""`tts-node serve`: start a node and keep it until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import logging
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tts_node import config as configuration
from tts_node import logs
from tts_node.config import Config
from tts_node.crew import Crew
from tts_node.errors import NodeError

if TYPE_CHECKING:
    from tts_node.node import Node

_LOG = logging.getLogger(__name__)
_DRAIN_S = 20.0
"""How long a stopping node goes on with what it has accepted. A second signal ends it at once."""
_ANNOUNCE_S = 4.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="FILE", help="YAML configuration (default: $TTS_NODE_CONFIG)")
    add("--host", help="address to listen on, over `server.host`")
    add("--port", type=int, help="port to listen on, over `server.port`; 0 takes a free one")
    add("--wyoming-port", type=int, metavar="PORT", help="port for Wyoming, over `wyoming.port`; 0 as above")
    add("--state-dir", type=Path, metavar="DIR", help="state folder, over `node.state_dir`")
    add("--no-discovery", action="store_true", help="do not announce the node by zeroconf")


def run(arguments: argparse.Namespace) -> int:
    config = configuration.override(
        _load(arguments.config),
        host=arguments.host,
        port=arguments.port,
        state_dir=arguments.state_dir,
        discovery=False if arguments.no_discovery else None,
        wyoming_port=arguments.wyoming_port,
    )
    logs.configure(config.logging.level, config.logging.format, config.logging.file)
    return asyncio.run(_serve(config))


def _load(file: Path | None) -> Config:
    if file is None and (named := os.environ.get(configuration.CONFIG_VARIABLE)):
        file = Path(named)
    return configuration.load(file) if file is not None else Config()


async def _serve(config: Config) -> int:
    crew = Crew(config)
    try:
        await crew.start()
        # Workers load in processes of their own; meanwhile the rest of the node is imported.
        module = await asyncio.to_thread(importlib.import_module, "tts_node.node")
        node: Node = module.Node(config, crew)
    except BaseException:
        await crew.close()
        raise
    stop = asyncio.Event()
    signals: list[int] = []

    def told(number: int) -> None:
        signals.append(number)
        stop.set()
        if len(signals) > 1:
            _LOG.warning("told to stop again: stopping at once")
            hurry.set()

    hurry = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told, number)
    try:
        await node.start()
        _say(f"tts-node {node.version} listens on {_url(config, node.port)}")
        _say(node.wyoming.told)
        telling = asyncio.create_task(_tell(node))
        await stop.wait()
        telling.cancel()
        if node.speech.live_count:
            _LOG.info("finishing what is being said (at most %g s)", _DRAIN_S)
        draining = asyncio.create_task(node.drain(_DRAIN_S))
        hurrying = asyncio.create_task(hurry.wait())
        await asyncio.wait((draining, hurrying), return_when=asyncio.FIRST_COMPLETED)
        for task in (draining, hurrying):
            task.cancel()
        return 0
    finally:
        await node.close()


async def _tell(node: Node) -> None:
    """What a person wants to know, as soon as it is known."""
    try:
        await node.wait_ready()
    except NodeError as error:
        _say(f"cannot speak: {error}")
        return
    for voice in node.voices():
        speakers = f", {len(voice.speakers)} speakers" if len(voice.speakers) > 1 else ""
        mark = " (default)" if voice.default else ""
        note = f"; {voice.note}" if voice.note and voice.streaming == "whole" else ""
        _say(f"voice {voice.name}{mark}: {', '.join(voice.languages)}, {voice.rate} Hz{speakers}{note}")
    _say("ready")
    advertiser = node.advertiser
    if advertiser is None:
        _say("not announced (discovery is off)")
    else:
        status = await advertiser.settled(_ANNOUNCE_S)
        if status.state == "announced":
            _say(f"announced as {status.name!r} at {', '.join(status.addresses)}")
        else:
            _say(f"not announced: {status.detail or status.state}; clients need --url")
    secure = "s" if node.config.server.tls_cert is not None else ""
    _say(f'try:  tts-node say "Dinner is ready" --url ws{secure}://127.0.0.1:{node.port}/v1/ws')
    _say(f"or open http{secure}://127.0.0.1:{node.port}/")


def _url(config: Config, port: int) -> str:
    host = config.server.host
    if ":" in host:
        host = f"[{host}]"
    scheme = "https" if config.server.tls_cert is not None else "http"
    return f"{scheme}://{host}:{port}/ (WebSocket at /v1/ws)"


def _say(line: str) -> None:
    print(line, file=sys.stdout, flush=True)
