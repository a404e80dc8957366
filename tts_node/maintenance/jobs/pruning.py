"""What `prune_cache` and `prune_outputs` share: to tell what went, and to say when the disk is still full."""

from __future__ import annotations

from tts_node.maintenance.context import JobContext, JobFailed, JobResult, Store
from tts_node.pruning import PruneRule


async def prune(context: JobContext, store: Store, rule: PruneRule, things: str) -> JobResult:
    """Apply the rule. Raises `JobFailed` where the disk stays fuller than it may: speech goes on, but people
    have to know.
    """
    try:
        pruned = await store.prune(rule)
    except OSError as error:
        raise JobFailed(f"the {things} cannot be pruned: {error.strerror or error}") from error
    figures = {
        "removed": float(pruned.removed),
        "removed_bytes": float(pruned.removed_bytes),
        "left": float(pruned.left),
        "left_bytes": float(pruned.left_bytes),
    }
    if pruned.free_bytes is not None:
        figures["free_bytes"] = float(pruned.free_bytes)
    detail = f"removed {pruned.removed} {things}, {pruned.removed_bytes / 1e6:.1f} MB; "
    detail += f"{pruned.left} stay, {pruned.left_bytes / 1e6:.1f} MB"
    if pruned.free_bytes is not None and pruned.free_bytes < rule.min_free_bytes:
        raise JobFailed(
            f"the disk is nearly full: {pruned.free_bytes / 1e6:.0f} MB are free, "
            f"{rule.min_free_bytes / 1e6:.0f} MB should be; {detail}",
            figures,
        )
    return JobResult(detail, figures, notable=pruned.removed > 0)
