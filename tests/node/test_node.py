"""A quorum of three nodes in one event loop, over real sockets and files."""

from __future__ import annotations

import asyncio
import socket
import threading

import pytest

from kraft_core.config.errors import AppendRejectedError, ListenError, NodeEndedError
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.raft.replica import AppendOutcome
from kraft_core.raft.storage.errors import DirectoryLockedError, StorageError
from tests.node.cluster import (
    Cluster,
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


def test_three_nodes_elect_a_leader_and_apply_the_same_in_the_same_order(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            tickets = [leader.append_nowait([b"%d" % number]) for number in range(100)]
            last = await leader.append([b"last"])
            assert last.outcome is AppendOutcome.COMMITTED
            assert all(each.outcome is AppendOutcome.COMMITTED for each in tickets)
            await cluster.until_applied(101)
            expected = [b"%d" % number for number in range(100)] + [b"last"]
            assert all(machine.values == expected for machine in cluster.machines.values())
            assert {await node.leader() for node in cluster.nodes.values()} == {
                leader.configuration.node_id
            }

    run(story())


def test_appends_are_refused_where_nobody_leads(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            follower = next(node for node in cluster.nodes.values() if node is not leader)
            with pytest.raises(AppendRejectedError, match="NOT_LEADER_OR_FOLLOWER"):
                await follower.append([b"x"])

    run(story())


def test_a_leader_that_is_shut_down_hands_over_and_comes_back_as_follower(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            await leader.append([b"before"])
            node_id = leader.configuration.node_id
            del cluster.nodes[node_id]
            await leader.close()
            assert not leader.is_running
            other = await cluster.leading()
            await other.append([b"after"])
            await cluster.start(node_id)
            await cluster.until_applied(2)
            assert cluster.machines[node_id].values == [b"before", b"after"]

    run(story())


def test_a_node_that_has_ended_takes_nothing_and_wakes_those_who_wait(tmp_path):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        node = RaftNode(NodeConfiguration.of(properties_of(1, [port], tmp_path)), ListMachine())
        async with node:
            await node.until(lambda: node.is_leading)
            waiting = asyncio.ensure_future(node.until(lambda: False))
            await asyncio.sleep(0)
        with pytest.raises(NodeEndedError):
            await waiting
        with pytest.raises(NodeEndedError):
            node.append_nowait([b"x"])
        with pytest.raises(NodeEndedError):
            await node.until(lambda: True)

    run(story())


def test_a_start_that_fails_late_leaves_nothing_behind(tmp_path):
    async def story():
        port, taken = free_ports(2)
        format_node(tmp_path, 1, voters_at([port]))
        values = properties_of(1, [port], tmp_path)
        earlier = set(threading.enumerate())
        with socket.create_server(("127.0.0.1", taken)):
            more = values | {"kraft.metrics.listener": f"127.0.0.1:{taken}"}
            with pytest.raises(ListenError, match=str(taken)):
                await RaftNode(NodeConfiguration.of(more), ListMachine()).start()
        later = set(threading.enumerate()) - earlier
        assert not [each for each in later if each.name.startswith("kraft-")]
        async with RaftNode(NodeConfiguration.of(values), ListMachine()) as node:
            await node.until(lambda: node.is_leading)

    run(story())


def test_a_replica_that_cannot_begin_gives_back_directory_and_port(tmp_path):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
        segment = tmp_path / "node-1" / "__cluster_metadata-0"
        (checkpoint,) = segment.glob("*.checkpoint")
        content = checkpoint.read_bytes()
        checkpoint.chmod(0o644)
        checkpoint.write_bytes(content[:30])
        with pytest.raises(StorageError):
            await RaftNode(configuration, ListMachine()).start()
        checkpoint.write_bytes(content)
        async with RaftNode(configuration, ListMachine()) as node:
            await node.until(lambda: node.is_leading)

    run(story())


class FaultyMachine(ListMachine):
    def apply(self, batch):
        raise ArithmeticError("this state machine is broken")


def test_a_state_machine_that_raises_ends_its_node_and_gives_back_the_directory(tmp_path):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
        node = RaftNode(configuration, FaultyMachine())
        await node.start()
        await node.until(lambda: node.is_leading)
        ticket = node.append_nowait([b"x"])
        with pytest.raises(ArithmeticError):
            await node.wait_closed()
        assert ticket.outcome is AppendOutcome.UNKNOWN
        machine = ListMachine()
        async with RaftNode(configuration, machine) as node:
            await node.until(lambda: machine.values == [b"x"])

    run(story())


def test_a_directory_in_use_and_a_port_in_use_are_refused(tmp_path):
    async def story():
        ports = free_ports(2)
        for node_id in (1, 2):
            format_node(tmp_path, node_id, voters_at(ports, 1))
        values = properties_of(1, ports, tmp_path)
        async with RaftNode(NodeConfiguration.of(values), ListMachine()):
            with pytest.raises(DirectoryLockedError):
                await RaftNode(NodeConfiguration.of(values), ListMachine()).start()
            taken = {"listeners": values["listeners"]}
            second = properties_of(2, ports, tmp_path, **taken)
            with pytest.raises(ListenError, match="Cannot listen on"):
                await RaftNode(NodeConfiguration.of(second), ListMachine()).start()
            again = RaftNode(NodeConfiguration.of(properties_of(2, ports, tmp_path)), ListMachine())
            await again.start()
            await again.close()

    run(story())
