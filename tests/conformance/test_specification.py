"""The TLA+ specification in docs/spec: a slice of what `make spec` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conformance import kafka
from tests.specification import controls, tlc
from tests.specification.traces import record

if TYPE_CHECKING:
    from tests.specification.controls import Control

pytestmark = pytest.mark.kafka

_SEEDS = (*range(12), 108)
"""In seed 108 a sole voter starts, and leads at once."""


@pytest.fixture(autouse=True)
def _model_checker() -> None:
    if not tlc.JAR.exists():
        kafka.skip_unless_required("TLC is not installed: run `make spec-setup`")


def test_simulated_runs_are_behaviours_of_the_specification() -> None:
    traces = [record(seed) for seed in _SEEDS]
    assert {trace.failure for trace in traces} == {None}
    assert tlc.rejected(traces) == []


@pytest.mark.parametrize("control", controls.CONTROLS[::3], ids=lambda each: each.bug)
def test_run_with_an_injected_bug_is_rejected(control: Control) -> None:
    assert controls.rejected_control(control) is not None


@pytest.mark.parametrize("name", list(controls.RULES)[:3], ids=lambda each: each.replace(" ", "-"))
def test_specification_without_a_rule_violates_an_invariant(name: str) -> None:
    assert controls.violated_rule(name) is not None


def test_exhaustive_check_misses_no_outcome_and_no_view() -> None:
    assert controls.missed_by_reduction(controls.SMALL[0]) == (0, 0)


@pytest.mark.parametrize("broken", controls.REDUCTIONS, ids=lambda each: each.replace(" ", "-"))
def test_reduction_that_leaves_out_too_much_is_noticed(broken: str) -> None:
    assert any(controls.missed_by_reduction(controls.SMALL[0], broken))
