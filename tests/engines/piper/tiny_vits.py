"""A tiny VITS with random weights, written down in ONNX the way torch's exporter lays a Piper voice out.

Kept as exported: sequence masks, the alignment path (CumSum, Less, Pad, Slice, Sub), both RandomNormalLike,
flips by Slice with step -1, WaveNet layers with skip sums, HiFi-GAN's resblocks. Left out: the text encoder's
attention and the spline flows; those rewrites are tested on the embedded voice.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper


@dataclass(frozen=True)
class Shape:
    channels: int = 12
    hidden: int = 16
    flow_kernel: int = 5
    flow_layers: int = 2
    couplings: int = 2
    decoder: int = 32
    upsample: tuple[tuple[int, int], ...] = ((4, 8), (4, 8))
    """Stride and kernel of each stage."""
    resblocks: tuple[tuple[int, tuple[int, ...]], ...] = ((3, (1, 2)), (5, (2, 6)))
    """Kernel and dilations of each block."""
    double_convs: bool = False
    """HiFi-GAN's first kind of resblock: each dilated convolution is followed by a plain one."""
    speakers: int = 1
    whole_utterance_norm: bool = False
    """Normalise the decoder's input over all frames: cannot be cut."""
    symbols: int = 40
    seed: int = 0


class _Writer:
    def __init__(self, seed: int) -> None:
        self.nodes: list[Any] = []
        self.weights: list[Any] = []
        self._random = np.random.default_rng(seed)
        self._count = 0

    def name(self) -> str:
        self._count += 1
        return f"t{self._count}"

    def const(self, value: Any, dtype: Any = np.int64) -> str:
        name = self.name()
        self.weights.append(numpy_helper.from_array(np.asarray(value, dtype), name))
        return name

    def weight(self, *shape: int) -> str:
        scale = 1.0 / np.sqrt(np.prod(shape[1:]) or 1)
        return self.const(self._random.standard_normal(shape) * scale, np.float32)

    def op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        name = self.name()
        self.nodes.append(helper.make_node(kind, list(inputs), [name], **attributes))
        return name

    def ops(self, kind: str, count: int, *inputs: str, **attributes: Any) -> list[str]:
        names = [self.name() for _ in range(count)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, **attributes))
        return names

    def conv(self, x: str, inputs: int, outputs: int, kernel: int, dilation: int = 1) -> str:
        pad = (kernel - 1) * dilation // 2
        return self.op(
            "Conv",
            x,
            self.weight(outputs, inputs, kernel),
            self.const(np.zeros(outputs), np.float32),
            kernel_shape=[kernel],
            dilations=[dilation],
            pads=[pad, pad],
            strides=[1],
            group=1,
        )

    def piece(self, x: str, start: int, end: int, axis: int = 1) -> str:
        return self.op(
            "Slice", x, self.const([start]), self.const([end]), self.const([axis]), self.const([1])
        )

    def flip(self, x: str) -> str:
        lowest = -(2**63) + 1
        return self.op("Slice", x, self.const([-1]), self.const([lowest]), self.const([1]), self.const([-1]))


