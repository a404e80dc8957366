"""What Home Assistant makes of a node in trouble: it ends the answer, says why, and speaks the next time."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import httpx
import pytest

from tests.served import ServedNode, serve
from tests_home.conftest import discover
from tests_home.house import House, until
from tests_home.sound import decode

pytestmark = [pytest.mark.slow, pytest.mark.timeout(500)]

TONES = """
node: {name: attic, embedded_voice: false}
audio: {gap_ms: 0}
engines:
  tones:
    type: tone
    step_timeout_s: 60
    settings:
      faults: true
      voices: [{name: tone}, {name: many, speakers: [low, high]}]
"""
SENTENCE = "Dinner is ready in the kitchen."
_numbers = itertools.count(100)


@pytest.fixture(scope="module")
def attic(network: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    state_dir = tmp_path_factory.mktemp("attic") / "state"
    with serve(state_dir, "--wyoming-port", "10301", config=TONES, discovery=True) as node:
        yield node


@pytest.fixture(scope="module")
def tones(house: House, attic: ServedNode) -> str:
    return discover(house, attic).entity


def address(house: House, entity: str, message: str, **options: object) -> str:
    asked = {"engine_id": entity, "message": message, "cache": False}
    path = house.post("/api/tts_get_url", {**asked, "options": {"preferred_format": "wav", **options}})[
        "path"
    ]
    assert isinstance(path, str)
    return path


def heard(house: House, url: str) -> bytes:
    """All that comes until Home Assistant ends it, properly or not."""
    sound = b""
    try:
        with house.listen(url) as coming:
            for piece in coming:
                sound += piece
    except (httpx.HTTPStatusError, httpx.RemoteProtocolError):
        pass
    return sound


def speaks(house: House, entity: str) -> bool:
    """Something that was never asked before: Home Assistant also remembers what it was told not to keep."""
    message = f"Dinner number {next(_numbers)} is ready."
    return decode(heard(house, address(house, entity, message))).seconds > 0.5


def test_a_speaker_of_a_voice_is_chosen_by_an_option(house: House, tones: str) -> None:
    low, high = [
        decode(heard(house, address(house, tones, SENTENCE, voice="many", speaker=speaker)))
        for speaker in ("low", "high")
    ]
    assert low.seconds == high.seconds > 0.5
    assert low.pcm != high.pcm


@pytest.mark.parametrize("format", ["wav", "mp3"])
def test_a_text_without_words_holds_nothing_up(house: House, tones: str, format: str) -> None:
    assert len(heard(house, address(house, tones, "🙂", preferred_format=format))) < 2_000
    assert speaks(house, tones)


@pytest.mark.parametrize("format", ["wav", "mp3"])
def test_an_engine_that_fails_in_the_middle_ends_the_answer(house: House, tones: str, format: str) -> None:
    whole = heard(house, address(house, tones, f"{SENTENCE} {SENTENCE}", preferred_format=format))
    before = house.log.count("engine_failed")
    part = heard(house, address(house, tones, f"{SENTENCE} And !fail now.", preferred_format=format))
    assert len(part) < len(whole)
    until(lambda: house.log.count("engine_failed") > before, 20, "the log tells of it")
    assert speaks(house, tones)


def test_a_node_that_dies_in_the_middle_ends_the_answer(house: House, attic: ServedNode, tones: str) -> None:
    url = address(house, tones, f"{SENTENCE} And !hang now.")
    sound = b""
    try:
        with house.listen(url) as coming:
            for piece in coming:
                sound += piece
                if len(sound) > 10_000 and attic.process.poll() is None:
                    # The first sentence is here; the second never comes.
                    attic.process.kill()
                    attic.process.wait(10)
    except httpx.RemoteProtocolError:
        pass
    assert len(sound) > 10_000
    with pytest.raises(httpx.HTTPStatusError, match="500"):
        house.fetch(address(house, tones, "Is anybody there?"))
