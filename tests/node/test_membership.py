"""Voters and observers of a running quorum: static ones, joined ones, removed ones, late ones."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.consensus.values import ReplicaKey
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_wire.messages import AddRaftVoterRequest, DescribeQuorumRequest, RemoveRaftVoterRequest
from kraft_wire.primitives import Uuid
from tests.node.cluster import (
    CLUSTER_ID,
    Cluster,
    ListMachine,
    directory_id,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(60)]


class Growing(Cluster):
    """A cluster of which only the first nodes are voters at first."""

    def __init__(self, root, count, voters, **more):
        super().__init__(root, count, **more)
        self.first_voters = voters

    async def __aenter__(self):
        for node_id in self.machines:
            voters = voters_at(self.ports, self.first_voters)
            format_node(self.root, node_id, voters if node_id <= self.first_voters else None)
        for node_id in range(1, self.first_voters + 1):
            await self.start(node_id)
        return self


async def ask_leader(cluster, message, version):
    leader = await cluster.leading()
    client = await RawClient.connect(leader.ports["CONTROLLER"])
    answer = await client.ask(message, version)
    client.close()
    return answer


def add(node_id, port):
    listener = AddRaftVoterRequest.Listener(name="CONTROLLER", host="127.0.0.1", port=port)
    return AddRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        timeout_ms=1000,
        voter_id=node_id,
        voter_directory_id=Uuid(directory_id(node_id)),
        listeners=(listener,),
    )


def remove(node_id):
    key = Uuid(directory_id(node_id))
    return RemoveRaftVoterRequest(cluster_id=CLUSTER_ID, voter_id=node_id, voter_directory_id=key)


def test_a_node_is_added_as_a_voter_and_removed_again(tmp_path):
    async def story():
        async with Growing(tmp_path, 2, 1) as cluster:
            leader = await cluster.leading()
            await leader.append([b"before"])
            await cluster.start(2)
            await cluster.until_applied(1)
            answer = await ask_leader(cluster, add(2, cluster.ports[1]), 1)
            assert (answer.error_code, answer.error_message) == (0, None)
            for node in cluster.nodes.values():
                await node.until(lambda node=node: node.voters.ids == (1, 2))
            assert (await ask_leader(cluster, add(2, cluster.ports[1]), 1)).error_code == 126
            await leader.append([b"with both"])
            assert (await ask_leader(cluster, remove(2), 0)).error_code == 0
            assert leader.voters.ids == (1,)
            await leader.append([b"alone"])
            await cluster.until_applied(3)
            assert (await ask_leader(cluster, remove(2), 0)).error_code == 127

    run(story())


def test_a_node_joins_by_itself(tmp_path):
    async def story():
        more = {"controller.quorum.auto.join.enable": "true"}
        async with Growing(tmp_path, 2, 1, **more) as cluster:
            await cluster.leading()
            joining = await cluster.start(2)
            key = ReplicaKey(2, directory_id(2))
            await joining.until(lambda: (own := joining.voters.get(2)) and own.key == key)
            await cluster.nodes[1].until(lambda: cluster.nodes[1].voters.ids == (1, 2))

    run(story())


def test_observers_are_listed_and_follow(tmp_path):
    async def story():
        async with Growing(tmp_path, 2, 1) as cluster:
            leader = await cluster.leading()
            await cluster.start(2)
            await leader.append([b"x"])
            await cluster.until_applied(1)
            topic = DescribeQuorumRequest.TopicData(
                topic_name="__cluster_metadata",
                partitions=(DescribeQuorumRequest.PartitionData(),),
            )
            answer = await ask_leader(cluster, DescribeQuorumRequest(topics=(topic,)), 2)
            partition = answer.topics[0].partitions[0]
            (observer,) = partition.observers
            assert observer.replica_id == 2
            assert observer.replica_directory_id == directory_id(2)
            assert partition.high_watermark == leader.core.log.end.offset

    run(story())


def test_a_late_node_begins_with_a_snapshot(tmp_path):
    async def story():
        more = {"metadata.log.max.record.bytes.between.snapshots": "4000"}
        async with Growing(tmp_path, 2, 1, **more) as cluster:
            leader = await cluster.leading()
            for number in range(100):
                await leader.append([b"%03d" % number + bytes(100)])
            await leader.until(lambda: leader.directory.latest_snapshot().snapshot_id.offset)
            late = await cluster.start(2)
            await cluster.until_applied(100)
            assert cluster.machines[2].values == cluster.machines[1].values
            assert late.directory.latest_snapshot().snapshot_id.offset > 0
            assert late.directory.log.start_offset > 0

    run(story())


def test_a_static_quorum(tmp_path):
    async def story():
        ports = free_ports(3)
        voters = ",".join(f"{place}@127.0.0.1:{port}" for place, port in enumerate(ports, 1))
        nodes, machines = [], []
        for node_id in (1, 2, 3):
            format_node(tmp_path, node_id, None)
            values = properties_of(node_id, ports, tmp_path)
            del values["controller.quorum.bootstrap.servers"]
            values["controller.quorum.voters"] = voters
            machines.append(ListMachine())
            nodes.append(RaftNode(NodeConfiguration.of(values), machines[-1]))
        await asyncio.gather(*(node.start() for node in nodes))
        leader = nodes[await nodes[0].leader() - 1]
        await leader.until(lambda: leader.is_leading)
        await leader.append([b"x"])
        for node, machine in zip(nodes, machines, strict=True):
            await node.until(lambda machine=machine: machine.values == [b"x"])
            assert node.core.kraft_version == 0
        for node in nodes:
            node.shut_down()
            node.shut_down()
            await node.wait_closed()

    run(story())


def test_a_witness_gives_way_and_peers_hear_of_it(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            await leader.append([b"x"])
            leader.set_witness(True)
            await leader.until(lambda: not leader.is_leading)
            own_id = leader.configuration.node_id
            await leader.until(lambda: leader.leader_and_epoch.leader_id not in {None, own_id})

    run(story())
