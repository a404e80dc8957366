from __future__ import annotations

from pathlib import Path

import psutil
import pytest

from tts_node.workers.memory import available_mb, shortage
from tts_node.workers.spec import WorkerSpec

MB = 1024 * 1024


def cgroup(folder: Path, limit: str, used: int, inactive_file: int) -> Path:
    (folder / "memory.max").write_text(f"{limit}\n")
    (folder / "memory.current").write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"anon 1\ninactive_file {inactive_file}\nactive_file 7\n")
    return folder


def test_a_containers_limit_counts_and_its_page_cache_does_not(tmp_path: Path) -> None:
    folder = cgroup(tmp_path, str(100 * MB), 90 * MB, 30 * MB)
    assert available_mb(folder) == pytest.approx(40)


def test_a_container_over_its_limit_has_nothing_left(tmp_path: Path) -> None:
    assert available_mb(cgroup(tmp_path, str(100 * MB), 120 * MB, 0)) == 0


@pytest.mark.parametrize("limit", ["max", ""])
def test_without_a_limit_the_machine_counts(tmp_path: Path, limit: str) -> None:
    total_mb = psutil.virtual_memory().total / MB
    assert 0 < available_mb(cgroup(tmp_path, limit, 1, 1)) <= total_mb
    assert 0 < available_mb(tmp_path / "missing") <= total_mb


def test_the_need_of_an_engine_is_compared_with_what_there_is() -> None:
    """P01"""
    spec = WorkerSpec("large", "tone", {"memory_mb": 1500})
    assert shortage(spec, 1600) is None
    sentence = shortage(spec, 900)
    assert sentence is not None and "needs 1500 MB" in sentence and "only 900 MB" in sentence
    assert shortage(WorkerSpec("small", "tone"), 1) is None
