"""How the sentences of one voice are read: in its languages, with the marks that it takes; and which voice's
sentence is which, where a text asks for several.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from tts_node.text.characters import speakable
from tts_node.text.cut import best_cut
from tts_node.text.lexicon import Lexicon
from tts_node.text.markup.manner import VoiceWish
from tts_node.text.markup.step import Markup
from tts_node.text.markup.warned import TextWarning
from tts_node.text.performing import Performing, Stretches
from tts_node.text.pronounce.fit import Fit, Takes
from tts_node.text.sentence_language import SentenceLanguage
from tts_node.text.spans import Spans
from tts_node.text.split import Gap, TextSegment, part_of

SegmentStep = Callable[[Spans], Spans]
"""A step on one whole sentence; pure."""
StepsFor = Callable[[str | None, Fit | None], tuple[SegmentStep, ...]]
"""Those of a language and a voice."""


@dataclass(frozen=True, slots=True)
class Role:
    """Another voice that a part of a text is spoken by."""

    name: str
    """What `TextSegment.voice` calls it."""
    language: str | None
    """None: each sentence is in the one of `among` that it is found to be in."""
    among: tuple[str, ...]
    takes: Takes
    max_chars: int


Roles = Callable[[VoiceWish], Role | None]
"""Who speaks what a text wishes another voice for; None: nobody does."""


class Reading:
    """For one voice and one text."""

    def __init__(
        self,
        steps_for: StepsFor,
        lexicon: Lexicon,
        markup: Markup | None,
        *,
        language: str | None,
        among: Sequence[str],
        takes: Takes | None,
        max_chars: int,
        steps: Sequence[SegmentStep] | None = None,
    ) -> None:
        """`steps`: instead of those of the language."""
        self._max_chars = max_chars
        self._steps_for = steps_for
        self._fit = None if takes is None else Fit(takes)
        own = steps_for(language, self._fit) if steps is None else tuple(steps)
        self._steps_of: dict[str | None, tuple[SegmentStep, ...]] = {None: own}
        self._perform = Performing(
            self._stepped,
            markup,
            lambda found: lexicon.reader(found or language),
            among,
            None if takes is None else takes.prosody,
        )

    @property
    def warnings(self) -> list[TextWarning]:
        return [] if self._fit is None else self._fit.warnings

    def __call__(self, segment: TextSegment, stretches: Stretches = ()) -> list[TextSegment]:
        """A sentence as it is spoken; what the steps made too long is cut again. Without steps it stays as
        it is.
        """
        if not self._steps_of[None]:
            return [segment]
        return [part for read in self._perform(segment, stretches) for part in self._cut(read)]

    def _cut(self, segment: TextSegment) -> list[TextSegment]:
        fitted: list[TextSegment] = []
        while len(segment.spoken) > self._max_chars:
            text = segment.text
            place, kind = best_cut(text[: self._max_chars + 1], self._max_chars)
            gap: Gap = kind
            head, rest = part_of(segment, 0, place), part_of(segment, place, len(text))
            end = max(segment.text_start, head.spoken.source_end(len(head.spoken)))
            fitted.append(replace(head, text_end=end, gap=gap))
            segment = replace(rest, text_start=end)
        return [*fitted, segment]

    def _stepped(self, spoken: Spans, language: str | None) -> Spans:
        """`language`: one that was found or asked for; None: that of the whole text."""
        if language not in self._steps_of:
            self._steps_of[language] = self._steps_for(language, self._fit)
        for step in self._steps_of[language]:
            spoken = step(spoken)
        return spoken.strip()


class Readings:
    """That of a text's own voice, and those of others that it asks for."""

    def __init__(
        self,
        own: Reading,
        markup: Markup | None,
        roles: Roles | None,
        reading_for: Callable[[Role], Reading],
    ) -> None:
        self._own = own
        self._markup = markup
        self._roles = roles
        self._reading_for = reading_for
        self._asked: dict[VoiceWish, Role | None] = {}
        self._others: dict[str, tuple[Reading, SentenceLanguage]] = {}

    @property
    def warnings(self) -> list[TextWarning]:
        """What no reading could follow, each once."""
        readings = (self._own, *(reading for reading, _ in self._others.values()))
        return list(dict.fromkeys(warning for reading in readings for warning in reading.warnings))

    def __call__(self, segment: TextSegment) -> list[TextSegment]:
        """As `Reading`, by the voice that the sentence asks for."""
        if self._markup is None:
            return self._own(segment)
        stretches = self._markup.manners_of(segment.spoken)
        wish = next((manner.voice for spans, manner in stretches if speakable(spans.text)), None)
        if wish is None:
            return self._own(segment, stretches)
        role = self._role(wish)
        if role is None:  # what was around it holds inside it, too
            around = wish.around
            return self._own(
                segment, [(s, replace(m, voice=None, language=m.language or around)) for s, m in stretches]
            )
        if role.name not in self._others:
            found = SentenceLanguage(role.language, role.among if role.language is None else None)
            self._others[role.name] = (self._reading_for(role), found)
        reading, language = self._others[role.name]
        segment = replace(segment, voice=role.name, language=language.ended(segment.text))
        return reading(segment, [(spans, replace(manner, voice=None)) for spans, manner in stretches])

    def _role(self, wish: VoiceWish) -> Role | None:
        if wish not in self._asked:
            full = len(self._asked) >= _MOST_WISHES
            role = None if full or self._roles is None else self._roles(wish)
            if role is None and self._roles is not None and self._markup is not None:
                self._markup.not_followed("voice", (wish.names or wish.languages)[0])
            self._asked[wish] = role
        return self._asked[wish]


_MOST_WISHES: Final = 64
"""For other voices, in one text."""
