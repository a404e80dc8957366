"""Full-width letters, digits and signs to the form that the rest of the rules know, character for character.

Punctuation of sentences stays as it is: the engine makes pauses of it. `：`, `．` and `，` become ASCII only
between digits: of a clock or ratio, of a decimal, and of thousands in full-width digits. 〇 is 零 for the
engine.
"""

from __future__ import annotations

import re

from tts_node.text.spans import Span, Spans

_WIDE = re.compile("[〇∶\uff01-\uff5e\uffe0-\uffe5]")
_LETTERS = {
    code: code - 0xFEE0
    for low, high in ((0xFF10, 0xFF19), (0xFF21, 0xFF3A), (0xFF41, 0xFF5A))
    for code in range(low, high + 1)
}
_SIGNS = dict(zip(map(ord, "＃＄％＆＊＋－／＜＝＞＠＿～￠￡￥"), "#$%&*+-/<=>@_~¢£¥", strict=True))
_TABLE: dict[int, int | str] = {**_LETTERS, **_SIGNS, ord("〇"): "零", ord("∶"): ":"}
_POINT = re.compile("(?<=[0-9])．(?=[0-9])")
_COLON = re.compile("(?<![0-9A-Za-z.])([0-9]{1,2})：([0-9]{1,2})(?:：([0-9]{2}))?(?![0-9.])")
"""Not the colon of `PM2.5：35`."""
_THOUSANDS = re.compile("(?<=[０-９])，(?=[０-９]{3}(?![０-９]))")


def to_half_width(spans: Spans) -> Spans:
    """Every offset stays."""
    text = spans.text
    if _WIDE.search(text) is None:
        return spans
    folded = _THOUSANDS.sub(",", text).translate(_TABLE)
    folded = _COLON.sub(lambda clock: clock.group().replace("：", ":"), _POINT.sub(".", folded))
    if folded == text:
        return spans
    pieces, at = [], 0
    for span in spans.spans:
        end = at + len(span.text)
        pieces.append(Span(folded[at:end], span.start, span.end, span.exact))
        at = end
    return Spans(pieces)
