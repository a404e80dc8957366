"""One sentence under the eyes of the detectors, from left to right.

A detector looks at one place where something could begin and gives what it found there, or None. All of them
see a bounded number of characters, so a sentence costs time in proportion to its length.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tts_node.text.read.things import Symbol, Thing, Words
from tts_node.text.spans import SpanBuilder, Spans

if TYPE_CHECKING:
    from tts_node.text.read.language import Language
    from tts_node.text.read.units import Name

_LETTERS = (
    "A-Za-z\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0370-\u03ff\u0400-\u052f\u1e00-\u1eff"
)
# Latin, Greek and Cyrillic: writing whose words are set with spaces and stand beside numbers here. A class of
# all letters but Chinese and Japanese costs more than a millisecond for each pattern that holds it.
LETTER = f"[{_LETTERS}]"
WORD = f"[0-9_\u00b2\u00b3\u00b9\u00bc-\u00be{_LETTERS}]"
"""A letter, digit or underscore of writing with spaces."""
NO_WORD = f"(?!{WORD})"
"""Right edge: what was matched is not the beginning of a longer word."""

_INCHES = re.compile("[\"″”]|''")
_ADDRESS_SIGN = re.compile(r"\w[.@]\w|://")
_QUOTE = re.compile('["„“”]')
_REACH = 40
"""How far a detector looks for the word before or after."""
_COMPANY = 120
"""How far it looks for proof."""
_WORD_CHAR = re.compile(WORD)
_NEEDS_BLANK = frozenset(",;:.!?")
"""Signs that words do not follow without a blank, as numbers do: `temp:-5`."""
_TOKEN = re.compile(f"{WORD}+|.", re.DOTALL)
_DIGITS = re.compile("[0-9]{1,40}")
_PLAIN_WORD = re.compile(r"[a-z]{2,30}(?= )")
"""Most of any text: small letters with a blank after them."""
_UNSPACED = "\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
_UNSPACED_RUN = re.compile(f"[{_UNSPACED}]+")
"""Chinese and Japanese writing; what detectors look for there, they look for at a number."""
_PASSED_RUN = re.compile(f"[{_UNSPACED}\U000f0000-\U0010ffff]+")
"""That, and what private use hides: no detector finds anything there (`pronounced`)."""
_NUMERALS = frozenset("零一二三四五六七八九十百千万亿两幺")
_MODEL_TAIL = re.compile(rf"(?:[-–]{WORD}{{1,20}}){{1,5}}")
_DECIMALS = re.compile(r"[.,][0-9]{1,6}(?![0-9])")
_WORD_BEFORE = re.compile(rf"({LETTER}{{1,30}}(?:['’]{LETTER}{{1,5}})?)[.]?[ \-:#(]{{0,3}}$")
_CLOSERS = re.compile("[\"'”’)»]{0,8}\\Z")
_WORD_AFTER = re.compile(rf"[ \-]?({LETTER}+)")


@dataclass(frozen=True, slots=True)
class Found:
    """A thing that ends before `end`."""

    thing: Thing
    end: int


class Scan:
    """A sentence with the language that reads it."""

    def __init__(self, text: str, language: Language) -> None:
        self.text = text
        self.language = language
        self.seen: defaultdict[object, dict[int, Any]] = defaultdict(dict)
        """What was looked up already: by what looks, and the place."""
        self.last: Found | None = None
        """What was found and said last; its `end` tells whether it stands right before a place."""

    @cached_property
    def has_address(self) -> bool:
        """Whether a dot, at or colon stands inside a word somewhere, as in every address."""
        return _ADDRESS_SIGN.search(self.text) is not None

    @cached_property
    def has_inches(self) -> bool:
        """Whether there is a mark of inches somewhere."""
        return _INCHES.search(self.text) is not None

    @cached_property
    def words(self) -> frozenset[str]:
        """All words of the sentence in lower case, for what needs proof by the company it keeps; of writing
        without blanks those that the language has in its tables."""
        words = re.findall(rf"{LETTER}+", self.text.lower())
        if self.language.unspaced_pattern is not None:
            words += self.language.unspaced_pattern.findall(self.text)
        return frozenset(words)

    def joined_before(self, at: int) -> bool:
        """Whether a word or number goes on into `at`, so that nothing begins there."""
        return at > 0 and _WORD_CHAR.match(self.text, at - 1) is not None

    def word_before(self, at: int) -> str:
        """The word that ends before `at` (at most a dot, blank, hyphen or colon between), or `""`.

        In writing without blanks: the longest such word of the language's tables, or `""`.
        """
        before = self.text_before(at)
        found = _WORD_BEFORE.search(before)
        if found is not None:
            return found.group(1)
        return self.language.unspaced_word_at_end(before) if self.language.unspaced_words else ""

    def word_at(self, at: int) -> bool:
        """Whether a letter or digit stands at `at`, so that what ends there is only a part of a word."""
        return _WORD_CHAR.match(self.text, at) is not None

    def text_before(self, at: int) -> str:
        """As much of the text before `at` as a detector may look at."""
        return self.text[max(0, at - _REACH) : at]

    def around(self, at: int) -> str:
        """What stands near `at`: the company that proves a doubtful unit."""
        return self.text[max(0, at - _COMPANY) : at + _COMPANY]

    def open_quote(self, at: int) -> bool:
        """Whether a straight double quotation mark at `at` would close a quotation. One after a digit
        closes what is open (`"Room 3"`, `„Song 2"`), and is inches where nothing is."""
        is_open = False
        for quote in _QUOTE.finditer(self.text, max(0, at - 2 * _COMPANY), at):
            mark, before = quote.group(), self.text[quote.start() - 1 : quote.start()]
            if mark == '"':
                is_open = not is_open and not (before.isdigit() and quote.start() > 0)
            else:
                is_open = mark == "„" or (mark == "“" and not is_open)
        return is_open

    def ends_clause(self, at: int) -> bool:
        """Whether a clause or the text ends at `at`."""
        return at >= len(self.text) or self.text[at] in ",.;:!?)]…。，；！？）"

    def ends_text(self, at: int) -> bool:
        """Whether nothing but closing quotes and brackets stands between `at` and the end."""
        return _CLOSERS.match(self.text, at) is not None

    def before_last_dot(self, end: int) -> int:
        """`end`, but for a dot there that ends the text: it belongs to the sentence."""
        return end - 1 if self.text[end - 1] == "." and self.ends_text(end) else end

    def word_after(self, at: int) -> str:
        """The word that begins at `at` or after one blank or hyphen, or `""`."""
        found = _WORD_AFTER.match(self.text, at, at + _REACH)
        return found.group(1) if found else ""


Detector = Callable[[Scan, int], Found | None]
_AFTER_DIGITS: Final[dict[Detector, str]] = {}


def after_digits(signs: str) -> Callable[[Detector], Detector]:
    """A detector that finds something at a digit only where one of `signs` follows the digits there, so that
    it is not asked elsewhere. Signs and letters are asked as they come."""

    def marked(detector: Detector) -> Detector:
        _AFTER_DIGITS[detector] = signs
        return detector

    return marked


def signs_after_digits(detector: Detector) -> str:
    """What `after_digits` says of a detector; `""` if it is asked at every digit."""
    return _AFTER_DIGITS.get(detector, "")


@dataclass(frozen=True)
class Detectors:
    """What is tried where: the first that finds something wins."""

    at_digit: Sequence[Detector]
    at_letter: Sequence[Detector]
    at_sign: Sequence[Detector]

    def at_digit_before(self, text: str, at: int) -> Sequence[Detector]:
        """Those for the digit at `at`, by the character that follows the digits there."""
        digits = _DIGITS.match(text, at)
        end = digits.end() if digits else at
        return self._by_next.get(text[end : end + 1]) or self._by_next[""]

    @cached_property
    def _by_next(self) -> Mapping[str, Sequence[Detector]]:
        """`at_digit` by the character after the digits; `""` for all that no detector names."""
        marked = {detector: signs_after_digits(detector) for detector in self.at_digit}
        return {
            sign: tuple(each for each, signs in marked.items() if not signs or (sign and sign in signs))
            for sign in {"", *"".join(marked.values())}
        }

    def before(self, other: Detectors) -> Detectors:
        """These first, then those of `other`."""
        return Detectors(
            (*self.at_digit, *other.at_digit),
            (*self.at_letter, *other.at_letter),
            (*self.at_sign, *other.at_sign),
        )

    def replacing(self, old: Detector, *new: Detector) -> Detectors:
        """`new` wherever `old` was asked; without `new`, `old` is left out."""

        def replaced(row: Sequence[Detector]) -> Sequence[Detector]:
            return tuple(one for each in row for one in (new if each is old else (each,)))

        return Detectors(replaced(self.at_digit), replaced(self.at_letter), replaced(self.at_sign))


@dataclass(frozen=True, slots=True)
class Rules:
    """A language with its detectors, as the step that reads: what the `reader` of its module gives."""

    language: Language
    detectors: Detectors

    def __call__(self, spans: Spans) -> Spans:
        return read(spans, self.language, self.detectors)

    def with_units(self, names: Mapping[str, Name]) -> Rules:
        """The same with further units, by canonical symbol. They need no proof."""
        language = copy(self.language)
        for name in list(vars(language)):
            if isinstance(getattr(type(language), name, None), cached_property):
                delattr(language, name)  # it may have been made of the old ones
        language.units = {**language.units, **names}
        language.proofs = {unit: proof for unit, proof in language.proofs.items() if unit not in names}
        return Rules(language, self.detectors)


def read(spans: Spans, language: Language, detectors: Detectors) -> Spans:
    """The sentence with everything replaced that a detector finds and the language has words for."""
    spans = language.prepare(spans)
    text = spans.text
    scan, builder, done, at, tail = Scan(text, language), SpanBuilder(), 0, 0, ""
    while at < len(text):
        plain = _PLAIN_WORD.match(text, at)
        if plain is not None and plain.group() not in language.noticed:
            at = plain.end() + 1
            continue
        passed = _PASSED_RUN.match(text, at)
        if passed is not None:
            at = passed.end()
            continue
        last = scan.last
        spoken = _spoken_at(scan, at, detectors)
        if spoken is None:
            at = _past_token(text, at)
            continue
        words, stop = spoken
        keep, go_on = at, stop
        if not language.blanks:
            left = tail if done >= at - 1 else text[at - 2 : at - 1]
            keep, go_on = _without_blanks(scan, words, at, stop, last, left)
        if done < keep:
            builder.add_spans(spans.slice(done, keep))
            tail = text[keep - 1]
        before = after = ""
        if language.blanks:
            before = " " if words[0].isalnum() and (tail.isalnum() or tail in _NEEDS_BLANK) else ""
            after = " " if words[-1].isalnum() and _WORD_CHAR.match(text, stop) else ""
        start, end = spans.source(at, stop)
        builder.add(before + words + after, start, end, exact=False)
        done, at, tail = go_on, go_on, (words + after)[-1]
    if not done:
        return spans
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()


def _spoken_at(scan: Scan, at: int, detectors: Detectors) -> tuple[str, int] | None:
    """The words of what begins at `at`, and where it ends."""
    char = scan.text[at]
    if char == " ":
        return None
    if "0" <= char <= "9":
        chosen = detectors.at_digit_before(scan.text, at)
    elif char.isalpha():
        chosen = detectors.at_letter
    else:
        chosen = detectors.at_sign
    for detector in chosen:
        found = detector(scan, at)
        if found is not None and (words := scan.language.say(found.thing)):
            scan.last = found
            return words, found.end
    return None


def _without_blanks(
    scan: Scan, words: str, at: int, stop: int, last: Found | None, left: str
) -> tuple[int, int]:
    """Where the text before `words` ends and after them goes on: without the blanks that only parted digits
    and letters from Chinese (`温度 25 度`), and those around signs and words that are said. `left` is what
    stands before; two numbers stay parted."""
    text = scan.text
    keep, go_on = at, stop
    if text[at - 1 : at] == " " and at > 1 and _UNSPACED_RUN.match(words):
        sign = last is not None and last.end == at - 1
        sign = sign and any(isinstance(found.thing, Symbol | Words) for found in (last, scan.last) if found)
        numbers = left in _NUMERALS and words[0] in _NUMERALS
        if not numbers and (sign or _UNSPACED_RUN.match(text, at - 2)):
            keep = at - 1
    if (
        text[stop : stop + 1] == " "
        and _UNSPACED_RUN.match(words[-1])
        and _UNSPACED_RUN.match(text, stop + 1)
    ):
        go_on = stop + 1
    return keep, go_on


def _past_token(text: str, at: int) -> int:
    """Past a word nothing was found in; a name with digits after hyphens is one (`WH-1000XM4`)."""
    token = _TOKEN.match(text, at)
    if token is None:
        return at + 1
    end = token.end()
    if text[at].isalpha() and text[end - 1].isdigit() and (decimals := _DECIMALS.match(text, end)):
        return decimals.end()  # M5.6
    if text[at].isalpha() and not (token.group().isalpha() and token.group().islower()):
        tail = _MODEL_TAIL.match(text, end)
        if tail is not None and any(char.isdigit() for char in tail.group()):
            return tail.end()
    return end
