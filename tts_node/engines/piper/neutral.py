"""Take out what does nothing when one whole sentence is spoken: masks of ones, sums with zeros, products with
one.

An exported VITS multiplies by sequence masks everywhere. With a batch of one and no padding they are all
ones, and what the exporter writes for an absent condition is all zeros, so both vanish without a rounding
error.
"""

from __future__ import annotations

import math

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, attribute

_SHAPE_ONLY = frozenset(("Unsqueeze", "Squeeze", "Transpose", "Reshape", "Expand", "Cast"))
_SKIPPED_FOR_RANGE = frozenset(("Unsqueeze", "Cast"))


def remove(graph: Graph) -> None:
    """Find tensors that hold one value everywhere and drop the operations that they make pointless."""
    uniform = _uniform_values(graph)
    for item in list(graph.nodes):
        kept = _survivor(item, uniform)
        if kept is not None:
            graph.redirect(item.output[0], kept)
    graph.reindex()
    graph.prune()


def _survivor(item: Node, uniform: dict[str, float]) -> str | None:
    """The input that equals the output of `item`, if there is one."""
    if item.op_type == "Where" and item.input[0] in uniform:
        return str(item.input[1 if uniform[item.input[0]] else 2])
    neutral = {"Mul": 1.0, "Add": 0.0, "Sub": 0.0, "Div": 1.0}.get(item.op_type)
    if neutral is None:
        return None
    left, right = item.input
    if uniform.get(right) == neutral and left not in uniform:
        return str(left)
    if item.op_type in ("Mul", "Add") and uniform.get(left) == neutral and right not in uniform:
        return str(right)
    return None


def _uniform_values(graph: Graph) -> dict[str, float]:
    """Tensors of non-constant shape that hold one known value everywhere."""
    found: dict[str, float] = {}
    for item in graph.nodes:
        value = _uniform_value(graph, item, found)
        if value is not None:
            found[item.output[0]] = value
    return found


def _uniform_value(graph: Graph, item: Node, found: dict[str, float]) -> float | None:
    kind = item.op_type
    if kind == "Less":
        return 1.0 if _positions_below_length(graph, item) else None
    if kind == "ConstantOfShape":
        fill = attribute(item, "value")
        return 0.0 if fill is None else float(_first(fill))
    known = [found.get(name, graph.scalar(name)) for name in item.input]
    if not any(name in found for name in item.input):
        return None
    if kind in _SHAPE_ONLY:
        return known[0]
    if any(value is None for value in known):
        return None
    values = [value for value in known if value is not None]
    if kind == "Mul":
        return values[0] * values[1]
    if kind == "Equal":
        return float(values[0] == values[1])
    if kind == "Neg":
        return -values[0]
    if kind == "Exp":
        return math.exp(values[0])
    return None


def _positions_below_length(graph: Graph, item: Node) -> bool:
    """`arange(n) < length` with nothing but a length on the right: true everywhere for a single unpadded
    sentence.

    The alignment matrix also compares positions, but with a running sum (`CumSum`) of durations.
    """
    positions = graph.maker(graph.skip_back(item.input[0], *_SKIPPED_FOR_RANGE))
    if positions is None or positions.op_type != "Range":
        return False
    return graph.made_by(graph.skip_back(item.input[1], *_SHAPE_ONLY), "CumSum") is None


def _first(tensor: object) -> float:
    from onnx import numpy_helper

    return float(np.asarray(numpy_helper.to_array(tensor)).reshape(-1)[0])
