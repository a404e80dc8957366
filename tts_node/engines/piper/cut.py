"""Cut a voice into front, flow and decoder and prove the cut: `python -m tts_node.engines.piper.cut MODEL
FOLDER`.

Runs in a process of its own, so that `onnx` and the copies of the weights are gone afterwards. Whatever
cannot be cut or does not prove equal is told in the manifest as a reason, for people.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from tts_node.engines.piper import crops, fold, neutral, noise, seams, variants
from tts_node.engines.piper.cutfiles import DECODER, FLOW, FRONT, Manifest, making, publish
from tts_node.engines.piper.graph import Graph, Uncuttable, load
from tts_node.engines.piper.proof import Reference, proof_ids, proof_scales, prove
from tts_node.engines.piper.seams import IDS, LENGTHS, SCALES, SPEAKER, Seams
from tts_node.engines.piper.sessions import save_optimised
from tts_node.engines.piper.windows import Windowed

_FLOAT = onnx.TensorProto.FLOAT


def cut(model: Path, config: dict[str, Any], folder: Path) -> Manifest:
    """Write the cut files of `model` into `folder` (which appears whole or not at all)."""
    with making(folder) as made:
        try:
            graph = load(model)
            found = seams.find(graph)
            reference = Reference(_reference(graph, found), found)
            plain = _parts(graph, found)
            manifest = _proven(plain, made, reference, config)
        except Uncuttable as error:
            manifest = Manifest.whole(str(error))
            for file in made.iterdir():
                file.unlink()
        publish(made, folder, manifest)
    return manifest


@dataclass(frozen=True, slots=True)
class _Parts:
    front: Graph
    flow: Graph
    decoder: Graph
    manifest: Manifest

    def write(self, folder: Path) -> None:
        for name, part in ((FRONT, self.front), (FLOW, self.flow), (DECODER, self.decoder)):
            save_optimised(part.model().SerializeToString(), folder / name)


def _parts(graph: Graph, found: Seams) -> _Parts:
    flow, flow_windows = _flow(graph, found)
    decoder, decoder_windows = _decoder(graph, found)
    manifest = Manifest(
        reason="",
        flow=flow_windows,
        decoder=decoder_windows,
        duration_noise_rows=2 if found.duration_noise else 0,
        has_speaker=found.has_speaker,
    )
    return _Parts(_front(graph, found), flow, decoder, manifest)


def _proven(plain: _Parts, folder: Path, reference: Reference, config: dict[str, Any]) -> Manifest:
    """Write the fastest spelling that gives the voice's own samples. Raises `Uncuttable` when none does."""
    notes: tuple[str, ...] = ()
    for exact_convolutions in (False, True):
        try:
            parts = _improved(plain, config, exact_convolutions)
            parts.write(folder)
            manifest = replace(parts.manifest, notes=notes + parts.manifest.notes)
            return prove(folder, manifest, reference, config)
        except Uncuttable as error:
            notes += (f"simplified less: {error}",)
    plain.write(folder)
    return prove(folder, replace(plain.manifest, notes=notes), reference, config)


def _improved(plain: _Parts, config: dict[str, Any], exact_convolutions: bool) -> _Parts:
    """The parts in their fastest spelling."""
    manifest = plain.manifest
    assert manifest.flow is not None and manifest.decoder is not None
    ids = proof_ids(config)
    feed = {
        IDS: np.array([ids], np.int64),
        LENGTHS: np.array([len(ids)], np.int64),
        SCALES: proof_scales().array(),
        SPEAKER: np.zeros(1, np.int64),
        "duration_noise": noise.for_durations(1, manifest.duration_noise_rows, len(ids)),
    }
    front, notes = variants.lean_front(plain.front, feed, exact_convolutions=exact_convolutions)
    flow, flow_notes = variants.faster(plain.flow, "z", manifest.flow)
    decoder, decoder_notes = variants.faster(plain.decoder, "y", manifest.decoder)
    notes += tuple(f"flow: {note}" for note in flow_notes) + tuple(f"decoder: {n}" for n in decoder_notes)
    return _Parts(front, flow, decoder, replace(manifest, notes=notes))


def _front(graph: Graph, found: Seams) -> Graph:
    inputs = {found.duration_noise: _FLOAT} if found.duration_noise else {}
    part = graph.part(inputs, [found.mean, found.log_scale, found.durations])
    neutral.remove(part)
    part.opset = max(part.opset, 17)
    _name(part, dict(zip(part.outputs, ("mean", "log_scale", "durations"), strict=True)))
    if found.duration_noise:
        _name(part, {found.duration_noise: "duration_noise"})
    _only(part, {IDS, SCALES, SPEAKER, LENGTHS, "duration_noise"}, "front")
    part.inputs = {name: kind for name, kind in part.inputs.items() if _is_read(part, name)}
    return part


def _flow(graph: Graph, found: Seams) -> tuple[Graph, Windowed]:
    part = graph.part({found.z: _FLOAT}, [found.y])
    neutral.remove(part)
    _only(part, {found.z, SPEAKER}, "flow")
    windows = crops.insert(part, found.z, part.outputs[0])
    _name(part, {found.z: "z", part.outputs[0]: "y"})
    if windows.rate != 1:
        raise Uncuttable("its flow changes the number of frames")
    return part, windows


def _decoder(graph: Graph, found: Seams) -> tuple[Graph, Windowed]:
    part = graph.part({found.y: _FLOAT}, [graph.skip_back(found.audio, "Unsqueeze", "Squeeze")])
    neutral.remove(part)
    fold.scalings(part)
    _only(part, {found.y, SPEAKER}, "decoder")
    windows = crops.insert(part, found.y, part.outputs[0])
    _name(part, {found.y: "y", part.outputs[0]: "audio"})
    return part, windows


def _reference(graph: Graph, found: Seams) -> bytes:
    """The voice's own graph with its noise as inputs, to compare with."""
    noise = [name for name in (found.duration_noise, found.prior_noise) if name]
    part = graph.part(dict.fromkeys(noise, _FLOAT), [found.audio, found.durations])
    return bytes(part.model().SerializeToString())


def _name(part: Graph, names: dict[str, str]) -> None:
    taken = {name: part.name("old") for name in names.values() if _is_known(part, name) and name not in names}
    part.rename(taken)
    part.rename({taken.get(old, old): new for old, new in names.items()})


def _is_known(part: Graph, name: str) -> bool:
    return part.maker(name) is not None or name in part.constants or name in part.inputs


def _is_read(part: Graph, name: str) -> bool:
    return bool(part.readers(name))


def _only(part: Graph, allowed: set[str], what: str) -> None:
    read = {name for name in part.inputs if _is_read(part, name)}
    if extra := read - allowed:
        raise Uncuttable(f"its {what} needs more than its input ({', '.join(sorted(extra))})")
    part.inputs = {name: kind for name, kind in part.inputs.items() if name in read}


def main(arguments: list[str]) -> int:
    model, folder = Path(arguments[0]), Path(arguments[1])
    config = json.loads(Path(f"{model}.json").read_text(encoding="utf-8"))
    np.seterr(all="ignore")
    cut(model, config, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
