"""What administrators may do, whichever door they come in by: as JSON data, and with `NodeError` for a no."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from tts_node.lexicon.checks import entry_of, sought
from tts_node.lexicon.household import HouseholdLexicon
from tts_node.lexicon.trial import found_in
from tts_node.maintenance.status import run_as_json
from tts_node.maintenance.upkeep import Maintenance
from tts_node.node_control import NodeControls
from tts_node.text.line import Preview

PreviewText = Callable[[str, str | None, str | None], Awaitable[Preview]]
"""How a text is read on paper: the text, its language and the voice, None where the node is to choose."""


class Administration:
    """A `server.ports.AdminPort` on the node's maintenance, controls and lexicon."""

    def __init__(
        self,
        maintenance: Maintenance,
        controls: NodeControls,
        *,
        lexicon: HouseholdLexicon,
        preview: PreviewText,
    ) -> None:
        self._maintenance = maintenance
        self._controls = controls
        self._lexicon = lexicon
        self._preview = preview
        self._recycling: set[asyncio.Task[Mapping[str, Any]]] = set()

    def jobs(self) -> Sequence[Mapping[str, Any]]:
        return [job.as_json() for job in self._maintenance.jobs()]

    def job(self, name: str) -> Mapping[str, Any]:
        return self._maintenance.job(name).as_json()

    def job_history(self, name: str) -> Sequence[Mapping[str, Any]]:
        zone = ZoneInfo(self._maintenance.job(name).time_zone)
        return [run_as_json(run, zone) for run in self._maintenance.history(name)]

    async def run_job(self, name: str, *, wait_s: float = 0.0) -> Mapping[str, Any]:
        return (await self._maintenance.run(name, wait_s=wait_s)).as_json()

    def pause_job(self, name: str) -> Mapping[str, Any]:
        return self._maintenance.pause(name).as_json()

    def resume_job(self, name: str) -> Mapping[str, Any]:
        return self._maintenance.resume(name).as_json()

    def recycles(self) -> Sequence[Mapping[str, Any]]:
        return [run_as_json(run, self._maintenance.zone) for run in self._maintenance.swaps.latest()]

    async def recycle(self, engine: str, reason: str) -> Mapping[str, Any]:
        # It goes on when whoever asked for it has left.
        task = asyncio.create_task(self._recycle(engine, reason), name=f"recycle {engine}")
        self._recycling.add(task)
        task.add_done_callback(self._recycling.discard)
        return await asyncio.shield(task)

    def restart(self, reason: str) -> None:
        self._controls.restart_node(reason)

    def lexicon(self) -> Mapping[str, Any]:
        status = self._lexicon.status()
        entries = [entry.as_json() for entry in self._lexicon.current.entries]
        return {"path": status["path"], "error": status["error"], "entries": entries}

    async def add_to_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        checked = entry_of(entry)
        replaced = await self._lexicon.add(checked)
        return {"entry": checked.as_json(), "replaced": replaced}

    async def remove_from_lexicon(self, entry: Mapping[str, Any]) -> Mapping[str, Any]:
        return {"entry": (await self._lexicon.remove(*sought(entry))).as_json()}

    async def try_lexicon(self, text: str, language: str | None) -> Mapping[str, Any]:
        lexicon = self._lexicon.current
        shown = await self._preview(text, language, None)
        chosen = next((segment.language for segment in shown.segments), language)
        found = await asyncio.to_thread(found_in, text, chosen, lexicon)
        return {
            "language": chosen,
            "segments": [segment.text for segment in shown.segments],
            "found": [{"start": start, "end": end, "entry": entry.as_json()} for start, end, entry in found],
        }

    async def close(self) -> None:
        """Wait for what is under way; the end of the staff ends it. Twice is fine."""
        await asyncio.gather(*self._recycling, return_exceptions=True)

    async def _recycle(self, engine: str, reason: str) -> Mapping[str, Any]:
        before = self._controls.memory_bytes(engine)
        await self._controls.recycle(engine, reason)
        after = self._controls.memory_bytes(engine)
        return {"engine": engine, "before_bytes": before, "after_bytes": after}
