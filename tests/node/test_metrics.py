"""The raft metrics: names and values of each role, rates and latencies, readiness."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from kraft_core.consensus.roles import Unattached
from kraft_core.consensus.values import Endpoint, LeaderAndEpoch, ReplicaKey, VersionRange
from kraft_core.consensus.voters import Voter, VoterSet
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.metrics import IGNORED_STATIC_VOTERS, PREFIX, RaftMetrics, Recent, state_name
from kraft_core.node.node import RaftNode
from kraft_core.storage.meta_properties import encode_id
from tests.node.cluster import (
    Cluster,
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.support.ports import free_ports


def read(text):
    """Values by name, and the labels of those that have some."""
    values, labels = {}, {}
    for line in text.splitlines():
        if line.startswith("#"):
            assert line.split()[1] == "HELP" or line.endswith(" gauge")
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
def test_who_knows_no_leader_is_not_ready(tmp_path):
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
    role = Unattached(1)
    leader_and_epoch = LeaderAndEpoch(None, 1)
    config = SimpleNamespace(node_id=1, listener="CONTROLLER")


def idle_ratio(monkeypatch, *measured):
    """What is reported after measurements at (time, idle time so far)."""
    clocks = iter([(0.0, 0.0), *measured])
    monkeypatch.setattr(RaftMetrics, "_clocks", lambda _: next(clocks))
    metrics = RaftMetrics(FakeCore(), idle_s=lambda: 0.0)
    for _ in measured:
        metrics.measure()
    return metrics._idle_ratio(measured[-1][0] if measured else 0.0)


def test_idle_ratio_is_idle_time_by_time(monkeypatch):
    assert idle_ratio(monkeypatch) == 1
    assert idle_ratio(monkeypatch, (1.0, 0.25)) == 0.25
    # a loop that is held up for 9 s is measured late: by time, not by measurement
    assert idle_ratio(monkeypatch, (1.0, 1.0), (10.0, 1.0)) == pytest.approx(0.1)
    assert idle_ratio(monkeypatch, (1.0, 0.0), (40.0, 39.0)) == 1


def test_idle_ratio_is_absent_where_nobody_counts():
    assert "poll_idle_ratio_avg" not in RaftMetrics(FakeCore()).text()
    assert "poll_idle_ratio_avg 1.0\n" in RaftMetrics(FakeCore(), idle_s=lambda: 0.0).text()


def test_voters_without_an_address_here_are_unknown_connections():
    core = FakeCore()
    here, elsewhere = Endpoint("CONTROLLER", "h", 1), Endpoint("OTHER", "h", 1)
    core.voters = VoterSet.of(
        Voter(ReplicaKey(node_id), (endpoint,), VersionRange(0, 1))
        for node_id, endpoint in ((1, elsewhere), (2, elsewhere), (3, here), (4, elsewhere))
    )
    assert "number_unknown_voter_connections 2.0\n" in RaftMetrics(core).text()
