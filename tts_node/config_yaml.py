"""YAML text to plain data, with the line of every value and without YAML's surprises.

YAML 1.1 reads `12:30` as 750, `0123` as 83 and `no` as false. Here a scalar that does not mean what it
looks like is a problem with its line, never a value. Anchors and merge keys work; tags that build objects,
keys that come twice, and files that grow without bound do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import yaml
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.resolver import Resolver

try:
    from yaml._yaml import CParser
except ImportError:  # PyYAML was built without libyaml
    from yaml.parser import Parser as CParser  # type: ignore[assignment]

Key = str | int
Location = tuple[Key, ...]
Data = None | bool | int | float | str | list["Data"] | dict[str, "Data"]

MAX_BYTES: Final = 256 * 1024
MAX_NODES: Final = 20_000
"""Counted after aliases are followed, so that a small file cannot stand for a huge one."""
MAX_DEPTH: Final = 32
_LARGE: Final = 16 * 1024
"""Characters from which on the quick loader is used. Its words for a mistake are the same."""


class _QuickLoader(Composer, CParser, Resolver):
    """Parses in C, several times as fast, and composes in Python: that ends deep nesting with an exception
    and not with the C stack, and lets other threads go on."""

    def __init__(self, text: str) -> None:
        CParser.__init__(self, text)
        Composer.__init__(self)
        Resolver.__init__(self)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong. `path` is dotted; `line` counts from 1 and is None where there is no text."""

    path: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        where = f"line {self.line}: " if self.line is not None else ""
        return f"{where}{self.path}: {self.message}" if self.path else f"{where}{self.message}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a value stands and what was written there (`raw` is None for lists and mappings)."""

    line: int
    raw: str | None = None
    quoted: bool = False


@dataclass(slots=True)
class Document:
    """What `read` found. `data` may only be used when `problems` is empty."""

    data: dict[str, Data] = field(default_factory=dict)
    places: dict[Location, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)


def dotted(location: Location) -> str:
    """`("server", "allow", 0)` as `server.allow[0]`."""
    text = ""
    for key in location:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def read(text: str, *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES) -> Document:
    """Read one YAML document whose root is a mapping (or nothing). Problems are collected, never raised."""
    document = Document()
    if len(text.encode("utf-8", "surrogatepass")) > max_bytes:
        document.problems.append(Problem("", f"larger than {max_bytes // 1024} KiB; this cannot be meant"))
        return document
    try:
        root = compose(text)
    except yaml.MarkedYAMLError as error:
        document.problems.append(_syntax_problem(error, text))
        return document
    except yaml.YAMLError as error:
        document.problems.append(Problem("", f"not YAML: {' '.join(str(error).split())}"))
        return document
    except RecursionError:
        document.problems.append(Problem("", f"nested deeper than {MAX_DEPTH} levels"))
        return document
    if root is None or _is_null(root):
        return document
    if not isinstance(root, MappingNode):
        document.problems.append(Problem("", "expected `section:` lines at the top", _line(root)))
        return document
    try:
        data = _Walker(document, max_nodes).mapping(root, ())
    except _TooMuch as error:
        document.problems.append(Problem("", str(error), error.line))
        return document
    document.data = data
    return document


def compose(text: str) -> Node | None:
    """The nodes of one YAML document. Raises `yaml.YAMLError`, and `RecursionError` for deep nesting."""
    quick = len(text) >= _LARGE and bool(yaml.__with_libyaml__)
    root: Node | None = (_QuickLoader(text) if quick else yaml.SafeLoader(text)).get_single_node()
    return root


# --- the walk ------------------------------------------------------------------------------------------

_TAG: Final = "tag:yaml.org,2002:"
_BOOL_WORDS: Final = re.compile(r"(?i:yes|no|on|off)")
_BASE_60: Final = re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?")
_OCTAL: Final = re.compile(r"[-+]?0[0-9_]+")
_SCIENTIFIC: Final = re.compile(r"[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+")


class _TooMuch(Exception):
    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.line = line


