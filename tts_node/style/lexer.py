"""Cuts an instruct into phrases with a meaning, quantities, and words that have none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from tts_node.style import grammar, ways, wishes
from tts_node.style.entry import Entry
from tts_node.style.grammar import GERMAN_ENDINGS, GERMAN_STEMS, LABEL, NUMBER_WORDS, UNITS
from tts_node.style.ways import PATTERNS


def lexemes(text: str) -> Iterator[tuple[Entry | None, int, int]]:
    """The pieces of the folded text with their meaning, None for words that have none; signs are passed
    over."""
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        entry, end = _lexeme(text, at)
        if entry is not None or text[at].isalnum():
            yield entry, at, end
        at = end


def folded(text: str) -> str:
    """Lower case of the same length, so that places stay those of the client's words."""
    return "".join(low if len(low := char.lower()) == 1 else char for char in text).replace("’", "'")


_PHRASES: dict[str, Entry] = {}
for _table in (wishes, ways, grammar):
    for _phrase, _entry in _table.entries():
        _PHRASES.setdefault(_phrase, _entry)
_LONGEST: dict[str, int] = {}
"""By their first letter: how many letters the longest phrase has."""
for _phrase in _PHRASES:
    _LONGEST[_phrase[0]] = max(_LONGEST.get(_phrase[0], 0), len(_phrase))
_LONGEST_NUMBER = max(map(len, NUMBER_WORDS))
_WORD = re.compile(r"(?:(?![\u2e80-\uffff])\w)+(?:['-](?:(?![\u2e80-\uffff])\w)+)*|\w")
_MOST_FURTHER = 3
_FURTHER_WORD = re.compile(r" ((?:(?![\u2e80-\uffff])\w)+)")
_BEYOND = tuple((aspect, re.compile(pattern)) for aspect, pattern in PATTERNS)
_LABEL = re.compile(LABEL)
_LABELLED = re.compile(r"(?:^|[.,;:!?|*_()-])[\s*_]*\Z")
_TO = re.compile(r"(?:\b(?:to|auf|à|al|a un)(?: (?:about|around|roughly|only|etwa|nur))? |[到至为] ?)\Z")
"""Before a quantity that is the result."""
_COMPARED = re.compile(r" ?(?:más|menos|plus|moins|mehr|weniger|more|less)\b")
_ENDS = re.compile(r" ?(?:$|[.,;!?])")
_TIMES_BEFORE = re.compile(r"x ?(\d{1,2}(?:[.,]\d+)?)(?!\w)")
_DIGITS = re.compile(r"[+−-]?\d+(?:[.,]\d+)?")
_HAN = "零〇一二两三四五六七八九十百"
_HAN_NUMBER = re.compile(f"[{_HAN}]+(?:点[{_HAN[:11]}]+)?")
_HAN_SHARE = re.compile(rf"([{_HAN}]+)分之([{_HAN}]+|\d+(?:\.\d+)?)")
_HAN_AND_A_HALF = re.compile("([一两二三四五])倍半")
_UNITS = tuple((unit, size, re.compile(rf"(?:{pattern})(?![a-zà-ÿ])")) for unit, size, pattern in UNITS)


def _lexeme(text: str, at: int) -> tuple[Entry | None, int]:
    if _word_starts(text, at):
        if (quantity := _quantity(text, at)) is not None:
            amount, end = quantity
            return replace(amount, absolute=_is_result(text, at, amount, end)), end
        label = _LABEL.match(text, at)
        if label is not None and _LABELLED.search(text, max(0, at - 4), at):
            return Entry("break"), label.end()
        for aspect, pattern in _BEYOND:
            found = pattern.match(text, at)
            if found is not None:
                return Entry("beyond", aspect), _with_further_word(text, found)
        for end in range(min(len(text), at + _LONGEST.get(text[at], 0)), at, -1):
            entry = _PHRASES.get(text[at:end])
            if entry is not None and _word_starts(text, end):
                return entry, end
    word = _WORD.match(text, at)
    if word is None:
        return None, at + 1
    return _inflected(word.group()), word.end()


