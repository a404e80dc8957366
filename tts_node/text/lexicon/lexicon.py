"""All entries of a household, as steps of the line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from tts_node.text.lexicon.entries import Entry
from tts_node.text.lexicon.sounds import with_possessive
from tts_node.text.lexicon.words import Match, WordIndex, holds_for, possessive_after
from tts_node.text.markup.warned import TextWarning
from tts_node.text.pronounced import Pronunciation, mark
from tts_node.text.read.reader import Reader, reader
from tts_node.text.read.runs import tongues
from tts_node.text.read.scan import Rules
from tts_node.text.read.units import Name, canonical
from tts_node.text.spans import SpanBuilder, Spans

_LANGUAGES_KEPT: Final = 64
_MORE_IN_SENTENCE: Final = 1_000
_MORE_IN_TEXT: Final = 100_000
_DOTTED_WORD: Final = re.compile(r"[^\s.]+(?=\.)")


class Allowance:
    """How many characters the household's words may add to one text, so that a short text of words with long
    replacements stays one: 1,000 in a sentence and 100,000 in all. What is beyond is said as it is written,
    which is told once."""

    def __init__(self) -> None:
        self.left = _MORE_IN_TEXT
        self.warnings: list[TextWarning] = []

    def for_sentence(self) -> int:
        return min(_MORE_IN_SENTENCE, self.left)

    def refuse(self) -> None:
        """One word is not said as the household wants."""
        if not self.warnings:
            self.warnings.append(
                TextWarning(
                    "lexicon_ignored", "the household's words make this text too long; some are not followed"
                )
            )


class Lexicon:
    """Made once, in any thread; from then on only read. Without entries it is false."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)
        words = [entry for entry in self.entries if entry.kind != "unit"]
        self._units = [entry for entry in self.entries if entry.kind == "unit"]
        self._dotted = [entry for entry in words if "." in entry.written]
        self._index = WordIndex(words) if words else None
        self._by_language: dict[str | None, tuple[Reader, frozenset[str]]] = {}

    def __len__(self) -> int:
        return len(self.entries)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many there are of each kind."""
        counted = Counter(entry.kind for entry in self.entries)
        return {f"{kind}s": counted[kind] for kind in ("word", "unit", "abbreviation")}

    def matches(self, text: str, language: str | None) -> list[Match]:
        """What a sentence has of words and abbreviations."""
        if self._index is None:
            return []
        return list(self._index.matches(text, language, tongues(text, language)))

    def words(
        self, language: str | None, allowance: Allowance | None = None
    ) -> Callable[[Spans], Spans] | None:
        """The step that says words and abbreviations as the household wants; None where there are none.
        `allowance`: of the text."""
        if self._index is None:
            return None
        granted = allowance or Allowance()
        return lambda spans: _replaced(spans, self.matches(spans.text, language), language, granted)

    def reader(self, language: str | None) -> Reader:
        """The reading rules of a language, with the household's units."""
        return self._for(language)[0]

    def dotted(self, language: str | None) -> frozenset[str]:
        """The words, without dots, that stand before a dot in entries: it ends no sentence there."""
        return self._for(language)[1]

    def _for(self, language: str | None) -> tuple[Reader, frozenset[str]]:
        made = self._by_language.get(language)
        if made is None:
            made = _with_units(language, self._units), _words_before_dots(language, self._dotted)
            if len(self._by_language) >= _LANGUAGES_KEPT:
                self._by_language.clear()
            self._by_language[language] = made
        return made


NO_LEXICON: Final = Lexicon()


# --- inside -------------------------------------------------------------------------------------------------


def _with_units(language: str | None, units: Iterable[Entry]) -> Reader:
    rules = reader(language)
    names = {canonical(entry.written): _name(entry) for entry in units if holds_for(entry, language)}
    return rules.with_units(names) if names and isinstance(rules, Rules) else rules


def _words_before_dots(language: str | None, entries: Iterable[Entry]) -> frozenset[str]:
    found: set[str] = set()
    for entry in entries:
        if not holds_for(entry, language):
            continue
        joined = ""
        for word in _DOTTED_WORD.findall(entry.written):
            joined += word
            found |= {word, joined}
            if entry.case == "any":
                found |= {word.lower(), joined.lower()}
    return frozenset(found)


def _replaced(spans: Spans, matches: Iterable[Match], language: str | None, allowance: Allowance) -> Spans:
    text, room = spans.text, allowance.for_sentence()
    builder, done = SpanBuilder(), 0
    for match in matches:
        said, end = _said(match, text, match.entry.language or language)
        more = max(0, len(said) - (end - match.start))
        if more > room:
            allowance.refuse()
            continue
        room -= more
        allowance.left -= more
        builder.add_spans(spans.slice(done, match.start))
        before = " " if match.start and _needs_blank(text[match.start - 1], said[0]) else ""
        after = " " if end < len(text) and _needs_blank(said[-1], text[end]) else ""
        start, stop = spans.source(match.start, end)
        builder.add(before + said + after, start, stop, exact=False)
        done = end
    if not done:
        return spans
    builder.add_spans(spans.slice(done, len(text)))
    return builder.take()


def _said(match: Match, text: str, language: str | None) -> tuple[str, int]:
    """What is said for a match, and where what it stands for ends."""
    entry, end = match.entry, match.end
    written = entry.say or text[match.start : end]
    if entry.pinyin:
        return mark(Pronunciation(entry.pinyin, "pinyin"), written), end
    if not entry.ipa:
        return entry.say, end
    sounds = entry.ipa
    if possessive_after(text, end):
        # A mark and "'s" beside each other would be two words.
        sounds, written, end = with_possessive(sounds, language), f"{written}'s", end + 2
    return mark(Pronunciation(sounds), written), end


def _needs_blank(before: str, after: str) -> bool:
    """Where an entry stood without blanks between (`12°dH`, Chinese), its words might run into others."""
    return before.isascii() and after.isascii() and before.isalnum() and after.isalnum()


def _name(entry: Entry) -> Name:
    return Name(entry.one or entry.say, entry.say, entry.few, entry.many)
