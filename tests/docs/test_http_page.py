"""`docs/http.md`: its commands work as they are written, and it names what the node answers."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import httpx
import pytest

from tests.docs.running import ROOT, seconds
from tests.served import ServedNode
from tts_node.config import LimitsConfig
from tts_node.server import openapi

PAGE = (ROOT / "docs" / "http.md").read_text(encoding="utf-8")
DOCUMENT = openapi.document("0", LimitsConfig(), openai=True, get_speak=True, outputs=True)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.slow
def test_the_commands_of_the_page_work(speaking_node: ServedNode, tmp_path: Path) -> None:
    address, *commands = blocks("sh")
    address = address.replace("http://127.0.0.1:8750", speaking_node.http)
    printed = []
    for command in commands:
        done = subprocess.run(
            ["bash", "-euc", address + command], cwd=tmp_path, capture_output=True, timeout=60, check=True
        )
        printed.append(done.stdout)
    assert seconds(tmp_path / "dinner.mp3") > 0.5
    shown, kept = map(json.loads, blocks("json")[:2])
    assert json.loads(printed[1]) == shown
    told = json.loads(printed[-1])
    assert set(told) == set(kept)
    assert httpx.get(told["url"], trust_env=False).headers["content-type"] == "audio/mpeg"


@pytest.mark.slow
def test_the_program_of_the_page_works(
    speaking_node: ServedNode, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    exec(blocks("python")[0].replace("http://127.0.0.1:8750", speaking_node.http), {})
    assert seconds(tmp_path / "dinner.mp3") > 0.5


def test_every_path_status_and_header_is_on_the_page() -> None:
    for path, operations in DOCUMENT["paths"].items():
        if path.startswith(
            ("/v1/speak", "/v1/preview", "/v1/outputs", "/v1/audio", "/v1/models", "/docs", "/openapi")
        ):
            assert path.partition("{")[0] in PAGE, path
            for operation in operations.values():
                for status in operation["responses"]:
                    assert status in PAGE or status in ("200", "201", "304"), (path, status)
                for header in operation["responses"].get("200", {}).get("headers", {}):
                    assert header in PAGE, header


def test_every_field_is_on_the_page() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for name in ("Speak", "Keep", "Format", "Speech", "Kept"):
        assert [field for field in schemas[name]["properties"] if field not in PAGE] == [], name
