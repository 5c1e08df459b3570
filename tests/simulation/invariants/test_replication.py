"""Tests of the invariants of logs, commits and claims."""

from __future__ import annotations

from kraft_core.raft.consensus.effects import ResetLog, TruncateLog
from kraft_core.raft.consensus.progress import Clocks
from kraft_core.raft.consensus.roles import Unattached
from kraft_core.raft.consensus.rpc import Fetch
from kraft_core.raft.consensus.values import OffsetAndEpoch, Voters
from kraft_core.sim.quorum.invariants.replication import (
    AckedValueNotLost,
    ClaimOnlyDurable,
    CommitInOwnEpoch,
    ConsistentCommittedData,
    FlushBeforeFetch,
    ForeignDirectoryNotCounted,
    LeaderCompleteness,
    LeaderOutsideSet,
    LogMatching,
    MonotonicHighWatermark,
    NoLogDivergence,
    RightMajority,
)
from tests.simulation.invariants.stage import Stage, broken, key, vote_for, voters


class TestLogMatching:
    def test_other_content_at_the_same_offset_is_detected(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1, content=1)
        stage.write(2, 1, content=1)
        with broken("LogMatching"):
            stage.write(3, 1, content=2)

    def test_logs_with_another_epoch_below_an_equal_batch_are_detected(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1)
        stage.write(2, 2)
        stage.write(1, 3)
        with broken("LogMatching"):
            stage.write(2, 3)

    def test_another_leader_may_write_something_else(self):
        stage = Stage()
        watching = stage.watched_by(LogMatching)
        stage.write(1, 1, content=1)
        stage.write(2, 2, content=2)
        stage.effect(1, TruncateLog(1, 0))
        stage.write(1, 2, content=2)
        assert watching.reached == 1

    def test_entries_below_a_snapshot_are_not_compared(self):
        stage = Stage()
        stage.watched_by(LogMatching)
        stage.write(1, 1)
        stage.write(1, 3)
        stage.nodes[2].log.reset(1)
        stage.write(2, 3)


class TestLeaderCompleteness:
    def test_a_leader_that_lacks_something(self):
        stage = Stage()
        watching = stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1)
        stage.write(2, 1)
        stage.commit(1)
        stage.lead(2, 2)
        assert watching.reached == 1
        with broken("LeaderCompleteness"):
            stage.lead(3, 3)

    def test_leader_with_different_committed_content_is_a_violation(self):
        stage = Stage()
        stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1, content=1)
        stage.write(2, 1, content=2)
        stage.commit(1)
        with broken("LeaderCompleteness"):
            stage.lead(2, 2)

    def test_an_older_leader_commits_later(self):
        stage = Stage()
        stage.watched_by(LeaderCompleteness)
        stage.lead(1, 1)
        stage.write(1, 1)
        stage.lead(2, 2)
        with broken("LeaderCompleteness"):
            stage.commit(1)


class TestNoLogDivergence:
    def test_different_committed_content_is_a_violation(self):
        stage = Stage()
        watching = stage.watched_by(NoLogDivergence)
        for node_id, content in ((1, 1), (2, 1), (3, 2)):
            stage.write(node_id, 1, content)
        stage.commit(1)
        stage.commit(2)
        assert watching.reached == 1
        with broken("NoLogDivergence"):
            stage.commit(3)

    def test_truncation_of_committed_records_is_detected(self):
        stage = Stage()
        stage.watched_by(NoLogDivergence)
        stage.write(1, 1)
        stage.write(1, 1)
        stage.commit(1, 1)
        stage.effect(1, TruncateLog(1, 1))
        with broken("NoLogDivergence"):
            stage.effect(1, TruncateLog(2, 0))


class TestConsistentCommittedData:
    def test_two_states_at_one_offset(self):
        stage = Stage()
        watching = stage.watched_by(ConsistentCommittedData)
        stage.ledger.applied(stage.nodes[1], 5, 77)
        stage.ledger.applied(stage.nodes[2], 5, 77)
        stage.ledger.applied(stage.nodes[2], 6, 78)
        assert watching.reached == 1
        with broken("ConsistentCommittedData"):
            stage.ledger.applied(stage.nodes[3], 6, 77)


