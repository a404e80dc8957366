"""A closed node leaves nothing behind: no task, no lock on its folders, no half of a sound."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tts_node.config import parse
from tts_node.node import Node
from tts_node.outputs.folder import OutputFolder

CONFIG = """
node: {{state_dir: '{state}', embedded_voice: false}}
server: {{host: 127.0.0.1, port: 0}}
engines: {{tone: {{type: tone, settings: {{rtf: 0.5}}}}}}
wyoming: {{enabled: false}}
discovery: {{enabled: false}}
"""


@pytest.mark.slow
async def test_a_closed_node_has_ended_what_it_kept_sound_with(tmp_path: Path) -> None:
    before = asyncio.all_tasks()
    node = Node(parse(CONFIG.format(state=tmp_path / "state"), "config.yaml"))
    try:
        await node.start()
        async with asyncio.timeout(30), httpx.AsyncClient(trust_env=False) as http:
            assert await node.wait_settled() == []
            wish = {"text": "this sound is still being made when the node is closed", "format": "flac"}
            answer = await http.post(f"http://127.0.0.1:{node.port}/v1/outputs", json=wish)
        assert answer.status_code == 201
    finally:
        await node.close()
        await node.close()
    assert asyncio.all_tasks() == before
    outputs = tmp_path / "state" / "outputs"
    assert list(outputs.iterdir()) == []
    OutputFolder(outputs).close()  # raises where somebody else has it
