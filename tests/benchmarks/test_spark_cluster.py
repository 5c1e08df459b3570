from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.spark_cluster import CLUSTER as DOCUMENTED
from benchmarks.spark_cluster import CONTENT_BYTES, TASK_SECONDS, Cluster, job, text

DOCUMENT = Path(__file__).parents[2] / "docs" / "spark-clusters.md"

CLUSTER = Cluster(cores=100, price=0.10, rate=100e6)


def test_cost_of_a_read_includes_task_overhead():
    """50 tasks at a time, each a second of work and what Spark takes for it."""
    found = job(100e6 * 1000, 100_000_000, CLUSTER)
    assert found.tasks == 1000
    assert found.seconds == pytest.approx(20 * (1 + TASK_SECONDS))
    assert found.dollars == pytest.approx(found.seconds / 3600 * 100 * 0.10)
    assert found.overhead == pytest.approx(TASK_SECONDS / (1 + TASK_SECONDS))


def test_small_tasks_waste_time_and_twice_the_cores_take_half_of_it():
    small, large = (job(1e13, size, CLUSTER) for size in (10_000_000, 100_000_000))
    assert small.seconds > large.seconds * 1.4
    twice = job(1e13, 100_000_000, CLUSTER._replace(cores=200))
    assert twice.seconds == pytest.approx(large.seconds / 2)
    assert twice.dollars == pytest.approx(large.dollars)


def test_a_task_needs_two_cores():
    with pytest.raises(ValueError, match="2 cores"):
        job(1e9, 100, CLUSTER._replace(cores=1))


def test_the_document_has_the_table_of_the_model():
    assert text(CONTENT_BYTES, DOCUMENTED) in DOCUMENT.read_text(encoding="utf-8")


def test_the_table_has_a_row_for_each_size():
    lines = text(1e14, Cluster(512, 0.05, 254e6)).splitlines()
    assert "100 TB, 512 cores, 254 MB/s" in lines[0]
    assert [line.split("|")[1].strip() for line in lines[4:]] == ["64 MiB", "256 MiB", "1024 MiB"]
