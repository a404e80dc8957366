"""The node in the house: its name, its addresses, its door and its configuration (D01, D02, A01, A02)."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from tests.discovery.test_advertiser import needs_multicast
from tests.faults.talking import PATIENCE_S, get_json, speak, status, talker, tone_config, tones
from tests.served import ServedNode, serve


async def announced(node: ServedNode) -> dict[str, Any]:
    """Its discovery status, once it is announced."""
    async with asyncio.timeout(PATIENCE_S):
        while (told := (await status(node))["discovery"])["state"] != "announced":  # noqa: ASYNC110
            await asyncio.sleep(0.1)
        return told  # type: ignore[no-any-return]


# --- D01 ---------------------------------------------------------------------------------------------------


@needs_multicast
@pytest.mark.slow
async def test_a_name_that_is_taken_gets_a_number_and_a_killed_node_has_its_name_back(
    tmp_path: Path,
) -> None:
    """D01"""
    name = f"kitchen {os.getpid()}"
    config = tone_config(node={"name": name}, discovery={"interfaces": ["lo"]})
    with serve(tmp_path / "first", config=config, discovery=True) as first:
        assert (await announced(first))["name"] == name
        node_id = (await status(first))["node_id"]
        with serve(tmp_path / "second", config=config, discovery=True) as second:
            assert (await announced(second))["name"] == f"{name}-2"
            assert (await status(second))["node_id"] != node_id
            assert (await speak(second, "I speak all the same.")).outcome == "complete"
        os.kill(first.process.pid, signal.SIGKILL)
        first.process.wait()
        # No goodbye was said, so its name is still remembered everywhere.
        with serve(tmp_path / "first", config=config, discovery=True) as again:
            assert (await announced(again))["name"] == name
            assert (await status(again))["node_id"] == node_id
            assert (await speak(again, "I am back.")).sound == tones("I am back.")


# --- D02 ---------------------------------------------------------------------------------------------------


@needs_multicast
@pytest.mark.slow
async def test_the_address_to_announce_is_the_one_that_the_configuration_names(tmp_path: Path) -> None:
    """D02"""
    settings = {"interfaces": ["lo"], "advertise_address": ["192.0.2.7"]}
    config = tone_config(node={"name": f"cellar {os.getpid()}"}, discovery=settings)
    with serve(tmp_path / "state", config=config, discovery=True) as node:
        assert (await announced(node))["addresses"] == ["192.0.2.7"]


# --- A01 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
async def test_the_token_guards_every_door_alike_and_is_never_written_down(tmp_path: Path) -> None:
    """A01"""
    log = tmp_path / "node.log"
    config = tone_config(server={"require_token": True}, logging={"level": "debug", "file": str(log)})
    with serve(tmp_path / "state", config=config) as node:
        token, wrong = node.token("speak"), "wrong-" + "x" * 30
        for given in (None, wrong):
            headers = {"Authorization": f"Bearer {given}"} if given else {}
            query = f"?token={given}" if given else ""
            for path in ("/v1/voices", "/v1/status", "/"):
                assert get_json(node, path, **headers)["status"] == 401
                assert get_json(node, path + query)["status"] == 401
            for url, extra in ((node.ws, headers), (node.ws + query, {})):
                refused = await _refusal(url, extra)
                assert (refused.response.status_code, wrong in str(refused.response.body)) == (401, False)
        assert get_json(node, "/healthz") == {"status": "alive"}
        assert get_json(node, "/readyz")["ready"] is True
        bearer = {"Authorization": f"Bearer {token}"}
        assert get_json(node, "/v1/voices", **bearer)["voices"]
        assert get_json(node, f"/v1/voices?token={token}")["voices"]
        async with talker(node, additional_headers=bearer) as person:
            assert (await person.speak("Who is there?")).sound == tones("Who is there?")
    written = log.read_text()
    assert written
    assert token not in written and wrong not in written


async def _refusal(url: str, headers: dict[str, str]) -> InvalidStatus:
    from websockets.asyncio.client import connect

    with pytest.raises(InvalidStatus) as refused:
        async with connect(url, additional_headers=headers, proxy=None):
            pass
    return refused.value


# --- A02 ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("written", "path", "nearest"),
    [
        ("server: {requier_token: true}", "server.requier_token", "require_token"),
        ("engines: {tone: {type: tone, thread: 2}}", "engines.tone.thread", "threads"),
        ("audoi: {gap_ms: 3}", "audoi", "audio"),
        ("engines: {tone: {settings: {ms_per_chr: 3}}}", "engines.tone.settings.ms_per_chr", "ms_per_char"),
    ],
)
async def test_a_misspelt_key_is_refused_with_its_path_and_the_nearest_name_and_no_model_is_loaded(
    tmp_path: Path, written: str, path: str, nearest: str
) -> None:
    """A02"""
    file = tmp_path / "config.yaml"
    file.write_text(f"node: {{embedded_voice: false}}\n{written}\n")
    for command in (("check-config", str(file)), ("serve", "--config", str(file), "--port", "0")):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tts_node", *command),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output = (await asyncio.wait_for(process.communicate(), PATIENCE_S))[0].decode()
        assert process.returncode not in (0, None)
        assert path in output and f"`{nearest}`" in output and "line 2" in output
        assert "Traceback" not in output and "listens" not in output
