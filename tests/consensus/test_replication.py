"""The leader's side of Fetch."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.log_view import LogView
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import Fetch, FetchResponse
from kraft_core.consensus.snapshots import StoredSnapshot
from kraft_core.consensus.values import Election, LeaderAndEpoch, OffsetAndEpoch, ReplicaKey
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, batch, endpoint, history, key, log


def leader(**changes):
    """Leads epoch 3 over a log of 10 records of epoch 1; its own record stands at 10."""
    values = {"voters": history(1, 2, 3, at=4), "log": log(10, 1), "election": Election(2)}
    lone = LoneCore(**{**values, **changes})
    lone.lead(commit=False)
    return lone


def response(effect):
    assert isinstance(effect, fx.SendResponse)
    return effect.response


def test_a_fetch_at_the_end_is_parked_and_its_offset_is_an_acknowledgement():
    lone = leader()
    assert lone.core.role.high_watermark is None
    assert lone.fetch_as(2) is None
    assert lone.core.role.high_watermark == 11
    assert lone.noted(NoteKind.FETCH_PARKED) == 1


def test_records_are_answered_with_their_place():
    lone = leader()
    answer = lone.fetch_as(2, 10)
    assert isinstance(answer, fx.SendRecords)
    assert (answer.generation, answer.start_offset, answer.end_offset) == (0, 10, 11)
    assert answer.response == FetchResponse(
        leader=LeaderAndEpoch(1, 3), leader_endpoint=endpoint(1), high_watermark=-1
    )


def test_what_became_due_in_a_turn_leaves_as_one():
    lone = leader()
    lone.fetch_as(2)
    assert lone.fetch_as(2) is None
    parked = lone.last_asked
    event = ev.AppendRequested(1, 3, batch(0, 0), b"x" * 10)
    lone.feed(event)
    lone.feed(ev.RequestReceived(500, "CONTROLLER", _fetch(3, 12, 3)))
    assert parked not in lone.replies
    lone.feed(ev.TurnEnded())
    answer = lone.replies[parked]
    assert isinstance(answer, fx.SendRecords)
    assert (answer.end_offset, answer.response.high_watermark) == (12, 12)


def _fetch(node_id, offset, epoch):
    return Fetch("cluster", key(node_id), 3, offset, epoch, 500)


def test_records_and_a_new_high_watermark_wake_everybody():
    lone = leader()
    lone.fetch_as(2)
    assert lone.fetch_as(9, replica=ReplicaKey(-1)) is None
    reader = lone.last_asked
    assert lone.fetch_as(2) is None
    voter = lone.last_asked
    lone.append()
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.replies[reader], fx.SendRecords)
    assert isinstance(lone.replies[voter], fx.SendRecords)
    assert lone.fetch_as(9, 12, 3, replica=ReplicaKey(-1)) is None
    reader = lone.last_asked
    lone.fetch_as(2, 12, 3)
    answer = lone.late_reply(reader, FetchResponse)
    assert (answer.high_watermark, answer.error) == (12, ErrorCode.NONE)


def test_patience_ends_with_an_empty_answer():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(2, max_wait_ms=70)
    waiting = lone.last_asked
    lone.advance(69)
    assert waiting not in lone.replies
    lone.advance(1)
    answer = lone.late_reply(waiting, FetchResponse)
    assert (answer.error, answer.high_watermark, answer.batches) == (ErrorCode.NONE, 11, ())


def test_no_patience_no_parking():
    lone = leader()
    assert response(lone.fetch_as(2, max_wait_ms=0)).high_watermark == 11


@pytest.mark.parametrize(
    ("known", "parks"), [(-1, False), (-2, False), (10, False), (11, True), (2**63 - 1, True)]
)
def test_a_replica_that_does_not_know_the_high_watermark_is_told_at_once(known, parks):
    lone = leader()
    lone.fetch_as(2)
    assert (lone.fetch_as(2, high_watermark=known) is None) is parks


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"max_wait_ms": -1}, ErrorCode.INVALID_REQUEST),
        ({"fetch_offset": -1}, ErrorCode.INVALID_REQUEST),
        ({"last_fetched_epoch": -1}, ErrorCode.INVALID_REQUEST),
        ({"last_fetched_epoch": 4}, ErrorCode.INVALID_REQUEST),
        ({"epoch": -1, "last_fetched_epoch": 0}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2, "last_fetched_epoch": 1}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"epoch": 4}, ErrorCode.UNKNOWN_LEADER_EPOCH),
        ({"max_bytes": -1, "fetch_offset": 0}, ErrorCode.UNKNOWN_SERVER_ERROR),
        ({"replica": key(1)}, ErrorCode.UNKNOWN_SERVER_ERROR),
        ({"replica": key(1, 9)}, ErrorCode.UNKNOWN_SERVER_ERROR),
    ],
)
def test_refusals(changes, error):
    lone = leader()
    answer = response(lone.fetch_as(2, **changes))
    assert (answer.error, answer.leader) == (error, LeaderAndEpoch(1, 3))
    assert (answer.high_watermark, answer.log_start_offset) == (-1, 0)
    assert answer.leader_endpoint == endpoint(1)
    assert lone.core.role.high_watermark is None


def test_bad_fields_come_before_the_leader_check():
    lone = LoneCore()
    lone.follow(2, 5)
    assert response(lone.fetch_as(3, max_wait_ms=-1)).error is ErrorCode.INVALID_REQUEST
    answer = response(lone.fetch_as(3))
    assert answer.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    assert (answer.leader, answer.leader_endpoint) == (LeaderAndEpoch(2, 5), endpoint(2))


def test_another_cluster_is_refused():
    answer = response(leader().fetch_as(2, cluster_id=""))
    assert answer == FetchResponse(top_error=ErrorCode.INCONSISTENT_CLUSTER_ID)
    assert isinstance(leader().fetch_as(2, 10, cluster_id=None), fx.SendRecords)


@pytest.mark.parametrize(
    ("offset", "epoch", "diverging"),
    [
        (12, 1, OffsetAndEpoch(10, 1)),
        (10, 2, OffsetAndEpoch(10, 1)),
        (12, 3, OffsetAndEpoch(11, 3)),
        (5, 0, OffsetAndEpoch(0, 0)),
    ],
)
def test_divergence(offset, epoch, diverging):
    lone = leader()
    answer = response(lone.fetch_as(2, offset, epoch))
    assert (answer.error, answer.diverging, answer.snapshot_id) == (ErrorCode.NONE, diverging, None)
    assert lone.core.role.progress.voters[2].end_offset is None
    assert lone.core.role.heard == {}
    lone.fetch_as(7, offset, epoch)
    assert lone.core.role.progress.observers == {}


def test_an_empty_replica_takes_the_snapshot():
    stored = StoredSnapshot(OffsetAndEpoch(6, 1), 100)
    lone = leader(snapshots=(stored,))
    assert response(lone.fetch_as(2, 0, 0)).snapshot_id == stored.snapshot_id
    assert isinstance(lone.fetch_as(2, 6, 1), fx.SendRecords)


def test_the_offset_of_a_voter_counts_only_under_its_directory():
    lone = leader()
    lone.fetch_as(2, number=9)
    assert lone.core.role.high_watermark is None
    assert lone.noted(NoteKind.FETCH_FROM_FOREIGN_DIRECTORY) == 1
    lone.fetch_as(2, replica=ReplicaKey(2))
    assert lone.core.role.high_watermark is None
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 11


def test_readers_that_are_no_replica_are_served_and_not_tracked():
    lone = leader()
    for node_id in (-1, -7):
        answer = lone.fetch_as(9, 10, replica=ReplicaKey(node_id))
        assert isinstance(answer, fx.SendRecords)
    assert lone.core.role.progress.observers == {}


def test_too_many_parked_fetches_are_answered():
    lone = leader(changes={"parked_fetches_max": 2})
    lone.fetch_as(2, max_wait_ms=0)
    assert [lone.fetch_as(node_id) is None for node_id in (2, 3, 4)] == [True, True, False]


def test_a_fallen_leader_answers_everybody_who_waits():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(2)
    waiting = lone.last_asked
    lone.feed(ev.ResignRequested(3))
    answer = lone.late_reply(waiting, FetchResponse)
    assert answer.error is ErrorCode.NOT_LEADER_OR_FOLLOWER
    order = [type(each) for each in lone.effects]
    last_reply = max(n for n, each in enumerate(order) if each is fx.SendResponse)
    ends = [
        n
        for n, each in enumerate(lone.effects)
        if isinstance(each, fx.SendRequest) and type(each.request).__name__ == "EndQuorumEpoch"
    ]
    assert last_reply < min(ends)


def test_a_due_answer_of_a_leader_that_fell_in_the_same_turn_is_a_refusal():
    lone = leader()
    lone.feed(ev.RequestReceived(77, "CONTROLLER", _fetch(2, 10, 1)))
    lone.feed(ev.ResignRequested(3))
    lone.feed(ev.TurnEnded())
    assert lone.late_reply(77, FetchResponse).error is ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_a_prefix_that_went_while_a_fetch_was_parked_leads_to_the_snapshot():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(9, 4, 1, max_wait_ms=0)
    lone.feed(ev.RequestReceived(77, "CONTROLLER", _fetch(3, 4, 1)))
    at = OffsetAndEpoch(8, 1)
    lone.feed(ev.SnapshotStored(at, None, 50))
    lone.feed(ev.PrefixExpired(at))
    lone.feed(ev.TurnEnded())
    assert lone.late_reply(77, FetchResponse).snapshot_id == at


def test_a_read_is_cut_to_what_one_response_may_have():
    lone = leader(changes={"response_max_bytes": 500})
    assert lone.fetch_as(2, 10, max_bytes=100).max_bytes == 100
    assert lone.fetch_as(2, 10, max_bytes=2**31 - 1).max_bytes == 500


def test_a_leader_that_is_shutting_down_has_resigned():
    lone = leader()
    lone.feed(ev.ShutdownRequested())
    assert not isinstance(lone.core.role, Leader)
    assert response(lone.fetch_as(2)).error is ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_a_refusal_says_where_the_log_begins():
    """As Java's does, on followers too."""
    snapshot = StoredSnapshot(OffsetAndEpoch(10, 1), 7)
    lone = LoneCore(log=LogView(10, 12, [(1, 10)]), snapshots=(snapshot,), election=Election(2))
    answer = lone.response(Fetch("cluster", key(2), 1, 10, 1), FetchResponse)
    assert (answer.error, answer.log_start_offset) == (ErrorCode.FENCED_LEADER_EPOCH, 10)
