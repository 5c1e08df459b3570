"""Each rule about votes: a case that breaks it, and one that does not."""

from __future__ import annotations

from kraft_core.consensus.rpc import BeginQuorumEpoch, BeginQuorumEpochResponse, VoteResponse
from kraft_core.consensus.values import Election, ReplicaKey
from kraft_core.simulation.invariants.votes import (
    AddresseeOnly,
    CandidateOutsideSetElectable,
    ChangeCannotWedge,
    VoteDurable,
)
from kraft_wire.errors import ErrorCode
from tests.simulation.invariants.stage import Stage, broken, following, key, vote_for, voters


class TestVoteDurable:
    def test_a_second_vote_in_an_epoch(self):
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
    def test_a_vote_for_another_directory(self):
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

    def test_an_epoch_begun_for_another_directory(self):
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

    def test_who_may_be_refused(self):
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

    def test_a_pre_vote_where_nobody_is_heard(self):
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

    def test_a_committed_removal_wedges_nobody(self):
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

    def test_a_turn_after_the_timeout(self):
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
