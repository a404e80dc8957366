"""`tts-node voices fetch NAME`: a voice of Piper's public list, and the lines to add to the configuration."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from pathlib import Path

import yaml
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from tts_node import config
from tts_node.voices.piper_list import BASE_URL, Fetched, ListedVoice, fetch_voice, find, read_list


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="NAME", help="de_DE-thorsten-medium; with --list a filter")
    parser.add_argument("--list", action="store_true", help="show what there is and get nothing")
    parser.add_argument("--json", action="store_true", help="the list for programs")
    parser.add_argument("--dir", type=Path, metavar="DIR", help="where to put it (the state folder's voices)")
    parser.add_argument("--base-url", default=BASE_URL, metavar="URL", help="another copy of the list")
    parser.set_defaults(error=parser.error)


def run(arguments: argparse.Namespace) -> int:
    """Raises `FetchFailed` and `UnknownVoice` with sentences for people."""
    if arguments.name is None and not arguments.list:
        arguments.error("the following arguments are required: NAME (or --list)")
    voices = read_list(arguments.base_url)
    if arguments.list:
        return _print_list(voices, arguments.name or "", as_json=arguments.json)
    voice = find(voices, arguments.name)
    folder: Path = arguments.dir or config.load().node.state_dir / "voices"
    fetched = _fetch(voice, folder.absolute(), arguments.base_url)
    print(f"{voice.name} is there." if fetched.new else f"{voice.name} was there already.", file=sys.stderr)
    if fetched.card is not None:
        print(f"Its licence is told in {fetched.card}.", file=sys.stderr)
    print("Add to the configuration:\n", file=sys.stderr)
    lines = {"voices": {voice.name: {"path": str(fetched.model)}}}
    print(yaml.safe_dump(lines, allow_unicode=True, width=1000), end="")
    return 0


def _fetch(voice: ListedVoice, folder: Path, base_url: str) -> Fetched:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task(voice.name, total=voice.size_bytes)
        return fetch_voice(
            voice, folder, lambda done: bar.update(task, completed=max(0, done)), base_url=base_url
        )


def _print_list(voices: list[ListedVoice], words: str, *, as_json: bool) -> int:
    """0 when something fits, 1 when nothing does."""
    wanted = words.lower()
    fitting = [v for v in voices if wanted in f"{v.name} {v.language} {' '.join(v.aliases)}".lower()]
    if as_json:
        print(json.dumps([dataclasses.asdict(voice) for voice in fitting], ensure_ascii=False, indent=2))
    else:
        width = max((len(voice.name) for voice in fitting), default=0)
        for voice in fitting:
            speakers = f", {voice.speakers} speakers" if voice.speakers > 1 else ""
            print(f"{voice.name:<{width}}  {voice.size_bytes / 1e6:6.1f} MB  {voice.language}{speakers}")
    if not fitting:
        print(f"tts-node: nothing in the list fits {words!r}", file=sys.stderr)
    return 0 if fitting else 1
