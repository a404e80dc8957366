"""`tts-node jobs run` of a job that takes its time."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tts_node.cli import jobs, main


@pytest.mark.parametrize("slow", (True, False))
def test_a_run_that_takes_long_is_told_of_and_a_short_one_is_not(
    slow: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = threading.Event()
    tell = jobs._tell_that_it_runs

    def tell_and_note(name: str) -> None:
        tell(name)
        told.set()

    def ask(*words: object, timeout_s: float) -> dict[str, Any]:
        assert not slow or told.wait(30.0)
        last = {"outcome": "ok", "detail": "recycled", "duration_s": 60.0}
        return {"name": "nightly_restart", "running_s": None, "last": last}

    monkeypatch.setattr(jobs, "_PATIENT_S", 0.0 if slow else 30.0)
    monkeypatch.setattr(jobs, "_tell_that_it_runs", tell_and_note)
    monkeypatch.setattr(jobs, "ask", ask)
    assert main(["jobs", "run", "nightly_restart"]) == 0
    out, err = capsys.readouterr()
    assert out == "nightly_restart: ok, recycled (60.0 s)\n"
    assert ("nightly_restart runs, or waits" in err) is slow
