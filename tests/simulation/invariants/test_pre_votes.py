"""Each rule about pre-votes: a case that breaks it, and one that does not."""

from __future__ import annotations

import pytest

from kraft_core.consensus.candidacy import Candidacy, Votes
from kraft_core.consensus.effects import SendResponse
from kraft_core.consensus.events import DeadlineReached, RequestReceived
from kraft_core.consensus.roles import Prospective, Unattached
from kraft_core.consensus.rpc import VoteResponse
from kraft_core.consensus.values import Election, OffsetAndEpoch
from kraft_core.simulation.invariants.pre_votes import PreVoteKeepsEpoch, RemovedCannotDisrupt
from kraft_core.simulation.releases import RELEASES
from tests.simulation.invariants.stage import (
    Stage,
    broken,
    following,
    key,
    standing,
    vote_for,
    voters,
)


def prospective(node_id, epoch):
    basis = Candidacy(voters(1, 2, 3), OffsetAndEpoch(0, 0))
    return Prospective(epoch, basis, Votes(basis.voters, node_id), 1000)


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

    def test_a_request_of_another_epoch(self):
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
    def test_its_own_time_may_run_out_as_it_answers(self, before):
        stage = Stage()
        watching = stage.watched_by(PreVoteKeepsEpoch)
        stage.store(1, before)
        stage.event(1, RequestReceived(99, "CONTROLLER", vote_for(key(2), 3, pre_vote=True)))
        stage.store(1, Election(4))
        stage.effect(1, SendResponse(99, VoteResponse(vote_granted=True)))
        assert watching.reached == 1

    def test_nobody_else_raises_the_epoch_as_it_answers(self):
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
    def test_one_that_hears_its_leader_grants(self):
        stage = Stage()
        watching = stage.watched_by(RemovedCannotDisrupt)
        stage.role(1, following(2, 3, has_fetched=True))
        stage.vote(1, vote_for(key(4), 3, pre_vote=True), granted=False)
        assert watching.reached == 1
        with broken("RemovedCannotDisrupt"):
            stage.vote(1, vote_for(key(4), 3, pre_vote=True), granted=True)

    def test_one_that_hears_nobody_may(self):
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

    def test_a_majority_would_have_it(self):
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
