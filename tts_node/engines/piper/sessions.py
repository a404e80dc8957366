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
from tts_node.engines.piper.later import Later
from tts_node.engines.piper.windows import Windowed

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int64]

_MAPPED_BYTES = 1024
"""Smaller weights stay inside the graph."""


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


def session(model: str | bytes, threads: int, *, optimised: bool = False) -> Any:
    """One session on the CPU, of a graph that is `optimised` already or not.

    No spinning: it would steal from the other lane. No memory plans: onnxruntime would keep one for every
    length it has seen. The arena stays: without it a tenth of the time goes into page faults.
    """
    options = _options(threads)
    if optimised:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def save_optimised(model: bytes, file: Path) -> None:
    """Write `model` as `session` would run it on this machine (see `machine.key`), for `optimised` ones; the
    weights go beside it into a file that is mapped when it is loaded.
    """
    weights = file.with_suffix(".weights")
    weights.unlink(missing_ok=True)
    options = _options(threads=1)
    options.optimized_model_filepath = str(file)
    prefix = "session.optimized_model_external_initializers_"
    options.add_session_config_entry(f"{prefix}file_name", weights.name)
    options.add_session_config_entry(f"{prefix}min_size_in_bytes", str(_MAPPED_BYTES))
    ort.InferenceSession(model, options, providers=["CPUExecutionProvider"])


class CutSessions:
    """Front, flow and decoder of one voice."""

    def __init__(self, front: Any, flow: Any, decoder: Any, manifest: Manifest) -> None:
        assert manifest.flow is not None and manifest.decoder is not None
        self.flow_windows: Windowed = manifest.flow
        self.decoder_windows: Windowed = manifest.decoder
        self.duration_noise_rows = manifest.duration_noise_rows
        self._front = front
        self._flow = flow
        self._decoder = decoder
        self._front_reads = {item.name for item in front.get_inputs()}
        self._flow_reads_speaker = any(item.name == "sid" for item in flow.get_inputs())
        self._decoder_reads_speaker = any(item.name == "sid" for item in decoder.get_inputs())

    @staticmethod
    def load(folder: Path, manifest: Manifest, *, threads: int, front_threads: int) -> CutSessions:
        """From a folder of cut files. Raises what onnxruntime raises."""
        front = Later(lambda: session(str(folder / FRONT), front_threads, optimised=True))
        try:
            flow = session(str(folder / FLOW), threads, optimised=True)
            decoder = session(str(folder / DECODER), threads, optimised=True)
        finally:
            made = front.result()
        return CutSessions(made, flow, decoder, manifest)

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


def _options(threads: int) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options
