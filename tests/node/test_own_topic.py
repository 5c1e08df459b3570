"""A quorum of one's own: another name and id towards peers and on disk."""

from __future__ import annotations

import pytest

from kraft_core.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.consensus.voters import Voter, VoterSet
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.node import RaftNode
from kraft_core.quorum_topic import KAFKAS_TOPIC, QuorumTopic
from kraft_core.storage.partition_metadata import NAME
from kraft_wire.messages import FetchRequest
from kraft_wire.primitives import Uuid
from tests.node.cluster import ListMachine, directory_id, properties_of, run
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports

OWN_ID = Uuid(bytes(range(16)))
OWN = QuorumTopic("ledger", OWN_ID)


def fetch(topic_id):
    partition = FetchRequest.FetchPartition(log_start_offset=-1, high_watermark=1 << 40)
    return FetchRequest(
        topics=(FetchRequest.FetchTopic(topic_id=topic_id, partitions=(partition,)),)
    )


@pytest.mark.node
@pytest.mark.timeout(180)
def test_two_nodes_of_ones_own_agree_and_answer_nobody_else(tmp_path):
    async def story():
        ports = free_ports(2)
        voters = VoterSet.of(
            [
                Voter(
                    ReplicaKey(node_id, directory_id(node_id)),
                    (Endpoint("CONTROLLER", "127.0.0.1", port),),
                    VersionRange(0, 1),
                )
                for node_id, port in enumerate(ports, 1)
            ]
        )
        nodes, machines = [], []
        for node_id in (1, 2):
            configuration = NodeConfiguration.of(properties_of(node_id, ports, tmp_path), OWN)
            key = directory_id(node_id)
            assert prepare_directory(configuration, "mine", key, voters)
            assert not prepare_directory(configuration, "mine", key, voters)
            machines.append(ListMachine())
            nodes.append(RaftNode(configuration, machines[-1]))
            await nodes[-1].start()
        leader_id = await nodes[0].leader()
        leader = nodes[leader_id - 1]
        await leader.until(lambda: leader.is_leading)
        await leader.append([b"one", b"two"])
        for node, machine in zip(nodes, machines, strict=True):
            await node.until(lambda machine=machine: machine.values == [b"one", b"two"])
        folder = tmp_path / "node-1" / "ledger-0"
        assert (folder / NAME).read_text() == f"version: 0\ntopic_id: {OWN_ID}"
        assert not (tmp_path / "node-1" / "__cluster_metadata-0").exists()
        client = await RawClient.connect(leader.ports["CONTROLLER"])
        assert (await client.ask(fetch(KAFKAS_TOPIC.topic_id), 17)).error_code == 42
        answer = await client.ask(fetch(OWN_ID), 17)
        assert answer.responses[0].topic_id == OWN_ID
        client.close()
        for node in nodes:
            node.shut_down()
            node.shut_down()
            await node.wait_closed()

    run(story())
