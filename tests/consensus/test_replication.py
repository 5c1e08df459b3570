"""Fetch at the leader and at the follower."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
from kraft_core.raft.consensus.roles import Follower, Leader, Prospective
from kraft_core.raft.consensus.rpc import (
    BeginQuorumEpoch,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    RemoveRaftVoter,
)
from kraft_core.raft.consensus.values import (
    BatchSummary,
    Election,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    directory,
    endpoint,
    history,
    key,
    log,
    start_of_epoch,
    voter_set,
)

# -- the leader's side of Fetch --------------------------------------------------------------------


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


def test_parked_fetch_is_answered_once_at_the_end_of_the_turn():
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


def sole_voter():
    """Leads alone; its disk has the start of the epoch, and later only what the test flushes."""
    lone = LoneCore(voters=history(1), slow=True)
    lone.until(Leader)
    lone.flush()
    return lone


def test_a_sole_voter_sends_records_and_their_commit_in_one_answer():
    """Two answers cost a broker one more fetch before it applies what a client was acknowledged."""
    lone = sole_voter()
    known = lone.core.role.high_watermark
    assert lone.fetch_as(9, high_watermark=known) is None
    broker = lone.last_asked
    lone.append()
    lone.feed(ev.TurnEnded())
    assert broker not in lone.replies
    lone.flush()
    lone.feed(ev.TurnEnded())
    answer = lone.replies[broker]
    assert isinstance(answer, fx.SendRecords)
    assert answer.response.high_watermark == answer.end_offset > known


def test_a_fetch_that_comes_before_a_sole_voters_flush_waits_for_it():
    lone = sole_voter()
    end = lone.core.log.end_offset
    lone.append()
    assert lone.fetch_as(9, end) is None
    broker = lone.last_asked
    lone.flush()
    lone.feed(ev.TurnEnded())
    answer = lone.replies[broker]
    assert isinstance(answer, fx.SendRecords)
    assert (answer.end_offset, answer.response.high_watermark) == (end + 1, end + 1)


def test_a_sole_voter_sends_no_record_that_its_disk_lacks():
    """Divergence A50: a crash would take from it a record that a broker has."""
    lone = sole_voter()
    end = lone.core.log.end_offset
    lone.append()
    lone.append()
    lone.feed(ev.LogFlushed(lone.core.log.generation, end + 1))
    answer = lone.fetch_as(9, end)
    assert isinstance(answer, fx.SendRecords)
    assert (answer.end_offset, answer.response.high_watermark) == (end + 1, end + 1)
    assert lone.fetch_as(9, end + 1) is None


def test_a_sole_voter_with_a_slow_disk_answers_when_the_wait_is_over():
    lone = sole_voter()
    known = lone.core.role.high_watermark
    assert lone.fetch_as(9, high_watermark=known) is None
    broker = lone.last_asked
    lone.append()
    lone.advance(500)
    assert lone.late_reply(broker, FetchResponse).high_watermark == known


def test_a_reader_of_all_that_a_sole_voter_sends_is_caught_up():
    """A replica joins as a voter while the leader appends without a pause."""
    lone = sole_voter()
    lone.append()
    assert lone.fetch_as(9, lone.core.log.flushed_end) is None
    assert lone.core.log.flushed_end < lone.core.log.end_offset
    assert lone.core.role.progress.is_caught_up(key(9), lone.now_ms)


def test_the_first_record_of_a_sole_voters_epoch_waits_for_its_disk():
    lone = LoneCore(voters=history(1), slow=True)
    lone.until(Leader)
    assert lone.fetch_as(9, 0) is None
    lone.flush()
    lone.feed(ev.TurnEnded())
    answer = lone.replies[lone.last_asked]
    assert isinstance(answer, fx.SendRecords)
    assert answer.response.high_watermark == answer.end_offset


def test_a_fetch_beyond_the_disk_of_a_voter_that_became_the_sole_one_waits():
    """Voter 2 has records that the leader's own disk lacks, and is then removed."""
    lone = LoneCore(voters=history(1, 2, at=0), log=log(1, 1), election=Election(1), slow=True)
    lone.stand_and_win()
    lone.flush()
    lone.fetch_as(2)
    lone.append()
    lone.ask(RemoveRaftVoter("cluster", key(2)))
    assert lone.state.is_sole_voter
    assert lone.fetch_as(2) is None
    first = lone.last_asked
    lone.advance(500)
    assert lone.late_reply(first, FetchResponse).high_watermark < lone.core.log.end_offset
    assert lone.fetch_as(2) is None
    second = lone.last_asked
    lone.flush()
    lone.feed(ev.TurnEnded())
    assert lone.late_reply(second, FetchResponse).high_watermark == lone.core.log.end_offset


