"""The deterministic test engine: every word is a tone that can be told from every other word's.

No model, no randomness, no dependencies: a real engine behind the whole contract, for tests, chaos runs and
simulation of slow machines. `expected_pcm` says what a quiet run must give, so that a test can prove that no
sample was lost, repeated or given to somebody else. With `faults: true` it breaks on demand (`tone_faults`).
"""

from __future__ import annotations

import hashlib
import math
import os
import re
import threading
import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from tts_node.engines.base import PROBE_STREAM, Chunk, EngineInfo, EngineMark, EngineVoice, Segment
from tts_node.engines.tone_allocator import PretendedAllocator
from tts_node.engines.tone_faults import FaultPlan, Faults

VERSION = "1"
LOW_HZ, HIGH_HZ = 180.0, 720.0
"""The tones lie between these; a voice's `low: true` halves them."""
AMPLITUDE = 9000
GAP_MS = 40.0
STOP_GAP_MS = 120.0
"""The silence after a word, and after one that ends with a stop."""


@dataclass(frozen=True, slots=True)
class ToneSettings:
    """The engine's settings, all optional. Unknown keys are errors."""

    rate: int = 22_050
    """For voices that name no rate of their own."""
    voices: tuple[Mapping[str, Any], ...] = ({"name": "tone"}, {"name": "tone-low", "low": True})
    """Mappings: `name`, optionally `rate`, `low`, `languages`, `speakers`, `streaming`, `supports`,
    `phonemes`."""
    lanes: int = 1
    batch: int = 1
    streams: int = 64
    side_by_side: int | None = None
    """Steps of one stream that may run at once after its front; None: `lanes`."""
    deterministic: bool = True
    """False: every process sounds different."""
    max_chars: int = 240
    ms_per_char: float = 60.0
    level: int = AMPLITUDE
    """Of the tones, at most 32767; 0 is silence, above 32767 it clips."""
    chunk_ms: float = 80.0
    """Sound that one step makes, less when the budget asks for it."""
    front_ms: float = 0.0
    """Work before the first sound; with 0 there is no front step."""
    step_cost_ms: float = 0.0
    """Work of every step."""
    rtf: float = 0.0
    """Work of a step in proportion to its sound; makes steps shorter to keep within their budget."""
    busy: bool = False
    """Work by computing and not by sleeping."""
    load_ms: float = 0.0
    memory_mb: int = 0
    """Read by the supervisor: refuse to load with less than this available."""
    threads: int = 1
    """Read when the process is started; without meaning here."""
    ballast_mb: float = 0.0
    """Memory to hold, as a model would."""
    device: str = ""
    """`auto`, `cuda`: pretend to use a card and tell its figures. `cpu`: the fault `cuda` does not strike."""
    vram_mb: float = 0.0
    vram_leak_mb: float = 0.0
    vram_cache_mb: float = 0.0
    vram_waste_mb: float = 0.0
    """Pretended megabytes on the card: of the model, and what each stream leaves there (`tone_allocator`)."""
    leak_mb: float = 0.0
    """Real memory that each stream leaves behind."""
    faults: bool = False
    """Obey magic words and `fault`. Never where strangers can send text."""
    fault: str = ""
    fault_from: int = 1
    fault_until: int = 1_000_000_000
    """Streams (counted from 1 in each process, the node's probe is 0) that `fault` strikes."""
    load_fault: str = ""
    """What goes wrong while loading; several words are done one after the other."""
    once: str = ""
    """A path: faults act only while this file is missing, and make it before they do."""
    slow_ms: float = 1000.0
    """What `!slow` adds to a step."""


def create(settings: Mapping[str, object]) -> ToneEngine:
    """The factory. Raises `ValueError` for unknown settings."""
    return ToneEngine(parse_settings(settings))


def parse_settings(settings: Mapping[str, object]) -> ToneSettings:
    """Settings from the configuration; voices may be plain names. Raises `ValueError`."""
    known = {f.name for f in fields(ToneSettings)}
    unknown = sorted(set(settings) - known)
    if unknown:
        raise ValueError(f"the tone engine has no setting {unknown[0]!r}; it has {', '.join(sorted(known))}")
    values: dict[str, Any] = dict(settings)
    if "voices" in values:
        values["voices"] = tuple({"name": v} if isinstance(v, str) else dict(v) for v in values["voices"])
    return ToneSettings(**values)


