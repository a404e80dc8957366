"""The Piper engine: loads voices, opens streams, makes their steps. See `engines.base` for the contract."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tts_node.engines.base import Chunk, EngineInfo, EngineVoice, Segment
from tts_node.engines.piper import afterwards, cutfiles, noise
from tts_node.engines.piper.cutfiles import CUTTER_VERSION, Manifest
from tts_node.engines.piper.later import Later
from tts_node.engines.piper.pace import Pace
from tts_node.engines.piper.settings import PiperSettings, available_cpus, parse
from tts_node.engines.piper.stream import CutStream, Stream, StreamFailure, chunk_of
from tts_node.engines.piper.voice import BadVoice, VoiceFiles, read

if TYPE_CHECKING:
    from tts_node.engines.piper.phonemes import Phonemizer
    from tts_node.engines.piper.sessions import Scales

_WARM_UP = "The washing machine has finished."
_WARM_UP_SOUNDS = 2
"""Chunks with sound after which nothing is new any more."""
_WARM_UP_BUDGET_MS = 40.0
_STREAMS = 64
_Maker = Callable[["Segment", "Scales", int, float], "Stream"]
"""Makes the stream of a segment, with a speaker, that will be played so many times as fast."""
_MANNER = 3
"""Counts up when the same segment comes to sound otherwise than before: other lengths, another whisper, words
read otherwise. What was kept of the manner before is made again."""


def create(settings: Mapping[str, object]) -> PiperEngine:
    """The factory that `engines.registry` names. Raises `ValueError` for wrong settings."""
    return PiperEngine(parse(settings))


class PiperEngine:
    """Voices of the Piper family, each cut when its graph allows it."""

    def __init__(self, settings: PiperSettings) -> None:
        self._settings = settings
        self._openers: dict[str, _Opener] = {}
        self._streams: dict[int, Stream | StreamFailure] = {}
        self._lock = threading.Lock()
        self._counted = {"segments": 0.0, "steps": 0.0, "spare_steps": 0.0, "failures": 0.0}

    def load(self) -> EngineInfo:
        """Raises `BadVoice` when no voice can be used; one broken voice among several becomes a warning."""
        version = Later(_version)
        voices: list[EngineVoice] = []
        warnings: list[str] = []
        for item in self._settings.voices:
            try:
                opener = _Opener(read(item, self._settings.cache_dir), self._settings)
            except BadVoice as error:
                warnings.append(str(error))
                continue
            except Exception as error:  # whatever one voice stumbles over, the others speak
                warnings.append(f"voice {item.name!r} cannot be used ({error!r})")
                continue
            self._openers[item.name] = opener
            voices.append(opener.description())
        if not voices:
            raise BadVoice("; ".join(warnings))
        return EngineInfo(
            engine="piper",
            version=version.result(),
            voices=tuple(voices),
            lanes=self._settings.lanes,
            batch=1,
            streams=_STREAMS,
            deterministic=all(opener.deterministic for opener in self._openers.values()),
            max_chars=self._settings.max_chars,
            warnings=tuple(warnings),
        )

    def warm_up(self) -> None:
        """Begin a sentence with each voice: weights get mapped and the cost of a frame is known."""
        for name in self._openers:
            self.open(-1, Segment(_WARM_UP, name))
            sounds = 0
            while sounds < _WARM_UP_SOUNDS:
                chunk = self._step(-1, _WARM_UP_BUDGET_MS)
                sounds += bool(chunk.pcm)
                if chunk.end:
                    break
            self.close(-1)

    def open(self, stream: int, segment: Segment) -> None:
        opener = self._openers.get(segment.voice)
        opened: Stream | StreamFailure
        if opener is None:
            opened = StreamFailure("unknown_voice", f"the Piper engine has no voice {segment.voice!r}")
        else:
            opened = opener.open(segment)
        with self._lock:
            self._streams[stream] = opened
            self._counted["segments"] += 1

    def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        return [self._step(stream, budget_ms) for stream in streams]

    def close(self, stream: int) -> None:
        with self._lock:
            self._streams.pop(stream, None)

    def phonemes(self, voice: str, text: str) -> str | None:
        opener = self._openers.get(voice)
        return None if opener is None else opener.phonemes(text)

    def report(self) -> Mapping[str, float]:
        figures = dict(self._counted)
        with self._lock:
            figures["open_streams"] = float(len(self._streams))
        for name, opener in self._openers.items():
            figures |= {f"{name}.{key}": value for key, value in opener.pace.figures().items()}
        return figures

    def _step(self, number: int, budget_ms: float) -> Chunk:
        started = time.perf_counter()
        with self._lock:
            stream = self._streams.get(number)
            self._counted["steps"] += 1
        if stream is None:
            return Chunk(number, None)
        if isinstance(stream, StreamFailure):
            self.close(number)
            return Chunk(number, 0, end=True, error=stream.code, message=str(stream))
        taken = stream.take(budget_ms)
        if taken is None:
            self._counted["spare_steps"] += 1
            return Chunk(number, None)
        try:
            made = stream.make(taken)
        except Exception as error:
            self.close(number)
            self._counted["failures"] += 1
            code, message = _told(error)
            cost = _ms_since(started)
            return Chunk(number, taken.index, cost_ms=cost, end=True, error=code, message=message)
        last, side_by_side = stream.finish(taken)
        side_by_side = min(self._settings.lanes, side_by_side)
        return chunk_of(number, taken, made, _ms_since(started), last, side_by_side)


class _Opener:
    """One loaded voice and how its streams are made."""

    def __init__(self, files: VoiceFiles, settings: PiperSettings) -> None:
        from tts_node.engines.piper.sessions import Scales

        self._files = files
        self._scales = Scales
        self.pace = Pace()
        self.reason = ""
        sessions = Later(lambda: self._load(settings))
        try:
            # Meanwhile: onnxruntime leaves the interpreter to others while it loads.
            self._phonemizer = _phonemizer(files)
            noise.for_frames(0, channels=1, start=0, end=1)  # numpy loads its generators at the first draw
        finally:
            self._make = sessions.result()
        self.deterministic = not self.reason

    def _load(self, settings: PiperSettings) -> _Maker:
        """Loads the models and says how a stream is made. Raises `BadVoice`."""
        files = self._files
        try:
            folder, manifest = cutfiles.ensure(
                files.model, files.content_hash, settings.cache_dir, files.name
            )
            self.reason = manifest.reason
        except (RuntimeError, OSError) as error:
            self.reason = str(error)
        try:
            return self._whole(settings) if self.reason else self._cut(folder, manifest, settings)
        except Exception as error:  # onnxruntime raises classes of its own for anything wrong with a file
            raise BadVoice(f"voice {files.name!r}: {files.model.name} cannot be loaded ({error})") from None

    def _whole(self, settings: PiperSettings) -> _Maker:
        from tts_node.engines.piper.whole import WholeSession, WholeStream

        voice = WholeSession(self._files.model, settings.threads)
        return lambda segment, scales, speaker, played: WholeStream(
            segment,
            voice,
            self._phonemizer,
            rate=round(self._files.rate * played),
            scales=replace(scales, length=scales.length * played / segment.style.speed),
            speaker=speaker,
        )

    def _cut(self, folder: Path, manifest: Manifest, settings: PiperSettings) -> _Maker:
        from tts_node.engines.piper.sessions import CutSessions

        front_threads = min(available_cpus(), settings.threads * settings.lanes)
        sessions = CutSessions.load(folder, manifest, threads=settings.threads, front_threads=front_threads)
        return lambda segment, scales, speaker, played: CutStream(
            segment,
            sessions,
            self._phonemizer,
            self.pace,
            rate=round(self._files.rate * played),
            scales=scales,
            speaker=speaker,
            stretch=played / segment.style.speed,
        )

    def description(self) -> EngineVoice:
        files = self._files
        turns = () if self.reason or not self._phonemizer.tells_words else ("turns",)
        return EngineVoice(
            name=files.name,
            languages=files.languages,
            rate=files.rate,
            content_hash=files.sound_hash,
            speakers=tuple(files.speakers),
            streaming="whole" if self.reason else "chunks",
            note=f"Spoken sentence by sentence: {self.reason}." if self.reason else "",
            supports=("speed", "pitch", "expressiveness", "whisper", *turns, *self._phonemizer.notations),
            phonemes=self._phonemizer.symbols if "ipa" in self._phonemizer.notations else "",
        )

    def phonemes(self, text: str) -> str | None:
        """Only of espeak: other phonemizers take their time, and some fetch a model first."""
        return self._phonemizer.phonemes(text) if "ipa" in self._phonemizer.notations else None

    def open(self, segment: Segment) -> Stream | StreamFailure:
        files, style = self._files, segment.style
        try:
            speaker = files.speaker_id(segment.speaker)
        except KeyError:
            return StreamFailure("unknown_voice", f"voice {files.name!r} has no speaker {segment.speaker!r}")
        scales = self._scales(
            noise=files.noise * style.expressiveness,
            length=files.length,
            duration_noise=files.duration_noise * style.expressiveness,
        )
        stream = self._make(segment, scales, speaker, afterwards.played_faster(segment))
        return afterwards.changed(stream, segment, files.rate)


def _phonemizer(files: VoiceFiles) -> Phonemizer:
    from tts_node.engines.piper.phonemes import Phonemizer

    try:
        phonemizer = Phonemizer(files.config)
    except (KeyError, ValueError, TypeError) as error:
        raise BadVoice(f"voice {files.name!r}: Piper does not take its description ({error})") from None
    try:
        phonemizer.speak("a")  # espeak reads its data at its first word
    except (
        Exception
    ) as error:  # espeak's classes for a language it lacks, and other phonemizers' for anything
        spoken_as = files.config.get("espeak", {}).get("voice")
        raise BadVoice(
            f"voice {files.name!r}: no text can be turned into sounds for it"
            f" (its language is {spoken_as!r} for espeak: {error})"
        ) from None
    return phonemizer


def _told(error: Exception) -> tuple[str, str]:
    """Wire code and sentence of what went wrong in a step."""
    if isinstance(error, StreamFailure):
        return error.code, str(error)
    if isinstance(error, MemoryError) or "allocate memory" in str(error):
        return "engine_oom", "there is not enough memory for this segment"
    return "engine_failed", f"the voice failed: {error}"


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000.0


def _version() -> str:
    """Everything that can change a sample."""
    from importlib.metadata import PackageNotFoundError, version

    parts = [f"cut {CUTTER_VERSION}", f"manner {_MANNER}"]
    for package in ("piper-tts", "onnxruntime", "numpy"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"{package} ?")
    return ", ".join(parts)