def test_expired_fetch_gets_an_empty_answer():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(2, max_wait_ms=70)
    waiting = lone.last_asked
    lone.advance(69)
    assert waiting not in lone.replies
    lone.advance(1)
    answer = lone.late_reply(waiting, FetchResponse)
    assert (answer.error, answer.high_watermark, answer.batches) == (ErrorCode.NONE, 11, ())


def test_fetch_without_max_wait_is_not_parked():
    lone = leader()
    assert response(lone.fetch_as(2, max_wait_ms=0)).high_watermark == 11
    assert lone.fetch_as(2, max_wait_ms=1) is None


@pytest.mark.parametrize(
    ("known", "parks"), [(-1, False), (-2, False), (10, False), (11, True), (2**63 - 1, True)]
)
def test_fetch_without_the_high_watermark_is_answered_at_once(known, parks):
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
def test_fetch_is_refused_and_not_counted(changes, error):
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
def test_diverging_fetch_is_answered_and_not_counted(offset, epoch, diverging):
    lone = leader()
    answer = response(lone.fetch_as(2, offset, epoch))
    assert (answer.error, answer.diverging, answer.snapshot_id) == (ErrorCode.NONE, diverging, None)
    assert lone.core.role.progress.voters[2].end_offset is None
    assert lone.core.role.heard == {}
    lone.fetch_as(7, offset, epoch)
    assert lone.core.role.progress.observers == {}


def test_a_client_that_probes_beyond_the_end_is_not_noted_as_a_divergence():
    lone = leader()
    lone.fetch_as(2, 12, 1)
    assert lone.noted(NoteKind.FETCH_DIVERGED) == 1
    answer = response(lone.fetch_as(2, 2**62, 3, replica=ReplicaKey(-1)))
    assert answer.diverging is not None
    assert lone.noted(NoteKind.FETCH_DIVERGED) == 1


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


def test_read_is_limited_to_the_size_of_one_response():
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
    lone = LoneCore(
        log=LogView(10, 12, LeaderEpochs(((1, 10),))), snapshots=(snapshot,), election=Election(2)
    )
    answer = lone.response(Fetch("cluster", key(2), 1, 10, 1), FetchResponse)
    assert (answer.error, answer.log_start_offset) == (ErrorCode.FENCED_LEADER_EPOCH, 10)


# -- a follower: fetch, cut, append, notice --------------------------------------------------------


def follower(end=10, **changes):
    """Follows 2 in epoch 3 with records of epoch 1."""
    values = {"voters": history(1, 2, 3, at=4), "log": log(end, 1), "election": Election(2)}
    lone = LoneCore(**{**values, **changes})
    lone.follow(2, 3)
    return lone


def test_the_first_fetch_states_the_log_end():
    lone = follower()
    sent = lone.awaiting(Fetch)
    assert sent.to == Node(2, "node2", 9002)
    assert sent.request == Fetch("cluster", key(1), 3, 10, 1, 500, 1 << 20, -1)


def test_records_are_appended_and_acknowledged_by_the_next_fetch():
    lone = follower(slow=True)
    lone.fetched(batch(10, 1, 2), batch(12, 3), high_watermark=11)
    (appended,) = lone.appended
    assert (appended.base_offset, appended.generation, appended.append_id) == (10, 0, None)
    assert appended.batches == (batch(10, 1, 2), batch(12, 3))
    assert lone.requests(Fetch) == []
    assert lone.core.high_watermark == 10
    lone.flush()
    (fetch,) = lone.requests(Fetch)
    assert (fetch.fetch_offset, fetch.last_fetched_epoch, fetch.high_watermark) == (13, 3, 11)


