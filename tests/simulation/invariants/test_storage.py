"""Tests of the invariants of snapshots and restarts."""

from __future__ import annotations

from kraft_core.raft.consensus.effects import (
    DeleteLogPrefix,
    DeleteSnapshots,
    DiscardSnapshot,
    ResetLog,
    SendRecords,
    SendSnapshotChunk,
    StoreSnapshotChunk,
    TruncateLog,
    WriteSnapshot,
)
from kraft_core.raft.consensus.events import LogReset, LogTruncated, SnapshotFailed, SnapshotStored
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.consensus.roles import Unattached
from kraft_core.raft.consensus.rpc import Fetch, FetchResponse, FetchSnapshot, FetchSnapshotResponse
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Election,
    KRaftVersion,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_core.raft.directory import segment_file, snapshot_file
from kraft_core.raft.topic import KAFKAS_TOPIC
from kraft_core.sim.quorum.hooks import Moment
from kraft_core.sim.quorum.invariants.storage import (
    BootstrapNeverServed,
    LeaderNeverLoadSnapshot,
    LogShrinks,
    NoFileForgotten,
    RestartEquivalence,
    SnapshotAtLogStart,
    SnapshotCarriesSet,
    TruncatedStaysGone,
)
from kraft_core.sim.quorum.ledger import ShadowLog
from tests.simulation.invariants.stage import Stage, broken, key, voters
from tests.storage.content import snapshot


def with_log(invariant, *, epoch=1):
    stage = Stage()
    watching = stage.watched_by(invariant)
    for _ in range(3):
        stage.write(1, epoch)
    stage.commit(1)
    return stage, watching


class TestSnapshotAtLogStart:
    def test_a_prefix_with_its_snapshot(self):
        stage, watching = with_log(SnapshotAtLogStart)
        stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
        stage.effect(1, DeleteLogPrefix(2))
        assert watching.evaluations == 2

    def test_deleted_prefix_without_a_snapshot_is_a_violation(self):
        stage, _ = with_log(SnapshotAtLogStart)
        stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
        with broken("SnapshotAtLogStart"):
            stage.effect(1, DeleteLogPrefix(3))

    def test_snapshot_of_another_epoch_is_detected(self):
        stage, _ = with_log(SnapshotAtLogStart)
        stage.event(1, SnapshotStored(OffsetAndEpoch(2, 2), 1, 9))
        with broken("SnapshotAtLogStart"):
            stage.effect(1, ResetLog(1, OffsetAndEpoch(2, 2)))

    def test_a_start_above_0(self):
        stage, watching = with_log(SnapshotAtLogStart)
        stage.stop(1)
        stage.nodes[1].core.log.start_offset = 2
        snapshots = (StoredSnapshot(OffsetAndEpoch(2, 1), 9),)
        stage.start(1, snapshots=snapshots)
        assert watching.reached == 1
        with broken("SnapshotAtLogStart"):
            stage.start(1)


class TestLeaderNeverLoadSnapshot:
    def test_leader_that_resets_its_log_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(LeaderNeverLoadSnapshot)
        stage.effect(1, ResetLog(1, OffsetAndEpoch(2, 1)))
        stage.lead(1, 1)
        assert watching.reached == 1
        with broken("LeaderNeverLoadSnapshot"):
            stage.effect(1, ResetLog(1, OffsetAndEpoch(2, 1)))

    def test_fetch_snapshot_of_a_leader_is_a_violation(self):
        stage = Stage()
        stage.watched_by(LeaderNeverLoadSnapshot)
        fetch = FetchSnapshot("cluster", key(1), 1, OffsetAndEpoch(2, 1), 0)
        stage.role(1, Unattached(1))
        stage.send(1, fetch)
        stage.lead(1, 2)
        with broken("LeaderNeverLoadSnapshot"):
            stage.send(1, fetch)


