"""Requests to whoever answers them, answers to whoever asked."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    DescribeQuorum,
    DescribeQuorumResponse,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
    Vote,
    VoteResponse,
)
from kraft_core.consensus.values import FailureReason, OffsetAndEpoch, VersionRange
from tests.support.lone_core import LoneCore, directory, endpoint, key

EVERY_REQUEST = [
    (Fetch(None, key(2), 1, 0, 0), FetchResponse),
    (Vote(None, 1, directory(1), key(2), 1, 0, 0), VoteResponse),
    (BeginQuorumEpoch(None, 1, directory(1), 2, 1), BeginQuorumEpochResponse),
    (EndQuorumEpoch(None, 2, 1), EndQuorumEpochResponse),
    (FetchSnapshot(None, key(2), 1, OffsetAndEpoch(5, 1), 0), FetchSnapshotResponse),
    (AddRaftVoter(None, key(4), (endpoint(4),)), AddRaftVoterResponse),
    (RemoveRaftVoter(None, key(2)), RemoveRaftVoterResponse),
    (
        UpdateRaftVoter(None, 0, key(2), (endpoint(2),), VersionRange(0, 1)),
        UpdateRaftVoterResponse,
    ),
    (DescribeQuorum(), DescribeQuorumResponse),
]


@pytest.mark.parametrize(("request_", "kind"), EVERY_REQUEST)
@pytest.mark.parametrize("node_id", [1, 9, None])
def test_every_request_is_answered_whoever_we_are(request_, kind, node_id):
    lone = LoneCore(node_id=node_id)
    lone.response(request_, kind)


@pytest.mark.parametrize(("request_", "_kind"), EVERY_REQUEST)
def test_an_answer_of_another_kind_is_refused(request_, _kind):
    lone = LoneCore()
    sent = lone.sent[0]
    other = VoteResponse() if isinstance(sent.request, Fetch) else FetchResponse()
    lone.answer(sent, other)
    assert lone.noted(NoteKind.PEER_ERROR) == 1
    lone.ask(request_)


def test_answers_to_requests_that_were_given_up_are_ignored():
    lone = LoneCore()
    sent = lone.sent[0]
    lone.answer(sent, FetchResponse())
    before = lone.core.role
    assert lone.feed(ev.ResponseReceived(sent.request_id, FetchResponse())) == []
    assert lone.feed(ev.RequestFailed(sent.request_id, FailureReason.BUSY)) == []
    assert lone.core.role is before


def test_every_answer_goes_to_who_asked():
    lone = LoneCore()
    lone.ask(DescribeQuorum())
    reply = lone.replies[lone.last_asked]
    assert isinstance(reply, fx.SendResponse)
    assert reply.reply_to == lone.last_asked