class _Walker:
    """Turns nodes into data; writes places and problems into the document."""

    def __init__(self, document: Document, max_nodes: int) -> None:
        self._document = document
        self._max_nodes = max_nodes
        self._nodes = 0
        self._depth = 0

    def mapping(self, node: MappingNode, location: Location) -> dict[str, Data]:
        with self._inside(node):
            return self._mapping(node, location)

    def _mapping(self, node: MappingNode, location: Location) -> dict[str, Data]:
        self._document.places[location] = Place(_line(node))
        if node.tag != _TAG + "map":
            self._problem(node, location, f"the tag `{node.tag}` is not allowed here")
            return {}
        data: dict[str, Data] = {}
        first_line: dict[str, int] = {}
        for key_node, value_node in node.value:
            if key_node.tag == _TAG + "merge":
                continue
            key = self._key(key_node, location)
            if key is None:
                continue
            if key in first_line:
                message = f"this key is already there in line {first_line[key]}"
                self._problem(key_node, (*location, key), message)
                continue
            first_line[key] = _line(key_node)
            data[key] = self._value(value_node, (*location, key))
            place = self._document.places[(*location, key)]
            self._document.places[(*location, key)] = Place(_line(key_node), place.raw, place.quoted)
        for merged in self._merged(node, location):
            for key, value in self.mapping(merged, location).items():
                data.setdefault(key, value)
        self._document.places[location] = Place(_line(node))
        return data

    def _merged(self, node: MappingNode, location: Location) -> Iterator[MappingNode]:
        for key_node, value_node in node.value:
            if key_node.tag != _TAG + "merge":
                continue
            sources = value_node.value if isinstance(value_node, SequenceNode) else [value_node]
            for source in sources:
                if isinstance(source, MappingNode):
                    yield source
                else:
                    self._problem(key_node, location, "`<<` takes an alias of a mapping")

    def _value(self, node: Node, location: Location) -> Data:
        if isinstance(node, MappingNode):
            return self.mapping(node, location)
        if isinstance(node, SequenceNode):
            with self._inside(node):
                return self._sequence(node, location)
        assert isinstance(node, ScalarNode)
        self._count(node)
        quoted = bool(node.style)
        self._document.places[location] = Place(_line(node), node.value, quoted)
        return self._scalar(node, location)

    def _sequence(self, node: SequenceNode, location: Location) -> list[Data]:
        self._document.places[location] = Place(_line(node))
        if node.tag != _TAG + "seq":
            self._problem(node, location, f"the tag `{node.tag}` is not allowed here")
            return []
        return [self._value(item, (*location, index)) for index, item in enumerate(node.value)]

    def _scalar(self, node: ScalarNode, location: Location) -> Data:
        raw: str = node.value
        kind = node.tag.removeprefix(_TAG)
        if not _is_unicode(raw):
            self._problem(node, location, "half of a character (a lone surrogate)")
            return None
        if kind == "str":
            return raw
        if kind == "null":
            return None
        if kind == "bool":
            return raw.lower() in ("true", "yes", "on")
        if kind in ("int", "float"):
            return self._number(node, raw, location)
        if kind == "timestamp":
            self._problem(node, location, f'`{raw}` is read as a date; quote it: "{raw}"')
        else:
            self._problem(node, location, f"the tag `{node.tag}` is not allowed here")
        return None

    def _number(self, node: ScalarNode, raw: str, location: Location) -> Data:
        if _BASE_60.fullmatch(raw):
            message = f'`{raw}` is read as a number to the base of 60; quote it: "{raw}"'
        elif _OCTAL.fullmatch(raw):
            digits = raw.lstrip("+-0_") or "0"
            message = f'`{raw}` is read as an octal number; write {digits}, or quote it: "{raw}"'
        else:
            try:
                return _python_number(raw)
            except ValueError:
                message = f'`{raw}` is not a number that can be used here; quote it if it is text: "{raw}"'
        self._problem(node, location, message)
        return None

    def _key(self, node: Node, location: Location) -> str | None:
        if not isinstance(node, ScalarNode):
            self._problem(node, location, "a key must be one word")
            return None
        if not _is_unicode(node.value):
            self._problem(node, location, "a key with half of a character (a lone surrogate)")
            return None
        if node.tag != _TAG + "str":
            raw = node.value
            self._problem(node, (*location, raw), f'the key `{raw}` is not read as text; quote it: "{raw}"')
            return None
        key: str = node.value
        return key

    @contextmanager
    def _inside(self, node: Node) -> Iterator[None]:
        self._count(node)
        if self._depth >= MAX_DEPTH:
            raise _TooMuch(f"nested deeper than {MAX_DEPTH} levels", _line(node))
        self._depth += 1
        yield
        self._depth -= 1

    def _count(self, node: Node) -> None:
        self._nodes += 1
        if self._nodes > self._max_nodes:
            raise _TooMuch(f"more than {self._max_nodes} values once aliases are followed", _line(node))

    def _problem(self, node: Node, location: Location, message: str) -> None:
        self._document.problems.append(Problem(dotted(location), message, _line(node)))


