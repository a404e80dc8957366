"""One utterance under way: text in, events out, driven by whoever reads it.

Nothing here runs by itself. Each `__anext__` does what is due: takes ready text, asks for segments a little
ahead, hands over sound. So a reader that stops reading is all the back-pressure there is, and cancelling is
to stop asking.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

from tts_node.audio.format import PcmFormat
from tts_node.errors import EmptyText, EngineUnavailable, NodeError
from tts_node.speech.casting import seems_foreign
from tts_node.speech.glance import Glance, GlanceState
from tts_node.speech.intake import TextIntake
from tts_node.speech.listening import START_LAG_S, ListeningClock
from tts_node.speech.place import Place
from tts_node.speech.production import Production
from tts_node.speech.roles import Cast
from tts_node.speech.script import FlushPart, MarkPart, SegmentPart
from tts_node.speech.sounding import Sounding
from tts_node.speech.stage import Casting, LiveSettings, Stage
from tts_node.speech.tally import Tally
from tts_node.speech.utterance import (
    Audio,
    Event,
    Finished,
    Flushed,
    Mark,
    Priority,
    Queued,
    Reason,
    Started,
    Utterance,
    Warned,
)
from tts_node.text.line import TextLine
from tts_node.text.markup.warned import TextWarning, not_followed

_FULL_S = 2.0
"""Unread sound at which nothing more is made for a reader."""
_LOOKAHEAD_S = 4.0
_LOOKAHEAD_PARTS = 2
_TEXT_PARTS = _LOOKAHEAD_PARTS + 2
"""Segments from the one being heard on for which text is read ahead."""
_REWOUND_S = 60.0
"""How far behind what was heard a client may still say that it is."""


class LiveUtterance:
    """The `Speaking` that `Speech.speak` gives out; its contract is told there."""

    def __init__(self, utterance: Utterance, stage: Stage, settings: LiveSettings, *, group: int) -> None:
        self.utterance = utterance
        self.group = group
        """Order of arrival among all utterances of the node."""
        self.priority: Priority = utterance.priority
        self.accepted_at = stage.now()
        self._stage = stage
        self._settings = settings
        self._news = asyncio.Event()
        self._outbox: deque[Event] = deque()
        self._clock = ListeningClock()
        self._tally = Tally(self.accepted_at)
        self._intake = TextIntake(
            utterance.text,
            more=utterance.more,
            limit=settings.text_chars,
            idle_flush_s=settings.idle_flush_s,
            now=self.accepted_at,
        )
        # who speaks
        self._cast: Cast | None = None
        self._pcm = PcmFormat(16_000)
        # where it is
        self._place = Place()
        self._sounding = Sounding(
            settings,
            self._outbox,
            self._clock,
            self._place,
            self._tally,
            marks=utterance.marks,
            now=stage.now,
            wake=self._news.set,
        )
        self._started = False
        self._resumed_at: float | None = None
        self._warned: set[TextWarning] = set()
        """What the client was told about its text."""
        self._unspoken: EmptyText | None = None
        """Why a part was passed over."""
        self._was_full = False
        self._queued_told = False
        self._finished: Finished | None = None
        self._over = False

    # --- Speaking: what the door does -----------------------------------------------------------------

    def append(self, text: str) -> None:
        self._intake.append(text, self._stage.now())
        self._news.set()

    def flush(self, tag: str | None = None) -> None:
        self._intake.flush(tag)
        self._news.set()

    def end(self) -> None:
        self._intake.open = False
        self._news.set()

    def cancel(self, reason: Reason = "cancelled", error: Exception | None = None) -> None:
        if self._finished is None:
            self._outbox.clear()
            self._finish(reason, error)
            self._news.set()

    def played(self, played_ms: float) -> None:
        self._clock.report(played_ms / 1000.0)

    def interrupt(self) -> float:
        if not self._started or self._finished is not None:
            return self._clock.handed_s * 1000.0
        unsent_s = sum(event.audio_ms for event in self._outbox if isinstance(event, Audio)) / 1000.0
        heard_s = min(self._clock.played_s(self._stage.now()), self._clock.handed_s - unsent_s)
        position = round(max(heard_s, self._place.forgotten_s) * self._pcm.rate) / self._pcm.rate
        told = [event for event in self._outbox if not isinstance(event, Audio | Mark | Started)]
        self._outbox.clear()
        self._outbox.extend(told)  # what is said once is not lost with the sound
        self._rewind(position)
        return position * 1000.0

    @property
    def waiting_for_text(self) -> bool:
        idle = self._place.part is None and not self._outbox
        return self._intake.open and idle and not self._intake.untaken

    @property
    def text(self) -> str:
        """All of the client's text so far."""
        return self._intake.text

    def glance(self) -> Glance:
        """How it is, without a word of it."""
        now, clock = self._stage.now(), self._clock
        casting = None if self._cast is None else self._cast.own
        state: GlanceState = "open" if self.waiting_for_text else "speaking" if self._started else "waiting"
        return Glance(
            door=self.utterance.door,
            priority=self.priority,
            state=state,
            voice=casting.voice.name if casting is not None else None,
            engine=casting.engine if casting is not None else None,
            age_s=now - self.accepted_at,
            audio_s=clock.handed_s,
            ahead_s=clock.handed_s - clock.played_s(now) if clock.begun else None,
        )

    def __aiter__(self) -> AsyncIterator[Event]:
        return self

    async def __anext__(self) -> Event:
        while True:
            if self._outbox:
                return self._outbox.popleft()
            if self._finished is not None:
                if self._over:
                    raise StopAsyncIteration
                self._over = True
                return self._finished
            self._news.clear()
            wait_s = self._advance()
            if self._outbox or self._finished is not None:
                continue
            if self._lacks_text:
                await asyncio.sleep(0)  # others have their turn between the slices of a long text
                continue
            try:
                async with asyncio.timeout(wait_s):
                    await self._news.wait()
            except TimeoutError:
                pass

    async def __aenter__(self) -> LiveUtterance:
        return self

    async def __aexit__(self, *exc: object) -> None:
        self.cancel()

    # --- Listener: what productions ask --------------------------------------------------------------------

    def notify(self) -> None:
        self._news.set()

    def dry_at(self, production: Production) -> float | None:
        unread_s, first = self._place.expected_s(production)
        if self._clock.begun:
            return self._clock.dry_at(self._clock.handed_s + unread_s)
        if first and not production.audio_s:
            return None
        return self._stage.now() + START_LAG_S + unread_s  # what was made is as good as handed over

    def is_full(self, production: Production) -> bool:
        full = self._place.unread_s(production) > _FULL_S
        self._was_full = self._was_full or full
        return full

    # --- one step of progress ---------------------------------------------------------------------

    def _advance(self) -> float | None:
        """Do what is due now; leave events in the outbox. Returns how long at most to wait for news
        (seconds).
        """
        try:
            return self._progress()
        except NodeError as error:
            self._finish("error", error)
            return None

    def _progress(self) -> float | None:
        if not self._ready():
            return None
        if self._outbox:
            return None
        self._take_text()
        self._ask_ahead()
        idle_s = self._intake.idle_in(self._stage.now())
        part = self._place.part
        if part is None:
            if self._intake.done:
                self._complete()
            return idle_s
        if isinstance(part, FlushPart):
            self._outbox.append(Flushed(part.tag))
            self._intake.flushed()
            self._place.drop_part()  # it is told once, also when an interruption goes back behind it
            return None
        if isinstance(part, MarkPart):
            if self._started:  # a text that nobody heard has no marks
                self._sounding.mark(part.mark)
            self._go_on()
            return None
        wait_s = self._hand_over(part)
        return wait_s if idle_s is None else idle_s if wait_s is None else min(wait_s, idle_s)

    def _ready(self) -> bool:
        """Voice and format are settled (or are now)."""
        if self._cast is None:
            casting = self._stage.cast(self.utterance)
            if not self._queued_told:
                self._queued_told = True
                self._outbox.append(Queued(*self._stage.queue(casting)))
            if casting is None:
                return False
            self._intake.begin(self._found(casting))
        return True

    def _found(self, casting: Casting) -> TextLine:
        """Who speaks is known, and so how the text is read."""
        self._cast = Cast(self.utterance, casting, self._stage.cast)
        self._pcm = PcmFormat(casting.voice.rate)
        return self._settings.text_line(self.utterance, casting, self._cast)

    def _casting_of(self, part: SegmentPart) -> Casting:
        assert self._cast is not None
        return self._cast.of(part.source.voice)

    @property
    def _lacks_text(self) -> bool:
        """There is more text, and it is time to read it."""
        if self._cast is None or not self._intake.untaken:
            return False
        return len(list(self._place.ahead())) < _TEXT_PARTS

    def _take_text(self) -> None:
        if self._intake.untaken and not self._lacks_text:
            return
        began = self._stage.now()
        self._place.add(self._intake.take(began))
        self._tally.split(self._stage.now() - began)
        for warning in self._intake.warnings:
            self._warn(warning)

    def _warn(self, warning: TextWarning) -> None:
        if warning not in self._warned:
            self._warned.add(warning)
            self._outbox.append(Warned(warning.code, warning.message))

    def _ask_ahead(self) -> None:
        """Keep the segment being heard and the next ones in the making."""
        if self._cast is None:
            return
        unread_s = 0.0
        for asked, part in enumerate(self._place.ahead(_LOOKAHEAD_PARTS + 2), 1):
            if part.production is None:
                part.production = self._stage.request(self, self._casting_of(part), part.source)
                self._tally.asked(part.production)
            unread_s += part.production.audio_s
            if asked > _LOOKAHEAD_PARTS or unread_s > _LOOKAHEAD_S:
                break

    def _hand_over(self, part: SegmentPart) -> float | None:
        """Sound, marks and what belongs to them, from the part that is being heard."""
        production = part.production
        assert production is not None
        if isinstance(production.error, EmptyText):
            self._unspoken = production.error
            if self._started:
                self._sounding.pass_over(part)
            self._leave_part(part, production)
            return None
        if production.error is not None:
            if self._speaks_itself(part, production.error) or self._another_speaks(production.error):
                return None
            raise production.error
        if production.generation != self._place.generation:
            self._repeat(production)
        if not production.done and self._stage.slower_than_real_time(self._casting_of(part)):
            return None
        unread = len(production.pcm) - self._place.read_bytes
        if (unread <= 0 and not production.done) or self._sounding.waits(part, production):
            return None
        if not self._started:
            self._start(part, production)
        if self.utterance.pace == "realtime" and self._clock.begun:
            due_s = self._clock.due_at(self._clock.handed_s) - self._stage.now() - self._settings.ahead_s
            if due_s > 0.001:
                return due_s
        if part.start_s is None:
            self._sounding.open(part)
        if unread > 0:
            self._sounding.sound(part, production)
        if production.done and self._place.read_bytes >= len(production.pcm):
            self._close_part(part, production)
        elif self._was_full and not self.is_full(production):
            self._was_full = False
            self._refresh_all()
        return None

    def _start(self, part: SegmentPart, production: Production) -> None:
        assert self._cast is not None
        self._started, casting = True, self._cast.own
        self._sounding.begin(self._cast, self._pcm)
        resumed = self._resumed_at is not None
        found = () if resumed else seems_foreign(casting, self.text[part.source.sentence[0] :])
        self._outbox.append(casting.started(production, self._resumed_at, found))
        self._resumed_at = None
        if not resumed and self._settings.lead_in_ms:
            self._sounding.silence(self._settings.lead_in_ms)

    def _close_part(self, part: SegmentPart, production: Production) -> None:
        self._sounding.close(part, production)
        if not part.complete:
            part.complete = True
            self._tally.heard(production)
        self._leave_part(part, production)

    def _leave_part(self, part: SegmentPart, production: Production) -> None:
        """Go on with what comes next."""
        part.production = None
        self._go_on()
        if not any(coming.production is production for coming in self._place.ahead()):
            self._stage.release(self, production)
        self._ask_ahead()
        self._place.follow_generation()
        self._refresh_all()

    def _go_on(self) -> None:
        self._place.go_on(self._clock.played_s(self._stage.now()) - _REWOUND_S)
        self._news.set()  # what comes next is due now, though closing a part is no event

    def _refresh_all(self) -> None:
        for part in self._place.ahead(_LOOKAHEAD_PARTS + 2):
            if part.production is not None:
                self._stage.refresh(part.production)

    def _repeat(self, production: Production) -> None:
        """The engine cannot continue where it was lost: the segment comes again, after a pause, and that is
        said.
        """
        place = self._place
        if place.read_bytes:
            part = place.segment
            assert part is not None
            place.begin()
            self._sounding.repeat(part)
        place.generation = production.generation

    # --- ends and turns ---------------------------------------------------------------------------

    def _complete(self) -> None:
        if not self.utterance.more and not self._clock.handed_s:
            raise self._unspoken or EmptyText("there is nothing to speak in this text")
        self._sounding.finish()
        self._finish("complete", None)

    def _finish(self, reason: Reason, error: Exception | None) -> None:
        """Let go of everything; `Finished` is what comes after the outbox."""
        self._let_go()
        self._sounding.drop()
        spoken = None
        if (reported_s := self._clock.reported_s) is not None:
            end = self._sounding.heard.text_end(min(reported_s, self._clock.handed_s))
            spoken = (self.text[:end], self.text[end:])
        sent = (
            self._intake.length
            if reason == "complete"
            else self._sounding.heard.text_end(self._clock.handed_s)
        )
        self._finished = self._tally.finish(
            reason,
            error,
            audio_s=self._clock.handed_s,
            text_sent=sent,
            underruns=self._clock.underruns,
            spoken=spoken,
        )
        self._stage.finished(self, self._finished)

    def _rewind(self, position_s: float) -> None:
        """Begin again at `position_s`: the part that is heard there, from that sample on."""
        offset_s = self._place.go_back(position_s)
        segment = self._place.segment
        rate = self._pcm.rate if segment is None else self._casting_of(segment).voice.rate
        self._place.begin(PcmFormat(rate).bytes_for(offset_s * 1000.0))
        self._place.follow_generation()
        self._clock.rewind(position_s)
        self._sounding.rewind(position_s)
        self._started = False
        self._resumed_at = position_s

    def _another_speaks(self, error: NodeError) -> bool:
        """Whether, before anything was heard, another engine takes it over from one that has failed."""
        if self._started or self._clock.handed_s or not isinstance(error, EngineUnavailable):
            return False
        before, casting = self._cast, self._stage.cast(self.utterance)
        if before is None or casting is None or casting.engine == before.own.engine:
            return False
        self._let_go()
        self._intake.begin_again(self._found(casting))
        self._place.clear()
        self._news.set()
        return True

    def _speaks_itself(self, part: SegmentPart, error: NodeError) -> bool:
        """Whether the utterance's own voice takes over from another one that its text asks for and that has
        failed before anything of the part was heard.
        """
        cast, name, production = self._cast, part.source.voice, part.production
        lost = isinstance(error, EngineUnavailable) and not self._place.read_bytes
        if cast is None or production is None or name is None or not lost:
            return False
        self._warn(not_followed("voice", name))
        self._stage.release(self, production)
        part.production, part.source = None, cast.spoken_by_own(part.source)
        self._news.set()
        return True

    def _let_go(self) -> None:
        """Of all that is in the making."""
        for part in self._place.segments():
            if (production := part.production) is not None:
                part.production = None
                self._stage.release(self, production)
