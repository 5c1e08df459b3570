"""Ballots: what observers of votes get to see."""

from __future__ import annotations

from kraft_core.consensus.roles import Unattached
from kraft_core.consensus.values import Election
from kraft_core.simulation.invariants.ballots import (
    Ballots,
    hears_leader,
    is_addressee,
    log_end,
    must_consent,
)
from tests.simulation.invariants.stage import Stage, following, key, leading, vote_for


def watched():
    stage, seen = Stage(), []
    Ballots(stage).watch(lambda _, ballot: seen.append(ballot))
    for node_id in stage.nodes:
        stage.start(node_id)
    return stage, seen


def test_before_and_after():
    stage, seen = watched()
    stage.store(1, Election(2, 3))
    stage.vote(1, vote_for(key(2), 3), granted=True)
    (ballot,) = seen
    assert (ballot.before, ballot.after) == (Election(2, 3), Election(3, None, key(2)))
    assert ballot.is_fresh
    assert ballot.is_sound
    assert ballot.role == Unattached(0)


def test_who_is_meant():
    stage = Stage()
    node = stage.nodes[1]
    assert is_addressee(node, vote_for(key(2), 1))
    assert is_addressee(node, vote_for(key(2), 1, to=key(1)))
    assert not is_addressee(node, vote_for(key(2), 1, to=key(1, 9)))
    assert not is_addressee(node, vote_for(key(2), 1, to=key(3)))


def test_who_hears_its_leader():
    stage = Stage()
    node = stage.nodes[1]
    assert not hears_leader(node)
    node.core.role = following(2, 1, has_fetched=True)
    assert hears_leader(node)
    node.core.role = leading(1, 1)
    assert hears_leader(node)


def consents(role, epoch, *, pre_vote):
    stage, seen = watched()
    stage.role(1, role)
    stage.store(1, role.election)
    stage.vote(1, vote_for(key(2), epoch, pre_vote=pre_vote), granted=False)
    return must_consent(stage.nodes[1], seen[0])


def test_who_must_consent():
    assert consents(following(3, 1, has_fetched=True), 2, pre_vote=False)
    assert not consents(following(3, 1), 1, pre_vote=False)
    assert not consents(following(3, 1, has_fetched=True), 1, pre_vote=True)
    assert consents(following(3, 1), 1, pre_vote=True)
    assert consents(Unattached(1), 1, pre_vote=True)
    assert not consents(leading(1, 1), 1, pre_vote=True)


def test_the_end_of_a_log():
    stage = Stage()
    log = stage.nodes[1].log
    assert log_end(log, 0) == (0, 0)
    stage.write(1, 2)
    assert log_end(log, 1) == (2, 1)
    assert log_end(log, 5) is None
