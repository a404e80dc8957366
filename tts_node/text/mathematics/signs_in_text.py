"""The step of the line that says what is mathematics without any notation: `mc²`, `πr²`, `x₁`, `∑`, `Δt`.

Powers and indexes stand on one or two letters; `20 m²` and `H₂O` are the reading rules' to say. A Greek
letter is one where no Greek word stands in the sentence, and no unit: `5 Ω`, `10 μg`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from tts_node.text.bcp47 import main_language
from tts_node.text.characters import unspaced
from tts_node.text.mathematics.speech import Speech
from tts_node.text.mathematics.words import WORDS
from tts_node.text.read.language import Language
from tts_node.text.read.reader import Reader
from tts_node.text.read.scan import Rules
from tts_node.text.spans import SpanBuilder, Spans

_ABOVE: Final = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱ"
_BELOW: Final = "₀₁₂₃₄₅₆₇₈₉₊₋ₙᵢ"
_GREEK: Final = "\u0391-\u03a9\u03b1-\u03c9"
_SIGNS: Final = "∑∏∫∂∇∈∉⊂⊆⊃⊇∪∩∅∀∃∝≡∓∴∵⊥∠"
_ANY: Final = re.compile(f"[{_ABOVE}{_BELOW}{_GREEK}{_SIGNS}∛]")
_GREEK_WORD: Final = re.compile("[\u0370-\u03ff\u1f00-\u1fff]{2}")
_FOUND: Final = re.compile(
    rf"(?<![^\W\u3400-\u9fff])(?<!\.)(?P<power>[A-Za-z{_GREEK}]{{1,2}}[{_ABOVE}]+|[a-z{_GREEK}][{_BELOW}]+[{_ABOVE}]*)(?!\w)"
    rf"|(?<=\))(?P<exponent>[{_ABOVE}]+)(?!\w)"
    rf"|(?P<letter>[{_GREEK}](?:[a-z]?[{_ABOVE}]+(?!\w))?)"
    rf"|(?P<sign>[{_SIGNS}∛])"
)
_AMOUNT: Final = re.compile("[0-9] ?[A-Za-z]?$")


def signs_in_text(language: str | None, reader: Reader) -> Callable[[Spans], Spans] | None:
    """The step for sentences in `language`; None where there are no words."""
    words = WORDS.get(main_language(language))
    if words is None or not isinstance(reader, Rules):
        return None
    say, rules = Speech(reader, words).say, reader.language

    def spoken(spans: Spans) -> Spans:
        text = spans.text
        if text.isascii() or _ANY.search(text) is None:
            return spans
        greek = _GREEK_WORD.search(text) is None
        builder, done = SpanBuilder(), 0
        for found in _FOUND.finditer(text):
            begin, end = found.span()
            if _is_unit(text, begin, end, rules) or (found["letter"] and not greek):
                continue
            said = words.third_root if found.group() == "∛" else say(found.group())
            if not said:
                continue
            if text[begin - 1 : begin] == " " and begin > done + 1 and _chinese(text[begin - 2], said[0]):
                begin -= 1
            builder.add_spans(spans.slice(done, begin))
            before = text[begin - 1 : begin] if begin else ""
            blank = " " if _touches(before, said[0]) or (before == ")" and found["exponent"]) else ""
            after = text[end : end + 1]
            if after == " " and _chinese(said[-1], text[end + 1 : end + 2]):
                end += 1
            builder.add(
                blank + said + (" " if after and _touches(said[-1], after) else ""),
                *spans.source(begin, end),
                exact=False,
            )
            done = end
        builder.add_spans(spans.slice(done, len(text)))
        return builder.take()

    return spoken


def _is_unit(text: str, begin: int, end: int, language: Language) -> bool:
    """Whether it is, or is a part of, a unit that the reading rules know."""
    amount = _AMOUNT.search(text[max(0, begin - 3) : begin]) is not None
    unit = language.unit_at(text, begin)
    whole = unit is not None and unit[1] >= end
    return (whole and (amount or end - begin > 1)) or (text[begin] == "Ω" and amount)


def _chinese(before: str, after: str) -> bool:
    return bool(before and after) and unspaced(before) and unspaced(after)


def _touches(before: str, after: str) -> bool:
    """Whether two words would become one."""
    return before.isalnum() and after.isalnum() and not (unspaced(before) and unspaced(after))