def write(folder: Path, shape: Shape, name: str = "tiny") -> Path:
    """The `.onnx` (with its `.onnx.json` beside it)."""
    w = _Writer(shape.seed)
    c = shape.channels
    scale = [w.op("Gather", "scales", w.const(i), axis=0) for i in range(3)]
    g = None
    if shape.speakers > 1:
        g = w.op("Unsqueeze", w.op("Gather", w.weight(shape.speakers, 8), "sid"), w.const([-1]))
    x = w.op("Transpose", w.op("Gather", w.weight(shape.symbols, shape.hidden), "input"), perm=[0, 2, 1])
    count = w.op("Gather", w.op("Shape", x), w.const(2), axis=0)
    below = w.op("Unsqueeze", w.op("Range", w.const(0), count, w.const(1)), w.const([0]))
    less = w.op("Less", below, w.op("Unsqueeze", "input_lengths", w.const([1])))
    mask = w.op("Cast", w.op("Unsqueeze", less, w.const([1])), to=TensorProto.FLOAT)
    x = w.op("Relu", w.conv(w.op("Mul", x, mask), shape.hidden, shape.hidden, 3))
    stats = w.op("Mul", w.conv(x, shape.hidden, 2 * c, 1), mask)
    mean, log_scale = w.ops("Split", 2, stats, w.const([c, c]), axis=1)

    h = x if g is None else w.op("Add", x, w.conv(g, 8, shape.hidden, 1))
    zeros = w.op(
        "ConstantOfShape",
        w.op("Concat", w.const([1]), w.const([2]), w.op("Reshape", count, w.const([1])), axis=0),
    )
    drawn = w.op("Mul", w.op("RandomNormalLike", zeros, dtype=1), scale[2])
    log_w = w.op("Mul", w.op("Add", w.conv(h, shape.hidden, 1, 3), w.conv(drawn, 2, 1, 1)), mask)
    frames_of = w.op("Ceil", w.op("Mul", w.op("Mul", w.op("Exp", log_w), mask), scale[1]))

    total = w.op(
        "Cast",
        w.op("Clip", w.op("ReduceSum", frames_of, w.const([1, 2]), keepdims=0), w.const(1, np.float32)),
        to=7,
    )
    longest = w.op("ReduceMax", total, keepdims=0)
    frame = w.op("Unsqueeze", w.op("Range", w.const(0), longest, w.const(1)), w.const([0]))
    y_mask = w.op(
        "Cast",
        w.op("Unsqueeze", w.op("Less", frame, w.op("Unsqueeze", total, w.const([1]))), w.const([1])),
        to=1,
    )
    pair = w.op("Mul", w.op("Unsqueeze", mask, w.const([2])), w.op("Unsqueeze", y_mask, w.const([-1])))
    ends = w.op("Reshape", w.op("CumSum", frames_of, w.const(-1)), w.const([-1]))
    positions = w.op("Cast", longest, to=1)
    numbers = w.op(
        "Unsqueeze", w.op("Range", w.const(0, np.float32), positions, w.const(1, np.float32)), w.const([0])
    )
    path = w.op("Cast", w.op("Less", numbers, w.op("Unsqueeze", ends, w.const([1]))), to=1)
    path = w.op("Unsqueeze", path, w.const([0]))
    shifted = w.piece(w.op("Pad", path, w.const([0, 1, 0, 0, 0, 0])), 0, -1)
    path = w.op("Transpose", w.op("Unsqueeze", w.op("Sub", path, shifted), w.const([1])), perm=[0, 1, 3, 2])
    attention = w.op("Squeeze", w.op("Mul", path, pair), w.const([1]))

    def spread(tokens: str) -> str:
        product = w.op("MatMul", attention, w.op("Transpose", tokens, perm=[0, 2, 1]))
        return w.op("Transpose", product, perm=[0, 2, 1])

    mean_f, scale_f = spread(mean), spread(log_scale)
    noise = w.op("Mul", w.op("RandomNormalLike", mean_f, dtype=1), w.op("Exp", scale_f))
    z = w.op("Add", mean_f, w.op("Mul", noise, scale[0]))
    z = _flow(w, shape, z, y_mask, g)
    y = w.op("Mul", z, y_mask)
    if shape.whole_utterance_norm:
        y = w.op("Sub", y, w.op("ReduceMean", y, axes=[2]))
    audio = _decoder(w, shape, y, g)
    w.nodes.append(helper.make_node("Unsqueeze", [audio, w.const([1])], ["output"]))
    return _save(folder, name, w, shape)


