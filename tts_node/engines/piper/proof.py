"""Prove a cut: the parts, run in chunks, give the samples of the voice's own graph with the same noise."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from tts_node.engines.piper import noise
from tts_node.engines.piper.cutfiles import Manifest
from tts_node.engines.piper.frames import spread
from tts_node.engines.piper.graph import Uncuttable
from tts_node.engines.piper.seams import Seams
from tts_node.engines.piper.sessions import CutSessions, Floats, Prior, Scales, session

LARGEST_DIFFERENCE = 1e-4
"""Where the voice itself is not more sensitive to rounding."""
_TIMES_ROUNDING = 4.0
_NEVER_MORE = 5e-4
"""With two frames of context too few, the embedded voice's chunks differ by 6e-4."""
_SEED = 20_210_611
_TOKENS = 70
_CHUNKS = (5, 9, 16, 31, 64)
"""Frames of the proof's chunks: seams at many distances from each other, edges included."""


@dataclass(frozen=True, slots=True)
class Whole:
    """One sentence by the voice's own graph."""

    audio: Floats
    durations: Floats


class Reference:
    """The voice's own graph, its noise handed in."""

    def __init__(self, model: bytes, seams: Seams, *, as_exported: bool = False) -> None:
        self._model = model
        self._session = session(model, 1, optimised=as_exported)
        self._seams = seams
        self._reads = {item.name for item in self._session.get_inputs()}

    def run(
        self, ids: list[int], scales: Scales, duration_noise: Floats, prior_noise: Floats, speaker: int
    ) -> Whole:
        feed: dict[str, Any] = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": scales.array(),
            "sid": np.array([speaker], dtype=np.int64),
            self._seams.prior_noise: prior_noise[None],
        }
        if self._seams.duration_noise:
            feed[self._seams.duration_noise] = duration_noise
        outputs = [self._seams.audio, self._seams.durations]
        audio, durations = self._session.run(outputs, {k: v for k, v in feed.items() if k in self._reads})
        return Whole(audio.reshape(-1), durations.reshape(-1))

    def rounded_otherwise(self) -> Reference:
        """The same graph without onnxruntime's fusions. How far its samples are from the usual ones is the
        voice's own sensitivity to rounding: up to 3e-4 in single sentences of the embedded voice.
        """
        return Reference(self._model, self._seams, as_exported=True)


def prove(folder: Path, manifest: Manifest, reference: Reference, config: dict[str, Any]) -> Manifest:
    """The manifest with the measured difference of the parts in `folder`. Raises `Uncuttable` when it is too
    large.
    """
    sessions = CutSessions.load(folder, manifest, threads=1, front_threads=1)
    ids, scales = proof_ids(config), proof_scales()
    duration_noise = noise.for_durations(_SEED, manifest.duration_noise_rows, len(ids))
    prior = sessions.front(ids, scales, duration_noise, 0)
    total = int(prior.durations.sum())
    if total == 0:
        raise Uncuttable("its durations are all zero")
    prior_noise = noise.for_frames(_SEED, prior.mean.shape[0], 0, total)
    whole = reference.run(ids, scales, duration_noise, prior_noise, 0)
    if not np.array_equal(whole.durations, prior.durations):
        raise Uncuttable("its front gives other durations alone")
    audio = in_chunks(sessions, prior, scales, _SEED, _CHUNKS)
    if audio.shape != whole.audio.shape:
        raise Uncuttable(f"its chunks have {audio.size} samples and the whole {whole.audio.size}")
    difference = float(np.abs(audio - whole.audio).max())
    allowed = LARGEST_DIFFERENCE
    if not difference < allowed:
        other = reference.rounded_otherwise().run(ids, scales, duration_noise, prior_noise, 0)
        allowed = min(_NEVER_MORE, max(allowed, _TIMES_ROUNDING * _difference(whole, other)))
    if not difference < allowed:
        raise Uncuttable(f"its chunks differ from the whole by {difference:.2g}")
    return replace(manifest, difference=difference)


def in_chunks(
    sessions: CutSessions, prior: Prior, scales: Scales, seed: int, sizes: tuple[int, ...], speaker: int = 0
) -> Floats:
    """All samples of a sentence, flow and decoder run in chunks of `sizes` frames, the last size repeated."""
    total = int(prior.durations.sum())
    flow, decoder = sessions.flow_windows, sessions.decoder_windows
    pieces: list[Floats] = []
    for first, end in _cuts(total, sizes):
        window = flow.window(first, end, total)
        z = spread(prior, scales, seed, window.start, window.end)
        pieces.append(sessions.flow(z, window.crops, speaker))
    y = np.concatenate(pieces, axis=1)
    audio: list[Floats] = []
    for first, end in _cuts(total, sizes):
        window = decoder.window(first, end, total)
        audio.append(sessions.decode(y[:, window.start : window.end], window.crops, speaker))
    return np.concatenate(audio)


def proof_scales() -> Scales:
    """As Piper's own."""
    return Scales(0.667, 1.0, 0.8)


def proof_ids(config: dict[str, Any]) -> list[int]:
    """A made-up sentence over the voice's own symbols, with pads between as Piper writes them."""
    symbols = config.get("phoneme_id_map") or {}
    known = sorted({int(i) for ids in symbols.values() for i in ids} - {0, 1, 2}) or [1]
    generator = np.random.default_rng(_SEED)
    chosen = generator.choice(np.array(known), size=_TOKENS // 2)
    return [1, 0, *(int(i) for symbol in chosen for i in (symbol, 0)), 2]


def _difference(a: Whole, b: Whole) -> float:
    return float(np.abs(a.audio - b.audio).max()) if a.audio.shape == b.audio.shape else 0.0


def _cuts(total: int, sizes: tuple[int, ...]) -> list[tuple[int, int]]:
    cuts, at, i = [], 0, 0
    while at < total:
        end = min(total, at + sizes[min(i, len(sizes) - 1)])
        cuts.append((at, end))
        at, i = end, i + 1
    return cuts
