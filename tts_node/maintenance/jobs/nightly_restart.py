"""Fresh processes: model libraries do not give all memory back, and what is fragmented stays so.

For each engine a hot swap: the new process loads and warms up beside the old one, which ends when it has
spoken what it had. Or, for the node as a whole, an orderly end that the service manager follows by a start.
"""

from __future__ import annotations

from typing import Final

from tts_node.config_maintenance import NightlyRestartConfig
from tts_node.errors import NodeError
from tts_node.maintenance.context import JobContext, JobFailed, JobResult

REASON: Final = "nightly restart"
_LOOK_S: Final = 5.0


async def run(context: JobContext, settings: NightlyRestartConfig) -> JobResult:
    """Wait for a pause, then restart. Raises `JobFailed` when an engine could not be replaced."""
    if not await _pause(context, settings):
        return JobResult("left out: somebody was spoken to all the time")
    if settings.scope == "node":
        context.node.restart_node(REASON)
        return JobResult("the node was asked to drain and to start again")
    told, figures, failures = [], dict[str, float](), []
    known = context.node.engines
    for engine in settings.engines or known:
        if engine not in known:
            failures.append(f"there is no engine {engine}")
            continue
        before = context.node.memory_bytes(engine)
        if before is None:
            told.append(f"{engine} has no process")
            continue
        try:
            await context.node.recycle(engine, REASON)
        except NodeError as error:
            failures.append(f"{engine}: {error}")
            continue
        after = context.node.memory_bytes(engine) or 0
        figures[f"{engine}_before_bytes"] = before
        figures[f"{engine}_after_bytes"] = after
        told.append(f"{engine} {before / 1e6:.0f} MB -> {after / 1e6:.0f} MB")
    if failures:
        raise JobFailed("; ".join([*failures, *told]), figures)
    return JobResult("recycled " + "; ".join(told) if told else "there is no engine", figures)


async def _pause(context: JobContext, settings: NightlyRestartConfig) -> bool:
    """Until nobody has been spoken to for a while, or patience is over. False: it is not to be done today."""
    began = context.clock.monotonic()
    # Some time has to be left for the swap itself.
    longest_s = max(0.0, context.deadline_s * 0.75)
    patience_s = longest_s if settings.patience_s is None else min(settings.patience_s, longest_s)
    while context.node.idle_s < settings.idle_s:
        waited_s = context.clock.monotonic() - began
        if waited_s >= patience_s:
            return settings.patience_s is not None
        missing_s = settings.idle_s - context.node.idle_s
        await context.sleep(min(max(missing_s, 0.05), _LOOK_S, max(patience_s - waited_s, 0.05)))
    return True
