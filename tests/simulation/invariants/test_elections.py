"""Tests of the invariants of elections, votes and pre-votes."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.effects import SendResponse
from kraft_core.raft.consensus.events import DeadlineReached, RequestReceived
from kraft_core.raft.consensus.roles import Candidacy, Prospective, Resigned, Unattached, Votes
from kraft_core.raft.consensus.rpc import BeginQuorumEpoch, BeginQuorumEpochResponse, VoteResponse
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.sim.quorum.invariants.elections import (
    AddresseeOnly,
    CandidateOutsideSetElectable,
    ChangeCannotWedge,
    MonotonicEpoch,
    NeverTwoLeadersInSameEpoch,
    NoIllegalState,
    PreVoteKeepsEpoch,
    RemovedCannotDisrupt,
    ValidRolesAndStates,
    VoteDurable,
)
from kraft_core.sim.quorum.plan import RELEASES
from kraft_wire.errors import ErrorCode
from tests.simulation.invariants.stage import (
    Stage,
    broken,
    following,
    key,
    leading,
    standing,
    vote_for,
    voters,
)


def prospective(node_id, epoch):
    basis = Candidacy(voters(1, 2, 3), OffsetAndEpoch(0, 0))
    return Prospective(epoch, basis, Votes(basis.voters, node_id), 1000)


class TestNeverTwoLeadersInSameEpoch:
    def test_second_leader_of_an_epoch_is_detected(self):
        stage = Stage()
        stage.watched_by(NeverTwoLeadersInSameEpoch)
        stage.lead(1, 4)
        stage.lead(2, 5)
        with broken("NeverTwoLeadersInSameEpoch"):
            stage.lead(3, 5)

    def test_two_that_are_stored(self):
        stage = Stage()
        stage.watched_by(NeverTwoLeadersInSameEpoch)
        stage.store(1, Election(5, 2))
        stage.store(3, Election(5, 2))
        with broken("NeverTwoLeadersInSameEpoch"):
            stage.store(2, Election(5, 3))

    def test_reached_when_two_campaign_in_one_epoch(self):
        stage = Stage()
        watching = stage.watched_by(NeverTwoLeadersInSameEpoch)
        stage.role(1, standing(1, 3))
        stage.role(1, standing(1, 4))
        assert watching.reached == 0
        stage.role(2, standing(2, 4))
        assert watching.reached == 1


class TestMonotonicEpoch:
    def test_an_epoch_that_falls(self):
        stage = Stage()
        stage.watched_by(MonotonicEpoch)
        stage.store(1, Election(3))
        stage.store(1, Election(3, 2))
        with broken("MonotonicEpoch"):
            stage.store(1, Election(2))

    def test_new_disk_may_start_empty(self):
        stage = Stage()
        stage.watched_by(MonotonicEpoch)
        stage.store(1, Election(3))
        stage.lose_disk(1, 9)
        stage.store(1, Election(0))

    def test_a_role_that_is_not_stored(self):
        stage = Stage()
        watching = stage.watched_by(MonotonicEpoch)
        stage.store(1, Election(3))
        stage.role(1, Unattached(3))
        stage.turn(1)
        checked = watching.evaluations
        stage.turn(1)
        assert watching.evaluations == checked
        stage.role(1, Unattached(4))
        with broken("MonotonicEpoch"):
            stage.turn(1)

    def test_reached_by_a_restart(self):
        stage = Stage()
        watching = stage.watched_by(MonotonicEpoch)
        stage.stop(1)
        stage.start(1, Election(3))
        assert watching.reached == 1


class TestNoIllegalState:
    def change(self, old, new):
        stage = Stage()
        watching = stage.watched_by(NoIllegalState)
        stage.role(1, old)
        stage.role(1, new)
        return watching

    def test_valid_role_changes_pass(self):
        self.change(Unattached(1), prospective(1, 1))
        self.change(prospective(1, 1), standing(1, 2))
        self.change(standing(1, 2), leading(1, 2))
        self.change(following(2, 1), following(3, 2))
        assert self.change(leading(1, 2), Unattached(3)).reached == 1

    def test_lower_epoch_is_detected(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2), Unattached(1))

    def test_a_leader_that_follows_in_its_epoch(self):
        with broken("NoIllegalState"):
            self.change(leading(1, 2), following(2, 2))

    def test_candidacy_in_the_same_epoch_is_detected(self):
        with broken("NoIllegalState"):
            self.change(prospective(1, 1), standing(1, 1))

    def test_a_leader_that_is_exchanged(self):
        with broken("NoIllegalState"):
            self.change(following(2, 2), following(3, 2))

    def test_a_vote_that_is_exchanged(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2, None, key(2)), Unattached(2, None, key(3)))

    def test_follower_of_itself_is_detected(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2), following(1, 3))


class TestValidRolesAndStates:
    def test_observer_that_campaigns_is_detected(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(ValidRolesAndStates)
        stage.role(4, following(1, 1))
        stage.turn(4)
        assert watching.reached == 1
        stage.role(4, standing(4, 2))
        with broken("ValidRolesAndStates"):
            stage.turn(4)

    def test_an_observer_that_leads(self):
        stage = Stage(observers=(4,))
        stage.watched_by(ValidRolesAndStates)
        stage.lead(4, 2)
        with broken("ValidRolesAndStates"):
            stage.turn(4)

    def test_voter_may_campaign_and_lead(self):
        stage = Stage()
        watching = stage.watched_by(ValidRolesAndStates)
        stage.role(1, standing(1, 2))
        stage.turn(1)
        stage.lead(1, 2)
        stage.turn(1)
        assert watching.evaluations == 2

    def test_a_removed_replica_may_while_that_can_be_undone(self):
        stage = Stage()
        stage.watched_by(ValidRolesAndStates)
        stage.change(3, 1, voters(1, 2))
        stage.role(3, standing(3, 2))
        stage.turn(3)
        stage.commit(3)
        stage.role(3, standing(3, 3))
        with broken("ValidRolesAndStates"):
            stage.turn(3)

    def test_appends_that_wait_for_no_leader(self):
        stage = Stage()
        stage.watched_by(ValidRolesAndStates)
        stage.lead(1, 1)
        stage.turn(1)
        stage.nodes[1].replica.appends_in_flight = 2
        stage.role(1, Resigned(1, 1, [], (), 1000))
        with broken("ValidRolesAndStates"):
            stage.turn(1)


class TestVoteDurable:
    def test_second_vote_in_an_epoch_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(VoteDurable)
        stage.vote(1, vote_for(key(2), 3), granted=True)
        stage.vote(1, vote_for(key(2), 3), granted=True)
        stage.vote(1, vote_for(key(3), 4), granted=True)
        assert watching.reached == 3
        with broken("VoteDurable"):
            stage.store(1, Election(4, None, key(2)))

    def test_the_directory_may_be_forgotten_at_level_0(self):
        stage = Stage(level=0)
        stage.watched_by(VoteDurable)
        stage.store(1, Election(4, None, key(2)))
        stage.store(1, Election(4, None, ReplicaKey(2)))

    def test_another_directory_is_another_replica(self):
        stage = Stage()
        stage.watched_by(VoteDurable)
        stage.store(1, Election(4, None, key(2)))
        with broken("VoteDurable"):
            stage.store(1, Election(4, None, key(2, 9)))

    def test_an_answer_before_the_vote_is_stored(self):
        stage = Stage()
        stage.watched_by(VoteDurable)
        stage.store(1, Election(3))
        with broken("VoteDurable"):
            stage.ask(1, vote_for(key(2), 3), VoteResponse(vote_granted=True))


class TestAddresseeOnly:
    def test_vote_for_another_directory_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(AddresseeOnly)
        stage.vote(1, vote_for(key(2), 3, to=key(1)), granted=True)
        stage.vote(1, vote_for(key(2), 4), granted=True)
        stage.vote(1, vote_for(key(2), 5, to=key(1, 9)), granted=False)
        assert watching.reached == 1
        with broken("AddresseeOnly"):
            stage.vote(1, vote_for(key(2), 6, to=key(1, 9)), granted=True)

    def begin(self, stage, to, error):
        begin = BeginQuorumEpoch("cluster", to.id, to.directory_id, 2, 3)
        stage.ask(1, begin, BeginQuorumEpochResponse(error=error))

    def test_epoch_begun_for_another_directory_is_detected(self):
        stage = Stage()
        watching = stage.watched_by(AddresseeOnly)
        self.begin(stage, key(1), ErrorCode.NONE)
        self.begin(stage, key(1, 9), ErrorCode.INVALID_VOTER_KEY)
        assert watching.reached == 1
        with broken("AddresseeOnly"):
            self.begin(stage, key(1, 9), ErrorCode.NONE)


class TestCandidateOutsideSetElectable:
    def test_a_stranger_is_refused(self):
        stage = Stage()
        watching = stage.watched_by(CandidateOutsideSetElectable)
        stage.vote(1, vote_for(key(4), 3), granted=True)
        assert watching.reached == 1
        with broken("CandidateOutsideSetElectable"):
            stage.vote(1, vote_for(key(4), 4), granted=False)

    def test_refusable_candidates_are_not_evaluated(self):
        stage = Stage()
        watching = stage.watched_by(CandidateOutsideSetElectable)
        stage.write(1, 1)
        stage.vote(1, vote_for(key(4), 3), granted=False)
        stage.vote(1, vote_for(key(4), 3, (1, 1), to=key(1, 9)), granted=False)
        stage.vote(1, vote_for(key(1, 9), 3, (1, 1)), granted=False)
        stage.store(1, Election(5, None, key(2)))
        stage.vote(1, vote_for(key(4), 5, (1, 1)), granted=False)
        stage.role(1, following(2, 5, has_fetched=True))
        stage.vote(1, vote_for(key(4), 5, (1, 1), pre_vote=True), granted=False)
        assert watching.evaluations == 0

    def test_pre_vote_refused_by_a_follower_without_a_leader_is_detected(self):
        stage = Stage()
        stage.watched_by(CandidateOutsideSetElectable)
        stage.store(1, Election(5, 2))
        stage.role(1, following(2, 5))
        with broken("CandidateOutsideSetElectable"):
            stage.vote(1, vote_for(key(4), 5, pre_vote=True), granted=False)


class TestChangeCannotWedge:
    def removed(self):
        """Replica 3 has its removal in its log, and nobody knows whether that is committed."""
        stage = Stage()
        watching = stage.watched_by(ChangeCannotWedge)
        stage.write(3, 1)
        stage.change(3, 1, voters(1, 2))
        return stage, watching

    def test_the_removal_is_compared(self):
        stage, _ = self.removed()
        with broken("ChangeCannotWedge"):
            stage.vote(3, vote_for(key(2), 2, (1, 1)), granted=False)

    def test_the_log_before_it_is_compared(self):
        stage, watching = self.removed()
        stage.vote(3, vote_for(key(2), 2, (1, 1)), granted=True)
        stage.vote(3, vote_for(key(2), 3, (0, 0)), granted=False)
        assert watching.reached == 1

    def test_committed_removal_is_not_checked(self):
        stage, watching = self.removed()
        stage.commit(3)
        stage.vote(3, vote_for(key(2), 2, (1, 1)), granted=False)
        assert watching.evaluations == 0

    def overdue(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(ChangeCannotWedge)
        stage.store(4, Election(1, 1))
        stage.role(4, following(1, 1, has_fetched=True))
        pre_vote = vote_for(key(2), 1, pre_vote=True)
        stage.vote(4, pre_vote, granted=False)
        stage.timeline.run_until(2001)
        stage.vote(4, pre_vote, granted=False)
        return stage, watching, pre_vote

    def test_a_leader_is_never_forgotten(self):
        stage, _, pre_vote = self.overdue()
        with broken("ChangeCannotWedge"):
            stage.vote(4, pre_vote, granted=False)

    def test_turn_after_the_timeout_is_detected(self):
        stage = Stage(observers=(4,))
        watching = stage.watched_by(ChangeCannotWedge)
        role = following(1, 1, has_fetched=True)
        stage.role(4, role)
        stage.turn(4)
        stage.timeline.run_until(2001)
        role.has_fetched = False
        stage.turn(4)
        assert watching.evaluations == 1
        role.has_fetched = True
        with broken("ChangeCannotWedge"):
            stage.turn(4)

    def test_a_leader_is_forgotten(self):
        stage, watching, pre_vote = self.overdue()
        stage.vote(4, pre_vote, granted=True)
        assert watching.reached == 1


class TestPreVoteKeepsEpoch:
    def test_asking_raises_the_epoch(self):
        stage = Stage()
        stage.watched_by(PreVoteKeepsEpoch)
        stage.role(1, following(2, 1))
        stage.event(1, DeadlineReached())
        stage.role(1, prospective(1, 1))
        stage.role(1, Unattached(1))
        stage.event(1, DeadlineReached())
        with broken("PreVoteKeepsEpoch"):
            stage.role(1, prospective(1, 2))

    def test_pre_vote_of_another_epoch_is_detected(self):
        stage = Stage()
        stage.watched_by(PreVoteKeepsEpoch)
        stage.role(1, prospective(1, 1))
        stage.send(1, vote_for(key(1), 1, pre_vote=True))
        with broken("PreVoteKeepsEpoch"):
            stage.send(1, vote_for(key(1), 2, pre_vote=True))

    def test_a_pre_vote_that_is_stored(self):
        stage = Stage()
        watching = stage.watched_by(PreVoteKeepsEpoch)
        stage.store(1, Election(3, None, key(3)))
        stage.vote(1, vote_for(key(2), 3, pre_vote=True), granted=True)
        assert watching.reached == 1
        vote = vote_for(key(2), 4, pre_vote=True)
        with broken("PreVoteKeepsEpoch"):
            self.store_and_grant(stage, vote)

    @pytest.mark.parametrize("before", [Election(3, 1), Election(3, None, key(1))])
    def test_election_timeout_may_raise_the_epoch_during_the_answer(self, before):
        stage = Stage()
        watching = stage.watched_by(PreVoteKeepsEpoch)
        stage.store(1, before)
        stage.event(1, RequestReceived(99, "CONTROLLER", vote_for(key(2), 3, pre_vote=True)))
        stage.store(1, Election(4))
        stage.effect(1, SendResponse(99, VoteResponse(vote_granted=True)))
        assert watching.reached == 1

    def test_pre_vote_answer_with_a_raised_epoch_is_a_violation(self):
        stage = Stage()
        stage.watched_by(PreVoteKeepsEpoch)
        stage.store(1, Election(3, 2))
        stage.event(1, RequestReceived(99, "CONTROLLER", vote_for(key(2), 3, pre_vote=True)))
        stage.store(1, Election(4))
        with broken("PreVoteKeepsEpoch"):
            stage.effect(1, SendResponse(99, VoteResponse(vote_granted=True)))

    def store_and_grant(self, stage, vote):
        stage.event(1, RequestReceived(99, "CONTROLLER", vote))
        stage.store(1, Election(4, None, key(2)))
        stage.effect(1, SendResponse(99, VoteResponse(vote_granted=True)))


class TestRemovedCannotDisrupt:
    def test_pre_vote_granted_in_contact_with_a_leader_is_a_violation(self):
        stage = Stage()
        watching = stage.watched_by(RemovedCannotDisrupt)
        stage.role(1, following(2, 3, has_fetched=True))
        stage.vote(1, vote_for(key(4), 3, pre_vote=True), granted=False)
        assert watching.reached == 1
        with broken("RemovedCannotDisrupt"):
            stage.vote(1, vote_for(key(4), 3, pre_vote=True), granted=True)

    def test_pre_vote_granted_by_a_follower_without_a_leader_passes(self):
        stage = Stage()
        watching = stage.watched_by(RemovedCannotDisrupt)
        stage.role(1, following(2, 3))
        stage.vote(1, vote_for(key(4), 3, pre_vote=True), granted=True)
        assert watching.evaluations == 0

    def stands(self, stage):
        """Replica 3 was removed, and does not know."""
        stage.change(1, 1, voters(1, 2))
        stage.commit(1)
        stage.role(3, prospective(3, 1))

    def test_a_removed_one_raises_its_epoch_alone(self):
        stage = Stage()
        stage.watched_by(RemovedCannotDisrupt)
        self.stands(stage)
        with broken("RemovedCannotDisrupt"):
            stage.role(3, standing(3, 2))

    def test_election_with_a_majority_of_pre_votes_is_no_disruption(self):
        stage = Stage()
        watching = stage.watched_by(RemovedCannotDisrupt)
        self.stands(stage)
        stage.vote(2, vote_for(key(3), 1, pre_vote=True), granted=True)
        stage.role(3, standing(3, 2))
        assert watching.evaluations == 1

    def test_an_old_voter_knows_no_pre_vote(self):
        stage = Stage()
        watching = stage.watched_by(RemovedCannotDisrupt)
        stage.nodes[1].release = RELEASES["3.9"]
        self.stands(stage)
        stage.role(3, standing(3, 2))
        assert watching.evaluations == 0