def expected_pcm(segment: Segment, settings: Mapping[str, object] | None = None) -> bytes:
    """Exactly the PCM that a quiet run gives for `segment`. Raises `KeyError` for an unknown voice."""
    parsed = parse_settings(settings or {})
    return _speak(segment, _voices(parsed)[segment.voice], parsed).pcm


def word_frequencies(word: str, rate: int = 22_050, *, low: bool = False) -> tuple[float, float]:
    """The two tones (Hz, first and second half) that stand for a word, for tests that hear decoded sound.

    Exactly those that a voice of `rate` makes with a neutral style: whole samples a period.
    """
    first, second = _word_tones(word, low)
    return rate / _period_samples(first, rate), rate / _period_samples(second, rate)


class ToneEngine:
    """See `engines.base.Engine`. Thread-safe: one lock for the table of streams, one for each stream."""

    def __init__(self, settings: ToneSettings) -> None:
        self._settings = settings
        self._voices = _voices(settings)
        self._streams: dict[int, _Stream] = {}
        self._lock = threading.Lock()
        self._opened = 0
        self._steps = 0
        self._ballast = b""
        self._leaked: list[bytes] = []
        self._card = _pretended_card(settings) if settings.device in ("auto", "cuda") else None
        self._faults = Faults(
            FaultPlan(
                settings.fault,
                settings.fault_from,
                settings.fault_until,
                settings.once,
                settings.slow_ms,
                no_card=settings.device == "cpu",
            )
            if settings.faults
            else None
        )

    def load(self) -> EngineInfo:
        settings = self._settings
        if settings.load_fault and settings.faults:
            for fault in settings.load_fault.split():
                self._faults.strike(fault)
        self._work(settings.load_ms)
        self._ballast = bytes(b"\x01" * 4096) * round(settings.ballast_mb * 256)
        return EngineInfo(
            engine="tone",
            version=VERSION,
            voices=tuple(voice.public for voice in self._voices.values()),
            lanes=settings.lanes,
            batch=settings.batch,
            streams=settings.streams,
            deterministic=settings.deterministic,
            max_chars=settings.max_chars,
        )

    def warm_up(self) -> None:
        """Nothing to warm."""

    def open(self, stream: int, segment: Segment) -> None:
        voice = self._voices.get(segment.voice)
        if voice is None:
            raise ValueError(f"the tone engine has no voice {segment.voice!r}")
        with self._lock:
            if len(self._streams) >= self._settings.streams:
                raise ValueError(f"more than {self._settings.streams} streams are open")
            self._opened += stream != PROBE_STREAM
            ordinal = 0 if stream == PROBE_STREAM else self._opened
            self._streams[stream] = _Stream(segment, voice, ordinal)
            if self._settings.leak_mb:
                self._leaked.append(b"\x01" * round(self._settings.leak_mb * 1_000_000))
        if self._card is not None:
            self._card.stream_opened()

    def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        return [self._step(stream, budget_ms) for stream in streams]

    def close(self, stream: int) -> None:
        with self._lock:
            self._streams.pop(stream, None)

    def report(self) -> Mapping[str, float]:
        figures: dict[str, float] = {"open_streams": len(self._streams), "streams": self._opened}
        return {**figures, "steps": self._steps, **(self._card.report() if self._card is not None else {})}

    def trim(self, level: int) -> None:
        if self._card is not None:
            self._card.trim(level)

    # --- one step of one stream ------------------------------------------------------------------------

    def _step(self, number: int, budget_ms: float) -> Chunk:
        started = time.perf_counter()
        with self._lock:
            stream = self._streams.get(number)
            self._steps += 1
        if stream is None:
            return Chunk(number, None)
        self._faults.before_step(stream.ordinal)
        with stream.lock:
            piece = self._next_piece(stream, budget_ms)
        if piece is None:
            return Chunk(number, None)
        speech = stream.speech
        assert speech is not None
        marks = tuple(m for m in speech.marks if piece.start <= m.sample_start < piece.end)
        word_fault = self._faults.in_text(speech.words[m.text_start] for m in marks)
        self._work(piece.cost_ms)
        stream.front_done = True
        chunk = Chunk(
            stream=number,
            index=piece.index,
            pcm=speech.pcm[2 * piece.start : 2 * piece.end],
            marks=marks,
            phase="front" if piece.front else "step",
            side_by_side=self._settings.side_by_side or self._settings.lanes,
            end=piece.last,
        )
        chunk = self._faults.spoil(chunk, word_fault)
        return _with_cost(chunk, (time.perf_counter() - started) * 1000)

    def _next_piece(self, stream: _Stream, budget_ms: float) -> _Piece | None:
        """What this step is to do; takes its index and its samples, so that steps can run side by side."""
        settings = self._settings
        if stream.speech is None:
            stream.speech = _speak(stream.segment, stream.voice, settings)
        if stream.ended or (settings.front_ms and stream.next_index and not stream.front_done):
            return None
        index = stream.next_index
        stream.next_index += 1
        total = len(stream.speech.pcm) // 2
        if index == 0 and settings.front_ms:
            stream.ended = total == 0
            return _Piece(index, 0, 0, settings.front_ms, True, stream.ended)
        audio_ms = settings.chunk_ms
        if settings.rtf:
            audio_ms = min(audio_ms, max(5.0, budget_ms / settings.rtf))
        if stream.voice.public.streaming == "whole":
            samples = total
        else:
            samples = max(1, round(audio_ms * stream.voice.public.rate / 1000))
        start = stream.position
        stream.position = end = min(total, start + samples)
        stream.ended = end == total and not self._faults.endless(stream.segment.text)
        if end == total and not stream.ended:
            stream.position = 0  # once more, for ever
        cost = settings.step_cost_ms + settings.rtf * (end - start) * 1000 / stream.voice.public.rate
        return _Piece(index, start, end, cost, False, stream.ended)

    def _work(self, cost_ms: float) -> None:
        if cost_ms <= 0:
            return
        if not self._settings.busy:
            time.sleep(cost_ms / 1000)
            return
        until = time.perf_counter() + cost_ms / 1000
        while time.perf_counter() < until:
            hashlib.sha256(bytes(4096)).digest()


