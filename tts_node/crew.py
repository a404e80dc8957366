"""The engines' staff as the configuration asks for it.

Apart from the node, and importing little, so that workers are loading while the rest of the node is imported:
on a small machine that is most of its start.
"""

from __future__ import annotations

from tts_node.config import Config
from tts_node.engine_specs import worker_spec
from tts_node.gpu import GpuReader
from tts_node.speech.staff import Staff
from tts_node.state import StateFolder, open_state
from tts_node.workers.backoff import RestartPolicy
from tts_node.workers.launch import no_cards


class Crew:
    """The staff of every engine, by the engine's name. `start` and `close` may be called twice."""

    def __init__(self, config: Config) -> None:
        """Opens the state folder. Raises `ConfigError`."""
        self.state_folder: StateFolder = open_state(config.node.state_dir)
        self.cards = GpuReader()
        self.staff = {
            name: Staff(
                worker_spec(name, config, self.state_folder),
                workers=engine.workers,
                policy=RestartPolicy(budget=engine.restarts),
                idle_unload_s=engine.idle_unload_s,
                memory_limit_mb=engine.memory_limit_mb,
                cards=self.cards.read if "device" in engine.settings else no_cards,
            )
            for name, engine in config.engines.items()
        }
        self._started = False

    async def start(self) -> None:
        """Begin to load; returns at once."""
        if not self._started:
            self._started = True
            for staff in self.staff.values():
                await staff.start()

    async def close(self) -> None:
        for staff in self.staff.values():
            await staff.close()
