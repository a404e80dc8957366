"""One running worker process as the node sees it: open, step and close over a socket, with deadlines."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Sequence

from tts_node.engines.base import Chunk, EngineInfo, Segment
from tts_node.errors import EngineUnavailable, WorkerLost
from tts_node.workers.endings import Ending, hung
from tts_node.workers.failures import FailureStreak
from tts_node.workers.messages import (
    PROTOCOL,
    BadFrame,
    Close,
    Failed,
    FrameReader,
    Init,
    Loaded,
    Message,
    Open,
    Ready,
    Report,
    Reported,
    Sound,
    Sounded,
    Step,
    Stepped,
    Stop,
    Trim,
    encode,
)
from tts_node.workers.process import ChildProcess, last_words
from tts_node.workers.spec import WorkerSpec
from tts_node.workers.steps import Answer, PendingSteps

REPORT_TIMEOUT_S = 5.0
TRIM_TIMEOUT_S = 20.0
SOUND_TIMEOUT_S = 2.0
LAST_DATA_S = 0.5
"""How long after the end of the process its last messages are waited for, and the other way round."""
MAX_UNSENT_BYTES = 4 * 1024 * 1024
"""A child that leaves this much unread is hung."""

log = logging.getLogger(__name__)


class Worker:
    """A loaded engine in a process of its own. Make it with `start`; end it with `stop`.

    Not thread-safe: everything is called on the loop that started it.
    """

    def __init__(
        self,
        spec: WorkerSpec,
        *,
        on_exit: Callable[[Worker], None] | None = None,
        on_sick: Callable[[Worker], None] | None = None,
    ) -> None:
        self.spec = spec
        self.failures = FailureStreak()
        self.load_ms = 0.0
        self.warm_up_ms = 0.0
        self._on_exit = on_exit
        self._on_sick = on_sick
        self._loop = asyncio.get_running_loop()
        self._process: ChildProcess
        self._transport: asyncio.Transport | None = None
        self._loaded: asyncio.Future[Loaded] = self._loop.create_future()
        self._link_closed = asyncio.Event()
        self._info: EngineInfo
        self._ids = itertools.count(1)
        self._steps = PendingSteps(1, spec.step_timeout_s)
        self._reports: dict[int, asyncio.Future[dict[str, float]]] = {}
        self._sounds: dict[int, asyncio.Future[str | None]] = {}
        self._clock: asyncio.TimerHandle | None = None
        self._lost: Ending | None = None
        self._stopping = False
        self._ending: asyncio.Task[None] | None = None
        self._watching: asyncio.Task[None] | None = None

    @classmethod
    async def start(
        cls,
        spec: WorkerSpec,
        *,
        gentle: bool = False,
        on_exit: Callable[[Worker], None] | None = None,
        on_sick: Callable[[Worker], None] | None = None,
    ) -> Worker:
        """Start the process, load and warm up its engine within `spec.load_timeout_s`.

        `gentle` loads on one CPU with the lowest priority, for when another worker is speaking meanwhile.
        `on_exit` is called once when the process is gone for whatever reason (also after `stop`, never when
        `start` raised); `on_sick` when it fails the same way again and again. Both on the loop.
        Raises `EngineUnavailable` with a sentence for people; the process is gone then, also after a cancel.
        """
        worker = cls(spec, on_exit=on_exit, on_sick=on_sick)
        try:
            async with asyncio.timeout(spec.load_timeout_s):
                await worker._spawn(gentle)
                loaded = await asyncio.shield(worker._loaded)
        except BaseException as error:
            raise await worker._failed_to_start(error) from None
        worker._info = loaded.info
        worker._steps = PendingSteps(max(1, loaded.info.lanes), spec.step_timeout_s)
        worker.load_ms, worker.warm_up_ms = loaded.load_ms, loaded.warm_up_ms
        for note in (*loaded.notes, *loaded.info.warnings):
            log.warning("engine %s: %s", spec.name, note)
        log.info(
            "engine %s ready: pid %d, loaded in %.0f ms, warm after %.0f ms more",
            *(spec.name, worker.pid, loaded.load_ms, loaded.warm_up_ms),
        )
        return worker

    # --- what it is ------------------------------------------------------------------------------------

    @property
    def info(self) -> EngineInfo:
        return self._info

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        """False from the moment that a step would raise `WorkerLost`."""
        return self._lost is None and not self._link_closed.is_set() and not self._stopping

    @property
    def lost_reason(self) -> str | None:
        """Why it is not alive, in words; None while it is, and for the moment in which nobody knows yet."""
        return self._lost.words if self._lost is not None else None

    @property
    def ended_from_outside(self) -> bool:
        """It is lost for certain by somebody's hand, and not by what it did."""
        return self._lost is not None and self._lost.from_outside

    @property
    def stderr_tail(self) -> tuple[str, ...]:
        return self._process.stderr_tail

    @property
    def steps_in_flight(self) -> int:
        return len(self._steps)

    def rss_bytes(self) -> int:
        return self._process.rss_bytes()

    @property
    def last_rss_bytes(self) -> int:
        """What `rss_bytes` said last before the process was gone."""
        return self._process.last_rss_bytes

    # --- what it does ----------------------------------------------------------------------------------

    def open(self, stream: int, segment: Segment) -> None:
        """Send `open`. Does nothing for a lost worker: the first step tells."""
        if self.alive:
            self._send(Open(stream, segment))

    async def step(self, streams: Sequence[int], budget_ms: float) -> list[Chunk]:
        """Run one step. At most `lanes` + 1 at once. Raises `WorkerLost`.

        The deadline `spec.step_timeout_s` counts from when a lane is free for it. Cancelling the caller gives
        up the answer; the worker still runs the step unless its streams are closed.
        """
        if not self.alive:
            raise WorkerLost(self._lost_sentence())
        if len(self._steps) >= 4 * (self._info.lanes + 1):  # abandoned ones wait for their answer, too
            raise RuntimeError(f"{len(self._steps)} steps in flight: at most lanes + 1 are allowed")
        step_id = next(self._ids)
        answer: Answer = self._loop.create_future()
        self._steps.add(step_id, answer, self._loop.time())
        self._send(Step(step_id, tuple(streams), budget_ms))
        if self._clock is None:
            self._clock = self._loop.call_later(self.spec.step_timeout_s, self._check_clock)
        return await answer

    def close(self, stream: int) -> None:
        """Send `close`; never fails, also for a lost worker."""
        if self.alive:
            self._send(Close(stream))

    async def report(self) -> dict[str, float]:
        """The engine's own figures (none when it is silent) and `rss_bytes`. Raises `WorkerLost`."""
        return await self._ask_figures(Report(next(self._ids)), REPORT_TIMEOUT_S)

    async def phonemes(self, voice: str, text: str) -> str | None:
        """Those that the engine would speak for a segment's text; None where it has none to show, or no time.
        Steps go on meanwhile. Raises `WorkerLost`."""
        if not self.alive:
            raise WorkerLost(self._lost_sentence())
        question = Sound(next(self._ids), voice, text)
        answer: asyncio.Future[str | None] = self._loop.create_future()
        self._sounds[question.id] = answer
        try:
            self._send(question)
            async with asyncio.timeout(SOUND_TIMEOUT_S):
                return await answer
        except TimeoutError:
            return None
        finally:
            self._sounds.pop(question.id, None)

    async def trim(self, level: int) -> dict[str, float]:
        """Have it give memory back (`engines.base.TRIM_CACHES`, `TRIM_ALLOCATOR`); the figures afterwards, as
        from `report`. Steps go on meanwhile. Raises `WorkerLost`."""
        return await self._ask_figures(Trim(next(self._ids), level), TRIM_TIMEOUT_S)

    async def stop(self, *, ask: bool = True) -> None:
        """End the process (ask, terminate, kill; each with `spec.stop_grace_s`) and wait until it is gone.

        Steps still waiting raise `WorkerLost`. Twice is allowed; cancelling the caller does not stop it.
        """
        if not self._stopping:
            self._stopping = True
            self._lose(Ending("was stopped"))
        if self._ending is None:
            send_stop = (lambda: self._send(Stop())) if ask else None
            self._ending = self._loop.create_task(self._process.end(self.spec.stop_grace_s, send_stop))
        await asyncio.shield(self._ending)
        if self._watching is not None:
            await asyncio.shield(self._watching)

    async def _ask_figures(self, question: Report | Trim, timeout_s: float) -> dict[str, float]:
        if not self.alive:
            raise WorkerLost(self._lost_sentence())
        answer: asyncio.Future[dict[str, float]] = self._loop.create_future()
        self._reports[question.id] = answer
        figures: dict[str, float] = {}
        try:
            self._send(question)
            async with asyncio.timeout(timeout_s):
                figures = await answer
        except TimeoutError:
            log.warning("engine %s gave no figures within %g s", self.spec.name, timeout_s)
        finally:
            self._reports.pop(question.id, None)
        return {**figures, "rss_bytes": float(self.rss_bytes())}

    # --- life and death --------------------------------------------------------------------------------

    async def _spawn(self, gentle: bool) -> None:
        self._process, sock = await ChildProcess.spawn(self.spec)
        self._watching = self._loop.create_task(self._watch(), name=f"watch-{self.spec.name}")
        try:
            self._transport, _ = await self._loop.create_unix_connection(
                lambda: _Link(self._received, self._link_lost), sock=sock
            )
        except BaseException:
            self._link_closed.set()
            sock.close()
            raise
        spec = self.spec
        self._send(Init(spec.name, spec.engine_type, spec.settings, spec.nice, spec.cpus, gentle))

    async def _failed_to_start(self, error: BaseException) -> BaseException:
        """End what there is of the process; returns what is to be raised."""
        self._on_exit = None
        self._loaded.cancel()
        name = self.spec.name
        if isinstance(error, TimeoutError):
            late = f"did not load within {self.spec.load_timeout_s:g} s"
            error = EngineUnavailable(f"engine {name!r} {late}")
            if self._watching is not None:
                self._give_up(late)
        elif isinstance(error, OSError):
            error = EngineUnavailable(f"engine {name!r} cannot be started: {error}")
        if self._watching is None:
            return error
        await self.stop(ask=False)
        if isinstance(error, EngineUnavailable):
            said = last_words([line for line in self.stderr_tail if str(error)[-60:] not in line])
            error = EngineUnavailable(f"{error}{said}")
        return error

    async def _watch(self) -> None:
        """Until the process is gone; then tell everybody who waits, with the reason."""
        ended = asyncio.ensure_future(self._process.wait())
        closed = asyncio.ensure_future(self._link_closed.wait())
        await asyncio.wait((ended, closed), return_when=asyncio.FIRST_COMPLETED)
        await asyncio.wait((ended, closed), timeout=LAST_DATA_S)  # the last answers, or the exit code
        closed.cancel()
        if not ended.done():
            await asyncio.shield(self._give_up("closed its connection"))
        await ended
        await self._process.wait_stderr(LAST_DATA_S)
        self._lose(self._process.ending)
        if self._transport is not None:
            self._transport.close()
        if not self._stopping:
            log.warning("engine %s (pid %d) %s", self.spec.name, self.pid, self.lost_reason)
            for line in self.stderr_tail[-20:]:
                log.warning("engine %s: %s", self.spec.name, line)
        if self._on_exit is not None:
            try:
                self._on_exit(self)
            except Exception:
                log.exception("a listener for the end of engine %s failed", self.spec.name)

    def _lose(self, ending: Ending) -> None:
        """From now on it is lost; the first reason stays."""
        if self._lost is None:
            self._lost = ending
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        if not self._loaded.done():
            name, reason = self.spec.name, self._lost.words
            self._loaded.set_exception(EngineUnavailable(f"engine {name!r} cannot be started: it {reason}"))
        for step in self._steps.give_up():
            step.set_exception(WorkerLost(self._lost_sentence()))
        reports, self._reports = self._reports, {}
        sounds, self._sounds = self._sounds, {}
        waiting: list[asyncio.Future[dict[str, float]] | asyncio.Future[str | None]]
        waiting = [*reports.values(), *sounds.values()]
        for answer in waiting:
            if not answer.done():
                answer.set_exception(WorkerLost(self._lost_sentence()))

    def _lost_sentence(self) -> str:
        return f"the worker of engine {self.spec.name!r} {self.lost_reason or 'ended'}"

    def _give_up(self, reason: str | Ending) -> asyncio.Task[None]:
        """Everybody who waits is told at once, then the process is killed; the task ends with it."""
        ending = reason if isinstance(reason, Ending) else Ending(reason)
        self._lose(ending)
        if self._ending is None:
            log.warning("engine %s (pid %d) %s; ending it", self.spec.name, self.pid, ending.words)
            self._ending = self._loop.create_task(self._process.end_hung(), name=f"kill-{self.spec.name}")
        return self._ending

    # --- deadlines -------------------------------------------------------------------------------------

    def _check_clock(self) -> None:
        """One timer serves all steps; it runs on while there are any and is not touched by each."""
        self._clock = None
        deadline = self._steps.next_deadline()
        if deadline is None:
            return
        if deadline > self._loop.time():
            self._clock = self._loop.call_at(deadline, self._check_clock)
        else:
            self._give_up(hung(self.pid, f"gave no answer to a step for {self.spec.step_timeout_s:g} s"))

    # --- messages --------------------------------------------------------------------------------------

    def _send(self, message: Message) -> None:
        transport = self._transport
        if transport is None or transport.is_closing():
            return
        transport.write(b"".join(encode(message)))
        if transport.get_write_buffer_size() > MAX_UNSENT_BYTES:
            self._give_up("does not read what it is sent")

    def _received(self, message: Message) -> None:
        match message:
            case Stepped():
                self._stepped(message)
            case Reported():
                answer = self._reports.pop(message.id, None)
                if answer is not None and not answer.done():
                    answer.set_result(dict(message.figures))
            case Sounded():
                sounded = self._sounds.pop(message.id, None)
                if sounded is not None and not sounded.done():
                    sounded.set_result(message.phonemes)
            case Ready():
                if message.protocol != PROTOCOL:
                    self._give_up(f"speaks protocol {message.protocol}, the node {PROTOCOL}")
            case Loaded():
                if not self._loaded.done():
                    self._loaded.set_result(message)
            case Failed():
                if not self._loaded.done():
                    said = f"engine {self.spec.name!r} cannot be started: {message.message}"
                    self._loaded.set_exception(EngineUnavailable(said))
            case _:
                self._give_up(f"sent an unexpected {type(message).__name__}")

    def _stepped(self, message: Stepped) -> None:
        answer = self._steps.answered(message.id, self._loop.time())
        if answer is None:
            return
        if not answer.done():  # its caller may have been cancelled
            answer.set_result(list(message.chunks))
        for chunk in message.chunks:
            if self.failures.note(chunk) and self._on_sick is not None:
                self._on_sick(self)

    def _link_lost(self, reason: str | None) -> None:
        """The connection is over: by the child's end, or (with a reason) because it broke the protocol."""
        self._link_closed.set()
        if reason is not None:
            self._give_up(reason)


class _Link(asyncio.BufferedProtocol):
    """Reads straight into the frame reader's buffer, without a task or a stream in between."""

    def __init__(self, received: Callable[[Message], None], lost: Callable[[str | None], None]) -> None:
        self._reader = FrameReader()
        self._received = received
        self._lost = lost
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def get_buffer(self, sizehint: int) -> memoryview:
        return self._reader.get_buffer()

    def buffer_updated(self, nbytes: int) -> None:
        try:
            messages = self._reader.received(nbytes)
        except BadFrame as error:
            self._lost(f"broke the protocol: {error}")
            if self._transport is not None:
                self._transport.close()
            return
        for message in messages:
            self._received(message)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost(None)
