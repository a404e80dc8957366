"""Whether a sentence ends at a mark: dots inside numbers, names and abbreviations do not end one.

`SentenceEnds.at` looks at one end mark and a few characters around it. It never guesses from a text that
stops too early: it answers `None` (cannot say yet) until it has seen what it needs.
"""

from __future__ import annotations

import re

from tts_node.text.abbreviations import CALENDAR, CLOCK, dot_table
from tts_node.text.characters import unspaced

END_MARKS = ".!?…‽‼⁇⁈⁉。！？．｡；؟۔।॥։።᙮។៕၊။"
_DOT_MARKS = frozenset(".…．")
_WIDE_MARKS = frozenset("。！？．｡；…")
"""Marks of writing without spaces: no blank has to follow."""
_OTHER_MARKS = frozenset("؟۔।॥։።᙮។៕၊။")
_CLOSERS = frozenset("\"'”’»›)]}）］｝」』】〉》〕＂")
_LATIN_CLOSERS = frozenset("“«‹")
"""Right after a Latin mark these close as well (German); after a Chinese one they open the next quote."""
_QUOTE_CLOSERS = frozenset('"“”«»」』＂')
_DASHES = "—–-"
_SAID = re.compile(r"[他她它我你您们們]{0,3}[又便就地得]{0,2}.{0,2}?(?:说|說|道|问|問|喊|叫|答|笑|と|って)")
_NEXT_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MAX_WORD = 24
"""A longer word decides nothing; seeing so much of it is enough."""
_OPENING = "\"'“„‘‚«‹(([{（「『【〈《¿¡*_"
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])$")
_ORDINAL = re.compile(r"(?<![\w.,:/€$£%-])\d{1,3}$")
_TOKEN_BOUNDS = frozenset(" \n.\"'“”„‘’«»()[]{}/,;:!?…—–-")
_LONGEST_TOKEN = 40

NOT_AN_END = 0


class SentenceEnds:
    """The rules of one language."""

    def __init__(self, language: str | None) -> None:
        self._table = dot_table(language)

    def at(
        self, text: str, index: int, *, begin: int, line_start: int, limit: int, final: bool
    ) -> int | None:
        """Decide on the end mark `text[index]` of the sentence that begins at `begin`.

        Returns where the sentence ends (its quotes and brackets included), `NOT_AN_END`, or None when more
        text is needed; never None with `final` (nothing follows `text`) or when the marks run on past
        `limit`.
        """
        after, quoted = self._past_marks(text, index, begin, limit)
        if after > limit:
            return NOT_AN_END
        if after >= len(text):
            return after if final else None
        mark = text[index]
        following = text[after]
        if following not in " \n":
            return self._unspaced_end(text, index, after, begin, quoted, final)
        word_at = after
        while word_at < len(text) and text[word_at] in " \n":
            word_at += 1
        if text.startswith("\n\n", after):
            return after
        if word_at >= len(text):
            return after if final else None
        if mark in _WIDE_MARKS and mark != "…":
            return after
        return self._spaced_end(text, index, after, word_at, begin, line_start, quoted, final)

    def _past_marks(self, text: str, index: int, begin: int, limit: int) -> tuple[int, bool]:
        """Where the run of end marks and closers ends, and whether a quote was closed in it."""
        at, quoted, wide = index + 1, False, text[index] in _WIDE_MARKS
        while at < len(text) and at <= limit:
            char = text[at]
            if char == " " and text.startswith("»", at + 1) and _open_guillemet(text, begin, index):
                at += 1  # French sets a space before it
            elif not _closes(text, begin, at, wide):
                break
            quoted = quoted or text[at] in _QUOTE_CLOSERS
            at += 1
        return at, quoted

    def _unspaced_end(
        self, text: str, index: int, after: int, begin: int, quoted: bool, final: bool
    ) -> int | None:
        mark, following = text[index], text[after]
        if mark in _OTHER_MARKS:
            return after if following.isalpha() else NOT_AN_END
        if mark == "．" and following.isdigit():
            return NOT_AN_END
        if mark in _WIDE_MARKS:
            if following in "，、,：:；—～~":
                return NOT_AN_END
            if mark == "…" and (after - begin < 5 or not unspaced(following)):
                return NOT_AN_END
            if quoted and unspaced(following):
                heard = text[after : after + 8]
                if _SAID.match(heard):
                    return NOT_AN_END
                if len(heard) < 8 and not final:
                    return None
            return after
        if unspaced(following) and index > begin and (mark in "!?" or text[index - 1].isalpha()):
            return after
        return NOT_AN_END

    def _spaced_end(
        self,
        text: str,
        index: int,
        after: int,
        word_at: int,
        begin: int,
        line_start: int,
        quoted: bool,
        final: bool,
    ) -> int | None:
        mark, following = text[index], text[word_at]
        closed = after - 1 > index and (text[after - 1] in _CLOSERS or text[after - 1] in _LATIN_CLOSERS)
        if mark in _OTHER_MARKS:
            return after
        if following in ",;:":
            return NOT_AN_END
        if following in _DASHES:
            # A dialogue goes on after the dash: "¡Alto! —dijo él."
            if word_at + 1 >= len(text):
                return after if final else None
            if text[word_at + 1].islower():
                return NOT_AN_END
        small = following.islower()
        if mark == "…" or text.startswith("..", index):
            return NOT_AN_END if small else after
        if mark != ".":
            return NOT_AN_END if small and closed else after
        if closed:
            return NOT_AN_END if small else after
        return self._dot(text, index, after, word_at, begin, line_start, small, final)

    def _dot(
        self,
        text: str,
        index: int,
        after: int,
        word_at: int,
        begin: int,
        line_start: int,
        small: bool,
        final: bool,
    ) -> int | None:
        before = text[max(begin, index - _LONGEST_TOKEN) : index]
        if index - line_start <= 4 and line_start >= begin and _LIST_NUMBER.fullmatch(text[line_start:index]):
            return NOT_AN_END
        token, dotted = _last_token(before)
        table = self._table
        following = text[word_at]
        if _listed(token, table.inner):
            return NOT_AN_END
        if following.isdigit():
            known = _listed(token, table.counting) or self._maybe(token)
            if known or (_ORDINAL.search(before) and table.ordinals):
                return NOT_AN_END
            return after
        if small:
            return after if _whole_word(token, dotted) and not self._known(token) else NOT_AN_END
        if not token:
            return after
        if _listed(token, table.counting) or _listed(token, table.last):
            return after
        initial = len(token) == 1 and token.isalpha()
        ordinal = table.ordinals and _ORDINAL.search(before) is not None
        if not (dotted or initial or ordinal or self._maybe(token)):
            return after
        opener_at = word_at
        while opener_at < len(text) and text[opener_at] in _OPENING and opener_at - word_at < 4:
            opener_at += 1
        found = _NEXT_WORD.match(text, opener_at, opener_at + _MAX_WORD)
        stop = found.end() if found else opener_at
        if stop >= len(text) and not final:
            return None
        if stop + 1 >= len(text) and text[stop : stop + 1] in ("'", "’") and not final:
            return None
        word = found.group().lower().replace("’", "'") if found else ""
        if dotted and token.lower() in CLOCK:
            return NOT_AN_END if word in CALENDAR else after
        return after if word in table.openers else NOT_AN_END

    def _known(self, token: str) -> bool:
        table = self._table
        return _listed(token, table.counting) or _listed(token, table.last) or self._maybe(token)

    def _maybe(self, token: str) -> bool:
        return _listed(token, self._table.maybe) or token.lower().endswith(self._table.endings)


