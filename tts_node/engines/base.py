"""The contract between the node and an engine, and the only words they exchange.

An engine lives in a worker process and works in small steps (`open`, `step`, `close`); the conductor in the
node's own process chooses every step. All classes here are plain data that survive a trip through JSON plus
bytes (`workers.messages` does that), so this module imports nothing of the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol, runtime_checkable

TRIM_CACHES: Final = 1
TRIM_ALLOCATOR: Final = 2

PROBE_STREAM: Final = 0
"""The stream in which the node hears whether a new worker can speak; those of utterances count from 1."""


@dataclass(frozen=True, slots=True)
class EngineVoice:
    """One voice that an engine can speak with."""

    name: str
    """Unique in the node; what clients say in `voice`."""
    languages: tuple[str, ...]
    """BCP 47 tags, the best first."""
    rate: int
    """Samples a second of its PCM (mono, 16 bit)."""
    content_hash: str
    """Changes whenever its sound does: with the files behind it and the speaker that the settings chose; part
    of the cache key."""
    speakers: tuple[str, ...] = ()
    """Names of a many-speaker voice's speakers; empty for one speaker."""
    streaming: str = "chunks"
    """`chunks`: sound comes before the sentence is done. `whole`: sentence by sentence."""
    note: str = ""
    """For people: why it only does `whole`, quality, licence."""
    supports: tuple[str, ...] = ("speed",)
    """What of a style acts inside the engine: `speed`, `pitch`, `expressiveness`, `whisper`,
    `instruct`. `turns`: it follows `Segment.turns` and tells where its words are, those that begin in a
    chunk with it at the latest, but for the first chunks of a stream. And of pronunciation marks
    (`text.pronounced`) what it takes in its text: the alphabets `ipa`, `x-sampa`, `arpabet`, `pinyin`,
    `misaki` (voices of the Kokoro family), and asides by name (`breath`, `laughter`, `strong`, …)."""
    phonemes: str = ""
    """For `ipa` and `misaki`: each symbol that the voice has, one character each; empty is any of `ipa`."""
    own_level: bool = False
    """Its sound is as loud as it should be. Other voices are brought to one loudness."""


@dataclass(frozen=True, slots=True)
class EngineInfo:
    """What a loaded engine says of itself."""

    engine: str
    """The engine's type: `piper`, `tone`, …"""
    version: str
    """Engine and library versions; part of the cache key."""
    voices: tuple[EngineVoice, ...]
    lanes: int = 1
    """Steps that can run side by side, also two chunks of one stream."""
    batch: int = 1
    """Streams that one step can take."""
    streams: int = 64
    """Streams open at once; 1 for models with global state."""
    deterministic: bool = True
    """The same segment (seed included) gives the same samples again, in any process."""
    max_chars: int = 240
    """Longest segment it takes, in code points."""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SegmentStyle:
    """Numbers that act inside the engine. Level, gaps and lead-in come after it."""

    speed: float = 1.0
    """2.0 is twice as fast."""
    pitch: float = 0.0
    """Semitones, length kept."""
    expressiveness: float = 1.0
    """Scales the engine's own variation; 0 is flat."""
    whisper: bool = False
    """Breath instead of voice, about as loud as the voice; how quiet it is to be comes after the engine."""
    instruct: str | None = None
    """Free text, only for engines whose voices support `instruct`."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A part of a segment that is spoken faster or slower than the rest."""

    begin: int
    """Code points in `Segment.text`."""
    end: int
    speed: float
    """On top of the style's."""


@dataclass(frozen=True, slots=True)
class Segment:
    """About one sentence, to be spoken as one stream."""

    text: str
    """As spoken, at most `EngineInfo.max_chars` code points. Marks in it (`text.pronounced.parts`) are in
    what the voice takes."""
    voice: str
    language: str | None = None
    speaker: str | None = None
    style: SegmentStyle = field(default_factory=SegmentStyle)
    seed: int = 0
    """Randomness is an input: equal segments give equal samples where the engine is deterministic."""
    turns: tuple[Turn, ...] = ()
    """In their order, none inside another; only for voices that support `turns`."""

    @property
    def slowest(self) -> float:
        """The speed of its slowest part."""
        return self.style.speed * min((turn.speed for turn in self.turns), default=1.0)

    @property
    def fastest(self) -> float:
        return self.style.speed * max((turn.speed for turn in self.turns), default=1.0)


@dataclass(frozen=True, slots=True)
class EngineMark:
    """A word's place: code points in `Segment.text`, samples since the stream's first."""

    text_start: int
    text_end: int
    sample_start: int
    sample_end: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """What one step made of one stream.

    Steps of a stream may run side by side and come back in any order, so each takes an `index` when it
    starts: 0, 1, 2, … without holes. `index` None: a spare step, nothing could be
    started beside what is in flight.
    """

    stream: int
    index: int | None
    pcm: bytes = b""
    """Mono signed 16-bit little-endian at the voice's rate; empty is "nothing yet"."""
    marks: tuple[EngineMark, ...] = ()
    cost_ms: float = 0.0
    """Wall time the step worked on this stream."""
    phase: str = "step"
    """`front` for steps before the first sound, for timing."""
    side_by_side: int = 1
    """How many steps of this stream, those in flight included, may run at the same time from now on."""
    end: bool = False
    """This index is the stream's last."""
    error: str | None = None
    """A code from `errors` (`engine_failed`, `engine_oom`, …); the stream is over, others go on. It counts
    whatever `index` is: when a step raised, nobody knows the index and it is None."""
    message: str = ""


class Engine(Protocol):
    """What an engine implements. `step` may be called from `lanes` threads at once, also for one stream;
    `open`, `close` and `report` come from one thread, beside running steps."""

    def load(self) -> EngineInfo:
        """Load the models. Raises with a sentence for people when that cannot work."""

    def warm_up(self) -> None:
        """Make the first real segment as fast as the hundredth."""

    def open(self, stream: int, segment: Segment) -> None:
        """Take a segment; cheap (< 1 ms). What is wrong with it may be told by the first step's chunk."""

    def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        """One small piece of work, about `budget_ms` long, at most `batch` streams. One chunk for each."""

    def close(self, stream: int) -> None:
        """Forget a stream, also in the middle of it; unknown streams are ignored."""

    def report(self) -> Mapping[str, float]:
        """Figures of the engine's own, for `status` and the watchdogs. Engines on a card tell their
        allocator's `allocated_bytes` (in use) and `reserved_bytes` (taken from the card)."""


@runtime_checkable
class TrimmableEngine(Protocol):
    """An engine that can give memory back without being replaced. Optional."""

    def trim(self, level: int) -> None:
        """Give back what is not needed now; called beside running steps, which it must not disturb.

        `TRIM_CACHES`: drop what can be computed again. `TRIM_ALLOCATOR`: also hand the allocator's free
        blocks back to the system and the card (`torch.cuda.empty_cache`), though later steps ask again.
        """


@runtime_checkable
class PhonemicEngine(Protocol):
    """An engine that can show the phonemes it would speak. Optional."""

    def phonemes(self, voice: str, text: str) -> str | None:
        """Those of a segment's `text`, parted into words by blanks; None where the voice has none to show.

        A few milliseconds at most: it is called from the thread of `open`, beside running steps.
        """


class EngineFactory(Protocol):
    """The module-level callable that `engines.registry` names for a type: settings in, engine out."""

    def __call__(self, settings: Mapping[str, object]) -> Engine: ...
