"""Fixtures of the tests with a real Home Assistant: it and the node run once for all of them, in a network of
their own. Where the machine cannot have that, every test is skipped with the reason.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.served import ServedNode, serve
from tests_home.house import House, home_assistant, until
from tests_home.network import NoNetwork, own_network

DISCOVERED_S = 60.0

PAGE = (Path(__file__).parents[1] / "docs" / "home-assistant.md").read_text(encoding="utf-8")
ACTION, STYLES = re.findall(r"^```yaml\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
"""What the page tells people to write, in Home Assistant and in the node's configuration."""


@dataclass(frozen=True, slots=True)
class Discovered:
    """A node as Home Assistant found it, and what came of the confirmation."""

    flow: dict[str, Any]
    entry: dict[str, Any]
    entity: str


@pytest.fixture(scope="session")
def environment() -> Path:
    """Where Home Assistant is installed; `scripts/test home` says so."""
    if reason := os.environ.get("HOME_ASSISTANT_MISSING"):
        pytest.skip(f"no Home Assistant here: {reason}")
    if folder := os.environ.get("HOME_ASSISTANT_ENVIRONMENT"):
        return Path(folder)
    pytest.skip("Home Assistant is installed by `scripts/test home` alone")


@pytest.fixture(scope="package")
def network(environment: Path) -> Iterator[None]:
    try:
        with own_network():
            yield
    except NoNetwork as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="package")
def house(network: None, environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with home_assistant(environment, tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="package")
def node(network: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    """With the embedded voice, and the style of the page."""
    state_dir = tmp_path_factory.mktemp("node") / "state"
    with serve(state_dir, config=STYLES, discovery=True) as node:
        yield node


@pytest.fixture(scope="package")
def discovered(house: House, node: ServedNode) -> Discovered:
    return discover(house, node)


@pytest.fixture(scope="package")
def entity(discovered: Discovered) -> str:
    return discovered.entity


def unique_id(node: ServedNode) -> str:
    """Under which Home Assistant's integration knows the node."""
    node_id = (node.state_dir / "node-id").read_text().strip()
    return f"tts-node-{node_id.replace('-', '')[:12]}._wyoming._tcp.local._tts-node"


def discover(house: House, node: ServedNode) -> Discovered:
    """Wait until Home Assistant has found `node`, and add it."""
    wanted = unique_id(node)
    flow = until(lambda: house.discoveries().get(wanted), DISCOVERED_S, f"{wanted} is discovered")
    entry = house.confirm(flow["flow_id"])
    found = until(lambda: house.entities(entry["entry_id"]), 30, "the node has entities")
    assert [name.split(".")[0] for name in found] == ["tts"]
    return Discovered(flow, entry, found[0])
