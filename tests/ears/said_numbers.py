"""Support: numbers and units in what was heard, whether the recogniser wrote them in digits or in words."""

from __future__ import annotations

import re

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = {
    word: 10 * at
    for at, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2
    )
}
_SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_ORDINALS = {
    "first": "one", "second": "two", "third": "three", "fifth": "five", "eighth": "eight", "ninth": "nine",
    "twelfth": "twelve", "twentieth": "twenty", "thirtieth": "thirty",
}  # fmt: skip
_SIGNS = {
    "°c": " degrees celsius ", "°f": " degrees fahrenheit ", "°": " degrees ", "%": " percent ",
    "$": " dollars ", "€": " euros ", "£": " pounds ", "km/h": " kilometers per hour ",
    "kwh": " kilowatt hours ", "kw": " kilowatts ", "mw": " milliwatts ", "m²": " square meters ",
    "hpa": " hectopascals ", "db": " decibels ", "tb": " terabytes ", "mbps": " megabits per second ",
    "dr.": " doctor ",
}  # fmt: skip


def digits(heard: str) -> str:
    """All numbers in their order as digits without signs, separators and words between them.

    "six thirty", "6:30" and "6.30" are all `630`.
    """
    text = re.sub(r"(?<=[0-9]),(?=[0-9]{3})", "", heard.lower()).replace("per second", "")
    found, words = "", re.findall(r"[0-9]+|[a-z]+", text)
    at = 0
    while at < len(words):
        value, used = _number(words, at)
        if used:
            found += str(value)
            at += used
        else:
            found += words[at] if words[at].isdigit() else ""
            at += 1
    return found


def words(heard: str) -> set[str]:
    """Words in small letters; symbols of units and money as their words, plurals as heard."""
    text = heard.lower()
    for sign, said in _SIGNS.items():
        text = re.sub(rf"(?<![a-z]){re.escape(sign)}(?![a-z²])", said, text)
    text = re.sub(r"(?<![a-z0-9])[-−–](?=\s?[0-9])", " minus ", text)
    return set(re.findall(r"[a-z]+", text))


def missing(wanted: set[str], heard: str) -> set[str]:
    """The wanted words that were not heard, singular or plural alike."""
    got = {word.rstrip("s") for word in words(heard)}
    return {word for word in wanted if word.rstrip("s") not in got}


def _number(said: list[str], at: int) -> tuple[int, int]:
    """The value of the longest number in words at `at` and how many words it has."""
    total = group = used = 0
    below = 100
    """What may still be added: nothing after ones, ones after tens, tens and ones after hundreds."""
    for word in map(_cardinal, said[at:]):
        if word == "hundred" and 0 < group < 100:
            group, below = group * 100, 100
        elif word in _SCALES and group:
            total, group, below = total + group * _SCALES[word], 0, 100
        elif word in _TENS and below == 100:
            group, below = group + _TENS[word], 10
        elif word in _ONES and _ONES.index(word) < below and not (word == "zero" and used):
            group, below = group + _ONES.index(word), 0
        elif word == "oh" and not used:
            return 0, 1
        else:
            break
        used += 1
    return total + group, used


def _cardinal(word: str) -> str:
    """`third` and `thirtieth` as three and thirty."""
    if word in _ORDINALS:
        return _ORDINALS[word]
    return word[:-2] if word.endswith("th") and word[:-2] in {*_ONES, "hundred", *_SCALES} else word
