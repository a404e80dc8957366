"""`tts-node check-config FILE`: every mistake with its line, or one word. Loads no model."""

from __future__ import annotations

import argparse
from pathlib import Path

from tts_node import config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the YAML file")


def run(arguments: argparse.Namespace) -> int:
    """Raises `ConfigError` with all problems."""
    path: Path = arguments.file
    loaded = config.load(path)
    voices = len(loaded.voices) + (1 if loaded.embedded_engine else 0)
    print(f"{path}: ok ({_counted(len(loaded.engines), 'engine')}, {_counted(voices, 'voice')})")
    return 0


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
