"""Speaks into the output store, for players that come for the sound later or meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter

from tts_node.errors import NodeError, TooManyUtterances
from tts_node.outputs import Output, OutputStore
from tts_node.server.delivery import Opening, opening
from tts_node.server.refusal import error_of
from tts_node.speech.utterance import Audio, Finished, Speaking

_LOG = logging.getLogger(__name__)
_LAST_BYTES_S = 2.0


class Recorder:
    """Owns what is being recorded; it goes on when who asked for it has left."""

    def __init__(self, store: OutputStore, *, at_once_per_address: int) -> None:
        self.store = store
        self._at_once = at_once_per_address
        self._by_address: Counter[str] = Counter()
        self._recording: set[asyncio.Task[None]] = set()

    def check(self, address: str) -> None:
        """Raises `TooManyUtterances`, `StorageFull`."""
        self.store.check()
        if self._by_address[address] >= self._at_once:
            raise TooManyUtterances(
                f"{self._at_once} recordings of this address are not done; more may come when one is"
            )

    async def record(self, speaking: Speaking, address: str) -> tuple[Output, Opening]:
        """Begin, and return when the first sound is there. Raises `NodeError` when there is none.

        `check` comes first, with nothing awaited in between.
        """
        self._by_address[address] += 1
        try:
            began = await opening(speaking)
            output = await self.store.begin(began.started.format)
        except BaseException:
            speaking.cancel()
            self._forget(address)
            raise
        task = asyncio.create_task(self._fill(output, began, speaking), name="record")
        self._recording.add(task)
        task.add_done_callback(self._recording.discard)
        task.add_done_callback(lambda _: self._forget(address))
        return output, began

    async def close(self) -> None:
        """What is not complete is discarded. Twice is fine.

        Comes after speech was closed, so what still runs is only putting its last bytes on the disk.
        """
        tasks = tuple(self._recording)
        if tasks:
            await asyncio.wait(tasks, timeout=_LAST_BYTES_S)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _fill(self, output: Output, began: Opening, speaking: Speaking) -> None:
        try:
            async with speaking:
                await output.write(began.first.data)
                async for event in speaking:
                    if isinstance(event, Audio):
                        await output.write(event.data)
                    elif isinstance(event, Finished) and event.reason == "complete":
                        await output.finish()
                    elif isinstance(event, Finished):
                        raise error_of(event)
        except NodeError as error:
            _LOG.warning("sound %s… is not kept: %s", output.id[:6], error)
        finally:
            await output.discard()

    def _forget(self, address: str) -> None:
        self._by_address[address] -= 1
        if not self._by_address[address]:
            del self._by_address[address]
