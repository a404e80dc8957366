"""Finds words and phrases of the lexicon in a sentence: the longest at each place, whole words alone.

    "Lars's Wi-Fi" -> tokens `Lars` `'` `s` ` ` `Wi` `-` `Fi` -> a walk down a tree from each of them

A walk is bounded by the longest entry, so a sentence costs time in proportion to its length, however many
entries there are. Writing that sets no blanks between words (Chinese, Japanese, Thai) has a token for each
character and no borders of words; Korean has a border before a word and none after it, where particles stand.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from tts_node.text.characters import attaches
from tts_node.text.lexicon.entries import Entry

_HANGUL = "\uac00-\ud7a3"
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3105-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_TOKEN = re.compile(rf"\s+|[{_UNSPACED}{_HANGUL}]|[^\W{_UNSPACED}{_HANGUL}]+|.", re.DOTALL)
_SPACED = re.compile(rf"[^\W{_UNSPACED}]")
_IS_HANGUL = re.compile(f"[{_HANGUL}]")
_SAME = {"’": "'", "ʼ": "'", "\u2010": "-", "\u2011": "-"}
"""Signs that are typed for each other."""
_POSSESSIVE = re.compile(r"['’ʼ][sS](?!\w)")
_ELIDING = frozenset({"fr", "it", "ca", "oc"})
"""Languages in which an article before a vowel ends in an apostrophe: `l'eau`, `dell'acqua`."""
_ADDRESS_REACH = 80
_CLOSERS = re.compile("[\"'”’»)\\] ]{0,8}\\Z")
"""What may follow the dot that ends a sentence."""


@dataclass(frozen=True, slots=True)
class Match:
    """`entry` stands at the characters `start` to `end`."""

    start: int
    end: int
    entry: Entry


@dataclass(slots=True)
class _Node:
    children: dict[str, _Node] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    """Those that end here, each with a language of its own."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A text cut into tokens."""

    text: str
    tag: str
    """Its language, in small letters."""
    tongues: Sequence[tuple[int, int, str]]
    """Stretches of other languages: begin, end and tag, in order."""
    starts: list[int]
    """Where each token begins, and the end."""
    tokens: list[str]
    """What each is compared as."""
    folded: list[str]
    """The same, where capitals do not matter."""

    @classmethod
    def of(cls, text: str, language: str | None, tongues: Sequence[tuple[int, int, str]]) -> _Sentence:
        found = list(_tokens(text))
        tokens = [token for _, token in found]
        starts = [start for start, _ in found] + [len(text)]
        return cls(text, _lower(language), tongues, starts, tokens, [token.casefold() for token in tokens])

    def tags_at(self, start: int) -> tuple[str, ...]:
        """The languages that a word there may be of, the likeliest first."""
        at = bisect_right(self.tongues, start, key=lambda stretch: stretch[0]) - 1
        if at < 0 or start >= self.tongues[at][1]:
            return (self.tag,)
        return self.tongues[at][2], self.tag


