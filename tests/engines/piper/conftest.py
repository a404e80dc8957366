"""One loaded engine with the embedded voice for all tests of this folder, and a way to speak with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from tts_node.engines.base import Chunk, Engine, EngineInfo, EngineMark, Segment
from tts_node.engines.piper.engine import PiperEngine, create

Samples = npt.NDArray[np.int16]


@dataclass(frozen=True)
class Spoken:
    chunks: list[Chunk]
    """In order of index."""

    @property
    def samples(self) -> Samples:
        return np.frombuffer(b"".join(chunk.pcm for chunk in self.chunks), np.int16)

    @property
    def marks(self) -> list[EngineMark]:
        return [mark for chunk in self.chunks for mark in chunk.marks]


def step_through(
    engine: Engine, segment: Segment, *, lanes: int = 1, budget_ms: float = 40.0, stream: int = 1
) -> Spoken:
    """Step `segment` to its end from `lanes` threads, never more at once than the engine allows."""
    engine.open(stream, segment)
    gate = threading.Condition()
    chunks: dict[int, Chunk] = {}
    allowed, running, last = 1, 0, None

    def lane() -> None:
        nonlocal allowed, running, last
        while True:
            with gate:
                while last is None and running >= allowed:
                    gate.wait()
                if last is not None:
                    return
                running += 1
            chunk = engine.step([stream], budget_ms)[0]
            with gate:
                running -= 1
                if chunk.index is not None:
                    assert chunk.index not in chunks
                    chunks[chunk.index] = chunk
                    allowed = chunk.side_by_side
                    if chunk.end:
                        last = chunk.index
                gate.notify_all()

    threads = [threading.Thread(target=lane) for _ in range(lanes)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    engine.close(stream)
    ordered = [chunks[index] for index in sorted(chunks)]
    assert [chunk.index for chunk in ordered] == list(range(len(ordered)))
    assert ordered[-1].end
    return Spoken(ordered)


@pytest.fixture(scope="session")
def cache_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cut")


@pytest.fixture(scope="session")
def loaded(cache_dir: Path) -> Iterator[tuple[PiperEngine, EngineInfo]]:
    engine = create({"embedded": True, "cache_dir": str(cache_dir), "lanes": 2})
    info = engine.load()
    yield engine, info


@pytest.fixture(scope="session")
def engine(loaded: tuple[PiperEngine, EngineInfo]) -> PiperEngine:
    return loaded[0]


@pytest.fixture
def say(engine: PiperEngine) -> Callable[..., Spoken]:
    def say(text: str, *, lanes: int = 1, budget_ms: float = 40.0, seed: int = 0) -> Spoken:
        return step_through(engine, Segment(text, "joe", seed=seed), lanes=lanes, budget_ms=budget_ms)

    return say


@pytest.fixture(scope="session")
def speak() -> Callable[..., Spoken]:
    """`speak(engine, segment, lanes=1, budget_ms=40.0, stream=1)`"""
    return step_through
