"""What lives as long as the process is no longer walked, and what comes later is still collected."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from tts_node import heap


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_was_there_is_walked_no_more_and_later_cycles_go() -> None:
    heap.settle()
    settled = gc.get_freeze_count()
    assert settled > 1_000
    assert len(gc.get_objects()) < settled / 10
    gone = weakref.ref(Knot())
    gc.collect()
    assert gone() is None


def test_free_memory_may_be_given_back_at_any_time() -> None:
    heap.trim()
    heap.trim()
