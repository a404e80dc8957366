"""Keeps the speech cache's disk small: by age, by size, by what is left free. Pinned entries stay."""

from __future__ import annotations

from tts_node.config_maintenance import PruneCacheConfig
from tts_node.maintenance.context import JobContext, JobResult
from tts_node.maintenance.jobs.pruning import prune
from tts_node.pruning import PruneRule

_DAY_S = 86_400.0


async def run(context: JobContext, settings: PruneCacheConfig) -> JobResult:
    """Raises `JobFailed` when the disk stays too full or cannot be used."""
    store = context.node.cache
    if store is None:
        return JobResult("there is no cache on disk", notable=False)
    rule = PruneRule(
        max_age_s=settings.max_age_days * _DAY_S,
        max_bytes=settings.max_mb * 1_000_000 if settings.max_mb is not None else None,
        min_free_bytes=settings.min_free_mb * 1_000_000,
        grace_s=settings.grace_s,
    )
    return await prune(context, store, rule, "cache entries")
