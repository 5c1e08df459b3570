"""A follower without an image copies its leader's snapshots, and its log shrinks."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kraft_core.controller import snapshot_copying
from kraft_core.controller.snapshot_copying import SnapshotCopying
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.service import Service
from kraft_core.node.tasks import Tasks
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import LeaderAndEpoch, OffsetAndEpoch
from kraft_core.raft.replica.rpc_mapping import response_to_wire
from kraft_wire.messages import FetchRequest
from tests.node.cluster import (
    ListMachine,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.fake_peer import FakePeer
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]

SMALL = {
    "metadata.log.max.record.bytes.between.snapshots": "4000",
    "internal.metadata.log.segment.bytes": "2000",
    "metadata.max.retention.bytes": "3000",
}


class CopyingMachine(ListMachine, Service):
    """Keeps no image that it would write."""

    def can_write_snapshot(self):
        return False

    def attach(self, node):
        self.copying = SnapshotCopying(node)

    def housekeep(self):
        self.copying.look()

    def apply(self, batch):
        super().apply(batch)
        self.copying.applied(batch.size)

    async def close(self, timeout_s):
        self.copying.close()
        await self.copying.wait_closed(timeout_s)


def configuration_of(node_id, ports, root):
    made = NodeConfiguration.of(properties_of(node_id, ports, root, **SMALL))
    return replace(made, replica=replace(made.replica, retention_check_ms=50))


def test_snapshots_are_copied_and_the_log_below_them_goes(tmp_path):
    async def story():
        ports = free_ports(2)
        format_node(tmp_path, 1, voters_at(ports, 1))
        format_node(tmp_path, 2, None)
        machine = CopyingMachine()
        async with (
            RaftNode(configuration_of(1, ports, tmp_path), ListMachine()) as leader,
            RaftNode(configuration_of(2, ports, tmp_path), machine, machine) as observer,
        ):
            await leader.until(lambda: leader.is_leading)
            number = 0
            while machine.copying.copied < 3:
                number += 1
                await leader.append([b"%05d" % number + bytes(100)])
                observer._service.housekeep()
            await observer.until(lambda: observer.directory.log.start_offset > 0)
            copied = observer.directory.latest_snapshot()
            assert copied.snapshot_id.offset > 0
            name = f"{copied.snapshot_id.offset:020d}-{copied.snapshot_id.epoch:010d}.checkpoint"
            folders = [tmp_path / f"node-{each}" / "__cluster_metadata-0" for each in (1, 2)]
            ours = (folders[1] / name).read_bytes()
            theirs = folders[0] / name
            if theirs.exists():
                assert theirs.read_bytes() == ours
            await observer.until(lambda: len(machine.values) == number)
        machine = CopyingMachine()
        node = RaftNode(configuration_of(2, ports, tmp_path), machine, machine)
        await node.start()
        assert node.core.log.start_offset > 0
        node.shut_down()
        node.shut_down()
        await node.wait_closed()

    run(story())


class FakeWriter:
    def __init__(self):
        self.content = b""
        self.ending = None

    def append(self, payload):
        self.content += payload

    def finish(self):
        self.ending = "finished"

    def discard(self):
        self.ending = "discarded"


class FakeDirectory:
    """Directory and snapshots in one."""

    def __init__(self):
        self.writers = {}
        self.snapshots = self

    def latest_snapshot(self):
        return None

    def create(self, snapshot_id):
        writer = self.writers[snapshot_id] = FakeWriter()
        return writer


class FakeCore:
    def __init__(self, node):
        self.config = node.raft
        self.leader_and_epoch = LeaderAndEpoch(2, 5)
        self.role = LeaderAndEpoch(2, 5)
        self.high_watermark = 100
        self.voters = node.voters


def reraise(error):
    raise error


class FakeNode:
    leader_address = RaftNode.leader_address

    def __init__(self, port, tmp_path):
        self.configuration = NodeConfiguration.of(properties_of(1, [9, port], tmp_path, **SMALL))
        self.raft = self.configuration.raft(bytes(range(16)), "c", {"CONTROLLER": 9})
        self.voters = voters_at([9, port])
        self.core = FakeCore(self)
        self.directory = FakeDirectory()
        self.peer_settings = RaftNode(self.configuration, ListMachine()).peer_settings
        self.tasks = Tasks(reraise)
        self.turns = 0

    def turn_soon(self):
        self.turns += 1


SNAPSHOT_ID = OffsetAndEpoch(50, 4)
CONTENT = bytes(range(250))


class FakeLeader:
    """Answers as a leader that has one snapshot."""

    def __init__(self, **wrong):
        self.named = rpc.FetchResponse(snapshot_id=SNAPSHOT_ID)
        self.piece = {"snapshot_id": SNAPSHOT_ID, "size": len(CONTENT)}
        self.wrong = wrong

    def __call__(self, message, version):
        if isinstance(message, FetchRequest):
            response = self.wrong.get("named", self.named)
        else:
            position = message.topics[0].partitions[0].position
            payload = CONTENT[position : position + 100]
            fields = self.piece | {"position": position, "payload": payload}
            response = rpc.FetchSnapshotResponse(**fields | self.wrong.get("piece", {}))
        return response_to_wire(response, version)


def told(story, tmp_path, leader):
    async def telling():
        async with FakePeer(leader, {1: (4, 17), 18: (0, 4), 59: (0, 1)}) as fake:
            node = FakeNode(fake.port, tmp_path)
            copying = SnapshotCopying(node)
            copying.applied(4000)
            await story(copying, node, fake)
            copying.close()
            await copying.wait_closed(1)

    run(telling())


async def until_ended(node):
    await wait_until_async(lambda: node.turns, "the turn that ends the copy", pause_s=0.001)


def test_pieces_are_asked_for_until_it_is_whole(tmp_path):
    async def story(copying, node, fake):
        send, numbers = copying._peers.send, []
        copying._peers.send = lambda number, *rest: (numbers.append(number), send(number, *rest))
        copying.look()
        copying.look()
        await until_ended(node)
        assert numbers == [1, 2, 3, 4]  # a late answer is not taken for that of another request
        writer = node.directory.writers[SNAPSHOT_ID]
        assert (writer.content, writer.ending, copying.copied) == (CONTENT, "finished", 1)
        assert len(fake.asked) == 4
        first = fake.asked[0][0]
        partition = first.topics[0].partitions[0]
        assert first.replica_state.replica_id == -1
        assert (partition.fetch_offset, partition.current_leader_epoch) == (0, 5)
        assert partition.last_fetched_epoch == 0
        assert {message.replica_id for message, _ in fake.asked[1:]} == {-1}
        copying.applied(3999)  # one byte less than metadata.log.max.record.bytes.between.snapshots
        copying.look()
        await asyncio.sleep(0.01)
        assert len(fake.asked) == 4
        copying.applied(1)
        copying.look()
        await wait_until_async(lambda: len(fake.asked) > 4, "the next copy", pause_s=0.001)

    told(story, tmp_path, FakeLeader())


def test_response_of_another_kind_ends_the_copy(tmp_path):
    async def story(copying, node, fake):
        copying.look()
        copying.on_response(copying._numbers, response_to_wire(rpc.VoteResponse(), 2))
        assert node.turns == 1
        await asyncio.sleep(0.01)
        assert (node.turns, copying.copied, node.directory.writers) == (1, 0, {})

    told(story, tmp_path, FakeLeader())


WRONG = {
    "no snapshot": {"named": rpc.FetchResponse()},
    "above the high watermark": {"named": rpc.FetchResponse(snapshot_id=OffsetAndEpoch(101, 4))},
    "an error": {"named": rpc.FetchResponse(error=6)},
    "gone": {"piece": {"error": 98}},
    "top level": {"piece": {"top_error": 104}},
    "another snapshot": {"piece": {"snapshot_id": OffsetAndEpoch(51, 4)}},
    "another position": {"piece": {"position": 1}},
    "nothing": {"piece": {"payload": b""}},
    "too much": {"piece": {"size": 50}},
    "too large": {"piece": {"size": 1 << 40, "payload": b""}},
}


@pytest.mark.parametrize("name", WRONG)
def test_invalid_snapshot_is_discarded_and_not_retried_at_once(tmp_path, name, monkeypatch):
    monkeypatch.setattr(snapshot_copying, "_RETRY_S", 0.05)

    async def story(copying, node, fake):
        copying.look()
        await until_ended(node)
        endings = {writer.ending for writer in node.directory.writers.values()}
        assert endings <= {"discarded"}
        asked = len(fake.asked)
        copying.look()
        assert len(fake.asked) == asked

        def is_asked_again():
            copying.look()
            return len(fake.asked) > asked

        await wait_until_async(is_asked_again, "the next attempt", pause_s=0.001)
        assert copying.copied == 0

    told(story, tmp_path, FakeLeader(**WRONG[name]))


def test_snapshot_is_not_requested_unless_due(tmp_path):
    async def story(copying, node, fake):
        node.core.leader_and_epoch = LeaderAndEpoch(1, 5)
        copying.look()
        node.core.leader_and_epoch = LeaderAndEpoch(None, 5)
        copying.look()
        node.core.leader_and_epoch = LeaderAndEpoch(2, 5)
        node.core.high_watermark = None
        copying.look()
        node.core.high_watermark = 100
        copying._bytes = 3999
        copying.look()
        await asyncio.sleep(0.01)
        assert fake.connections == 0

    told(story, tmp_path, FakeLeader())


def test_a_leader_that_is_gone_is_given_up(tmp_path):
    async def story(copying, node, fake):
        fake.kill()
        copying.look()
        await until_ended(node)
        assert node.directory.writers == {}

    told(story, tmp_path, FakeLeader())
