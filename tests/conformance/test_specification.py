"""The TLA+ specification in docs/spec: a slice of what `make spec` does."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import pytest

from tests.conformance import kafka
from tests.specification import tlc
from tests.specification.controls import (
    CONTROLS,
    REDUCTIONS,
    RULES,
    SMALL,
    missed_by_reduction,
    rejected_control,
    violated_rule,
)
from tests.specification.traces import record

if TYPE_CHECKING:
    from tests.specification.controls import Control, Rule
    from tests.specification.traces import Trace

pytestmark = pytest.mark.kafka

_SEEDS = (*range(12), 108)
"""In seed 108 a sole voter starts, and leads at once."""


@pytest.fixture(autouse=True)
def _model_checker() -> None:
    if not tlc.JAR.exists():
        if kafka.is_ci():
            pytest.fail("TLC is not installed: `make conformance` should have done that")
        pytest.skip("TLC is not installed: run `make spec-setup`")


def test_simulated_runs_are_behaviours_of_the_specification() -> None:
    by_voters: dict[tuple[int, ...], list[Trace]] = defaultdict(list)
    for seed in _SEEDS:
        trace = record(seed)
        assert trace.failure is None
        by_voters[trace.voters].append(trace)
    rejected = [
        trace.seed
        for traces in by_voters.values()
        for trace, is_accepted in zip(traces, tlc.accepted(traces), strict=True)
        if not is_accepted
    ]
    assert rejected == []


@pytest.mark.parametrize("control", CONTROLS[::3], ids=lambda each: each.bug)
def test_run_with_an_injected_bug_is_rejected(control: Control) -> None:
    assert rejected_control(control) is not None


@pytest.mark.parametrize("rule", RULES[:3], ids=lambda each: each.name.replace(" ", "-"))
def test_specification_without_a_rule_violates_an_invariant(rule: Rule) -> None:
    assert violated_rule(rule) is not None


def test_exhaustive_check_misses_no_outcome_and_no_view() -> None:
    assert missed_by_reduction(SMALL[0]) == (0, 0)


@pytest.mark.parametrize("broken", REDUCTIONS, ids=lambda each: each.replace(" ", "-"))
def test_reduction_that_leaves_out_too_much_is_noticed(broken: str) -> None:
    assert any(missed_by_reduction(SMALL[0], broken))
