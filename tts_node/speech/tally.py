"""What an utterance came to: the figures of `Finished`, collected while it goes on."""

from __future__ import annotations

from tts_node.errors import NodeError
from tts_node.speech.production import Production
from tts_node.speech.utterance import Finished, Reason, Timing


class Tally:
    """Figures of one utterance. Times are seconds on the caller's clock."""

    def __init__(self, accepted_at: float) -> None:
        self.text_s = 0.0
        """Spent on splitting text before the first segment was asked for."""
        self.encode_s = 0.0
        """Spent on encoding the first sound."""
        self.first_audio_at: float | None = None
        self._accepted_at = accepted_at
        self._first: Production | None = None
        self._cost_ms = 0.0
        self._made_s = 0.0
        self._segments = 0
        self._cached_segments = 0

    def split(self, seconds: float) -> None:
        """Text was split."""
        if self._first is None:
            self.text_s += seconds

    def asked(self, production: Production) -> None:
        """A segment was asked for; the first one tells where the time to the first sound went."""
        self._first = self._first or production

    def heard(self, production: Production) -> None:
        """All of a segment was handed over."""
        self._segments += 1
        if production.cached:
            self._cached_segments += 1
        else:
            self._cost_ms += production.cost_ms
            self._made_s += production.audio_s

    def finish(
        self,
        reason: Reason,
        error: Exception | None,
        *,
        audio_s: float,
        text_sent: int,
        underruns: int,
        spoken: tuple[str, str] | None,
    ) -> Finished:
        """`spoken`: the client's text that was heard and the rest, where the listener told how far it was."""
        first = self._first
        stepped_at = first.first_stepped_at if first is not None else None
        queue_ms = 0.0
        if stepped_at is not None:
            queue_ms = max(0.0, (stepped_at - self._accepted_at - self.text_s) * 1000.0)
        ttfa_ms = None
        if self.first_audio_at is not None:
            ttfa_ms = (self.first_audio_at - self._accepted_at) * 1000.0
        told = error if isinstance(error, NodeError) else None
        return Finished(
            reason=reason,
            audio_ms=audio_s * 1000.0,
            ttfa_ms=ttfa_ms,
            queue_ms=queue_ms,
            rtf=self._cost_ms / 1000.0 / self._made_s if self._made_s else None,
            timing=Timing(
                queue_ms=queue_ms,
                text_ms=self.text_s * 1000.0,
                front_ms=first.front_ms if first is not None else 0.0,
                first_step_ms=first.first_step_ms if first is not None else 0.0,
                encode_ms=self.encode_s * 1000.0,
            ),
            text_sent=text_sent,
            cached_segments=self._cached_segments,
            segments=self._segments,
            error_code=told.code if told is not None else "internal_error" if error is not None else None,
            error_message=str(error) if error is not None else "",
            retryable=told.retryable if told is not None else False,
            retry_after_ms=told.retry_after_ms if told is not None else None,
            underruns=underruns,
            text_spoken=spoken[0] if spoken is not None else None,
            text_remaining=spoken[1] if spoken is not None else None,
        )
