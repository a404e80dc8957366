"""Fixtures that many tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.served import ServedNode, serve


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
