"""From the samples of an utterance's parts to what its reader gets: bytes, the pauses between parts, and
where words, sentences and marks are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from tts_node.audio.format import PcmFormat
from tts_node.engines.base import EngineMark
from tts_node.speech.levels import is_level, sample_at, steps
from tts_node.speech.listening import ListeningClock
from tts_node.speech.place import Place
from tts_node.speech.production import Production
from tts_node.speech.rendering import Rendering
from tts_node.speech.roles import Cast
from tts_node.speech.script import GAPS, Heard, SegmentPart
from tts_node.speech.stage import LiveSettings
from tts_node.speech.tally import Tally
from tts_node.speech.utterance import Audio, Event, Mark, Warned
from tts_node.speech.voicing import Voicing, level_db
from tts_node.text.split import NamedPlace

_PIECE_S = 0.25
"""Longest sound in one event, so that a cancel or an alert never waits behind a long one."""
_REPEAT_PAUSE_MS = 300.0
_WORDS_BY_S = 1.0
"""An engine that tells where its words are has told the first of them with so much sound."""


class Sounding:
    """Leaves events in an outbox and hands time to the listener's clock, in the order of its calls."""

    def __init__(
        self,
        settings: LiveSettings,
        outbox: deque[Event],
        clock: ListeningClock,
        place: Place,
        tally: Tally,
        *,
        marks: bool,
        now: Callable[[], float],
        wake: Callable[[], None],
    ) -> None:
        """`wake`: something was done of which no event tells."""
        self._settings = settings
        self._outbox = outbox
        self._clock = clock
        self._place = place
        self._tally = tally
        self._marks = marks
        self._now = now
        self._wake = wake
        self.heard = Heard()
        self._cast: Cast | None = None
        self._rendering: Rendering | None = None
        self._pcm = PcmFormat(16_000)
        self._voicing: Voicing | None = None
        """Of the part whose sound came last."""
        self._gap_done = True

    @property
    def begun(self) -> bool:
        """There is a container under way."""
        return self._rendering is not None

    def begin(self, cast: Cast, pcm: PcmFormat) -> None:
        """A container of its own for what comes, from samples of the format `pcm`."""
        self._cast, self._pcm, self._voicing = cast, pcm, None
        casting = cast.own
        self._rendering = Rendering(
            casting.format, pcm, level_db=level_db(casting), softness=casting.style.style.softness
        )

    def drop(self) -> None:
        """The container is given up as it is."""
        self._rendering = self._voicing = None

    def rewind(self, position_s: float) -> None:
        """What comes next is what was heard at `position_s`."""
        self.heard.rewind(position_s)
        self._gap_done = True
        self.drop()

    def finish(self) -> None:
        """The end of the container, after which there is none."""
        if self._rendering is None:
            return
        if self._settings.tail_ms:
            self.silence(self._settings.tail_ms)
        if rest := self._rendering.finish():
            self._outbox.append(Audio(rest, 0.0))
        self.drop()

    # --- parts ----------------------------------------------------------------------------------------

    def open(self, part: SegmentPart) -> None:
        """The pause before it, and where it begins."""
        if (pause_ms := part.source.pause_ms) is not None:
            self.silence(pause_ms)
        elif not self._gap_done:
            before = self._place.before
            assert before is not None and self._cast is not None
            scale = GAPS.get(before.source.gap, 1.0) * self._cast.own.style.style.gap_scale
            if scale and self._settings.gap_ms:
                self.silence(self._settings.gap_ms * scale)
        self._gap_done = True
        part.start_s = self._clock.handed_s

    def waits(self, part: SegmentPart, production: Production) -> bool:
        """There is sound, and nobody knows yet how loud it is to be."""
        known = production.done or production.marks or production.audio_s > _WORDS_BY_S
        return bool(part.source.turns) and not known and not is_level(part.source)

    def sound(self, part: SegmentPart, production: Production) -> None:
        """The next sound of the part that is being heard, and the words that begin in it."""
        assert self._rendering is not None and part.start_s is not None
        place, marks, rate = self._place, production.marks, production.voice.rate
        begin = place.read_bytes
        end = min(len(production.pcm), begin + PcmFormat(rate).bytes_for(_PIECE_S * 1000.0))
        pcm = bytes(memoryview(production.pcm)[begin:end])
        place.read_bytes = end
        while place.read_marks < len(marks) and marks[place.read_marks].sample_start < end // 2:
            self._word(part, marks[place.read_marks], rate)
            place.read_marks += 1
        total = len(production.pcm) // 2 if production.done else None
        if part.source.marks:
            self._names(part, marks, total, end // 2, rate)
        began = self._now()
        voicing = self._voicing_of(part)
        if is_level(part.source):
            self._emit(voicing.sound(pcm))
        else:
            self._emit(voicing.sound(pcm, steps(part.source, marks, total, begin // 2, end // 2)))
        if self._tally.first_audio_at is None:
            self._tally.first_audio_at = self._now()
            self._tally.encode_s = self._tally.first_audio_at - began

    def mark(self, mark: NamedPlace) -> None:
        """One that stands here, between two parts."""
        self._named(mark, self._clock.handed_s)

    def pass_over(self, part: SegmentPart) -> None:
        """It has no sound; its marks stand here."""
        for mark in part.source.marks:
            self.mark(mark)

    def close(self, part: SegmentPart, production: Production) -> None:
        """All of its sound was handed over."""
        assert part.start_s is not None and self._rendering is not None
        if part.source.marks:
            total = len(production.pcm) // 2
            self._names(part, production.marks, total, total + 1, production.voice.rate)
        if self._voicing is not None and self._voicing.part is part and (held := self._voicing.finish()):
            self._emit(held)
        if rest := self._rendering.drain():
            self._outbox.append(Audio(rest, 0.0))
        source, end_s = part.source, self._clock.handed_s
        self.heard.add(end_s, source.text_end)
        if self._marks:
            self._outbox.append(Mark("sentence", *source.sentence, part.start_s * 1000.0, end_s * 1000.0))
        self._gap_done = False

    def repeat(self, part: SegmentPart) -> None:
        """The engine cannot continue where it was lost: the segment comes again, after a pause, and that is
        said.
        """
        self._outbox.append(Warned("segment_repeated", "the engine was lost; this sentence is spoken again"))
        self._voicing = None
        if self.begun:  # else it was interrupted meanwhile: the listener has had a pause
            self.silence(_REPEAT_PAUSE_MS)
        part.start_s = self._clock.handed_s

    def silence(self, ms: float) -> None:
        assert self._rendering is not None
        self._emit((self._rendering.silence(ms), ms / 1000.0))

    def _voicing_of(self, part: SegmentPart) -> Voicing:
        if self._voicing is None or self._voicing.part is not part:
            assert self._cast is not None and self._rendering is not None
            speaker = self._cast.of(part.source.voice)
            self._voicing = Voicing(part, speaker, self._cast.own, self._rendering, before=self._voicing)
        return self._voicing

    def _word(self, part: SegmentPart, mark: EngineMark, rate: int) -> None:
        assert part.start_s is not None
        start, end = part.source.spoken.source(mark.text_start, mark.text_end)
        start_s = part.start_s + mark.sample_start / rate
        end_s = part.start_s + mark.sample_end / rate
        self.heard.add(end_s, end)
        if self._marks:
            self._outbox.append(Mark("word", start, end, start_s * 1000.0, end_s * 1000.0))

    def _names(
        self, part: SegmentPart, words: list[EngineMark], total: int | None, end: int, rate: int
    ) -> None:
        """The client's marks before sample `end`, as far as their places are known."""
        assert part.start_s is not None
        source, place = part.source, self._place
        for mark in source.marks[place.read_names :]:
            sample = 0 if mark.offset == 0 else sample_at(mark.offset, len(source.text), words, total)
            if sample is None or sample >= end:
                break
            place.read_names += 1
            if 2 * sample >= place.resumed_at:
                self._named(mark, part.start_s + sample / rate)

    def _named(self, mark: NamedPlace, at_s: float) -> None:
        at_ms = at_s * 1000.0
        self._outbox.append(Mark("mark", mark.place, mark.place, at_ms, at_ms, mark.name))

    def _emit(self, sound: tuple[bytes, float]) -> None:
        data, seconds = sound
        self._clock.hand_over(seconds, self._now())
        if data:
            self._outbox.append(Audio(data, seconds * 1000.0))
        else:
            self._wake()  # the encoder kept it: there is no event, but there may be more to do
