"""Measures voices' loudness while nobody speaks, with the engine's lowest class."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import Final

from tts_node.audio import lufs
from tts_node.engines.base import EngineVoice, Segment
from tts_node.speech.loudness import Delivery, Loudness
from tts_node.speech.production import Production
from tts_node.speech.runner import EngineRunner
from tts_node.speech.utterance import Priority
from tts_node.text.bcp47 import main_language

_LOG = logging.getLogger(__name__)

SENTENCES: Final[Mapping[str, tuple[str, ...]]] = {
    "en": (
        "The washing machine has finished, and the windows in the kitchen are still open.",
        "Tomorrow will be mostly sunny, with a light wind from the west in the afternoon.",
    ),
    "de": (
        "Die Waschmaschine ist fertig, und die Fenster in der Küche sind noch offen.",
        "Morgen wird es meist sonnig, am Nachmittag weht ein leichter Wind aus Westen.",
    ),
    "fr": (
        "La machine à laver a terminé, et les fenêtres de la cuisine sont encore ouvertes.",
        "Demain il fera beau, avec un vent léger de l'ouest dans l'après-midi.",
    ),
    "es": (
        "La lavadora ha terminado, y las ventanas de la cocina siguen abiertas.",
        "Mañana hará sol casi todo el día, con un viento suave del oeste por la tarde.",
    ),
    "zh": ("洗衣机已经洗完了，厨房的窗户还开着。", "明天大部分时间是晴天，下午有轻轻的西风。"),
}
_ANY_LANGUAGE: Final = ("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12.", "21, 22, 23, 24, 25, 26, 27, 28, 29.")
"""Every engine reads figures in its own language."""
_GROUP: Final = 2**53
"""After all utterances."""
_LOOK_EVERY_S: Final = 0.25
"""While a sentence is made: does anybody want to speak now?"""


class Calibration:
    """Looks from time to time whether a voice is to be measured. It is never in the way: it begins when
    nobody has spoken for a while, and stops as soon as somebody does."""

    def __init__(
        self,
        loudness: Loudness,
        runners: Mapping[str, EngineRunner],
        *,
        idle_s: Callable[[], float],
        after_s: float = 5.0,
        every_s: float = 5.0,
    ) -> None:
        """`idle_s` tells for how long nobody has spoken, 0.0 while somebody does; from `after_s` on there is
        time for this."""
        self._loudness = loudness
        self._runners = runners
        self._idle_s = idle_s
        self._after_s = after_s
        self._every_s = every_s
        self._given_up: set[tuple[str, Delivery]] = set()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Twice is fine."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="measure loudness")

    async def close(self) -> None:
        """Twice is fine."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            for runner in self._runners.values():
                if runner.info is None or not runner.ready:
                    continue
                for voice in runner.info.voices:
                    for delivery in self._loudness.unknown(voice):
                        if (voice.content_hash, delivery) not in self._given_up:
                            await self._try(runner, voice, delivery)

    async def _try(self, runner: EngineRunner, voice: EngineVoice, delivery: Delivery) -> None:
        """Measure one; whatever goes wrong with it, the others have their turn."""
        try:
            await self._measure(runner, voice, delivery)
        except Exception:
            _LOG.exception("the loudness of voice %s cannot be measured", voice.name)
            self._given_up.add((voice.content_hash, delivery))

    async def _measure(self, runner: EngineRunner, voice: EngineVoice, delivery: Delivery) -> None:
        language = voice.languages[0] if voice.languages else None
        texts = SENTENCES.get(main_language(language), _ANY_LANGUAGE)
        sound = b""
        for text in texts:
            if self._idle_s() < self._after_s:
                return
            segment = Segment(text, voice.name, language, delivery.speaker, delivery.style)
            made = await self._speak(runner, Production(None, segment, voice, deterministic=False))
            if made.error is not None:
                _LOG.warning("the loudness of voice %s is not known: %s", voice.name, made.error)
                self._given_up.add((voice.content_hash, delivery))
                return
            if not made.done:
                return  # somebody wants to speak; the next time it begins again
            sound += made.pcm
        found = await asyncio.to_thread(lufs.integrated, sound, voice.rate)
        if found is None:
            self._given_up.add((voice.content_hash, delivery))
        else:
            self._loudness.learn(voice, delivery, found)
            await asyncio.to_thread(self._loudness.keep)

    async def _speak(self, runner: EngineRunner, production: Production) -> Production:
        """Until it is over, or somebody else speaks."""
        ear = _Ear()
        production.listeners.add(ear)
        runner.make(production, _GROUP)
        try:
            while not production.over and self._idle_s():
                ear.news.clear()
                try:
                    async with asyncio.timeout(_LOOK_EVERY_S):
                        await ear.news.wait()
                except TimeoutError:
                    continue
        finally:
            runner.drop(production)
        return production


class _Ear:
    """Listens to a production for its loudness alone."""

    def __init__(self) -> None:
        self.news = asyncio.Event()

    @property
    def priority(self) -> Priority:
        return Priority.BULK

    def dry_at(self, production: Production) -> float | None:
        return None

    def is_full(self, production: Production) -> bool:
        return False

    def notify(self) -> None:
        self.news.set()
