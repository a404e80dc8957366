"""`tts-node voices`, `discover` and `preview`: what there is, for people and (`--json`) for programs."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tts_node import config, discovery
from tts_node.cli.nodes import WhichNode, add_node_arguments, add_timeout_argument, listing, open_client
from tts_node.cli.typed_text import read_pieces
from tts_node.lexicon.file import load as load_lexicon
from tts_node.protocol import TEXT_FORMATS
from tts_node.text import line as text_line
from tts_node.text.lexicon import NO_LEXICON, Lexicon
from tts_node.text.read.reader import LANGUAGES

USAGE = 2


def add_arguments_voices(parser: argparse.ArgumentParser) -> None:
    _add_json(parser)
    add_node_arguments(parser)


def run_voices(arguments: argparse.Namespace) -> int:
    """Raises what `cli.main` turns into a sentence."""

    async def ask() -> tuple[tuple[Mapping[str, Any], ...], tuple[str, ...]]:
        async with open_client(arguments) as client:
            return await client.voices(), await client.styles()

    try:
        voices, styles = asyncio.run(ask())
    except WhichNode as error:
        return _unclear(error)
    if arguments.json:
        _print_json(voices)
    else:
        rows: list[tuple[str, ...]] = [("voice", "languages", "engine", "rate", "streams", "")]
        rows += [_voice_row(voice) for voice in voices]
        _print_table(rows)
        if styles:
            print(f"styles, to be put behind a voice's name (NAME|{styles[0]}): {', '.join(styles)}")
    return 0


def add_arguments_discover(parser: argparse.ArgumentParser) -> None:
    _add_json(parser)
    add_timeout_argument(parser)


def run_discover(arguments: argparse.Namespace) -> int:
    """0 when a node answered, 1 when none did. Raises `NotSupported` where mDNS is not possible."""
    nodes = asyncio.run(discovery.browse(arguments.timeout))
    if arguments.json:
        _print_json([{**asdict(node), "url": node.url} for node in nodes])
    elif nodes:
        print(listing(nodes))
    if not nodes:
        print(f"tts-node: no node answered within {arguments.timeout:g} s", file=sys.stderr)
    return 0 if nodes else 1


def add_arguments_preview(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show how a text would be read: by this machine's rules, or by a node's (--url, --node, --voice, "
        "$TTS_NODE_URL)."
    )
    parser.add_argument("text", nargs="+", metavar="TEXT", help="the text; - reads it from stdin")
    parser.add_argument(
        "--language", help="of the text, such as de or en-GB (else that which it is found to be in)"
    )
    parser.add_argument("--voice", help="whose language to take, at a node")
    parser.add_argument("--text-format", choices=TEXT_FORMATS, help="what of the text is markup (auto)")
    parser.add_argument(
        "--lexicon", type=Path, metavar="FILE", help="the household's words (those of the configuration)"
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="the node's configuration, for how it reads"
    )
    _add_json(parser)
    add_node_arguments(parser)


def run_preview(arguments: argparse.Namespace) -> int:
    """Raises what `cli.main` turns into a sentence."""
    text = " ".join(arguments.text)
    if text == "-":
        text = "".join(read_pieces(sys.stdin.fileno()))
    try:
        if _at_a_node(arguments):
            answer = asyncio.run(_preview_at_node(text, arguments))
        else:
            settings = config.load(arguments.config)
            local = text_line.preview(
                text,
                arguments.language,
                text_format=arguments.text_format or "auto",
                code_blocks=settings.text.code_blocks,
                emoji=settings.text.emoji,
                lexicon=_lexicon(arguments.lexicon, settings),
                among=("en", *LANGUAGES),
            )
            answer = {"segments": [s.as_json() for s in local.segments], "warnings": list(local.warnings)}
    except WhichNode as error:
        return _unclear(error)
    if arguments.json:
        _print_json(answer)
        return 0
    for segment in answer["segments"]:
        print(segment["text"])
    for warning in answer["warnings"]:
        print(f"tts-node: {warning}", file=sys.stderr)
    return 0


def _at_a_node(arguments: argparse.Namespace) -> bool:
    """Whether the arguments or the environment name a node, or a voice, which only a node has."""
    if any(given is not None for given in (arguments.url, arguments.node, arguments.voice)):
        return True
    here = any(given is not None for given in (arguments.lexicon, arguments.config))
    return bool(os.environ.get("TTS_NODE_URL")) and not here


def _lexicon(named: Path | None, settings: config.Config) -> Lexicon:
    """Raises `BadLexicon`, and `OSError` for one that was named."""
    if named is not None:
        named.stat()  # one that was named has to be there
        return load_lexicon(named)
    path = settings.lexicon_path
    try:
        return load_lexicon(path)
    except PermissionError:
        print(f"tts-node: {path} is not for you to read; this is without its words", file=sys.stderr)
        return NO_LEXICON


async def _preview_at_node(text: str, arguments: argparse.Namespace) -> dict[str, Any]:
    async with open_client(arguments) as client:
        answer = await client.preview(
            text,
            language=arguments.language,
            voice=arguments.voice,
            text_format=arguments.text_format,
        )
    keys = ("text", "language", "start", "end")
    segments = [
        {key: segment.get(key) for key in keys}
        | {key: segment[key] for key in ("phonemes",) if segment.get(key) is not None}
        for segment in answer.segments
    ]
    return {"segments": segments, "warnings": list(answer.warnings)}


def _voice_row(voice: Mapping[str, Any]) -> tuple[str, ...]:
    speakers = voice.get("speakers") or ()
    notes = [
        "default" if voice.get("default") else "",
        f"{len(speakers)} speakers" if speakers else "",
        str(voice.get("note") or ""),
    ]
    return (
        str(voice.get("name")),
        ", ".join(voice.get("languages") or ()),
        str(voice.get("engine", "")),
        f"{voice.get('rate')} Hz",
        "inside sentences" if voice.get("streaming") == "chunks" else "by sentences",
        "; ".join(note for note in notes if note),
    )


def _print_table(rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())


def _print_json(value: Mapping[str, Any] | Iterable[Any]) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=2))


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _unclear(error: WhichNode) -> int:
    print(f"tts-node: {error}", file=sys.stderr)
    return USAGE
