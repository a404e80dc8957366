"""SSML to plain text: the tags are left out, what stands between them is kept.

Nothing here acts on a tag. It only sees to it that none is ever spoken, also when it arrives in pieces. Time
is linear in the text and what is held between pieces is a few characters.
"""

from __future__ import annotations

import re
from typing import Final

_ENTITY: Final = re.compile(r"&(#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6}|[A-Za-z]{1,8});")
_ENTITY_BEGUN: Final = re.compile(r"&(?:#?[0-9A-Za-z]{0,8})?")
_TAG: Final = re.compile(r"</?([A-Za-z_][\w:.-]{0,63})")
_IN_TAG: Final = re.compile("""[>"']""")
_ENTITIES: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'", "nbsp": "\u00a0"}
_PARTING: Final = frozenset({"break", "p", "s", "speak", "audio", "desc", "voice", "lang", "br"})
"""Tags that part words, unlike `emphasis` or `phoneme` inside one."""
_COMMENT, _CDATA = "<!--", "<![CDATA["


class SsmlText:
    """Text in pieces in, plain text out."""

    def __init__(self) -> None:
        self._held = ""
        self._inside = ""
        """What ends the markup that the text is inside of; empty outside."""

    def feed(self, text: str) -> str:
        """The plain text that is settled."""
        text = self._held + text
        self._held = ""
        out: list[str] = []
        at = 0
        while at < len(text):
            step = self._markup if self._inside else self._text
            after = step(text, at, out)
            if after == at:  # it takes more text to tell
                self._held = text[at:]
                break
            at = after
        return "".join(out)

    def finish(self) -> str:
        """No more text. A tag that never ended stays unspoken."""
        held, self._held = self._held, ""
        return held if not self._inside and (held == "<" or held.startswith("&")) else ""

    # Both return where they have come to, and `at` itself when they cannot go on.

    def _text(self, text: str, at: int, out: list[str]) -> int:
        marks = [found for found in (text.find("<", at), text.find("&", at)) if found >= 0]
        if not marks:
            out.append(text[at:])
            return len(text)
        if (mark := min(marks)) > at:
            out.append(text[at:mark])
            return mark
        return self._open(text, at, out) if text[at] == "<" else _entity(text, at, out)

    def _open(self, text: str, at: int, out: list[str]) -> int:
        rest = text[at : at + len(_CDATA)]
        for opening, ending in ((_COMMENT, "-->"), (_CDATA, "]]>")):
            if rest.startswith(opening):
                self._inside = ending
                return at + len(opening)
            if opening.startswith(rest):
                return at
        if rest.startswith(("<!", "<?")):
            self._inside = ">"
            return at + 2
        tag = _TAG.match(text, at)
        if tag is None:
            if rest == "</":
                return at
            out.append("<")
            return at + 1
        if tag.end() == len(text):
            return at
        if tag[1].lower() in _PARTING:
            out.append(" ")
        self._inside = ">"
        return tag.end()

    def _markup(self, text: str, at: int, out: list[str]) -> int:
        ending = self._inside
        if ending == ">":
            found = _IN_TAG.search(text, at)
            if found is None:
                return len(text)
            self._inside = found[0] if found[0] != ">" else ""
            return found.end()
        end = text.find(ending, at)
        # Of an ending with several characters, some may be there.
        settled = end if end >= 0 else max(at, len(text) - len(ending) + 1)
        if ending == "]]>":
            out.append(text[at:settled])
        if end < 0:
            return settled
        self._inside = ">" if ending in "\"'" else ""
        return end + len(ending)


def _entity(text: str, at: int, out: list[str]) -> int:
    if (entity := _ENTITY.match(text, at)) is not None:
        out.append(_character(entity[1]) or entity[0])
        return entity.end()
    begun = _ENTITY_BEGUN.match(text, at)
    if begun is not None and begun.end() == len(text):
        return at
    out.append("&")
    return at + 1


def _character(entity: str) -> str:
    if not entity.startswith("#"):
        return _ENTITIES.get(entity, "")
    number = int(entity[2:], 16) if entity[1] == "x" else int(entity[1:])
    return chr(number) if 0 < number <= 0x10FFFF and not 0xD800 <= number <= 0xDFFF else ""
