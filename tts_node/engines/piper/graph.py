"""A mutable view of an ONNX graph: who makes a tensor, who reads it, what is constant.

Only the cutter uses this (it imports `onnx`); a node whose cut files are there never loads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import helper, numpy_helper

Array = npt.NDArray[Any]
Node = Any
"""An `onnx.NodeProto`; protobuf classes carry no useful types."""


class Uncuttable(Exception):
    """The graph is not laid out as a VITS voice; the message is a sentence for people."""


class Graph:
    """Nodes in topological order plus constants. Removing a node never breaks the order."""

    def __init__(
        self, nodes: Iterable[Node], constants: Mapping[str, Array], inputs: Mapping[str, int]
    ) -> None:
        self.nodes: list[Node] = list(nodes)
        self.constants: dict[str, Array] = dict(constants)
        self.inputs: dict[str, int] = dict(inputs)
        """Name -> ONNX element type."""
        self.outputs: list[str] = []
        self.opset = 17
        self._fresh = 0
        self._makers: dict[str, Node] = {}
        self._readers: dict[str, list[Node]] = {}
        self.reindex()

    # --- reading ------------------------------------------------------------------------------------

    def maker(self, tensor: str) -> Node | None:
        """The node that makes `tensor`; None for constants and graph inputs."""
        return self._makers.get(tensor)

    def readers(self, tensor: str) -> list[Node]:
        return self._readers.get(tensor, [])

    def of_type(self, op_type: str) -> list[Node]:
        return [node for node in self.nodes if node.op_type == op_type]

    def made_by(self, tensor: str, *op_types: str) -> Node | None:
        """The maker of `tensor` if it is one of `op_types`."""
        node = self.maker(tensor)
        return node if node is not None and node.op_type in op_types else None

    def skip_back(self, tensor: str, *op_types: str) -> str:
        """Go back from `tensor` over the first inputs of nodes of `op_types`."""
        while (node := self.made_by(tensor, *op_types)) is not None:
            tensor = node.input[0]
        return tensor

    def constant(self, tensor: str) -> Array | None:
        return self.constants.get(tensor)

    def scalar(self, tensor: str) -> float | None:
        """The value of a constant with one element."""
        value = self.constants.get(tensor)
        return float(value.reshape(-1)[0]) if value is not None and value.size == 1 else None

    def ancestors(
        self, tensors: Iterable[str], stop: Iterable[str] = (), *, values_only: bool = False
    ) -> set[str]:
        """All tensors that `tensors` are computed from, themselves included; does not go behind `stop`.

        `values_only` leaves out what only gives its shape.
        """
        barrier, seen, queue = set(stop), set[str](), list(tensors)
        while queue:
            tensor = queue.pop()
            if tensor in seen or not tensor:
                continue
            seen.add(tensor)
            node = self.maker(tensor)
            if node is not None and tensor not in barrier and not (values_only and node.op_type == "Shape"):
                queue.extend(node.input)
        return seen

    def descendants(self, tensors: Iterable[str]) -> set[str]:
        """All tensors computed from `tensors`, themselves included."""
        seen = set(tensors)
        for node in self.nodes:
            if any(name in seen for name in node.input):
                seen.update(node.output)
        return seen

    # --- changing -----------------------------------------------------------------------------------

    def reindex(self) -> None:
        self._makers = {name: node for node in self.nodes for name in node.output if name}
        self._readers = {}
        for node in self.nodes:
            for name in node.input:
                self._readers.setdefault(name, []).append(node)

    def name(self, hint: str) -> str:
        self._fresh += 1
        return f"{hint}__{self._fresh}"

    def const(self, value: Any, dtype: Any = None, hint: str = "const") -> str:
        """A new constant; Python ints become int64, floats float32."""
        array = np.asarray(value, dtype=dtype)
        if dtype is None and array.dtype == np.float64:
            array = array.astype(np.float32)
        name = self.name(hint)
        self.constants[name] = array
        return name

    def redirect(self, old: str, new: str) -> None:
        """Everybody who reads `old` reads `new` from now on."""
        for node in self._readers.pop(old, []):
            for i, name in enumerate(node.input):
                if name == old:
                    node.input[i] = new
            if node not in self._readers.setdefault(new, []):
                self._readers[new].append(node)
        self.outputs = [new if name == old else name for name in self.outputs]

    def replace(self, old: str, nodes: Sequence[Node], new: str) -> None:
        """Put `nodes` where `old` is made and let everybody read `new` instead."""
        maker = self.maker(old)
        at = self.nodes.index(maker) if maker is not None else 0
        self.nodes[at:at] = list(nodes)
        self.redirect(old, new)
        self.reindex()

    def prune(self) -> None:
        """Drop nodes that no output needs."""
        needed = self.ancestors(self.outputs)
        self.nodes = [node for node in self.nodes if any(name in needed for name in node.output)]
        self.reindex()

    def __deepcopy__(self, memo: object) -> Graph:
        """An own copy; constants are shared, nobody writes into them."""
        copy = self.part(self.inputs, self.outputs)
        copy.inputs = dict(self.inputs)
        return copy

    # --- slices and files ---------------------------------------------------------------------------

    def part(self, inputs: Mapping[str, int], outputs: Sequence[str]) -> Graph:
        """An own copy of what lies between `inputs` and `outputs`. Graph inputs on the way stay inputs."""
        needed = self.ancestors(outputs, stop=inputs)
        nodes = []
        for node in self.nodes:
            if any(name in needed and name not in inputs for name in node.output):
                copy = onnx.NodeProto()
                copy.CopyFrom(node)
                nodes.append(copy)
        read = {name for node in nodes for name in node.input}
        kept = {name: kind for name, kind in self.inputs.items() if name in read and name not in inputs}
        part = Graph(
            nodes,
            {name: value for name, value in self.constants.items() if name in read},
            {**inputs, **kept},
        )
        part.outputs, part.opset, part._fresh = list(outputs), self.opset, self._fresh
        return part

    def rename(self, names: Mapping[str, str]) -> None:
        """Give tensors (also inputs and outputs) new names, which must be free."""
        for node in self.nodes:
            for field in (node.input, node.output):
                for i, name in enumerate(field):
                    if name in names:
                        field[i] = names[name]
        self.inputs = {names.get(name, name): kind for name, kind in self.inputs.items()}
        self.outputs = [names.get(name, name) for name in self.outputs]
        self.constants = {names.get(name, name): value for name, value in self.constants.items()}
        self.reindex()

    def model(self) -> Any:
        """As an `onnx.ModelProto`; every tensor gets a short name, shapes are left open."""
        read = {name for node in self.nodes for name in node.input} | set(self.outputs)
        graph = helper.make_graph(
            self.nodes,
            "part",
            [helper.make_tensor_value_info(name, kind, None) for name, kind in self.inputs.items()],
            [helper.make_empty_tensor_value_info(name) for name in self.outputs],
            [numpy_helper.from_array(value, name) for name, value in self.constants.items() if name in read],
        )
        for output in graph.output:
            output.type.tensor_type.elem_type = onnx.TensorProto.FLOAT
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)], ir_version=8)


def load(path: Path) -> Graph:
    """Read a model. Constants become constants, `Identity` vanishes. Raises `Uncuttable` for other kinds of
    graphs.
    """
    model = onnx.load(str(path))
    constants = {item.name: numpy_helper.to_array(item) for item in model.graph.initializer}
    inputs = {
        item.name: item.type.tensor_type.elem_type for item in model.graph.input if item.name not in constants
    }
    nodes, same = [], dict[str, str]()
    for node in model.graph.node:
        if any(a.type in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS) for a in node.attribute):
            raise Uncuttable(f"it has control flow ({node.op_type})")
        for i, name in enumerate(node.input):
            node.input[i] = same.get(name, name)
        if node.op_type == "Constant":
            constants[node.output[0]] = _constant_value(node)
        elif node.op_type == "Identity":
            same[node.output[0]] = node.input[0]
        else:
            nodes.append(node)
    graph = Graph(nodes, constants, inputs)
    graph.outputs = [same.get(item.name, item.name) for item in model.graph.output]
    graph.opset = max(
        (item.version for item in model.opset_import if item.domain in ("", "ai.onnx")), default=17
    )
    return graph


def attribute(node: Node, name: str, default: Any = None) -> Any:
    """An attribute's value as Python data, or `default`."""
    for item in node.attribute:
        if item.name == name:
            return helper.get_attribute_value(item)
    return default


def node(op_type: str, inputs: Sequence[str], outputs: Sequence[str], **attributes: Any) -> Node:
    return helper.make_node(op_type, list(inputs), list(outputs), **attributes)


def _constant_value(item: Node) -> Array:
    for found in item.attribute:
        value = helper.get_attribute_value(found)
        if found.name == "value":
            return np.asarray(numpy_helper.to_array(value))
        if found.name in ("value_float", "value_floats"):
            return np.asarray(value, dtype=np.float32)
        if found.name in ("value_int", "value_ints"):
            return np.asarray(value, dtype=np.int64)
    raise Uncuttable("it has a constant of an unknown kind")
