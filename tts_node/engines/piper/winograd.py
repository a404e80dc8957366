"""Convolutions of three taps with a third fewer multiplications.

S. Winograd's minimal filtering F(2, 3) (in A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural
Networks", 2015): two neighbouring outputs of a three-tap filter out of four products instead of six. The
products are plain matrix products over channels. Pays for many channels and short time, as in the text
encoder.
"""

from __future__ import annotations

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, attribute, node

_MANY_CHANNELS = 96 * 192
"""Input times output channels from which it pays."""


def rewrite(graph: Graph) -> int:
    """Rewrite every dense three-tap convolution with enough channels; how many."""
    found = [item for item in graph.of_type("Conv") if _fits(graph, item)]
    for item in found:
        _rewrite(graph, item)
    graph.prune()
    return len(found)


def _fits(graph: Graph, item: Node) -> bool:
    weight = graph.constant(item.input[1])
    return (
        weight is not None
        and weight.ndim == 3
        and weight.shape[2] == 3
        and weight.shape[0] * weight.shape[1] >= _MANY_CHANNELS
        and attribute(item, "group", 1) == 1
        and list(attribute(item, "dilations") or [1]) == [1]
        and list(attribute(item, "strides") or [1]) == [1]
        and list(attribute(item, "pads") or [0, 0]) == [1, 1]
    )


def _rewrite(graph: Graph, item: Node) -> None:
    weight = graph.constants[item.input[1]].astype(np.float64)
    first, middle, last = (weight[:, :, tap].T for tap in range(3))
    filters = (first, (first + middle + last) / 2, (first - middle + last) / 2, last)
    nodes: list[Node] = []

    def make(op_type: str, *inputs: str, **attributes: object) -> str:
        name = graph.name(op_type.lower())
        nodes.append(node(op_type, inputs, [name], **attributes))
        return name

    # Rows are time: [T, C], padded by one before and by one or two after, so that pairs come out even.
    rows = make("Transpose", item.input[0], perm=[0, 2, 1])
    shape = make("Shape", rows)
    length = make("Slice", shape, graph.const([1]), graph.const([2]))
    odd = make("Mod", length, graph.const([2]))
    after = make("Add", odd, graph.const([1]))
    amounts = make("Concat", graph.const([0, 1, 0, 0]), after, graph.const([0]), axis=0)
    padded = make("Pad", rows, amounts)
    pairs = make("Reshape", padded, graph.const([1, -1, 2 * weight.shape[1]]))
    channels, end = weight.shape[1], 1 << 60
    const = graph.const
    here = make("Slice", pairs, const([0]), const([-1]), const([1]))
    next_ = make("Slice", pairs, const([1]), const([end]), const([1]))
    d0 = make("Slice", here, const([0]), const([channels]), const([2]))
    d1 = make("Slice", here, const([channels]), const([end]), const([2]))
    d2 = make("Slice", next_, const([0]), const([channels]), const([2]))
    d3 = make("Slice", next_, const([channels]), const([end]), const([2]))
    inputs = (make("Sub", d0, d2), make("Add", d1, d2), make("Sub", d2, d1), make("Sub", d1, d3))
    products = [
        make("MatMul", data, const(np.ascontiguousarray(taps.astype(np.float32))))
        for data, taps in zip(inputs, filters, strict=True)
    ]
    even = make("Add", products[0], make("Add", products[1], products[2]))
    uneven = make("Sub", make("Sub", products[1], products[2]), products[3])
    both = make("Concat", even, uneven, axis=2)
    joined = make("Reshape", both, const([1, -1, weight.shape[0]]))
    cut = make("Slice", joined, const([0]), length, const([1]))
    if len(item.input) > 2 and item.input[2]:
        cut = make("Add", cut, item.input[2])
    result = make("Transpose", cut, perm=[0, 2, 1])
    graph.replace(str(item.output[0]), nodes, result)
