"""Nodes that the fault tests talk to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.faults.talking import tone_config
from tests.served import ServedNode, serve


@pytest.fixture(scope="session")
def tone_node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    """A node with the tone engine, for tests that leave its worker alive."""
    with serve(tmp_path_factory.mktemp("faults") / "state", config=tone_config()) as node:
        yield node
