"""What is asked about a voice takes the same names as speaking with it."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tts_node.config import parse
from tts_node.errors import UnknownVoice
from tts_node.node import Node
from tts_node.text.read.reader import reader

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


@pytest.mark.slow
async def test_a_voice_can_read_its_language_before_it_is_asked_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = "tts_node.text.read.pl"
    monkeypatch.delitem(sys.modules, rules, raising=False)
    reader.cache_clear()
    polish = "{type: tone, settings: {voices: [{name: ola, languages: [pl-PL]}]}}"
    config = CONFIG.format(state=tmp_path / "state").replace("{type: tone}", polish)
    node = Node(parse(config, "config.yaml"))
    try:
        await node.start()
        async with asyncio.timeout(30):
            while rules not in sys.modules:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
    finally:
        await node.close()
