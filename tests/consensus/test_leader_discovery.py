"""What answers say about leaders, and the search for one."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.leader_discovery import Common, handle_common_response, take_leader
from kraft_core.raft.consensus.roles import Candidate, Follower, Prospective, Unattached
from kraft_core.raft.consensus.rpc import NO_REPLICA, BeginQuorumEpochResponse, Fetch, FetchResponse
from kraft_core.raft.consensus.values import EPOCH_MAX, Election, FailureReason, LeaderAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, history, key

# -- what every answer tells of leaders and epochs -------------------------------------------------


def told(lone, leader_id=None, epoch=0, error=ErrorCode.NONE, at=None):
    answer = BeginQuorumEpochResponse(
        error=error,
        leader=LeaderAndEpoch(leader_id, epoch),
        leader_endpoint=None if at is None else endpoint(at),
    )
    return handle_common_response(lone.state, answer)


def following():
    lone = LoneCore()
    lone.follow(2, 5)
    return lone


@pytest.mark.parametrize(
    ("epoch", "error", "news"),
    [
        (4, ErrorCode.NONE, Common.DONE),
        (5, ErrorCode.UNKNOWN_LEADER_EPOCH, Common.DONE),
        (5, ErrorCode.NONE, Common.GO_ON),
        (5, ErrorCode.NOT_LEADER_OR_FOLLOWER, Common.DONE),
        (5, ErrorCode.FENCED_LEADER_EPOCH, Common.DONE),
        (5, ErrorCode.BROKER_NOT_AVAILABLE, Common.DONE),
        (5, ErrorCode.INVALID_VOTER_KEY, Common.DONE),
        (5, ErrorCode.INVALID_REQUEST, Common.DONE),
        (5, ErrorCode.UNKNOWN_SERVER_ERROR, Common.GO_ON),
    ],
)
def test_response_epoch_and_error_decide_if_the_api_handles_it(epoch, error, news):
    lone = following()
    assert told(lone, 2, epoch, error) is news
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)


def test_a_higher_epoch_wins():
    lone = following()
    assert told(lone, None, 6) is Common.DONE
    assert isinstance(lone.core.role, Unattached)
    assert told(lone, 3, 7, ErrorCode.FENCED_LEADER_EPOCH, at=3) is Common.DONE
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 7)


def test_newly_named_leader_is_followed_and_a_success_is_handled():
    lone = LoneCore()
    assert told(lone, 2, 0, at=2) is Common.GO_ON
    assert isinstance(lone.core.role, Follower)
    lone = LoneCore()
    assert told(lone, 2, 0, ErrorCode.UNKNOWN_SERVER_ERROR, at=2) is Common.DONE
    assert isinstance(lone.core.role, Follower)


@pytest.mark.parametrize("role", [Prospective, Candidate])
def test_campaigns_end_when_the_epoch_has_a_leader(role):
    lone = LoneCore()
    lone.campaign() if role is Prospective else lone.stand()
    told(lone, 3, lone.core.role.epoch, at=3)
    assert isinstance(lone.core.role, Follower)


def test_without_an_endpoint_the_voter_set_is_asked():
    lone = LoneCore()
    told(lone, 2, 3)
    assert lone.core.role.endpoints == (endpoint(2),)


def test_two_leaders_in_an_epoch_are_noted_and_ignored():
    lone = following()
    assert told(lone, 3, 5, ErrorCode.NOT_LEADER_OR_FOLLOWER, at=3) is Common.DONE
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)
    (note,) = lone.state.take_effects()
    assert note == Note(NoteKind.LEADER_CONTRADICTED, "known=2 received=3")


def test_hearing_that_we_lead_raises_the_epoch_at_most():
    lone = LoneCore()
    assert not take_leader(lone.state, LeaderAndEpoch(1, 8), (endpoint(1),))
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, 8)
    assert not take_leader(lone.state, LeaderAndEpoch(1, 8), (endpoint(1),))
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, 8)


def test_report_of_a_former_leader_changes_nothing():
    lone = following()
    assert take_leader(lone.state, LeaderAndEpoch(3, 4), (endpoint(3),))
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)


def test_a_leader_that_cannot_be_fetched_from_is_asked_where_it_is_now():
    """Also by an answer of another replica; no time-out begins anew. Java asks in vain."""
    lone = following()
    deadline_ms = lone.core.role.fetch_deadline_ms
    told(lone, 2, 5, ErrorCode.NOT_LEADER_OR_FOLLOWER, at=7)
    assert lone.core.role.endpoints == (endpoint(2),)
    lone.core.role.has_missed = True
    told(lone, 2, 5, ErrorCode.NOT_LEADER_OR_FOLLOWER, at=7)
    assert lone.core.role.endpoints == (endpoint(7),)
    assert lone.core.role.fetch_deadline_ms == deadline_ms
    lone.core.role.has_fetched = lone.core.role.has_missed = True
    told(lone, 2, 5, ErrorCode.NOT_LEADER_OR_FOLLOWER, at=8)
    assert lone.core.role.endpoints == (endpoint(7),)


def test_return_to_a_leader_uses_its_current_endpoint():
    lone = following()
    lone.campaign()
    assert lone.core.role.leader_endpoints == (endpoint(2),)
    told(lone, 2, 5, ErrorCode.NOT_LEADER_OR_FOLLOWER, at=7)
    assert lone.core.role.leader_endpoints == (endpoint(7),)


def test_epoch_close_to_the_maximum_is_ignored():
    lone = following()
    assert told(lone, 3, EPOCH_MAX + 1, ErrorCode.FENCED_LEADER_EPOCH, at=3) is Common.DONE
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)
    assert NoteKind.PEER_ERROR in {each.kind for each in lone.state.take_effects()}


# -- where to fetch when no leader is known --------------------------------------------------------


def targets(**values):
    found = set()
    for seed in range(60):
        lone = LoneCore(seed=seed, **values)
        found.add((lone.awaiting(Fetch).to.id, lone.awaiting(Fetch).to.host))
    return found


def test_bootstrap_servers_have_ids_of_their_own_and_voters_theirs():
    assert targets() == {(-2, "boot1"), (-3, "boot2"), (2, "node2"), (3, "node3")}


def test_addresses_are_asked_once_and_never_our_own():
    servers = (("node1", 9001), ("node2", 9002))
    found = targets(changes={"bootstrap_servers": servers})
    assert found == {(-3, "node2"), (3, "node3")}


def test_observer_sends_one_fetch_and_tries_next_server_after_failure():
    lone = LoneCore(node_id=9, voters=history())
    first = lone.awaiting(Fetch)
    lone.fail(first, FailureReason.REFUSED)
    second = lone.awaiting(Fetch)
    assert len(lone.sent) == 1
    assert second.to != first.to
    lone.fail(second, FailureReason.REFUSED)
    assert lone.sent == []
    lone.advance(20)
    assert len(lone.sent) == 1


@pytest.mark.parametrize(
    "reason", [None, FailureReason.TIMED_OUT, FailureReason.REFUSED], ids=["lost", "mute", "down"]
)
@pytest.mark.parametrize("seed", range(10))
def test_a_server_without_an_answer_is_asked_again_only_after_all_the_others(seed, reason):
    lone = LoneCore(node_id=9, seed=seed)
    asked = []
    for _ in range(10):
        sent = lone.awaiting(Fetch)
        asked.append(sent.to.id)
        if reason is not None:
            lone.fail(sent, reason)
            lone.advance(20)
        else:
            lone.sent.clear()
            lone.advance(lone.core.config.request_timeout_ms)
    assert sorted(asked[:5]) == [-3, -2, 1, 2, 3]
    assert asked[5:] == asked[:5]


@pytest.mark.parametrize("seed", range(10))
def test_a_server_that_was_down_is_asked_again_although_others_answer(seed):
    """They may not know the leader, which it may be by now."""
    lone = LoneCore(node_id=9, seed=seed)
    down = lone.awaiting(Fetch)
    lone.fail(down, FailureReason.REFUSED)
    asked = []
    while down.to.id not in asked and len(asked) < 100:
        lone.advance(20)
        sent = lone.awaiting(Fetch)
        asked.append(sent.to.id)
        lone.answer(sent, FetchResponse(error=ErrorCode.FENCED_LEADER_EPOCH))
    assert asked[-1] == down.to.id
    assert set(asked[:-1]) == {-3, -2, 1, 2, 3} - {down.to.id}


def test_a_server_that_answers_again_is_as_good_as_the_others():
    lone = LoneCore(node_id=9)
    mute = lone.awaiting(Fetch).to
    for _ in range(5):
        lone.sent.clear()
        lone.advance(lone.core.config.request_timeout_ms)
    assert lone.awaiting(Fetch).to == mute
    lone.answer(lone.awaiting(Fetch), FetchResponse(error=ErrorCode.FENCED_LEADER_EPOCH))
    assert not lone.state.in_flight.is_unanswered(mute.id, lone.now_ms)


def test_a_replica_that_knows_who_leads_but_not_where_follows_the_answer():
    """An observer that ended before it had fetched the voters."""
    lone = LoneCore(node_id=9, voters=history(), election=Election(2, 1))
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.leader_and_epoch == LeaderAndEpoch(1, 2)
    answer = FetchResponse(leader=LeaderAndEpoch(1, 2), leader_endpoint=endpoint(1))
    lone.answer(lone.awaiting(Fetch), answer)
    assert isinstance(lone.core.role, Follower)
    assert lone.awaiting(Fetch).to.id == 1


def test_replica_without_id_fetches_with_id_minus_one():
    assert LoneCore(node_id=None).requests(Fetch)[0].replica == NO_REPLICA
    assert LoneCore(node_id=9).requests(Fetch)[0].replica == key(9)


def test_error_response_names_the_leader():
    lone = LoneCore(node_id=9)
    answer = FetchResponse(
        error=ErrorCode.FENCED_LEADER_EPOCH,
        leader=LeaderAndEpoch(3, 7),
        leader_endpoint=endpoint(3),
    )
    lone.answer(lone.awaiting(Fetch), answer)
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 7)
    assert lone.awaiting(Fetch).to.id == 3


def test_replica_that_claims_nothing_is_not_contacted():
    lone = LoneCore(node_id=9)
    lone.effects.clear()
    lone.state.log.append(5, 1)
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    lone.advance(1000)
    assert not any(isinstance(each, fx.SendRequest) for each in lone.effects)
