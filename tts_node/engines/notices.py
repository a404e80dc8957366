"""What an engine tells the people who watch the node's log while it loads; the rest is debug output."""

from __future__ import annotations

import sys

MARK = "notice: "
"""Beginning of a line on a worker's stderr that goes into the node's log for people."""


def notice(sentence: str) -> None:
    print(f"{MARK}{sentence}", file=sys.stderr, flush=True)
