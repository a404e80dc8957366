"""How long the first sound takes through Home Assistant and from the node itself, for docs/home-assistant.md.

    HOME_ASSISTANT_ENVIRONMENT=.venvs/home-assistant-… python -m tests_home.delay

Prints the median of some rounds, from asking to the first sound beyond a header. Each round has a text that
was never spoken before.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import tempfile
import time
from pathlib import Path

from wyoming.audio import AudioChunk
from wyoming.client import AsyncTcpClient
from wyoming.tts import Synthesize

from tests.served import ServedNode, serve
from tests_home.conftest import discover
from tests_home.house import House, home_assistant
from tests_home.network import own_network

ROUNDS = 9
HEADER_BYTES = 200
"""More than a header of any format here, less than any sound."""
TEXT = "Number {number} is on the list: dinner is ready, please come down to the kitchen, and bring the cat."
RATE = {"preferred_sample_channels": 1, "preferred_sample_bytes": 2}
FORMATS: dict[str, dict[str, object]] = {
    "wav": {"preferred_format": "wav"},
    "wav, 16 kHz mono": {"preferred_format": "wav", "preferred_sample_rate": 16_000, **RATE},
    "mp3": {"preferred_format": "mp3"},
    "flac": {"preferred_format": "flac"},
}


async def from_the_node(node: ServedNode, text: str) -> float:
    """Seconds until the first chunk on the node's own Wyoming port."""
    began = time.perf_counter()
    async with AsyncTcpClient("127.0.0.1", node.wyoming_port) as client:
        await client.write_event(Synthesize(text=text).event())
        while (event := await client.read_event()) is not None:
            if AudioChunk.is_type(event.type):
                return time.perf_counter() - began
    raise AssertionError("no sound")


def through_home_assistant(house: House, entity: str, text: str, options: dict[str, object]) -> float:
    """Seconds until the first sound from the address that Home Assistant gives."""
    began = time.perf_counter()
    asked = {"engine_id": entity, "message": text, "cache": False, "options": options}
    with house.listen(house.post("/api/tts_get_url", asked)["path"]) as sound:
        size = 0
        while size < HEADER_BYTES:
            size += len(next(sound))
        took = time.perf_counter() - began
        for _ in sound:
            pass
    return took


def main() -> None:
    environment = Path(os.environ["HOME_ASSISTANT_ENVIRONMENT"]).absolute()
    with tempfile.TemporaryDirectory() as name, own_network():
        folder = Path(name)
        with home_assistant(environment, folder) as house, serve(folder / "state", discovery=True) as node:
            entity = discover(house, node).entity
            texts = (TEXT.format(number=number) for number in range(100, 1000))
            took: dict[str, list[float]] = {"the node itself": [], **{each: [] for each in FORMATS}}
            for _ in range(ROUNDS):
                took["the node itself"].append(asyncio.run(from_the_node(node, next(texts))))
                for each, options in FORMATS.items():
                    took[each].append(through_home_assistant(house, entity, next(texts), options))
    for each, seconds in took.items():
        print(f"{each:20} {1000 * statistics.median(seconds):6.0f} ms  (least {1000 * min(seconds):.0f})")


if __name__ == "__main__":
    main()