class TestSnapshotCarriesSet:
    def changed(self):
        stage, watching = with_log(SnapshotCarriesSet)
        stage.change(1, 1, voters(1, 2))
        stage.commit(1)
        return stage, watching

    def write(self, stage, offset, level, carried):
        stage.effect(1, WriteSnapshot(OffsetAndEpoch(offset, 1), level, carried))

    def test_the_set_at_its_end(self):
        stage, watching = self.changed()
        self.write(stage, 3, 1, voters(1, 2, 3))
        assert watching.reached == 0
        self.write(stage, 4, 1, voters(1, 2))
        assert watching.reached == 1

    def test_snapshot_with_later_voter_set_is_detected(self):
        stage, _ = self.changed()
        with broken("SnapshotCarriesSet"):
            self.write(stage, 3, 1, voters(1, 2))

    def test_snapshot_without_the_voter_set_is_detected(self):
        stage, _ = self.changed()
        with broken("SnapshotCarriesSet"):
            self.write(stage, 4, 1, None)

    def test_downloaded_snapshot_without_the_voters_is_a_violation(self):
        stage, _ = self.changed()
        right = (KRaftVersion(1), Voters(voters(1, 2)))
        stage.event(2, SnapshotStored(OffsetAndEpoch(4, 1), 1, 9, right))
        with broken("SnapshotCarriesSet"):
            stage.event(2, SnapshotStored(OffsetAndEpoch(4, 1), 1, 9, right[:1]))


class TestBootstrapNeverServed:
    def test_served_bytes_of_the_bootstrap_snapshot_are_detected(self):
        stage = Stage()
        stage.watched_by(BootstrapNeverServed)
        answer = FetchSnapshotResponse()
        stage.effect(1, SendSnapshotChunk(1, answer, OffsetAndEpoch(2, 1), 0, 9))
        with broken("BootstrapNeverServed"):
            stage.effect(1, SendSnapshotChunk(1, answer, BOOTSTRAP_SNAPSHOT_ID, 0, 9))

    def test_fetch_answer_with_the_bootstrap_snapshot_is_detected(self):
        stage = Stage()
        stage.watched_by(BootstrapNeverServed)
        fetch = Fetch("cluster", key(2), 1, 0, 0)
        stage.ask(1, fetch, FetchResponse(snapshot_id=OffsetAndEpoch(2, 1)))
        with broken("BootstrapNeverServed"):
            stage.ask(1, fetch, FetchResponse(snapshot_id=BOOTSTRAP_SNAPSHOT_ID))

    def test_request_for_the_bootstrap_snapshot_is_a_violation(self):
        stage = Stage()
        stage.watched_by(BootstrapNeverServed)
        with broken("BootstrapNeverServed"):
            stage.send(1, FetchSnapshot("cluster", key(1), 1, BOOTSTRAP_SNAPSHOT_ID, 0))

    def test_reached_where_it_could_have_been(self):
        stage = Stage()
        watching = stage.watched_by(BootstrapNeverServed)
        stage.effect(1, SendRecords(1, FetchResponse(), 0, 0, 5, 100))
        assert watching.reached == 1


VOTE = Election(3, None, key(2))


def lived():
    """Node 1 has stored a vote and three batches, of which the last may be gone."""
    stage = Stage()
    watching = stage.watched_by(RestartEquivalence)
    stage.store(1, VOTE)
    for _ in range(2):
        stage.write(1, 1)
    stage.flush()
    stage.write(1, 1)
    return stage, watching


def found(stage, count):
    """Recovery finds so many batches."""
    log = ShadowLog()
    for entry in stage.nodes[1].log.entries[:count]:
        log.append(entry)
    stage.nodes[1].log = log


def test_entries_that_were_not_durable_may_be_lost():
    for count in (2, 3):
        stage, watching = lived()
        stage.stop(1)
        found(stage, count)
        stage.start(1, VOTE)
        assert watching.reached == 1


def test_loss_of_durable_entries_is_a_violation():
    stage, _ = lived()
    stage.stop(1)
    found(stage, 1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_restart_with_another_log_is_detected():
    stage, _ = lived()
    stage.stop(1)
    log = ShadowLog()
    for entry in stage.nodes[2].log.entries:
        log.append(entry)
    stage.nodes[1].log = log
    for _ in range(3):
        stage.write(1, 1, content=9)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_a_vote_that_is_forgotten():
    stage, _ = lived()
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, Election(3))


def test_the_file_of_level_0_has_no_directory():
    stage, _ = lived()
    stage.stop(1)
    stage.start(1, Election(3, None, ReplicaKey(2)))


def test_an_election_that_was_being_stored():
    stage, _ = lived()
    node = stage.nodes[1]
    stage.store(1, Election(4))
    node.stored_election = VOTE
    stage.stop(1)
    stage.start(1, Election(4))
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, Election(2))


def test_restart_with_another_voter_set_is_detected():
    stage, _ = lived()
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE, history=VoterSetHistory(sets=[(-1, voters(1, 2))], levels=[(-1, 1)]))


