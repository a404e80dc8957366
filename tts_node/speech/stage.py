"""What a live utterance is given: who speaks it and how, what it is subject to, and the stage it is on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, get_args

from tts_node.audio.format import OutputFormat, PcmFormat
from tts_node.engines.base import EngineVoice
from tts_node.speech.production import Production
from tts_node.speech.utterance import Finished, Started, Utterance
from tts_node.style import ResolvedStyle
from tts_node.text.emoji.step import EmojiReading
from tts_node.text.lexicon import NO_LEXICON, Lexicon
from tts_node.text.line import TextLine
from tts_node.text.markup.step import CodeBlocks
from tts_node.text.pronounce.brackets import ASIDES, SPANNING_ASIDES
from tts_node.text.pronounce.fit import Takes
from tts_node.text.pronounced import Alphabet
from tts_node.text.reading import Roles
from tts_node.text.split import TextSegment

if TYPE_CHECKING:
    from tts_node.speech.live import LiveUtterance


@dataclass(frozen=True, slots=True)
class Casting:
    """Who speaks, and how: fixed when the engine is known."""

    engine: str
    voice: EngineVoice
    speaker: str | None
    language: str | None
    """None where neither the utterance nor the voice says it: each sentence tells its own."""
    style: ResolvedStyle
    format: OutputFormat
    max_chars: int
    warnings: tuple[str, ...] = ()
    language_named: bool = True
    """Somebody said the language; else the text may be in another one than the voice's."""
    loudness_db: float = 0.0
    """Brings the voice to the node's loudness; levels of styles are relative to it."""

    def started(self, first: Production, resumed_at_s: float | None, found: tuple[str, ...] = ()) -> Started:
        """What is told when it begins with the segment `first`; `resumed_at_s` where it goes on. `found`:
        warnings that the text itself gave."""
        fmt = self.format
        return Started(
            voice=self.voice.name,
            speaker=self.speaker,
            engine=self.engine,
            language=self.language or first.segment.language,
            instruct_applied=tuple(wish.words for wish in self.style.applied),
            instruct_ignored=tuple(wish.words for wish in self.style.ignored),
            format=fmt,
            pcm=PcmFormat(fmt.rate or self.voice.rate, 2, fmt.channels or 1),
            cached=first.cached,
            warnings=self.warnings + found,
            resumed=resumed_at_s is not None,
            from_ms=(resumed_at_s or 0.0) * 1000.0,
        )


@dataclass(frozen=True, slots=True)
class LiveSettings:
    """From the configuration: what every utterance is subject to."""

    text_chars: int = 100_000
    gap_ms: float = 200.0
    lead_in_ms: float = 0.0
    tail_ms: float = 0.0
    idle_flush_s: float | None = 0.6
    ahead_s: float = 1.5
    code_blocks: CodeBlocks = "skip"
    emoji: EmojiReading = "skip"
    lexicon: Callable[[], Lexicon] = lambda: NO_LEXICON
    """The household's words as they are when a text begins."""

    def text_line(self, utterance: Utterance, casting: Casting, roles: Roles | None = None) -> TextLine:
        """How the text of an utterance becomes segments. `roles`: other voices that it may ask for."""
        return TextLine(
            casting.language,
            casting.max_chars,
            text_format=utterance.text_format,
            code_blocks=self.code_blocks,
            emoji=self.emoji,
            takes=takes(casting.voice),
            among=casting.voice.languages,
            lexicon=self.lexicon(),
            roles=roles,
        )


def takes(voice: EngineVoice) -> Takes:
    """What a voice takes of pronunciation marks."""
    supports = frozenset(voice.supports)
    return Takes(
        voice.name,
        voice.languages[0] if voice.languages else None,
        supports & frozenset(get_args(Alphabet)),
        frozenset(voice.phonemes),
        supports & (ASIDES | SPANNING_ASIDES),
        supports & {"speed", "pitch", "turns"},
    )


class Stage(Protocol):
    """What a live utterance needs of `Speech`."""

    def now(self) -> float: ...

    def cast(self, utterance: Utterance) -> Casting | None:
        """Voice, style and format; None while the engine is not known yet. Raises `NodeError`."""

    def request(self, live: LiveUtterance, casting: Casting, segment: TextSegment) -> Production:
        """Join or begin the production of a segment, with `live` listening."""

    def release(self, live: LiveUtterance, production: Production) -> None:
        """`live` does not listen to it any more."""

    def refresh(self, production: Production) -> None:
        """What `live` answers about itself has changed."""

    def queue(self, casting: Casting | None) -> tuple[int, int | None]:
        """Position and estimated milliseconds for who comes now."""

    def slower_than_real_time(self, casting: Casting) -> bool: ...

    def finished(self, live: LiveUtterance, finished: Finished) -> None: ...
