"""How stretches of a text are to be spoken: SSML `prosody`, `emphasis`, `lang`, `voice`, `say-as`, by places
in the client's text.
"""

from __future__ import annotations

from bisect import bisect_right
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
class VoiceWish:
    """Somebody else is to speak."""

    names: tuple[str, ...]
    """Voices, the best first."""
    languages: tuple[str, ...] = ()
    """Without names: a voice of one of these, the best first."""
    around: str | None = None
    """The language asked for around it, which is not that of the other voice."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What is asked of a stretch."""

    language: str | None = None
    say_as: SayAs | None = None
    prosody: Prosody = EVEN
    voice: VoiceWish | None = None


PLAIN: Final = Manner()


class Manners:
    """The manner at each place. Elements nest; one that is closed gives back what was before it."""

    def __init__(self) -> None:
        self._open: list[tuple[str, Manner]] = []
        """Elements with the manner before each."""
        self._now = PLAIN
        self._places: list[int] = []
        """Where the manner changes, rising."""
        self._manners: list[Manner] = []
        """From there on."""
        self._passed = 0
        """So many changes lie before the sentence under way."""

    def begin(self, element: str, place: int, **wishes: object) -> None:
        """`wishes`: fields of `Manner` that change."""
        self._open.append((element, self._now))
        self._set(place, replace(self._now, **wishes))  # type: ignore[arg-type]

    def prosody(self, element: str, place: int, prosody: Prosody) -> None:
        """Inside another one it acts on what that one does."""
        self.begin(element, place, prosody=prosody.inside(self._now.prosody))

    def voice(
        self, place: int, names: tuple[str, ...], languages: tuple[str, ...], language: str | None
    ) -> None:
        """`language`: of the text inside, where it is said."""
        around = self._now.language if self._now.voice is None else self._now.voice.around
        self.begin("voice", place, voice=VoiceWish(names, languages, around), language=language)

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
        self._passed = bisect_right(self._places, first, lo=self._passed)
        stretches, at, manner = [], 0, self._manners[self._passed - 1] if self._passed else PLAIN
        for index in range(self._passed, len(self._places)):
            end = offset_of(sentence, self._places[index])
            if end >= len(sentence):
                break
            if end > at:
                stretches.append((sentence.slice(at, end), manner))
            at, manner = end, self._manners[index]
        return [*stretches, (sentence.slice(at, len(sentence)), manner)]

    def language_at(self, place: int) -> str | None:
        """The one asked for at the client's `place`."""
        index = bisect_right(self._places, place)
        return self._manners[index - 1].language if index else None

    def _set(self, place: int, manner: Manner) -> None:
        if manner != self._now:
            self._places.append(place)
            self._manners.append(manner)
        self._now = manner


_MISMATCHED: Final = 16
"""So many elements that were never closed are passed over."""
