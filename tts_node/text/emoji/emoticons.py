"""The step of the line that takes faces of plain characters out: `:-)`, `xD`, `^_^`, `:fire:`, `<3`, a shrug.

They stand alone, between blanks or Chinese characters, with marks of punctuation after them at most. What is
a number as well (`<3 °C`), or could be a word, is none.
"""

from __future__ import annotations

import re
from typing import Final

from tts_node.text.emoji.names import catalogue
from tts_node.text.spans import SpanBuilder, Spans

_LONGEST: Final = 40
_BETWEEN: Final = "\\s\u3001-\u301f\u3400-\u4dbf\u4e00-\u9fff，。！？；："
"""What parts a face from other text."""
_STARTS: Final = ":;=xXoOTQU^>\\-<¯\\\\(（ʕヽヾ╯ヘ┐٩ᕕ☆"
_TOKEN: Final = re.compile(f"[{_STARTS}][^{_BETWEEN}]*")
_FACE: Final = re.compile(
    r"[:;][-~^]?['’]?(?:[)(DPpOo/\\*]|\){2,4}|\({2,4})|=[)(D]|[xX]D{1,3}"
    r"|\^_{0,3}\^|>[._]+<|-[_.]+-|[oO]_+[oO]|[TQ]_+[TQ]|;_+;|[UO]w[UO]"
    r"|\([oO^><TQ;=-][_.wω-]{1,3}[oO^><TQ;=-]\)|:[a-z][a-z0-9_+-]{1,30}:"
)
_ARMED_FACE: Final = re.compile(
    r"[^A-Za-z0-9(（]{0,4}[(（ʕ][^A-Za-z0-9()（）]{2,12}[)）ʔ][^A-Za-z0-9()]{0,6}|¯\\?_\(ツ\)_/¯"
)
_DRAWN: Final = re.compile("[°•^´`｀ﾟ≧≦ωД∀▽╯╰□◕‿﹏・＾♥♡★✿ツಠ¬╥ᴥ｡ㅂ๑⌒◡]")
_BEGUN: Final = re.compile(
    r"(?:[^A-Za-z0-9]*|[:;=][-~^]?['’]?[DPpOo]?|[xX]D{0,3}|[oO](?:_+[oO]?)?|[TQ](?:_+[TQ]?)?|[UO](?:w[UO]?)?"
    r"|\([oOTQ=-]?[_.w-]{0,3}[oOTQ=-]?\)?|:[a-z][a-z0-9_+-]*:?|(?:<3?)+|<3+|</3?|[^A-Za-z0-9]*\)_/¯?)[.,!?…]*"
)
"""What may become one."""
_HEARTS: Final = re.compile(r"(?:<3)+|<3+|</3")
_MARKS: Final = ".,!?…"
_LOVING: Final = re.compile(r"(?:\b(?:I|We|we|You|you)|我)\s*$")
_COMPARING: Final = re.compile(
    r"(?:\b(?:is|are|was|were|be|than|if|when|value|values|and|or|not|at|with|ist|sind|war|wenn|falls|und|oder|bei|est"
    r"|es|è|jest)|[=:是为若])\s*$",
    re.IGNORECASE,
)
_NEXT: Final = re.compile(r"[ \t]*(\S|\n)")
_HEART: Final = "❤\ufe0f"


class Emoticons:
    """Takes text in pieces; a face that may go on waits."""

    def __init__(self, *, named: bool = False) -> None:
        """`named`: hearts become the emoji that they stand for."""
        self._named = named
        self._buffer = Spans()
        self._out = SpanBuilder()
        self._before = " "
        """The last characters that were taken."""

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""
        if spans:
            self._buffer = Spans.join((self._buffer, spans)) if self._buffer else spans
            self._scan(final=False)
        return self._out.take()

    def finish(self) -> Spans:
        """Nothing follows: what is there is all of a face."""
        self._scan(final=True)
        self._before = " "
        return self._out.take()

    def _scan(self, *, final: bool) -> None:
        text, at, done = self._buffer.text, 0, 0
        held = len(text)
        while (token := _TOKEN.search(text, at)) is not None:
            begin, end = token.span()
            at = end
            before = (self._before + text[max(0, begin - 12) : begin])[-12:]
            if re.match(f"[{_BETWEEN}]", before[-1]) is None or end - begin > _LONGEST:
                continue
            if end == len(text) and not final and _BEGUN.fullmatch(token.group()):
                held = begin
                break
            stop = begin + len(token.group().rstrip(_MARKS))
            face = text[begin:stop]
            if _HEARTS.fullmatch(face):
                following = _NEXT.match(text, stop)
                if following is None and not final:
                    held = begin
                    break
                if _is_number(before, following[1] if following else ""):
                    continue
            elif not _is_face(face):
                continue
            self._out.add_spans(self._buffer.slice(done, begin))
            self._vanish(face, begin, stop)
            done = stop
        self._out.add_spans(self._buffer.slice(done, held))
        if held:
            self._before = (self._before + text[max(0, held - 12) : held])[-12:]
            self._buffer = self._buffer.slice(held, len(text))

    def _vanish(self, face: str, begin: int, end: int) -> None:
        sign = catalogue().sign(_HEART) if self._named and _HEARTS.fullmatch(face) else None
        if sign is not None:
            self._out.add(sign, *self._buffer.source(begin, end), exact=False)


def _is_face(token: str) -> bool:
    if _FACE.fullmatch(token):
        return True
    return _ARMED_FACE.fullmatch(token) is not None and _DRAWN.search(token) is not None


def _is_number(before: str, following: str) -> bool:
    """Whether `<3` is less than three."""
    if _LOVING.search(before):
        return False
    counted = following.isalnum() or (following != "" and following in "°%€$£¥µ")
    return counted or _COMPARING.search(before) is not None
