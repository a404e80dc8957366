"""Which words of the text the groups of phonemes are, although espeak merges ("of the") and expands ("21")
words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from tts_node.text.pronounced import marked

_TOKEN = re.compile(r"\[\[.*?\]\]|\S+", re.DOTALL)
_PLAIN = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*\Z")
_LONGEST_MERGE = 4
"""Words that espeak speaks as one group at most."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text: code points [start, end), punctuation around it not counted."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Group:
    """Phonemes between two spaces."""

    sound: str
    """Without stress and length marks."""
    first_id: int
    end_id: int


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """Code points of the text and the ids that speak them."""

    text_start: int
    text_end: int
    first_id: int
    end_id: int


def find_words(text: str) -> list[Word]:
    """Words between white space that hold a letter, a digit or a pronunciation mark (or are a `[[phoneme
    block]]`)."""
    found = []
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        if not token.group().startswith("[["):
            while start < end and not (text[start].isalnum() or marked(text[start])):
                start += 1
            while end > start and not (text[end - 1].isalnum() or marked(text[end - 1])):
                end -= 1
        if start < end:
            found.append(Word(text[start:end], start, end))
    return found


def match(
    words: Sequence[Word], groups: Sequence[Group], alone: Callable[[str], tuple[str, ...]]
) -> tuple[SpokenWord, ...]:
    """Spread `groups` over `words`, both kept in order. `alone` tells the groups of a word spoken by itself.

    Words merged into one group get one mark together; every group ends up in exactly one mark.
    """
    if not words or not groups:
        return ()
    if len(words) == len(groups) and all(
        _PLAIN.match(word.text) and not _spelled(word.text) for word in words
    ):
        return tuple(_spoken([word], [group]) for word, group in zip(words, groups, strict=True))
    sounds = [("".join(sound), max(1, len(sound))) for sound in (alone(word.text) for word in words)]
    return _cheapest(words, groups, sounds)


def _cheapest(
    words: Sequence[Word], groups: Sequence[Group], sounds: Sequence[tuple[str, int]]
) -> tuple[SpokenWord, ...]:
    """Dynamic programming over (words used, groups used); a step takes some words and some groups."""
    infinite = float("inf")
    rows, columns = len(words) + 1, len(groups) + 1
    cost = [[infinite] * columns for _ in range(rows)]
    came: list[list[tuple[int, int]]] = [[(0, 0)] * columns for _ in range(rows)]
    cost[0][0] = 0.0

    @cache
    def said(first: int, end: int) -> str:
        return "".join(group.sound for group in groups[first:end])

    for w in range(rows):
        for g in range(columns):
            here = cost[w][g]
            if here == infinite or w == len(words):
                continue
            expected = ""
            for taken in range(1, min(_LONGEST_MERGE, len(words) - w) + 1):
                expected += sounds[w + taken - 1][0]
                usual = sounds[w][1] if taken == 1 else 1
                widths = range(max(1, usual - 1), usual + 3) if taken == 1 else range(1, 2)
                for width in widths:
                    if g + width > len(groups):
                        break
                    price = here + _distance(expected, said(g, g + width)) + 0.1 * abs(width - usual)
                    if price < cost[w + taken][g + width]:
                        cost[w + taken][g + width] = price
                        came[w + taken][g + width] = (w, g)
            if cost[w + 1][g] > here + len(sounds[w][0]) + 1:  # a word that is not heard
                cost[w + 1][g] = here + len(sounds[w][0]) + 1
                came[w + 1][g] = (w, g)
    end_w, end_g = len(words), len(groups)
    while cost[end_w][end_g] == infinite and end_g > 1:
        end_g -= 1
    found: list[SpokenWord] = []
    last_group = len(groups)
    while (end_w, end_g) != (0, 0) and cost[end_w][end_g] != infinite:
        w, g = came[end_w][end_g]
        if end_g > g:
            found.append(_spoken(words[w:end_w], groups[g : last_group if not found else end_g]))
        end_w, end_g = w, g
    if not found:
        return (_spoken(words, groups),)
    return tuple(reversed(found))


def _distance(expected: str, said: str) -> float:
    """A cheap difference of two sound strings: lengths, ends and shared symbols."""
    if expected == said:
        return 0.0
    shared = sum(min(expected.count(s), said.count(s)) for s in set(expected))
    ends = (expected[:1] != said[:1]) + (expected[-1:] != said[-1:])
    return max(len(expected), len(said)) - shared + 0.5 * ends


def _spoken(words: Sequence[Word], groups: Sequence[Group]) -> SpokenWord:
    return SpokenWord(words[0].start, words[-1].end, groups[0].first_id, groups[-1].end_id)


def _spelled(word: str) -> bool:
    """Capitals may be spelled out, which makes several groups of one word."""
    return len(word) > 1 and word.isupper()
