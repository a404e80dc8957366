"""The node's side of maintenance: what jobs and administrators may do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from tts_node.errors import EngineOutOfMemory, NotFound, NotSupported
from tts_node.gpu import GpuReading
from tts_node.maintenance.context import CacheStore, Store
from tts_node.speech.speech import Speech
from tts_node.speech.staff import Staff
from tts_node.speech.utterance import Speaking, Utterance
from tts_node.workers.launch import no_cards
from tts_node.workers.retirement import ReadCards
from tts_node.workers.spec import WorkerState

OUT_OF_MEMORY_TOLD_S: Final = 300.0
"""For so long after an engine ran out of memory the node says that it is degraded."""


class NodeControls:
    """A `maintenance.context.NodeControl` on the node's own parts."""

    def __init__(
        self,
        speech: Speech,
        staff: Mapping[str, Staff],
        *,
        cache: CacheStore | None,
        outputs: Store | None,
        default_voice: str | None,
        restart: Callable[[str], None] | None,
        cards: ReadCards = no_cards,
    ) -> None:
        """`restart` is None where nobody starts the node again when it ends."""
        self._speech = speech
        self._staff = staff
        self._cache = cache
        self._outputs = outputs
        self._default_voice = default_voice
        self._restart = restart
        self._cards = cards
        self._degraded: dict[str, str] = {}

    @property
    def degraded(self) -> Sequence[str]:
        """What is not as it should be, a sentence each."""
        return (*self._degraded.values(), *self._out_of_memory())

    @property
    def engines(self) -> Sequence[str]:
        return tuple(self._staff)

    def is_ready(self, engine: str) -> bool:
        return engine in self._staff and self._staff[engine].state is WorkerState.READY

    def voices(self, engine: str) -> Sequence[str]:
        info = self._speech.engines().get(engine)
        names = [voice.name for voice in info.voices] if info is not None else []
        return sorted(names, key=lambda name: name != self._default_voice)

    def memory_bytes(self, engine: str) -> int | None:
        workers = self._staff[engine].workers if engine in self._staff else ()
        return sum(worker.rss_bytes() for worker in workers) if workers else None

    async def recycle(self, engine: str, reason: str) -> None:
        await self.watched(engine).recycle(reason)

    def watched(self, engine: str) -> Staff:
        if engine not in self._staff:
            known = ", ".join(self._staff) or "none"
            raise NotFound(f"there is no engine {engine[:80]!r}; configured are {known}")
        return self._staff[engine]

    def has_understudy(self, engine: str) -> bool:
        return self._speech.understudies.next_for(engine, self._speech.engines()) is not None

    async def cards(self) -> GpuReading:
        return await self._cards()

    def restart_node(self, reason: str) -> None:
        if self._restart is None:
            raise NotSupported(
                "nobody would start this node again; run it under a service manager, or recycle its engines"
            )
        self._restart(reason)

    @property
    def idle_s(self) -> float:
        return self._speech.idle_s

    def speak(self, utterance: Utterance) -> Speaking:
        return self._speech.speak(utterance)

    def cache_keys(self, utterance: Utterance) -> Sequence[bytes]:
        return self._speech.cache_keys(utterance)

    @property
    def cache(self) -> CacheStore | None:
        return self._cache

    @property
    def outputs(self) -> Store | None:
        return self._outputs

    def _out_of_memory(self) -> Iterator[str]:
        """Told at once and for a while, whether or not a watchdog finds something to do about it."""
        for name, staff in self._staff.items():
            takes = staff.takes.within(OUT_OF_MEMORY_TOLD_S)
            if count := sum(take.error == EngineOutOfMemory.code for take in takes):
                minutes = OUT_OF_MEMORY_TOLD_S / 60.0
                yield (
                    f"engine {name}: ran out of memory in {count} of {len(takes)} sentences "
                    f"within the last {minutes:g} minutes"
                )

    def mark_degraded(self, part: str, reason: str | None) -> None:
        if reason is None:
            self._degraded.pop(part, None)
        else:
            self._degraded[part] = reason
