"""How stretches of a text are to be spoken: SSML `prosody`, `lang`, `say-as`, by places in the client's text.

Names of `rate` and `pitch` have no values in SSML 1.1 (section 3.2.4); those here are heard as what they say.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tts_node.text.spans import Spans


@dataclass(frozen=True, slots=True)
class SayAs:
    """What kind of thing a stretch is, in small letters; `form` is its `format`."""

    kind: str
    form: str = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """What is asked of a stretch."""

    language: str | None = None
    say_as: SayAs | None = None
    speed: float = 1.0
    pitch: float = 0.0
    """Semitones."""

    @property
    def prosody(self) -> tuple[float, float]:
        return self.speed, self.pitch


PLAIN: Final = Manner()


class Manners:
    """The manner at each place. Elements nest; one that is closed gives back what was before it."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Manner]] = []
        """Elements with the manner before each."""
        self._now = PLAIN
        self._changes: deque[tuple[int, Manner]] = deque()
        """(place, manner from there on), rising; what lies before the sentence under way is in `_before`."""
        self._before = PLAIN

    def begin(self, element: str, place: int, **wishes: object) -> None:
        """`wishes`: fields of `Manner` that change."""
        self._open.append((element, self._now))
        self._set(place, replace(self._now, **wishes))  # type: ignore[arg-type]

    def prosody(self, place: int, speed: float, pitch: float) -> None:
        """Inside another one it acts on what that one does."""
        speed = min(max(self._now.speed * speed, _SLOWEST), _FASTEST)
        pitch = min(max(self._now.pitch + pitch, -_FURTHEST), _FURTHEST)
        self.begin("prosody", place, speed=speed, pitch=pitch)

    def end(self, element: str, place: int) -> None:
        """One that is not open changes nothing; those in between that were never closed end, too."""
        for depth in range(1, min(len(self._open), _MISMATCHED) + 1):
            if self._open[-depth][0] == element:
                self._set(place, self._open[-depth][1])
                del self._open[-depth:]
                return

    def of(self, sentence: Spans) -> list[tuple[Spans, Manner]]:
        """A sentence in its stretches; none comes that stands before it."""
        first = sentence.source_start(0)
        while self._changes and self._changes[0][0] <= first:
            self._before = self._changes.popleft()[1]
        stretches, at, manner = [], 0, self._before
        for place, following in self._changes:
            end = _offset(sentence, place)
            if end >= len(sentence):
                break
            if end > at:
                stretches.append((sentence.slice(at, end), manner))
            at, manner = end, following
        return [*stretches, (sentence.slice(at, len(sentence)), manner)]

    def _set(self, place: int, manner: Manner) -> None:
        if manner != self._now:
            self._changes.append((place, manner))
        self._now = manner


def rate(written: str) -> float | None:
    """What the speed is multiplied by; None for what is no rate."""
    written = written.strip().lower()
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _RATES.get(written)
    value = float(found[2]) / (100.0 if found[3] == "%" else 1.0)
    if found[3] not in ("", "%") or (found[1] and found[3] != "%"):
        return None
    factor = 1.0 + value if found[1] == "+" else 1.0 - value if found[1] == "-" else value
    return min(max(factor, _SLOWEST), _FASTEST) if factor > 0.0 else None


def semitones(written: str) -> float | None:
    """How much higher; None for what cannot be told, such as hertz."""
    written = written.strip().lower()
    found = _NUMBER.fullmatch(written)
    if found is None:
        return _PITCHES.get(written)
    value = float(found[2]) * (-1.0 if found[1] == "-" else 1.0)
    if found[3] == "%":
        ratio = 1.0 + value / 100.0 if found[1] else value / 100.0
        return min(max(12.0 * math.log2(ratio), -_FURTHEST), _FURTHEST) if ratio > 0.0 else None
    return min(max(value, -_FURTHEST), _FURTHEST) if found[3] == "st" else None


def prosody(attributes: Mapping[str, str]) -> tuple[float, float, tuple[str, ...]]:
    """Speed and pitch of a `prosody`, and the attributes that are not followed."""
    speed, pitch, missed = 1.0, 0.0, []
    for name, written in attributes.items():
        found = rate(written) if name == "rate" else semitones(written) if name == "pitch" else None
        if found is None:
            missed.append(name[:40])
        elif name == "rate":
            speed = found
        else:
            pitch = found
    return speed, pitch, tuple(missed)


_SLOWEST, _FASTEST, _FURTHEST = 0.25, 4.0, 6.0
_MISMATCHED: Final = 16
"""So many elements that were never closed are passed over."""
_NUMBER: Final = re.compile(r"([+-]?)(\d{1,4}(?:\.\d{1,4})?|\.\d{1,4})(%|st|hz|)")
_RATES: Final = {"x-slow": 0.5, "slow": 0.75, "medium": 1.0, "default": 1.0, "fast": 1.25, "x-fast": 1.6}
_PITCHES: Final = {"x-low": -4.0, "low": -2.0, "medium": 0.0, "default": 0.0, "high": 2.0, "x-high": 4.0}


def _offset(spans: Spans, place: int) -> int:
    """The first spoken character that does not begin before the client's `place`."""
    low, high = 0, len(spans)
    while low < high:
        middle = (low + high) // 2
        if spans.source_start(middle) < place:
            low = middle + 1
        else:
            high = middle
    return low
