"""Which piece of a segment's work is next: flow pieces and decoder chunks, several at once, never twice.

Pure bookkeeping about frames, without models and locks. Flow pieces are independent of each other (each
brings its context), so several can be made at once; a decoder chunk needs the flow's frames around it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from tts_node.engines.piper.trim import Edges

FIRST_FRAMES = 6
"""Frames of the first chunk beyond the first sound's own, at least."""
_FIRST_MOST = 40
SMALLEST, _LARGEST = 16, 96
"""Frames of a decoder chunk: below, margins cost too much; above, samples fall out of the CPU's caches."""
FLOW_SMALLEST, _FLOW_LARGEST = 64, 192
SAME_SUM = 65
"""Columns from which a matrix product adds up in one and the same order, whatever their number: MLAS blocks
the inner dimension by 128, and by more for 64 columns and fewer (`MLAS_SGEMM_STRIDEN`, `STRIDEK`)."""


@dataclass(frozen=True, slots=True)
class Piece:
    kind: Literal["flow", "decode", "first"]
    """`first`: the flow from the beginning to at least what the first chunk needs, then that chunk."""
    start: int
    end: int
    flow_end: int = 0
    """Of `first`: where the flow before it ends."""


@dataclass(slots=True)
class Plan:
    total: int
    """Frames of the segment."""
    context: int
    """Frames that the decoder needs on each side."""
    edges: Edges
    flow_context: int = 0
    flow_fewest: int = 0
    """No piece of the flow is smaller, unless the segment is: fewer frames give sums in another order, and so
    samples that differ in the last bit with the sizes of pieces."""
    first_frames: int = FIRST_FRAMES
    """Frames that the first chunk brings beyond the first sound's, so that the next is there in time."""
    _flow_taken: int = 0
    _flow_made: list[tuple[int, int]] = field(default_factory=list)
    _decoded: int = 0
    _chunk: int = 0

    @property
    def all_taken(self) -> bool:
        return self._decoded == self.total

    def next(self, decoder_frames: float, flow_frames: float) -> Piece | None:
        """Take the next piece, at most about so many frames of each kind; None: wait, or all is taken."""
        if self.all_taken:
            return None
        if self._flow_taken == 0:
            return self._first()
        end = self._chunk_end(decoder_frames)
        usable = self._usable()
        if usable < end and self._flow_taken < self.total:
            return self._flow(flow_frames)
        if usable < end:
            # All of the flow is under way; what is there already may be enough for a smaller chunk.
            end = self._clear_of_tail(usable) if usable < self.total else end
            if end - self._decoded < SMALLEST:
                return None
        piece = Piece("decode", self._decoded, end)
        self._chunk = min(_LARGEST, max(SMALLEST, (end - self._decoded) * 2))
        self._decoded = end
        return piece

    def startable(self, decoder_frames: float) -> int:
        """How many pieces `next` would hand out now, counted up to 2."""
        if self.all_taken:
            return 0
        flow = min(2, -(-(self.total - self._flow_taken) // _FLOW_LARGEST))
        usable = self._usable()
        chunk = max(1, self._chunk_end(decoder_frames) - self._decoded)
        decode = (
            (usable - self._decoded) // chunk
            if usable < self.total
            else 1 + (usable - self._decoded) // chunk
        )
        return int(min(2, flow + max(0, decode)))

    def flow_made(self, start: int, end: int) -> None:
        self._flow_made.append((start, end))
        self._flow_made.sort()

    def _first(self) -> Piece:
        end = self.edges.lead_end + max(FIRST_FRAMES, min(_FIRST_MOST, self.first_frames))
        end = self._clear_of_tail(min(end, self.total), forward=True)
        self._flow_taken = min(self.total, max(end + self.context, self.flow_fewest))
        self._decoded = end
        self._chunk = SMALLEST
        return Piece("first", 0, end, self._flow_taken)

    def _flow(self, frames: float) -> Piece:
        size = max(FLOW_SMALLEST, min(_FLOW_LARGEST, int(frames) - 2 * self.flow_context))
        start = self._flow_taken
        self._flow_taken = min(self.total, start + size)
        if self.total - self._flow_taken < FLOW_SMALLEST // 2:
            self._flow_taken = self.total
        # The last one may begin in what is made already: the same frames come out.
        return Piece("flow", max(0, min(start, self._flow_taken - self.flow_fewest)), self._flow_taken)

    def _chunk_end(self, frames: float) -> int:
        size = min(self._chunk, max(SMALLEST, int(frames) - self.context))
        return self._clear_of_tail(min(self.total, self._decoded + size), forward=True)

    def _clear_of_tail(self, end: int, forward: bool = False) -> int:
        """No chunk ends inside the part that may be trimmed at the end, nor shortly before it."""
        tail = self.edges.tail_start
        if end <= tail and not (forward and tail - end < SMALLEST // 2):
            return end
        return self.total if forward else min(end, max(tail, self._decoded))

    def _usable(self) -> int:
        """Frames from 0 on that the decoder may make now."""
        made = 0
        for start, end in self._flow_made:
            if start > made:
                break
            made = max(made, end)
        return made if made == self.total else max(0, made - self.context)