def _closes(text: str, begin: int, at: int, wide: bool) -> bool:
    """Whether `text[at]`, right after an end mark, is one too or closes what the sentence opened."""
    char = text[at]
    if char in _LATIN_CLOSERS:
        return not wide
    if char == '"' and wide:
        return text.count('"', begin, at) % 2 == 1
    return char in END_MARKS or char in _CLOSERS


def _open_guillemet(text: str, begin: int, at: int) -> bool:
    return text.rfind("«", begin, at) > text.rfind("»", begin, at)


def _listed(token: str, words: frozenset[str]) -> bool:
    return token in words or token.lower() in words


def _last_token(before: str) -> tuple[str, bool]:
    """The word before the dot without its inner dots, and whether it had any: `z. B` and `z.B` give `zB`."""
    pieces: list[str] = []
    end = len(before)
    while True:
        start = end
        while start > 0 and before[start - 1] not in _TOKEN_BOUNDS:
            start -= 1
        piece = before[start:end]
        if not piece or (pieces and len(piece) > 1 and not _pairs(piece, pieces)):
            break
        pieces.insert(0, piece)
        end = start
        if end >= 2 and before[end - 2 : end] == ". " and len(piece) <= 2:
            end -= 2
        elif end >= 1 and before[end - 1] == ".":
            end -= 1
        else:
            break
    token = "".join(pieces)
    return token, len(pieces) > 1 and token.isalpha()


def _pairs(piece: str, pieces: list[str]) -> bool:
    """Longer parts of a dotted word: `Ph.D`, `Dipl.Ing`, `m.in`."""
    return len(piece) <= 3 and len(pieces) == 1


def _whole_word(token: str, dotted: bool) -> bool:
    """An ordinary word, as people type who use no capitals; abbreviations mostly have few letters or no
    vowel."""
    return (
        not dotted and len(token) >= 4 and token.isalpha() and any(char in "aeiouyäöüéèàóí" for char in token)
    )