def test_high_watermark_of_a_follower_is_limited_to_its_durable_end():
    lone = follower()
    lone.fetched(batch(10, 3), high_watermark=99)
    assert lone.core.high_watermark == 11
    lone.fetched(high_watermark=-1)
    assert lone.core.high_watermark == 11


def test_earlier_watermark_does_not_commit_later_appends():
    lone = follower()
    lone.fetched(high_watermark=99)
    lone.fetched(batch(10, 3))
    assert lone.core.high_watermark == 10


def test_a_falling_high_watermark_is_ignored():
    lone = follower()
    lone.fetched(high_watermark=9)
    lone.fetched(high_watermark=5)
    assert lone.core.high_watermark == 9
    assert lone.noted(NoteKind.HIGH_WATERMARK_FELL) == 1


@pytest.mark.parametrize(
    "batches",
    [
        (batch(11, 3),),
        (batch(9, 3),),
        (batch(10, 3), batch(12, 3)),
        (batch(10, 3), batch(11, 2)),
        (batch(10, 0),),
        (batch(10, 4),),
        (batch(10, 3, size=0),),
        (batch(10, 3, count=0),),
        (batch(10, 3), batch(10, 3)),
    ],
)
def test_batches_that_do_not_continue_the_log_are_dropped(batches):
    lone = follower()
    lone.fetched(*batches)
    assert lone.appended == []
    assert lone.noted(NoteKind.RECORDS_REFUSED) == 1
    assert not lone.core.role.has_fetched
    lone.advance(20)
    assert lone.requests(Fetch)[0].fetch_offset == 10


def test_a_control_batch_with_records_missing_is_dropped():
    lone = follower()
    lone.fetched(BatchSummary(10, 12, 3, 20, (LeaderChange(2, (), ()),)))
    assert lone.appended == []


def test_batches_of_a_higher_epoch_are_not_taken():
    lone = follower()
    lone.fetched(batch(10, 3), batch(11, 4))
    assert lone.appended[0].batches == (batch(10, 3),)


def test_control_records_act_at_once():
    lone = follower(voters=history(), end=0)
    lone.fetched(start_of_epoch(0, 3, 2, 1, 2, 3))
    assert lone.core.voters == voter_set(1, 2, 3)
    assert lone.core.kraft_version == 1
    assert lone.core.is_voter


def test_diverged_records_are_truncated_before_the_next_fetch():
    lone = follower(slow=True)
    lone.state.log.flushed(0, 10)
    lone.fetched(diverging=OffsetAndEpoch(6, 1), batches=(batch(10, 3),), high_watermark=8)
    (cut,) = [each for each in lone.effects if isinstance(each, fx.TruncateLog)]
    assert (cut.generation, cut.end_offset) == (1, 6)
    assert lone.appended == []
    assert lone.core.high_watermark is None
    assert lone.requests(Fetch) == []
    lone.feed(ev.LogTruncated(0, 6))
    assert lone.requests(Fetch) == []
    lone.feed(ev.LogTruncated(1, 6))
    assert lone.requests(Fetch)[0].fetch_offset == 6
    assert lone.core.role.has_fetched


@pytest.mark.parametrize(
    ("diverging", "end"),
    [
        (OffsetAndEpoch(3, 1), 3),
        (OffsetAndEpoch(90, 1), 4),
        (OffsetAndEpoch(6, 2), 4),
        (OffsetAndEpoch(7, 3), 7),
        (OffsetAndEpoch(0, 0), 0),
    ],
)
def test_follower_truncates_where_the_logs_diverge(diverging, end):
    view = log(4, 1)
    view.append(9, 3)
    view.flushed(0, 9)
    lone = LoneCore(voters=history(1, 2, 3), log=view, election=Election(4))
    lone.follow(2, 5)
    lone.fetched(diverging=diverging)
    assert lone.core.log.end_offset == end


