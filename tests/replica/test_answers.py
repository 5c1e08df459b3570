"""Answers leave in the version of their request, with bytes of the right history."""

from __future__ import annotations

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import SendRecords, SendSnapshotChunk
from kraft_core.raft.consensus.values import Endpoint, LeaderAndEpoch, OffsetAndEpoch
from kraft_core.raft.replica.answers import Answers
from kraft_core.raft.replica.applying import LogProgress
from kraft_core.raft.replica.ports import DirectReads
from kraft_core.raft.topic import KAFKAS_TOPIC
from tests.support.replica_ports import MemoryLog, MemorySnapshots, RecordingNetwork

AT = OffsetAndEpoch(10, 2)
RESPONSE = rpc.FetchResponse(
    leader=LeaderAndEpoch(1, 3),
    leader_endpoint=Endpoint("C", "host", 9093),
    high_watermark=2,
)


class Fixture:
    def __init__(self):
        self.network, self.log, self.snapshots = RecordingNetwork(), MemoryLog(), MemorySnapshots()
        self.progress = LogProgress()
        self.answers = Answers(
            self.network, DirectReads(self.log, self.snapshots), self.progress, KAFKAS_TOPIC
        )

    def answered(self):
        ((reply_to, message, version),) = self.network.answered
        assert len(self.answers) == 0
        return reply_to, message, version


def test_each_answer_has_the_version_of_its_request():
    fixture = Fixture()
    fixture.answers.await_answer(7, 0)
    fixture.answers.await_answer(8, 2)
    response = rpc.VoteResponse(
        leader=LeaderAndEpoch(1, 3), leader_endpoint=Endpoint("C", "host", 9093)
    )
    for reply_to in (8, 7):
        fixture.answers.send(reply_to, response)
    found = [(each[0], each[2], len(each[1].node_endpoints)) for each in fixture.network.answered]
    assert found == [(8, 2, 1), (7, 0, 0)]


def test_records_are_read_below_the_end():
    fixture = Fixture()
    for value in (b"a", b"b", b"c"):
        fixture.log.fill([value])
    fixture.answers.await_answer(7, 17)
    fixture.answers.send_records(SendRecords(7, RESPONSE, 0, 1, 3, 1 << 20))
    _, message, _ = fixture.answered()
    (partition,) = message.responses[0].partitions
    assert partition.records == fixture.log.read(1, 3, 1 << 20)
    assert partition.high_watermark == 2


def test_records_of_another_generation_are_refused():
    fixture = Fixture()
    fixture.log.fill([b"a"])
    fixture.progress.truncate(1, 0)
    fixture.answers.await_answer(7, 17)
    fixture.answers.send_records(SendRecords(7, RESPONSE, 0, 0, 1, 1 << 20))
    _, message, _ = fixture.answered()
    (partition,) = message.responses[0].partitions
    assert (partition.error_code, partition.records, partition.high_watermark) == (6, b"", -1)
    assert partition.current_leader.leader_id == 1
    assert [node.host for node in message.node_endpoints] == ["host"]


def chunk(fixture, position, max_bytes):
    fixture.answers.await_answer(7, 1)
    response = rpc.FetchSnapshotResponse(snapshot_id=AT, size=9, position=position)
    fixture.answers.send_snapshot_chunk(SendSnapshotChunk(7, response, AT, position, max_bytes))
    _, message, _ = fixture.answered()
    (partition,) = message.topics[0].partitions
    return partition


def test_fetch_snapshot_returns_requested_piece():
    fixture = Fixture()
    fixture.snapshots.files[AT] = b"123456789"
    partition = chunk(fixture, 3, 4)
    assert (partition.unaligned_records, partition.size, partition.position) == (b"4567", 9, 3)


def test_a_snapshot_that_is_gone():
    partition = chunk(Fixture(), 3, 4)
    assert (partition.error_code, partition.unaligned_records, partition.size) == (98, b"", 0)
