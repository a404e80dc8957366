"""Voice files, settings, cut files: what is missing or broken is told in a sentence; kills leave no mess."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.piper import cutfiles
from tts_node.engines.piper.engine import PiperEngine, create
from tts_node.engines.piper.settings import VoiceSettings
from tts_node.engines.piper.voice import BadVoice, VoiceFiles, embedded_model, read
from tts_node.engines.piper.words import Group, find_words, match
from tts_node.text.pronounced import Pronunciation, mark

HELLO = mark(Pronunciation("həlˈoʊ"), "hello")


def test_a_missing_model_and_a_missing_description_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadVoice, match="there is no file"):
        read(VoiceSettings("anna", tmp_path / "anna.onnx"))
    (tmp_path / "anna.onnx").write_bytes(b"x")
    with pytest.raises(BadVoice, match=r"anna\.onnx\.json is not beside"):
        read(VoiceSettings("anna", tmp_path / "anna.onnx"))


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"num_speakers": 1, "audio": {}}'])
def test_a_broken_description_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "anna.onnx").write_bytes(b"x")
    (tmp_path / "anna.onnx.json").write_text(text)
    with pytest.raises(BadVoice, match=r"voice 'anna': anna\.onnx\.json"):
        read(VoiceSettings("anna", tmp_path / "anna.onnx"))


def test_a_broken_model_beside_a_good_voice_is_only_a_warning(tmp_path: Path, cache_dir: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"this is no model")
    Path(f"{broken}.json").write_text(Path(f"{embedded_model()}.json").read_text())
    engine = create(
        {
            "voices": [{"name": "broken", "path": str(broken)}],
            "embedded": True,
            "cache_dir": str(cache_dir),
        }
    )
    info = engine.load()
    assert [voice.name for voice in info.voices] == ["joe"]
    assert "broken.onnx" in info.warnings[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"espeak": {"voice": "xx-nope"}}, "xx-nope"),
        ({"audio": {"sample_rate": 0}}, "sample_rate 0: it is a number from 4000 to 192000"),
        ({"audio": {"sample_rate": -5}}, "sample_rate -5"),
        ({"audio": {"sample_rate": 1_000_000_000}}, "sample_rate 1000000000"),
        ({"audio": {"sample_rate": 22050.5}}, "whole number"),
        ({"audio": {"sample_rate": "22050"}}, "sample_rate '22050'"),
        ({"audio": {"sample_rate": 10**400}}, "sample_rate 1000"),
        ({"inference": {"noise_scale": float("nan")}}, "noise_scale nan"),
        ({"inference": {"noise_w": -1}}, "noise_w -1: it is a number from 0 to 10"),
        ({"inference": {"length_scale": 0}}, "length_scale 0"),
        ({"inference": {"length_scale": float("inf")}}, "length_scale inf"),
        ({"num_speakers": 10**9}, "num_speakers 1000000000"),
        ({"num_speakers": True}, "num_speakers True"),
        ({"default_speaker_id": float("inf")}, "no Piper description"),
        ({"phoneme_id_map": {"a": "b"}}, "description"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_a_voice_with_a_wrong_description_is_named_and_the_others_speak(
    tmp_path: Path, cache_dir: Path, change: dict[str, Any] | str, words: str
) -> None:
    wrong = tmp_path / "wrong.onnx"
    wrong.symlink_to(embedded_model())
    description = json.loads(Path(f"{embedded_model()}.json").read_text())
    text = change if isinstance(change, str) else json.dumps(description | change)
    Path(f"{wrong}.json").write_text(text)
    engine = create(
        {"voices": [{"name": "wrong", "path": str(wrong)}], "embedded": True, "cache_dir": str(cache_dir)}
    )
    info = engine.load()
    assert [voice.name for voice in info.voices] == ["joe"]
    (warning,) = info.warnings
    assert warning.startswith("voice 'wrong'") and words in warning


def test_whatever_a_voice_stumbles_over_the_others_speak(
    tmp_path: Path, cache_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(item: VoiceSettings, memory: Path | None) -> VoiceFiles:
        if item.name == "odd":
            raise LookupError("nobody thought of this")
        return read(item, memory)

    monkeypatch.setattr("tts_node.engines.piper.engine.read", stumble)
    voices = [{"name": "odd", "path": str(tmp_path / "odd.onnx")}]
    info = create({"voices": voices, "embedded": True, "cache_dir": str(cache_dir)}).load()
    assert [voice.name for voice in info.voices] == ["joe"]
    assert "'odd'" in info.warnings[0] and "nobody thought of this" in info.warnings[0]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"lanes": 0}, "`lanes`"),
        ({"lane": 1}, "no setting 'lane'"),
        ({"voices": "joe"}, "is a list"),
        ({"voices": [{"name": "x"}]}, "`path`"),
        ({"voices": [{"name": "x", "path": "a"}, {"name": "x", "path": "b"}]}, "two voices"),
        ({"embedded": False}, "has no voice"),
    ],
)
def test_wrong_settings_are_refused_with_a_reason(settings: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        create(settings)


def write_cut_files(folder: Path, reason: str, data: bytes = b"1") -> None:
    with cutfiles.making(folder) as made:
        (made / "front.onnx").write_bytes(data)
        cutfiles.publish(made, folder, cutfiles.Manifest.whole(reason))


def test_half_written_and_damaged_cut_files_are_not_taken(tmp_path: Path) -> None:
    folder = tmp_path / "voice"
    write_cut_files(folder, "a reason", b"12345")
    assert cutfiles.read(folder) is not None
    (folder / "front.onnx").write_bytes(b"123")
    assert cutfiles.read(folder) is None
    (folder / "manifest.json").write_text(json.dumps({"reason": ""})[:-3])
    assert cutfiles.read(folder) is None
    assert cutfiles.read(tmp_path / "never made") is None
    write_cut_files(folder, "again")
    manifest = cutfiles.read(folder)
    assert manifest is not None and manifest.reason == "again", "damaged files make room for good ones"


def test_the_second_writer_of_the_same_cut_files_leaves_the_first_ones(tmp_path: Path) -> None:
    folder = tmp_path / "voice"
    for reason in ("first", "second"):
        write_cut_files(folder, reason)
    manifest = cutfiles.read(folder)
    assert manifest is not None and manifest.reason == "first"
    assert [item.name for item in tmp_path.iterdir()] == ["voice"], "no temporary folder is left"


def test_what_a_killed_cutter_left_is_removed_but_not_what_may_be_in_use(tmp_path: Path) -> None:
    old, young = tmp_path / ".cutting-old", tmp_path / ".cutting-young"
    for made in (old, young):
        made.mkdir()
        (made / "front.onnx").write_bytes(b"half")
    os.utime(old, (1.0, 1.0))
    model = tmp_path / "broken.onnx"
    model.write_bytes(b"this is no model")
    Path(f"{model}.json").write_text("{}")
    with pytest.raises(RuntimeError, match=r"cutting broken\.onnx failed"):
        cutfiles.ensure(model, "0" * 32, tmp_path)
    assert not old.exists() and young.exists()


@pytest.mark.slow
def test_a_node_whose_cut_files_are_there_does_not_load_the_cutter(
    engine: PiperEngine, cache_dir: Path
) -> None:
    program = (
        "import sys; from tts_node.engines.piper.engine import create; "
        f"create({{'embedded': True, 'cache_dir': {str(cache_dir)!r}}}).load(); print('onnx' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "False"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("At 21 of the houses.", ["At", "21", "of the", "houses"]),
        ("It costs 3.50 euros, Dr. Weiss.", ["It", "costs", "3.50", "euros", "Dr", "Weiss"]),
        (f"Say {HELLO}, now.", ["Say", HELLO, "now"]),
        ("The TV says “end-to-end”!", ["The", "TV", "says", "end-to-end"]),
    ],
)
def test_marks_name_the_words_although_espeak_merges_and_expands(
    say: Callable[..., Any], text: str, expected: list[str]
) -> None:
    marks = say(text).marks
    assert [text[mark.text_start : mark.text_end] for mark in marks] == expected
    assert all(a.sample_end <= b.sample_start for a, b in itertools.pairwise(marks))


def test_every_group_of_sounds_belongs_to_exactly_one_mark() -> None:
    groups = [Group("wʌn", 2, 8), Group("tuː", 10, 16), Group("θɹiː", 18, 24)]
    for text in ("x", "x y", "x y z", "a b c d e f"):
        spoken = match(find_words(text), groups, lambda word: (word,))
        assert spoken[0].first_id == 2 and spoken[-1].end_id == 24
        assert all(a.end_id <= b.first_id for a, b in itertools.pairwise(spoken))


def test_edges_are_trimmed_and_nothing_that_can_be_heard_is_lost(say: Callable[..., Any]) -> None:  # W03
    for text in ("Hello there.", "Seven sleepy sheep.", "Please close the garage door."):
        samples = np.abs(say(text).samples.astype(float)) / 32767.0
        heard = np.flatnonzero(samples > 0.005)
        assert heard[0] / 22_050 < 0.060
        assert (samples.size - heard[-1]) / 22_050 < 0.150
        assert samples[: int(0.008 * 22_050)].max() < 0.03, "a quiet moment is kept before the first sound"


def test_speed_and_expressiveness_act(engine: PiperEngine, speak: Callable[..., Any]) -> None:
    from tts_node.engines.base import SegmentStyle

    text = "The washing machine has finished."
    sizes = [
        speak(engine, Segment(text, "joe", style=SegmentStyle(speed=speed))).samples.size
        for speed in (0.7, 1.0, 1.6)
    ]
    assert sizes[0] > 1.2 * sizes[1] > 1.2 * 1.2 * sizes[2]
    flat = SegmentStyle(expressiveness=0.0)
    takes = [speak(engine, Segment(text, "joe", style=flat, seed=seed)).samples for seed in (1, 2)]
    assert np.array_equal(takes[0], takes[1]), "without variation the seed does not matter"
