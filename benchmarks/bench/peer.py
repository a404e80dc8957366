"""wyoming-piper: how it is started, and the leanest client that reads all it sends.

The Wyoming protocol: one line of JSON (`type`, `data_length`, `payload_length`), then that many bytes of
JSON, then that many bytes of PCM.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.bench.processes import HOST, ServerProcess, free_port
from benchmarks.bench.take import PATIENCE_S, MeasurementFailed, Take, clock

PEER = "wyoming-piper"


def peer_process(python: Path, voice: Path, folder: Path) -> ServerProcess:
    """wyoming-piper with the voice file `voice`, found in its own folder, so that nothing is fetched.

    Its list of voices is the one inside its package (a newer one is only fetched with `--update-voices`).
    """
    port = free_port()
    command = [str(python), "-m", "wyoming_piper", "--voice", voice.stem, "--uri", f"tcp://{HOST}:{port}"]
    command += ["--data-dir", str(voice.parent), "--download-dir", str(folder), "--local-files-only"]
    return ServerProcess(PEER, command, port, folder / "peer.log")


async def peer_is_ready(port: int) -> bool:
    """Whether it answers `describe` with its voices."""
    try:
        client = await PeerClient.connect(port)
    except OSError:
        return False
    try:
        kind, _, _ = await client.ask("describe")
        return kind == "info"
    finally:
        await client.close()


class PeerClient:
    """One Wyoming connection: to wyoming-piper, or to the node's Wyoming door."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def connect(cls, port: int) -> PeerClient:
        return cls(*await asyncio.open_connection(HOST, port, limit=2**20))

    async def close(self) -> None:
        self._writer.close()

    async def ask(self, kind: str) -> tuple[str, dict[str, Any], bytes]:
        """Send an event without data, return the next one that comes."""
        self._writer.write(_line({"type": kind}))
        return await self._event()

    async def speak(self, text: str, *, stop: Callable[[Take], bool] | None = None) -> Take:
        take = Take(sent_at=clock())
        self._writer.write(_with_text("synthesize", text))
        return await self._listen(take, "audio-stop", stop)

    async def speak_streamed(self, pieces: Sequence[str]) -> Take:
        """As `speak`, with the text in pieces that are sent one after the other without a pause."""
        take = Take(sent_at=clock())
        self._writer.write(_line({"type": "synthesize-start"}))
        for piece in pieces:
            self._writer.write(_with_text("synthesize-chunk", piece))
        self._writer.write(_line({"type": "synthesize-stop"}))
        return await self._listen(take, "synthesize-stopped", None)

    async def _listen(self, take: Take, end: str, stop: Callable[[Take], bool] | None) -> Take:
        while True:
            kind, values, payload = await self._event()
            at = clock()
            if kind == "audio-chunk":
                take.sound(payload, at)
                if stop is not None and stop(take):
                    return take
            elif kind == "audio-start":
                take.started(int(values["rate"]), int(values["channels"]))
            elif kind == end:
                take.done_at = at
                return take
            elif kind == "error":
                raise MeasurementFailed(f"the Wyoming server answered {values}")

    async def _event(self) -> tuple[str, dict[str, Any], bytes]:
        try:
            async with asyncio.timeout(PATIENCE_S):
                line = await self._reader.readline()
        except TimeoutError:
            raise MeasurementFailed(f"the Wyoming server sent nothing for {PATIENCE_S:.0f} s") from None
        if not line:
            raise MeasurementFailed("the Wyoming server closed the connection")
        header = json.loads(line)
        values: dict[str, Any] = header.get("data") or {}
        if size := header.get("data_length"):
            values |= json.loads(await self._reader.readexactly(size))
        payload = b""
        if size := header.get("payload_length"):
            payload = await self._reader.readexactly(size)
        return header["type"], values, payload


def _with_text(kind: str, text: str) -> bytes:
    data = json.dumps({"text": text}).encode()
    return _line({"type": kind, "data_length": len(data)}) + data


def _line(header: dict[str, object]) -> bytes:
    return json.dumps(header).encode() + b"\n"
