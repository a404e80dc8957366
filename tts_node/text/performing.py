"""A sentence in the manner that its own text asks for (SSML `lang`, `say-as`, `prosody`, `emphasis`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple, replace

from tts_node.text.bcp47 import main_language
from tts_node.text.characters import speakable
from tts_node.text.markup.manner import PLAIN, Manner
from tts_node.text.markup.prosody import EVEN, Prosody
from tts_node.text.markup.step import Markup
from tts_node.text.read.reader import Reader
from tts_node.text.read.say_as import say_as
from tts_node.text.read.scan import Rules
from tts_node.text.spans import Span, Spans
from tts_node.text.split import Gap, TextSegment, part_of
from tts_node.text.turning import pieces

Stretches = Sequence[tuple[Spans, Manner]]
_CLAUSE_ENDS = frozenset(",;:—–…，；：、")
_Steps = Callable[[Spans, str | None], Spans]


class Performing:
    """Runs the steps on each stretch of a sentence, in its language; what cannot be done is told."""

    def __init__(
        self,
        steps: _Steps,
        markup: Markup | None,
        reader_of: Callable[[str | None], Reader],
        languages: Sequence[str],
        acts: frozenset[str] | None,
    ) -> None:
        """`languages`: the voice's; any, if there are none. `acts`: what it can do of `speed`, `pitch` and
        `turns`; None: all."""
        self._steps = steps
        self._markup = markup
        self._reader_of = reader_of
        self._languages = frozenset(map(main_language, languages))
        self._acts = frozenset(("speed", "pitch", "turns")) if acts is None else acts

    def __call__(self, segment: TextSegment, stretches: Stretches = ()) -> list[TextSegment]:
        """The segment as it is spoken. More than one where the voice cannot change its manner without an
        end."""
        if all(manner == PLAIN for _, manner in stretches):
            return [replace(segment, spoken=self._steps(segment.spoken, segment.language))]
        said = Spans.join(self._said(*unit, segment.language) for unit in _units(stretches))
        heard = [manner for spans, manner in stretches if speakable(spans.text)]
        asked = {manner.language for manner in heard}
        language = asked.pop() if len(asked) == 1 else None
        if language is None or not self._speaks(language):
            language = segment.language
        return self._performed(replace(segment, spoken=said.strip(), language=language), stretches)

    def _said(self, spans: Spans, manner: Manner, language: str | None) -> Spans:
        """One stretch; its blanks stay."""
        inner = spans.strip()
        if not inner:
            return spans
        if manner.language is not None:
            if self._speaks(manner.language):
                language = manner.language
            else:
                self._tell("lang", manner.language)
        begin = len(spans) - len(spans.text.lstrip())
        said = self._read_as(inner, manner, language) or self._steps(inner, language)
        return Spans.join((spans.slice(0, begin), said, spans.slice(begin + len(inner), len(spans))))

    def _read_as(self, spans: Spans, manner: Manner, language: str | None) -> Spans | None:
        """By what the text says that it is; None where that says nothing."""
        rules = self._reader_of(language)
        if manner.say_as is None or not isinstance(rules, Rules):
            return None
        words = say_as(manner.say_as.kind, manner.say_as.form, spans.text, rules.language)
        return None if words is None else Spans((Span(words, *spans.source(0, len(spans)), exact=False),))

    def _performed(self, segment: TextSegment, stretches: Stretches) -> list[TextSegment]:
        """With its prosody: of all of it, of parts inside it, or cut into some that have one each."""
        spoken = segment.spoken
        changes = [(spans.source_start(0), self._possible(manner)) for spans, manner in stretches]
        found = pieces(spoken, changes, turns="turns" in self._acts)
        made, start = [], segment.text_start
        for piece in found:
            part = part_of(replace(segment, turns=piece.turns), piece.begin, piece.end)
            last = piece is found[-1]
            end = segment.text_end if last else max(start, part.spoken.source_end(len(part.spoken)))
            gap: Gap = segment.gap if last else "clause" if part.text[-1:] in _CLAUSE_ENDS else "forced"
            speed, pitch, level_db = astuple(piece.prosody)
            made.append(
                replace(
                    part, text_start=start, text_end=end, gap=gap, speed=speed, pitch=pitch, level_db=level_db
                )
            )
            start = end
        return made or [segment]

    def _possible(self, manner: Manner) -> Prosody:
        """What of it the voice can do."""
        asked = manner.prosody
        if asked.speed != 1.0 and "speed" not in self._acts:
            self._tell("prosody", "rate")
            asked = replace(asked, speed=1.0)
        if asked.pitch and "pitch" not in self._acts:
            self._tell("prosody", "pitch")
            asked = replace(asked, pitch=0.0)
        return asked

    def _tell(self, element: str, what: str) -> None:
        if self._markup is not None:
            self._markup.not_followed(element, what)

    def _speaks(self, language: str) -> bool:
        return not self._languages or main_language(language) in self._languages


def _units(stretches: Stretches) -> list[tuple[Spans, Manner]]:
    """Neighbours that differ in their prosody alone are read together: "5 °C" with a stress on the 5."""
    units: list[tuple[Spans, Manner]] = []
    for spans, manner in stretches:
        alone = replace(manner, prosody=EVEN)
        if units and alone.say_as is None and units[-1][1] == alone:
            spans = Spans.join((units.pop()[0], spans))
        units.append((spans, alone))
    return units
