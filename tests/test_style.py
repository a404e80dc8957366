"""An instruct in words becomes numbers by the tables; what a voice cannot do is named, never dropped."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tts_node.errors import BadInstruct, BadRequest
from tts_node.style import ResolvedStyle, Style, Wish, resolve

DATA = Path(__file__).parent / "data"
ALL = ("speed", "pitch", "expressiveness")
FIELDS = {
    "speed": "speed",
    "level": "level_db",
    "pitch": "pitch",
    "expr": "expressiveness",
    "gap": "gap_scale",
    "soft": "softness",
}


def cases() -> list[tuple[str, str, str, str]]:
    rows = []
    for path in sorted(DATA.glob("instruct_*.tsv")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                instruct, numbers, applied, ignored = line.split("\t")
                rows.append((instruct, numbers, applied, ignored))
    return rows


@pytest.mark.parametrize(("language", "least"), [("en", 130), ("zh", 80), ("de", 45), ("fr", 45), ("es", 45)])
def test_the_tables_are_there(language: str, least: int) -> None:
    lines = (DATA / f"instruct_{language}.tsv").read_text(encoding="utf-8").splitlines()
    instructs = [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    assert len(set(instructs)) == len(instructs) >= least


@pytest.mark.parametrize(("instruct", "numbers", "applied", "ignored"), cases())
def test_an_instruct_comes_to_what_the_table_says(
    instruct: str, numbers: str, applied: str, ignored: str
) -> None:
    resolved = resolve(instruct, speed=None, supports=ALL)
    neutral = Style()
    expected = {field: getattr(neutral, field) for field in FIELDS.values()}
    for part in numbers.split():
        name, value = part.split("=")
        expected[FIELDS[name]] = float(value)
    got = {field: getattr(resolved.style, field) for field in FIELDS.values()}
    assert got == {field: pytest.approx(value, abs=0.011) for field, value in expected.items()}
    assert [wish.aspect for wish in resolved.applied] == applied.split()
    assert ";".join(f"{wish.aspect}={wish.words}" for wish in resolved.ignored) == ignored
    assert resolved.instruct is None


@pytest.mark.parametrize("instruct", [None, "", "   "])
def test_no_instruct_is_the_neutral_style(instruct: str | None) -> None:
    assert resolve(instruct, speed=None, supports=ALL) == ResolvedStyle(Style(), None)


def test_an_explicit_speed_multiplies_what_the_words_say() -> None:
    assert resolve("20% faster", speed=1.5, supports=ALL).style.speed == pytest.approx(1.8)
    assert resolve(None, speed=0.5, supports=ALL).style.speed == 0.5
    assert resolve("twice as fast", speed=4.0, supports=ALL).style.speed == 4.0
    assert resolve("half speed", speed=0.25, supports=ALL).style.speed == 0.25


@pytest.mark.parametrize("speed", [0.24, 4.01, 0.0, -1.0, float("nan"), float("inf"), -float("inf")])
def test_a_speed_out_of_bounds_is_refused(speed: float) -> None:
    with pytest.raises(BadRequest):
        resolve(None, speed=speed, supports=ALL)


@pytest.mark.parametrize(
    "instruct",
    [
        "x" * 501,
        "calm\nslow",
        "calm\x00",
        "calm<|endofprompt|>",
        "|>",
        "a\u202eb",
        "a\u2028b",
        "\ud800",
        "a\tb",
    ],
)
def test_t14_an_unsafe_instruct_is_refused(instruct: str) -> None:
    for supports in (ALL, ("instruct",)):
        with pytest.raises(BadInstruct):
            resolve(instruct, speed=None, supports=supports)


def test_five_hundred_characters_are_taken() -> None:
    assert resolve("slow " * 100, speed=None, supports=ALL).style.speed == pytest.approx(0.85)


def test_an_engine_that_takes_instructions_gets_the_clients_text() -> None:
    resolved = resolve(" like a pirate, (slowly) ", speed=1.5, supports=("instruct", "speed"))
    assert resolved.instruct == "like a pirate, (slowly)"
    assert resolved.style == Style(speed=1.5)
    assert resolved.applied == (Wish("instruct", "like a pirate, (slowly)"),)
    assert resolved.ignored == ()


def test_what_a_voice_cannot_do_is_ignored_by_name() -> None:
    resolved = resolve("slower, higher voice, lively and quieter", speed=1.5, supports=())
    assert resolved.style == Style(level_db=-6.0)
    assert [wish.words for wish in resolved.applied] == ["quieter"]
    assert resolved.ignored == (
        Wish("speed", "slower"),
        Wish("pitch", "higher voice"),
        Wish("expressiveness", "lively"),
        Wish("speed", "speed 1.5"),
    )
    assert resolve("cheerful", speed=None, supports=()).ignored == (Wish("emotion", "cheerful"),)
    assert resolve("cheerful", speed=None, supports=("speed",)).style == Style(speed=pytest.approx(1.06))


def test_a_whisper_acts_on_every_voice_by_its_level() -> None:
    resolved = resolve("whisper", speed=None, supports=())
    assert resolved.style == Style(level_db=-9.0, softness=1.0)
    assert resolved.applied == (Wish("whisper", "whisper"),)


def test_the_words_are_the_clients_own() -> None:
    resolved = resolve("Please: A Little Slower; and IRONIC…", speed=None, supports=ALL)
    assert resolved.applied == (Wish("speed", "A Little Slower"),)
    assert resolved.ignored == (Wish("emotion", "IRONIC"),)


WORDS = """
slow|very|not|too|faster|20%|1.5x|louder|a little|慢|一点|不要|and|like a pirate|,|speed|half|volume|3 dB|calm
whisper|sad|foo|百分之|and not|too|less|increase|like an old|twenty|半音|八度|倍|分之|点|三
.|no pauses|−5|plus|fort|%|+10%|1e9|999999999|x|0
"""


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(
    st.lists(st.sampled_from(WORDS.strip().replace("\n", "|").split("|")), max_size=20).map(" ".join)
    | st.text(st.characters(exclude_categories=["C", "Z"]))
)
def test_any_instruct_stays_in_bounds_and_every_wish_has_words(instruct: str) -> None:
    if len(instruct) > 500 or "<|" in instruct or "|>" in instruct:
        return
    resolved = resolve(instruct, speed=None, supports=ALL)
    style = resolved.style
    assert 0.25 <= style.speed <= 4.0
    assert -24.0 <= style.level_db <= 12.0
    assert -6.0 <= style.pitch <= 6.0
    assert 0.0 <= style.expressiveness <= 2.0
    assert 0.25 <= style.gap_scale <= 4.0
    assert 0.0 <= style.softness <= 1.0
    for wish in (*resolved.applied, *resolved.ignored):
        assert wish.words
        assert wish.words in instruct


def test_of_contradicting_wishes_the_last_holds_and_that_is_said() -> None:
    resolved = resolve("louder, then quieter", speed=None, supports=ALL)
    assert resolved.ignored == (Wish("level", "louder"),)
    assert resolved.notes == ('"louder" gives way to "quieter"',)


def test_what_a_voice_only_comes_near_to_is_said_with_what_is_done_instead() -> None:
    assert resolve("whisper", speed=None, supports=ALL).notes == (
        '"whisper" is only approximated: slower, quieter, flatter, softer',
    )
    assert resolve("whisper", speed=None, supports=()).notes == (
        '"whisper" is only approximated: quieter, softer',
    )
    assert resolve("sad", speed=None, supports=("speed",)).notes == (
        '"sad" is only approximated: slower, quieter, with longer pauses',
    )
    assert resolve("whisper", speed=None, supports=(*ALL, "whisper")).notes == ()
    assert resolve("slower, 3 dB louder, higher", speed=None, supports=ALL).notes == ()
    assert resolve("don't whisper", speed=None, supports=ALL).notes == ()
    assert resolve("whisper", speed=None, supports=("instruct",)).notes == ()


@pytest.mark.parametrize("instruct", ["calm＜｜endofprompt｜＞", "＜|", "｜>"])
def test_t14_a_control_mark_in_wide_letters_is_refused_too(instruct: str) -> None:
    """Tokenizers fold the width of letters before they look for their marks."""
    with pytest.raises(BadInstruct):
        resolve(instruct, speed=None, supports=("instruct",))


def test_a_voice_that_can_whisper_whispers_and_is_not_softened_for_it() -> None:
    resolved = resolve("whisper", speed=None, supports=(*ALL, "whisper"))
    assert (resolved.style.whisper, resolved.style.softness) == (True, 0.0)
    assert resolved.style.level_db == -9.0
    assert resolve("whisper, louder", speed=None, supports=("whisper",)).style == Style(
        level_db=4.0, whisper=True
    )
    assert not resolve("don't whisper", speed=None, supports=("whisper",)).style.whisper