def test_truncation_brings_back_the_voter_set_before():
    lone = follower()
    lone.fetched(control_batch(10, 3, Voters(voter_set(1, 2, 3, 4))))
    assert lone.core.voters == voter_set(1, 2, 3, 4)
    lone.fetched(diverging=OffsetAndEpoch(10, 1))
    assert lone.core.voters == voter_set(1, 2, 3)
    assert lone.noted(NoteKind.VOTERS_REVERTED) == 1


@pytest.mark.parametrize("diverging", [OffsetAndEpoch(7, 1), OffsetAndEpoch(0, 0)])
def test_committed_records_are_never_truncated(diverging):
    lone = follower()
    lone.fetched(high_watermark=8)
    lone.fetched(diverging=diverging)
    assert lone.core.log.end_offset == 10
    assert lone.noted(NoteKind.TRUNCATION_REFUSED) == 1


def test_truncation_beyond_the_end_changes_nothing_and_is_paced():
    lone = follower()
    lone.fetched(diverging=OffsetAndEpoch(99, 1))
    assert lone.core.log.end_offset == 10
    leaders = [each for each in lone.sent if each.to.id == 2]
    assert leaders == []
    lone.advance(20)
    assert lone.requests(Fetch)


@pytest.mark.parametrize(
    "changes",
    [
        {"error": ErrorCode.UNKNOWN_SERVER_ERROR},
        {"error": ErrorCode.BROKER_NOT_AVAILABLE},
        {"error": ErrorCode.INVALID_REQUEST},
        {"error": ErrorCode.INVALID_VOTER_KEY},
        {"error": ErrorCode.FENCED_LEADER_EPOCH},
        {"error": ErrorCode.NOT_LEADER_OR_FOLLOWER},
        {"top_error": ErrorCode.INCONSISTENT_CLUSTER_ID},
        {"top_error": ErrorCode.CLUSTER_AUTHORIZATION_FAILED},
        {"top_error": ErrorCode.UNKNOWN_SERVER_ERROR},
        {"leader": LeaderAndEpoch(2, 2)},
        {"snapshot_id": OffsetAndEpoch(-1, 3)},
        {"snapshot_id": OffsetAndEpoch(30, -1)},
    ],
)
def test_errors_only_cause_another_fetch(changes):
    lone = follower()
    lone.fetched(batch(10, 3), **changes)
    assert (lone.appended, type(lone.core.role)) == ([], Follower)
    lone.advance(20)
    assert lone.requests(Fetch)


@pytest.mark.parametrize("leader_id", [None, 3])
def test_success_of_the_own_epoch_is_taken_whatever_leader_it_names(leader_id):
    lone = follower()
    assert lone.fetched(batch(10, 3), leader=LeaderAndEpoch(leader_id, 3))
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 3)


def test_a_failed_fetch_is_tried_elsewhere_while_the_leader_rests():
    lone = follower()
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    assert lone.awaiting(Fetch).to.id != 2
    lone.fail(lone.awaiting(Fetch), FailureReason.REFUSED)
    lone.advance(25)
    assert any(each.to.id == 2 for each in lone.effects if isinstance(each, fx.SendRequest))


def test_lost_fetch_goes_to_a_bootstrap_server_and_again_to_the_leader():
    lone = follower(changes={"fetch_timeout_ms": 9000})
    (lost,) = lone.sent
    lone.advance(2000)
    bootstrap, again = lone.sent
    assert bootstrap.to.id < 0
    assert again.to == lost.to
    assert again.request_id > lost.request_id


def test_the_fetch_timeout_ends_in_a_campaign_of_a_voter():
    lone = follower()
    lone.fetched()
    began = lone.now_ms
    lone.until(Prospective)
    assert began + 2000 <= lone.now_ms <= began + 2260
    assert lone.core.role.leader_id == 2
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 1