# --- sound --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Voice:
    public: EngineVoice
    low: bool


@dataclass(frozen=True, slots=True)
class _Speech:
    pcm: bytes
    marks: tuple[EngineMark, ...]
    words: Mapping[int, str]
    """By their place in the text."""


@dataclass(slots=True)
class _Stream:
    segment: Segment
    voice: _Voice
    ordinal: int
    """Counted from 1 since the process started; 0 is the node's probe."""
    lock: threading.Lock = field(default_factory=threading.Lock)
    speech: _Speech | None = None
    next_index: int = 0
    front_done: bool = False
    position: int = 0
    ended: bool = False


@dataclass(frozen=True, slots=True)
class _Piece:
    index: int
    start: int
    end: int
    cost_ms: float
    front: bool
    last: bool


def _pretended_card(settings: ToneSettings) -> PretendedAllocator:
    return PretendedAllocator(
        model_mb=settings.vram_mb,
        leak_mb=settings.vram_leak_mb,
        cache_mb=settings.vram_cache_mb,
        waste_mb=settings.vram_waste_mb,
    )


def _voices(settings: ToneSettings) -> dict[str, _Voice]:
    voices = {}
    for entry in settings.voices:
        name = str(entry["name"])
        rate = int(entry.get("rate", settings.rate))
        low = bool(entry.get("low", False))
        identity = f"{VERSION} {name} {rate} {low} {settings.ms_per_char}"
        voices[name] = _Voice(
            EngineVoice(
                name=name,
                languages=tuple(entry.get("languages", ("en-US", "de-DE", "zh-CN"))),
                rate=rate,
                content_hash=hashlib.sha256(identity.encode()).hexdigest(),
                speakers=tuple(entry.get("speakers", ())),
                streaming=str(entry.get("streaming", "chunks")),
                note="a tone for each word; for tests",
                supports=tuple(entry.get("supports", ("speed", "pitch", "expressiveness", "turns"))),
                phonemes=str(entry.get("phonemes", "")),
                own_level=bool(entry.get("own_level", True)),
            ),
            low,
        )
    return voices


