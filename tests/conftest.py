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
