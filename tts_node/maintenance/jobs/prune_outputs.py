"""Keeps the sound for players small. The store drops what is too old or too much by itself; this adds the
free space that the disk has to keep, and looks also when nobody asks for sound.
"""

from __future__ import annotations

from tts_node.config_maintenance import PruneOutputsConfig
from tts_node.maintenance.context import JobContext, JobResult
from tts_node.maintenance.jobs.pruning import prune
from tts_node.pruning import PruneRule


async def run(context: JobContext, settings: PruneOutputsConfig) -> JobResult:
    """Raises `JobFailed` when the disk stays too full or cannot be used."""
    store = context.node.outputs
    if store is None:
        return JobResult("there is no output store", notable=False)
    rule = PruneRule(min_free_bytes=settings.min_free_mb * 1_000_000, grace_s=settings.grace_s)
    return await prune(context, store, rule, "sounds")
