"""The witness: votes and stores, and gives way. Divergence C44 and C58."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.roles import (
    Candidate,
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    EndQuorumEpoch,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    Vote,
    VoteResponse,
)
from kraft_core.raft.consensus.values import Election, WitnessReason
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, directory, endpoint, history, key, log


def witness(**values):
    return LoneCore(**{"changes": {"is_witness": True}, **values})


def follower(**values):
    lone = witness(**{"log": log(10, 1), "election": Election(2), **values})
    lone.follow(2, 3)
    lone.fetched()
    return lone


def vote_of(lone, node_id, offset, epoch=3, *, pre_vote=True):
    vote = Vote("cluster", 1, directory(1), key(node_id), epoch, 1, offset, pre_vote)
    return lone.response(vote, VoteResponse).vote_granted


def test_on_fetch_timeout_it_is_prospective_without_a_word_and_grants_as_usual():
    lone = follower()
    lone.advance(2260)
    assert isinstance(lone.core.role, Prospective)
    assert lone.core.role.is_silent
    assert lone.requests(Vote) == []
    assert vote_of(lone, 3, 10)
    assert vote_of(lone, 3, 10, epoch=4, pre_vote=False)
    assert lone.requests(Vote) == []


def test_witness_campaigns_after_it_refused_a_voter_for_a_shorter_log():
    lone = follower()
    lone.advance(2260)
    assert not vote_of(lone, 3, 9)
    assert len(lone.requests(Vote)) == 2
    assert lone.noted(NoteKind.WITNESS_CAMPAIGNS) >= 1
    lone.grant(3)
    assert isinstance(lone.core.role, Candidate)


def test_vote_request_with_a_shorter_log_makes_a_witness_campaign_at_once():
    lone = follower()
    assert not vote_of(lone, 3, 9, epoch=7, pre_vote=False)
    assert isinstance(lone.core.role, Prospective)
    assert lone.core.role.epoch == 7
    assert len(lone.requests(Vote)) == 2


def test_refusal_is_ignored_while_the_leader_answers():
    lone = follower()
    assert not vote_of(lone, 3, 9)
    lone.advance(100)
    assert isinstance(lone.core.role, Follower)
    assert not lone.state.witness_must_campaign


def test_newly_elected_leader_is_given_time():
    lone = follower()
    lone.advance(2260)
    assert not vote_of(lone, 3, 9)
    assert lone.state.witness_must_campaign
    lone.follow(3, 4)
    assert not lone.state.witness_must_campaign
    assert not lone.state.witness_campaigned
    lone.advance(100)
    assert isinstance(lone.core.role, Follower)


def test_a_stranger_with_a_shorter_log_is_no_reason():
    lone = follower()
    lone.advance(2260)
    assert not vote_of(lone, 9, 9)
    assert lone.requests(Vote) == []


def test_witness_campaigns_after_three_election_timeouts_without_a_leader():
    lone = follower()
    answered_at = lone.now_ms
    lone.advance(2990)
    assert lone.requests(Vote) == []
    lone.advance(10)
    assert lone.now_ms == answered_at + 3000
    assert len(lone.requests(Vote)) == 2
    assert isinstance(lone.core.role, Prospective)


def test_witness_that_restarts_under_a_dead_leader_does_not_wait_for_the_fetch_timeout():
    changes = {"is_witness": True, "fetch_timeout_ms": 20_000}
    lone = witness(changes=changes, log=log(10, 1), election=Election(2, 3))
    assert isinstance(lone.core.role, Follower)
    lone.advance(2990)
    assert lone.requests(Vote) == []
    lone.advance(10)
    assert len(lone.requests(Vote)) == 2


def test_witness_waits_as_long_after_a_start():
    lone = witness()
    began = lone.now_ms
    lone.advance(2990)
    assert lone.requests(Vote) == []
    while not lone.requests(Vote):
        lone.advance(10)
    assert began + 3000 <= lone.now_ms <= began + 3010


def test_further_campaigns_of_a_witness_are_paced():
    lone = follower()
    lone.advance(60_000)
    attempts = lone.noted(NoteKind.BECAME_PROSPECTIVE)
    assert 5 < attempts < 60


def test_fetch_from_a_leader_cancels_the_campaign_of_a_witness():
    lone = follower()
    lone.advance(2260)
    vote_of(lone, 3, 9)
    assert lone.state.witness_must_campaign
    lone.follow(3, 8)
    lone.fetched()
    assert not lone.state.witness_must_campaign
    lone.advance(2300)
    assert isinstance(lone.core.role, Prospective)
    assert lone.core.role.is_silent


def test_a_leader_that_was_just_elected_has_its_time_though_the_one_before_was_long_silent():
    lone = follower()
    lone.advance(2900)
    attempts = lone.noted(NoteKind.BECAME_PROSPECTIVE)
    lone.follow(2, 8)
    lone.advance(1900)
    assert isinstance(lone.core.role, Follower)
    assert lone.noted(NoteKind.BECAME_PROSPECTIVE) == attempts == 1


def test_witness_follows_a_later_leader_though_it_refused_a_voter_before():
    lone = follower()
    assert not vote_of(lone, 3, 9, epoch=7, pre_vote=False)
    attempts = lone.noted(NoteKind.BECAME_PROSPECTIVE)
    lone.follow(2, 8)
    lone.advance(1900)
    assert isinstance(lone.core.role, Follower)
    assert lone.noted(NoteKind.BECAME_PROSPECTIVE) == attempts


def test_following_the_same_silent_leader_does_not_delay_the_campaign():
    lone = follower(changes={"is_witness": True, "fetch_timeout_ms": 300})
    answered_at = lone.now_ms
    while not lone.requests(Vote):
        lone.advance(10)
    assert lone.now_ms == answered_at + 3000
    assert lone.noted(NoteKind.BECAME_FOLLOWER) > 1


def test_witness_that_is_the_sole_voter_campaigns_at_once():
    lone = witness(voters=history(1))
    assert isinstance(lone.core.role, Leader)


def test_witness_can_be_switched_on_and_off():
    lone = follower()
    lone.feed(ev.WitnessChanged(on=False))
    lone.advance(2260)
    assert len(lone.requests(Vote)) == 2


@pytest.mark.parametrize("last", list(WitnessReason))
def test_witness_stays_one_until_its_last_reason_is_gone(last):
    lone = LoneCore()
    for reason in WitnessReason:
        lone.feed(ev.WitnessChanged(True, reason))
    (first,) = set(WitnessReason) - {last}
    lone.feed(ev.WitnessChanged(False, first))
    assert lone.state.is_witness
    lone.feed(ev.WitnessChanged(False, last))
    assert not lone.state.is_witness


def test_configured_witness_stays_one_when_its_disk_has_room_again():
    lone = follower()
    for on in (True, False):
        lone.feed(ev.WitnessChanged(on, WitnessReason.DISK))
    lone.advance(2260)
    assert lone.requests(Vote) == []


# -- leading ---------------------------------------------------------------------------------------


def leader(**values):
    lone = witness(**{"log": log(10, 1), "voters": history(1, 2, 3, at=4), **values})
    lone.lead(commit=False)
    return lone


def may_lead(lone, node_id, *, able=True):
    lone.feed(ev.PeerDescribed(node_id, may_lead=able))


def test_witness_hands_over_to_a_caught_up_voter_that_can_lead():
    lone = leader()
    may_lead(lone, 3)
    lone.fetch_as(2)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3, 10)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Resigned)
    assert lone.noted(NoteKind.WITNESS_HANDS_OVER) == 1
    assert [each.id for each in lone.requests(EndQuorumEpoch)[0].preferred] == [3, 2]


@pytest.mark.parametrize("described", [{}, {2: False, 3: False}])
def test_witness_leads_on_while_no_other_voter_can_lead(described):
    lone = leader()
    for node_id, able in described.items():
        may_lead(lone, node_id, able=able)
    lone.fetch_as(2)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Leader)


def test_leader_without_room_hands_over_to_a_voter_that_has_room():
    lone = LoneCore(log=log(10, 1), voters=history(1, 2, 3, at=4))
    lone.lead()
    lone.fetch_as(2)
    lone.fetch_as(3)
    lone.feed(ev.WitnessChanged(True, WitnessReason.DISK))
    assert isinstance(lone.core.role, Leader)  # nobody said that it could lead
    may_lead(lone, 2, able=False)
    assert isinstance(lone.core.role, Leader)
    may_lead(lone, 3)
    assert isinstance(lone.core.role, Resigned)
    assert [each.id for each in lone.requests(EndQuorumEpoch)[0].preferred] == [3, 2]


def test_leader_without_room_writes_what_its_driver_lets_through():
    """Users are kept out by the driver; a fenced broker or kraft.version must be written."""
    lone = LoneCore()
    leader = lone.lead()
    lone.feed(ev.WitnessChanged(True, WitnessReason.DISK))
    assert lone.core.append_offset(leader.epoch, 10) == lone.core.log.end_offset
    lone.feed(ev.UpgradeRequested(7, leader.epoch, lone.core.kraft_version))
    assert fx.RejectAppend(7, ErrorCode.NOT_CONTROLLER) not in lone.effects


def test_witness_does_not_hand_over_before_its_high_watermark_is_known():
    lone = witness(log=log(10, 1), voters=history(1, 2, 3, 4, 5, at=4))
    lone.stand_and_win()
    may_lead(lone, 3)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(2)
    assert isinstance(lone.core.role, Resigned)


def test_witness_leader_serves_voter_changes():
    lone = leader()
    lone.fetch_as(2)
    lone.ask(RemoveRaftVoter(None, key(3)))
    removed = lone.last_asked
    may_lead(lone, 2)
    lone.fetch_as(2)
    assert lone.late_reply(removed, RemoveRaftVoterResponse).error == 0
    assert isinstance(lone.core.role, Resigned)
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(4)
    lone.ask(AddRaftVoter(None, key(4), (endpoint(4),)))
    may_lead(lone, 2)
    lone.fetch_as(2)
    assert isinstance(lone.core.role, Leader)


def test_leadership_that_comes_back_is_kept_longer_each_time():
    lone = leader()
    may_lead(lone, 3)
    kept = []
    for _ in range(4):
        began = lone.now_ms
        while isinstance(lone.core.role, Leader):
            lone.fetch_as(3, max_wait_ms=0)
            lone.advance(50)
        kept.append(lone.now_ms - began)
        lone.until(Prospective)
        lone.stand()
        lone.grant(2)
    assert kept[0] <= 100
    assert 1000 <= kept[1] <= 1100
    assert 2000 <= kept[2] <= 2100
    assert 4000 <= kept[3] <= 4100


def test_hand_overs_are_forgotten_under_a_stable_leader():
    lone = leader()
    may_lead(lone, 3)
    lone.fetch_as(3)
    assert lone.state.hand_overs == 1
    lone.follow(3, 9)
    lone.fetched()
    assert lone.state.hand_overs == 1
    for _ in range(40):
        lone.advance(490)
        lone.fetched()
    assert lone.state.hand_overs == 0


def test_restarted_witness_with_its_own_vote_does_not_campaign():
    lone = LoneCore(election=Election(4, None, key(1)), changes={"is_witness": True})
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.election == Election(4, None, key(1))
    assert not lone.requests(Vote)
    alone = LoneCore(
        voters=history(1), election=Election(4, None, key(1)), changes={"is_witness": True}
    )
    assert isinstance(alone.core.role, Leader)


def test_candidacy_pauses_while_the_replica_is_a_witness():
    lone = LoneCore()
    role = lone.campaign()
    lone.state.last_leader_answer_ms = lone.now_ms
    lone.feed(ev.WitnessChanged(on=True))
    assert role.is_silent
    lone.grant(2)
    assert isinstance(lone.core.role, Prospective)
    lone.feed(ev.WitnessChanged(on=False))
    assert isinstance(lone.core.role, Candidate)
