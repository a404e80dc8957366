"""How far a graph looks left and right: receptive fields out of kernels, dilations and strides.

A tensor runs at `rate` samples a frame of the graph's input. Its sample t (at frame t / rate) depends on the
input frames f with t / rate + low <= f <= t / rate + high. Bounds are exact fractions, so contexts are never
guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from tts_node.engines.piper.graph import Graph, Node, Uncuttable, attribute

_NAMES = (
    "Add Sub Mul Div Neg Exp Tanh Sigmoid LeakyRelu Relu Max Min Pow Sqrt Erf Clip Softplus Gelu Cast Where"
)
POINTWISE = frozenset(_NAMES.split())


@dataclass(frozen=True, slots=True)
class Reach:
    rate: int
    low: Fraction
    high: Fraction

    def left(self) -> int:
        """Input frames needed before frame a for the samples from a * rate on."""
        return max(0, floor(-self.low))

    def right(self) -> int:
        """Input frames needed after frame b for the samples up to b * rate."""
        return max(0, floor(self.high - Fraction(1, self.rate)) + 1)


def reaches(graph: Graph, source: str) -> dict[str, Reach]:
    """The reach of every tensor of [1, C, time] that is computed from `source`. Raises `Uncuttable` for an
    operation whose reach is not known (one that looks at the whole utterance, say).
    """
    found = {source: Reach(1, Fraction(0), Fraction(0))}
    for node in graph.nodes:
        inputs = [found[name] for name in node.input if name in found]
        if not inputs or node.op_type == "Shape":
            continue
        reach = _after(graph, node, inputs)
        for name in node.output:
            found[name] = reach
    return found


def _after(graph: Graph, node: Node, inputs: list[Reach]) -> Reach:
    rates = {item.rate for item in inputs}
    if len(rates) != 1:
        raise Uncuttable(f"a {node.op_type} mixes tensors of different rates")
    rate = rates.pop()
    low, high = min(item.low for item in inputs), max(item.high for item in inputs)
    if node.op_type in POINTWISE:
        return Reach(rate, low, high)
    if node.op_type in ("Concat", "Split") and attribute(node, "axis", 0) in (1, -2):
        return Reach(rate, low, high)
    if node.op_type == "Slice" and _slices_channels(graph, node):
        return Reach(rate, low, high)
    if node.op_type in ("Unsqueeze", "Squeeze"):
        return Reach(rate, low, high)
    if node.op_type == "Conv":
        kernel, dilation, pads = _one_dimension(graph, node)
        if (attribute(node, "strides") or [1]) != [1] or sum(pads) != (kernel - 1) * dilation:
            raise Uncuttable("a convolution changes the length")
        return Reach(
            rate, low - Fraction(pads[0], rate), high + Fraction((kernel - 1) * dilation - pads[0], rate)
        )
    if node.op_type == "ConvTranspose":
        kernel, dilation, pads = _one_dimension(graph, node)
        stride = (attribute(node, "strides") or [1])[0]
        extra = (attribute(node, "output_padding") or [0])[0]
        if (kernel - 1) * dilation + 1 + extra - sum(pads) != stride:
            raise Uncuttable("an upsampling does not multiply the length by its stride")
        fine = rate * stride
        return Reach(
            fine, low + Fraction(pads[0] - (kernel - 1) * dilation, fine), high + Fraction(pads[0], fine)
        )
    raise Uncuttable(f"it has an operation whose reach is not known ({node.op_type})")


def _one_dimension(graph: Graph, node: Node) -> tuple[int, int, list[int]]:
    weight = graph.constant(node.input[1])
    if weight is None or weight.ndim != 3 or attribute(node, "auto_pad", b"NOTSET") not in (b"NOTSET", b""):
        raise Uncuttable("a convolution is not one-dimensional with fixed weights")
    pads = list(attribute(node, "pads") or [0, 0])
    return weight.shape[2], (attribute(node, "dilations") or [1])[0], pads


def _slices_channels(graph: Graph, node: Node) -> bool:
    axes = graph.constant(node.input[3]) if len(node.input) > 3 else None
    return axes is not None and axes.reshape(-1).tolist() in ([1], [-2])
