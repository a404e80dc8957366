"""Whether a sentence ends at a mark: dots inside numbers, names and abbreviations do not end one.

`SentenceEnds.at` looks at one end mark and a few characters around it. It never guesses from a text that
stops too early: it answers `None` (cannot say yet) until it has seen what it needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tts_node.text.abbreviations import CALENDAR, CLOCK, DotTable, dot_table
from tts_node.text.characters import unspaced
from tts_node.text.sentence_language import SentenceLanguage
from tts_node.text.signs import has_sign
from tts_node.text.spaced_dates import date_goes_on

END_MARKS = ".!?…‽‼⁇⁈⁉。！？．｡；؟۔।॥։።᙮។៕၊။"
_DOT_MARKS = frozenset(".…．")
_WIDE_MARKS = frozenset("。！？．｡；…")
"""Marks of writing without spaces: no blank has to follow."""
_OTHER_MARKS = frozenset("؟۔।॥։።᙮។៕၊။")
_CLOSERS = frozenset("\"'”’»›)]}）］｝」』】〉》〕＂")
_LATIN_CLOSERS = frozenset("“«‹")
"""Right after a Latin mark these close as well (German); after a Chinese one they open the next quote."""
_QUOTES = frozenset('"“”«»」』＂')
_DASHES = "—–-"
_SAID = re.compile(r"[他她它我你您们們]{0,3}[又便就地得]{0,2}.{0,2}?(?:说|說|道|问|問|喊|叫|答|笑|と|って)")
_NEXT_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MAX_WORD = 24
"""A longer word decides nothing; seeing so much of it is enough."""
_OPENING = "\"'“„‘‚«‹(([{（「『【〈《¿¡*_"
_SIGNS_OF_NUMBERS = frozenset("-−+±~≈<>€$£#")
"""What may stand between a short form and its number."""
_LIST_NUMBER = re.compile(r"\(?(?:\d{1,3}|[A-Za-z])")
_BARE_NUMBER = re.compile(r"\s*\d{1,2}")
_SHORTENED = re.compile(r"(?<![\w.'’])(?<!\d )(?:[a-z]|[A-Z]?[b-df-hj-np-tv-xz]{2,4})$")
"""A short form before a number, and no unit: one small letter (`b. 1970`), or no vowel (`Trk. 3`)."""
_VOWELS = frozenset("aeiouyäöüéèàóíåæøěůőűаеёиоуыэюяіїєαεηιουωάέήίόύώ")
_COUNTED = re.compile(r"[\d½¼¾] ?[^\W\d]+$")
_ROMAN = re.compile(r"(?!I(?!\w))[IVXLC]+(?!\w)")
"""No I, which is a word."""
_STREET = re.compile(r"(?:[A-Z][\w'’]*|\d(?:st|nd|rd|th)) St$")
_NAME = re.compile(r"[a-z,] [A-Z][^\W\d_]+$")
_MARKED_NAME = re.compile(r"\bYahoo$")
"""A name at the beginning of a sentence."""
_DEGREES = re.compile(r"(?:\d\d|[.,]\d) ?[CF]$")
_ORDINAL = re.compile(r"(?<![\w.,:/€$£%-])(?:(?:\d{1,3}\.[-–/])?\d{1,3}|[IVX]{1,5})$")
_DECADE = re.compile(r"\b[Ll]at(?:a|ach)? [1-9]0$")
"""Polish `w latach 80.`"""
_DOTTED_DATE = re.compile(r"(?<![\w.,:/€$£%-])(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])$")
_TOKEN_BOUNDS = frozenset(" \n.\"'“”„‘’«»()[]{}/,;:!?…—–-")
_LONGEST_TOKEN = 40

NOT_AN_END = 0


@dataclass(frozen=True, slots=True)
class _Run:
    """A run of end marks with the quotes and brackets that close after them."""

    text: str
    begin: int
    """Of the sentence."""
    index: int
    """Of the first mark."""
    after: int
    """Of what follows the run."""
    mark: str
    """The one that decides: `…` for any ellipsis, else the last."""
    closed: bool
    quoted: bool
    """It closes with a bracket or quote; with a quote."""
    final: bool
    language: str | None
    """The one that the text asks for."""


def _with_others(table: DotTable, others: frozenset[str]) -> DotTable:
    """The others win."""
    gone = others | frozenset(map(str.lower, others))
    return replace(table, maybe=table.maybe | others, counting=table.counting - gone, last=table.last - gone)


def _no_others(language: str | None) -> frozenset[str]:
    return frozenset()


class SentenceEnds:
    """The rules, by the tables of the language that the sentence is in."""

    def __init__(
        self, language: SentenceLanguage, abbreviations: Callable[[str | None], frozenset[str]] = _no_others
    ) -> None:
        """`abbreviations`: by language, further words (without dots) whose dot ends no sentence, unless one
        surely begins after it."""
        self._language = language
        self._abbreviations = abbreviations
        self._tables: dict[str | None, DotTable] = {}

    def table(self, so_far: str, language: str | None = None) -> DotTable:
        """That of a sentence of which so much is there, if the text does not ask for a language itself."""
        language = language or self._language.of(so_far)
        if language not in self._tables:
            table, others = dot_table(language), self._abbreviations(language)
            self._tables[language] = _with_others(table, others) if others else table
        return self._tables[language]

    def at(
        self,
        text: str,
        index: int,
        *,
        begin: int,
        line_start: int,
        limit: int,
        final: bool,
        language: str | None = None,
    ) -> int | None:
        """Decide on the run of end marks that begins at `index`, in the sentence that begins at `begin`.

        Returns where the sentence ends (its quotes and brackets included), `NOT_AN_END`, or None when more
        text is needed; never None with `final` (nothing follows `text`) or when the marks run on past
        `limit`. `language`: the one that the text asks for here.
        """
        run = _run_of_marks(text, index, begin, limit, final, language)
        after = run.after
        if after > limit:
            return NOT_AN_END
        if after >= len(text):
            return after if final else None
        if text[after] not in " \n":
            return _end_before_letter(run, self.table(text[begin:index], language))
        if text.startswith("\n\n", after):
            return after
        word_at = after
        while word_at < len(text) and text[word_at] in " \n":
            word_at += 1
        if word_at >= len(text):
            return after if final else None
        return self._end_before_blank(run, word_at, line_start)

    def sounds_complete(self, text: str) -> bool:
        """Whether `text` ends like a sentence, as far as can be said without what may follow.

        A dot after a number or an abbreviation says too little; an emoji is set at the end.
        """
        text = text.rstrip()
        if has_sign(text[-1:]):
            return True
        end = len(text)
        while end and (text[end - 1] in _CLOSERS or text[end - 1] in _LATIN_CLOSERS):
            end -= 1
        if not end or text[end - 1] not in END_MARKS:
            return False
        if text[end - 1] != "." or text.endswith("..", 0, end):
            return True
        token, dotted = _last_token(text[max(0, end - 1 - _LONGEST_TOKEN) : end - 1])
        sure = len(token) > 1 and not dotted and not token.isdigit()
        table = self.table(text)
        return sure and not _known(token, table) and not _listed(token, table.inner)

    def _end_before_blank(self, run: _Run, word_at: int, line_start: int) -> int | None:
        text, mark, following = run.text, run.mark, run.text[word_at]
        if mark in _OTHER_MARKS or (mark in _WIDE_MARKS and mark != "…"):
            return run.after
        if following in ",;:":
            return NOT_AN_END
        if following == "." and mark in _DOT_MARKS:  # an ellipsis with blanks
            if word_at + 1 >= len(text) and not run.final:
                return None
            return run.after if text[word_at + 1 : word_at + 2].isalnum() else NOT_AN_END
        if following in _DASHES:
            # A dialogue goes on after the dash: "¡Alto! —dijo él."
            if word_at + 1 >= len(text):
                return run.after if run.final else None
            if _small(text[word_at + 1]):
                return NOT_AN_END
        if mark != "." or run.closed:
            goes_on = _small(following) and (run.closed or mark == "…" or self._in_a_name(run))
            return NOT_AN_END if goes_on else run.after
        return self._end_after_dot(run, word_at, line_start)

    def _in_a_name(self, run: _Run) -> bool:
        """Whether the mark is a name's (`Did you see Jeopardy! last night?`): a capital inside a sentence,
        where a language has capitals for names alone."""
        before = run.text[max(run.begin, run.index - _LONGEST_TOKEN) : run.index]
        return (
            run.mark == "!"
            and (_NAME.search(before) is not None or _MARKED_NAME.search(before) is not None)
            and not self.table(before, run.language).ordinals
        )

    def _end_after_dot(self, run: _Run, word_at: int, line_start: int) -> int | None:
        text, table = run.text, self.table(run.text[run.begin : run.index], run.language)
        before = text[max(run.begin, run.index - _LONGEST_TOKEN) : run.index]
        if line_start >= run.begin and _LIST_NUMBER.fullmatch(text, line_start, run.index):
            return NOT_AN_END
        if _BARE_NUMBER.fullmatch(text, run.begin, run.index):
            return NOT_AN_END  # "Open it. 2. Close it."
        token, dotted = _last_token(before)
        if _listed(token, table.inner):
            return NOT_AN_END
        ordinal = table.ordinals and _ORDINAL.search(before) is not None
        ordinal = ordinal or _DECADE.search(before) is not None
        following = text[word_at]
        dated = table.ordinals and _DOTTED_DATE.search(before) is not None
        if dated and following in _DASHES:
            return NOT_AN_END
        if following in _SIGNS_OF_NUMBERS:
            # "avg. -8 °C", "max. €5"
            if word_at + 1 >= len(text) and not run.final:
                return None
            following = text[word_at + 1 : word_at + 2] or following
        if table.spaced_dates and following.isdigit():
            if (goes_on := date_goes_on(before, text, word_at, final=run.final)) is None:
                return None
            dated = dated or goes_on
        if following.isdigit():
            counts = dated or ordinal or _listed(token, table.counting) or _maybe(token, table)
            return NOT_AN_END if counts or _SHORTENED.search(before) else run.after
        if _small(following):
            ends = _whole_word(token, dotted) and not _known(token, table)
            return run.after if ends else NOT_AN_END
        if _listed(token, table.counting) and following in "IVXLC":
            if _next_word(text, word_at, run.final) is None:
                return None
            return NOT_AN_END if _ROMAN.match(text, word_at) else run.after
        if _DEGREES.search(before):
            return run.after  # "It's 20 C. Nice."
        initial = len(token) == 1 and token.isalpha()
        name = initial and token.isupper()  # J.-P. Martin is on no page
        if (_listed(token, table.counting) and not name) or _listed(token, table.last):
            return run.after
        if _listed(token, table.units) and _COUNTED.search(before):
            return run.after
        if not (dotted or initial or ordinal or dated or _maybe(token, table)):
            return run.after
        if token == "St" and not _STREET.search(before):
            return NOT_AN_END  # a saint
        word = _next_word(text, word_at, run.final)
        if word is None:
            return None
        if name and len(word) == 1 and text[word_at + 1 : word_at + 2] == ".":
            return NOT_AN_END  # J. A. Lee
        if dotted and token.lower() in CLOCK:
            return NOT_AN_END if word in CALENDAR else run.after
        elided = word[: word.find("'") + 1]
        return run.after if word in table.openers or elided in table.openers else NOT_AN_END


def _run_of_marks(text: str, index: int, begin: int, limit: int, final: bool, language: str | None) -> _Run:
    at, last, closed, quoted = index + 1, text[index], False, False
    wide = last in _WIDE_MARKS
    while at < len(text) and at <= limit:
        if text[at] == " " and text.startswith("»", at + 1) and _open_guillemet(text, begin, index):
            at += 1  # French sets a space before it
        elif not _closes(text, begin, at, wide):
            break
        if text[at] in END_MARKS:
            last = text[at]
        else:
            closed, quoted = True, quoted or text[at] in _QUOTES
        at += 1
    mark = "…" if text.startswith("..", index) or text[index] == "…" else last
    return _Run(text, begin, index, at, mark, closed, quoted, final, language)


def _end_before_letter(run: _Run, table: DotTable) -> int | None:
    """The end where no blank follows: Chinese and Japanese set none."""
    mark, following = run.mark, run.text[run.after]
    if mark in _OTHER_MARKS:
        return run.after if following.isalpha() else NOT_AN_END
    if mark == "．" and following.isdigit():
        return NOT_AN_END
    if mark in _WIDE_MARKS:
        if following in "，、,：:；—～~":
            return NOT_AN_END
        if mark == "…" and (run.after - run.begin < 5 or not unspaced(following)):
            return NOT_AN_END
        if run.quoted and unspaced(following):
            heard = run.text[run.after : run.after + 8]
            if _SAID.match(heard):
                return NOT_AN_END
            if len(heard) < 8 and not run.final:
                return None
        return run.after
    if mark == ".":
        token, _ = _last_token(run.text[max(run.begin, run.index - _LONGEST_TOKEN) : run.index])
        if _listed(token, table.inner) or _listed(token, table.maybe):
            return NOT_AN_END  # Apple Inc.的
    spoken_before = mark in "!?" or run.text[run.index - 1].isalpha()
    return run.after if unspaced(following) and run.index > run.begin and spoken_before else NOT_AN_END


def _next_word(text: str, at: int, final: bool) -> str | None:
    """The word at `at` in lower case, `""` where there is none, None when it may go on."""
    start = at
    while at < len(text) and text[at] in _OPENING and at - start < 4:
        at += 1
    found = _NEXT_WORD.match(text, at, at + _MAX_WORD)
    stop = found.end() if found else at
    if not final and (stop >= len(text) or (stop + 1 >= len(text) and text[stop] in "'’")):
        return None
    return found.group().lower().replace("’", "'") if found else ""


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
    end, spaced = len(before), False
    while True:
        start = end
        while start > 0 and not (before[start - 1] in _TOKEN_BOUNDS or unspaced(before[start - 1])):
            start -= 1
        piece = before[start:end]
        if not piece or (pieces and len(piece) > 1 and not _pairs(piece, pieces)):
            break
        if pieces and ((spaced and (len(piece) > 2 or len(piece) == len(pieces[0]) == 2)) or piece.isdigit()):
            break  # `bzw. ca.` are two, `vs. No.` and `3. Jh.` are
        pieces.insert(0, piece)
        end = start
        spaced = end >= 2 and before[end - 2 : end] == ". " and len(piece) <= 2
        if spaced:
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


def _known(token: str, table: DotTable) -> bool:
    return _listed(token, table.counting) or _listed(token, table.last) or _maybe(token, table)


def _maybe(token: str, table: DotTable) -> bool:
    return _listed(token, table.maybe) or token.lower().endswith(table.endings)


def _whole_word(token: str, dotted: bool) -> bool:
    """An ordinary word, as people type who use no capitals; abbreviations mostly have few letters or no
    vowel."""
    return not dotted and len(token) >= 4 and token.isalpha() and not _VOWELS.isdisjoint(token)


def _small(char: str) -> bool:
    """A small letter; those of Georgian are as they are, also where a sentence begins."""
    return char.islower() and not "\u10d0" <= char <= "\u10ff"
