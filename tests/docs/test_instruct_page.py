"""The page about instructs: every phrase in its tables means what stands there."""

from __future__ import annotations

import pytest

from tests.docs.running import ROOT
from tests.docs.test_readme import PIPER_SUPPORTS, blocks, table
from tts_node.config import parse
from tts_node.style import Style, resolve
from tts_node.style.entry import BOUNDS, STEPS

PAGE = (ROOT / "docs" / "instruct.md").read_text(encoding="utf-8")
FIELDS = {
    "speed": "speed",
    "level": "level_db",
    "pitch": "pitch",
    "liveliness": "expressiveness",
    "pauses": "gap_scale",
    "softness": "softness",
    "whisper": "whisper",
}


def numbers(words: str) -> dict[str, float]:
    parts = words.split()
    return {FIELDS[name]: float(value) for name, value in zip(parts[::2], parts[1::2], strict=True)}


def changed(style: Style) -> dict[str, float]:
    neutral = Style()
    values = {field: getattr(style, field) for field in FIELDS.values()}
    return {f: v for f, v in values.items() if v != pytest.approx(getattr(neutral, f), abs=0.003)}


def phrases() -> list[tuple[str, str]]:
    found = []
    for heading in ("## Wishes", "## How much"):
        section = PAGE.split(heading)[1].split("\n## ")[0]
        for means, *cells in table(section, "means"):
            found += [(phrase.strip(), means) for cell in cells for phrase in cell.split(", ") if phrase]
    found += [(instruct, means) for instruct, means, _ in table(PAGE, "instruct")]
    for emotion, means, also in table(PAGE, "emotion"):
        found += [(word, means) for word in (emotion, *also.split(", "))]
    return found


@pytest.mark.parametrize(("phrase", "means"), phrases())
def test_a_phrase_means_what_the_page_says(phrase: str, means: str) -> None:
    came = resolve(phrase, speed=None, supports=PIPER_SUPPORTS)
    assert changed(came.style) == {f: pytest.approx(v, abs=0.011) for f, v in numbers(means).items()}
    assert came.applied
    assert [wish.words for wish in came.ignored] == (["louder"] if phrase == "louder, then quieter" else [])


def examples() -> list[str]:
    return [word for _, words in table(PAGE, "kind") for word in words.split(", ")]


@pytest.mark.parametrize("instruct", examples())
def test_what_piper_ignores_is_ignored_by_name(instruct: str) -> None:
    came = resolve(instruct, speed=None, supports=PIPER_SUPPORTS)
    assert came.style == Style()
    assert came.applied == ()
    assert [wish.aspect for wish in came.ignored] != ["unknown"] and len(came.ignored) == 1


def test_the_first_table_has_the_steps_and_bounds() -> None:
    rows = {row[0]: row[1:4] for row in table(PAGE, "aspect")}
    assert set(rows) == set(FIELDS)
    for name, aspect in zip(FIELDS, BOUNDS, strict=True):
        less, more, most = rows[name]
        if aspect in STEPS:
            low, high = (resolve(w, speed=None, supports=PIPER_SUPPORTS) for w in _ONE_STEP[aspect])
            assert getattr(low.style, FIELDS[name]) == pytest.approx(float(less.split()[0]))
            assert getattr(high.style, FIELDS[name]) == pytest.approx(float(more.split()[0]))
        assert most.split()[1] == "to"


_ONE_STEP = {
    "speed": ("slower", "faster"),
    "level": ("quieter", "louder"),
    "pitch": ("deeper", "higher"),
    "expressiveness": ("restrained", "lively"),
    "pauses": ("short pauses", "long pauses"),
}


def test_the_presets_are_a_configuration() -> None:
    (code,) = blocks(PAGE, "yaml")
    assert set(parse(code, "page").styles) == {"night", "news"}
    assert all(wish.instruct and wish.instruct in code for wish in parse(code, "page").styles.values())


def test_the_example_of_start_is_true() -> None:
    came = resolve("sad, a little slower, in French", speed=None, supports=PIPER_SUPPORTS)
    assert [wish.words for wish in came.applied] == ["sad", "a little slower"]
    assert [wish.words for wish in came.ignored] == ["in French"]
    (note,) = came.notes
    assert note.replace('"', '\\"') in PAGE
