"""`tts-node check-config FILE`: every mistake with its line, or one word. Loads no model."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from tts_node import config
from tts_node.lexicon.file import load as load_lexicon
from tts_node.server.tls import Certificate


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the YAML file")


def run(arguments: argparse.Namespace) -> int:
    """Raises `ConfigError` with all problems, also of the certificate, and `BadLexicon` with those of the
    lexicon it names."""
    path: Path = arguments.file
    loaded = config.load(path)
    _look_at_certificate(loaded.server)
    voices = len(loaded.voices) + (1 if loaded.embedded_engine else 0)
    told = _lexicon(loaded.lexicon_path)
    print(f"{path}: ok ({_counted(len(loaded.engines), 'engine')}, {_counted(voices, 'voice')}{told})")
    return 0


def _look_at_certificate(server: config.ServerConfig) -> None:
    """As the node would at its start; a key is often for the node's user alone, and then left out."""
    cert, key = server.tls_cert, server.tls_key
    if cert is not None and key is not None and os.access(key, os.R_OK):
        Certificate(cert, key)


def _lexicon(path: Path) -> str:
    """What to tell of the household's words; nothing where there are none. Raises `BadLexicon`."""
    try:
        count = len(load_lexicon(path))
    except PermissionError:
        return f"; not looked at: {path} is not for you to read"
    return f", {count} {'entry' if count == 1 else 'entries'} in {path}" if count else ""


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
