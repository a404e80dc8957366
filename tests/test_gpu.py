"""The graphics memory as the driver tells it, and every way in which it tells nothing."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.maintenance import fake_nvml as nvml
from tests.maintenance.fake_nvml import MB, FakeCard, FakeNvml
from tts_node.gpu import GpuReader, GpuState


def reader(module: Any, **options: Any) -> GpuReader:
    return GpuReader(lambda: module, **options)


def no_library() -> Any:
    raise ImportError("No module named 'pynvml'")


async def test_without_the_library_that_is_said() -> None:
    reading = await GpuReader(no_library).read()
    assert (reading.state, reading.detail) == (GpuState.NO_LIBRARY, "nvidia-ml-py is not installed")
    assert reading.cards == () and reading.used_by((1,)) is None and reading.card_of(1) is None


@pytest.mark.parametrize(
    ("error", "state", "said"),
    [
        (nvml.NVMLError_LibraryNotFound(), GpuState.NO_DRIVER, "no NVIDIA driver"),
        (nvml.NVMLError_DriverNotLoaded(), GpuState.NO_DRIVER, "no NVIDIA driver"),
        (nvml.NVMLError_LibRmVersionMismatch(), GpuState.LOST, "its driver is gone"),
        (nvml.NVMLError_NoPermission(), GpuState.NOT_PERMITTED, "may not ask"),
        (nvml.NVMLError_Unknown("it broke"), GpuState.FAILED, "it broke"),
        (OSError("libnvidia-ml.so.1: cannot open"), GpuState.FAILED, "cannot open"),
    ],
)
async def test_what_is_wrong_with_the_driver_is_a_state_and_no_crash(
    error: Exception, state: GpuState, said: str
) -> None:
    module = FakeNvml()
    module.missing = error  # type: ignore[assignment]
    reading = await reader(module).read()
    assert reading.state is state
    assert said in reading.detail


async def test_no_card_is_a_state() -> None:
    module = FakeNvml()
    assert (await reader(module).read()).state is GpuState.NO_CARD
    assert module.open == 0, "what was opened is closed again"


async def test_a_card_that_shares_the_machines_memory_has_none_of_its_own() -> None:
    """Jetson: NVML is there and tells nothing."""
    reading = await reader(FakeNvml(FakeCard(error=nvml.NVMLError_NotSupported()))).read()
    assert reading.state is GpuState.NOT_SUPPORTED
    assert "shares the machine's memory" in reading.detail


async def test_of_several_cards_each_is_told_with_its_processes() -> None:
    first, second = FakeCard(processes={7: 1000.0, 8: 500.0}), FakeCard(processes={7: 200.0, 9: None})
    module = FakeNvml(first, second)
    reading = await reader(module).read()
    assert reading.state is GpuState.PRESENT and reading.detail == ""
    assert [card.index for card in reading.cards] == [0, 1]
    assert reading.cards[0].name == "Fake RTX"
    assert reading.cards[0].used_bytes == 1800 * MB
    assert reading.used_by((7,)) == 1200 * MB
    assert reading.used_by((7, 8)) == 1700 * MB
    assert reading.used_by((9,)) is None, "the driver gives no figure for it"
    assert reading.card_of(7) == reading.cards[0]
    assert reading.card_of(9) is None, "it may be on any"
    assert module.open == 0


async def test_a_lost_card_does_not_hide_the_others() -> None:
    module = FakeNvml(FakeCard(error=nvml.NVMLError_GpuIsLost()), FakeCard())
    reading = await reader(module).read()
    assert reading.state is GpuState.PRESENT
    assert [card.index for card in reading.cards] == [1]
    assert "is gone" in reading.detail
    module.cards.pop()
    assert (await reader(module).read()).state is GpuState.LOST


async def test_with_mig_each_instance_is_a_card_of_its_own() -> None:
    parts = [FakeCard(total_mb=1000.0, processes={5: 100.0}), FakeCard(total_mb=3000.0)]
    reading = await reader(FakeNvml(FakeCard(instances=parts))).read()
    assert [(card.total_bytes // MB, card.mig) for card in reading.cards] == [(1000, True), (3000, True)]
    card = reading.card_of(5)
    assert card is not None and card.total_bytes == 1000 * MB


async def test_a_driver_that_hangs_is_given_up_and_not_asked_twice_at_once() -> None:
    go_on = threading.Event()
    asked: list[int] = []

    def hang() -> None:
        asked.append(1)
        go_on.wait(20)

    module = FakeNvml(FakeCard())
    module.hang = hang
    hung = reader(module, timeout_s=0.02)
    assert (await hung.read()).state is GpuState.HUNG
    assert (await hung.read()).state is GpuState.HUNG
    assert asked == [1]
    go_on.set()
    patient = reader(FakeNvml(FakeCard()))
    assert (await patient.read()).state is GpuState.PRESENT


async def test_on_this_machine_it_gives_an_answer_whatever_there_is() -> None:
    reading = await GpuReader().read()
    assert isinstance(reading.state, GpuState)
