"""The line of steps that a text goes through, for text that arrives in pieces and for a whole one.

    client's text -> stream steps (clean) -> segmenter -> segment steps (per sentence) -> fit -> TextSegment

A stream step sees the text as it arrives and may hold a few characters back; a segment step sees one whole
sentence at a time, so it needs no care for pieces. Lexicon, pronunciation and reading rules are segment
steps, markup and the search for pronunciation marks are stream steps. `stream_steps` and `segment_steps`
choose them, and nobody else does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tts_node.text.characters import speakable
from tts_node.text.clean import Characters, Layout
from tts_node.text.emoji.emoticons import Emoticons
from tts_node.text.emoji.naming import naming
from tts_node.text.emoji.step import Emoji, EmojiReading
from tts_node.text.lexicon import NO_LEXICON, Allowance, Lexicon
from tts_node.text.markup.announced import announcing
from tts_node.text.markup.step import CodeBlocks, Markup, TextFormat
from tts_node.text.markup.warned import TextWarning
from tts_node.text.mathematics.signs_in_text import signs_in_text
from tts_node.text.mathematics.step import formulas
from tts_node.text.pronounce.fit import Fit, Takes
from tts_node.text.pronounce.spared import sparing_marks
from tts_node.text.pronounce.step import Marks
from tts_node.text.pronounced import legible, marked
from tts_node.text.read.runs import in_runs
from tts_node.text.reading import Reading, Readings, Roles, SegmentStep
from tts_node.text.sentence_language import SentenceLanguage
from tts_node.text.spans import Spans, word_at
from tts_node.text.split import NamedPlace, Segmenter, TextSegment

_BLOCK = 4096
"""Longer pieces are taken in blocks of this many characters, so that no buffer grows with the text."""


class StreamStep(Protocol):
    """A step on text in pieces. However it was cut, the joined output is the same."""

    def feed(self, spans: Spans) -> Spans:
        """Give what is settled of all that was fed."""

    def finish(self) -> Spans:
        """Nothing follows what was fed (the text may go on later as a new one): give what was held."""


def stream_steps(
    marks: Marks, markup: Markup | None = None, emoji: EmojiReading = "skip"
) -> tuple[StreamStep, ...]:
    """The steps before the text is cut into sentences, in their order; new ones for every text."""
    found = Emoji() if emoji == "name" else None
    faces = Emoticons(named=emoji == "name")
    steps: tuple[StreamStep | None, ...] = (faces, found, Characters(), markup, marks, Layout())
    return tuple(step for step in steps if step is not None)


def segment_steps(
    language: str | None,
    lexicon: Lexicon = NO_LEXICON,
    fit: Fit | None = None,
    emoji: EmojiReading = "skip",
    allowance: Allowance | None = None,
) -> tuple[SegmentStep, ...]:
    """The steps on each sentence, in their order: what signs stand for, the household's words, then
    pronunciations as the voice takes them, then formulas and rules.
    """
    names = naming(language) if emoji == "name" else None
    words, rules = lexicon.words(language, allowance), sparing_marks(in_runs(language, lexicon.reader))
    reader = lexicon.reader(language)
    mathematics = formulas(language, reader), signs_in_text(language, reader)
    steps = (announcing(language), names, words, fit, *mathematics, rules)
    return tuple(step for step in steps if step is not None)


@dataclass(frozen=True, slots=True)
class PreviewSegment:
    """One segment as it will be spoken; `start` and `end` are its letters in the client's text."""

    text: str
    language: str | None
    start: int
    end: int
    phonemes: str | None = None
    """As the voice would speak it; None where nobody knows."""
    voice: str | None = None
    """Another one than that of the text."""

    def as_json(self) -> dict[str, object]:
        """What is known of it."""
        known: dict[str, object] = {
            "text": self.text,
            "language": self.language,
            "start": self.start,
            "end": self.end,
        }
        if self.phonemes is not None:
            known["phonemes"] = self.phonemes
        if self.voice is not None:
            known["voice"] = self.voice
        return known


