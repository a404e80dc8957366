"""How stretches of a text are to be spoken: SSML `prosody`, `emphasis`, `lang`, `say-as`, by places in the
client's text.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from typing import Final

from tts_node.text.markup.prosody import EVEN, Prosody
from tts_node.text.spans import Spans, offset_of


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
    prosody: Prosody = EVEN


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

    def prosody(self, element: str, place: int, prosody: Prosody) -> None:
        """Inside another one it acts on what that one does."""
        self.begin(element, place, prosody=prosody.inside(self._now.prosody))

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
            end = offset_of(sentence, place)
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


_MISMATCHED: Final = 16
"""So many elements that were never closed are passed over."""