def replicated(stage, *node_ids, epoch=1):
    """The first of them leads and has written something that all of them have for good."""
    for node_id in node_ids:
        stage.begin_epoch(node_id, epoch, Voters(stage.first_voters))
        stage.write(node_id, epoch)
    stage.flush(*node_ids)
    return stage.lead(node_ids[0], epoch)


class TestMonotonicHighWatermark:
    def test_high_watermark_that_falls_is_detected(self):
        stage = Stage()
        stage.watched_by(MonotonicHighWatermark)
        stage.write(1, 1)
        stage.write(1, 1)
        stage.commit(1, 1)
        stage.commit(1, 2)
        with broken("MonotonicHighWatermark"):
            stage.commit(1, 1)

    def test_high_watermark_may_go_back_after_a_restart(self):
        stage = Stage()
        stage.watched_by(MonotonicHighWatermark)
        stage.write(1, 1)
        stage.write(1, 1)
        stage.commit(1, 2)
        stage.stop(1)
        stage.start(1)
        stage.commit(1, 1)

    def test_later_leader_below_high_watermark_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(MonotonicHighWatermark)
        for node_id in (1, 2):
            stage.write(node_id, 1)
            stage.write(node_id, 1)
        stage.lead(1, 1)
        stage.commit(1, 1)
        stage.lead(2, 2)
        stage.commit(2, 1)
        assert watching.reached == 1
        stage.lead(3, 3)
        stage.write(3, 1)
        with broken("MonotonicHighWatermark"):
            stage.commit(3, 0)


class TestCommitInOwnEpoch:
    def test_commit_of_earlier_epoch_by_counting_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(CommitInOwnEpoch)
        stage.write(1, 1)
        stage.lead(1, 2)
        with broken("CommitInOwnEpoch"):
            stage.commit(1)
        assert watching.reached == 1

    def test_commit_with_an_entry_of_the_own_epoch_is_counted(self):
        stage = Stage()
        watching = stage.watched_by(CommitInOwnEpoch)
        stage.write(1, 1)
        stage.lead(1, 2)
        stage.begin_epoch(1, 2)
        stage.commit(1)
        assert watching.reached == 1


class TestLeaderOutsideSet:
    def removed(self, *others):
        stage = Stage()
        watching = stage.watched_by(LeaderOutsideSet)
        replicated(stage, 1, *others)
        for node_id in (1, *others):
            stage.change(node_id, 1, voters(2, 3))
        stage.flush()
        return stage, watching

    def test_removed_leader_that_counts_itself_is_detected(self):
        stage, _ = self.removed(2)
        with broken("LeaderOutsideSet"):
            stage.commit(1)

    def test_removed_leader_may_resign_after_the_commit(self):
        stage, watching = self.removed(2, 3)
        stage.commit(1)
        stage.role(1, Unattached(2))
        stage.turn(1)
        assert watching.reached == 1
        assert watching.evaluations == 2

    def test_removed_leader_that_does_not_resign_is_detected(self):
        stage, _ = self.removed(2, 3)
        stage.commit(1)
        with broken("LeaderOutsideSet"):
            stage.turn(1)


