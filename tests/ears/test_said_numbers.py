"""The ears' own sums: numbers in what a recogniser wrote."""

from __future__ import annotations

import pytest

from tests.ears.said_numbers import digits, missing


@pytest.mark.parametrize(
    ("heard", "found"),
    [
        ("seven point four kilowatt hours", "74"),
        ("It's 7.4 kWh.", "74"),
        ("at six thirty", "630"),
        ("at 6:30 p.m.", "630"),
        ("twenty twenty-six", "2026"),
        ("one thousand thirteen", "1013"),
        ("one million two hundred fifty thousand", "1250000"),
        ("1,250,000", "1250000"),
        ("eighteen oh five", "1805"),
        ("November thirtieth and the 22nd", "3022"),
        ("five five five, zero one two three", "5550123"),
        ("nineteen ninety-nine", "1999"),
        ("twelve thousand three hundred forty-five", "12345"),
        ("nine o'clock to seventeen hundred", "91700"),
        ("nothing at all", ""),
        ("three quarters of a cup and one hundred", "3100"),
    ],
)
def test_digits_are_found_in_words_and_in_figures(heard: str, found: str) -> None:
    assert digits(heard) == found


def test_units_are_found_as_words_and_as_symbols() -> None:
    assert missing({"minus", "degrees", "celsius"}, "It is -0.4°C.") == set()
    assert missing({"minus", "degrees", "celsius"}, "It is minus 0.4 degrees Celsius.") == set()
    assert missing({"minus", "percent"}, "It is 4 %.") == {"minus"}
    assert missing({"dollars", "euros"}, "That is $3.50.") == {"euros"}
