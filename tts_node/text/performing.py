"""A sentence in the manner that its own text asks for (SSML `lang`, `say-as`, `prosody`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tts_node.text.characters import speakable
from tts_node.text.markup.manner import PLAIN, Manner
from tts_node.text.markup.step import Markup
from tts_node.text.read.reader import Reader
from tts_node.text.read.say_as import say_as
from tts_node.text.read.scan import Rules
from tts_node.text.spans import Span, Spans
from tts_node.text.split import TextSegment

_Steps = Callable[[Spans, str | None], Spans]
_Stretches = Sequence[tuple[Spans, Manner]]


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
        """`languages`: the voice's; any, if there are none. `acts`: of `speed` and `pitch`, what it can do;
        None: both."""
        self._steps = steps
        self._markup = markup
        self._reader_of = reader_of
        self._languages = frozenset(map(_base, languages))
        self._acts = acts

    def __call__(self, segment: TextSegment) -> TextSegment:
        """The segment as it is spoken."""
        stretches: _Stretches = () if self._markup is None else self._markup.manners_of(segment.spoken)
        if all(manner == PLAIN for _, manner in stretches):
            return replace(segment, spoken=self._steps(segment.spoken, segment.language))
        said = Spans.join(self._said(spans, manner, segment.language) for spans, manner in stretches)
        heard = [manner for spans, manner in stretches if speakable(spans.text)]
        asked = {manner.language for manner in heard}
        language = asked.pop() if len(asked) == 1 else None
        if language is None or not self._speaks(language):
            language = segment.language
        speed, pitch = self._prosody(heard)
        return replace(segment, spoken=said.strip(), language=language, speed=speed, pitch=pitch)

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

    def _prosody(self, heard: Sequence[Manner]) -> tuple[float, float]:
        """Speed and pitch of a sentence. A part of one has none of its own."""
        asked = {manner.prosody for manner in heard}
        if len(asked) > 1:
            self._tell("prosody", "inside a sentence")
            return PLAIN.prosody
        speed, pitch = asked.pop() if asked else PLAIN.prosody
        if self._acts is not None:
            if speed != 1.0 and "speed" not in self._acts:
                self._tell("prosody", "rate")
            if pitch and "pitch" not in self._acts:
                self._tell("prosody", "pitch")
        return speed, pitch

    def _tell(self, element: str, what: str) -> None:
        if self._markup is not None:
            self._markup.not_followed(element, what)

    def _speaks(self, language: str) -> bool:
        return not self._languages or _base(language) in self._languages


def _base(tag: str) -> str:
    return tag.replace("_", "-").partition("-")[0].lower()
