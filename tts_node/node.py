"""The composition root: builds the parts, owns their lifetimes, drains and stops."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from typing import Any

import psutil

from tts_node import __version__
from tts_node.administration import Administration
from tts_node.config import Config
from tts_node.crew import Crew
from tts_node.discovery import Advertiser, AlsoHere, NodeRecord
from tts_node.errors import EngineUnavailable, NodeError, NotReady
from tts_node.kept_tokens import KeptTokens
from tts_node.lexicon.household import HouseholdLexicon
from tts_node.loop_delay import LoopDelay
from tts_node.maintenance.upkeep import Maintenance
from tts_node.monitoring import Monitoring
from tts_node.node_control import NodeControls
from tts_node.outputs import OutputStore
from tts_node.protocol import MIN_SCHEMA, SCHEMA
from tts_node.server.app import HttpDoors, build_app
from tts_node.server.entrance import within_open_files
from tts_node.server.ports import SpeakDefaults as SessionDefaults
from tts_node.server.ports import VoiceListing
from tts_node.server.recorder import Recorder
from tts_node.server.serve import Server
from tts_node.server.wyoming.door import WyomingDoor
from tts_node.speech.cache import Cache
from tts_node.speech.calibration import Calibration
from tts_node.speech.casting import SpeakDefaults, StylePreset
from tts_node.speech.glance import Glance
from tts_node.speech.loudness import Loudness
from tts_node.speech.on_paper import preview
from tts_node.speech.speech import Speech
from tts_node.speech.staff import Staff
from tts_node.speech.stage import LiveSettings
from tts_node.speech.utterance import Priority, Utterance
from tts_node.text.emoji.names import catalogue
from tts_node.text.line import Preview
from tts_node.text.markup.step import TextFormat
from tts_node.text.read.reader import reader
from tts_node.workers.spec import WorkerState
from tts_node.workers.swap import SwapReport

_LOG = logging.getLogger(__name__)
_PREPARE_TIMEOUT_S = 120.0
_LOOK_S = 0.1
_GLANCES = 50
"""So many utterances are listed in the status; the number of all of them is beside."""


class Node:
    """One node. `start` returns when it listens; engines go on loading in the background."""

    def __init__(
        self, config: Config, crew: Crew | None = None, *, restart: Callable[[str], None] | None = None
    ) -> None:
        """`crew` may have begun to load already; without one the state folder is opened, which may raise
        `ConfigError`. The node closes it. `restart` is called with a reason when somebody may and does ask
        for it; None where nobody starts the node again when it ends.
        """
        # What the operating system lets it hold open may be less than the configuration wants.
        limits = within_open_files(config.server.limits)
        server = config.server.model_copy(update={"limits": limits})
        self.config = config = config.model_copy(update={"server": server})
        self._crew = crew or Crew(config)
        self._cards = self._crew.cards
        self._staff = self._crew.staff
        self.state_folder = self._crew.state_folder
        self.name = config.node.name or socket.gethostname()
        self.node_id = self.state_folder.node_id
        self.version = __version__
        self.draining = False
        self._began = time.monotonic()
        self._cache = self._make_cache() if config.cache.enabled else None
        self.lexicon = HouseholdLexicon(config.lexicon_path)
        self._settings = _live_settings(config, self.lexicon)
        self._loudness = Loudness(
            config.audio.loudness_lufs,
            kept=self.state_folder.kept_loudness(),
            keep=self.state_folder.keep_loudness,
        )
        self.speech = Speech(
            {name: staff.runner for name, staff in self._staff.items()},
            cache=self._cache,
            defaults=SpeakDefaults(
                voice=config.speak.voice,
                language=config.speak.language,
                instruct=config.speak.instruct,
                speed=config.speak.speed,
                styles={
                    name: StylePreset(style.instruct, style.speed, style.level_db)
                    for name, style in config.styles.items()
                },
            ),
            settings=self._settings,
            fallback={name: engine.fallback for name, engine in config.engines.items()},
            loudness=self._loudness,
        )
        self._calibration = Calibration(
            self._loudness,
            {name: staff.runner for name, staff in self._staff.items()},
            idle_s=lambda: self.speech.idle_s,
        )
        self.outputs = OutputStore(
            self.state_folder.outputs_dir,
            max_bytes=config.outputs.max_mb * 1_000_000,
            max_age_s=config.outputs.max_age_h * 3600.0,
        )
        self._recorder = Recorder(
            self.outputs, at_once_per_address=config.server.limits.utterances_per_client
        )
        self._controls = NodeControls(
            self.speech,
            self._staff,
            cache=self._cache if config.cache.disk_mb else None,
            outputs=self.outputs if config.outputs.max_mb else None,
            default_voice=config.speak.voice,
            cards=self._cards.read,
            restart=restart,
        )
        self.maintenance = Maintenance(config.maintenance, self._controls, self.state_folder.path)
        self.administration = Administration(
            self.maintenance, self._controls, lexicon=self.lexicon, preview=self.preview
        )
        self._loop_delay = LoopDelay()
        self._server: Server | None = None
        self.monitoring = Monitoring(
            self.speech,
            self._staff,
            cards=self._cards.read,
            cache=self._cache,
            outputs=self.outputs,
            loop_delay=self._loop_delay,
            jobs=self.maintenance.jobs,
            connections=self._connections,
            readiness=lambda: (self.readiness()[0], len(self._controls.degraded)),
        )
        for staff in self._staff.values():
            staff.on_swap = self._swapped
        self._session_defaults = SessionDefaults(Priority[config.speak.priority.upper()], config.speak.pace)
        self.wyoming = WyomingDoor(
            self,
            config.wyoming,
            config.server,
            defaults=self._session_defaults,
        )
        self._advertiser: Advertiser | None = None
        self._reading: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None

    # --- life -----------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Listen, announce, begin to load. Raises `ConfigError` when the port cannot be had."""
        tokens = KeptTokens(self.state_folder)
        config = self.config
        doors = HttpDoors(config.http, config.openai, self._recorder)
        app = build_app(
            self,
            config.server,
            tokens,
            defaults=self._session_defaults,
            doors=doors,
            administration=self.administration,
            monitor=self.monitoring,
        )
        server = Server(app, config.server)
        # Workers take longest, so they begin first.
        await self._crew.start()
        await self.outputs.start()
        try:
            await self.lexicon.start()
            await server.start()
            self._server = server
            await self.wyoming.start(server.certificate)
        except BaseException:
            await self.close()
            raise
        self._loop_delay.start()
        self.monitoring.start()
        if self._cache is not None:
            self._cache.start()
        await self.maintenance.start()
        if config.audio.loudness_lufs is not None:
            self._calibration.start()
        if config.discovery.enabled:
            record = NodeRecord(
                node_id=self.node_id,
                name=config.discovery.name or self.name,
                port=server.port,
                version=__version__,
                schema_version=SCHEMA,
                min_schema_version=MIN_SCHEMA,
                auth=config.server.require_token,
                tls=config.server.tls_cert is not None,
                also=self._also_announced(),
            )
            self._advertiser = Advertiser(
                record, config.discovery, bind_host=config.server.host, also_when=self._has_a_voice
            )
            await self._advertiser.start()
        await asyncio.to_thread(reader, config.speak.language or "en")
        self._reading = asyncio.create_task(self._learn_to_read(), name="reading rules")

    async def wait_settled(self) -> list[NodeError]:
        """Until every engine can speak or has failed; why, of those that have."""
        errors: list[NodeError] = []
        for staff in self._staff.values():
            try:
                await staff.wait_ready()
            except NodeError as error:
                errors.append(error)
        return errors

    async def drain(self, deadline_s: float) -> bool:
        """Take nothing new, tell that to everybody, let what was accepted end. Returns whether it did in
        time.
        """
        self.draining = True
        if self._server is not None:
            self._server.sessions.announce_stop()
        draining = asyncio.ensure_future(self.speech.drain(deadline_s))
        if self._advertiser is not None:
            await self._advertiser.close()
        return await draining

    async def close(self) -> None:
        """Stop everything. Twice is fine, also at the same time."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="close node")
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self.draining = True
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self.maintenance.close()
        await self.monitoring.close()
        if self._advertiser is not None:
            await self._advertiser.close()
        await self._calibration.close()
        await self.speech.close()
        doors = [self.wyoming.stop()]
        if self._server is not None:
            doors.append(self._server.stop())
        await asyncio.gather(*doors)
        await self._recorder.close()
        await self.outputs.close()
        await self._crew.close()
        await self.administration.close()
        await self.lexicon.close()
        if self._cache is not None:
            await self._cache.close()
        self._loop_delay.close()

    @property
    def port(self) -> int:
        """The one it listens on. Raises `RuntimeError` before `start`."""
        if self._server is None:
            raise RuntimeError("the node does not listen yet")
        return self._server.port

    @property
    def advertiser(self) -> Advertiser | None:
        return self._advertiser

    @property
    def is_able(self) -> bool:
        """Some engine can speak, or there is none that should."""
        return not self._staff or any(staff.can_speak for staff in self._staff.values())

    # --- what the server asks -------------------------------------------------------------------------

    def voices(self) -> Sequence[VoiceListing]:
        listings: list[VoiceListing] = []
        engines = self.speech.engines()
        wanted = self.config.speak.voice
        if all(voice.name != wanted for info in engines.values() for voice in info.voices):
            wanted = None  # as for speaking
        for name, info in engines.items():
            for voice in info.voices:
                listings.append(
                    VoiceListing(
                        name=voice.name,
                        languages=voice.languages,
                        rate=voice.rate,
                        engine=name,
                        speakers=voice.speakers,
                        streaming=voice.streaming,
                        note=voice.note,
                        default=voice.name == wanted if wanted else not listings,
                    )
                )
        return listings

    def styles(self) -> Sequence[str]:
        return sorted(self.config.styles)

    @property
    def absent_default(self) -> str | None:
        """A sentence for people when `speak.voice` is a voice that no engine has, or that of one that has
        failed; None while one may have it yet."""
        wanted, voices = self.config.speak.voice, self.voices()
        if wanted is None or not voices or any(voice.name == wanted for voice in voices):
            return None
        unable = [staff for staff in self._staff.values() if not staff.can_speak]
        if any(staff.state is not WorkerState.FAILED for staff in unable):
            return None
        failed = ", ".join(staff.name for staff in unable)
        why = f" (perhaps because of the failed {failed})" if failed else ""
        others = next(voice.name for voice in voices if voice.default)
        return (
            f"speak.voice: there is no voice {wanted!r}{why}; requests without a voice are spoken by {others}"
        )

    def readiness(self) -> tuple[bool, Sequence[str]]:
        missing = [
            f"engine {name} {'has' if staff.state is WorkerState.FAILED else 'is'} {staff.state}"
            + (f": {staff.reason}" if staff.reason else "")
            for name, staff in self._staff.items()
            if not staff.can_speak
        ]
        if self.draining:
            missing.append("the node is restarting")
        missing += self._controls.degraded
        if self._cache is not None and self._cache.disk_failing:
            missing.append("the disk takes nothing (full or not writable): speech goes on, nothing is kept")
        if (trouble := self.lexicon.trouble) is not None:
            missing.append(trouble)
        if (absent := self.absent_default) is not None:
            missing.append(absent)
        can_speak = any(staff.can_speak for staff in self._staff.values())
        return can_speak and not self.draining, missing

    def status(self) -> Mapping[str, Any]:
        ready, missing = self.readiness()
        cache = self._cache
        return {
            "node_id": self.node_id,
            "name": self.name,
            "version": self.version,
            "ready": ready,
            "missing": list(missing),
            "degraded": list(self._controls.degraded),
            "uptime_s": round(time.monotonic() - self._began, 1),
            "utterances": {"live": self.speech.live_count, **self.speech.outcomes},
            "speaking": [_as_json(glance) for glance in self.speech.glances()[:_GLANCES]],
            "engines": {name: self._engine_status(staff) for name, staff in self._staff.items()},
            "cache": asdict(cache.stats()) if cache is not None else None,
            "lexicon": self.lexicon.status(),
            "connections": self._connections(),
            "wyoming": {"port": self.wyoming.port, "connections": len(self.wyoming)},
            "outputs": {"count": self.outputs.count, "bytes": self.outputs.size_bytes},
            "discovery": asdict(self._advertiser.status) if self._advertiser is not None else None,
            "jobs": [job.as_json() for job in self.maintenance.jobs()],
            "loop_delay_ms": self._loop_delay.report(),
            "rss_bytes": psutil.Process().memory_info().rss,
            "pid": os.getpid(),
        }

    def refused(self, door: str, code: str) -> None:
        self.monitoring.refused(door, code)

    async def preview(
        self, text: str, language: str | None, voice: str | None, text_format: TextFormat = "auto"
    ) -> Preview:
        wish = Utterance(text, voice=voice, language=language, text_format=text_format)
        return await preview(self.speech, wish, self._settings)

    async def prepare(self, voice: str | None) -> str:
        wish = Utterance("", voice=voice)
        casting = self.speech.cast_on_paper(wish)
        for name, staff in self._staff.items():
            if casting is None or casting.engine == name:
                await staff.prepare(_PREPARE_TIMEOUT_S)
        casting = casting or self.speech.cast_on_paper(wish)
        if casting is None:
            raise NotReady("the voice is not loaded yet")
        return casting.voice.name

    # --- inside ---------------------------------------------------------------------------------------

    async def _learn_to_read(self) -> None:
        """Load the reading rules of each voice's first language, as soon as the voices are known: that takes
        some 40 ms, which the first sentence should not wait for."""
        for staff in self._staff.values():
            with suppress(EngineUnavailable, NotReady):
                await staff.wait_ready()
            for voice in staff.runner.info.voices if staff.runner.info is not None else ():
                await asyncio.to_thread(reader, next(iter(voice.languages), None))

    def _swapped(self, report: SwapReport) -> None:
        self.monitoring.swapped(report)
        self.maintenance.swaps.note(report)

    def _connections(self) -> dict[str, int]:
        """Clients, by door."""
        sessions = len(self._server.sessions) if self._server is not None else 0
        return {"ws": sessions, "wyoming": len(self.wyoming)}

    async def _has_a_voice(self) -> None:
        """Returns when it has one. Home Assistant asks a Wyoming server that it finds for voices, for half a
        minute; one that has none by then is not shown to anybody."""
        while True:
            if self.voices():
                return
            await asyncio.sleep(_LOOK_S)

    def _also_announced(self) -> tuple[AlsoHere, ...]:
        if self.wyoming.port is None or self.config.wyoming.tls:
            return ()  # who finds the service would talk to it in the clear
        return (AlsoHere("_wyoming._tcp.local.", self.wyoming.port, self.wyoming.host),)

    def _engine_status(self, staff: Staff) -> dict[str, Any]:
        position, eta_s = staff.runner.ahead_of()
        rtf = staff.runner.rtf
        return {
            "state": str(staff.state),
            "reason": staff.reason,
            "spoken_by": self.speech.understudies.speaking_for(staff.name, self.speech.engines()),
            "card_given_up": staff.card_given_up,
            "recycles": len(staff.swaps),
            "rtf": round(rtf, 4) if rtf is not None else None,
            "waiting": position,
            "eta_ms": round(eta_s * 1000.0) if eta_s is not None else None,
            "workers": [
                {"pid": worker.pid, "rss_bytes": worker.rss_bytes(), "load_ms": round(worker.load_ms)}
                for worker in staff.workers
            ],
        }

    def _make_cache(self) -> Cache:
        settings = self.config.cache
        return Cache(
            memory_bytes=settings.memory_mb * 1_000_000,
            folder=self.state_folder.cache_dir,
            disk_bytes=settings.disk_mb * 1_000_000,
        )


def _as_json(glance: Glance) -> dict[str, Any]:
    ahead_s = round(glance.ahead_s, 1) if glance.ahead_s is not None else None
    return {
        "door": glance.door,
        "class": glance.priority.name.lower(),
        "state": glance.state,
        "voice": glance.voice,
        "engine": glance.engine,
        "age_s": round(glance.age_s, 1),
        "audio_s": round(glance.audio_s, 1),
        "ahead_s": ahead_s,
    }


def _live_settings(config: Config, lexicon: HouseholdLexicon) -> LiveSettings:
    idle_ms = config.audio.idle_flush_ms
    if config.text.emoji == "name":
        catalogue()  # now, and not while somebody listens
    return LiveSettings(
        text_chars=config.server.limits.text_chars,
        gap_ms=config.audio.gap_ms,
        lead_in_ms=config.audio.lead_in_ms,
        tail_ms=config.audio.tail_ms,
        idle_flush_s=idle_ms / 1000.0 if idle_ms is not None else None,
        code_blocks=config.text.code_blocks,
        emoji=config.text.emoji,
        lexicon=lambda: lexicon.current,
        ahead_s=config.server.limits.ahead_ms / 1000.0,
    )
