"""`tts-node check-config FILE`: every mistake with its line, or one word. Loads no model."""

from __future__ import annotations

import argparse
from pathlib import Path

from tts_node import config
from tts_node.lexicon.file import load as load_lexicon


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the YAML file")


def run(arguments: argparse.Namespace) -> int:
    """Raises `ConfigError` with all problems, and `BadLexicon` with those of the lexicon it names."""
    path: Path = arguments.file
    loaded = config.load(path)
    words = len(load_lexicon(loaded.lexicon_path))
    voices = len(loaded.voices) + (1 if loaded.embedded_engine else 0)
    told = f", {words} entries in {loaded.lexicon_path}" if words else ""
    print(f"{path}: ok ({_counted(len(loaded.engines), 'engine')}, {_counted(voices, 'voice')}{told})")
    return 0


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
