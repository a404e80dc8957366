"""Begins a new log file each night, and removes the old ones that are too many."""

from __future__ import annotations

from tts_node import logs
from tts_node.config_maintenance import RotateLogsConfig
from tts_node.maintenance.context import JobContext, JobResult


async def run(context: JobContext, settings: RotateLogsConfig) -> JobResult:
    """Raises `OSError` where the files cannot be moved."""
    if logs.current_file() is None:
        return JobResult("logs go to standard error", notable=False)
    rotated = await context.in_thread(lambda: logs.rotate(settings.keep))
    removed = f", removed {rotated.removed}" if rotated.removed else ""
    if not rotated.began_anew:
        return JobResult(f"the log file is empty{removed}", notable=rotated.removed > 0)
    return JobResult(f"began a new log file{removed}", {"removed": float(rotated.removed)})
