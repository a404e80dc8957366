"""Relative attention, written lean.

The exporter spells the attention of P. Shaw et al. ("Self-Attention with Relative Position Representations",
2018) out as pads, reshapes and slices over T x T matrices. Only 2 w + 1 diagonals of those carry anything, so
here they are gathered and scattered directly. Found by dataflow; anything unexpected is left as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, node

_NAMES = "q k v qt vt content near near_in scores p band band_in far out sum turned joined"
_STEPS = _NAMES.split()


@dataclass(frozen=True, slots=True)
class Attention:
    """One layer: tensors of [1, C, T] and the embeddings of relative positions, [2 w + 1, d] each."""

    query: Node
    key: Node
    value: Node
    scale: float
    """What the query is divided by."""
    key_positions: str
    value_positions: str
    result: str
    """[1, C, T]; what the output convolution reads."""


def simplify(graph: Graph) -> int:
    """Rewrite every relative attention that is found; how many."""
    convs = {str(item.output[0]): item for item in graph.of_type("Conv")}
    candidates = [_recognise(graph, softmax, convs) for softmax in graph.of_type("Softmax")]
    found = [item for item in candidates if item is not None]
    if not found:
        return 0
    shapes = {graph.constants[item.key_positions].shape for item in found}
    if len(shapes) != 1:
        return 0
    _, width, depth = shapes.pop()
    heads = graph.constants[found[0].query.input[1]].shape[0] // depth
    index, inside = _diagonals(graph, found[0].key.output[0], width, heads)
    for item in found:
        _rewrite(graph, item, index, inside)
    graph.prune()
    return len(found)


def _recognise(graph: Graph, softmax: Node, convs: dict[str, Node]) -> Attention | None:
    probabilities = str(softmax.output[0])
    before = graph.ancestors([softmax.input[0]], stop=convs, values_only=True)
    content = [
        (left, right)
        for item in graph.of_type("MatMul")
        if item.output[0] in before
        and (left := _only_conv(graph, item.input[0], convs)) is not None
        and (right := _only_conv(graph, item.input[1], convs)) is not None
    ]
    products = [
        item
        for item in graph.readers(probabilities)
        if item.op_type == "MatMul" and item.input[0] == probabilities
    ]
    if len(content) != 1 or len(products) != 1:
        return None
    result = _result(graph, str(products[0].output[0]))
    if result is None:
        return None
    value = _only_conv(graph, products[0].input[1], convs)
    after = graph.ancestors([result], stop=[probabilities, *convs], values_only=True)
    key_positions, value_positions = _positions(graph, before), _positions(graph, after)
    divisors = [graph.scalar(item.input[1]) for item in graph.of_type("Div") if item.output[0] in before]
    scales = [divisor for divisor in divisors if divisor is not None]
    if value is None or key_positions is None or value_positions is None or len(scales) != 1:
        return None
    query, key = content[0]
    return Attention(query, key, value, scales[0], key_positions, value_positions, result)


def _only_conv(graph: Graph, tensor: str, convs: dict[str, Node]) -> Node | None:
    found = [name for name in graph.ancestors([tensor], stop=convs, values_only=True) if name in convs]
    return convs[found[0]] if len(found) == 1 else None


def _positions(graph: Graph, tensors: set[str]) -> str | None:
    """The one constant of [1, 2 w + 1, d] among `tensors`."""
    found = [
        name
        for name in tensors
        if (value := graph.constant(name)) is not None
        and value.ndim == 3
        and value.shape[0] == 1
        and value.shape[1] % 2 == 1
    ]
    return found[0] if len(found) == 1 else None


def _result(graph: Graph, tensor: str) -> str | None:
    """Forward over the sum with the positions' part to what the output convolution reads."""
    for _ in range(4):
        readers = graph.readers(tensor)
        if len(readers) != 1 or readers[0].op_type not in ("Add", "Transpose", "Reshape", "Conv"):
            readers = [item for item in readers if item.op_type != "Shape"]
            if len(readers) != 1:
                return None
        if readers[0].op_type == "Conv":
            return tensor
        tensor = str(readers[0].output[0])
    return tensor if any(item.op_type == "Conv" for item in graph.readers(tensor)) else None


