"""The worker process: loads one engine and runs the steps that the node asks for.

`python -m tts_node.workers.child FD` with an inherited stream socket. The main thread reads messages, `lanes`
threads run steps in the order they came, and a thread of its own loads the engine, so that the end of the
node is noticed also during a long load. `open`, `close`, `report` and `trim` of the engine are called by the
main thread, beside running steps. The process ends when the node's end of the socket closes, however that
came.
"""

from __future__ import annotations

import contextlib
import ctypes
import faulthandler
import gc
import os
import queue
import signal
import socket
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NoReturn

from tts_node import heap
from tts_node.engines import registry
from tts_node.engines.base import TRIM_ALLOCATOR, Chunk, Engine, PhonemicEngine, TrimmableEngine
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
from tts_node.workers.priority import Gentle, settle

EXIT_LOAD_FAILED = 3
EXIT_BAD_PROTOCOL = 4

_MESSAGE_CHARS = 300


def main(arguments: Sequence[str]) -> None:
    """Serve on the inherited socket until told to stop or the node is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever sends it: the node decides
    _die_with_parent()
    os.dup2(2, 1)  # libraries print; stdout has no reader
    faulthandler.enable()
    if hasattr(signal, "SIGUSR1"):
        faulthandler.register(signal.SIGUSR1, all_threads=True)  # the node asks where a hung step hangs
    fd = int(arguments[0])
    os.set_inheritable(fd, False)
    sys.setswitchinterval(0.001)  # engines in pure Python must not hold up the reading of `close` for 5 ms
    Child(socket.socket(fileno=fd)).run()


class Child:
    """One engine on one socket."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._write_lock = threading.Lock()
        self._messages = self._read()
        self._engine: Engine | None = None
        self._lock = threading.Lock()
        """Guards the three below."""
        self._waiting: deque[Step] = deque()
        self._open: set[int] = set()
        self._refused: dict[int, Chunk] = {}
        """Streams whose `open` raised: the answer to their first step."""
        self._tokens: queue.SimpleQueue[None] = queue.SimpleQueue()
        """One for each waiting step; a dropped step leaves a token that a lane takes in vain."""

    def run(self) -> NoReturn:
        self._send(Ready(os.getpid()))
        init = next(self._messages)
        if not isinstance(init, Init) or init.protocol != PROTOCOL:
            self._send(Failed(f"the worker speaks protocol {PROTOCOL}, the node does not"))
            _end(EXIT_BAD_PROTOCOL)
        _name_process(f"tts:{init.name}")
        threading.Thread(target=self._load, args=(init,), name="load", daemon=True).start()
        for message in self._messages:
            self._handle(message)
        _end(0)

    def _handle(self, message: Message) -> None:
        match message:
            case Step():
                with self._lock:
                    self._waiting.append(message)
                self._tokens.put(None)
            case Open():
                self._open_stream(message)
            case Close():
                self._close_stream(message.stream)
            case Report():
                self._report(message.id)
            case Sound():
                self._sound(message)
            case Trim():
                self._trim(message.level)
                self._report(message.id)
            case Stop():
                _end(0)
            case _:
                print(f"unexpected message {type(message).__name__}", file=sys.stderr)
                _end(EXIT_BAD_PROTOCOL)

    def _report(self, report_id: int) -> None:
        figures: dict[str, float] = {"gc_frozen": gc.get_freeze_count()}
        try:
            if self._engine is not None:
                figures.update(self._engine.report())
            self._send(Reported(report_id, figures))
        except Exception:
            traceback.print_exc()
            self._send(Reported(report_id, {}))

    def _sound(self, message: Sound) -> None:
        phonemes: str | None = None
        try:
            if isinstance(self._engine, PhonemicEngine):
                phonemes = self._engine.phonemes(message.voice, message.text)
        except Exception:
            traceback.print_exc()
        self._send(Sounded(message.id, phonemes))

    def _trim(self, level: int) -> None:
        try:
            if isinstance(self._engine, TrimmableEngine):
                self._engine.trim(level)
        except Exception:
            traceback.print_exc()
        gc.collect()
        if level >= TRIM_ALLOCATOR:
            heap.trim()

    # --- loading ---------------------------------------------------------------------------------------

    def _load(self, init: Init) -> None:
        try:
            notes = settle(init.nice, init.cpus)
            gentle = Gentle() if init.gentle else None
            if gentle is not None:
                gentle.begin()
            started = time.perf_counter()
            engine = registry.create(init.engine_type, init.settings)
            info = engine.load()
            loaded = time.perf_counter()
            engine.warm_up()
            warm = time.perf_counter()
            gc.collect()
            gc.freeze()  # the models' objects live as long as the process: no collection walks them again
            if gentle is not None:
                gentle.end()
        except BaseException as error:
            traceback.print_exc()
            self._send(Failed(_sentence(error)))
            _end(EXIT_LOAD_FAILED)
        self._engine = engine
        for lane in range(max(1, info.lanes)):
            threading.Thread(
                target=self._serve_lane, args=(engine,), name=f"lane-{lane}", daemon=True
            ).start()
        self._send(Loaded(info, (loaded - started) * 1000, (warm - loaded) * 1000, tuple(notes)))

    # --- streams ---------------------------------------------------------------------------------------

    def _open_stream(self, message: Open) -> None:
        assert self._engine is not None, "the node opens streams after `Loaded`"
        try:
            self._engine.open(message.stream, message.segment)
        except Exception as error:
            traceback.print_exc()
            with self._lock:
                self._refused[message.stream] = _failure(message.stream, error)
        with self._lock:
            self._open.add(message.stream)

    def _close_stream(self, stream: int) -> None:
        """Forget the stream; steps that wait for nobody else are answered now, their slots are free again."""
        with self._lock:
            self._open.discard(stream)
            self._refused.pop(stream, None)
            dropped = [step for step in self._waiting if not self._open.intersection(step.streams)]
            for step in dropped:
                self._waiting.remove(step)
        for step in dropped:
            self._send(Stepped(step.id, tuple(Chunk(s, None) for s in step.streams)))
        self._close_in_engine(stream)

    def _close_in_engine(self, stream: int) -> None:
        if self._engine is not None:
            try:
                self._engine.close(stream)
            except Exception:
                traceback.print_exc()

    # --- steps -----------------------------------------------------------------------------------------

    def _serve_lane(self, engine: Engine) -> NoReturn:
        while True:
            self._tokens.get()
            with self._lock:
                if not self._waiting:
                    continue
                step = self._waiting.popleft()
                refused = [self._refused.pop(s) for s in step.streams if s in self._refused]
                gone = {chunk.stream for chunk in refused}
                self._open -= gone
                live = [s for s in step.streams if s in self._open]
            chunks = self._run(engine, live, step.budget_ms) if live else []
            chunks += refused
            chunks += [Chunk(s, None) for s in step.streams if s not in gone and s not in live]
            self._answer(step.id, chunks)

    def _run(self, engine: Engine, streams: list[int], budget_ms: float) -> list[Chunk]:
        try:
            chunks = list(engine.step(streams, budget_ms))
        except Exception as error:
            traceback.print_exc()
            chunks = [_failure(stream, error) for stream in streams]
            if chunks[0].error == "engine_oom":
                del error
                gc.collect()
        answered = {chunk.stream for chunk in chunks}
        missing = (s for s in streams if s not in answered)
        chunks += [Chunk(s, None, error="engine_failed", message="the engine gave no chunk") for s in missing]
        for chunk in chunks:
            if chunk.error is not None:
                with self._lock:
                    self._open.discard(chunk.stream)
                self._close_in_engine(chunk.stream)
        return chunks

    def _answer(self, step_id: int, chunks: list[Chunk]) -> None:
        try:
            self._send(Stepped(step_id, tuple(chunks)))
        except (BadFrame, TypeError, ValueError) as error:  # the engine's data cannot travel
            traceback.print_exc()
            self._send(Stepped(step_id, tuple(_failure(chunk.stream, error) for chunk in chunks)))

    # --- the socket ------------------------------------------------------------------------------------

    def _read(self) -> Iterator[Message]:
        reader = FrameReader(64 * 1024)
        while True:
            try:
                size = self._sock.recv_into(reader.get_buffer())
            except ConnectionError:
                size = 0
            if size == 0:
                _end(0)  # the node is gone
            try:
                messages = reader.received(size)
            except BadFrame:
                traceback.print_exc()
                _end(EXIT_BAD_PROTOCOL)
            yield from messages

    def _send(self, message: Message) -> None:
        buffers: list[bytes] = encode(message)
        size = sum(map(len, buffers))
        try:
            with self._write_lock:
                sent = self._sock.sendmsg(buffers)
                if sent < size:
                    self._sock.sendall(b"".join(buffers)[sent:])
        except OSError:
            _end(0)  # the node is gone


