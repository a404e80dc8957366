"""A node that is told to stop ends what it has begun to say over HTTP, and takes nothing new."""

from __future__ import annotations

import signal
from pathlib import Path

import httpx
import pytest

from tests.served import serve
from tests.server.http.tones import decode, misheard

CONFIG = """
node: {embedded_voice: false}
engines: {tone: {type: tone, settings: {rtf: 0.4}}}
wyoming: {enabled: false}
"""
TEXT = "these words are still being made when the node is told to stop and all of them arrive"


@pytest.mark.slow
def test_a_stopping_node_finishes_answers_and_kept_sounds(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=CONFIG) as node, httpx.Client(trust_env=False, timeout=60) as http:
        kept = http.post(f"{node.http}/v1/outputs", json={"text": TEXT, "format": "flac"}).json()
        with (
            http.stream("POST", f"{node.http}/v1/speak", json={"text": f"{TEXT} aloud"}) as answer,
            http.stream("GET", kept["url"]) as fetched,
        ):
            pieces = answer.iter_raw(512)
            sound = next(pieces)
            node.process.send_signal(signal.SIGTERM)
            sound += b"".join(pieces)
            samples, rate = decode(sound, "wav")
            assert misheard(samples, rate, f"{TEXT} aloud") == []
            samples, rate = decode(b"".join(fetched.iter_raw()), "flac")
            assert misheard(samples, rate, TEXT) == []
        assert node.process.wait(30) == 0
        files = [path.name for path in (node.state_dir / "outputs").iterdir()]
        assert files == [f"{kept['id']}.flac"]


@pytest.mark.slow
def test_a_kept_sound_is_still_there_after_a_restart(tmp_path: Path) -> None:
    with serve(tmp_path / "state", config=CONFIG) as node:
        kept = httpx.post(
            f"{node.http}/v1/outputs", json={"text": "one two", "format": "mp3"}, trust_env=False
        ).json()
        sound = httpx.get(kept["url"], trust_env=False).content
    with serve(tmp_path / "state", config=CONFIG) as node:
        again = httpx.get(f"{node.http}{kept['path']}", trust_env=False)
        assert (again.status_code, again.content) == (200, sound)
        assert again.headers["content-type"] == "audio/mpeg"
