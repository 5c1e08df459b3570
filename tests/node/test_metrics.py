"""The raft metrics: names and values of each role, rates and latencies, readiness."""

from __future__ import annotations

import math

import pytest

from kraft_core.consensus.roles import Unattached
from kraft_core.consensus.values import ReplicaKey
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


def test_how_busy_the_loop_was_is_measured():
    class FakeLog:
        end = type("End", (), {"offset": 0, "epoch": 0})()

    class FakeCore:
        log = FakeLog()
        voters = ()

    metrics = RaftMetrics(FakeCore())
    sum(range(100_000))
    metrics.measure()
    assert 0 <= metrics._busy.average(0) <= 1
