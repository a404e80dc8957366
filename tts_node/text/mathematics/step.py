"""The step of the line that says the formulas of a sentence: `formulas`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.characters import unspaced
from tts_node.text.mathematics.hidden import HIDDEN_FORMULA, shown
from tts_node.text.mathematics.plain import written
from tts_node.text.mathematics.speech import Speech
from tts_node.text.mathematics.words import WORDS
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Rules
from tts_node.text.spans import SpanBuilder, Spans

_RUN: Final = re.compile(f" ?({HIDDEN_FORMULA.pattern}) ?")


def formulas(language: str | None, reader: Reader) -> Callable[[Spans], Spans]:
    """The step for sentences in `language`, whose reading rules are `reader`."""
    words = WORDS.get(main_language(language))
    say = Speech(reader, words).say if words is not None and isinstance(reader, Rules) else written

    def spoken(spans: Spans) -> Spans:
        text = spans.text
        if text.isascii() or HIDDEN_FORMULA.search(text) is None:
            return spans
        builder, done = SpanBuilder(), 0
        for found in _RUN.finditer(text):
            said = say(shown(found[1]))
            begin, end = found.span()
            builder.add_spans(spans.slice(done, begin))
            before, after = text[begin - 1 : begin] if begin else "", text[end : end + 1]
            if said:
                ending = _joint(said[-1], after, text[end - 1] == " ", suffix=len(said) == 1)
                said = _joint(before, said, text[begin] == " ") + said + ending
            elif before and after:
                said = " "
            builder.add(said, *spans.source(begin, end), exact=False)
            done = end
        builder.add_spans(spans.slice(done, len(text)))
        return builder.take()

    return spoken


def _joint(before: str, after: str, blank: bool, *, suffix: bool = False) -> str:
    """Between the formula and what stands beside it. `suffix`: letters there may go on with it (`$n$th`)."""
    if not before or not after or (unspaced(before) and unspaced(after[0])):
        return ""
    letters = before.isalnum() and after[0].isalnum() and not (suffix and after.isascii())
    return " " if blank or letters else ""