def test_a_snapshot_that_is_gone():
    stage, _ = lived()
    stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
    stage.stop(1)
    stage.start(1, VOTE, snapshots=(StoredSnapshot(OffsetAndEpoch(2, 1), 9),))
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_new_disk_may_start_empty():
    stage, _ = lived()
    stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
    stage.lose_disk(1, 9)
    stage.lose_disk(1, 8)
    stage.start(1)


class TestTruncatedStaysGone:
    def truncated(self, *, completed=True):
        stage = Stage()
        watching = stage.watched_by(TruncatedStaysGone)
        stage.start(1)
        stage.write(1, 1)
        stage.write(1, 1, 9)
        log = stage.nodes[1].log.entries[:]
        end = log[1].base_offset
        stage.effect(1, TruncateLog(1, end))
        if completed:
            stage.event(1, LogTruncated(1, end))
        return stage, watching, log

    def restart(self, stage, entries):
        stage.stop(1)
        stage.nodes[1].log.entries = list(entries)
        stage.moment(Moment.STARTED, 1)

    def test_truncated_records_that_come_back_are_detected(self):
        stage, watching, log = self.truncated()
        with broken("TruncatedStaysGone"):
            self.restart(stage, log)
        assert watching.reached == 1

    def test_truncated_records_that_stay_gone_pass(self):
        stage, watching, log = self.truncated()
        self.restart(stage, log[:1])
        assert (watching.reached, watching.evaluations) == (1, 1)

    def test_a_truncation_that_was_not_completed_may_come_to_nothing(self):
        stage, watching, log = self.truncated(completed=False)
        self.restart(stage, log)
        assert watching.reached == 0

    def test_truncated_entry_may_be_appended_again(self):
        stage, _, log = self.truncated()
        stage.write(1, 1, 9)
        self.restart(stage, log)

    def test_a_reset_takes_everything(self):
        stage, _, log = self.truncated()
        snapshot_id = OffsetAndEpoch(50, 1)
        stage.effect(1, ResetLog(2, snapshot_id))
        stage.event(1, LogReset(2, snapshot_id))
        with broken("TruncatedStaysGone"):
            self.restart(stage, log[:1])


OLDEST, NEWEST = OffsetAndEpoch(5, 1), OffsetAndEpoch(9, 1)


def disk_of(stage):
    return stage.nodes[1].disk.root.folder(KAFKAS_TOPIC.folder)


def put(stage, name, content=b""):
    file = disk_of(stage).create(name)
    file.write(0, (content,))
    file.close()


def look(stage, *times_ms):
    for time_ms in times_ms:
        stage.timeline.run_until(time_ms)
        stage.turn(1)


class TestLogShrinks:
    def staged(self, *snapshots, log_bytes=0, timestamp=0):
        stage = Stage()
        watching = stage.watched_by(LogShrinks)
        put(stage, segment_file(0), bytes(log_bytes))
        for at in snapshots:
            put(stage, snapshot_file(at), snapshot(1, timestamp=timestamp))
        return stage, watching

    def test_two_snapshots_above_the_limit_of_bytes(self):
        stage, _ = self.staged(OLDEST, NEWEST, log_bytes=3000)
        look(stage, 1000, 3000, 7000)
        with broken("LogShrinks"):
            look(stage, 7500)

    def test_two_snapshots_above_the_limit_of_age(self):
        stage, _ = self.staged(OLDEST, NEWEST)
        look(stage, 50_000, 50_500, 56_500)
        with broken("LogShrinks"):
            look(stage, 57_001)

    def test_one_snapshot_may_be_as_large_and_old_as_it_is(self):
        stage, watching = self.staged(NEWEST, log_bytes=9000)
        look(stage, 1000, 60_000, 120_000)
        assert watching.reached == 0

    def test_snapshot_removed_in_time_is_counted(self):
        stage, watching = self.staged(OLDEST, NEWEST, log_bytes=3000)
        look(stage, 1000, 3000)
        disk_of(stage).remove(snapshot_file(OLDEST))
        look(stage, 4000, 60_000)
        assert watching.reached == 1

    def test_stall_gives_the_whole_time_again(self):
        stage, _ = self.staged(OLDEST, NEWEST, log_bytes=3000)
        look(stage, 1000)
        stage.nodes[1].stalled_at_ms = 2000
        look(stage, 6000, 7001, 12_000)
        with broken("LogShrinks"):
            look(stage, 13_002)

    def test_more_handles_than_files_are_a_violation(self):
        stage, _ = self.staged()
        folder = disk_of(stage)
        handles = [folder.open_to_read(segment_file(0)) for _ in range(3)]
        look(stage, 1000)
        handles.append(folder.open_to_read(segment_file(0)))
        with broken("LogShrinks"):
            look(stage, 2000)


