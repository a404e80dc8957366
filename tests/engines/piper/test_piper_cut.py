"""Graphs other than the embedded voice's are cut by their structure, and give their own samples in chunks."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import onnx
import pytest

from tts_node.engines.base import Segment
from tts_node.engines.piper import cut, cutfiles, noise, seams
from tts_node.engines.piper.engine import create
from tts_node.engines.piper.graph import load
from tts_node.engines.piper.proof import Reference, in_chunks, proof_ids
from tts_node.engines.piper.sessions import CutSessions, Scales
from tts_node.engines.piper.voice import embedded_model


def _tiny() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tiny_vits", Path(__file__).with_name("tiny_vits.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tiny_vits"] = module
    spec.loader.exec_module(module)
    return module


tiny_vits = _tiny()
Shape = tiny_vits.Shape
HIFIGAN_V1 = Shape(
    decoder=64,
    upsample=((4, 8), (4, 8), (2, 4), (2, 4)),
    resblocks=((3, (1, 3, 5)), (7, (1, 3, 5)), (11, (1, 3, 5))),
    double_convs=True,
)


def cut_into(model: Path, folder: Path) -> cutfiles.Manifest:
    return cut.cut(model, json.loads(Path(f"{model}.json").read_text()), folder)


def largest_difference(
    model: Path, folder: Path, sizes: tuple[int, ...], speaker: int = 0, seed: int = 5
) -> float:
    """Between chunks of `sizes` frames and the uncut graph, with the same noise."""
    manifest = cutfiles.read(folder)
    assert manifest is not None and not manifest.reason
    sessions = CutSessions.load(folder, manifest, threads=1, front_threads=1)
    graph = load(model)
    found = seams.find(graph)
    reference = Reference(cut._reference(graph, found), found)
    ids = proof_ids(json.loads(Path(f"{model}.json").read_text()))[: 30 + 2 * seed]
    scales = Scales(0.667, 1.1, 0.8)
    drawn = noise.for_durations(seed, manifest.duration_noise_rows, len(ids))
    prior = sessions.front(ids, scales, drawn, speaker)
    total = int(prior.durations.sum())
    whole = reference.run(ids, scales, drawn, noise.for_frames(seed, prior.mean.shape[0], 0, total), speaker)
    chunked = in_chunks(sessions, prior, scales, seed, sizes, speaker)
    assert chunked.shape == whole.audio.shape
    assert np.abs(whole.audio).max() > 1e-3
    return float(np.abs(chunked - whole.audio).max())


@pytest.mark.parametrize(
    "shape",
    [
        pytest.param(Shape(), id="small"),
        pytest.param(
            Shape(channels=20, hidden=24, flow_kernel=3, flow_layers=3, couplings=4, decoder=48), id="widths"
        ),
        pytest.param(HIFIGAN_V1, id="resblocks 3 7 11"),
        pytest.param(Shape(speakers=3), id="speakers"),
        pytest.param(replace(HIFIGAN_V1, speakers=2), id="resblocks 3 7 11 with speakers"),
    ],
)
def test_chunks_of_another_voice_equal_its_uncut_graph(shape: Any, tmp_path: Path) -> None:
    model = tiny_vits.write(tmp_path, shape)
    manifest = cut_into(model, tmp_path / "cut")
    assert manifest.reason == ""
    assert manifest.decoder is not None
    assert manifest.decoder.rate == int(np.prod([stride for stride, _ in shape.upsample]))
    assert manifest.has_speaker == (shape.speakers > 1)
    for speaker in range(shape.speakers):
        for sizes in ((1, 2, 3), (7,), (40, 100)):
            assert largest_difference(model, tmp_path / "cut", sizes, speaker) < 1e-4


def test_speakers_sound_different(tmp_path: Path) -> None:
    model = tiny_vits.write(tmp_path, Shape(speakers=2))
    settings = {"voices": [{"name": "tiny", "path": str(model)}], "cache_dir": str(tmp_path / "cache")}
    engine = create(settings)
    info = engine.load()
    assert info.voices[0].speakers == ("speaker0", "speaker1")
    assert info.voices[0].streaming == "chunks", info.voices[0].note


def test_another_speaker_in_the_settings_is_another_sound_to_the_cache(tmp_path: Path) -> None:
    model = tiny_vits.write(tmp_path, Shape(speakers=2))

    def content_hash(**chosen: object) -> str:
        voice = {"name": "tiny", "path": str(model), **chosen}
        engine = create({"voices": [voice], "cache_dir": str(tmp_path / "cache")})
        return engine.load().voices[0].content_hash

    own = content_hash()
    assert content_hash(speaker=0) == content_hash(speaker="speaker0") == own
    assert content_hash(speaker=1) == content_hash(speaker="speaker1") != own


def test_a_voice_whose_decoder_looks_at_the_whole_utterance_is_spoken_whole(
    tmp_path: Path, speak: Callable[..., Any]
) -> None:
    model = tiny_vits.write(tmp_path, Shape(whole_utterance_norm=True))
    engine = create({"voices": [{"name": "tiny", "path": str(model)}], "cache_dir": str(tmp_path / "cache")})
    info = engine.load()
    assert info.voices[0].streaming == "whole"
    assert "sentence by sentence" in info.voices[0].note
    assert not info.deterministic
    spoken = speak(engine, Segment("Hello there.", "tiny"))
    assert spoken.samples.size > 0


def test_the_reach_is_computed_and_not_guessed(tmp_path: Path) -> None:
    """By hand: 7-tap input, then per stage the widest resblock and half an upsampling kernel."""
    manifest = cut_into(tiny_vits.write(tmp_path, Shape()), tmp_path / "cut")
    assert manifest.flow is not None and manifest.flow.left == manifest.flow.right == 2 * 2 * 2
    # 3 frames; stage 1 at 4 a frame: block (5; 2, 6) reaches 4 + 12; stage 2 at 16 again, and 3 at the end.
    by_hand = 3 + (4 + 12) / 4 + (4 + 12 + 3) / 16
    assert manifest.decoder is not None
    assert by_hand <= manifest.decoder.left <= by_hand + 2


@pytest.mark.slow
def test_the_embedded_voice_with_every_name_changed_is_cut_alike(tmp_path: Path) -> None:
    source = embedded_model()
    model = onnx.load(str(source))
    names = {item.name for item in model.graph.input}
    renamed: dict[str, str] = {}

    def new(name: str) -> str:
        if not name or name in names:
            return name
        return renamed.setdefault(name, f"x{len(renamed)}")

    weights = {item.name for item in model.graph.initializer}
    clash = {name: new(f"{name} weight") for name in weights & names}
    for item in model.graph.initializer:
        item.name = clash.get(item.name) or new(item.name)
    for number, item in enumerate(model.graph.node):
        item.name = f"n{number}"
        item.input[:] = [clash.get(name) or new(name) for name in item.input]
        item.output[:] = [new(name) for name in item.output]
    for item in model.graph.output:
        item.name = new(item.name)
    del model.graph.value_info[:]
    path = tmp_path / "renamed.onnx"
    onnx.save(model, str(path))
    Path(f"{path}.json").write_text(Path(f"{source}.json").read_text())
    manifest = cut_into(path, tmp_path / "cut")
    original = cut_into(source, tmp_path / "original")
    assert manifest.reason == original.reason == ""
    assert manifest.flow == original.flow and manifest.decoder == original.decoder
    assert largest_difference(path, tmp_path / "cut", (3, 11, 50)) < 1e-4


@pytest.mark.slow
def test_every_simplification_is_taken_for_the_embedded_voice(tmp_path: Path) -> None:
    manifest = cut_into(embedded_model(), tmp_path / "cut")
    assert not [note for note in manifest.notes if "front" in note or "less" in note]
    kinds = [item.op_type for item in onnx.load(str(tmp_path / "cut" / "front.onnx")).graph.node]
    assert kinds.count("ScatterElements") == 6, "one for each attention layer"
    assert not {"ScatterND", "CumSum", "GatherND", "NonZero"} & set(kinds), "splines are left"