class TestRightMajority:
    def test_commit_by_a_minority_is_detected(self):
        stage = Stage()
        stage.watched_by(RightMajority)
        replicated(stage, 1)
        with broken("RightMajority"):
            stage.commit(1)

    def test_unflushed_replicas_do_not_count_as_a_majority(self):
        stage = Stage()
        stage.watched_by(RightMajority)
        replicated(stage, 1, 2)
        stage.write(1, 1)
        stage.write(2, 1)
        with broken("RightMajority"):
            stage.commit(1)

    def test_another_batch_does_not_count(self):
        stage = Stage()
        stage.watched_by(RightMajority)
        replicated(stage, 1, 2)
        stage.write(1, 1, content=1)
        stage.write(2, 1, content=2)
        stage.flush()
        with broken("RightMajority"):
            stage.commit(1)

    def test_a_lost_disk_counts_as_before_its_loss(self):
        stage = Stage()
        watching = stage.watched_by(RightMajority)
        replicated(stage, 1, 2)
        stage.lose_disk(2, 9)
        stage.commit(1)
        assert watching.evaluations == 1

    def test_the_new_disk_does_not_count(self):
        stage = Stage()
        stage.watched_by(RightMajority)
        stage.lose_disk(2, 9)
        stage.start(2)
        replicated(stage, 1, 2)
        with broken("RightMajority"):
            stage.commit(1)

    def test_either_majority_below_an_uncommitted_set(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(RightMajority)
        replicated(stage, 1, 2)
        stage.change(1, 1, voters(1, 2, 3, 4))
        stage.flush()
        stage.commit(1, 3)
        assert watching.reached == 1
        stage.change(2, 1, voters(1, 2, 3, 4))
        stage.flush()
        with broken("RightMajority"):
            stage.commit(1)


class TestForeignDirectoryNotCounted:
    def foreign(self):
        stage = Stage()
        watching = stage.watched_by(ForeignDirectoryNotCounted)
        leader = stage.lead(1, 1)
        stage.lose_disk(2, 9)
        fetch = Fetch("cluster", key(2, 9), 1, 0, 0)
        return stage, watching, leader, fetch

    def test_fetch_from_a_foreign_directory_that_counts_is_detected(self):
        stage, _, leader, fetch = self.foreign()
        leader.progress.voters[2].fetched(fetch.replica, 0, 5, Clocks(1, 1))
        with broken("ForeignDirectoryNotCounted"):
            stage.ask(1, fetch, None)

    def test_fetch_from_a_foreign_directory_that_does_not_count_passes(self):
        stage, watching, leader, fetch = self.foreign()
        leader.progress.voters[2].fetched(key(2), 0, 5, Clocks(1, 1))
        stage.ask(1, fetch, None)
        assert watching.reached == 1


class TestAckedValueNotLost:
    def committed(self):
        stage = Stage()
        watching = stage.watched_by(AckedValueNotLost)
        replicated(stage, 1, 2)
        stage.commit(1)
        return stage, watching

    def test_loss_of_the_last_copy_is_a_violation(self):
        stage, watching = self.committed()
        stage.lose_disk(1, 8)
        assert watching.reached == 1
        with broken("AckedValueNotLost"):
            stage.lose_disk(2, 9)

    def test_truncation_of_the_last_copy_is_detected(self):
        stage, _ = self.committed()
        stage.effect(1, TruncateLog(1, 0))
        with broken("AckedValueNotLost"):
            stage.effect(2, TruncateLog(1, 0))

    def test_a_snapshot_that_reaches_less_far(self):
        stage, watching = self.committed()
        end = stage.nodes[1].high_watermark
        with broken("AckedValueNotLost"):
            stage.effect(1, ResetLog(1, OffsetAndEpoch(end - 1, 1)))
        assert watching.evaluations > 0

    def test_snapshot_that_holds_the_value_replaces_the_log(self):
        stage, _ = self.committed()
        end = stage.nodes[1].high_watermark
        stage.effect(1, ResetLog(1, OffsetAndEpoch(end, 1)))


def fetch(offset):
    return Fetch("cluster", key(1), 1, offset, 1)


class TestFlushBeforeFetch:
    def test_fetch_from_beyond_the_durable_end_is_a_violation(self):
        stage = Stage()
        watching = stage.watched_by(FlushBeforeFetch)
        stage.write(1, 1)
        stage.flush()
        stage.send(1, fetch(1))
        assert watching.reached == 1
        stage.write(1, 1)
        with broken("FlushBeforeFetch"):
            stage.send(1, fetch(2))

    def test_fetch_below_own_end_is_detected(self):
        stage = Stage()
        stage.watched_by(FlushBeforeFetch)
        stage.write(1, 1)
        stage.flush()
        with broken("FlushBeforeFetch"):
            stage.send(1, fetch(0))


class TestClaimOnlyDurable:
    def test_an_end_that_is_not_durable(self):
        stage = Stage()
        watching = stage.watched_by(ClaimOnlyDurable)
        stage.write(1, 1)
        stage.flush()
        stage.send(1, vote_for(key(1), 2, (1, 1)))
        assert watching.reached == 1
        stage.write(1, 1)
        with broken("ClaimOnlyDurable"):
            stage.send(1, vote_for(key(1), 2, (1, 2)))

    def test_vote_request_with_an_unwritten_epoch_is_a_violation(self):
        stage = Stage()
        stage.watched_by(ClaimOnlyDurable)
        stage.write(1, 1)
        stage.flush()
        with broken("ClaimOnlyDurable"):
            stage.send(1, vote_for(key(1), 3, (2, 1)))
