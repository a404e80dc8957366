"""`tts-node token show` and `token new`: the secrets that clients of this node need."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tts_node import config
from tts_node.state import TokenKind, open_state


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "action",
        choices=("show", "new"),
        metavar="show|new",
        help="show the token, or replace it by a new one",
    )
    parser.add_argument(
        "--speak",
        action="store_true",
        help="the token for speaking (see server.require_token), not the one for administration",
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="the node's configuration")
    parser.add_argument("--state-dir", type=Path, metavar="DIR", help="the node's state folder")


def run(arguments: argparse.Namespace) -> int:
    """Prints the token alone, for scripts. Raises `ConfigError` where the state folder cannot be used."""
    settings = config.override(config.load(arguments.config), state_dir=arguments.state_dir)
    unused = not (settings.node.state_dir / "node-id").exists()
    state = open_state(settings.node.state_dir)
    if unused:
        print(
            f"tts-node: no node has run with the state folder {settings.node.state_dir} yet; "
            "give the --state-dir or --config that yours was started with, if any",
            file=sys.stderr,
        )
    kind: TokenKind = "speak" if arguments.speak else "admin"
    if arguments.action == "show":
        print(state.token(kind))
        return 0
    print(state.new_token(kind))
    print(
        "The old token opens nothing from now on; connections that it opened stay until they end.",
        file=sys.stderr,
    )
    return 0
