"""`tts-node say --batch LINES -o DIR`: a file for every line."""

from __future__ import annotations

import argparse
import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tts_node.audio.format import OutputFormat
from tts_node.cli.nodes import open_client
from tts_node.cli.sinks import FileSink
from tts_node.client import Audio, Client, ConnectionLost, Interrupted, NoPlayer, ServerError, Started
from tts_node.errors import UnsupportedFormat

_AT_ONCE = 4
"""Lines under way: enough that the node never waits for us."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be spoken. `number` counts from 1, blank lines too, so that file names fit the text."""

    number: int
    text: str
    path: Path


async def speak_lines(arguments: argparse.Namespace, fmt: OutputFormat) -> int:
    """0 when every line became a file, 1 when one did not; those are listed. Finished files stay."""
    folder: Path = arguments.output
    lines = await asyncio.to_thread(_prepare, arguments.batch, folder, fmt)
    console = Console(stderr=True)
    shown = (arguments.progress or console.is_terminal) and not arguments.quiet
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    failed: list[tuple[Line, str]] = []
    async with open_client(arguments) as client:
        with Progress(*columns, console=console, disable=not shown) as bar:
            task = bar.add_task(client.hello.name, total=len(lines))
            waiting = iter(lines)

            async def work() -> None:
                for line in waiting:
                    try:
                        await _speak(client, line, arguments, fmt)
                    except (
                        ServerError,
                        ConnectionLost,
                        UnsupportedFormat,
                        NoPlayer,
                        OSError,
                        _NotSpoken,
                    ) as error:
                        failed.append((line, str(error)))
                    bar.advance(task)

            async with asyncio.TaskGroup() as group:
                for _ in range(_workers(client)):
                    group.create_task(work())
    failed.sort(key=lambda item: item[0].number)
    for line, why in failed:
        print(f"tts-node: line {line.number}: {why}", file=sys.stderr)
    if not arguments.quiet:
        print(f"{len(lines) - len(failed)} of {len(lines)} lines are in {folder}", file=sys.stderr)
    return 1 if failed else 0


class _NotSpoken(Exception):
    """It ended without an error, and not complete."""


async def _speak(client: Client, line: Line, arguments: argparse.Namespace, fmt: OutputFormat) -> None:
    sink = FileSink(line.path, fmt)
    try:
        async with client.speak(
            line.text,
            instruct=arguments.instruct,
            voice=arguments.voice,
            speaker=arguments.speaker,
            language=arguments.language,
            text_format=arguments.text_format,
            speed=arguments.speed,
            priority=arguments.priority or "bulk",
            cache=False if arguments.no_cache else None,
        ) as utterance:
            async for event in utterance:
                if isinstance(event, Started):
                    await sink.start(event)
                elif isinstance(event, Audio):
                    await sink.write(event.data)
                elif isinstance(event, Interrupted):
                    sink.drop_from(event.at_ms)
            done = await utterance.wait()
        if done.reason != "complete":
            raise _NotSpoken(f"not spoken to the end: {done.reason}")
        await sink.finish()
    finally:
        await sink.close()


def _prepare(source: str, folder: Path, fmt: OutputFormat) -> list[Line]:
    """Read the lines and make the folder. Raises `OSError` with the path that is wrong."""
    data = sys.stdin.buffer.read() if source == "-" else Path(source).read_bytes()
    texts = data.decode("utf-8-sig", "replace").splitlines()
    folder.mkdir(parents=True, exist_ok=True)
    digits = max(4, len(str(len(texts))))
    return [
        Line(number, text.strip(), folder / f"{number:0{digits}}.{fmt.container}")
        for number, text in enumerate(texts, 1)
        if text.strip()
    ]


def _workers(client: Client) -> int:
    limit = client.hello.limits.get("utterances_per_client")
    return max(1, min(_AT_ONCE, limit)) if isinstance(limit, int) else _AT_ONCE
