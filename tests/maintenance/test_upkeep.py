"""Maintenance as a whole, with APScheduler, on simulated clocks: S01, S02, whole years, restarts, people."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from apscheduler.schedulers import base as apscheduler_base

from tests.maintenance.simulated import FakeNode, SimulatedClock, settle, until
from tts_node.config_maintenance import JOB_NAMES, JobConfig, MaintenanceConfig
from tts_node.errors import NotFound, NotReady
from tts_node.maintenance.context import JobContext, JobFailed, JobResult
from tts_node.maintenance.registry import KINDS, JobKind
from tts_node.maintenance.schedule import Schedule
from tts_node.maintenance.upkeep import Maintenance

BERLIN = ZoneInfo("Europe/Berlin")


def at(text: str, zone: tzinfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


class Bench:
    """Maintenance on a simulated clock that APScheduler goes by too."""

    def __init__(self, clock: SimulatedClock, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = clock
        self.folder = folder
        self.node = FakeNode()
        self.ran: list[tuple[str, datetime]] = []
        self.maintenance: Maintenance

        class Simulated(datetime):
            @classmethod
            def now(cls, tz: tzinfo | None = None) -> datetime:
                return clock.now().astimezone(tz)

        monkeypatch.setattr(apscheduler_base, "datetime", Simulated)

    def kind(self, name: str, **settings: object) -> JobKind:
        """A job that notes when it ran, or does as `does` says."""
        does = settings.pop("does", None)

        async def job(context: JobContext) -> JobResult:
            self.ran.append((name, context.clock.now()))
            if does is not None:
                await does(context)  # type: ignore[operator]
            return JobResult("done", notable=False)

        return JobKind(name, "a job of a test", lambda config: job, **settings)  # type: ignore[arg-type]

    @asynccontextmanager
    async def running(
        self, *kinds: JobKind, jobs: dict[str, JobConfig] | None = None, zone: str = "Europe/Berlin"
    ) -> AsyncIterator[Maintenance]:
        config = MaintenanceConfig(time_zone=zone).model_copy(update={"jobs": jobs or {}})
        self.maintenance = Maintenance(
            config, self.node, self.folder, kinds=kinds, clock=self.clock, chance=lambda: 0.0
        )
        await self.maintenance.start()
        try:
            yield self.maintenance
        finally:
            await self.maintenance.close()

    async def look(self) -> None:
        """What the scheduler does when its timer has come, or when the clocks have been compared."""
        self.maintenance._schedule.look()
        await settle()

    async def pass_until(self, end: datetime) -> None:
        """Time goes by, with every alarm at its instant."""
        while True:
            times = [job.next_run for job in self.maintenance.jobs() if job.next_run is not None]
            if not times or min(times) > end:
                break
            self.clock.pass_until(min(times))
            await self.look()
        self.clock.pass_until(end)

    def dates(self, name: str, zone: tzinfo) -> list[date]:
        return [when.astimezone(zone).date() for job, when in self.ran if job == name]


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], Bench]:
    return lambda begin: Bench(SimulatedClock(begin), tmp_path, monkeypatch)


MakeBench = Callable[[datetime], Bench]

# --- time ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone_name", ["Europe/Berlin", "America/Los_Angeles", "Australia/Lord_Howe", "UTC"])
async def test_through_a_whole_year_each_nightly_job_runs_once_on_each_date(
    bench: MakeBench, zone_name: str
) -> None:
    zone = ZoneInfo(zone_name)
    it = bench(datetime(2026, 1, 1, tzinfo=zone))
    kinds = (it.kind("nightly", at=("02:30",)), it.kind("by_cron", at=("05:00",)))
    async with it.running(*kinds, jobs={"by_cron": JobConfig(cron="45 1 * * *")}, zone=zone_name) as made:
        await it.pass_until(datetime(2027, 1, 1, tzinfo=zone) - timedelta(seconds=1))
        counts = {job.name: (job.runs, job.late, job.missed, job.failed) for job in made.jobs()}
    every_day = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    assert it.dates("nightly", zone) == every_day
    assert it.dates("by_cron", zone) == every_day
    assert counts == {"nightly": (365, 0, 0, 0), "by_cron": (365, 0, 0, 0)}


async def test_s01_a_sleep_over_the_night_gives_one_run_and_the_log_names_the_job(
    bench: MakeBench, caplog: pytest.LogCaptureFixture
) -> None:
    it = bench(at("2026-06-01 02:50"))
    async with it.running(it.kind("prune", at=("03:00",))) as made:
        it.clock.sleep(4 * 3600 + 20 * 60)
        made.clock_moved(4 * 3600 + 20 * 60)
        await settle()
        assert [when for _, when in it.ran] == [at("2026-06-01 07:10")]
        (job,) = made.jobs()
        assert (job.runs, job.late, job.missed) == (1, 1, 0)
        assert job.last is not None
        assert job.last.late_s == 4 * 3600 + 600
        await it.look()
        assert len(it.ran) == 1
    assert "job prune: late by 15000.0 s; it was planned for 2026-06-01T03:00:00+02:00" in caplog.text


async def test_s01_four_planned_runs_in_one_sleep_are_one_run_and_three_that_were_missed(
    bench: MakeBench, caplog: pytest.LogCaptureFixture
) -> None:
    it = bench(at("2026-06-01 02:50"))
    async with it.running(it.kind("prune", at=("03:00", "04:00", "05:00", "06:00"))) as made:
        it.clock.sleep(4 * 3600 + 20 * 60)
        await it.look()
        assert len(it.ran) == 1
        (job,) = made.jobs()
        assert (job.runs, job.late, job.missed) == (1, 1, 3)
    assert "job prune: 3 planned runs before that one were missed" in caplog.text


async def test_s01_a_loop_that_was_busy_for_three_seconds_costs_no_run(
    bench: MakeBench, caplog: pytest.LogCaptureFixture
) -> None:
    it = bench(at("2026-06-01 02:59:59"))
    async with it.running(it.kind("prune", at=("03:00",))):
        it.clock.pass_time(4.0)
        await it.look()
        assert [when for _, when in it.ran] == [at("2026-06-01 03:00:03")]
    assert "job prune: late by 3.0 s" in caplog.text


async def test_s01_what_is_older_than_its_grace_does_not_run_and_is_told(
    bench: MakeBench, caplog: pytest.LogCaptureFixture
) -> None:
    it = bench(at("2026-06-01 02:50"))
    jobs = {"prune": JobConfig(misfire_grace_s=3_600.0)}
    async with it.running(it.kind("prune", at=("03:00",)), jobs=jobs) as made:
        it.clock.sleep(4 * 3600)
        await it.look()
        assert it.ran == []
        (job,) = made.jobs()
        assert (job.runs, job.missed) == (0, 1)
        assert job.last is not None
        assert job.last.outcome == "missed"
        assert job.next_run == at("2026-06-02 03:00")
    assert "job prune: missed; it was planned for 2026-06-01T03:00:00+02:00" in caplog.text


async def test_the_clocks_are_compared_without_being_asked(tmp_path: Path) -> None:
    clock = SimulatedClock(at("2026-06-01 02:50"))
    moved: list[float] = []

    class Watched(Maintenance):
        def clock_moved(self, by_s: float) -> None:
            moved.append(by_s)

    made = Watched(MaintenanceConfig(), FakeNode(), tmp_path, kinds=(), clock=clock, watch_s=0.001)
    await made.start()
    for jump_s in (3_600.0, -1_800.0):
        clock.sleep(jump_s)
        clock.pass_time(15.0)
        count = len(moved)
        await until(lambda count=count: len(moved) > count)  # type: ignore[misc]
    await made.close()
    assert moved == pytest.approx([3_600.0, -1_800.0])


async def test_a_clock_put_back_over_its_time_brings_no_second_run_and_stops_no_rhythm(
    bench: MakeBench,
) -> None:
    it = bench(at("2026-06-01 02:50"))
    async with it.running(it.kind("nightly", at=("03:00",)), it.kind("often", interval_s=60.0)) as made:
        await it.pass_until(at("2026-06-01 03:10"))
        assert len(it.dates("nightly", BERLIN)) == 1
        it.ran.clear()
        it.clock.sleep(-1_200.0)
        made.clock_moved(-1_200.0)
        await settle()
        await it.pass_until(at("2026-06-01 03:20"))
        assert it.dates("nightly", BERLIN) == []
        assert len(it.dates("often", BERLIN)) == 30


# --- what goes wrong -----------------------------------------------------------------------------------


async def test_s02_a_hung_job_stops_neither_itself_nor_others_and_the_node_says_so(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 12:00"))
    calls = 0

    async def hang_third(context: JobContext) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            await asyncio.Event().wait()

    kinds = (
        it.kind("watch", interval_s=1.0, deadline_s=0.05, does=hang_third),
        it.kind("other", interval_s=1.0),
    )
    async with it.running(*kinds) as made:
        await it.pass_until(at("2026-06-01 12:00:03"))
        await until(lambda: made.job("watch").running_s is None)
        assert made.job("watch").failed == 1
        assert "job watch" in it.node.degraded
        assert "cancelled after 0.05 s" in it.node.degraded["job watch"]
        await it.pass_until(at("2026-06-01 12:00:05"))
        assert calls == 5
        assert len(it.dates("other", BERLIN)) == 5
        assert "job watch" not in it.node.degraded


async def test_a_job_that_fails_degrades_the_node_until_it_goes_well(
    bench: MakeBench, caplog: pytest.LogCaptureFixture
) -> None:
    it = bench(at("2026-06-01 12:00"))
    broken = True

    async def maybe(context: JobContext) -> None:
        if broken:
            raise JobFailed("the disk is nearly full")

    async with it.running(it.kind("prune", interval_s=60.0, does=maybe)) as made:
        await it.pass_until(at("2026-06-01 12:01"))
        assert it.node.degraded == {"job prune": "job prune: the disk is nearly full"}
        broken = False
        await it.pass_until(at("2026-06-01 12:02"))
        assert it.node.degraded == {}
        assert (made.job("prune").runs, made.job("prune").failed) == (2, 1)
    assert "job prune: failed: the disk is nearly full" in caplog.text


async def test_a_state_folder_that_cannot_be_written_stops_nothing(bench: MakeBench, tmp_path: Path) -> None:
    it = bench(at("2026-06-01 02:50"))
    it.folder = tmp_path / "file"
    it.folder.write_text("not a folder")
    async with it.running(it.kind("prune", at=("03:00",))):
        assert "job history" in it.node.degraded
        await it.pass_until(at("2026-06-01 03:00"))
        assert len(it.ran) == 1


async def test_maintenance_that_cannot_begin_leaves_a_degraded_node(
    bench: MakeBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(self: Schedule) -> None:
        raise RuntimeError("the scheduler is broken")

    monkeypatch.setattr(Schedule, "start", broken)
    it = bench(at("2026-06-01 02:50"))
    async with it.running(it.kind("prune", at=("03:00",))) as made:
        assert it.node.degraded["maintenance"] == "no job runs by the clock: the scheduler is broken"
        assert (await made.run("prune", wait_s=10.0)).runs == 1


# --- restarts ------------------------------------------------------------------------------------------


async def test_a_run_that_fell_into_a_time_without_the_node_is_made_up_for_once(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 02:50"))
    kinds = (it.kind("prune", at=("03:00",)), it.kind("restart", at=("03:00",), catch_up=False))
    async with it.running(*kinds):
        await it.pass_until(at("2026-06-01 12:00"))
        assert len(it.ran) == 2
    it.ran.clear()
    it.clock.pass_until(at("2026-06-02 07:00"))
    for expected in (["prune"], []):
        async with it.running(*kinds) as made:
            await it.look()
            assert [name for name, _ in it.ran] == expected
            assert made.job("prune").next_run == at("2026-06-03 03:00")
            assert made.job("prune").runs == 2
        it.ran.clear()


async def test_a_pause_survives_a_restart_and_resuming_makes_nothing_up(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 02:50"))
    kind = it.kind("prune", at=("03:00",))
    async with it.running(kind) as made:
        assert made.pause("prune").paused
        assert made.job("prune").next_run is None
        await it.pass_until(at("2026-06-01 04:00"))
    async with it.running(kind) as made:
        await it.pass_until(at("2026-06-02 04:00"))
        assert made.job("prune").paused
        assert it.ran == []
        assert made.resume("prune").next_run == at("2026-06-03 03:00")
        await it.pass_until(at("2026-06-03 03:00"))
        assert len(it.ran) == 1
        assert made.job("prune").missed == 0


# --- people ----------------------------------------------------------------------------------------------


async def test_a_person_can_run_a_job_at_any_time_also_one_that_is_off_or_paused(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 12:00"))
    kinds = (it.kind("prune", at=("03:00",)), it.kind("off", at=("03:00",)))
    async with it.running(*kinds, jobs={"off": JobConfig(enabled=False)}) as made:
        made.pause("prune")
        for name in ("prune", "off"):
            status = await made.run(name, wait_s=10.0)
            assert status.last is not None
            assert (status.last.outcome, status.last.by, status.last.planned) == ("ok", "person", None)
            assert status.next_run is None
        assert made.job("off").enabled is False
        assert [run.by for run in made.history("off")] == ["person"]


async def test_a_job_that_is_running_is_not_begun_again_and_unknown_ones_are_named(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 12:00"))
    release = asyncio.Event()

    async def wait(context: JobContext) -> None:
        await release.wait()

    async with it.running(it.kind("prune", at=("03:00",), does=wait)) as made:
        status = await made.run("prune")
        assert status.running_s is not None
        with pytest.raises(NotReady, match="job prune is running already"):
            await made.run("prune")
        for call in (partial(made.run, "prone"),):
            with pytest.raises(NotFound, match="there is no job 'prone'; there are: prune"):
                await call()
        with pytest.raises(NotFound):
            made.pause("prone")
        release.set()
        await settle()
        assert len(it.ran) == 1


async def test_the_status_tells_the_next_run_with_its_offset(bench: MakeBench) -> None:
    it = bench(at("2026-10-24 12:00"))
    jobs = {"tokyo": JobConfig(at="09:00", time_zone="Asia/Tokyo")}
    async with it.running(
        it.kind("prune", at=("02:30",)), it.kind("tokyo", at=("03:00",)), jobs=jobs
    ) as made:
        told = {job.name: job.as_json() for job in made.jobs()}
        assert told["prune"]["next_run"] == "2026-10-25T02:30:00+02:00"
        assert told["tokyo"]["next_run"] == "2026-10-25T09:00:00+09:00"
        assert told["tokyo"]["time_zone"] == "Asia/Tokyo"
        await it.pass_until(at("2026-10-25 12:00"))
        assert made.job("prune").as_json()["next_run"] == "2026-10-26T02:30:00+01:00"
        assert made.job("prune").as_json()["last"]["began"] == "2026-10-25T02:30:00+02:00"


async def test_the_time_zone_is_told_once(bench: MakeBench, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    it = bench(at("2026-06-01 02:50"))
    async with it.running(it.kind("prune", at=("03:00",))) as made:
        await made.start()
    assert caplog.text.count("jobs run by the time zone Europe/Berlin (from the configuration)") == 1


async def test_switched_off_as_a_whole_nothing_runs_by_the_clock(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 02:50"))
    made = Maintenance(
        MaintenanceConfig(enabled=False),
        it.node,
        it.folder,
        kinds=[it.kind("prune", at=("03:00",))],
        clock=it.clock,
    )
    await made.start()
    assert made.job("prune").next_run is None
    assert (await made.run("prune", wait_s=10.0)).runs == 1
    await made.close()


async def test_closing_twice_cancels_what_runs_and_takes_no_more(bench: MakeBench) -> None:
    it = bench(at("2026-06-01 12:00"))

    async def hang(context: JobContext) -> None:
        await asyncio.Event().wait()

    async with it.running(it.kind("prune", at=("03:00",), does=hang)) as made:
        await made.run("prune")
        await settle()
        await made.close()
        await made.close()
        assert made.job("prune").running_s is None
        last = made.job("prune").last
        assert last is not None
        assert last.outcome == "cancelled"
        with pytest.raises(NotReady, match="stopping"):
            await made.run("prune")


# --- the kinds there are -------------------------------------------------------------------------------


def test_every_kind_has_one_trigger_of_its_own_and_a_name_that_the_configuration_knows() -> None:
    names = [kind.name for kind in KINDS]
    assert len(names) == len(set(names))
    assert set(names) <= set(JOB_NAMES)
    for kind in KINDS:
        assert bool(kind.at) != (kind.interval_s is not None), kind.name
        assert kind.summary, kind.name


def test_every_kind_is_documented_with_its_trigger() -> None:
    page = (Path(__file__).parents[2] / "docs" / "operations.md").read_text(encoding="utf-8")
    for kind in KINDS:
        when = " and ".join(kind.at) if kind.at else _words(kind.interval_s or 0.0)
        assert f"| `{kind.name}` | {when} |" in page, kind.name


def _words(seconds: float) -> str:
    for unit_s, unit in ((3_600.0, "h"), (60.0, "min")):
        if seconds % unit_s == 0:
            return f"every {seconds / unit_s:g} {unit}"
    return f"every {seconds:g} s"