class WordIndex:
    """Made once for all entries, from then on only read."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._exact, self._any = _Node(), _Node()
        for entry in entries:
            exact = entry.case == "exact"
            node = self._exact if exact else self._any
            for token in _key(entry.written):
                node = node.children.setdefault(token if exact else token.casefold(), _Node())
            node.entries.append(entry)

    def matches(
        self, text: str, language: str | None, tongues: Sequence[tuple[int, int, str]] = ()
    ) -> Iterator[Match]:
        """All entries that `text` has, from left to right; none overlap. In `tongues` (begin, end, tag) those
        of their language count too."""
        sentence = _Sentence.of(text, language, tongues)
        exact, folding = self._exact.children, self._any.children
        at = 0
        while at < len(sentence.tokens):
            if sentence.tokens[at] in exact or sentence.folded[at] in folding:
                found = self._longest(sentence, at)
                if found is not None:
                    match, at = found
                    yield match
                    continue
            at += 1

    def _longest(self, sentence: _Sentence, at: int) -> tuple[Match, int] | None:
        """The best match that begins at a token, and the token after it."""
        text, starts = sentence.text, sentence.starts
        start = starts[at]
        tags = sentence.tags_at(start)
        if not _begins(text, start, tags[0]):
            return None
        exact = [(stop, 1, entry) for stop, entry in _walk(self._exact, sentence.tokens, at)]
        ends = exact + [(stop, 0, entry) for stop, entry in _walk(self._any, sentence.folded, at)]
        # The longest; of equals the one that says its case, then the one for the likelier language, then for
        # the narrower.
        ends = [found for found in ends if any(_speaks(found[2], tag) for tag in tags)]
        ends.sort(key=lambda f: (f[0], f[1], _speaks(f[2], tags[0]), len(f[2].language or "")), reverse=True)
        for stop, _, entry in ends:
            end = starts[stop]
            if _ends(text, end):
                if entry.written.endswith(".") and stop - at > 1 and _CLOSERS.match(text, end):
                    end, stop = end - 1, stop - 1  # the dot that ends the sentence too stays
                return Match(start, end, entry), stop
        return None


def holds_for(entry: Entry, language: str | None) -> bool:
    """Whether the entry is for texts in that language."""
    return _speaks(entry, _lower(language))


def possessive_after(text: str, end: int) -> int:
    """The length of a possessive ending at `end`: 2 for `'s`, else 0."""
    return 2 if _POSSESSIVE.match(text, end) else 0


# --- inside -------------------------------------------------------------------------------------------------


def _lower(language: str | None) -> str:
    return (language or "").replace("_", "-").lower()


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Where each token begins, and what it is compared as."""
    for found in _TOKEN.finditer(text):
        token = found.group()
        yield found.start(), " " if token.isspace() else _SAME.get(token, token)


def _key(written: str) -> Iterator[str]:
    """The tokens of an entry; a blank after a dot may be there or not (`z. B.`, `z.B.`)."""
    before = ""
    for _, token in _tokens(written):
        if not (token == " " and before == "."):
            yield token
        before = token


def _walk(root: _Node, tokens: list[str], at: int) -> Iterator[tuple[int, Entry]]:
    """Every entry that begins at a token, with the token after it."""
    node, begin = root, at
    while at < len(tokens):
        following = node.children.get(tokens[at])
        if following is not None:
            node = following
        elif not (at > begin and tokens[at] == " " and tokens[at - 1] == "."):
            return
        at += 1
        if following is not None:
            for entry in node.entries:
                yield at, entry


def _speaks(entry: Entry, tag: str) -> bool:
    if entry.language is None:
        return True
    own = entry.language.lower().replace("_", "-")
    return tag == own or tag.startswith(f"{own}-")


def _begins(text: str, start: int, tag: str) -> bool:
    """Whether no word goes on into `start`, and it lies in no address."""
    first, before = text[start], text[start - 1 : start]
    if not before or before == " " or not _in_word(first):
        return not attaches(first)
    if _IS_HANGUL.match(first):
        return _IS_HANGUL.match(before) is None
    if attaches(before):
        return False
    joined = text[start - 2 : start - 1].isalnum() and start > 1
    if before in "'’ʼ" and joined:
        return tag.partition("-")[0] in _ELIDING
    if joined and (before in ".@" or (first.isdigit() and before in ",:" and text[start - 2].isdigit())):
        return False
    chunk = text[max(0, start - _ADDRESS_REACH) : start].rpartition(" ")[2]
    return "://" not in chunk and "www." not in chunk


def _ends(text: str, end: int) -> bool:
    """Whether no word goes on after `end`."""
    last, after = text[end - 1], text[end : end + 1]
    if not after or after == " ":
        return True
    if attaches(after):
        return False
    if not _in_word(last) or _IS_HANGUL.match(last):
        return True
    follows = text[end + 1 : end + 2]
    if after in "'’ʼ" and follows.isalpha():
        return possessive_after(text, end) > 0
    if after in ".@" and follows.isalnum():
        return False
    if last.isdigit() and after in ",:" and follows.isdigit():
        return False
    # After a mark (of Hindi, say) a letter goes on with the word; after a letter it would be of its token.
    return not (attaches(last) and _in_word(after)) and not text.startswith("://", end)


def _in_word(char: str) -> bool:
    return _SPACED.match(char) is not None or attaches(char)
