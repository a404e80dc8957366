"""Stretches of text that last until their own ending and of which nothing (or all, CDATA) is spoken."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

RegionKind = Literal["comment", "cdata", "declaration", "tag", "element", "fence", "line", "target"]

_ENDINGS = {"comment": "-->", "cdata": "]]>", "declaration": ">"}
_IN_TAG = re.compile("[>\"']")
_TARGET_END = re.compile(r"[)\s]")
_MARGIN = "[ >]{0,40}"
_LONGEST_FENCE = 200


@dataclass(slots=True)
class Region:
    """Where the text is inside of something. `ending` is the element's name or the fence."""

    kind: RegionKind
    ending: str = ""
    start: int = 0
    """Where it began in the client's text."""
    alias: str = ""
    """What is said in its place."""
    line_start: bool = False
    quote: str = ""


def advance(region: Region, text: str, at: int, *, final: bool) -> tuple[int, bool]:
    """How far the region goes in what is there, from `at`; and whether it ends there."""
    match region.kind:
        case "line":
            end = text.find("\n", at)
            return (len(text), False) if end < 0 else (end, True)
        case "target":
            found = _TARGET_END.search(text, at)
            return (len(text), False) if found is None else (found.end(), True)
        case "tag":
            return _advance_tag(region, text, at)
        case "element":
            return _advance_element(region, text, at)
        case "fence":
            return _advance_fence(region, text, at, final)
        case _:
            ending = _ENDINGS[region.kind]
            end = text.find(ending, at)
            if end >= 0:
                return end + len(ending), True
            # Of an ending with several characters, some may be there.
            return max(at, len(text) - len(ending) + 1), False


def _advance_tag(region: Region, text: str, at: int) -> tuple[int, bool]:
    while at < len(text):
        if region.quote:
            end = text.find(region.quote, at)
            if end < 0:
                break
            region.quote, at = "", end + 1
        found = _IN_TAG.search(text, at)
        if found is None:
            break
        if found[0] == ">":
            return found.end(), True
        region.quote, at = found[0], found.end()
    return len(text), False


def _advance_element(region: Region, text: str, at: int) -> tuple[int, bool]:
    closing = f"</{region.ending}"
    found = re.compile(re.escape(closing), re.IGNORECASE).search(text, at)
    if found is not None:
        return found.end(), True
    return max(at, len(text) - len(closing) + 1), False


def _advance_fence(region: Region, text: str, at: int, final: bool) -> tuple[int, bool]:
    sign, count = region.ending[0], len(region.ending)
    closing = re.compile(rf"{_MARGIN}{sign}{{{count},}} *(?=\n|\Z)")
    begun = re.compile(rf"{_MARGIN}{sign}*+ *\Z")
    while at < len(text):
        if region.line_start:
            may_go_on = not final and len(text) - at < _LONGEST_FENCE
            if may_go_on and begun.match(text, at):
                return at, False
            found = closing.match(text, at)
            if found is not None:
                return found.end(), True
        end = text.find("\n", at)
        region.line_start = end >= 0
        at = len(text) if end < 0 else end + 1
    return at, False
