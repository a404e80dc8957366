"""One part's samples on their way into an utterance's container: whichever voice speaks it, they come at the
container's rate and, beside what their text asks for, as loud and as soft as that voice should be.
"""

from __future__ import annotations

from tts_node.audio.resample import Resampler
from tts_node.audio.swell import Steps
from tts_node.speech.rendering import Rendering
from tts_node.speech.script import SegmentPart
from tts_node.speech.stage import Casting


def level_db(casting: Casting) -> float:
    """What is done to a voice's own level."""
    return casting.loudness_db + casting.style.style.level_db


class Voicing:
    """For one part, from the sample on with which it is begun."""

    def __init__(
        self,
        part: SegmentPart,
        casting: Casting,
        own: Casting,
        rendering: Rendering,
        *,
        before: Voicing | None,
    ) -> None:
        """`own`: who the container was made for. `before`: what went into it before."""
        self.part = part
        self._rendering = rendering
        self._rate = own.voice.rate
        self._usual_db = level_db(casting) - level_db(own)
        self._level_db = self._usual_db
        """Of the latest sample."""
        self._stretch = own.voice.rate / casting.voice.rate
        self._resampler: Resampler | None = None
        if casting.voice.rate != own.voice.rate:
            self._resampler = Resampler(casting.voice.rate, own.voice.rate)
        self.softness = casting.style.style.softness
        if self.softness != (own.style.style.softness if before is None else before.softness):
            rendering.soften(self.softness)

    def sound(self, pcm: bytes, steps: Steps = ()) -> tuple[bytes, float]:
        """The container's bytes, and the seconds that they add. `steps`: levels on top of the voice's."""
        if self._resampler is not None:
            pcm = self._resampler.feed(pcm)
            most = len(pcm) // 2
            steps = [(min(most, round(sample * self._stretch)), level_db) for sample, level_db in steps]
        if self._usual_db and not steps:
            steps = ((0, 0.0),)
        if self._usual_db:
            steps = [(sample, level_db + self._usual_db) for sample, level_db in steps]
        if steps:
            self._level_db = steps[-1][1]
        return self._rendering.sound(pcm, steps), len(pcm) / 2 / self._rate

    def finish(self) -> tuple[bytes, float] | None:
        """What is held back at the part's end; None: nothing is."""
        if self._resampler is None:
            return None
        pcm, self._resampler = self._resampler.finish(), None
        return self._rendering.sound(pcm, ((0, self._level_db),)), len(pcm) / 2 / self._rate