def surprise(place: Place, *, text_due: bool) -> str | None:
    """Why a refused value may not be what its author sees, with the cure; None if there is no trap.

    `text_due` says that text would have been right there.
    """
    raw = place.raw
    if raw is None or place.quoted:
        return None
    if _SCIENTIFIC.fullmatch(raw) and not text_due:
        return f"YAML reads `{raw}` as text; write the number out"
    if not text_due:
        return None
    if _BOOL_WORDS.fullmatch(raw):
        return f'YAML reads `{raw}` as true or false; quote it if it is a word: "{raw}"'
    if raw.lower() in ("true", "false"):
        return f'quote it if it is a word: "{raw}"'
    if raw in ("~", "") or raw.lower() == "null":
        return f"YAML reads {f'`{raw}`' if raw else 'an empty value'} as nothing; quote it if it is text"
    if _SCIENTIFIC.fullmatch(raw):
        return f"YAML reads `{raw}` as text; write the number out"
    if re.fullmatch(r"[-+.0-9_xXa-fA-F]*[0-9][-+.0-9_xXa-fA-F]*", raw):
        return f'quote it if it is text: "{raw}"'
    return None


def is_switch_word(place: Place) -> bool:
    """True for a bare `yes`, `no`, `on` or `off`, which YAML 1.1 reads as true or false."""
    return place.raw is not None and not place.quoted and bool(_BOOL_WORDS.fullmatch(place.raw))


# --- small things --------------------------------------------------------------------------------------


def _python_number(raw: str) -> int | float:
    text = raw.replace("_", "")
    lowered = text.lower()
    if lowered.lstrip("+-").startswith(("0x", "0b")):
        return int(text, 0)
    if lowered.lstrip("+-") in (".inf", ".nan"):
        raise ValueError(raw)
    try:
        return int(text)
    except ValueError:
        return float(text)


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= letter <= "\udfff" for letter in text)


def _is_null(node: Node) -> bool:
    return isinstance(node, ScalarNode) and node.tag == _TAG + "null"


def _line(node: Node) -> int:
    line: int = node.start_mark.line
    return line + 1


def _syntax_problem(error: yaml.MarkedYAMLError, text: str) -> Problem:
    mark = error.problem_mark or error.context_mark
    said = error.problem or error.context or "unreadable"
    tab = mark is not None and text.startswith("\t", mark.index)
    if "\\t" in said or (tab and "cannot start any token" in said):
        said += " (indent with spaces, not with tabs)"
    elif "nesting depth" in said:
        return Problem("", f"nested deeper than {MAX_DEPTH} levels")
    elif "mapping values are not allowed" in said:
        said += " (quote a text that has a colon in it)"
    elif "<block" in said:
        said += " (indent it as the lines that it belongs to)"
    elif "end of stream" in said:
        said += " (a quote or bracket is not closed)"
    return Problem("", f"not YAML: {said}", mark.line + 1 if mark is not None else None)