class TestNoFileForgotten:
    LIMIT_MS = 100 + 2000 + 4000

    def staged(self, *names, snapshots=()):
        stage = Stage()
        watching = stage.watched_by(NoFileForgotten)
        stage.start(1, snapshots=tuple(StoredSnapshot(each, 9) for each in snapshots))
        for name in (segment_file(0), segment_file(10), *names):
            put(stage, name)
        return stage, watching

    def forgotten(self, stage):
        """Check that the invariant reports a file of the folder."""
        start = stage.now_ms
        look(stage, start + 1000, start + 1000 + self.LIMIT_MS)
        with broken("NoFileForgotten"):
            look(stage, start + 2001 + self.LIMIT_MS)

    def test_snapshot_that_consensus_does_not_list(self):
        stage, _ = self.staged(snapshot_file(BOOTSTRAP_SNAPSHOT_ID))
        self.forgotten(stage)

    def test_state_of_producers_that_a_clean_stop_left_stays_until_the_next_start(self):
        state = segment_file(6, ".snapshot")
        stage = Stage()
        stage.watched_by(NoFileForgotten)
        stage.start(1)
        put(stage, segment_file(0))
        put(stage, state)
        stage.start(1)
        put(stage, segment_file(10))
        look(stage, 1000, 60_000)
        stage.start(1)
        self.forgotten(stage)

    def test_snapshots_that_were_found_or_stored_have_a_reason_until_they_are_deleted(self):
        stage, watching = self.staged(snapshot_file(OLDEST), snapshots=(OLDEST,))
        put(stage, snapshot_file(NEWEST))
        stage.event(1, SnapshotStored(NEWEST, None, 9))
        look(stage, 1000, 60_000)
        stage.effect(1, DeleteSnapshots(NEWEST))
        look(stage, 61_000)
        disk_of(stage).remove(snapshot_file(OLDEST))
        look(stage, 62_000, 90_000)
        assert watching.reached == 1

    def test_file_that_is_marked_for_deletion_for_good(self):
        stage, _ = self.staged(snapshot_file(OLDEST) + ".deleted")
        self.forgotten(stage)

    def test_part_of_a_download_has_a_reason_until_that_ends(self):
        part = "00000000000000000005-0000000001-1.checkpoint.part"
        for end in (DiscardSnapshot(3, OLDEST), None):
            stage, _ = self.staged(part)
            stage.effect(1, StoreSnapshotChunk(3, OLDEST, 0, b"x"))
            look(stage, 1000, 60_000)
            if end is None:
                stage.event(1, SnapshotFailed(OLDEST, 3))
            else:
                stage.effect(1, end)
            self.forgotten(stage)

    def test_segment_below_the_start_of_the_log(self):
        stage, _ = self.staged()
        stage.write(1, 1, count=10)
        look(stage, 1000, 60_000)
        stage.effect(1, DeleteLogPrefix(10))
        self.forgotten(stage)

    def test_segment_that_is_rolled_at_the_start_of_the_log_stays_until_the_next_cleaning(self):
        stage, watching = self.staged()
        stage.write(1, 1, count=20)
        stage.effect(1, DeleteLogPrefix(20))
        disk_of(stage).remove(segment_file(0))
        put(stage, segment_file(20))
        look(stage, 1000, 60_000, 90_000)
        assert watching.reached == 0
        stage.effect(1, ResetLog(1, OffsetAndEpoch(20, 1)))
        self.forgotten(stage)

    def test_index_without_its_segment_and_a_stray_producer_state(self):
        for name in (segment_file(5, ".index"), segment_file(5, ".snapshot"), "quorum-state.tmp"):
            stage, _ = self.staged(name)
            self.forgotten(stage)

    def test_files_of_state_and_of_segments_stay(self):
        names = ("quorum-state", "durable-mark", segment_file(10, ".timeindex"))
        stage, watching = self.staged(*names, segment_file(12, ".snapshot"))
        look(stage, 1000, 60_000, 120_000)
        assert watching.reached == 0
