"""One-dimensional convolutions as two-dimensional ones of height one.

onnxruntime has its fastest convolution kernels (blocked channels, no im2col) only for images. Tensors of
[1, C, time] become [1, C, 1, time]; not a number changes, only the order of some sums.
"""

from __future__ import annotations

from tts_node.engines.piper.graph import Graph, Node, Uncuttable, attribute, node

_PER_AXIS = {"kernel_shape": 1, "dilations": 1, "strides": 1, "output_padding": 0}


def flatten(graph: Graph, source: str) -> None:
    """Turn everything between the graph input `source` and the outputs. Raises `Uncuttable` for a graph with
    axes that cannot be moved; then it is left half done and useless.
    """
    behind = graph.descendants([source])
    for item in [item for item in graph.nodes if any(name in behind for name in item.input)]:
        _turn(graph, item, behind)
    wide = graph.name("wide")
    graph.redirect(source, wide)
    graph.nodes.insert(0, node("Unsqueeze", [source, graph.const([2])], [wide]))
    graph.reindex()


def _turn(graph: Graph, item: Node, behind: set[str]) -> None:
    if item.op_type in ("Conv", "ConvTranspose"):
        item.input[1] = graph.const(graph.constants[item.input[1]][:, :, None, :])
        for found in item.attribute:
            value = attribute(item, found.name)
            if found.name in _PER_AXIS:
                found.ints[:] = [_PER_AXIS[found.name], *value]
            elif found.name == "pads":
                found.ints[:] = [0, value[0], 0, value[1]]
        return
    if item.op_type in ("Concat", "Split"):
        if attribute(item, "axis", 0) != 1:
            raise Uncuttable(f"a {item.op_type} is not over channels")
        return
    if item.op_type == "Slice":
        axes = graph.constant(item.input[3])
        if axes is None or axes.reshape(-1).tolist() not in ([1], [2], [-1]):
            raise Uncuttable("a Slice is over unknown axes")
        if axes.reshape(-1).tolist() == [2]:
            item.input[3] = graph.const([3])
        return
    if item.op_type in ("Unsqueeze", "Squeeze", "Shape", "Transpose", "Reshape"):
        raise Uncuttable(f"a {item.op_type} cannot be turned")
    for i, name in enumerate(item.input):
        if name not in behind:
            item.input[i] = _wide(graph, name, item)


def _wide(graph: Graph, tensor: str, before: Node) -> str:
    """[1, C, 1] of a speaker's condition, or a constant, as [1, C, 1, 1]."""
    value = graph.constant(tensor)
    if value is not None:
        return graph.const(value[:, :, None, :]) if value.ndim == 3 else tensor
    if graph.maker(tensor) is None:
        return tensor
    name = graph.name("wide")
    graph.nodes.insert(graph.nodes.index(before), node("Unsqueeze", [tensor, graph.const([3])], [name]))
    return name
