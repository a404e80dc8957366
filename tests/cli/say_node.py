"""What the tests of `say` share: running it, and a node that speaks a second for everything."""

from __future__ import annotations

import asyncio
from pathlib import Path

from fake_node import Peer, done, start

from tts_node.cli import main
from tts_node.protocol import Error, Speak

RATE = 22_050
SECOND = bytes(range(210)) * 210
"""22,050 samples."""


async def run(*words: str) -> int:
    """The command as a person runs it, in a thread of its own since it brings its own event loop."""
    return await asyncio.to_thread(_run, words)


def _run(words: tuple[str, ...]) -> int:
    try:
        return main(list(words))
    except SystemExit as exit:  # argparse
        assert isinstance(exit.code, int)
        return exit.code


async def speaks_a_second(peer: Peer) -> None:
    """Everything that is asked for takes a second of sound; `fail` in the text fails."""
    while True:
        message = await peer.hear()
        if not isinstance(message, Speak) or message.id is None:
            continue
        if "fail" in message.text:
            error = Error(code="engine_failed", message="the engine broke", id=message.id)
            await peer.say(start(message.id), SECOND[:100], error)
            await peer.say(done(message.id, "error", error_code="engine_failed"))
        elif "expire" in message.text:
            await peer.say(done(message.id, "expired"))
        else:
            pieces = [SECOND[at : at + 5_001] for at in range(0, len(SECOND), 5_001)]
            await peer.say(start(message.id), *pieces, done(message.id, audio_ms=1000.0))


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())
