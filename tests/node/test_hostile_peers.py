"""Random and spoiled requests from many connections: a node goes on, its replica unharmed."""

from __future__ import annotations

import asyncio
import contextlib
import random

import pytest

from kraft_core.controller.service import Controller
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    BeginQuorumEpochRequest,
    DescribeQuorumRequest,
    EndQuorumEpochRequest,
    FetchRequest,
    FetchSnapshotRequest,
    RemoveRaftVoterRequest,
    UpdateRaftVoterRequest,
    VoteRequest,
    request_class,
)
from kraft_wire.primitives import Uuid
from tests.node.cluster import (
    CLUSTER_ID,
    Cluster,
    directory_id,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient, request
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]

TOPIC = "__cluster_metadata"
TOPIC_ID = Uuid(bytes(15) + b"\x01")
NAMED = ApiVersionsRequest(client_software_name="test", client_software_version="1.0")
NUMBERS = (-(2**31), -2, -1, 0, 1, 2, 3, 5, 1000, 2**31 - 1)
OFFSETS = (-(2**63), -1, 0, 1, 2, 3, 100, 2**62, 2**63 - 1)


class Asking:
    """Requests that are right in their form and wrong in anything else."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def number(self):
        return self.rng.choice(NUMBERS)

    def offset(self):
        return self.rng.choice(OFFSETS)

    def epoch(self):
        return self.rng.choice((-1, 0, 1, 1, 1, 2, 3))

    def uuid(self):
        return self.rng.choice(
            (Uuid(bytes(16)), Uuid(directory_id(1)), Uuid(self.rng.randbytes(16)))
        )

    def cluster_id(self):
        return self.rng.choice((CLUSTER_ID, CLUSTER_ID, CLUSTER_ID, None, "", "another"))

    def topics(self, structure, partition, name="topic_name"):
        partitions = tuple(partition() for _ in range(self.rng.choice((0, 1, 1, 1, 1, 1, 2))))
        names = (TOPIC, TOPIC, TOPIC, TOPIC, "other", "")
        return tuple(
            structure(partitions=partitions, **{name: self.rng.choice(names)})
            for _ in range(self.rng.choice((0, 1, 1, 1, 1, 1, 2)))
        )

    def listeners(self, structure):
        return tuple(
            structure(
                name=self.rng.choice(("CONTROLLER", "controller", "OTHER", "")),
                host=self.rng.choice(("127.0.0.1", "", "no-such-host.invalid", "x" * 300)),
                port=self.rng.choice((0, 1, 65535)),
            )
            for _ in range(self.rng.choice((0, 1, 1, 2, 70)))
        )

    def fetch(self):
        cls = FetchRequest
        ids = (TOPIC_ID, TOPIC_ID, TOPIC_ID, Uuid(bytes(16)))

        def partition():
            return cls.FetchPartition(
                partition=self.rng.choice((0, 0, 0, 1)),
                current_leader_epoch=self.epoch(),
                fetch_offset=self.offset(),
                last_fetched_epoch=self.epoch(),
                replica_directory_id=self.uuid(),
                high_watermark=self.offset(),
            )

        topics = self.topics(
            lambda **f: cls.FetchTopic(topic_id=self.rng.choice(ids), **f), partition, "topic"
        )
        state = cls.ReplicaState(replica_id=self.number())
        return cls(
            cluster_id=self.cluster_id(),
            max_wait_ms=self.rng.choice((-1, 0, 10, 50)),
            max_bytes=self.number(),
            replica_state=state,
            topics=topics,
        )

    def vote(self):
        cls = VoteRequest

        def partition():
            return cls.PartitionData(
                partition_index=self.rng.choice((0, 0, 0, 1)),
                replica_epoch=self.epoch(),
                replica_id=self.number(),
                replica_directory_id=self.uuid(),
                voter_directory_id=self.uuid(),
                last_offset_epoch=self.epoch(),
                last_offset=self.offset(),
                pre_vote=self.rng.random() < 0.5,
            )

        return cls(
            cluster_id=self.cluster_id(),
            voter_id=self.rng.choice((-1, 1, 2)),
            topics=self.topics(cls.TopicData, partition),
        )

    def begin(self):
        cls = BeginQuorumEpochRequest

        def partition():
            return cls.PartitionData(
                voter_directory_id=self.uuid(), leader_id=self.number(), leader_epoch=self.epoch()
            )

        return cls(
            cluster_id=self.cluster_id(),
            topics=self.topics(cls.TopicData, partition),
            leader_endpoints=self.listeners(cls.LeaderEndpoint),
        )

    def end(self):
        cls = EndQuorumEpochRequest

        def partition():
            candidate = cls.ReplicaInfo(
                candidate_id=self.number(), candidate_directory_id=self.uuid()
            )
            return cls.PartitionData(
                leader_id=self.number(),
                leader_epoch=self.epoch(),
                preferred_candidates=(candidate,),
            )

        return cls(cluster_id=self.cluster_id(), topics=self.topics(cls.TopicData, partition))

    def snapshot(self):
        cls = FetchSnapshotRequest

        def partition():
            return cls.PartitionSnapshot(
                current_leader_epoch=self.epoch(),
                snapshot_id=cls.SnapshotId(end_offset=self.offset(), epoch=self.epoch()),
                position=self.offset(),
            )

        return cls(
            cluster_id=self.cluster_id(),
            replica_id=self.number(),
            max_bytes=self.number(),
            topics=self.topics(cls.TopicSnapshot, partition, "name"),
        )

    def describe(self):
        cls = DescribeQuorumRequest
        return cls(topics=self.topics(cls.TopicData, cls.PartitionData))

    def add(self):
        return AddRaftVoterRequest(
            cluster_id=self.cluster_id(),
            voter_id=self.number(),
            voter_directory_id=self.uuid(),
            listeners=self.listeners(AddRaftVoterRequest.Listener),
        )

    def remove(self):
        return RemoveRaftVoterRequest(
            cluster_id=self.cluster_id(), voter_id=self.number(), voter_directory_id=self.uuid()
        )

    def update(self):
        cls = UpdateRaftVoterRequest
        feature = cls.KRaftVersionFeature(
            min_supported_version=self.rng.choice((-1, 0, 1, 2)),
            max_supported_version=self.rng.choice((-1, 0, 1, 2)),
        )
        return cls(
            cluster_id=self.cluster_id(),
            current_leader_epoch=self.epoch(),
            voter_id=self.number(),
            voter_directory_id=self.uuid(),
            listeners=self.listeners(cls.Listener),
            kraft_version_feature=feature,
        )

    def anything(self, served):
        """A request with its header and length, in one of the versions served."""
        kinds = (self.fetch, self.vote, self.begin, self.end, self.snapshot, self.describe)
        changes = (self.add, self.remove, self.update)
        choice = self.rng.random()
        if choice < 0.1:
            key = self.rng.choice(sorted(served))
            message = request_class(key)()
        else:
            message = self.rng.choice(kinds if choice < 0.8 else changes)()
        lowest, highest = served[message.API_KEY]
        for version in range(highest, lowest - 1, -1):
            if self.rng.random() < 0.5 or version == lowest:
                with contextlib.suppress(Exception):
                    return request(message, version, self.rng.randrange(1 << 31))
        return request(message, highest)

    def spoiled(self, data: bytes) -> bytes:
        """The same with some bytes changed, behind the length and the API key."""
        spoiled = bytearray(data)
        for _ in range(self.rng.choice((0, 0, 1, 1, 3))):
            place = self.rng.randrange(6, len(spoiled))
            spoiled[place] = self.rng.choice((0, 1, 0x7F, 0x80, 0xFF, self.rng.randrange(256)))
        return bytes(spoiled)


async def harass(port: int, seed: int, served) -> int:
    """Ask one thing after the other, each on a connection that may be closed for it."""
    asking = Asking(random.Random(seed))
    answered = 0
    for _ in range(100):
        client = await RawClient.connect(port)
        client.send(asking.spoiled(asking.anything(served)))
        with contextlib.suppress(TimeoutError, asyncio.IncompleteReadError, ConnectionError):
            await asyncio.wait_for(client.receive(), 0.15)
            answered += 1
        client.close()
    return answered


@pytest.mark.parametrize("seed", range(3))
def test_a_leader_is_not_brought_down_by_what_it_is_asked(tmp_path, seed):
    async def story():
        (port,) = free_ports(1)
        format_node(tmp_path, 1, voters_at([port]))
        configuration = NodeConfiguration.of(properties_of(1, [port], tmp_path))
        machine = Controller()
        async with RaftNode(configuration, machine, machine) as node:
            await node.until(lambda: node.is_leading)
            served = machine.served
            done = await asyncio.gather(
                *(harass(port, seed * 100 + number, served) for number in range(4))
            )
            assert sum(done) > 100
            assert node.is_running
            await node.until(lambda: node.is_leading)
            assert (await node.append([bytes.fromhex("01140000")])).last_offset > 0
            client = await RawClient.connect(port)
            assert (await client.ask(NAMED, 4)).error_code == 0
            client.close()

    run(story())


def test_quorum_keeps_committing_under_hostile_requests(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            served = leader._service.served
            troubles = [harass(port, place, served) for place, port in enumerate(cluster.ports, 50)]
            await asyncio.gather(*troubles)
            assert all(node.is_running for node in cluster.nodes.values())
            leader = await cluster.leading()
            await leader.append([b"still here"])

    run(story())
