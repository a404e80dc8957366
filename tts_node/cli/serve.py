"""`tts-node serve`: start a node and keep it until it is told to stop, or to start again."""

from __future__ import annotations

import argparse
import asyncio
import gc
import importlib
import logging
import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from tts_node import config as configuration
from tts_node import heap, logs
from tts_node.cli import MISCONFIGURED, OK, RESTART, UNABLE
from tts_node.cli.own_name import own_name
from tts_node.cli.streams import drop_stdout
from tts_node.config import Config
from tts_node.crew import Crew
from tts_node.errors import ConfigError, NotSupported
from tts_node.fitness import Fitness
from tts_node.server.entrance import allow_more_files
from tts_node.service import ServiceManager
from tts_node.state_lock import used_alone

if TYPE_CHECKING:
    from tts_node.node import Node

_LOG = logging.getLogger(__name__)
DRAIN_S: Final = 20.0
"""How long a stopping node goes on with what it has accepted. A second signal ends it at once."""
_OTHER_NODE_S: Final = DRAIN_S + 5.0
"""How long it waits for the node before it on the same state folder, which may be draining."""
_ANNOUNCE_S: Final = 4.0
_LOOK_S: Final = 5.0
_TRIM_S: Final = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--config", type=Path, metavar="FILE", help="YAML configuration (default: $TTS_NODE_CONFIG)")
    add("--host", help="address to listen on, over `server.host`")
    add("--port", type=int, help="port to listen on, over `server.port`; 0 takes a free one")
    add("--wyoming-port", type=int, metavar="PORT", help="port for Wyoming, over `wyoming.port`; 0 as above")
    add("--state-dir", type=Path, metavar="DIR", help="state folder, over `node.state_dir`")
    add("--no-discovery", action="store_true", help="do not announce the node by zeroconf")


def run(arguments: argparse.Namespace) -> int:
    """0 after a clean stop, else one of the codes in `tts_node.cli`."""
    try:
        config = _configured(arguments)
    except ConfigError as error:
        print(f"tts-node: {error}", file=sys.stderr)
        return MISCONFIGURED
    logs.configure(config.logging.level, config.logging.format, config.logging.file)
    allow_more_files()
    manager = ServiceManager.from_environment()
    with used_alone(config.node.state_dir, wait_s=_OTHER_NODE_S):
        code = asyncio.run(_serve(config, manager, partial(_configured, arguments)))
    if code == RESTART and manager is None:
        _start_again()
    return code


def _configured(arguments: argparse.Namespace) -> Config:
    file: Path | None = arguments.config
    if file is None and (named := os.environ.get(configuration.CONFIG_VARIABLE)):
        file = Path(named)
    return configuration.override(
        configuration.load(file) if file is not None else Config(),
        host=arguments.host,
        port=arguments.port,
        state_dir=arguments.state_dir,
        discovery=False if arguments.no_discovery else None,
        wyoming_port=arguments.wyoming_port,
    )


def _start_again() -> NoReturn:
    """Nobody else would do it: the same program in the same process, from its very beginning."""
    logging.shutdown()
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


class _Ending:
    """Why the node is to end; the first reason counts."""

    def __init__(self) -> None:
        self.code = OK
        self._asked = 0
        self._event = asyncio.Event()
        self.hurry = asyncio.Event()
        """It is to end at once."""

    def ask(self, code: int) -> None:
        if not self._event.is_set():
            self.code = code
            self._event.set()

    def signalled(self) -> None:
        self._asked += 1
        self.ask(OK)
        if self._asked > 1:
            _LOG.warning("told to stop again: stopping at once")
            self.hurry.set()

    async def wait(self) -> None:
        await self._event.wait()


async def _serve(config: Config, manager: ServiceManager | None, reload: Callable[[], Config]) -> int:
    ending = _Ending()

    def restart(reason: str) -> None:
        try:
            reload()
        except ConfigError as error:
            raise NotSupported(f"the node would not come back, its configuration is wrong: {error}") from None
        _LOG.info("restarting: %s", reason)
        ending.ask(RESTART)

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ending.signalled)
    crew = Crew(config)
    try:
        await crew.start()
        # Workers load in processes of their own; meanwhile the rest of the node is imported.
        module = await asyncio.to_thread(importlib.import_module, "tts_node.node")
        node: Node = module.Node(config, crew, restart=restart)
    except BaseException:
        await crew.close()
        raise
    try:
        await node.start()
        _say(f"tts-node {node.version} listens on {_url(config, node.port)}")
        _say(node.wyoming.told)
        if manager is not None:
            manager.ready()
        tasks = (
            asyncio.create_task(_tell(node), name="tell"),
            asyncio.create_task(_watch(node, manager, ending), name="fitness"),
            asyncio.create_task(_keep_small(), name="heap"),
        )
        await ending.wait()
        tasks[0].cancel()
        if manager is not None:
            manager.stopping()
        await _drain(node, ending)
        for task in tasks[1:]:
            task.cancel()
        return ending.code
    finally:
        await node.close()
        if manager is not None:
            manager.close()


