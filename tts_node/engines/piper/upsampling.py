"""Upsampling convolutions as plain ones whose channels are then woven into time.

With kernel m * s and stride s, each block of s output samples is made of m input samples: a convolution of m
taps with s times the channels (W. Shi et al., "Is the deconvolution layer the same as a convolution layer?",
2016). Plain convolutions sum in the same order for every length, which the matrix product behind
`ConvTranspose` does not: samples come out the same to the bit wherever a chunk begins.
"""

from __future__ import annotations

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, attribute, node

_END = 1 << 60


def rewrite(graph: Graph) -> int:
    """Rewrite the flat ([1, C, 1, time]) `ConvTranspose`s; how many."""
    found = [item for item in graph.of_type("ConvTranspose") if _fits(graph, item)]
    for item in found:
        _rewrite(graph, item)
    graph.prune()
    return len(found)


def _fits(graph: Graph, item: Node) -> bool:
    weight = graph.constant(item.input[1])
    return (
        weight is not None
        and weight.ndim == 4
        and weight.shape[2] == 1
        and attribute(item, "group", 1) == 1
        and list(attribute(item, "dilations") or [1, 1]) == [1, 1]
        and not any(attribute(item, "output_padding") or [0])
    )


def _rewrite(graph: Graph, item: Node) -> None:
    weight = graph.constants[item.input[1]][:, :, 0, :]
    inputs, outputs, kernel = weight.shape
    stride, pads = int(attribute(item, "strides")[1]), attribute(item, "pads")
    taps = -(-kernel // stride)
    full = np.zeros((inputs, outputs, taps * stride), weight.dtype)
    full[:, :, :kernel] = weight
    # Block b, phase r: the sum over taps q of full[:, :, q * stride + r] times input b - q.
    by_tap = full.reshape(inputs, outputs, taps, stride)[:, :, ::-1, :]
    plain = by_tap.transpose(1, 3, 0, 2).reshape(outputs * stride, inputs, 1, taps)
    missing = taps * stride - kernel
    convolved, split, woven, joined, cut = (graph.name("woven") for _ in range(5))
    conv_inputs = [item.input[0], graph.const(np.ascontiguousarray(plain))]
    if len(item.input) > 2 and item.input[2]:
        conv_inputs.append(graph.const(np.repeat(graph.constants[item.input[2]], stride)))
    end = graph.const([-(pads[3] + missing) or _END])
    nodes = [
        node("Conv", conv_inputs, [convolved], kernel_shape=[1, taps], pads=[0, taps - 1, 0, taps - 1]),
        node("Reshape", [convolved, graph.const([outputs, stride, -1])], [split]),
        node("Transpose", [split], [woven], perm=[0, 2, 1]),
        node("Reshape", [woven, graph.const([1, outputs, 1, -1])], [joined]),
        node("Slice", [joined, graph.const([pads[1]]), end, graph.const([3])], [cut]),
    ]
    graph.replace(str(item.output[0]), nodes, cut)
