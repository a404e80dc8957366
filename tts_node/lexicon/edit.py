"""Changes single entries in the text of a lexicon, and leaves every other line as its author wrote it.

YAML libraries that write a file anew keep comments more or less and the layout less. Here the places of the
nodes say which characters to replace, and the result is read again: it must be the old entries with the one
change, else the text is refused as one to be edited by hand (anchors that others lean on, for example).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from yaml.nodes import MappingNode, Node, ScalarNode

from tts_node.config_yaml import compose
from tts_node.errors import BadLexicon, NotFound
from tts_node.lexicon.checks import ANY
from tts_node.lexicon.file import SECTIONS, parse
from tts_node.text.lexicon import Entry, Lexicon
from tts_node.text.lexicon.entries import MAX_ENTRIES, Kind, as_compared, default_case

HEADER: Final = """\
# The household's words: how this home says its names, units and what it writes short. docs/text.md tells all.
# It may be edited while the node runs; `tts-node lexicon` changes it too.
"""
_INDENT: Final = "  "
_PLAIN: Final = re.compile(r"[^\W\d_](?:[\w .'’-]*[\w.])?")
"""Scalars that need no quotes: they begin with a letter and have no sign that means anything in YAML."""


def added(text: str, entry: Entry) -> tuple[str, Lexicon, bool]:
    """`text` with the entry, in the place of one of the same word, what is in it now, and whether there was
    one.

    Raises `BadLexicon`.
    """
    before = parse(text)
    there = _find(before, entry.kind, entry.written, entry.language)
    if there is None and len(before) >= MAX_ENTRIES:
        raise BadLexicon(f"the lexicon has {len(before)} entries; more are not taken")
    root = _root(text)
    path = _path(entry if there is None else there, root)
    # Two forms of one word (`Lars` and `lars`) are one entry, in its old place.
    changed = _with(text, root, path, entry.written, _value(entry))
    rest = [other for other in before.entries if other is not there]
    return changed, _same(changed, [*rest, entry]), there is not None


def removed(text: str, kind: Kind, written: str, language: str | None) -> tuple[str, Lexicon, Entry]:
    """`text` without that entry, what is in it now, and the entry. Raises `NotFound`, `BadLexicon`."""
    before = parse(text)
    there = _find(before, kind, as_compared(written), language)
    if there is None:
        where = f"for {language or 'all languages'}"
        others = _others(before, written)
        raise NotFound(f"the lexicon has no {kind} `{written[:100]}` {where}{others}")
    root = _root(text)
    changed = _without(text, root, _path(there, root))
    return changed, _same(changed, [other for other in before.entries if other is not there]), there


# --- what is looked for -------------------------------------------------------------------------------------


def _find(lexicon: Lexicon, kind: Kind, written: str, language: str | None) -> Entry | None:
    tag = (language or "").lower()
    near = None
    for entry in lexicon.entries:
        if entry.kind != kind or (entry.language or "").lower() != tag:
            continue
        if entry.written == written:
            return entry
        if entry.case == "any" and entry.written.casefold() == written.casefold():
            near = entry
    return near


def _others(lexicon: Lexicon, written: str) -> str:
    """The same word where it was not looked for, to be named in the refusal."""
    word = as_compared(written).casefold()
    found = [entry for entry in lexicon.entries if entry.written.casefold() == word]
    told = " and ".join(f"the {entry.kind} for {entry.language or 'all languages'}" for entry in found[:5])
    return f"; it has {told}" if told else ""


def _path(entry: Entry, root: Node | None) -> tuple[str, str, str]:
    """Its keys, as they are written in the file where they are there."""
    section = next(name for name, kind in SECTIONS.items() if kind == entry.kind)
    tag, written = entry.language or ANY, entry.written
    found = _child(root, section)
    for name, _ in _items(found[1] if found else None):
        if name.value.lower() == tag.lower():
            tag = name.value
    language = _child(found[1], tag) if found else None
    for name, _ in _items(language[1] if language else None):
        if as_compared(name.value) == written:
            return section, tag, name.value
    return section, tag, written


def _same(text: str, entries: Sequence[Entry]) -> Lexicon:
    try:
        made = parse(text)
    except BadLexicon as error:
        raise BadLexicon(f"this file has to be edited by hand: {error}") from None
    if _comparable(made.entries) != _comparable(entries):
        raise BadLexicon("this file has to be edited by hand: other entries lean on these lines")
    return made


def _comparable(entries: Iterable[Entry]) -> frozenset[Entry]:
    return frozenset(
        replace(entry, language=entry.language.lower()) if entry.language else entry for entry in entries
    )


# --- the text -----------------------------------------------------------------------------------------------


def _with(text: str, root: Node | None, path: Sequence[str], written: str, value: str) -> str:
    """`text` with `written` and `value` (one line of YAML) at the end of the path."""
    node = root
    parent: ScalarNode | None = None
    in_braces = False
    for depth, key in enumerate(path):
        found = _child(node, key)
        if found is None:
            if in_braces and not isinstance(node, MappingNode):
                return _filled(text, node, path[depth:], value)
            return _inserted(text, parent, node, path[depth:], value)
        in_braces = isinstance(node, MappingNode) and bool(node.flow_style)
        parent, node = found
    assert parent is not None and node is not None
    return text[: parent.start_mark.index] + f"{_scalar(written)}: {value}" + text[_end(node) :]


def _inserted(
    text: str, parent: ScalarNode | None, node: Node | None, keys: Sequence[str], value: str
) -> str:
    if isinstance(node, MappingNode) and node.flow_style:
        place = node.end_mark.index - 1
        comma = ", " if node.value and not text[:place].rstrip().endswith(",") else ""
        return text[:place].rstrip() + comma + _in_braces(keys, value) + text[place:]
    if isinstance(node, MappingNode) and node.value:
        indent = node.value[0][0].start_mark.column
        place = _line_end(text, _end(node)) if parent is not None else len(text)
    else:
        indent = parent.start_mark.column + len(_INDENT) if parent is not None else 0
        if node is not None and parent is not None:  # an empty section, perhaps with a `null`
            text = text[: node.start_mark.index] + text[node.end_mark.index :]
            place = _line_end(text, node.start_mark.index)
        else:
            place = len(text)
    lines = [f"{' ' * indent}{_INDENT * depth}{_scalar(key)}:" for depth, key in enumerate(keys)]
    lines[-1] += f" {value}"
    head = text[:place]
    head += "\n" if head and not head.endswith("\n") else ""
    return head + "\n".join(lines) + "\n" + text[place:]


def _filled(text: str, node: Node | None, keys: Sequence[str], value: str) -> str:
    """An empty section inside braces: `{any: }`."""
    assert node is not None
    return text[: node.start_mark.index] + f" {{{_in_braces(keys, value)}}}" + text[node.end_mark.index :]


def _in_braces(keys: Sequence[str], value: str) -> str:
    opened = "".join(f"{_scalar(key)}: {{" for key in keys[:-1])
    return f"{opened}{_scalar(keys[-1])}: {value}" + "}" * (len(keys) - 1)


def _without(text: str, root: Node | None, path: Sequence[str]) -> str:
    node = root
    for key in path[:-1]:
        found = _child(node, key)
        node = found[1] if found else None
    pairs = _items(node)
    at = next(index for index, (key, _) in enumerate(pairs) if key.value == path[-1])
    name, value = pairs[at]
    begin, end = name.start_mark.index, _end(value)
    assert isinstance(node, MappingNode)
    if node.flow_style:
        if at + 1 < len(pairs):
            end = pairs[at + 1][0].start_mark.index
        elif at:
            begin = _end(pairs[at - 1][1])
    else:
        begin, end = text.rfind("\n", 0, begin) + 1, _line_end(text, end)
    return text[:begin] + text[end:]


def _value(entry: Entry) -> str:
    values: Mapping[str, str] = {
        name: said
        for name in ("say", "ipa", "pinyin", "one", "few", "many")
        if (said := getattr(entry, name))
    }
    if entry.case != default_case(entry.kind, entry.written):
        values = {**values, "case": entry.case}
    if set(values) == {"say"}:
        return _scalar(entry.say)
    return "{" + ", ".join(f"{name}: {_scalar(said)}" for name, said in values.items()) + "}"


def _scalar(text: str) -> str:
    node = compose(text) if _PLAIN.fullmatch(text) else None
    is_text = node is not None and node.tag == "tag:yaml.org,2002:str"
    return text if is_text else json.dumps(text, ensure_ascii=False)


# --- nodes --------------------------------------------------------------------------------------------------


def _root(text: str) -> Node | None:
    return compose(text)


def _items(node: Node | None) -> list[tuple[ScalarNode, Node]]:
    return list(node.value) if isinstance(node, MappingNode) else []


def _child(node: Node | None, key: str) -> tuple[ScalarNode, Node] | None:
    return next(((name, value) for name, value in _items(node) if name.value == key), None)


def _end(node: Node) -> int:
    """Where the last thing in a node ends; YAML's own end of a block lies after the comments that follow."""
    if isinstance(node, MappingNode) and not node.flow_style and node.value:
        return _end(node.value[-1][1])
    return int(node.end_mark.index)


def _line_end(text: str, at: int) -> int:
    """After the line break of the line that `at` is in; a block scalar ends after its own."""
    if at and text[at - 1] == "\n" and text[:at].rstrip("\n") != text[:at]:
        return at
    found = text.find("\n", at)
    return found + 1 if found >= 0 else len(text)
