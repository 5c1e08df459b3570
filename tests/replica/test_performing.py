"""Each effect becomes the right calls on ports, in order."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.events import SnapshotFailed
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Election,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
)
from kraft_core.raft.replica.appends import AppendOutcome, AppendTicket, BatchTickets
from kraft_core.raft.replica.batches import data_batch, fetched_batches
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.performing import Parts, Performer
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_wire.errors import ErrorCode
from kraft_wire.records import RecordBatch
from tests.support.replica_ports import (
    ManualClock,
    MemoryDisk,
    RecordingNetwork,
    Values,
    snapshot_bytes,
)

AT = OffsetAndEpoch(10, 2)
NODE = Node(2, "host", 9093)


class Fixture:
    def __init__(self):
        self.clock, self.network, self.disk = ManualClock(), RecordingNetwork(), MemoryDisk()
        self.machine = Values()
        ports = self.disk.ports(self.clock, self.network)
        self.parts = Parts.of(1, ports, self.machine, ReplicaConfig(), lambda: None)
        self.events, self.notes = [], []
        self.performer = Performer(
            ports, self.parts, self.events.append, self.notes.append, KAFKAS_TOPIC
        )

    def perform(self, *effects):
        for effect in effects:
            self.performer.perform(effect)


@pytest.fixture
def fixture():
    return Fixture()


def asked(fixture, count=1, records=1):
    batch = BatchTickets(3)
    tickets = [AppendTicket(batch, records) for _ in range(count)]
    return fixture.parts.appends.ask(batch), tickets


def own_batch(count, append_id, base_offset=0):
    payload = data_batch([b"v"] * count, timestamp_ms=5)
    summary = BatchSummary(base_offset, base_offset + count - 1, 3, len(payload))
    return fx.AppendRecords(0, base_offset, 3, (summary,), payload, append_id)


def test_notes_go_to_the_listener(fixture):
    note = Note(NoteKind.BECAME_LEADER, "epoch=3")
    fixture.perform(note)
    assert fixture.notes == [note]


def test_the_election_is_written(fixture):
    election = Election(3, None, ReplicaKey(1))
    fixture.perform(fx.StoreElection(election, 1, (1, 2)))
    assert fixture.disk.election.written == [(election, 1, (1, 2))]


def test_requests_leave_with_the_versions_that_can_carry_them(fixture):
    vote = rpc.Vote(None, 2, None, ReplicaKey(1), 3, 0, 0, pre_vote=True)
    fixture.perform(fx.SendRequest(7, NODE, vote))
    ((request_id, node, request),) = fixture.network.sent
    assert (request_id, node, request.api_key) == (7, NODE, 52)
    assert (request.versions.lowest, request.versions.highest) == (2, 2)
    assert request.message(2).topics[0].partitions[0].pre_vote


def test_response_is_sent_in_the_version_of_its_request(fixture):
    fixture.parts.answers.await_answer(7, 0)
    fixture.perform(fx.SendResponse(7, rpc.VoteResponse(vote_granted=True)))
    ((reply_to, message, version),) = fixture.network.answered
    assert (reply_to, version) == (7, 0)
    assert message.topics[0].partitions[0].vote_granted


def test_the_leaders_batch_gets_its_place_stamped_in(fixture):
    append_id, (first, second) = asked(fixture, 2)
    fixture.disk.log.fill([b"before"] * 4, epoch=2)
    fixture.perform(own_batch(2, append_id, base_offset=4))
    batch = RecordBatch.parse(fixture.disk.log.read(4, 6, 1 << 20))
    assert (batch.base_offset, batch.partition_leader_epoch) == (4, 3)
    assert batch.crc_is_valid()
    assert (first.base_offset, second.base_offset) == (4, 5)


def test_a_followers_batches_go_in_as_they_came(fixture):
    first = data_batch([b"a"], timestamp_ms=5, epoch=1)
    second = data_batch([b"b"], timestamp_ms=5, base_offset=1, epoch=2)
    beyond = data_batch([b"c"], timestamp_ms=5, base_offset=2, epoch=9)
    taken = fetched_batches(first + second)
    fixture.perform(fx.AppendRecords(0, 0, 2, taken, first + second + beyond))
    assert fixture.disk.log.read(0, 9, 1 << 20) == first + second


def test_control_records_are_made_here(fixture):
    records = (LeaderChange(1, (1, 2), (1, 2)), KRaftVersion(1))
    fixture.disk.log.fill([b"a"], epoch=2)
    fixture.perform(fx.AppendControlRecords(0, 1, 3, records, 99))
    ((_, _), (summary, data)) = fixture.disk.log.batches
    assert summary == BatchSummary(1, 2, 3, len(data), records)
    assert RecordBatch.parse(data).base_timestamp == 99


def test_an_upgrade_is_placed(fixture):
    append_id, (ticket,) = asked(fixture, records=0)
    fixture.perform(fx.AppendControlRecords(0, 0, 3, (KRaftVersion(1),), 99, append_id))
    assert (ticket.base_offset, ticket.count) == (0, 1)


def test_log_is_truncated_reset_and_loses_its_prefix(fixture):
    fixture.disk.log.fill([b"a"])
    fixture.disk.log.fill([b"b"])
    progress = fixture.parts.progress
    fixture.perform(fx.TruncateLog(1, 1))
    assert (progress.generation, progress.is_settled) == (1, False)
    fixture.perform(fx.ResetLog(2, AT))
    assert (progress.generation, progress.start_offset) == (2, 10)
    fixture.perform(fx.DeleteLogPrefix(12))
    assert progress.start_offset == 12
    calls = ["truncate 1", "reset 10@2", "delete_prefix 12"]
    assert fixture.disk.log.calls == calls


def test_a_reset_gives_up_the_snapshot_that_is_being_written(fixture):
    fixture.disk.log.fill([b"a"])
    fixture.parts.progress.flushed_end = fixture.parts.applier.high_watermark = 1
    list(fixture.parts.applier.step())
    order = fx.WriteSnapshot(fixture.parts.applier.applied, 0, None)
    fixture.perform(order)
    assert fixture.parts.production.is_writing
    fixture.perform(fx.ResetLog(1, AT))
    assert fixture.disk.snapshots.writers[0].is_discarded
    assert fixture.events == [SnapshotFailed(order.snapshot_id, None)]


def test_a_reset_ends_a_load(fixture):
    fixture.disk.snapshots.files[AT] = snapshot_bytes([b"a"])
    fixture.parts.applier.start((AT,))
    assert fixture.parts.applier.is_loading
    fixture.perform(fx.ResetLog(1, OffsetAndEpoch(20, 2)))
    assert not fixture.parts.applier.is_loading


def test_a_snapshot_that_cannot_be_written_has_failed(fixture):
    fixture.perform(fx.WriteSnapshot(AT, 0, None))
    assert fixture.events == [SnapshotFailed(AT, None)]


def test_chunks_of_a_download_are_stored_finished_and_discarded(fixture):
    data, store = snapshot_bytes([b"a"]), fixture.disk.snapshots
    fixture.perform(fx.StoreSnapshotChunk(1, AT, 0, data[:50]))
    fixture.perform(fx.StoreSnapshotChunk(1, AT, 50, data[50:]))
    fixture.perform(fx.FinishSnapshot(1, AT))
    assert store.files[AT] == data
    fixture.perform(fx.StoreSnapshotChunk(2, AT, 0, b"x"), fx.DiscardSnapshot(2, AT))
    assert store.parts == {}
    fixture.perform(fx.DeleteSnapshots(OffsetAndEpoch(11, 2)))
    assert store.files == {}


def test_the_high_watermark_is_for_the_applier(fixture):
    fixture.perform(fx.AdvanceHighWatermark(5))
    assert fixture.parts.applier.high_watermark == 5


def test_ticket_of_a_rejected_append_has_the_error(fixture):
    append_id, (ticket,) = asked(fixture)
    fixture.perform(fx.RejectAppend(append_id, ErrorCode.NOT_CONTROLLER))
    assert (ticket.outcome, ticket.error) == (AppendOutcome.REJECTED, 41)


def test_losing_the_epoch_ends_what_is_under_way(fixture):
    fixture.perform(fx.AnnounceLeader(LeaderAndEpoch(1, 3)))
    waiting = fixture.parts.accumulator.append([b"w"], 3)
    first, (committed,) = asked(fixture)
    second, (open_,) = asked(fixture)
    fixture.perform(own_batch(1, first), own_batch(1, second, base_offset=1))
    fixture.perform(fx.AdvanceHighWatermark(1), fx.AnnounceLeader(LeaderAndEpoch(None, 3)))
    assert waiting.outcome is AppendOutcome.REJECTED
    assert open_.outcome is AppendOutcome.UNKNOWN
    assert not committed.has_ended
    assert fixture.parts.leadership.leading_epoch is None


def test_other_leader_while_following_ends_no_append(fixture):
    fixture.perform(fx.AnnounceLeader(LeaderAndEpoch(2, 3)))
    _, (ticket,) = asked(fixture)
    fixture.perform(fx.AnnounceLeader(LeaderAndEpoch(3, 4)))
    assert not ticket.has_ended


def test_shutdown_rejects_what_gathered(fixture):
    fixture.perform(fx.AnnounceLeader(LeaderAndEpoch(1, 3)))
    waiting = fixture.parts.accumulator.append([b"w"], 3)
    assert not fixture.performer.is_shut_down
    fixture.perform(fx.ShutdownCompleted())
    assert fixture.performer.is_shut_down
    assert waiting.outcome is AppendOutcome.REJECTED
