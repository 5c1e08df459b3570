"""Each rule about elections: a case that breaks it, and one that does not."""

from __future__ import annotations

from kraft_core.consensus.candidacy import Candidacy, Votes
from kraft_core.consensus.roles import Prospective, Resigned, Unattached
from kraft_core.consensus.values import Election, OffsetAndEpoch
from kraft_core.simulation.invariants.elections import (
    MonotonicEpoch,
    NeverTwoLeadersInSameEpoch,
    NoIllegalState,
    ValidRolesAndStates,
)
from tests.simulation.invariants.stage import (
    Stage,
    broken,
    following,
    key,
    leading,
    standing,
    voters,
)


def prospective(node_id, epoch):
    basis = Candidacy(voters(1, 2, 3), OffsetAndEpoch(0, 0))
    return Prospective(epoch, basis, Votes(basis.voters, node_id), 1000)


class TestNeverTwoLeadersInSameEpoch:
    def test_two_that_lead(self):
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

    def test_reached_when_two_stand(self):
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

    def test_a_new_disk_begins_anew(self):
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
        judged = watching.evaluations
        stage.turn(1)
        assert watching.evaluations == judged
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

    def test_lawful_changes(self):
        self.change(Unattached(1), prospective(1, 1))
        self.change(prospective(1, 1), standing(1, 2))
        self.change(standing(1, 2), leading(1, 2))
        self.change(following(2, 1), following(3, 2))
        assert self.change(leading(1, 2), Unattached(3)).reached == 1

    def test_a_lower_epoch(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2), Unattached(1))

    def test_a_leader_that_follows_in_its_epoch(self):
        with broken("NoIllegalState"):
            self.change(leading(1, 2), following(2, 2))

    def test_a_candidate_of_the_same_epoch(self):
        with broken("NoIllegalState"):
            self.change(prospective(1, 1), standing(1, 1))

    def test_a_leader_that_is_exchanged(self):
        with broken("NoIllegalState"):
            self.change(following(2, 2), following(3, 2))

    def test_a_vote_that_is_exchanged(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2, None, key(2)), Unattached(2, None, key(3)))

    def test_a_follower_of_itself(self):
        with broken("NoIllegalState"):
            self.change(Unattached(2), following(1, 3))


class TestValidRolesAndStates:
    def test_an_observer_that_stands(self):
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

    def test_voters_may(self):
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
