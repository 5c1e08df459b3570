"""The start of an epoch, BeginQuorumEpoch, check-quorum, resignation, EndQuorumEpoch."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.commit import decide_change
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.events import SnapshotStored
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.consensus.roles import (
    Follower,
    Leader,
    Prospective,
    Resigned,
    Unattached,
)
from kraft_core.raft.consensus.rpc import (
    AddRaftVoter,
    ApiVersions,
    ApiVersionsResponse,
    BeginQuorumEpoch,
    BeginQuorumEpochResponse,
    DescribeQuorum,
    EndQuorumEpoch,
    EndQuorumEpochResponse,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    Vote,
)
from kraft_core.raft.consensus.values import (
    Election,
    Endpoint,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    LeaderChange,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import Voter, VoterSet, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.consensus.test_elections import asked, at_end
from tests.support.lone_core import (
    WALL_MS,
    LoneCore,
    directory,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter,
    voter_set,
)

# -- a leader's own duties -------------------------------------------------------------------------


def first_batch(lone):
    batch = lone.appended[0]
    assert isinstance(batch, fx.AppendControlRecords)
    return batch


def test_the_first_leader_copies_the_bootstrap_snapshot_into_the_log():
    lone = LoneCore()
    lone.lead(commit=False)
    batch = first_batch(lone)
    assert batch.records == (
        LeaderChange(1, (1, 2, 3), (1, 2)),
        KRaftVersion(1),
        Voters(voter_set(1, 2, 3)),
    )
    assert (batch.base_offset, batch.epoch, batch.generation) == (0, 1, 0)
    assert batch.timestamp_ms == WALL_MS + lone.now_ms
    assert lone.state.history.latest_offset == 2


def test_later_leaders_only_say_that_they_lead():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1))
    lone.lead(commit=False)
    assert first_batch(lone).records == (LeaderChange(1, (1, 2, 3), (1, 2)),)
    assert first_batch(lone).base_offset == 10


def test_new_leader_corrects_its_outdated_entry():
    moved = (Endpoint("CONTROLLER", "elsewhere", 1),)
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), changes={"endpoints": moved})
    lone.lead(commit=False)
    ours = replace(voter(1), endpoints=moved)
    expected = Voters(voter_set(2, 3).with_voter(ours))
    assert first_batch(lone).records[1:] == (KRaftVersion(1), expected)


def test_at_level_0_the_set_stays_out_of_the_log():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)))
    role = lone.lead(commit=False)
    assert first_batch(lone).records == (LeaderChange(1, (1, 2, 3), (1, 2)),)
    assert role.voters_at_level_0.get(1) == voter(1)
    assert role.voters_at_level_0.get(2) == static_set(2).get(2)


def begins(lone):
    return [each for each in lone.sent if isinstance(each.request, BeginQuorumEpoch)]


def test_a_leader_makes_itself_known_at_once_and_again_to_voters_that_do_not_fetch():
    lone = LoneCore()
    lone.lead(commit=False)
    assert [each.to.id for each in begins(lone)] == [2, 3]
    expected = BeginQuorumEpoch("cluster", 2, directory(2), 1, 1, (endpoint(1),))
    assert begins(lone)[0].request == expected
    for sent in begins(lone):
        lone.answer(sent, BeginQuorumEpochResponse(leader=LeaderAndEpoch(1, 1)))
    lone.advance(500)
    lone.fetch_as(2)
    lone.advance(600)
    assert [each.to.id for each in begins(lone)] == [3]
    lone.advance(900)
    assert 2 in [each.to.id for each in begins(lone)]


def test_leader_resigns_when_no_majority_fetches():
    lone = LoneCore()
    lone.lead(commit=False)
    lone.advance(2999)
    assert isinstance(lone.core.role, Leader)
    lone.advance(1)
    assert isinstance(lone.core.role, Resigned)
    assert lone.noted(NoteKind.CHECK_QUORUM_FAILED) == 1
    assert [each.preferred for each in lone.requests(EndQuorumEpoch)] == [(key(2), key(3))] * 2


def test_one_of_two_others_is_a_majority_with_the_leader():
    lone = LoneCore()
    lone.lead()
    for _ in range(5):
        lone.advance(2000)
        lone.fetch_as(3)
    assert isinstance(lone.core.role, Leader)


def test_leader_of_five_must_receive_fetches_from_two():
    lone = LoneCore(voters=history(1, 2, 3, 4, 5))
    lone.stand_and_win()
    lone.advance(2000)
    lone.fetch_as(2)
    lone.fetch_as(2)
    lone.advance(1000)
    assert isinstance(lone.core.role, Resigned)


def test_a_snapshot_fetch_counts_for_check_quorum_a_foreign_directory_does_not():
    for number, survives in ((2, True), (9, False)):
        stored = StoredSnapshot(OffsetAndEpoch(5, 1), 100)
        lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), snapshots=(stored,))
        role = lone.lead()
        lone.advance(2500)
        request = FetchSnapshot("cluster", key(2, number), role.epoch, stored.snapshot_id, 0)
        lone.ask(request)
        lone.advance(1000)
        assert isinstance(lone.core.role, Leader) is survives


def test_a_sole_voter_leads_for_ever():
    lone = LoneCore(voters=history(1))
    lone.advance(100_000)
    assert isinstance(lone.core.role, Leader)


def test_asked_to_resign_a_leader_prefers_those_with_the_longest_logs():
    lone = LoneCore(voters=history(1, 2, 3, 4))
    role = lone.stand_and_win()
    lone.fetch_as(3)
    lone.fetch_as(4, 0)
    lone.feed(ev.ResignRequested(role.epoch + 1))
    assert isinstance(lone.core.role, Leader)
    lone.feed(ev.ResignRequested(role.epoch))
    assert isinstance(lone.core.role, Resigned)
    preferred = lone.requests(EndQuorumEpoch)[0].preferred
    assert [each.id for each in preferred] == [3, 4, 2]


def test_announcement_names_no_leader_after_a_resignation():
    lone = LoneCore()
    role = lone.lead()
    effects = lone.feed(ev.ResignRequested(role.epoch))
    announced = [each for each in effects if isinstance(each, fx.AnnounceLeader)]
    assert announced == [fx.AnnounceLeader(LeaderAndEpoch(None, role.epoch))]
    assert lone.core.leader_and_epoch == LeaderAndEpoch(1, role.epoch)


def test_sole_leader_has_time_until_the_first_other_voter_fetches():
    """Nobody could be heard while it was the only voter, so its timer had run out."""
    lone = LoneCore(voters=history(1))
    lone.until(Leader)
    lone.advance(100_000)
    lone.fetch_as(2)
    lone.ask(AddRaftVoter(None, key(2), (endpoint(2),)))
    lone.answer(lone.awaiting(ApiVersions), ApiVersionsResponse(kraft_range=VersionRange(0, 1)))
    assert lone.core.voters.ids == (1, 2)
    lone.advance(2900)
    assert isinstance(lone.core.role, Leader)
    lone.advance(200)
    assert isinstance(lone.core.role, Resigned)


def test_an_entry_in_another_order_is_not_out_of_date():
    known = (Endpoint("EXTERNAL", "out", 2), endpoint(1))
    voters = VoterSet.of([Voter(key(1), known, VersionRange(0, 1)), voter(2), voter(3)])
    lone = LoneCore(
        voters=VoterSetHistory(sets=[(3, voters)], levels=[(2, 1)]),
        log=log(4, 1),
        election=Election(2),
        changes={"endpoints": (endpoint(1), Endpoint("external", "out", 2))},
    )
    lone.lead()
    assert lone.appended[0].records == (LeaderChange(1, (1, 2, 3), (1, 2)),)


def test_leader_without_an_address_keeps_the_known_one():
    lone = LoneCore(changes={"endpoints": ()})
    lone.lead()
    assert lone.appended[0].records[2] == Voters(voter_set(1, 2, 3))


# -- a disk that hangs -----------------------------------------------------------------------------


def leader_with_a_hanging_disk(*ids):
    """Node 1 leads; 2 and 3 have a record that it has not synced. Gives the end of that record."""
    lone = LoneCore(voters=history(*(ids or (1, 2, 3))))
    lone.lead()
    lone.slow = True
    lone.append()
    return lone, lone.core.log.end_offset


def keep_hearing(lone, duration_ms):
    """The others go on fetching from the end of the log."""
    end_ms = lone.now_ms + duration_ms
    while lone.now_ms < end_ms and isinstance(lone.core.role, Leader):
        lone.fetch_as(2)
        lone.fetch_as(3)
        lone.advance(100)


def test_leader_resigns_when_the_high_watermark_stays_above_its_durable_end():
    lone, end = leader_with_a_hanging_disk()
    keep_hearing(lone, 2900)
    role = lone.core.role
    assert role.high_watermark == end > lone.core.log.flushed_end
    began_ms = role.disk_deadline_ms - 3000
    keep_hearing(lone, 1000)
    assert isinstance(lone.core.role, Resigned)
    assert began_ms + 3000 <= lone.now_ms <= began_ms + 3100
    assert lone.noted(NoteKind.LEADER_DISK_HANGS) == 1
    lone.advance(60_000)
    assert lone.requests(Vote) == []
    assert lone.noted(NoteKind.BECAME_CANDIDATE) == 1


def test_each_move_of_the_durable_end_gives_the_disk_its_whole_time():
    lone, end = leader_with_a_hanging_disk()
    lone.append(2)
    for synced in (end, end + 1):
        keep_hearing(lone, 2900)
        lone.feed(ev.LogFlushed(0, synced))
    assert lone.core.role.disk_deadline_ms is None
    keep_hearing(lone, 10_000)
    assert isinstance(lone.core.role, Leader)


def test_disk_without_which_nothing_commits_has_any_time():
    """The high watermark does not get ahead where a majority needs the leader itself."""
    lone, end = leader_with_a_hanging_disk(1, 2)
    for _ in range(100):
        lone.fetch_as(2)
        lone.advance(100)
    assert lone.core.role.high_watermark < end
    lone.flush()
    assert lone.core.role.high_watermark == end


def test_sole_voter_waits_for_its_disk_for_ever():
    lone = LoneCore(voters=history(1))
    lone.until(Leader)
    lone.slow = True
    lone.append()
    lone.advance(60_000)
    assert isinstance(lone.core.role, Leader)


def test_completion_that_has_arrived_counts_before_the_timer():
    """After a pause everything comes at once; the sync was over long ago."""
    lone, end = leader_with_a_hanging_disk(1, 2, 3)
    keep_hearing(lone, 1000)
    lone.now_ms += 3000
    lone.core.role.check_quorum_deadline_ms += 10_000
    lone.feed(ev.RequestReceived(90_001, "CONTROLLER", DescribeQuorum()))
    lone.feed(ev.LogFlushed(0, end))
    lone.feed(ev.DeadlineReached())
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Leader)
    assert lone.noted(NoteKind.LEADER_DISK_HANGS) == 0


def test_event_at_the_very_deadline_of_the_disk_does_not_put_the_resignation_off():
    lone, _ = leader_with_a_hanging_disk()
    keep_hearing(lone, 1000)
    lone.core.role.check_quorum_deadline_ms += 10_000
    lone.now_ms = lone.core.role.disk_deadline_ms
    lone.feed(ev.RequestReceived(90_001, "CONTROLLER", DescribeQuorum()))
    assert lone.core.deadline_ms == lone.now_ms
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Resigned)


# -- beginQuorumEpoch and EndQuorumEpoch at the receiver -------------------------------------------


# -- BeginQuorumEpoch ------------------------------------------------------------------------------


def begin(lone, leader_id=2, epoch=5, **changes):
    request = BeginQuorumEpoch("cluster", 1, directory(1), leader_id, epoch, (endpoint(leader_id),))
    return lone.response(replace(request, **changes), BeginQuorumEpochResponse)


def test_a_leader_is_followed():
    lone = LoneCore()
    answer = begin(lone)
    assert (answer.error, answer.leader) == (ErrorCode.NONE, LeaderAndEpoch(2, 5))
    assert answer.leader_endpoint == endpoint(2)
    assert isinstance(lone.core.role, Follower)


def test_a_leader_outside_the_set_is_followed():
    lone = LoneCore()
    assert begin(lone, leader_id=8).error is ErrorCode.NONE
    assert isinstance(lone.core.role, Follower)


def test_the_voter_key_is_looked_at_after_the_leader_is_followed():
    lone = LoneCore()
    assert begin(lone, voter_id=3).error is ErrorCode.INVALID_VOTER_KEY
    assert lone.core.leader_and_epoch == LeaderAndEpoch(2, 5)


def test_without_endpoints_the_voter_set_is_asked():
    lone = LoneCore()
    begin(lone, leader_endpoints=())
    assert lone.core.role.endpoints == (endpoint(2),)


def test_useless_endpoints_are_answered_well_and_not_followed():
    lone = LoneCore()
    answer = begin(lone, leader_id=8, leader_endpoints=(Endpoint("OTHER", "x", 1),))
    assert (answer.error, answer.leader_endpoint) == (ErrorCode.NONE, None)
    assert isinstance(lone.core.role, Unattached)


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"epoch": 2}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"leader_id": -1, "leader_endpoints": ()}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2_000_000_001}, ErrorCode.INVALID_REQUEST),
    ],
)
def test_begin_quorum_epoch_is_refused_and_changes_nothing(changes, error):
    lone = at_end()
    assert begin(lone, **changes).error is error
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, 3)


def test_begin_quorum_epoch_of_another_cluster_is_refused():
    answer = begin(LoneCore(), cluster_id="other")
    assert answer.top_error is ErrorCode.INCONSISTENT_CLUSTER_ID


def test_a_second_leader_of_an_epoch_is_refused():
    lone = LoneCore()
    begin(lone)
    answer = begin(lone, leader_id=3)
    assert (answer.error, answer.leader) == (ErrorCode.INVALID_REQUEST, LeaderAndEpoch(2, 5))
    assert lone.noted(NoteKind.LEADER_CONTRADICTED) == 1


def test_being_named_leader_is_true_or_refused():
    lone = LoneCore()
    epoch = lone.lead().epoch
    assert begin(lone, 1, epoch).error is ErrorCode.NONE
    assert begin(lone, 1, epoch + 1).error is ErrorCode.INVALID_REQUEST
    assert lone.core.leader_and_epoch == LeaderAndEpoch(None, epoch + 1)
    assert begin(lone, 1, epoch + 1).error is ErrorCode.INVALID_REQUEST


def test_only_additional_endpoints_of_a_leader_are_a_change():
    lone = LoneCore()
    begin(lone)
    lone.fetched()
    begin(lone, leader_endpoints=(Endpoint("CONTROLLER", "moved", 7),))
    assert lone.core.role.endpoints == (endpoint(2),)
    more = (Endpoint("controller", "moved", 7), Endpoint("OTHER", "x", 8))
    begin(lone, leader_endpoints=more)
    assert lone.core.role.endpoints == more
    useless = (Endpoint("A", "x", 7), Endpoint("B", "x", 8), Endpoint("C", "x", 9))
    begin(lone, leader_endpoints=useless)
    assert lone.core.role.endpoints == more


def test_silent_leader_is_asked_at_its_new_address():
    lone = LoneCore()
    begin(lone)
    deadline_ms = lone.core.role.fetch_deadline_ms
    moved = (Endpoint("CONTROLLER", "moved", 7),)
    lone.advance(100)
    begin(lone, leader_endpoints=moved)
    assert lone.core.role.endpoints == (endpoint(2),)  # it may yet answer
    lone.fail(lone.awaiting(Fetch), FailureReason.REFUSED)
    begin(lone, leader_endpoints=moved)
    assert lone.core.role.endpoints == moved
    assert lone.awaiting(Fetch).to == Node(2, "moved", 7)
    assert lone.core.role.fetch_deadline_ms == deadline_ms
    assert lone.noted(NoteKind.LEADER_MOVED) == 1
    begin(lone, leader_endpoints=moved)
    assert lone.noted(NoteKind.LEADER_MOVED) == 1


def test_a_prospective_replica_goes_back_to_the_new_address():
    lone = LoneCore()
    begin(lone)
    role = lone.until(Prospective)
    moved = (Endpoint("CONTROLLER", "moved", 7),)
    begin(lone, leader_endpoints=moved)
    assert role.leader_endpoints == moved
    assert lone.core.role is role


# -- EndQuorumEpoch --------------------------------------------------------------------------------


def end(lone, *preferred, leader_id=2, epoch=5, **changes):
    request = EndQuorumEpoch("cluster", leader_id, epoch, tuple(preferred))
    return lone.response(replace(request, **changes), EndQuorumEpochResponse)


@pytest.mark.parametrize(
    ("preferred", "backoff_ms"),
    [
        ((), 0),
        ((key(1),), 0),
        ((key(1), key(3)), 0),
        ((key(3), key(1)), 500),
        ((key(3), key(1), key(4)), 250),
        ((key(3), key(4), key(1)), 500),
        ((key(3), key(4)), 1000),
        ((key(3), key(1, 9)), 1000),
        ((ReplicaKey(3), ReplicaKey(1)), 500),
    ],
)
def test_successors_campaign_one_after_the_other(preferred, backoff_ms):
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    asked_at = lone.now_ms
    assert end(lone, *preferred).error is ErrorCode.NONE
    lone.until(Prospective)
    assert asked_at + backoff_ms <= lone.now_ms <= asked_at + backoff_ms + 10


def test_after_a_resignation_pre_votes_are_granted_at_once():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    end(lone, key(3), key(1))
    assert asked(lone, replica=key(3), pre_vote=True).vote_granted


def test_answer_under_way_does_not_undo_the_deadline_of_a_resignation():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    lone.fetched(high_watermark=0)
    assert asked(lone, replica=key(3), pre_vote=True).vote_granted
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_installation_under_way_does_not_undo_the_deadline_of_a_resignation():
    snapshot_id = OffsetAndEpoch(100, 2)
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched(snapshot_id=snapshot_id)
    chunk = FetchSnapshotResponse(
        leader=LeaderAndEpoch(2, 5), snapshot_id=snapshot_id, size=3, payload=b"abc"
    )
    lone.answer(lone.awaiting(FetchSnapshot), chunk)
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    lone.feed(SnapshotStored(snapshot_id, 1, 3, (KRaftVersion(1), Voters(voter_set(1, 2, 3)))))
    assert lone.core.log.end == snapshot_id
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_repeated_resignation_does_not_put_the_campaign_off():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.fetched()
    resigned_at_ms = lone.now_ms
    for _ in range(3):
        end(lone, key(3), key(1))
        lone.advance(200)
    assert isinstance(lone.core.role, Prospective)
    assert lone.now_ms == resigned_at_ms + 600


def test_endpoints_of_a_resigned_leader_do_not_delay_the_campaign():
    lone = LoneCore()
    lone.follow(2, 5)
    resigned_at_ms = lone.now_ms
    end(lone, key(3), key(1))
    begin(lone, leader_endpoints=(endpoint(2), Endpoint("OTHER", "node2", 1)))
    assert len(lone.core.role.endpoints) == 2
    lone.until(Prospective)
    assert resigned_at_ms + 500 <= lone.now_ms <= resigned_at_ms + 510


def test_resignation_also_names_the_leader():
    lone = LoneCore()
    assert end(lone, key(3)).leader == LeaderAndEpoch(2, 5)
    assert isinstance(lone.core.role, Follower)


def test_end_quorum_epoch_is_refused():
    lone = at_end()
    assert end(lone, epoch=2).error is ErrorCode.FENCED_LEADER_EPOCH
    assert end(lone, leader_id=-1).error is ErrorCode.INVALID_REQUEST
    assert end(lone, cluster_id="x").top_error is ErrorCode.INCONSISTENT_CLUSTER_ID


def test_a_leader_is_not_moved_by_a_resignation_of_its_epoch():
    lone = LoneCore()
    epoch = lone.lead().epoch
    assert end(lone, leader_id=1, epoch=epoch).error is ErrorCode.NONE
    assert end(lone, leader_id=2, epoch=epoch).error is ErrorCode.INVALID_REQUEST
    assert isinstance(lone.core.role, Leader)


# -- a leader that has resigned --------------------------------------------------------------------


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


def test_end_quorum_epoch_is_repeated_until_each_voter_acknowledges_it():
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


def test_epoch_is_abandoned_after_an_election_timeout():
    lone = resigned()
    began = lone.now_ms
    lone.until(Prospective)
    assert began + 1000 <= lone.now_ms <= began + 2010
    assert lone.core.role.election == Election(2)


def test_with_the_epoch_end_quorum_epoch_is_over():
    lone = resigned()
    lone.advance(lone.core.role.election_deadline_ms - 20 - lone.now_ms)
    for node_id in (2, 3):
        lone.fail(lone.awaiting(EndQuorumEpoch, node_id), FailureReason.REFUSED)
    lone.effects.clear()
    lone.advance(20)
    assert lone.core.role.epoch == 2
    sent = [each.request for each in lone.effects if isinstance(each, fx.SendRequest)]
    assert not any(isinstance(each, EndQuorumEpoch) for each in sent)


@pytest.mark.parametrize("leader", [LeaderAndEpoch(3, 2), LeaderAndEpoch(None, 2)])
def test_answer_to_end_quorum_epoch_names_the_successor(leader):
    lone = resigned()
    answer(lone, 2, leader=leader, leader_endpoint=endpoint(3), error=ErrorCode.FENCED_LEADER_EPOCH)
    assert isinstance(lone.core.role, Follower if leader.leader_id else Unattached)
    assert lone.core.leader_and_epoch == leader


def test_former_leader_restarts_resigned_without_preferred_successors():
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


# -- what a leader owes when it stops leading ------------------------------------------------------


def test_parked_fetches_are_answered_when_the_leadership_ends():
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
