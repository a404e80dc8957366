"""Which node `tts-node say` talks to."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from fake_node import fake_node
from say_node import run, speaks_a_second

from tts_node import discovery
from tts_node.cli import nodes
from tts_node.discovery import FoundNode
from tts_node.errors import NotSupported


def found(name: str, url: str, node_id: str = "", addresses: tuple[str, ...] = ("127.0.0.1",)) -> FoundNode:
    port = int(url.rpartition(":")[2])
    return FoundNode(name, node_id or name, addresses, port, "/v1/ws", "0.1.0", 1, 1, auth=False, tls=False)


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> list[FoundNode]:
    """The nodes that answer."""
    there: list[FoundNode] = []

    async def browse(timeout_s: float, **options: Any) -> list[FoundNode]:
        return there

    monkeypatch.setattr(discovery, "browse", browse)
    return there


async def test_the_only_node_is_taken_and_an_address_that_does_not_answer_is_passed_over(
    network: list[FoundNode], tmp_path: Path
) -> None:
    async with fake_node(speaks_a_second) as url:
        network.append(found("kitchen", url, addresses=("127.0.0.2", "127.0.0.1")))
        network.append(found("kitchen", url))  # the same, by another interface
        assert await run("say", "x", "-o", str(tmp_path / "a.wav"), "-q") == 0
    assert (tmp_path / "a.wav").exists()


async def test_of_several_nodes_one_must_be_named(
    network: list[FoundNode], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with fake_node(speaks_a_second) as url:
        network += [found("kitchen", url, "id-1"), found("bath", "ws://127.0.0.1:1", "id-2")]
        say = ("say", "x", "-o", str(tmp_path / "a.wav"), "-q")
        assert await run(*say) == 2
        err = capsys.readouterr().err
        assert "--node NAME" in err and "kitchen" in err and "bath" in err and "ws://127.0.0.1:1/v1/ws" in err
        assert await run(*say, "--node", "Kitchen") == 0
        assert await run(*say, "--node", "id-1") == 0
        assert await run(*say, "--node", "cellar") == 2
        assert "no node called 'cellar'" in capsys.readouterr().err


@pytest.mark.parametrize("mdns", (True, False))
async def test_when_none_answers_it_says_what_to_do(
    network: list[FoundNode], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], mdns: bool
) -> None:
    if not mdns:

        async def browse(timeout_s: float, **options: Any) -> list[FoundNode]:
            raise NotSupported("cannot look for nodes here (mDNS): no interface")

        monkeypatch.setattr(discovery, "browse", browse)
    monkeypatch.setattr(nodes, "DEFAULT_URL", "ws://127.0.0.1:1")
    assert await run("say", "x", "-o", "a.wav") == 1
    err = capsys.readouterr().err
    assert "tts-node serve" in err and "--url" in err and err.count("\n") == 1


async def test_where_mdns_does_not_work_the_node_on_this_machine_is_taken(
    network: list[FoundNode], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with fake_node(speaks_a_second) as url:
        monkeypatch.setattr(nodes, "DEFAULT_URL", url)
        assert await run("say", "x", "-o", str(tmp_path / "a.wav"), "-q") == 0


async def test_a_node_on_this_machine_ends_the_looking_for_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def browse(timeout_s: float, *, known: asyncio.Event, **options: Any) -> list[FoundNode]:
        await known.wait()
        return []

    monkeypatch.setattr(discovery, "browse", browse)
    async with fake_node(speaks_a_second) as url:
        monkeypatch.setattr(nodes, "DEFAULT_URL", url)
        assert await run("say", "x", "-o", str(tmp_path / "a.wav"), "-q") == 0


async def test_a_named_node_ends_the_looking_when_it_answers(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async with fake_node(speaks_a_second) as url:
        there = [found("bath", "ws://127.0.0.1:1"), found("kitchen", url, "id-1")]

        async def browse(timeout_s: float, *, until: Any, **options: Any) -> list[FoundNode]:
            assert [until(node) for node in there] == [False, True]
            return there

        monkeypatch.setattr(discovery, "browse", browse)
        for name in ("Kitchen", "id-1"):
            assert await run("say", "x", "-o", str(tmp_path / "a.wav"), "-q", "--node", name) == 0


async def test_A01_a_node_that_wants_a_token_gets_it_from_the_environment_and_says_when_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async with fake_node(speaks_a_second, token="s3cret") as url:
        say = ("say", "x", "--url", url, "-o", str(tmp_path / "a.wav"), "-q")
        assert await run(*say) == 1
        err = capsys.readouterr().err
        assert "wants a token" in err and "tts-node token show --speak" in err and "--state-dir" in err
        assert await run(*say, "--token", "wrong") == 1
        err = capsys.readouterr().err
        assert "does not take this token" in err and "wrong" not in err
        assert await run(*say, "--token", "s3cret") == 0
        monkeypatch.setenv("TTS_NODE_TOKEN", "s3cret")
        monkeypatch.setenv("TTS_NODE_URL", url)
        assert await run("say", "x", "-o", str(tmp_path / "b.wav"), "-q") == 0