async def _drain(node: Node, ending: _Ending) -> None:
    if node.speech.live_count:
        _LOG.info("finishing what is being said (at most %g s)", DRAIN_S)
    draining = asyncio.create_task(node.drain(DRAIN_S))
    hurrying = asyncio.create_task(ending.hurry.wait())
    await asyncio.wait((draining, hurrying), return_when=asyncio.FIRST_COMPLETED)
    for task in (draining, hurrying):
        task.cancel()


async def _watch(node: Node, manager: ServiceManager | None, ending: _Ending) -> None:
    """Tell the manager that all is well for as long as it is. A loop that is stuck tells nothing, either."""
    fitness = Fitness(lambda: node.is_able, patience_s=node.config.node.give_up_s)
    every_s = _LOOK_S
    if manager is not None and manager.watchdog_s is not None:
        # As sd_watchdog_enabled(3) advises.
        every_s = min(every_s, manager.watchdog_s / 2.0)
    while True:
        problem = fitness.look()
        if problem is not None:
            _LOG.error("giving up: %s (%s)", problem, "; ".join(node.readiness()[1]))
            ending.ask(UNABLE)
            return
        if manager is not None:
            manager.watchdog()
            manager.status(_in_short(node))
        await asyncio.sleep(every_s)


async def _keep_small() -> None:
    """Give free memory back now and then.

    What is there when the node listens stays as long as it does, and a collection that walked it would stop
    the loop for a tenth of a second. Sound of all lengths comes and goes between objects that stay: without
    this a node that speaks all day grows by about 2 MB per 1,000 utterances until its heap has holes enough.
    """
    heap.settle()
    while True:
        await asyncio.sleep(_TRIM_S)
        gc.collect()
        await asyncio.to_thread(heap.trim)


def _in_short(node: Node) -> str:
    ready, missing = node.readiness()
    if node.draining:
        return f"stopping; {node.speech.live_count} utterances under way"
    voices = ", ".join(voice.name for voice in node.voices())
    return "; ".join([f"speaks: {voices}" if ready else "cannot speak yet", *missing])


async def _tell(node: Node) -> None:
    """What a person wants to know, as soon as it is known."""
    errors = await node.wait_settled()
    for error in errors:
        _LOG.warning("%s", error)
        _say(str(error) if node.is_able else f"cannot speak: {error}")
    if errors and not node.is_able:
        return
    for voice in node.voices():
        speakers = f", {len(voice.speakers)} speakers" if len(voice.speakers) > 1 else ""
        mark = " (default)" if voice.default else ""
        note = f"; {voice.note}" if voice.note and voice.streaming == "whole" else ""
        _say(f"voice {voice.name}{mark}: {', '.join(voice.languages)}, {voice.rate} Hz{speakers}{note}")
    if (absent := node.absent_default) is not None:
        _LOG.warning("%s", absent)
        _say(absent)
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
    token = " --token TOKEN" if node.config.server.require_token else ""
    _say(f'try:  {own_name()} say "Dinner is ready" --url ws{secure}://127.0.0.1:{node.port}/v1/ws{token}')
    _say(f"or open http{secure}://127.0.0.1:{node.port}/")
    if token:
        _say(f"      (`{own_name()} token show --speak` shows the token)")


def _url(config: Config, port: int) -> str:
    host = config.server.host
    if ":" in host:
        host = f"[{host}]"
    scheme = "https" if config.server.tls_cert is not None else "http"
    return f"{scheme}://{host}:{port}/ (WebSocket at /v1/ws)"


def _say(line: str) -> None:
    try:
        print(line, file=sys.stdout, flush=True)
    except OSError:
        drop_stdout()  # a node speaks also where nobody reads that
