"""Who may campaign on what, and the tally. Divergence C21, C23."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.elections import candidacy
from kraft_core.raft.consensus.roles import Candidate, Leader, Prospective, Unattached, Votes
from kraft_core.raft.consensus.rpc import RemoveRaftVoter, Vote, VoteResponse
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch, Voters
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    directory,
    history,
    key,
    log,
    voter_set,
)

# -- a removed replica that is needed: ChangeCannotWedge and the counterexample to its two rules ---


def removed(*, committed=-1, extra=2, slow=False):
    """1 was removed at offset 11 by leader 2 of epoch 3 and has `extra` records after that."""
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2), slow=slow)
    lone.follow(2, 3)
    lone.fetched(
        batch(10, 3),
        control_batch(11, 3, Voters(voter_set(2, 3))),
        *(batch(12 + each, 3) for each in range(extra)),
        high_watermark=committed,
    )
    return lone


def ask_vote(lone, candidate=3, epoch=4, offset=10, last_epoch=1, *, pre_vote=True):
    vote = Vote("cluster", 1, directory(1), key(candidate), epoch, last_epoch, offset, pre_vote)
    return lone.response(vote, VoteResponse).vote_granted


def test_a_removed_replica_compares_its_log_before_the_record_that_removed_it():
    assert ask_vote(removed(), offset=11, last_epoch=3)
    assert ask_vote(removed(), offset=11, last_epoch=3, pre_vote=False)
    assert not ask_vote(removed(), offset=10, last_epoch=1)
    lone = removed()
    ask_vote(lone, offset=11, last_epoch=3)
    assert lone.noted(NoteKind.REMOVED_REPLICA_COMPARES_SHORTER) == 1


def test_an_observer_that_never_voted_compares_its_whole_log():
    lone = LoneCore(node_id=9, log=log(10, 1), election=Election(2))
    vote = Vote("cluster", 9, directory(9), key(3), 4, 1, 9, pre_vote=True)
    assert not lone.response(vote, VoteResponse).vote_granted


def test_removed_replica_does_not_campaign_unless_it_is_needed():
    lone = removed()
    lone.advance(20_000)
    assert candidacy(lone.state) is None
    assert lone.noted(NoteKind.BECAME_PROSPECTIVE) == 0


def needed():
    lone = removed()
    assert not ask_vote(lone)
    assert lone.noted(NoteKind.REMOVED_REPLICA_NEEDED) == 1
    return lone


def test_needed_replica_campaigns_on_its_log_before_the_removal():
    lone = needed()
    lone.campaign()
    requests = lone.requests(Vote)
    assert [each.voter_id for each in requests] == [2, 3]
    assert {(each.last_offset, each.last_offset_epoch) for each in requests} == {(11, 3)}
    lone.grant(3)
    assert isinstance(lone.core.role, Candidate)
    assert {each.last_offset for each in lone.requests(Vote)} == {11}
    assert not any(isinstance(each, fx.TruncateLog) for each in lone.effects)


def test_elected_needed_replica_truncates_the_rest_and_leads_when_that_is_durable():
    lone = needed()
    lone.campaign()
    lone.grant(3)
    lone.slow = True
    lone.grant(3)
    assert fx.TruncateLog(1, 11) in lone.effects
    assert isinstance(lone.core.role, Candidate)
    assert lone.core.voters == voter_set(1, 2, 3)
    lone.feed(ev.LogTruncated(1, 11))
    assert isinstance(lone.core.role, Leader)
    assert lone.core.log.epoch_at(11) == lone.core.role.epoch
    assert lone.appended[-1].base_offset == 11


@pytest.mark.parametrize("candidate", [9, 4])
def test_a_stranger_is_no_reason(candidate):
    lone = removed()
    ask_vote(lone, candidate=candidate)
    assert not lone.state.is_needed


def test_a_removal_that_is_committed_is_final():
    lone = removed(committed=12)
    assert lone.core.high_watermark == 12
    ask_vote(lone)
    assert not lone.state.is_needed
    assert candidacy(lone.state) is None


def test_removed_replica_that_hears_its_leader_is_not_needed():
    lone = removed()
    ask_vote(lone, epoch=3)
    assert not lone.state.is_needed


def test_a_leaders_answer_ends_the_need():
    lone = needed()
    lone.follow(3, 9)
    lone.fetched(batch(14, 9))
    assert not lone.state.is_needed


def test_losing_it_goes_back_to_waiting():
    lone = needed()
    lone.until(Prospective)
    for voter_id in (2, 3):
        sent = lone.awaiting(Vote, voter_id)
        leader = replace(lone.core.leader_and_epoch, leader_id=None)
        lone.answer(sent, VoteResponse(leader=leader))
    assert isinstance(lone.core.role, Unattached)
    lone.until(Prospective)


def test_a_leader_that_removed_itself_can_take_that_back():
    """Of {1, 2}, 1 removes itself; 2 never sees it. Alone neither can go on."""
    lone = LoneCore(voters=history(1, 2))
    lone.lead()
    lone.append(1)
    lone.ask(RemoveRaftVoter(None, key(1)))
    removed_at = lone.core.log.end_offset - 1
    lone.advance(20_000)
    assert not lone.core.is_voter
    epoch = lone.core.role.epoch
    assert not ask_vote(lone, candidate=2, epoch=epoch + 1, offset=3, last_epoch=1)
    lone.campaign()
    lone.grant(2)
    lone.grant(2)
    assert isinstance(lone.core.role, Leader)
    assert lone.core.voters == voter_set(1, 2)
    assert lone.appended[-1].base_offset == removed_at


def test_the_end_that_it_states_is_the_end_before_the_removal():
    lone = needed()
    found = candidacy(lone.state)
    assert found is not None
    assert (found.end, found.voters) == (OffsetAndEpoch(11, 3), voter_set(1, 2, 3))


def test_candidate_whose_log_was_truncated_below_its_basis_does_not_lead():
    """Its votes were given for a log that is gone; others must be asked again, in another epoch."""
    lone = needed()
    lone.campaign()
    lone.grant(3)
    lone.slow = True
    lone.grant(3)
    (cut,) = [each for each in lone.effects if isinstance(each, fx.TruncateLog)]
    lone.feed(ev.LogTruncated(cut.generation, cut.end_offset - 1))
    assert isinstance(lone.core.role, Candidate)
    lone.campaign()
    assert {each.last_offset for each in lone.requests(Vote)} == {10}


# -- tallies ---------------------------------------------------------------------------------------


def test_a_sole_voter_has_won():
    votes = Votes(voter_set(1), 1)
    assert (votes.is_won, votes.is_lost, votes.unrecorded) == (True, False, ())


def test_answers_of_strangers_do_not_count():
    votes = Votes(voter_set(1, 2, 3), 1)
    votes.record(7, granted=True)
    assert (votes.is_won, votes.granting) == (False, (1,))


def test_voter_asked_again_is_unrecorded():
    votes = Votes(voter_set(1, 2, 3), 1)
    votes.record(2, granted=False)
    votes.ask_again(2)
    votes.ask_again(1)
    assert votes.unrecorded == (2, 3)
    assert votes.granting == (1,)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_votes_are_won_and_lost_by_majority(size):
    ids = range(1, size + 1)
    for answers in itertools.product((None, True, False), repeat=size - 1):
        votes = Votes(voter_set(*ids), 1)
        for voter_id, answer in zip(ids[1:], answers, strict=True):
            if answer is not None:
                votes.record(voter_id, granted=answer)
        yes = 1 + answers.count(True)
        assert votes.is_won is (yes * 2 > size)
        assert votes.is_lost is ((yes + answers.count(None)) * 2 <= size)