def _is_result(text: str, at: int, amount: Entry, end: int) -> bool:
    """Whether something is to come to the quantity: `to 80 %`, and not `al 20 % más rápido`."""
    if _TO.search(text, max(0, at - 12), at) is None or _COMPARED.match(text, end):
        return False
    return amount.aspect in ("percent", "times") or (
        amount.aspect == "number" and _ENDS.match(text, end) is not None
    )


def _inflected(word: str) -> Entry | None:
    for ending in GERMAN_ENDINGS:
        if word.endswith(ending) and (stem := word.removesuffix(ending)) in GERMAN_STEMS:
            return _PHRASES.get(stem)
    return None


def _with_further_word(text: str, found: re.Match[str]) -> int:
    """`like a tired old man` is of many words, `like a pirate slowly` is not."""
    end = found.end()
    for _ in range(_MOST_FURTHER if "person" in found.groupdict() else 0):
        further = _FURTHER_WORD.match(text, end)
        if further is None or further[1] in _PHRASES:
            break
        end = further.end()
    return end


def _word_starts(text: str, at: int) -> bool:
    """Whether a phrase may begin or end at `at`: not inside a Latin word, anywhere in Chinese."""
    if at in (0, len(text)):
        return True
    return not (_latin(text[at - 1]) and _latin(text[at]))


def _latin(char: str) -> bool:
    return char < "\u2e80" and char.isalnum()


# --- quantities -------------------------------------------------------------------------------------------


def _quantity(text: str, at: int) -> tuple[Entry, int] | None:
    share = _HAN_SHARE.match(text, at)
    if share is not None:
        whole, part = (_value(number) for number in share.groups())
        return (Entry("quantity", "percent", 100.0 * part / whole), share.end()) if whole else None
    half = _HAN_AND_A_HALF.match(text, at)
    if half is not None:
        return Entry("quantity", "times", _value(half[1]) + 0.5), half.end()
    times = _TIMES_BEFORE.match(text, at)
    if times is not None:
        return Entry("quantity", "times", _value(times[1])), times.end()
    digits = _DIGITS.match(text, at)
    if digits is not None:
        value, end, signed = _value(digits.group()), digits.end(), digits.group()[0] in "+−-"
    elif (word := _number_word(text, at)) is not None:
        (value, end), signed = word, False
    else:
        return None
    for unit, size, pattern in _UNITS:
        found = pattern.match(text, end)
        if found is None:
            continue
        if unit == "times" and value == 1.0:
            # `快一倍` is faster by once more; `einmal` is no quantity.
            return (Entry("quantity", "percent", 100.0), found.end()) if found.group() == "倍" else None
        return Entry("quantity", unit, value * size, signed=signed), found.end()
    if digits is not None and (end == len(text) or not text[end].isalnum()):
        return Entry("quantity", "number", value, signed=signed), end
    return None


def _number_word(text: str, at: int) -> tuple[float, int] | None:
    han = _HAN_NUMBER.match(text, at)
    if han is not None:
        return _value(han.group()), han.end()
    for end in range(min(len(text), at + _LONGEST_NUMBER), at, -1):
        if (value := NUMBER_WORDS.get(text[at:end])) is not None:
            return value, end
    return None


def _value(number: str) -> float:
    if number[0] not in _HAN:
        return float(number.replace(",", ".").replace("−", "-"))
    whole, _, part = number.partition("点")
    total, digit = 0, 0
    for char in whole:
        if char in "十百":
            total += max(1, digit) * (10 if char == "十" else 100)
            digit = 0
        else:
            digit = _han_digit(char)
    return float(f"{total + digit}.{''.join(str(_han_digit(char)) for char in part) or '0'}")


def _han_digit(char: str) -> int:
    return 2 if char == "两" else max(0, "〇一二三四五六七八九".find(char))
