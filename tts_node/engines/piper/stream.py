"""One segment being spoken: its front, its frames, its chunks in order of index. Thread-safe."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from tts_node.engines.base import Chunk, EngineMark, Segment
from tts_node.engines.piper import noise, trim, turning
from tts_node.engines.piper.frames import spread, stretched
from tts_node.engines.piper.pace import Pace
from tts_node.engines.piper.phonemes import Phonemizer, Spoken
from tts_node.engines.piper.plan import FLOW_SMALLEST, SAME_SUM, SMALLEST, Piece, Plan
from tts_node.engines.piper.sessions import CutSessions, Floats, Prior, Scales
from tts_node.engines.piper.trim import Edges


class StreamFailure(Exception):
    """The stream cannot go on. `code` is one of `tts_node.errors`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True, slots=True)
class Taken:
    """A piece of work that a step has started."""

    index: int
    piece: Piece | None
    """None: the front."""
    last: bool = False
    """No index comes after it."""


@dataclass(frozen=True, slots=True)
class Made:
    """What came out of one."""

    audio: Floats | None = None
    marks: tuple[EngineMark, ...] = ()


class Stream(Protocol):
    """What the engine needs of a stream, cut or whole."""

    def take(self, budget_ms: float) -> Taken | None:
        """Start the next piece; None when nothing can be started now."""

    def make(self, taken: Taken) -> Made:
        """Do the work. Raises `StreamFailure`."""

    def finish(self, taken: Taken) -> tuple[bool, int]:
        """After `make`: whether this index is the last, and how many steps may run at the same time from now
        on.
        """