def _diagonals(graph: Graph, example: str, width: int, heads: int) -> tuple[str, str]:
    """Column of each diagonal's element, [heads, T, width], and 1 where it lies inside the matrix, [T,
    width].
    """
    shape, length, last, scalar = (graph.name(hint) for hint in ("shape", "length", "last", "scalar"))
    rows, column_of, clipped, equal, inside, expanded, target = (
        graph.name(hint) for hint in ("rows", "column", "clipped", "equal", "inside", "index", "target")
    )
    positions, low = graph.name("positions"), graph.name("low")
    zero, one, half = graph.const(0), graph.const(1), width // 2
    offsets = graph.const(np.arange(width, dtype=np.int64)[None, :] - half)
    nodes = [
        node("Shape", [example], [shape]),
        node("Gather", [shape, graph.const(2)], [scalar], axis=0),
        node("Sub", [scalar, one], [last]),
        node("Range", [zero, scalar, one], [rows]),
        node("Unsqueeze", [rows, graph.const([1])], [positions]),
        node("Add", [positions, offsets], [column_of]),
        node("Max", [column_of, zero], [low]),
        node("Min", [low, last], [clipped]),
        node("Equal", [clipped, column_of], [equal]),
        node("Cast", [equal], [inside], to=1),
        node("Reshape", [scalar, graph.const([1])], [length]),
        node("Concat", [graph.const([heads]), length, graph.const([width])], [target], axis=0),
        node("Expand", [clipped, target], [expanded]),
    ]
    at = graph.nodes.index(graph.maker(example)) + 1
    graph.nodes[at:at] = nodes
    graph.reindex()
    return expanded, inside


def _rewrite(graph: Graph, item: Attention, index: str, inside: str) -> None:
    key_positions = graph.constants[item.key_positions][0]
    value_positions = graph.constants[item.value_positions][0]
    depth = key_positions.shape[1]
    _scale(graph, item.query, 1.0 / item.scale)
    channels = graph.constants[item.query.input[1]].shape[0]
    split = graph.const([channels // depth, depth, -1])
    name = {hint: graph.name(hint) for hint in _STEPS}
    nodes = [
        node("Reshape", [item.query.output[0], split], [name["q"]]),
        node("Reshape", [item.key.output[0], split], [name["k"]]),
        node("Reshape", [item.value.output[0], split], [name["v"]]),
        node("Transpose", [name["q"]], [name["qt"]], perm=[0, 2, 1]),
        node("Transpose", [name["v"]], [name["vt"]], perm=[0, 2, 1]),
        node("MatMul", [name["qt"], name["k"]], [name["content"]]),
        node("MatMul", [name["qt"], graph.const(np.ascontiguousarray(key_positions.T))], [name["near"]]),
        node("Mul", [name["near"], inside], [name["near_in"]]),
        node(
            "ScatterElements",
            [name["content"], index, name["near_in"]],
            [name["scores"]],
            axis=2,
            reduction="add",
        ),
        node("Softmax", [name["scores"]], [name["p"]], axis=-1),
        node("GatherElements", [name["p"], index], [name["band"]], axis=2),
        node("Mul", [name["band"], inside], [name["band_in"]]),
        node("MatMul", [name["band_in"], graph.const(value_positions)], [name["far"]]),
        node("MatMul", [name["p"], name["vt"]], [name["out"]]),
        node("Add", [name["out"], name["far"]], [name["sum"]]),
        node("Transpose", [name["sum"]], [name["turned"]], perm=[0, 2, 1]),
        node("Reshape", [name["turned"], graph.const([1, channels, -1])], [name["joined"]]),
    ]
    graph.replace(item.result, nodes, name["joined"])


def _scale(graph: Graph, conv: Node, factor: float) -> None:
    for i in range(1, len(conv.input)):
        value = graph.constants[conv.input[i]]
        conv.input[i] = graph.const((value * np.float32(factor)).astype(np.float32))
    graph.reindex()
