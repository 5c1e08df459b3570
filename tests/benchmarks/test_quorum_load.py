"""What is made of the moments at which records were delivered. Nothing is timed here."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from benchmarks.quorum_load import (
    CLOSED,
    Cell,
    Loaded,
    Rounds,
    Times,
    committed_per_s,
    latency,
    measure,
    percentile,
)
from benchmarks.quorum_voters import JAVA, OURS, Leading
from benchmarks.race import Spread

MS = 1_000_000
START = 5_000_000_000
TIMES = Times(warm_up=1.0, counted=2.0)


def at(ms):
    return START + ms * MS


def test_only_what_is_delivered_in_the_time_that_counts_is_counted():
    commits = [(at(999), 7), (at(1_000), 10), (at(2_999), 30), (at(3_000), 500)]
    assert committed_per_s(START, commits, TIMES) == 20


def test_latency_runs_from_the_moment_a_record_was_due():
    # ten a second: records 10 to 29 count, whenever they were delivered
    commits = [(at(900), 10), *((at(100 * number + 7), 1) for number in range(10, 29))]
    commits += [(at(100 * 29 + 40), 1), (at(9_000), 5)]
    found = latency(START, commits, 10, TIMES)
    assert found.p50 == pytest.approx(7)
    assert found.p99 == pytest.approx(40)


def test_a_stall_counts_for_every_record_that_was_due_in_it():
    commits = [(at(1_000), 10), (at(3_000), 20)]
    found = latency(START, commits, 10, TIMES)
    assert found.p50 == pytest.approx(1_000)  # they waited for 2,000 ms down to 100 ms
    assert found.p99 == pytest.approx(2_000)


@pytest.mark.parametrize(("percent", "value"), [(1, 1), (50, 50), (99, 99), (100, 100)])
def test_percentile_is_the_smallest_value_not_exceeded(percent, value):
    assert percentile(range(1, 101), percent) == value


def test_percentile_uses_nearest_rank_and_rejects_no_values():
    assert percentile([3.0], 99) == 3.0
    assert percentile([1.0, 2.0], 50) == 1.0
    with pytest.raises(ValueError, match="no values"):
        percentile([], 50)


def test_the_window_is_16_mib_but_no_more_than_200_000_records():
    assert [cell.window for cell in CLOSED] == [200_000, 65_536, 16_384]
    assert Cell(1000, 256).order(1.5) == "load 1000 256 65536 1.5"


def test_ratios_are_per_round_and_above_1_if_kraft_is_better():
    rates = Rounds(more_is_better=True, values={OURS: [10, 30], JAVA: [20, 10]})
    assert rates.ratio() == Spread(1.75, 0.5, 3.0)
    waits = Rounds(more_is_better=False, values={OURS: [10, 20], JAVA: [20, 10]})
    assert waits.ratio() == Spread(1.25, 0.5, 2.0)
    assert waits.median(OURS) == 15


def test_ratio_is_none_if_one_side_was_not_measured():
    alone = Rounds(more_is_better=True, values={OURS: [10.0], JAVA: []})
    assert alone.ratio() is None
    assert alone.median(JAVA) is None


class FakeVoter:
    """Says what is in its list, one answer for each order."""

    def __init__(self, answers):
        self.orders = []
        self.loads = SimpleNamespace(get=lambda timeout: answers.pop(0))

    def say(self, order):
        self.orders.append(order)


class FakeQuorum:
    def __init__(self, voters, leadings=()):
        self.voters = voters
        self._leadings = list(leadings)

    def check(self):
        """All of them run."""

    def newest(self, leading):
        return leading

    def leader(self):
        return self._leadings.pop(0)


def test_a_load_that_lost_its_leader_is_made_again_by_the_next_one():
    first, second = FakeVoter([{"lost": 1}]), FakeVoter([{"start": 7, "commits": [(8, 9)]}])
    quorum = FakeQuorum({1: first, 2: second}, [Leading(2, 2, 0)])
    loaded = Loaded(OURS, quorum, Leading(1, 1, 0))
    assert loaded.run(Cell(0, 64), 1) == (7, [(8, 9)])
    assert len(first.orders) == len(second.orders) == 1


def test_the_sides_take_turns():
    order = []

    def side(name):
        def run(cell, seconds):
            order.append((name, cell.rate))
            return START, [(at(1_500), 4)]

        return SimpleNamespace(side=name, run=run)

    cells = (Cell(0, 64), Cell(0, 256))
    found = measure([side(OURS), side(JAVA)], cells, TIMES, 2, "both")
    assert [name for name, _ in order] == [OURS, JAVA] * 2 + [JAVA, OURS] * 2
    assert found[cells[0], "per_s"].values == {OURS: [2, 2], JAVA: [2, 2]}
