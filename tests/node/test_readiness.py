"""Ready is who keeps up: each role, what was reported when, and lag that lasts."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import rpc
from kraft_core.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.consensus.values import LeaderAndEpoch
from kraft_core.node.readiness import LAG_MS_MAX, Readiness
from kraft_core.quorum_topic import KAFKAS_TOPIC
from kraft_core.replica.rpc_mapping import response_to_wire
from kraft_wire.errors import ErrorCode
from tests.node.cluster import Cluster, run
from tests.support.replica_fixture import ReplicaFixture

TIMEOUT_MS = 2_000


def role(kind, **facts):
    """A role with what readiness looks at."""
    made = object.__new__(kind)
    for name, value in facts.items():
        setattr(made, name, value)
    return made


def follower(deadline_ms=10**9, *, has_fetched=True):
    return role(Follower, has_fetched=has_fetched, fetch_deadline_ms=deadline_ms)


class Watched:
    def __init__(self, current):
        self.core = SimpleNamespace(
            role=current, config=SimpleNamespace(fetch_timeout_ms=TIMEOUT_MS)
        )
        self.applied, self.reported = 0, -1
        self.readiness = Readiness(self.core, lambda: self.applied, lambda: self.reported)

    def at(self, now_ms, *, applied=None, reported=None):
        self.applied = self.applied if applied is None else applied
        self.reported = self.reported if reported is None else reported
        return self.readiness.look(now_ms)


@pytest.mark.parametrize(
    ("current", "is_ready"),
    [
        (role(Leader, high_watermark=10), True),
        (role(Leader, high_watermark=None), False),
        (role(Leader, high_watermark=11), False),
        (follower(), True),
        (follower(deadline_ms=100), False),
        (follower(has_fetched=False), False),
        (role(Candidate), False),
        (role(Prospective), False),
        (role(Unattached), False),
        (role(Resigned), False),
    ],
    ids=[
        "leader or sole voter",
        "leader that knows no high watermark",
        "leader that has not applied",
        "follower, witness or observer",
        "follower whose fetch timeout has passed",
        "follower that has not fetched",
        "candidate",
        "prospective",
        "unattached",
        "resigned",
    ],
)
def test_each_role(current, is_ready):
    watched = Watched(current)
    assert watched.at(100, applied=10, reported=10) is is_ready


def test_nobody_is_ready_before_a_leader_reported_its_high_watermark():
    assert not Watched(follower()).at(0, applied=10)


def test_replica_that_starts_far_behind_is_ready_when_it_has_what_was_reported_first():
    watched = Watched(follower())
    assert not watched.at(0, applied=0, reported=1_000)
    assert not watched.at(500, applied=999, reported=1_500)
    assert watched.at(600, applied=1_000)
    assert watched.at(1_900, applied=1_000)


def test_reports_count_when_they_are_a_fetch_timeout_old():
    watched = Watched(follower())
    assert watched.at(0, applied=10, reported=10)
    assert watched.at(100, reported=20)
    assert watched.at(100 + TIMEOUT_MS, applied=19)  # the lag begins
    assert watched.at(100 + TIMEOUT_MS + LAG_MS_MAX - 1)
    assert not watched.at(100 + TIMEOUT_MS + LAG_MS_MAX)
    assert not watched.at(100 + TIMEOUT_MS + LAG_MS_MAX + 1)
    assert watched.at(100 + TIMEOUT_MS + LAG_MS_MAX + 2, applied=20)


def test_lag_that_ends_within_three_seconds_is_forgotten():
    watched = Watched(follower())
    assert watched.at(0, applied=10, reported=10)
    assert watched.at(100, reported=20)
    for start_ms in (100 + TIMEOUT_MS, 100 + TIMEOUT_MS + 2_500):
        assert watched.at(start_ms, applied=19)
        assert watched.at(start_ms + 2_400)
        assert watched.at(start_ms + 2_450, applied=20)


def test_replica_that_follows_at_full_speed_is_ready_all_the_time():
    watched = Watched(follower())
    watched.at(0, applied=0, reported=0)
    for now_ms in range(0, 60_000, 5):
        # always 1,500 ms behind, which is within the fetch timeout
        assert watched.at(now_ms, applied=max(0, now_ms - 1_500), reported=now_ms)
        assert len(watched.readiness._reports) < 40


def test_replica_that_falls_back_more_and_more_is_not_ready_after_a_while():
    watched = Watched(follower())
    watched.at(0, applied=0, reported=0)
    answers = [
        watched.at(now_ms, applied=now_ms // 2, reported=now_ms) for now_ms in range(0, 20_000, 10)
    ]
    assert answers[0]
    assert not answers[-1]
    assert sorted(answers, reverse=True) == answers


def fetched(fixture, **facts):
    facts.setdefault("leader", LeaderAndEpoch(2, 3))
    message = response_to_wire(rpc.FetchResponse(**facts), 17, KAFKAS_TOPIC)
    fixture.replica.receive_response(1, message)
    return fixture.replica.reported_high_watermark


def test_high_watermark_of_the_leader_is_kept_beyond_the_own_log_end():
    fixture = ReplicaFixture()
    fixture.start(fx.AnnounceLeader(LeaderAndEpoch(2, 3)))
    assert fixture.replica.reported_high_watermark == -1
    assert fetched(fixture, high_watermark=-1) == -1
    assert fetched(fixture, high_watermark=100) == 100
    assert fixture.disk.log.end_offset < 100
    assert fetched(fixture, high_watermark=90) == 100
    error = ErrorCode.FENCED_LEADER_EPOCH
    assert fetched(fixture, high_watermark=500, error=error) == 100
    assert fetched(fixture, high_watermark=500, leader=LeaderAndEpoch(1, 2)) == 100
    assert fetched(fixture, high_watermark=101, leader=LeaderAndEpoch(4, 4)) == 101


@pytest.mark.node
@pytest.mark.timeout(180)
def test_follower_that_lags_is_not_ready_until_it_has_caught_up(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            slow = next(node for node in cluster.nodes.values() if node is not leader)
            await slow.until(lambda: slow.metrics.is_ready)
            applier = slow.replica._parts.applier
            step, applier.step = applier.step, lambda: iter(())
            await leader.append([b"x"])
            # it stores the record and does not apply it: for a fetch timeout that may be, and 3 s
            async with asyncio.timeout(30):
                await slow.until(lambda: not slow.metrics.is_ready)
            assert slow.core.log.end.offset >= leader.core.high_watermark
            assert leader.metrics.is_ready
            applier.step = step
            async with asyncio.timeout(30):
                await slow.until(lambda: slow.metrics.is_ready)

    run(story())
