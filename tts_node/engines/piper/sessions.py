"""The onnxruntime sessions of a cut voice, and how they are called. `run` is thread-safe: all lanes share
them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnxruntime as ort

from tts_node.engines.piper.cutfiles import DECODER, FLOW, FRONT, Manifest
from tts_node.engines.piper.windows import Windowed

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Scales:
    """How much the voice varies and how long its sounds last, as Piper's `scales` input has them."""

    noise: float
    length: float
    duration_noise: float

    def array(self) -> Floats:
        return np.array([self.noise, self.length, self.duration_noise], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Prior:
    """What the front says of a sentence, per token."""

    mean: Floats
    """[C, T]"""
    log_scale: Floats
    """[C, T]"""
    durations: Ids
    """[T] frames"""


def session(model: str | bytes, threads: int) -> Any:
    """One session on the CPU.

    No spinning: it would steal from the other lane. No memory plans: onnxruntime would keep one for every
    length it has seen. The arena stays: without it a tenth of the time goes into page faults.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class CutSessions:
    """Front, flow and decoder of one voice."""

    def __init__(
        self, parts: dict[str, str | bytes], manifest: Manifest, *, threads: int, front_threads: int
    ) -> None:
        assert manifest.flow is not None and manifest.decoder is not None
        self.flow_windows: Windowed = manifest.flow
        self.decoder_windows: Windowed = manifest.decoder
        self.duration_noise_rows = manifest.duration_noise_rows
        self._front = session(parts[FRONT], front_threads)
        self._flow = session(parts[FLOW], threads)
        self._decoder = session(parts[DECODER], threads)
        self._front_reads = {item.name for item in self._front.get_inputs()}
        self._flow_reads_speaker = any(item.name == "sid" for item in self._flow.get_inputs())
        self._decoder_reads_speaker = any(item.name == "sid" for item in self._decoder.get_inputs())

    @staticmethod
    def load(folder: Path, manifest: Manifest, *, threads: int, front_threads: int) -> CutSessions:
        parts: dict[str, str | bytes] = {name: str(folder / name) for name in (FRONT, FLOW, DECODER)}
        return CutSessions(parts, manifest, threads=threads, front_threads=front_threads)

    def front(self, ids: list[int], scales: Scales, noise: Floats, speaker: int) -> Prior:
        """`noise` is [1, `duration_noise_rows`, len(ids)]."""
        feed = {
            "input": np.array([ids], dtype=np.int64),
            "input_lengths": np.array([len(ids)], dtype=np.int64),
            "scales": scales.array(),
            "duration_noise": noise,
            "sid": np.array([speaker], dtype=np.int64),
        }
        mean, log_scale, durations = self._front.run(
            ["mean", "log_scale", "durations"], {name: feed[name] for name in self._front_reads}
        )
        return Prior(mean[0], log_scale[0], durations.reshape(-1).astype(np.int64))

    def flow(self, z: Floats, crops: Ids, speaker: int) -> Floats:
        """`z` is [C, frames of the window]; [C, wanted frames]."""
        feed: dict[str, Any] = {"z": z[None], "crops": crops}
        if self._flow_reads_speaker:
            feed["sid"] = np.array([speaker], dtype=np.int64)
        result: Floats = self._flow.run(["y"], feed)[0].reshape(z.shape[0], -1)
        return result

    def decode(self, y: Floats, crops: Ids, speaker: int) -> Floats:
        """`y` is [C, frames of the window]; the wanted frames' samples."""
        feed: dict[str, Any] = {"y": y[None], "crops": crops}
        if self._decoder_reads_speaker:
            feed["sid"] = np.array([speaker], dtype=np.int64)
        result: Floats = self._decoder.run(["audio"], feed)[0].reshape(-1)
        return result
