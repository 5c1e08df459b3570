"""What a leader owes when it stops leading."""

from __future__ import annotations

from kraft_core.consensus import events as ev
from kraft_core.consensus.abdication import decide_change
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.rpc import (
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
)
from kraft_core.consensus.values import LeaderAndEpoch
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, endpoint, key


def test_everybody_who_waits_is_answered_with_what_is_known_now():
    lone = LoneCore()
    lone.lead()
    lone.fetch_as(3)
    fetch = lone.last_asked
    lone.feed(ev.TurnEnded())
    lone.replies.pop(fetch, None)
    lone.fetch_as(3)
    fetch = lone.last_asked
    assert fetch not in lone.replies
    lone.follow(2, 9)
    answer = lone.late_reply(fetch, FetchResponse)
    assert answer.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert (answer.leader, answer.leader_endpoint) == (LeaderAndEpoch(2, 9), endpoint(2))


def test_a_change_is_answered_once():
    lone = LoneCore()
    leader = lone.lead()
    lone.ask(RemoveRaftVoter(None, key(3)))
    decide_change(lone.state, leader, ErrorCode.REQUEST_TIMED_OUT, "late")
    decide_change(lone.state, leader, ErrorCode.NONE, None)
    replies = [each for each in lone.state.take_effects() if hasattr(each, "reply_to")]
    assert [each.response for each in replies] == [
        RemoveRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT, "late")
    ]
    lone.feed(ev.TurnEnded())
    assert lone.noted(NoteKind.VOTER_REMOVE_STARTED) == 1