class CutStream:
    """A segment of a voice that is cut."""

    def __init__(
        self,
        segment: Segment,
        sessions: CutSessions,
        phonemizer: Phonemizer,
        pace: Pace,
        *,
        rate: int,
        scales: Scales,
        speaker: int,
        stretch: float = 1.0,
    ) -> None:
        """`rate` is that at which it will be heard; `stretch` is how many times as long it is spoken."""
        self._segment = segment
        self._sessions = sessions
        self._phonemizer = phonemizer
        self._pace = pace
        self._rate = rate
        self._scales = scales
        self._speaker = speaker
        self._stretch = stretch
        self._lock = threading.Lock()
        self._front_taken = False
        self._index = 0
        self._in_flight = 0
        self._all_taken = False
        self._spoken: Spoken | None = None
        self._prior: Prior | None = None
        self._plan: Plan | None = None
        self._y: Floats | None = None
        self._lead: int | None = None
        self._length: int | None = None
        self._marks: list[EngineMark] | None = None

    def take(self, budget_ms: float) -> Taken | None:
        with self._lock:
            if self._plan is None:
                if self._front_taken:
                    return None
                self._front_taken = True
                return self._started(None)
            piece = self._plan.next(self._pace.decoder_frames(budget_ms), self._pace.flow_frames(budget_ms))
            if piece is None:
                return None
            self._all_taken = self._plan.all_taken
            return self._started(piece, last=self._all_taken)

    def make(self, taken: Taken) -> Made:
        piece = taken.piece
        if piece is None:
            self._front()
            return Made()
        plan, prior, _ = self._ready()
        if piece.kind == "flow":
            self._flow(plan, prior, piece.start, piece.end)
            return Made(marks=self._new_marks())
        if piece.kind == "first":
            self._flow(plan, prior, 0, piece.flow_end)
        audio = self._decode(plan, piece.start, piece.end)
        return Made(audio, self._new_marks() if piece.kind != "first" or piece.end == plan.total else ())

    def finish(self, taken: Taken) -> tuple[bool, int]:
        with self._lock:
            self._in_flight -= 1
            startable = self._plan.startable(self._pace.decoder_frames(0.0)) if self._plan else 0
            if self._all_taken and self._in_flight == 0:
                self._y = None
            return taken.last, max(1, self._in_flight + startable)

    # --- pieces -------------------------------------------------------------------------------------

    def _front(self) -> None:
        spoken = self._phonemizer.speak(self._segment.text)
        if spoken is None:
            raise StreamFailure("empty_text", "there is nothing to speak in this text")
        seed = self._segment.seed
        drawn = noise.for_durations(seed, self._sessions.duration_noise_rows, len(spoken.ids))
        prior = self._sessions.front(spoken.ids, self._scales, drawn, self._speaker)
        if self._segment.turns:
            factors = self._stretch / turning.speeds(
                self._segment.turns, self._phonemizer.words(self._segment.text, spoken), len(spoken.ids)
            )
            prior = replace(prior, durations=stretched(prior.durations, spoken.ids, factors))
        elif self._stretch != 1.0:
            prior = replace(prior, durations=stretched(prior.durations, spoken.ids, self._stretch))
        total = int(prior.durations.sum())
        if total <= 0 or not np.isfinite(prior.mean).all():
            raise StreamFailure("bad_audio", "the voice gave no durations for this text")
        edges = _edges(spoken, prior, total)
        decoder, flow = self._sessions.decoder_windows, self._sessions.flow_windows
        context, flow_context = max(decoder.left, decoder.right), max(flow.left, flow.right)
        ahead = self._pace.frames_ahead(
            SMALLEST + context, FLOW_SMALLEST + flow_context, 1000.0 * decoder.rate / self._rate
        )
        with self._lock:
            self._spoken, self._prior = spoken, prior
            self._y = np.empty((prior.mean.shape[0], total), np.float32)
            self._plan = Plan(total, context, edges, flow_context, flow.fewest(SAME_SUM), ahead)

    def _flow(self, plan: Plan, prior: Prior, start: int, end: int) -> None:
        window = self._sessions.flow_windows.window(start, end, plan.total)
        with self._pace.of_flow(window.end - window.start):
            z = spread(prior, self._scales, self._segment.seed, window.start, window.end)
            made = self._sessions.flow(z, window.crops, self._speaker)
        with self._lock:
            if self._y is not None:
                self._y[:, start:end] = made
            plan.flow_made(start, end)

    def _decode(self, plan: Plan, start: int, end: int) -> Floats:
        window = self._sessions.decoder_windows.window(start, end, plan.total)
        _, _, y = self._ready()
        with self._pace.of_decoder(end - start + plan.context):
            audio = self._sessions.decode(y[:, window.start : window.end], window.crops, self._speaker)
        if not np.isfinite(audio).all():
            raise StreamFailure("bad_audio", "the voice gave samples that are no numbers")
        return self._trimmed(plan, audio, start, end)

    def _trimmed(self, plan: Plan, audio: Floats, start: int, end: int) -> Floats:
        hop = self._sessions.decoder_windows.rate
        first_cut = last_cut = 0
        if start == 0:
            first_cut = trim.lead(audio, plan.edges.lead_end * hop, self._rate)
        if end == plan.total:
            last_cut = trim.tail(audio, (plan.total - plan.edges.tail_start) * hop, self._rate)
        with self._lock:
            if start == 0:
                self._lead = first_cut
            if end == plan.total:
                self._length = plan.total * hop - last_cut
        return audio[first_cut : max(first_cut, audio.size - last_cut)]

    # --- marks --------------------------------------------------------------------------------------

    def _new_marks(self) -> tuple[EngineMark, ...]:
        """Marks that are due and not handed out yet; none before the lead's trimming is known."""
        with self._lock:
            lead, length, known = self._lead, self._length, self._marks is not None
        if lead is None:
            return ()
        if not known:
            marks = self._all_marks(lead)
            with self._lock:
                if self._marks is None:
                    self._marks = marks
        with self._lock:
            assert self._marks is not None
            handed = [_bounded(mark, length - lead) if length is not None else mark for mark in self._marks]
            self._marks = []
        return tuple(handed)

    def _all_marks(self, lead: int) -> list[EngineMark]:
        _, prior, _ = self._ready()
        assert self._spoken is not None
        hop = self._sessions.decoder_windows.rate
        at = np.concatenate(([0], np.cumsum(prior.durations))) * hop
        return [
            EngineMark(
                word.text_start,
                word.text_end,
                max(0, int(at[word.first_id]) - lead),
                max(0, int(at[word.end_id]) - lead),
            )
            for word in self._phonemizer.words(self._segment.text, self._spoken)
        ]

    # --- state --------------------------------------------------------------------------------------

    def _started(self, piece: Piece | None, *, last: bool = False) -> Taken:
        taken = Taken(self._index, piece, last)
        self._index += 1
        self._in_flight += 1
        return taken

    def _ready(self) -> tuple[Plan, Prior, Floats]:
        with self._lock:
            plan, prior, y = self._plan, self._prior, self._y
        if plan is None or prior is None or y is None:
            raise StreamFailure("engine_failed", "the stream was closed")
        return plan, prior, y


def chunk_of(stream: int, taken: Taken, made: Made, cost_ms: float, last: bool, side_by_side: int) -> Chunk:
    """Samples in [-1, 1] become signed 16 bit."""
    pcm = b""
    if made.audio is not None:
        pcm = np.rint(np.clip(made.audio, -1.0, 1.0) * np.float32(32767.0)).astype("<i2").tobytes()
    return Chunk(
        stream,
        taken.index,
        pcm,
        made.marks,
        cost_ms,
        "front" if taken.piece is None else "step",
        side_by_side,
        last,
    )


def _edges(spoken: Spoken, prior: Prior, total: int) -> Edges:
    ends = np.cumsum(prior.durations)
    return Edges(
        lead_end=min(total, int(ends[min(spoken.first_speech_end, len(ends)) - 1])),
        tail_start=min(total, int(ends[min(spoken.last_speech_end, len(ends)) - 1])),
    )


def _bounded(mark: EngineMark, length: int) -> EngineMark:
    return EngineMark(
        mark.text_start, mark.text_end, min(mark.sample_start, length), min(mark.sample_end, length)
    )
