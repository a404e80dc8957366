"""Rational-quadratic splines of the duration predictor, written lean.

The exporter spells the inverse spline (C. Durkan et al., "Neural Spline Flows", 2019) out with boolean masks
and index tensors, over two hundred small operations each. Here it is the formula on [T, bins], applied
everywhere and selected afterwards. Found by dataflow; anything unexpected is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, node

_SMALLEST = 1e-3
"""Least width, height and slope of a bin, as in the paper's code. The proof would show another choice."""


@dataclass(frozen=True, slots=True)
class Spline:
    parameters: str
    """[1, 3 K - 1, T]"""
    bins: int
    x: str
    """[1, 1, T]"""
    scale: float
    """What widths and heights are divided by."""
    bound: float
    result: str


def simplify(graph: Graph) -> int:
    """Rewrite every inverse spline that is found; how many."""
    found = [s for item in graph.of_type("Concat") if (s := _recognise(graph, item)) is not None]
    for item in found:
        _rewrite(graph, item)
    graph.prune()
    return len(found)


def _recognise(graph: Graph, concat: Node) -> Spline | None:
    if len(concat.input) != 2:
        return None
    split, scatter = graph.made_by(concat.input[0], "Split"), graph.made_by(concat.input[1], "ScatterND")
    if split is None or scatter is None or len(split.output) != 2:
        return None
    result, x = str(scatter.output[0]), str(split.output[1])
    convs = {str(item.output[0]): item for item in graph.of_type("Conv")}
    tensors = graph.ancestors([result], stop=[*convs, *split.output])
    behind = [name for name in tensors if name in convs]
    if x not in tensors or len(behind) != 1:
        return None
    channels = graph.constants[convs[behind[0]].input[1]].shape[0]
    bounds = _scalars(graph, "LessOrEqual", x)
    scales = {
        value
        for item in graph.of_type("Div")
        if item.output[0] in tensors and (value := graph.scalar(item.input[1])) is not None
    }
    if (channels + 1) % 3 or len(bounds) != 1 or len(scales) != 1:
        return None
    return Spline(behind[0], (channels + 1) // 3, x, scales.pop(), bounds[0], result)


def _scalars(graph: Graph, op_type: str, tensor: str) -> list[float]:
    return [
        value
        for item in graph.readers(tensor)
        if item.op_type == op_type and (value := graph.scalar(item.input[1])) is not None
    ]


class _Formula:
    """Writes nodes as expressions; every method returns the tensor it makes."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self.nodes: list[Node] = []

    def make(self, op_type: str, *inputs: str, **attributes: object) -> str:
        name = self._graph.name(op_type.lower())
        self.nodes.append(node(op_type, inputs, [name], **attributes))
        return name

    def number(self, value: float) -> str:
        return self._graph.const(np.float32(value))

    def pad(self, tensor: str, left: float, right: float) -> str:
        """One column of `left` before and one of `right` after [T, n]."""
        before = self.make("Pad", tensor, self._graph.const([0, 1, 0, 0]), self.number(left))
        return self.make("Pad", before, self._graph.const([0, 0, 0, 1]), self.number(right))

    def columns(self, tensor: str, start: int, end: int) -> str:
        const = self._graph.const
        return self.make("Slice", tensor, const([start]), const([end]), const([1]))


def _rewrite(graph: Graph, spline: Spline) -> None:
    f, bins, bound = _Formula(graph), spline.bins, spline.bound
    turned = f.make("Transpose", spline.parameters, perm=[0, 2, 1])
    table = f.make("Reshape", turned, graph.const([-1, 3 * bins - 1]))
    x = f.make("Reshape", spline.x, graph.const([-1, 1]))
    edges, sizes = [], []
    for start in (0, bins):
        logits = f.make("Mul", f.columns(table, start, start + bins), f.number(1.0 / spline.scale))
        shares = f.make("Softmax", logits, axis=-1)
        shares = f.make("Add", f.make("Mul", shares, f.number(1.0 - _SMALLEST * bins)), f.number(_SMALLEST))
        sums = graph.const(np.triu(np.full((bins, bins - 1), 2.0 * bound, np.float32)))
        inner = f.make("Sub", f.make("MatMul", shares, sums), f.number(bound))
        edge = f.pad(inner, -bound, bound)
        edges.append(edge)
        sizes.append(f.make("Sub", f.columns(edge, 1, bins + 1), f.columns(edge, 0, bins)))
    slopes = f.make("Add", f.make("Softplus", f.columns(table, 2 * bins, 3 * bins - 1)), f.number(_SMALLEST))
    slopes = f.pad(slopes, 1.0, 1.0)
    inside = f.make("Max", f.make("Min", x, f.number(bound)), f.number(-bound))
    passed = f.make("Cast", f.make("GreaterOrEqual", inside, f.columns(edges[1], 1, bins)), to=7)
    bin_ = f.make("ReduceSum", passed, graph.const([1]), keepdims=1)

    def at(tensor: str, index: str = bin_) -> str:
        return f.make("GatherElements", tensor, index, axis=1)

    left, width, low, height = at(edges[0]), at(sizes[0]), at(edges[1]), at(sizes[1])
    slope0, slope1 = at(slopes), at(slopes, f.make("Add", bin_, graph.const([[1]])))
    delta = f.make("Div", height, width)
    over = f.make("Sub", inside, low)
    bend = f.make("Sub", f.make("Add", slope0, slope1), f.make("Mul", delta, f.number(2.0)))
    curved = f.make("Mul", over, bend)
    a = f.make("Add", curved, f.make("Mul", height, f.make("Sub", delta, slope0)))
    b = f.make("Sub", f.make("Mul", height, slope0), curved)
    c = f.make("Neg", f.make("Mul", delta, over))
    four = f.make("Mul", f.make("Mul", a, f.number(4.0)), c)
    root = f.make("Sqrt", f.make("Max", f.make("Sub", f.make("Mul", b, b), four), f.number(0.0)))
    share = f.make("Div", f.make("Mul", c, f.number(2.0)), f.make("Sub", f.make("Neg", b), root))
    y = f.make("Add", f.make("Mul", share, width), left)
    out = f.make("Where", f.make("Equal", inside, x), y, x)
    result = f.make("Reshape", out, graph.const([1, 1, -1]))
    graph.replace(spline.result, f.nodes, result)
