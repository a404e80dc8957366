"""The one entry to speech. Every door calls `Speech.speak`; everything that makes sound goes through here."""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from tts_node.audio import encode
from tts_node.audio.format import PcmFormat
from tts_node.engines.base import EngineInfo, Segment, SegmentStyle, Turn
from tts_node.errors import EmptyText, NotReady, Restarting, TextTooLong
from tts_node.speech import cache as caching
from tts_node.speech.cache import Cache, Entry
from tts_node.speech.casting import SpeakDefaults
from tts_node.speech.glance import Glance
from tts_node.speech.live import LiveUtterance
from tts_node.speech.loudness import Delivery, Loudness
from tts_node.speech.production import Production
from tts_node.speech.roles import Cast
from tts_node.speech.runner import EngineRunner
from tts_node.speech.stage import Casting, LiveSettings
from tts_node.speech.understudies import Understudies
from tts_node.speech.utterance import Finished, Priority, Utterance
from tts_node.style import MAX_SPEED, MIN_SPEED
from tts_node.style.entry import BOUNDS
from tts_node.text.characters import speakable
from tts_node.text.split import TextSegment

_LOG = logging.getLogger(__name__)
_MOST_SHOWN = 200
"""Segments whose phonemes a preview shows."""
_SLOW_RTF = 0.95
"""From here on an engine cannot keep up with a listener, so a sentence is finished before it is begun to be
heard.
"""


