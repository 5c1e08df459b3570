"""A quorum of one's own: another name and id towards peers and on disk."""

from __future__ import annotations

import pytest

from kraft_core.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.consensus.voters import Voter, VoterSet
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.node import RaftNode
from kraft_core.node.quorum_topic import KAFKAS_TOPIC, QuorumTopic, TopicRoot
from kraft_core.replica.rpc_mapping import TOPIC, TOPIC_ID
from kraft_wire.messages import (
    DescribeQuorumRequest,
    FetchRequest,
    FetchResponse,
    FetchSnapshotRequest,
    VoteRequest,
)
from kraft_wire.primitives import Uuid
from tests.node.cluster import ListMachine, directory_id, properties_of, run
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports

OWN_ID = Uuid(bytes(range(16)))
OWN = QuorumTopic("ledger", OWN_ID)
FOREIGN_ID = Uuid(bytes(15) + b"\x07")


def fetch(topic_id):
    partition = FetchRequest.FetchPartition(log_start_offset=-1, high_watermark=1 << 40)
    return FetchRequest(
        topics=(FetchRequest.FetchTopic(topic_id=topic_id, partitions=(partition,)),)
    )


def named(cls, structure, **name):
    return cls(topics=(structure(**name),))


MESSAGES = {
    "vote": lambda name: named(VoteRequest, VoteRequest.TopicData, topic_name=name),
    "describe": lambda name: named(
        DescribeQuorumRequest, DescribeQuorumRequest.TopicData, topic_name=name
    ),
    "snapshot": lambda name: named(
        FetchSnapshotRequest, FetchSnapshotRequest.TopicSnapshot, name=name
    ),
}


@pytest.mark.parametrize("kind", MESSAGES)
def test_names_are_translated_both_ways(kind):
    make = MESSAGES[kind]
    assert OWN.to_peers(make(TOPIC)) == make("ledger")
    assert OWN.from_peers(make("ledger")) == make(TOPIC)
    assert OWN.from_peers(make("other")) == make("other")
    assert OWN.from_peers(make(TOPIC)) == make("")


def test_ids_are_translated_both_ways():
    assert OWN.to_peers(fetch(TOPIC_ID)) == fetch(OWN_ID)
    assert OWN.from_peers(fetch(OWN_ID)) == fetch(TOPIC_ID)
    assert OWN.from_peers(fetch(TOPIC_ID)) == fetch(Uuid(bytes(16)))
    assert OWN.from_peers(fetch(FOREIGN_ID)) == fetch(FOREIGN_ID)
    response = FetchResponse(responses=(FetchResponse.FetchableTopicResponse(topic_id=TOPIC_ID),))
    assert OWN.to_peers(response).responses[0].topic_id == OWN_ID


def test_kafkas_own_stay_as_they_are():
    message = fetch(FOREIGN_ID)
    assert KAFKAS_TOPIC.to_peers(message) is KAFKAS_TOPIC.from_peers(message) is message
    assert (KAFKAS_TOPIC.is_kafkas, OWN.is_kafkas) == (True, False)
    assert (KAFKAS_TOPIC.folder, OWN.folder) == ("__cluster_metadata-0", "ledger-0")


@pytest.mark.parametrize(
    ("name", "topic_id"),
    [(TOPIC, OWN_ID), ("x", TOPIC_ID), ("", OWN_ID), ("a/b", OWN_ID), ("x", Uuid(bytes(16)))],
)
def test_half_a_topic_of_ones_own_is_none(name, topic_id):
    with pytest.raises(ValueError, match="topic"):
        QuorumTopic(name, topic_id)


def test_the_folder_has_the_topics_name(tmp_path):
    root = TopicRoot(str(tmp_path), OWN)
    root.folder("__cluster_metadata-0")
    root.folder("other")
    assert root.has_folder("__cluster_metadata-0")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["ledger-0", "other"]


@pytest.mark.node
@pytest.mark.timeout(60)
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
        assert (tmp_path / "node-1" / "ledger-0").is_dir()
        assert not (tmp_path / "node-1" / "__cluster_metadata-0").exists()
        client = await RawClient.connect(leader.ports["CONTROLLER"])
        assert (await client.ask(fetch(TOPIC_ID), 17)).error_code == 42
        answer = await client.ask(fetch(OWN_ID), 17)
        assert answer.responses[0].topic_id == OWN_ID
        client.close()
        for node in nodes:
            node.shut_down()
            node.shut_down()
            await node.wait_closed()

    run(story())
