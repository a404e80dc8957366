"""Fixtures that many tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.served import ServedNode, serve

# The same examples in every run, so that a change is judged by itself. With TTS_NODE_EXPLORE=1 it looks for
# new ones; what it finds becomes an @example.
settings.register_profile("steady", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile("explore" if os.environ.get("TTS_NODE_EXPLORE") else "steady")


@pytest.fixture(scope="session")
def speaking_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    """One node with the embedded voice for the whole run; its voice is cut once."""
    with serve(tmp_path_factory.mktemp("node") / "state") as node:
        yield node


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Sound that differs: pytest would search for minutes for the shortest list of differences."""
    if op != "==" or not isinstance(left, bytes | bytearray) or not isinstance(right, bytes | bytearray):
        return None
    if len(left) + len(right) < 2_000:
        return None
    at = next((i for i, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), None)
    where = f"first difference at byte {at}" if at is not None else "one is the beginning of the other"
    return [f"{len(left)} bytes == {len(right)} bytes", where]
