"""What is asked about a voice takes the same names as speaking with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tts_node.config import parse
from tts_node.errors import UnknownVoice
from tts_node.node import Node

CONFIG = """
node: {{state_dir: '{state}', embedded_voice: false}}
server: {{host: 127.0.0.1, port: 0}}
engines: {{tone: {{type: tone}}}}
styles: {{night: {{speed: 0.8}}}}
wyoming: {{enabled: false}}
discovery: {{enabled: false}}
"""


@pytest.mark.slow
async def test_prepare_and_preview_know_every_name_that_can_be_spoken_with(tmp_path: Path) -> None:
    node = Node(parse(CONFIG.format(state=tmp_path / "state"), "config.yaml"))
    try:
        await node.start()
        async with asyncio.timeout(30):
            early = await node.preview("Hello there. Bye.", "en", "tone|night")
            names = [await node.prepare(name) for name in (None, "tone", "tone|night", "|night")]
            shown = [await node.preview("Hello there. Bye.", None, name) for name in ("tone|night", None)]
            for name in ("nobody", "tone|day", "tone:nobody"):
                with pytest.raises(UnknownVoice):
                    await node.prepare(name)
                with pytest.raises(UnknownVoice):
                    await node.preview("Hello.", None, name)
    finally:
        await node.close()
    assert names == ["tone"] * 4
    for found in (early, *shown):
        assert [segment.text for segment in found.segments] == ["Hello there.", "Bye."]
    assert {segment.language for found in shown for segment in found.segments} == {"en-US"}
