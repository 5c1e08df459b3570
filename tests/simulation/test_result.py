from __future__ import annotations

from kraft_core.simulation.result import Failure, InvariantFailed, SeedResult


def test_a_broken_invariant_says_which_and_why():
    failed = InvariantFailed("log-matching", "1 and 2 at 7")
    assert str(failed) == "log-matching: 1 and 2 at 7"
    assert (failed.invariant, failed.detail) == ("log-matching", "1 and 2 at 7")


def test_results_of_the_same_run_are_equal():
    def result(detail: str) -> SeedResult:
        failure = Failure("crash", 3, 40, detail)
        return SeedResult(1, "default", "ab", 3, 2, 50, (), failure)

    assert result("x") == result("x")
    assert result("x") != result("y")
