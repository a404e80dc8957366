"""Home Assistant finds the node by itself, and knows it again."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.served import ServedNode, serve
from tests_home.conftest import DISCOVERED_S, Discovered, discover, unique_id
from tests_home.house import House, until

pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]

TONES = """
node: {name: cellar, embedded_voice: false}
engines:
  tones: {type: tone}
"""


def test_the_node_is_discovered_under_its_lasting_id_and_waits_for_a_person(
    discovered: Discovered, node: ServedNode
) -> None:
    flow = discovered.flow
    assert (flow["handler"], flow["step_id"]) == ("wyoming", "zeroconf_confirm")
    assert flow["context"]["unique_id"] == unique_id(node)
    assert flow["context"]["title_placeholders"] == {"name": "tts-node"}


def test_one_confirmation_makes_an_entity_that_has_the_nodes_voices_and_styles(
    discovered: Discovered, house: House
) -> None:
    assert discovered.entry["state"] == "loaded"
    assert discovered.entity == "tts.tts_node"
    assert house.state(discovered.entity)["state"] != "unavailable"
    engines = {each["engine_id"]: each for each in house.command("tts/engine/list")["providers"]}
    languages = engines[discovered.entity]["supported_languages"]
    assert [language for language in languages if language.startswith("en")]
    for language in languages:
        listed = house.command("tts/engine/voices", engine_id=discovered.entity, language=language)["voices"]
        assert [voice["voice_id"] for voice in listed] == ["joe", "joe|night"]
        assert [voice["name"] for voice in listed] == ["joe", "joe, night"]


def test_a_node_that_comes_back_is_the_same_device_again(house: House, tmp_path: Path) -> None:
    state_dir, port = tmp_path / "state", ("--wyoming-port", "10300")
    with serve(state_dir, *port, config=TONES, discovery=True) as node:
        first = discover(house, node)
        wanted = unique_id(node)
        assert speaks(house, first.entity)
    # A Home Assistant that starts while the node is away, seen from this entry.
    entry_id = first.entry["entry_id"]
    house.post(f"/api/config/config_entries/entry/{entry_id}/reload", {})
    until(lambda: house.state(first.entity)["state"] == "unavailable", 60, "the entity is unavailable")
    with serve(state_dir, *port, config=TONES, discovery=True) as node:
        assert unique_id(node) == wanted
        until(lambda: house.state(first.entity)["state"] != "unavailable", DISCOVERED_S, "the entity is back")
        # Home Assistant writes down each discovery that its integration is asked about.
        told = f"Zeroconf discovery info: .*{wanted.removesuffix('_tts-node')}"
        until(lambda: len(re.findall(told, house.log)) > 1, DISCOVERED_S, "it is discovered again")
        assert speaks(house, first.entity)
        assert house.entities(entry_id) == [first.entity]
        assert wanted not in house.discoveries()
    entries = house.command("config_entries/get", domain="wyoming")
    assert [entry["entry_id"] for entry in entries].count(entry_id) == 1


def speaks(house: House, entity: str) -> bool:
    asked = {"engine_id": entity, "message": "Hello.", "cache": False, "options": {"preferred_format": "wav"}}
    return len(house.fetch(house.post("/api/tts_get_url", asked)["path"]).content) > 5_000
