"""The watchdogs with their settings from the configuration, as functions for jobs."""

from __future__ import annotations

from tts_node.config_maintenance import MaintenanceConfig, WatchdogConfig
from tts_node.maintenance.context import JobFunction
from tts_node.maintenance.watchdog import Patience
from tts_node.maintenance.watchdog_audio import AudioLimits, AudioWatchdog
from tts_node.maintenance.watchdog_latency import LatencyLimits, LatencyWatchdog
from tts_node.maintenance.watchdog_ram import RamLimits, RamWatchdog
from tts_node.maintenance.watchdog_vram import VramLimits, VramWatchdog


def vram(config: MaintenanceConfig) -> JobFunction:
    settings = config.vram_watchdog
    limits = VramLimits(
        limit_mb=settings.limit_mb,
        min_free_mb=settings.min_free_mb,
        grows_mb_per_h=settings.grows_mb_per_h,
        window_s=settings.window_s,
        fragmented=settings.fragmented,
    )
    return VramWatchdog(limits, _patience(settings)).check


def ram(config: MaintenanceConfig) -> JobFunction:
    settings = config.ram_watchdog
    limits = RamLimits(settings.grows_mb_per_h, settings.window_s, settings.min_available_mb)
    return RamWatchdog(limits, _patience(settings)).check


def latency(config: MaintenanceConfig) -> JobFunction:
    settings = config.latency_watchdog
    return LatencyWatchdog(LatencyLimits(settings.slower), _patience(settings)).check


def audio(config: MaintenanceConfig) -> JobFunction:
    settings = config.audio_watchdog
    return AudioWatchdog(AudioLimits(settings.bad_takes), _patience(settings)).check


def _patience(settings: WatchdogConfig) -> Patience:
    return Patience(settings.checks, settings.cool_down_s, settings.recycles_per_hour)