class Speech:
    """Takes utterances, shares what is made, keeps what may be asked for again."""

    def __init__(
        self,
        runners: Mapping[str, EngineRunner],
        *,
        cache: Cache | None,
        defaults: SpeakDefaults | None = None,
        settings: LiveSettings | None = None,
        fallback: Mapping[str, Sequence[str]] | None = None,
        loudness: Loudness | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runners = dict(runners)
        self._cache = cache
        self._defaults = defaults or SpeakDefaults()
        self.understudies = Understudies(
            tuple(runners), fallback or {}, lambda name: self._runners[name].failure
        )
        self._settings = settings or LiveSettings()
        self._loudness = loudness or Loudness(None)
        self._clock = clock
        self._groups = itertools.count(1)
        self._flights: dict[bytes, Production] = {}
        self._engine_of: dict[Production, EngineRunner] = {}
        self._live: set[LiveUtterance] = set()
        self._reads: set[asyncio.Task[None]] = set()
        self._draining = False
        self._quiet = asyncio.Event()
        self._quiet.set()
        self._quiet_since = clock()
        self.outcomes: Counter[str] = Counter()
        """Finished utterances by reason, since the start."""
        self.on_finished: Callable[[Utterance, Priority, Finished], None] | None = None
        """Called with every utterance that is over, and the class it had at the end."""
        for runner in self._runners.values():
            runner.on_change = self._engines_changed

    # --- the door's side --------------------------------------------------------------------------------

    def speak(self, utterance: Utterance) -> LiveUtterance:
        """Check it and take it. Raises `NodeError` before anything is queued; afterwards `Finished` tells."""
        if self._draining:
            raise Restarting()
        if len(utterance.text) > self._settings.text_chars:
            raise TextTooLong(
                f"{len(utterance.text)} characters; at most {self._settings.text_chars} go into one utterance"
            )
        encode.resolve(utterance.format, PcmFormat(22_050))  # refuses what no voice could be given out in
        casting = self.cast_on_paper(utterance)
        if not utterance.more and not speakable(utterance.text):
            raise EmptyText("there is nothing to speak in this text")
        live = LiveUtterance(utterance, self, self._settings, group=next(self._groups))
        self._live.add(live)
        self._quiet.clear()
        if casting is not None:
            self._runners[casting.engine].hold(live.group)
        return live

    def engines(self) -> dict[str, EngineInfo]:
        """What is known of each engine that has been loaded."""
        return {name: runner.info for name, runner in self._runners.items() if runner.info is not None}

    @property
    def live_count(self) -> int:
        """Utterances accepted and not yet finished."""
        return len(self._live)

    def glances(self) -> list[Glance]:
        """All of them at a glance, in the order in which they came."""
        return [live.glance() for live in sorted(self._live, key=lambda live: live.group)]

    @property
    def idle_s(self) -> float:
        """For how long there has been no utterance; 0.0 while there is one."""
        return 0.0 if self._live else self._clock() - self._quiet_since

    def cache_keys(self, utterance: Utterance) -> tuple[bytes, ...]:
        """Under which keys the segments of a whole text are kept, by the voices loaded now.

        Raises `NodeError`.
        """
        casting = self.cast_on_paper(utterance)
        info = self._runners[casting.engine].info if casting is not None else None
        if casting is None or info is None:
            raise NotReady("the voice is not loaded yet")
        found = Cast(utterance, casting, self.cast_on_paper)
        line = self._settings.text_line(utterance, casting, found)
        keys = []
        for segment in [*line.feed(utterance.text), *line.end()]:
            spoken_by = found.of(segment.voice)
            info = self._runners[spoken_by.engine].info or info
            keys.append(caching.key(self._segment(utterance, spoken_by, segment), spoken_by.voice, info))
        return tuple(keys)

    def cast_on_paper(self, utterance: Utterance) -> Casting | None:
        """As `cast`, for what is not spoken now: of no loudness, which nobody notes. From any thread."""
        engines = self.engines()
        pending = [runner for name, runner in self._runners.items() if name not in engines]
        if any(runner.failure is None for runner in pending):
            known = {voice.name for info in engines.values() for voice in info.voices}
            wanted = (utterance.voice or self._defaults.voice or "").partition(":")[0]
            if wanted not in known:
                return None
        if not engines:
            raise pending[0].unavailable() if pending else NotReady("this node has no engine")
        return self.understudies.cast(utterance, engines, self._defaults)

    async def phonemes(self, texts: Sequence[tuple[str, Casting]]) -> list[str | None]:
        """What each voice would speak for segments of these texts, as far as loaded engines can tell.

        Of a long text only the beginning is asked for: it is for people to look at.
        """
        shown: list[str | None] = [None] * len(texts)
        silent: set[str] = set()
        for number, (text, casting) in enumerate(texts[:_MOST_SHOWN]):
            name = casting.voice.name
            if name not in silent:
                shown[number] = await self._runners[casting.engine].phonemes(name, text)
                if shown[number] is None:
                    silent.add(name)
        return shown

    async def drain(self, deadline_s: float) -> bool:
        """Take nothing new; let what was accepted end. Returns whether all of it ended in time."""
        self._draining = True
        try:
            async with asyncio.timeout(deadline_s):
                await self._quiet.wait()
        except TimeoutError:
            return False
        return True

    async def close(self) -> None:
        """Cancel what is still spoken. Twice is fine."""
        self._draining = True
        for live in tuple(self._live):
            live.cancel("error", Restarting())
        await asyncio.gather(*self._reads, return_exceptions=True)

    # --- Stage: what a live utterance needs -------------------------------------------------------

    def now(self) -> float:
        return self._clock()

    def cast(self, utterance: Utterance) -> Casting | None:
        casting = self.cast_on_paper(utterance)
        if casting is None:
            return None
        delivery = Delivery.of(casting.speaker, _engine_style(casting))
        return replace(casting, loudness_db=self._loudness.gain_db(casting.voice, delivery))

    def request(self, live: LiveUtterance, casting: Casting, segment: TextSegment) -> Production:
        runner = self._runners[casting.engine]
        runner.hold(live.group)
        info = runner.info
        assert info is not None
        made = self._segment(live.utterance, casting, segment)
        key = caching.key(made, casting.voice, info) if live.utterance.cache else None
        if key is not None and (flight := self._flights.get(key)) is not None and not flight.over:
            flight.listeners.add(live)
            runner.refresh(flight)
            return flight
        production = Production(key, made, casting.voice, deterministic=info.deterministic)
        filed = False
        if key is not None and self._cache is not None:
            filed = self._cache.on_disk(key)
            if not filed and (entry := self._cache.get(key)) is not None:
                production.complete_from(entry)
                return production
        production.listeners.add(live)
        production.on_done = self._keep
        self._engine_of[production] = runner
        if key is not None:
            self._flights[key] = production
        if filed:
            task = asyncio.create_task(self._read_or_make(production, runner, live.group), name="cache read")
            self._reads.add(task)
            task.add_done_callback(self._reads.discard)
        else:
            runner.make(production, live.group)
        return production

    def release(self, live: LiveUtterance, production: Production) -> None:
        production.listeners.discard(live)
        runner = self._engine_of.get(production)
        if runner is None:
            return
        if production.over or not production.listeners:
            self._land(production)
            runner.drop(production)
        else:
            runner.refresh(production)

    def refresh(self, production: Production) -> None:
        if (runner := self._engine_of.get(production)) is not None:
            runner.refresh(production)

    def queue(self, casting: Casting | None) -> tuple[int, int | None]:
        if casting is None:
            return len(self._live) - 1, None
        position, eta_s = self._runners[casting.engine].ahead_of()
        return position, None if eta_s is None else round(eta_s * 1000.0)

    def slower_than_real_time(self, casting: Casting) -> bool:
        rtf = self._runners[casting.engine].rtf
        return rtf is not None and rtf > _SLOW_RTF

    def finished(self, live: LiveUtterance, finished: Finished) -> None:
        self._live.discard(live)
        for runner in self._runners.values():
            runner.let_go(live.group)
        self.outcomes[finished.reason] += 1
        if self.on_finished is not None:
            self.on_finished(live.utterance, live.priority, finished)
        if not self._live:
            self._quiet_since = self._clock()
            self._quiet.set()
        _LOG.info(
            "%s %s %s: %s, %.2f s of sound, first after %s ms",
            live.utterance.door,
            live.priority.name.lower(),
            f"#{live.group}",
            finished.error_code or finished.reason,
            finished.audio_ms / 1000.0,
            "-" if finished.ttfa_ms is None else round(finished.ttfa_ms),
        )

    # --- inside -----------------------------------------------------------------------------------

    def _engines_changed(self) -> None:
        """Who waits for a voice asks again."""
        for live in self._live:
            live.notify()

    def _segment(self, utterance: Utterance, casting: Casting, segment: TextSegment) -> Segment:
        seed = utterance.seed
        if seed is None:
            seed = content_seed(casting.voice.name, segment.text)
        return Segment(
            text=segment.text,
            voice=casting.voice.name,
            language=segment.language or casting.language,
            speaker=casting.speaker,
            style=_engine_style(casting, segment.speed, segment.pitch),
            seed=seed,
            turns=_engine_turns(casting, segment),
        )

    def _keep(self, production: Production) -> None:
        """It is complete and passed its check: others may have it too."""
        self._land(production)
        if production.key is not None and self._cache is not None:
            entry = Entry(
                pcm=bytes(production.pcm),  # no copy: a production that is done has bytes
                rate=production.voice.rate,
                marks=tuple(production.marks),
                cost_ms=production.cost_ms,
            )
            disk = production.priority >= Priority.ANNOUNCE
            self._cache.put(production.key, entry, keep="disk" if disk else "memory")

    async def _read_or_make(self, production: Production, runner: EngineRunner, group: int) -> None:
        assert self._cache is not None and production.key is not None
        entry = await self._cache.find(production.key)
        if entry is not None:
            self._land(production)
            production.complete_from(entry)
        elif production.listeners:
            runner.make(production, group)

    def _land(self, production: Production) -> None:
        self._engine_of.pop(production, None)
        if production.key is not None and self._flights.get(production.key) is production:
            del self._flights[production.key]


def _engine_style(casting: Casting, speed: float = 1.0, pitch: float = 0.0) -> SegmentStyle:
    """What of a style acts inside the engine, with what the text itself asks for on top of it."""
    style = casting.style.style
    lowest, highest = BOUNDS["pitch"]
    return SegmentStyle(
        speed=min(max(style.speed * speed, MIN_SPEED), MAX_SPEED),
        pitch=min(max(style.pitch + pitch, lowest), highest),
        expressiveness=style.expressiveness,
        whisper=style.whisper,
        instruct=casting.style.instruct,
    )


def _engine_turns(casting: Casting, segment: TextSegment) -> tuple[Turn, ...]:
    """Speeds alone; levels come after the engine and the cache."""
    usual = _engine_style(casting, segment.speed, segment.pitch).speed if segment.turns else 1.0
    turns = (
        Turn(turn.begin, turn.end, min(max(usual * turn.speed, MIN_SPEED), MAX_SPEED) / usual)
        for turn in segment.turns
        if turn.speed != 1.0
    )
    return tuple(turns)


def content_seed(voice: str, text: str) -> int:
    """The seed of a segment that was given none: the same words sound the same, now and after a crash."""
    return int.from_bytes(
        blake2b(f"{voice}\0{text}".encode(errors="surrogatepass"), digest_size=7).digest(), "big"
    )