@dataclass(frozen=True, slots=True)
class Preview:
    """Reading aloud on paper."""

    segments: tuple[PreviewSegment, ...]
    warnings: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    """The text of each segment as an engine gets it."""

    voices: tuple[str | None, ...] = ()
    """Who speaks each segment (`TextSegment.voice`)."""

    def with_phonemes(self, phonemes: Sequence[str | None]) -> Preview:
        """With those of each segment."""
        pairs = zip(self.segments, phonemes, strict=True)
        segments = (one if p is None else replace(one, phonemes=p) for one, p in pairs)
        return replace(self, segments=tuple(segments))


class TextLine:
    """One utterance's text on its way to segments.

    `feed`, `flush` and `end` each give the segments that became certain. Without `flush` and `idle` the
    segments do not depend on how the text was cut into pieces. An empty list from `end` and `spoke` still
    False is the empty case: nothing in the text was speech.
    """

    def __init__(
        self,
        language: str | None = None,
        max_chars: int = 240,
        *,
        text_format: TextFormat = "plain",
        code_blocks: CodeBlocks = "skip",
        emoji: EmojiReading = "skip",
        lexicon: Lexicon = NO_LEXICON,
        takes: Takes | None = None,
        among: Sequence[str] | None = None,
        steps: Sequence[SegmentStep] | None = None,
        roles: Roles | None = None,
    ) -> None:
        """`takes`: what the voice takes of pronunciation marks; None leaves them as they are written.
        `among`: without a `language`, each sentence is read in the one of these that it is found to be in
        (any, if there are none); one that tells nothing in that of the sentence before, at the beginning in
        the first of these. `steps`: instead of the segment steps of the language. `roles`: other voices that
        the text may ask for; None: nobody knows which there are, and all is read for the one.
        """
        self._language = SentenceLanguage(language, among)
        self._lexicon = lexicon
        self._emoji = emoji
        asides = frozenset() if takes is None else takes.asides
        self._markup = None if text_format == "plain" else Markup(text_format, code_blocks, asides, emoji)
        self._marks = Marks(asides, language)
        self._stream_steps = stream_steps(self._marks, self._markup, emoji)
        self._allowance = Allowance()
        own = self._reading(language, among or (), takes, max_chars, steps)
        self._readings = Readings(
            own,
            self._markup,
            roles,
            lambda role: self._reading(role.language, role.among, role.takes, role.max_chars),
        )
        self._segmenter = Segmenter(
            max_chars,
            self._language,
            lexicon.dotted,
            None if self._markup is None else self._markup.language_at,
        )
        self._length = 0
        self._covered = 0
        self._spoke = False
        self._last = ""

    @property
    def warnings(self) -> list[TextWarning]:
        """What of the text could not be followed so far, each once."""
        sources = (self._markup, self._allowance, self._readings)
        return [warning for source in sources if source is not None for warning in source.warnings]

    @property
    def length(self) -> int:
        """Code points of the client's text taken so far."""
        return self._length

    @property
    def spoke(self) -> bool:
        """Whether any segment came out so far."""
        return self._spoke

    def feed(self, text: str) -> list[TextSegment]:
        """Join more of the client's text to the letter."""
        segments: list[TextSegment] = []
        for at in range(0, len(text), _BLOCK):
            block = text[at : at + _BLOCK]
            spans = Spans.of(block, self._length)
            self._length += len(block)
            self._last = block.rstrip()[-1:] or self._last
            for step in self._stream_steps:
                spans = step.feed(spans)
            segments += self._segmenter.feed(spans)
        return self._read(segments)

    def flush(self) -> list[TextSegment]:
        """Give all there is, as if a sentence ended here; the text stays open."""
        segments = self._segmenter.feed(self._finish_stream_steps())
        return self._read(segments + self._segmenter.flush(self._length))

    def idle(self) -> list[TextSegment]:
        """No text came for a while: give what is held back if it ends like a sentence, else nothing.

        So a model that stops after a sentence is heard at once, and `Dr.` or `7.` still waits for its other
        half.
        """
        held_letter = self._last.isalnum() or (self._markup is not None and self._markup.waiting)
        held = held_letter or self._marks.waiting
        return self.flush() if not held and self._segmenter.sounds_complete() else []

    def end(self) -> list[TextSegment]:
        """The text is over. Twice is allowed."""
        segments = self._segmenter.feed(self._finish_stream_steps())
        return self._read(segments + self._segmenter.end(self._length))

    def take_marks(self) -> list[NamedPlace]:
        """The marks after all that was spoken so far. None while nothing was: they come with what follows."""
        if self._markup is None or not self._spoke:
            return []
        return [NamedPlace(name, place) for place, name in self._markup.take_marks_before()]

    def _finish_stream_steps(self) -> Spans:
        spans = Spans()
        for step in self._stream_steps:
            spans = Spans.join((step.feed(spans), step.finish()))
        return spans

    def _read(self, segments: list[TextSegment]) -> list[TextSegment]:
        read = (part for segment in segments for part in self._readings(segment))
        segments = [self._covering(part) for part in read if _heard(part.text)]
        if (markup := self._markup) is not None:
            segments = [_with_pause_and_marks(segment, markup) for segment in segments]
        self._spoke = self._spoke or bool(segments)
        return segments

    def _covering(self, segment: TextSegment) -> TextSegment:
        """The place of one before it that vanished joins its own."""
        start, self._covered = self._covered, segment.text_end
        return replace(segment, text_start=start)

    def _reading(
        self,
        language: str | None,
        among: Sequence[str],
        takes: Takes | None,
        max_chars: int,
        steps: Sequence[SegmentStep] | None = None,
    ) -> Reading:
        return Reading(
            lambda found, fit: segment_steps(found, self._lexicon, fit, self._emoji, self._allowance),
            self._lexicon,
            self._markup,
            language=language,
            among=among,
            takes=takes,
            max_chars=max_chars,
            steps=steps,
        )


