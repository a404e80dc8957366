"""Cut a chunk's margins away as soon as the rest of the graph no longer needs them.

A chunk is computed with context on both sides. The context shrinks on the way through the graph: after the
first stage of the decoder hardly any of it is needed, yet the later stages are the dear ones. So slices are
put where all data passes through one tensor, and the caller tells their bounds (`windows.Window`).
"""

from __future__ import annotations

from fractions import Fraction

from tts_node.engines.piper import reach
from tts_node.engines.piper.graph import Graph, Node, node
from tts_node.engines.piper.windows import Crop, Windowed

_INT64 = 7
_WORTH_FRAMES = Fraction(3, 2)
"""A crop has to save this many frames of context."""


def insert(graph: Graph, source: str, sink: str) -> Windowed:
    """Put crops between `source` and `sink` ([1, C, time] both) and make `sink` exactly the wanted samples.

    Adds the graph input `crops` (int64, two bounds for each crop). Raises `Uncuttable` where the reach is not
    known.
    """
    whole = reach.reaches(graph, source)
    end = whole[sink]
    crops: list[Crop] = []
    places: list[str] = []
    context = Fraction(end.left() + end.right())
    for tensor in bottlenecks(graph, source, sink):
        rest = reach.reaches(graph, tensor)[sink]
        rate = whole[tensor].rate
        left, right = rest.left(), rest.right()
        remaining = Fraction(left + right, rate)
        if tensor == sink or context - remaining >= _WORTH_FRAMES:
            crops.append(Crop(rate, left, right))
            places.append(tensor)
            context = remaining
    _put(graph, places)
    return Windowed(end.left(), end.right(), end.rate, tuple(crops))


def bottlenecks(graph: Graph, source: str, sink: str) -> list[str]:
    """The tensors, in order, through which everything from `source` to `sink` passes; `sink` is the last."""
    path = graph.descendants([source]) & graph.ancestors([sink])
    last_read: dict[str, int] = {}
    for at, item in enumerate(graph.nodes):
        if any(name in path for name in item.output):
            for name in item.input:
                if name in path:
                    last_read[name] = at
    found: list[str] = []
    alive = {source}
    for at, item in enumerate(graph.nodes):
        made = [name for name in item.output if name in path]
        if not made:
            continue
        alive = {name for name in alive if last_read.get(name, -1) > at} | set(made)
        if len(alive) == 1:
            found.append(next(iter(alive)))
    return found


def _put(graph: Graph, places: list[str]) -> None:
    graph.inputs["crops"] = _INT64
    bounds = [graph.name("bound") for _ in range(2 * len(places))]
    splitter: Node = node("Split", ["crops"], bounds, axis=0)
    axis = graph.const([2], hint="axis")
    graph.nodes.insert(0, splitter)
    graph.reindex()
    for i, tensor in enumerate(places):
        cropped = graph.name("cropped")
        maker = graph.maker(tensor)
        readers_old = tensor
        graph.redirect(readers_old, cropped)
        graph.nodes.insert(
            graph.nodes.index(maker) + 1,
            node("Slice", [tensor, bounds[2 * i], bounds[2 * i + 1], axis], [cropped]),
        )
        graph.reindex()
