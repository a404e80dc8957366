"""Small foldings into weights: paddings and scalings that stand alone before a convolution."""

from __future__ import annotations

import numpy as np

from tts_node.engines.piper.graph import Graph, Node, attribute


def paddings(graph: Graph) -> None:
    """`Pad` with zeros in time, then `Conv`: let the convolution pad."""
    for item in list(graph.nodes):
        if item.op_type != "Conv":
            continue
        pad = graph.made_by(item.input[0], "Pad")
        if pad is None or len(graph.readers(pad.output[0])) != 1 or not _pads_zeros(graph, pad):
            continue
        amounts = _amounts(graph, pad)
        if amounts is None or len(amounts) != 6 or any(amounts[i] for i in (0, 1, 3, 4)):
            continue
        own = list(attribute(item, "pads") or [0, 0])
        for found in list(item.attribute):
            if found.name in ("pads", "auto_pad"):
                item.attribute.remove(found)
        item.attribute.append(_ints("pads", [own[0] + amounts[2], own[1] + amounts[5]]))
        item.input[0] = pad.input[0]
    graph.reindex()
    graph.prune()


def scalings(graph: Graph) -> None:
    """`x / c`, `LeakyRelu`, convolution: the convolution's weights take the factor, as c is positive."""
    for item in graph.of_type("Div"):
        factor = graph.scalar(item.input[1])
        readers = graph.readers(item.output[0])
        if factor is None or factor <= 0 or len(readers) != 1 or readers[0].op_type != "LeakyRelu":
            continue
        behind = graph.readers(readers[0].output[0])
        if len(behind) != 1 or behind[0].op_type not in ("Conv", "ConvTranspose"):
            continue
        weight = graph.constant(behind[0].input[1])
        if weight is None or item.output[0] in graph.outputs:
            continue
        behind[0].input[1] = graph.const((weight / np.float32(factor)).astype(np.float32))
        graph.redirect(item.output[0], item.input[0])
        graph.reindex()
    graph.prune()


def _pads_zeros(graph: Graph, pad: Node) -> bool:
    filled = len(pad.input) < 3 or not pad.input[2] or graph.scalar(pad.input[2]) == 0.0
    return filled and attribute(pad, "mode", b"constant") == b"constant"


def _amounts(graph: Graph, pad: Node) -> list[int] | None:
    value = graph.constant(pad.input[1]) if len(pad.input) > 1 else None
    return [int(v) for v in value] if value is not None else None


def _ints(name: str, values: list[int]) -> object:
    from onnx import helper

    return helper.make_attribute(name, values)