def test_follower_does_not_campaign_while_its_own_disk_keeps_it_from_asking():
    lone = follower(slow=True)
    lone.fetched(batch(10, 1))
    lone.advance(10_000)
    assert isinstance(lone.core.role, Follower)
    assert not lone.core.role.has_fetched
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 1
    lone.flush()
    assert lone.requests(Fetch)[0].fetch_offset == 11
    began_ms = lone.now_ms
    lone.until(Prospective)
    assert began_ms + 2000 <= lone.now_ms <= began_ms + 2260


@pytest.mark.parametrize("completion", ["truncation", "installation", "failed installation"])
def test_fetch_timeout_restarts_when_the_disk_is_done(completion):
    lone = follower(slow=True)
    snapshot_id = OffsetAndEpoch(100, 2)
    if completion == "truncation":
        lone.fetched(diverging=OffsetAndEpoch(8, 1))
    else:
        lone.fetched(snapshot_id=snapshot_id)
        chunk = FetchSnapshotResponse(
            leader=LeaderAndEpoch(2, 3), snapshot_id=snapshot_id, size=3, payload=b"abc"
        )
        lone.answer(lone.awaiting(FetchSnapshot), chunk)
        lone.feed(ev.SnapshotChunkStored(1, snapshot_id, 3))
    lone.advance(10_000)
    assert isinstance(lone.core.role, Follower)
    if completion == "truncation":
        lone.feed(ev.LogTruncated(1, 8))
    elif completion == "installation":
        lone.feed(
            ev.SnapshotStored(snapshot_id, 1, 3, (KRaftVersion(1), Voters(voter_set(1, 2, 3))))
        )
        lone.advance(10_000)
        lone.feed(ev.LogReset(1, snapshot_id))
    else:
        lone.feed(ev.SnapshotFailed(snapshot_id, 1))
    assert lone.requests(Fetch)
    lone.advance(1900)
    assert isinstance(lone.core.role, Follower)
    lone.until(Prospective, 400)


def test_observer_searches_for_a_leader_and_grants_pre_votes_again():
    lone = LoneCore(node_id=9, voters=history(1, 2, 3))
    lone.ask(BeginQuorumEpoch("cluster", 9, directory(9), 2, 3, (endpoint(2),)))
    lone.fetched()
    assert lone.core.role.has_fetched
    lone.advance(3000)
    assert isinstance(lone.core.role, Follower)
    assert not lone.core.role.has_fetched
    assert lone.noted(NoteKind.FETCH_TIMED_OUT) == 1


def test_a_leader_can_be_learnt_and_fetched_from_in_one_answer():
    lone = LoneCore(node_id=9, voters=history(1, 2, 3))
    response = FetchResponse(
        leader=LeaderAndEpoch(2, 0),
        leader_endpoint=endpoint(2),
        batches=(batch(0, 0),),
        payload=b"x" * 10,
    )
    lone.answer(lone.awaiting(Fetch), response)
    assert isinstance(lone.core.role, Follower)
    assert lone.core.log.end_offset == 1


def test_kraft_version_in_a_fetched_batch_never_goes_down():
    lone = follower()
    lone.fetched(control_batch(10, 3, KRaftVersion(0)))
    assert lone.core.kraft_version == 1


def test_a_commit_wakes_many_fetches_and_a_turn_answers_so_many():
    """The rest follows in turns of its own, in order, for which the core asks at once."""
    lone = leader(changes={"answers_per_turn_max": 4})
    lone.fetch_as(2)
    for each in range(10, 20):
        assert lone.fetch_as(each) is None
    lone.append()
    answered = []
    for answers in (4, 4, 3):  # the voter's and those of ten observers
        found = [
            effect.reply_to
            for effect in (*lone.feed(ev.DeadlineReached()), *lone.feed(ev.TurnEnded()))
            if isinstance(effect, fx.SendRecords | fx.SendResponse)
        ]
        assert len(found) == answers
        answered += found
        assert (lone.core.deadline_ms == lone.now_ms) == (len(answered) < 11)
    assert answered == sorted(answered)
