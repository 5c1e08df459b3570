"""Our own history: `pytest benchmarks --benchmark-only --benchmark-autosave` (pytest-benchmark)."""

from __future__ import annotations

import pytest

from benchmarks.peers import kraft
from benchmarks.record_shapes import record_cases
from benchmarks.wire_shapes import wire_cases

pytest.importorskip("pytest_benchmark")

OPERATIONS = {**kraft.wire(wire_cases()), **kraft.records(record_cases())}


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_operation_is_timed(benchmark, name):
    assert benchmark(OPERATIONS[name])
