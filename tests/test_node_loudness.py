"""A real node measures its voices while nobody speaks, keeps what it found, and is as loud as configured."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.served import ServedNode, serve
from tts_node.audio import lufs
from tts_node.client.sync import connect

RATE = 16_000
CONFIG = """
engines:
  tone:
    type: tone
    settings:
      voices: [{name: quiet, rate: 16000, own_level: false}]
node: {embedded_voice: false}
audio: {loudness_lufs: -26.0, gap_ms: 0}
"""
TEXT = "This is spoken to hear how loud it is, and it lasts a while for that."


def loudness(node: ServedNode) -> float:
    with connect(node.ws) as client:
        pcm = b"".join(client.speak(TEXT).audio())
    found = lufs.integrated(pcm, RATE)
    assert found is not None
    return found


@pytest.mark.slow
def test_a_voice_is_measured_once_and_for_all(tmp_path: Path) -> None:
    file = tmp_path / "state" / "loudness.json"
    with serve(tmp_path / "state", config=CONFIG) as node:
        deadline = time.monotonic() + 60.0
        while not file.exists():  # another process writes it
            assert time.monotonic() < deadline
            time.sleep(0.1)
        assert loudness(node) == pytest.approx(-26.0, abs=1.0)
    kept = json.loads(file.read_text())
    assert len(kept["lufs"]) == 1
    written = file.stat().st_mtime_ns
    with serve(tmp_path / "state", config=CONFIG) as node:
        assert loudness(node) == pytest.approx(-26.0, abs=1.0)  # at once
    assert file.stat().st_mtime_ns == written
    file.write_text("torn")
    with serve(tmp_path / "state", config=CONFIG.replace("-26.0", "null")) as node:
        own = next(iter(kept["lufs"].values()))
        assert loudness(node) == pytest.approx(own, abs=1.0)
    assert file.read_text() == "torn"
