"""A leader that has resigned."""

from __future__ import annotations

import pytest

from kraft_core.consensus import events as ev
from kraft_core.consensus.roles import Follower, Leader, Prospective, Resigned, Unattached
from kraft_core.consensus.rpc import EndQuorumEpoch, EndQuorumEpochResponse
from kraft_core.consensus.values import Election, FailureReason, LeaderAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, history


def resigned():
    lone = LoneCore()
    role = lone.lead()
    lone.feed(ev.ResignRequested(role.epoch))
    return lone


def answer(lone, node_id, **changes):
    values = {"leader": LeaderAndEpoch(1, 1)}
    sent = lone.awaiting(EndQuorumEpoch, node_id)
    lone.answer(sent, EndQuorumEpochResponse(**{**values, **changes}))


def told(lone):
    return sorted(each.to.id for each in lone.sent if isinstance(each.request, EndQuorumEpoch))


def test_every_voter_is_told_until_it_has_heard():
    lone = resigned()
    assert told(lone) == [2, 3]
    answer(lone, 2)
    lone.fail(lone.awaiting(EndQuorumEpoch, 3), FailureReason.TIMED_OUT)
    assert told(lone) == []
    lone.advance(20)
    assert told(lone) == [3]


def test_a_refused_resignation_is_repeated():
    lone = resigned()
    answer(lone, 2, top_error=ErrorCode.UNKNOWN_SERVER_ERROR)
    lone.advance(20)
    assert 2 in told(lone)


def test_after_an_election_timeout_the_epoch_is_given_up_for_good():
    lone = resigned()
    began = lone.now_ms
    lone.until(Prospective)
    assert began + 1000 <= lone.now_ms <= began + 2010
    assert lone.core.role.election == Election(2)


@pytest.mark.parametrize("leader", [LeaderAndEpoch(3, 2), LeaderAndEpoch(None, 2)])
def test_an_answer_tells_of_the_successor(leader):
    lone = resigned()
    answer(lone, 2, leader=leader, leader_endpoint=endpoint(3), error=ErrorCode.FENCED_LEADER_EPOCH)
    assert isinstance(lone.core.role, Follower if leader.leader_id else Unattached)
    assert lone.core.leader_and_epoch == leader


def test_a_former_leader_comes_back_resigned_and_prefers_nobody():
    lone = LoneCore(election=Election(5, 1))
    assert isinstance(lone.core.role, Resigned)
    assert [each.preferred for each in lone.requests(EndQuorumEpoch)] == [(), ()]
    assert lone.core.leader_and_epoch == LeaderAndEpoch(1, 5)


def test_a_sole_voter_leads_the_next_epoch_at_once():
    lone = LoneCore(voters=history(1), election=Election(5, 1))
    assert isinstance(lone.core.role, Leader)
    assert lone.core.role.epoch == 6


def test_a_sole_voter_that_was_asked_to_resign_waits():
    lone = LoneCore(voters=history(1))
    lone.feed(ev.ResignRequested(lone.core.role.epoch))
    assert isinstance(lone.core.role, Resigned)
    lone.until(Leader)
    assert lone.core.role.epoch == 3
