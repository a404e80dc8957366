"""`tts-node jobs …` and `recycle` on a real node with the tone engine, and without one."""

from __future__ import annotations

import dataclasses
import http.client
import json
import os
import re
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.served import ServedNode, serve
from tts_node import discovery
from tts_node.cli import main
from tts_node.discovery import FoundNode

CONFIG = """
node: {embedded_voice: false}
engines: {tone: {type: tone}}
maintenance:
  time_zone: Europe/Berlin
  jobs: {rotate_logs: {enabled: false}}
  prewarm: {phrases: ["Dinner is ready.", "The door. It is open."]}
  nightly_restart: {idle_s: 0.1}
  health_probe: {idle_s: 0}
"""


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedNode]:
    with serve(tmp_path_factory.mktemp("jobs") / "state", config=CONFIG) as served:
        yield served


@pytest.fixture
def command(node: ServedNode, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """The command against the node, with the token of its state folder. Gives code, stdout, stderr."""
    monkeypatch.delenv("TTS_NODE_CONFIG", raising=False)

    def run(*words: str) -> tuple[int, str, str]:
        code = main([*words, "--url", node.http, "--state-dir", str(node.state_dir)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def _segments_on_disk(node: ServedNode, wanted: int) -> int:
    """How many there are, as soon as there are so many: they are written behind the answer."""
    count, end = 0, time.monotonic() + 20.0
    while count < wanted and time.monotonic() < end:
        count = len(list((node.state_dir / "cache").glob("*.segment")))
        time.sleep(0.005)
    return count


def test_the_list_tells_when_each_job_runs_next(command) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = command("jobs")
    assert code == 0
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert re.search(r"at 04:15 +\d{4}-\d\d-\d\d 04:15:00 \+0[12]:00", rows["prune_cache"])
    assert re.search(r"at 00:00 +off", rows["rotate_logs"])
    _, out, _ = command("jobs", "--json")
    jobs = {job["name"]: job for job in json.loads(out)}
    assert set(rows) - {"job"} == set(jobs)
    assert jobs["prune_cache"]["time_zone"] == "Europe/Berlin"


@pytest.mark.slow
def test_every_replacement_is_listed_with_what_it_was_for(command, node: ServedNode) -> None:  # type: ignore[no-untyped-def]
    def workers() -> list[int]:
        status = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
        return [worker["pid"] for worker in status["engines"]["tone"]["workers"]]

    assert command("recycle", "tone", "--reason", "spring cleaning")[0] == 0
    (pid,) = workers()
    os.kill(pid, signal.SIGKILL)
    end = time.monotonic() + 30.0
    while not (now := workers()) or now == [pid]:
        assert time.monotonic() < end
        time.sleep(0.02)
    while "by crash" not in (out := command("recycle")[1]):
        assert time.monotonic() < end
        time.sleep(0.02)
    crash, wish = out.splitlines()[:2]
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0[12]:00  by crash  engine tone: recycled", crash)
    assert "signal 9" in crash and re.search(r"\d+ MB before, \d+ MB after", crash)
    assert "by request  engine tone: recycled (spring cleaning), together" in wish
    figures = json.loads(command("recycle", "--json")[1])[0]["figures"]
    assert figures["before_bytes"] > 1e6 and figures["after_bytes"] > 1e6 and figures["load_ms"] > 0


def test_a_job_runs_when_told_and_its_history_tells(command, node: ServedNode) -> None:  # type: ignore[no-untyped-def]
    code, out, _ = command("jobs", "run", "prewarm")
    assert (code, out.startswith("prewarm: ok, made 2 of 2 phrases")) == (0, True)
    code, out, _ = command("jobs", "run", "prewarm")
    assert "all phrases are there" in out
    assert _segments_on_disk(node, 3) == 3
    code, out, _ = command("jobs", "prewarm")
    assert out.splitlines()[0] == "prewarm: makes phrases before anybody asks for them"
    assert sum("by person" in line for line in out.splitlines()) == 2
    code, out, _ = command("jobs", "run", "health_probe")
    assert (code, "health_probe: ok, tone first sound after" in out) == (0, True)
    status = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
    assert status["degraded"] == []
    assert {job["name"]: job["runs"] for job in status["jobs"]}["prewarm"] == 2


def test_a_restart_by_job_or_by_hand_gives_fresh_processes(command, node: ServedNode) -> None:  # type: ignore[no-untyped-def]
    def pid() -> int:
        status = httpx.get(f"{node.http}/v1/status", trust_env=False).json()
        return int(status["engines"]["tone"]["workers"][0]["pid"])

    before = pid()
    code, out, _ = command("jobs", "run", "nightly_restart")
    assert (code, "recycled tone" in out) == (0, True)
    between = pid()
    code, out, _ = command("recycle", "tone", "--reason", "by hand")
    assert (code, out.startswith("tone has fresh processes")) == (0, True)
    assert len({before, between, pid()}) == 3


def test_a_pause_is_told_and_ended(command) -> None:  # type: ignore[no-untyped-def]
    assert command("jobs", "pause", "prune_cache")[0] == 0
    _, out, _ = command("jobs")
    assert re.search(r"prune_cache +at 04:15 +paused", out)
    code, out, _ = command("jobs", "resume", "prune_cache")
    assert code == 0
    assert re.fullmatch(r"prune_cache runs next at \d{4}-\d\d-\d\d 04:15:00 \+0[12]:00\n", out)
    code, out, _ = command("jobs", "resume", "rotate_logs")
    assert (code, out) == (0, "rotate_logs is switched off all the same, by the configuration\n")


def test_mistakes_are_sentences(command, node: ServedNode) -> None:  # type: ignore[no-untyped-def]
    code, _, err = command("jobs", "run", "prune_cash")
    assert (code, "there is no job 'prune_cash'; there are: nightly_restart" in err) == (1, True)
    code, _, err = command("recycle", "kokoro")
    assert (code, "there is no engine 'kokoro'; configured are tone" in err) == (1, True)
    code, _, err = command("jobs", "run", "../../status")
    assert code == 1
    code, _, err = command("jobs", "--token", "wrong")
    assert (code, "the token is wrong; `tts-node token show`" in err) == (1, True)


def test_without_a_node_or_a_token_it_says_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TTS_NODE_CONFIG", raising=False)
    assert main(["jobs", "--url", "http://127.0.0.1:9", "--state-dir", str(tmp_path)]) == 1
    assert "no node answers at 127.0.0.1:9" in capsys.readouterr().err
    assert main(["jobs", "--url", "http://192.0.2.1:8750"]) == 1
    assert "that node is on another machine" in capsys.readouterr().err
    assert main(["jobs", "--url", "http://user@x/"]) == 1
    assert "is not the address of a node" in capsys.readouterr().err


@pytest.fixture
def network(node: ServedNode, monkeypatch: pytest.MonkeyPatch) -> list[FoundNode]:
    """Nodes that answer: ours, by an address where nobody listens and by the right one, and another."""
    for name in ("TTS_NODE_CONFIG", "TTS_NODE_TOKEN", "TTS_NODE_URL"):
        monkeypatch.delenv(name, raising=False)
    node_id = (node.state_dir / "node-id").read_text().strip()
    ours = FoundNode(
        *("kitchen", node_id, ("127.0.0.2", "127.0.0.1"), node.port, "/v1/ws", "0.1.0", 1, 1),
        auth=False,
        tls=False,
    )
    there = [ours, dataclasses.replace(ours, name="bath", node_id="another")]

    async def browse(timeout_s: float, **options: object) -> list[FoundNode]:
        return there

    monkeypatch.setattr(discovery, "browse", browse)
    return there


def test_a_node_is_found_by_its_name_and_this_machines_own_needs_no_token(
    node: ServedNode,
    network: list[FoundNode],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TTS_NODE_STATE_DIR", str(node.state_dir))
    assert main(["jobs", "--node", "Kitchen"]) == 0
    assert "prune_cache" in capsys.readouterr().out
    assert main(["recycle", "tone", "--node", "kitchen"]) == 0
    assert "tone has fresh processes" in capsys.readouterr().out
    assert main(["jobs", "--node", "bath"]) == 1
    assert "another machine: `tts-node token show` there" in capsys.readouterr().err
    assert main(["jobs", "--node", "bath", "--token", node.token()]) == 0
    capsys.readouterr()
    assert main(["jobs", "--node", "cellar"]) == 2
    err = capsys.readouterr().err
    assert "no node called 'cellar'" in err and "kitchen" in err and "bath" in err
    assert main(["recycle", "tone", "--node", "kitchen", "--url", node.http]) == 2
    assert "give one of them" in capsys.readouterr().err


def test_this_machines_token_goes_to_no_other_machine_that_says_it_is_its_node(
    node: ServedNode,
    network: list[FoundNode],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TTS_NODE_STATE_DIR", str(node.state_dir))
    asked: list[str] = []

    def connected(self: http.client.HTTPConnection) -> None:
        asked.append(self.host)
        raise ConnectionRefusedError

    monkeypatch.setattr(http.client.HTTPConnection, "connect", connected)
    network[0] = dataclasses.replace(network[0], addresses=("192.0.2.7", "127.0.0.3"))
    assert main(["jobs", "--node", "kitchen"]) == 1
    network[0] = dataclasses.replace(network[0], addresses=("192.0.2.7",))
    assert main(["jobs", "--node", "kitchen"]) == 1
    assert asked == ["127.0.0.3", "127.0.0.1"]
    capsys.readouterr()


def test_what_was_asked_for_is_not_asked_for_again_where_nobody_answered(
    node: ServedNode,
    network: list[FoundNode],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TTS_NODE_STATE_DIR", str(node.state_dir))
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.2", 0)) as door:

        def hang_up() -> None:
            caller, _ = door.accept()
            with caller:
                heard.append(caller.recv(65_536))

        answering = threading.Thread(target=hang_up)
        answering.start()
        port = door.getsockname()[1]
        network[0] = dataclasses.replace(network[0], addresses=("127.0.0.2", "127.0.0.2"), port=port)
        assert main(["recycle", "tone", "--node", "kitchen"]) == 1
        answering.join()
    assert "hung up instead of answering" in capsys.readouterr().err
    assert len(heard) == 1 and heard[0].startswith(b"POST /v1/admin/recycle/tone ")


def test_on_a_machine_without_a_node_nothing_is_made_for_a_nodes_name(
    network: list[FoundNode],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TTS_NODE_STATE_DIR", str(tmp_path / "none"))
    assert main(["jobs", "--node", "kitchen"]) == 1
    assert "another machine" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()
