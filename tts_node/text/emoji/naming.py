"""The step of the line that says the names of a sentence's emoji: `naming`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tts_node.text.characters import speakable, unspaced
from tts_node.text.emoji.names import name
from tts_node.text.pronounced import HIDDEN, marked
from tts_node.text.signs import EMOJI
from tts_node.text.spans import SpanBuilder, Spans

_RUN: Final = re.compile(f" *{EMOJI.pattern}(?: *{EMOJI.pattern})* *")
_WORD: Final = re.compile(f"[^\\W_]|{HIDDEN.pattern}")
_OPENERS: Final = frozenset("\"'“„‘«([（「『【¿¡")
_CLOSERS: Final = frozenset("\"'”’»)]）」』】")


def naming(language: str | None) -> Callable[[Spans], Spans]:
    """The step for sentences in `language`. One that is left with nothing to say is empty.

    Names that begin or end a sentence or clause are set off by a comma (`It is hot 🔥` has "hot, fire");
    inside it they are words like others (`I ❤️ tea`).
    """
    comma = "，" if (language or "").lower().startswith("zh") else ", "

    def named(spans: Spans) -> Spans:
        text = spans.text
        if text.isascii() or EMOJI.search(text) is None:
            return spans
        places = [found.start() for found in _WORD.finditer(text)]
        first, last = (places[0], places[-1]) if places else (len(text), -1)
        builder, at = SpanBuilder(), 0
        for run in _RUN.finditer(text):
            builder.add_spans(spans.slice(at, run.start()))
            at = run.end()
            before, after = text[max(run.start() - 1, 0) : run.start()], text[at : at + 1]
            signs = [
                (said, sign.start())
                for sign in EMOJI.finditer(text, *run.span())
                if (said := name(sign[0], language))
            ]
            apart = run.group().endswith(" ")
            ends = run.start() > last or (not apart and not _begins(after))
            if not signs:
                builder.add(_blank(before, after, apart), *spans.source(*run.span()), exact=False)
            for number, (said, place) in enumerate(signs):
                joint = comma if number else _before(before, said, comma if ends else " ")
                ending = (
                    ""
                    if number + 1 < len(signs)
                    else _after(said, after, apart, comma if at <= first else " ")
                )
                builder.add(joint + said + ending, *spans.source(place, place + 1), exact=False)
        builder.add_spans(spans.slice(at, len(text)))
        whole = builder.take()
        return whole if speakable(whole.text) or marked(whole.text) else Spans()

    return named


def _blank(before: str, after: str, apart: bool) -> str:
    """In place of emoji without names."""
    return " " if before and after and (apart or _begins(after)) else ""


def _before(before: str, said: str, joint: str) -> str:
    """Between what stands before a name and the name."""
    if not before or before in _OPENERS or (joint == " " and unspaced(before) and unspaced(said[0])):
        return ""
    return joint if joint == " " or _ends(before) else " "


def _after(said: str, after: str, apart: bool, joint: str) -> str:
    """Between a name and what follows it."""
    if (
        not after
        or not (apart or _begins(after))
        or (joint == " " and unspaced(said[-1]) and unspaced(after))
    ):
        return ""
    return joint if joint == " " or _begins(after) else " "


def _ends(char: str) -> bool:
    return _WORD.match(char) is not None or char in _CLOSERS


def _begins(char: str) -> bool:
    return _WORD.match(char) is not None or char in _OPENERS
