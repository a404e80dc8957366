"""`tts-node jobs` of a job whose runs were all without an event: they are counted, not kept."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tts_node.cli import jobs, main


@pytest.mark.parametrize(("runs", "shown"), [(20, "nothing happened"), (0, "never")])
def test_runs_without_an_event_are_not_called_never(
    runs: int, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    job: dict[str, Any] = {"name": "prune_cache", "trigger": "at 04:15", "next_run": None, "last": None}
    job |= {"runs": runs, "failed": 0, "late": 0, "missed": 0, "running_s": None, "paused": False}
    monkeypatch.setattr(jobs, "ask", lambda *words: {"jobs": [job | {"enabled": False}]})
    assert main(["jobs"]) == 0
    (row,) = capsys.readouterr().out.splitlines()[1:]
    assert re.split(r"\s{2,}", row) == ["prune_cache", "at 04:15", "off", shown, str(runs), "0", "0", "0"]
