"""The scripted node of the client's tests serves here too."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "client"))


@pytest.fixture(autouse=True)
def no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have a node of their own."""
    monkeypatch.delenv("TTS_NODE_URL", raising=False)
    monkeypatch.delenv("TTS_NODE_TOKEN", raising=False)
