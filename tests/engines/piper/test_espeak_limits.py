"""What would crash espeak never reaches it; each text is tried in a process of its own, since the stack that
espeak writes over is this one's otherwise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tts_node.engines.piper.espeak_limits import within_limits
from tts_node.engines.piper.voice import embedded_model

_SPEAK = """
import json, sys
from tts_node.engines.piper.phonemes import Phonemizer
phonemizer = Phonemizer(json.load(open(sys.argv[1])))
for text in json.load(sys.stdin):
    for _ in range(3):
        spoken = phonemizer.speak(text)
    words = phonemizer.words(text, spoken)
    assert words[-1].text_end == len(text.rstrip(".")), (text, words)
"""


@pytest.mark.parametrize(
    "text",
    [
        "a." * 120,
        "b." * 120,
        "U.S." * 60,
        "é." * 120,
        "я." * 120,
        "文." * 120,
        "The " + "b." * 60 + " end.",
        " ".join(["b.c.d.f.g.h.j.k.b.c.d.f.g.h.j.k."] * 7),
    ],
)
def test_a_long_run_of_letters_with_dots_is_spoken_and_kills_nothing(text: str) -> None:
    config = Path(f"{embedded_model()}.json")
    ended = subprocess.run(
        [sys.executable, "-c", _SPEAK, str(config)], input=json.dumps([text]), capture_output=True, text=True
    )
    assert ended.returncode == 0, ended.stderr


def test_only_every_sixteenth_dot_is_taken_so_offsets_stay() -> None:
    text = "Run " + "a." * 40 + " end. No."
    changed = within_limits(text)
    assert len(changed) == len(text)
    assert [i for i, (a, b) in enumerate(zip(text, changed, strict=True)) if a != b] == [4 + 31, 4 + 63]
    assert changed[35] == changed[67] == " "


@pytest.mark.parametrize(
    "text", ["The U.S.A. and the U.K.", "i.e. e.g. a.m. p.m.", "1.2.3.4.5.6.7.8", "J. R. R. Tolkien.", "..."]
)
def test_what_people_write_is_left_alone(text: str) -> None:
    assert within_limits(text) == text


def test_a_run_of_bytes_that_fits_into_espeaks_buffer_is_the_longest_that_is_left() -> None:
    for letter in "aé文𝐀":
        for run in within_limits(letter + "." + f"{letter}." * 300).split(" "):
            assert len(run.replace(".", "").encode()) <= 64