def _speak(segment: Segment, voice: _Voice, settings: ToneSettings) -> _Speech:
    """The whole segment: a burst for each word, `ms_per_char` long for each character, and the gaps."""
    rate = voice.public.rate
    style = segment.style
    shift = 2 ** (style.pitch / 12)
    flavour = f"{segment.speaker or ''}|{style.instruct or ''}|{segment.seed}"
    if not settings.deterministic:
        flavour += f"|{_PROCESS_FLAVOUR}"
    digest = hashlib.sha256(flavour.encode("utf-8", "surrogatepass")).digest()
    turn = int.from_bytes(digest[:4], "big") / 2**32
    parts: list[bytes] = []
    marks = []
    words = {}
    position = 0
    for match in re.finditer(r"\S+", segment.text):
        word = match.group()
        words[match.start()] = word
        speed = style.speed * _turned(segment, match.start(), match.end())
        samples = round(len(word) * settings.ms_per_char / speed * rate / 1000)
        half = samples // 2
        level = round(settings.level * (0.8 + 0.2 * min(style.expressiveness, 2.0) * (len(word) % 2)))
        first, second = (f * shift for f in _word_tones(word, voice.low))
        parts.append(_burst(first, half, rate, level, turn))
        parts.append(_burst(second, samples - half, rate, level, turn))
        marks.append(EngineMark(match.start(), match.end(), position, position + samples))
        gap_ms = STOP_GAP_MS if word[-1] in ".!?:;…。！？" else GAP_MS
        gap = round(gap_ms / style.speed * rate / 1000)
        parts.append(bytes(2 * gap))
        position += samples + gap
    return _Speech(b"".join(parts), tuple(marks), words)


def _turned(segment: Segment, begin: int, end: int) -> float:
    """By what a word's speed is multiplied: that of the first turn which has any of it."""
    return next((turn.speed for turn in segment.turns if turn.begin < end and turn.end > begin), 1.0)


def _word_tones(word: str, low: bool) -> tuple[float, float]:
    digest = hashlib.sha256(word.encode("utf-8", "surrogatepass")).digest()
    first, second = (int.from_bytes(digest[at : at + 2], "big") / 65535 for at in (0, 2))
    scale = 0.5 if low else 1.0
    span = HIGH_HZ / LOW_HZ
    return scale * LOW_HZ * span**first, scale * LOW_HZ * span**second


def _period_samples(frequency: float, rate: int) -> int:
    return max(2, round(rate / frequency))


def _burst(frequency: float, samples: int, rate: int, level: int, turn: float) -> bytes:
    """A tone as periods of one table, which costs next to nothing; quieter at its edges against clicks."""
    period = _period_samples(frequency, rate)
    loud, soft = (_period(period, value, turn) for value in (level, level // 3))
    edge = min(2 * period, samples // 4)
    body = samples - 2 * edge
    return b"".join(
        (table * (count // period + 1))[: 2 * count]
        for table, count in ((soft, edge), (loud, body), (soft, edge))
    )


@lru_cache(maxsize=512)
def _period(period: int, level: int, turn: float) -> bytes:
    waves = (round(level * math.sin(2 * math.pi * (i / period + turn))) for i in range(period))
    samples = array("h", (min(32767, max(-32768, wave)) for wave in waves))
    if array("h", (1,)).tobytes() != b"\x01\x00":
        samples.byteswap()
    return samples.tobytes()


def _with_cost(chunk: Chunk, cost_ms: float) -> Chunk:
    return Chunk(
        chunk.stream,
        chunk.index,
        chunk.pcm,
        chunk.marks,
        cost_ms,
        chunk.phase,
        chunk.side_by_side,
        chunk.end,
        chunk.error,
        chunk.message,
    )


_PROCESS_FLAVOUR = os.urandom(8).hex()
