"""A leader that hears no majority, or whose disk hangs, resigns in time."""

from __future__ import annotations

import pytest

from kraft_core.consensus.roles import Resigned
from kraft_core.consensus.rpc import Fetch
from kraft_core.simulation.hooks import Moment
from kraft_core.simulation.invariants.resignations import LeaderResignsInTime
from tests.simulation.invariants.stage import Stage, broken, key, voters

CHECK_QUORUM_MS = 3000


def led(*node_ids):
    stage = Stage(*node_ids)
    watching = stage.watched_by(LeaderResignsInTime)
    stage.lead(1, 1)
    stage.turn(1)
    return stage, watching


def pass_time(stage, duration_ms):
    stage.timeline.run_until(stage.now_ms + duration_ms)


def fetch(stage, *node_ids):
    for node_id in node_ids:
        stage.ask(1, Fetch("cluster", key(node_id), 1, 0, 0, 0, 0, 0), None)


def hear(stage, duration_ms, *node_ids):
    for _ in range(duration_ms // 100):
        pass_time(stage, 100)
        fetch(stage, *node_ids)
        stage.turn(1)


def test_leader_that_hears_a_majority_may_stay():
    stage, watching = led()
    hear(stage, 20_000, 2)
    assert watching.evaluations > 100


@pytest.mark.parametrize("heard", [(), (2,)])
def test_leader_of_five_that_hears_fewer_than_two_must_resign(heard):
    stage, _ = led(1, 2, 3, 4, 5)
    hear(stage, 2 * CHECK_QUORUM_MS, *heard)
    with broken("LeaderResignsInTime"):
        hear(stage, 200, *heard)


def test_sole_voter_hears_nobody():
    stage, _ = led(1)
    hear(stage, 20_000)


def test_voter_set_that_changes_gives_the_leader_its_time_again():
    stage, _ = led()
    hear(stage, 5000)
    stage.change(1, 1, voters(1, 2, 3, 4))
    hear(stage, 5000)
    with broken("LeaderResignsInTime"):
        hear(stage, 1200)


def lag(stage):
    stage.write(1, 1)
    stage.commit(1)


def test_durable_end_that_stands_still_below_the_high_watermark_ends_the_leader():
    stage, _ = led()
    lag(stage)
    hear(stage, CHECK_QUORUM_MS, 2, 3)
    with broken("LeaderResignsInTime"):
        hear(stage, 200, 2, 3)


def test_durable_end_that_moves_keeps_the_leader():
    stage, _ = led()
    for _ in range(5):
        lag(stage)
        stage.write(1, 1)
        hear(stage, 2900, 2, 3)
        stage.nodes[1].flushed_end += 1
    stage.flush(1)
    hear(stage, 10_000, 2, 3)


@pytest.mark.parametrize("heard", [(), (2, 3)])
def test_resignation_in_time_is_what_it_looks_for(heard):
    stage, watching = led()
    lag(stage)
    hear(stage, CHECK_QUORUM_MS, *heard)
    pass_time(stage, 100)
    stage.role(1, Resigned(1, 1, [], (), 9000))
    stage.turn(1)
    assert watching.reached == 1
    hear(stage, 20_000)


def test_end_of_the_process_ends_the_leadership():
    stage, watching = led()
    stage.stop(1)
    hear(stage, 20_000)
    stage.moment(Moment.TURNED, 1)
    assert watching.reached == 0
