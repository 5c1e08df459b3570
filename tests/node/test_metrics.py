"""Metrics of each role, rates and latencies, and readiness: reports, lag, and each role."""

from __future__ import annotations

import asyncio
import math
from types import SimpleNamespace

import pytest

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.metrics import (
    IGNORED_STATIC_VOTERS,
    PREFIX,
    RaftMetrics,
    Recent,
    state_name,
)
from kraft_core.node.node import RaftNode
from kraft_core.node.readiness import LAG_MS_MAX, Readiness
from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.replica.rpc_mapping import response_to_wire
from kraft_core.raft.storage.meta_properties import encode_id
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import ErrorCode
from tests.node.cluster import (
    Cluster,
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.support.ports import free_ports
from tests.support.replica_fixture import ReplicaFixture

# -- metrics ---------------------------------------------------------------------------------------


def read(text):
    """Values by name, and the labels of those that have some."""
    values, labels = {}, {}
    for line in text.splitlines():
        if line.startswith("#"):
            # the raft metrics are gauges, as in Kafka
            is_raft_type = line.startswith(f"# TYPE {PREFIX}")
            assert not is_raft_type or line.endswith(" gauge")
            continue
        name, _, value = line.removeprefix(PREFIX).rpartition(" ")
        name, brace, label = name.partition("{")
        values[name] = float(value)
        if brace:
            labels[name] = label.rstrip("}")
    return values, labels


def test_samples_are_those_of_half_a_minute():
    recent = Recent()
    assert math.isnan(recent.average(0))
    assert math.isnan(recent.highest(0))
    assert recent.rate(0) == 0
    recent.add(0, 60)
    recent.add(20, 30)
    assert (recent.average(25), recent.highest(25), recent.rate(25)) == (45, 60, 3)
    assert (recent.average(31), recent.highest(31), recent.rate(31)) == (30, 30, 1)


def test_samples_that_nobody_asks_for_are_dropped_too():
    recent = Recent()
    for second in range(1000):
        recent.add(second, 1)
    assert len(recent._samples) == 31


def test_names_of_states():
    voted = ReplicaKey(2)
    assert state_name(Unattached(1), is_voter=True) == "unattached"
    assert state_name(Unattached(1, voted=voted), is_voter=True) == "unattached-voted"


@pytest.mark.node
@pytest.mark.timeout(180)
def test_a_leader_and_its_followers(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            for _ in range(5):
                await leader.append([b"x", b"y"])
            await cluster.until_applied(10)
            values, labels = read(leader.metrics.text())
            own_id = leader.configuration.node_id
            assert labels["current_state"] == 'state="leader"'
            own_directory_id = encode_id(leader.core.config.key.directory_id)
            assert labels["current_vote_directory_id"] == f'directory_id="{own_directory_id}"'
            assert values["current_leader"] == own_id
            assert values["current_vote"] == own_id
            assert values["current_epoch"] == leader.core.role.epoch
            assert values["log_end_offset"] == leader.core.log.end.offset
            assert values["high_watermark"] == leader.core.high_watermark
            assert (values["number_of_voters"], values["number_of_observers"]) == (3, 0)
            assert values["uncommitted_voter_change"] == 0
            assert values["append_records_rate"] >= 10 / 30
            assert 0 < values["commit_latency_avg"] <= values["commit_latency_max"] < 10_000
            assert 0 < values["election_latency_max"] < 10_000
            assert leader.metrics.is_ready
            assert "\nkraft_snapshot_failures 0.0\n" in leader.metrics.text()
            leader.directory.snapshots.failures = 2
            assert "\nkraft_snapshot_failures 2.0\n" in leader.metrics.text()
            for node in cluster.nodes.values():
                if node is leader:
                    continue
                await node.until(lambda node=node: node.metrics.is_ready)
                values, labels = read(node.metrics.text())
                assert labels["current_state"] == 'state="follower"'
                assert values["current_leader"] == own_id
                assert values["fetch_records_rate"] > 0
                assert values["number_of_voters"] == 3
                assert "number_of_observers" not in values

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_node_without_a_leader_is_not_ready(tmp_path):
    async def story():
        ports = free_ports(2)
        format_node(tmp_path, 1, voters_at(ports))
        node = RaftNode(NodeConfiguration.of(properties_of(1, ports, tmp_path)), ListMachine())
        await node.start()
        assert not node.metrics.is_ready
        values, labels = read(node.metrics.text())
        assert (values["current_leader"], values["high_watermark"]) == (-1, -1)
        assert labels["current_state"].split('"')[1] in {"unattached", "prospective"}
        assert math.isnan(values["commit_latency_avg"])
        node.shut_down()
        node.shut_down()
        await node.wait_closed()

    run(story())


@pytest.mark.parametrize(("level", "ignored"), [(0, 0), (1, 1)])
def test_static_voters_are_overruled_by_those_of_the_log(tmp_path, level, ignored):
    async def story():
        (port,) = free_ports(1)
        voters = voters_at([port]) if level else None
        more = {"controller.quorum.voters": f"1@127.0.0.1:{port}"}
        format_node(tmp_path, 1, voters)
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path, **more))
        async with RaftNode(configuration, ListMachine()) as node:
            await node.until(lambda: node.is_leading)
            assert f"\n{IGNORED_STATIC_VOTERS} {ignored}.0\n" in node.metrics.text()

    run(story())


class FakeCore:
    log = SimpleNamespace(end=SimpleNamespace(offset=0, epoch=0))
    voters = ()
    kraft_version = 1
    high_watermark = None
    is_voter = True
    contested_voters = ()
    regressions = ()
    regressions_seen = 0
    role = Unattached(1)
    leader_and_epoch = LeaderAndEpoch(None, 1)
    config = SimpleNamespace(node_id=1, listener="CONTROLLER")


def test_idle_ratio_of_the_poll_is_not_exported():
    """Divergence N75."""
    assert "idle_ratio" not in RaftMetrics(FakeCore()).text()


def test_voters_without_an_address_here_are_unknown_connections():
    core = FakeCore()
    here, elsewhere = Endpoint("CONTROLLER", "h", 1), Endpoint("OTHER", "h", 1)
    core.voters = VoterSet.of(
        Voter(ReplicaKey(node_id), (endpoint,), VersionRange(0, 1))
        for node_id, endpoint in ((1, elsewhere), (2, elsewhere), (3, here), (4, elsewhere))
    )
    assert "number_unknown_voter_connections 2.0\n" in RaftMetrics(core).text()


# -- readiness -------------------------------------------------------------------------------------

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
def test_readiness_depends_on_the_role(current, is_ready):
    watched = Watched(current)
    assert watched.at(100, applied=10, reported=10) is is_ready


def test_follower_is_not_ready_before_the_leader_reports_a_high_watermark():
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
