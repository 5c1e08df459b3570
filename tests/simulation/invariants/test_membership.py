"""Each rule about voter sets: a case that breaks it, and one that does not."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from kraft_core.raft.consensus.effects import RejectAppend, SendRequest, SendResponse, TruncateLog
from kraft_core.raft.consensus.events import RequestReceived, ResponseReceived, UpgradeRequested
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    ApiVersions,
    ApiVersionsResponse,
    DescribeQuorum,
    DescribeQuorumResponse,
    Fetch,
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    ReplicaStatus,
)
from kraft_core.raft.consensus.values import (
    KRaftVersion,
    Node,
    OffsetAndEpoch,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.invariants.membership import (
    AnsweredIsCommitted,
    AutoJoinObeysRemoval,
    ChangeAfterEpochCommit,
    DescribeTruthful,
    KraftVersionMonotonic,
    LatestSetInForce,
    MajorityOverlap,
    OneChangeInFlight,
    VoterCaughtUp,
    VoterIdUnique,
    VoterProbed,
)
from kraft_wire.errors import ErrorCode
from tests.simulation.invariants.stage import Stage, broken, key, voters


class TestOneChangeInFlight:
    def test_change_above_an_uncommitted_one_is_a_violation(self):
        stage = Stage()
        watching = stage.watched_by(OneChangeInFlight)
        stage.begin_epoch(1, 1, Voters(voters(1, 2, 3)))
        stage.change(1, 1, voters(1, 2))
        stage.commit(1)
        stage.change(1, 1, voters(1, 2, 3))
        assert watching.reached == 1
        with broken("OneChangeInFlight"):
            stage.change(1, 1, voters(1, 3))

    def test_copy_of_the_set_in_a_new_epoch_is_not_a_change(self):
        stage = Stage()
        watching = stage.watched_by(OneChangeInFlight)
        stage.begin_epoch(1, 1, Voters(voters(1, 2, 3)))
        stage.change(1, 1, voters(1, 2))
        stage.begin_epoch(1, 2, Voters(voters(1, 2)))
        assert watching.evaluations == 1


class TestChangeAfterEpochCommit:
    def test_change_before_a_commit_in_the_epoch_is_detected(self):
        stage = Stage()
        stage.watched_by(ChangeAfterEpochCommit)
        stage.begin_epoch(1, 1)
        stage.commit(1)
        stage.begin_epoch(1, 2)
        with broken("ChangeAfterEpochCommit"):
            stage.change(1, 2, voters(1, 2))

    def test_change_after_a_commit_in_the_epoch_passes(self):
        stage = Stage()
        watching = stage.watched_by(ChangeAfterEpochCommit)
        stage.begin_epoch(1, 2)
        stage.commit(1)
        stage.change(1, 2, voters(1, 2))
        assert watching.reached == 1

    def test_change_before_first_commit_is_detected(self):
        stage = Stage()
        stage.watched_by(ChangeAfterEpochCommit)
        with broken("ChangeAfterEpochCommit"):
            stage.change(1, 2, voters(1, 2))


class TestMajorityOverlap:
    def committed(self, stage, *sets):
        for each in sets:
            stage.change(1, 1, each)
        stage.commit(1)

    def test_one_at_a_time(self):
        stage = Stage()
        watching = stage.watched_by(MajorityOverlap)
        self.committed(stage, voters(1, 2, 3), voters(1, 2), voters(1, 2, 4))
        assert watching.reached == 2

    def test_sets_that_differ_by_two_voters_are_detected(self):
        stage = Stage()
        stage.watched_by(MajorityOverlap)
        with broken("MajorityOverlap"):
            self.committed(stage, voters(1))

    def test_another_directory_is_another_voter(self):
        stage = Stage()
        stage.watched_by(MajorityOverlap)
        with broken("MajorityOverlap"):
            self.committed(stage, voters(1, 2, id3=9))

    def test_the_upgrade_compares_ids(self):
        stage = Stage(level=0)
        static = [replace(each, key=replace(each.key, directory_id=None)) for each in voters(1, 2)]
        stage.first_voters = VoterSet(tuple(static))
        watching = stage.watched_by(MajorityOverlap)
        self.committed(stage, voters(1, 2))
        assert (watching.evaluations, watching.reached) == (1, 0)


class TestVoterIdUnique:
    def test_voter_id_that_is_in_the_set_twice_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(VoterIdUnique)
        stage.change(1, 1, voters(1, 2, 3))
        stage.change(1, 1, voters(1, 2, id3=9))
        assert watching.reached == 1
        twice = VoterSet((*voters(2, 3).voters, *voters(id3=9).voters))
        with broken("VoterIdUnique"):
            stage.change(1, 1, twice)


class TestLatestSetInForce:
    def test_a_set_that_is_not_taken(self):
        stage = Stage()
        stage.watched_by(LatestSetInForce)
        stage.turn(1)
        stage.change(1, 1, voters(1, 2))
        with broken("LatestSetInForce"):
            stage.turn(1)

    def test_truncated_set_that_stays_in_force_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(LatestSetInForce)
        stage.change(1, 1, voters(1, 2))
        stage.nodes[1].core.voters = voters(1, 2)
        stage.turn(1)
        checked = watching.evaluations
        stage.turn(1)
        assert watching.evaluations == checked
        stage.effect(1, TruncateLog(1, 0))
        assert watching.reached == 1
        with broken("LatestSetInForce"):
            stage.turn(1)


class TestAutoJoinObeysRemoval:
    def request(self):
        return AddRaftVoter("cluster", key(3), (), ack_when_committed=False)

    def test_a_removed_one_joins_again(self):
        stage = Stage()
        watching = stage.watched_by(AutoJoinObeysRemoval)
        stage.change(3, 1, voters(1, 2))
        stage.send(3, self.request())
        stage.commit(3)
        stage.turn(3)
        assert watching.reached == 1
        with broken("AutoJoinObeysRemoval"):
            stage.send(3, self.request())

    def test_auto_join_after_a_restart_is_allowed(self):
        stage = Stage()
        watching = stage.watched_by(AutoJoinObeysRemoval)
        stage.change(3, 1, voters(1, 2))
        stage.commit(3)
        stage.stop(3)
        stage.start(3)
        stage.commit(3)
        stage.send(3, self.request())
        assert watching.evaluations == 1

    def test_auto_join_of_a_replica_that_was_never_a_voter_is_allowed(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(AutoJoinObeysRemoval)
        stage.write(4, 1)
        stage.commit(4)
        stage.send(4, self.request())
        assert watching.evaluations == 1


class TestKraftVersionMonotonic:
    def test_a_level_that_falls(self):
        stage = Stage()
        stage.watched_by(KraftVersionMonotonic)
        stage.write_control(1, 1, KRaftVersion(1))
        with broken("KraftVersionMonotonic"):
            stage.write_control(1, 1, KRaftVersion(0))

    def test_voters_below_level_1(self):
        stage = Stage(level=0)
        stage.watched_by(KraftVersionMonotonic)
        with broken("KraftVersionMonotonic"):
            stage.change(1, 1, voters(1, 2))

    def test_upgrade_passes(self):
        stage = Stage(level=0)
        watching = stage.watched_by(KraftVersionMonotonic)
        stage.write_control(1, 1, KRaftVersion(1), Voters(voters(1, 2)))
        stage.commit(1)
        assert watching.reached == 1

    def test_a_committed_level_that_falls(self):
        stage = Stage()
        watching = stage.watched_by(KraftVersionMonotonic)
        entry = SimpleNamespace(control_records=(KRaftVersion(0),))
        with broken("KraftVersionMonotonic"):
            watching._committed(stage.nodes[1], SimpleNamespace(entry=entry))


class TestAnsweredIsCommitted:
    ADD = AddRaftVoter(None, key(4), ())
    REMOVE = RemoveRaftVoter(None, key(3))

    def changed(self, *node_ids, committed):
        """A record at 0, the change at 1, and that high watermark."""
        stage = Stage()
        watching = stage.watched_by(AnsweredIsCommitted)
        stage.write(1, 1)
        stage.change(1, 1, voters(*node_ids))
        stage.commit(1, committed)
        return stage, watching

    def test_change_that_is_below_the_high_watermark_passes(self):
        for request, response, ids in (
            (self.ADD, AddRaftVoterResponse(), (1, 2, 3, 4)),
            (self.REMOVE, RemoveRaftVoterResponse(), (1, 2)),
        ):
            stage, watching = self.changed(*ids, committed=2)
            stage.ask(1, request, response)
            assert watching.reached == 1

    def test_change_at_the_high_watermark_is_detected(self):
        for request, response, ids in (
            (self.ADD, AddRaftVoterResponse(), (1, 2, 3, 4)),
            (self.REMOVE, RemoveRaftVoterResponse(), (1, 2)),
        ):
            stage, _ = self.changed(*ids, committed=1)
            with broken("AnsweredIsCommitted"):
                stage.ask(1, request, response)

    def test_addition_that_does_not_wait_is_answered_when_it_is_written(self):
        request = replace(self.ADD, ack_when_committed=False)
        stage, watching = self.changed(1, 2, 3, 4, committed=1)
        stage.ask(1, request, AddRaftVoterResponse())
        assert (watching.evaluations, watching.reached) == (1, 0)
        stage, _ = self.changed(1, 2, committed=2)
        with broken("AnsweredIsCommitted"):
            stage.ask(1, request, AddRaftVoterResponse())

    def test_refusal_may_come_at_any_time(self):
        stage, watching = self.changed(1, 2, 3, committed=1)
        stage.ask(1, self.ADD, AddRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT))
        assert watching.evaluations == 0

    @pytest.mark.parametrize(("committed", "validate_only"), [(2, False), (1, True), (1, False)])
    def test_upgrade_is_answered_when_its_record_is_committed(self, committed, validate_only):
        stage = Stage(level=0)
        stage.watched_by(AnsweredIsCommitted)
        stage.write(1, 1)
        stage.write_control(1, 1, KRaftVersion(1))
        stage.commit(1, committed)
        stage.event(1, UpgradeRequested(5, 1, 1, validate_only))
        if committed == 2 or validate_only:
            stage.effect(1, RejectAppend(5, ErrorCode.NONE))
            return
        with broken("AnsweredIsCommitted"):
            stage.effect(1, RejectAppend(5, ErrorCode.NONE))


class TestDescribeTruthful:
    def describe(self, *told, leader_end=1):
        stage = Stage()
        watching = stage.watched_by(DescribeTruthful)
        stage.write(1, 1)
        statuses = [ReplicaStatus(key(1), leader_end), *told]
        stage.ask(1, DescribeQuorum(), DescribeQuorumResponse(voters=tuple(statuses)))
        return watching

    def test_true_description_passes(self):
        told = (ReplicaStatus(key(2), 1), ReplicaStatus(key(3), -1))
        assert self.describe(*told).reached == 1

    def test_voters_of_no_set(self):
        with broken("DescribeTruthful"):
            self.describe(ReplicaStatus(key(2), 1))

    def test_follower_ahead_of_the_leader_is_a_violation(self):
        with broken("DescribeTruthful"):
            self.describe(ReplicaStatus(key(2), 2), ReplicaStatus(key(3), 1))

    def test_wrong_end_of_the_leader_is_detected(self):
        with broken("DescribeTruthful"):
            self.describe(ReplicaStatus(key(2)), ReplicaStatus(key(3)), leader_end=0)


def fetch(stage, node_id, offset, epoch=1):
    """Node 1 gets a fetch of that replica."""
    request = Fetch("cluster", key(node_id), epoch, offset, 0)
    stage.event(1, RequestReceived(1, "CONTROLLER", request))


class TestVoterCaughtUp:
    def led(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(VoterCaughtUp)
        stage.lead(1, 1)
        stage.begin_epoch(1, 1, Voters(voters(1, 2, 3)))
        return stage, watching

    def test_added_voter_that_never_fetched_is_detected(self):
        stage, _ = self.led()
        with broken("VoterCaughtUp"):
            stage.change(1, 1, voters(1, 2, 3, 4))

    def test_added_voter_below_the_log_end_is_detected(self):
        stage, _ = self.led()
        fetch(stage, 4, 0)
        with broken("VoterCaughtUp"):
            stage.change(1, 1, voters(1, 2, 3, 4))

    def test_voter_added_at_the_log_end_is_caught_up(self):
        stage, watching = self.led()
        fetch(stage, 4, stage.nodes[1].log.end_offset)
        stage.write(1, 1)
        stage.change(1, 1, voters(1, 2, 3, 4))
        assert watching.reached == 1

    def test_voter_that_reached_the_end_of_its_last_fetch_is_caught_up(self):
        stage, watching = self.led()
        fetch(stage, 4, 0)
        end = stage.nodes[1].log.end_offset
        stage.write(1, 1)
        fetch(stage, 4, end)
        stage.change(1, 1, voters(1, 2, 3, 4))
        assert watching.reached == 1

    @pytest.mark.parametrize(
        "answer",
        [
            {"snapshot_id": OffsetAndEpoch(1, 1)},
            {"diverging": OffsetAndEpoch(1, 1)},
            {"error": ErrorCode.UNKNOWN_SERVER_ERROR},
        ],
        ids=["snapshot", "divergence", "error"],
    )
    def test_fetch_that_is_sent_back_does_not_count(self, answer):
        stage, watching = self.led()
        fetch(stage, 4, 0)
        end = stage.nodes[1].log.end_offset
        stage.write(1, 1)
        fetch(stage, 4, 0)
        stage.effect(1, SendResponse(1, FetchResponse(**answer)))
        fetch(stage, 4, end)
        stage.change(1, 1, voters(1, 2, 3, 4))
        assert watching.reached == 1

    def test_removal_of_a_voter_passes(self):
        stage, watching = self.led()
        stage.change(1, 1, voters(1, 2))
        assert watching.reached == 0


class TestVoterProbed:
    def led(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(VoterProbed)
        stage.lead(1, 1)
        stage.begin_epoch(1, 1, Voters(voters(1, 2, 3)))
        return stage, watching

    def test_added_voter_without_a_probe_is_detected(self):
        stage, _ = self.led()
        with broken("VoterProbed"):
            stage.change(1, 1, voters(1, 2, 3, 4))

    def test_unanswered_probe_is_a_violation(self):
        stage, _ = self.led()
        stage.send(1, ApiVersions(), to=4)
        with broken("VoterProbed"):
            stage.change(1, 1, voters(1, 2, 3, 4))

    def test_added_voter_that_answered_the_probe_passes(self):
        stage, watching = self.led()
        sent = SendRequest(7, Node(4, "localhost", 9000), ApiVersions())
        stage.effect(1, sent)
        stage.event(1, ResponseReceived(7, ApiVersionsResponse(kraft_range=VersionRange(0, 1))))
        stage.change(1, 1, voters(1, 2, 3, 4))
        assert watching.reached == 1