def _with_pause_and_marks(segment: TextSegment, markup: Markup) -> TextSegment:
    start, end = segment.sentence
    marks = (
        NamedPlace(name, place, word_at(segment.spoken, place))
        for place, name in markup.take_marks_before(end)
    )
    return replace(segment, pause_ms=markup.take_pause_before(start), marks=tuple(marks))


def preview(
    text: str,
    language: str | None = None,
    max_chars: int = 240,
    text_format: TextFormat = "plain",
    code_blocks: CodeBlocks = "skip",
    lexicon: Lexicon = NO_LEXICON,
    takes: Takes | None = None,
    among: Sequence[str] | None = None,
    emoji: EmojiReading = "skip",
    roles: Roles | None = None,
) -> Preview:
    """What `text` becomes: its segments as spoken, each with the client's letters it stands for. Without a
    `language` it is looked for, `among` as `TextLine` says.

    What has a pronunciation is shown with it, as a client may write it.
    """
    line = TextLine(
        language,
        max_chars,
        text_format=text_format,
        code_blocks=code_blocks,
        emoji=emoji,
        lexicon=lexicon,
        takes=takes,
        among=among,
        roles=roles,
    )
    return read_on_paper(line, text, language)


def read_on_paper(line: TextLine, text: str, language: str | None) -> Preview:
    """As `preview`, with a new line for texts in `language`."""
    segments = line.feed(text) + line.end()
    return Preview(
        tuple(_shown(segment, language) for segment in segments),
        tuple(warning.message for warning in line.warnings),
        tuple(segment.text for segment in segments),
        tuple(segment.voice for segment in segments),
    )


def _heard(text: str) -> bool:
    """Whether anything of it can be spoken; a comma that the last cut left alone cannot."""
    return speakable(text) or marked(text)


def _shown(segment: TextSegment, language: str | None) -> PreviewSegment:
    own = None if segment.voice is not None else language
    return PreviewSegment(
        legible(segment.text), own or segment.language, *segment.sentence, voice=segment.voice
    )