def _flow(w: _Writer, shape: Shape, z: str, mask: str, g: str | None) -> str:
    half, hidden = shape.channels // 2, shape.hidden
    for _ in range(shape.couplings):
        first, second = w.ops("Split", 2, w.flip(z), w.const([half, half]), axis=1)
        h = w.op("Mul", w.conv(first, half, hidden, 1), mask)
        skip = w.op("ConstantOfShape", w.op("Shape", h))
        condition = None if g is None else w.conv(g, 8, 2 * hidden * shape.flow_layers, 1)
        for layer in range(shape.flow_layers):
            both = w.conv(h, hidden, 2 * hidden, shape.flow_kernel)
            if condition is None:
                extra = w.op("ConstantOfShape", w.op("Shape", both))
            else:
                extra = w.piece(condition, 2 * hidden * layer, 2 * hidden * (layer + 1))
            both = w.op("Add", both, extra)
            gate = w.op("Sigmoid", w.piece(both, hidden, 2**62))
            acts = w.op("Mul", w.op("Tanh", w.piece(both, 0, hidden)), gate)
            if layer < shape.flow_layers - 1:
                both = w.conv(acts, hidden, 2 * hidden, 1)
                h = w.op("Mul", w.op("Add", h, w.piece(both, 0, hidden)), mask)
                skip = w.op("Add", skip, w.piece(both, hidden, 2**62))
            else:
                skip = w.op("Add", skip, w.conv(acts, hidden, hidden, 1))
        shift = w.op("Mul", w.conv(w.op("Mul", skip, mask), hidden, half, 1), mask)
        z = w.op("Concat", first, w.op("Mul", w.op("Sub", second, shift), mask), axis=1)
    return z


def _decoder(w: _Writer, shape: Shape, y: str, g: str | None) -> str:
    channels = shape.decoder
    x = w.conv(y, shape.channels, channels, 7)
    if g is not None:
        x = w.op("Add", x, w.conv(g, 8, channels, 1))
    for stride, kernel in shape.upsample:
        x = w.op("LeakyRelu", x, alpha=0.1)
        pad = (kernel - stride) // 2
        x = w.op(
            "ConvTranspose",
            x,
            w.weight(channels, channels // 2, kernel),
            w.const(np.zeros(channels // 2), np.float32),
            kernel_shape=[kernel],
            strides=[stride],
            pads=[pad, pad],
            dilations=[1],
            group=1,
        )
        channels //= 2
        total = None
        for size, dilations in shape.resblocks:
            out = x
            for dilation in dilations:
                inner = w.conv(w.op("LeakyRelu", out, alpha=0.1), channels, channels, size, dilation)
                if shape.double_convs:
                    inner = w.conv(w.op("LeakyRelu", inner, alpha=0.1), channels, channels, size)
                out = w.op("Add", inner, out)
            total = out if total is None else w.op("Add", total, out)
        assert total is not None
        x = w.op("Div", total, w.const(float(len(shape.resblocks)), np.float32))
    return w.op("Tanh", w.conv(w.op("LeakyRelu", x, alpha=0.01), channels, 1, 7))


def _save(folder: Path, name: str, w: _Writer, shape: Shape) -> Path:
    inputs = [
        helper.make_tensor_value_info("input", TensorProto.INT64, ["batch", "tokens"]),
        helper.make_tensor_value_info("input_lengths", TensorProto.INT64, ["batch"]),
        helper.make_tensor_value_info("scales", TensorProto.FLOAT, [3]),
    ]
    if shape.speakers > 1:
        inputs.append(helper.make_tensor_value_info("sid", TensorProto.INT64, ["batch"]))
    outputs = [helper.make_tensor_value_info("output", TensorProto.FLOAT, ["batch", "one", "time", "rest"])]
    graph = helper.make_graph(w.nodes, "torch_jit", inputs, outputs, w.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 15)], ir_version=8)
    path = folder / f"{name}.onnx"
    onnx.save(model, str(path))
    symbols = "_^$ .,abdefhijklmnoprstuvwzæðŋɐɑɔəɛɪʃʊʌˈˌː"
    hop = int(np.prod([stride for stride, _ in shape.upsample]))
    config = {
        "audio": {"sample_rate": 8000},
        "espeak": {"voice": "en-us"},
        "num_symbols": shape.symbols,
        "num_speakers": shape.speakers,
        "speaker_id_map": {f"speaker{i}": i for i in range(shape.speakers)} if shape.speakers > 1 else {},
        "phoneme_id_map": {symbol: [i % shape.symbols] for i, symbol in enumerate(symbols)},
        "hop_length": hop,
        "inference": {"noise_scale": 0.667, "length_scale": 1.0, "noise_w": 0.3},
    }
    Path(f"{path}.json").write_text(json.dumps(config), encoding="utf-8")
    return path