def _failure(stream: int, error: BaseException) -> Chunk:
    code = "engine_oom" if _is_out_of_memory(error) else "engine_failed"
    return Chunk(stream, None, error=code, message=_sentence(error))


def _is_out_of_memory(error: BaseException) -> bool:
    """Python's own, or one of the ways in which CUDA, onnxruntime and allocators say it in text."""
    if isinstance(error, MemoryError):
        return True
    text = f"{type(error).__name__} {error}".lower()
    return any(
        word in text for word in ("out of memory", "outofmemory", "alloc_failed", "failed to allocate memory")
    )


def _sentence(error: BaseException) -> str:
    """The first line of the error, with its type where the text alone would not be understood."""
    text = str(error).strip().partition("\n")[0][:_MESSAGE_CHARS]
    if isinstance(error, MemoryError):
        return f"out of memory{': ' + text if text else ''}"
    if isinstance(error, KeyError | IndexError | AttributeError | TypeError) or not text:
        return f"{type(error).__name__}: {text}" if text else type(error).__name__
    return text


def _end(code: int) -> NoReturn:
    """End without teardown: native libraries may hang or crash in theirs, and the system frees everything."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def _die_with_parent() -> None:
    """On Linux the kernel ends this process with the thread that started it, even while it hangs."""
    _prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG


def _name_process(name: str) -> None:
    """What `ps` and `top` show, on Linux; 15 bytes."""
    _prctl(15, ctypes.create_string_buffer(name.encode()[:15]))  # PR_SET_NAME


def _prctl(option: int, argument: object) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
