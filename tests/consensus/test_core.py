"""Dispatch, start, shutdown, the one deadline."""

from __future__ import annotations

import random

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.core import RaftCore
from kraft_core.raft.consensus.effects import Note, NoteKind
from kraft_core.raft.consensus.invariants import InvariantBroken, LogWriteFailedError
from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
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
    AddRaftVoterResponse,
    ApiVersions,
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
from kraft_core.raft.consensus.values import (
    Election,
    FailureReason,
    LeaderAndEpoch,
    Node,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSetHistory
from tests.support.lone_core import (
    LoneCore,
    batch,
    config,
    control_batch,
    directory,
    endpoint,
    history,
    key,
    log,
    voter_set,
)

# -- the one entry: order of effects, deadlines, turns, announcements ------------------------------


def test_a_changed_election_is_stored_before_everything_else():
    lone = LoneCore()
    lone.campaign()
    sent = lone.awaiting(object, 2)
    answer = VoteResponse(leader=LeaderAndEpoch(None, 0), vote_granted=True)
    found = lone.core.handle(ev.ResponseReceived(sent.request_id, answer), lone.now_ms, lone.now_ms)
    assert isinstance(found[0], fx.StoreElection)
    assert any(isinstance(each, fx.SendRequest) for each in found[1:])


def test_unchanged_election_is_not_stored():
    lone = LoneCore()
    lone.effects.clear()
    lone.advance(900)
    lone.until(Prospective)
    assert not any(isinstance(each, fx.StoreElection) for each in lone.effects)


def announced(lone):
    return [each.leader_and_epoch for each in lone.effects if isinstance(each, fx.AnnounceLeader)]


def test_every_change_of_leader_or_epoch_is_announced_once():
    lone = LoneCore()
    lone.follow(2, 3)
    lone.fetched()
    lone.follow(3, 4)
    lone.stand_and_win()
    lone.feed(ev.ResignRequested(5))
    assert announced(lone) == [
        LeaderAndEpoch(None, 0),
        LeaderAndEpoch(2, 3),
        LeaderAndEpoch(3, 4),
        LeaderAndEpoch(None, 5),
        LeaderAndEpoch(1, 5),
        LeaderAndEpoch(None, 5),
    ]


def test_the_deadline_is_always_to_come():
    lone = LoneCore()
    rng = random.Random(3)
    for _ in range(300):
        deadline = lone.core.deadline_ms
        assert deadline is not None
        assert deadline > lone.now_ms
        lone.now_ms = min(deadline, lone.now_ms + rng.randrange(700))
        lone.feed(ev.DeadlineReached())


def test_late_deadlines_are_caught_up_with_by_any_event():
    lone = LoneCore()
    lone.now_ms += 60_000
    lone.feed(ev.TurnEnded())
    assert isinstance(lone.core.role, Prospective)


def test_an_early_deadline_does_nothing():
    lone = LoneCore()
    lone.feed(ev.DeadlineReached())
    assert isinstance(lone.core.role, Unattached)


def test_a_clock_that_goes_backward_is_held():
    lone = LoneCore()
    deadline = lone.core.deadline_ms
    lone.now_ms -= 900
    lone.feed(ev.DeadlineReached())
    assert lone.state.now_ms == 1000
    assert lone.core.deadline_ms == deadline


def test_failed_write_stops_the_core():
    with pytest.raises(LogWriteFailedError, match="disk full"):
        LoneCore().feed(ev.LogWriteFailed("disk full"))


def test_completions_of_work_that_was_overtaken_are_noted():
    lone = LoneCore()
    lone.feed(ev.LogTruncated(4, 0))
    lone.feed(ev.LogReset(4, log(0).end))
    assert lone.noted(NoteKind.STALE_COMPLETION) == 2


def test_core_exposes_its_state():
    core = RaftCore(config(), random.Random(1))
    core.handle(ev.Started(Election(3), LogView(), history(1, 2)), 0, 0)
    assert core.config.node_id == 1
    assert isinstance(core.role, Unattached)
    assert core.log.end_offset == 0
    assert core.high_watermark is None
    assert core.leader_and_epoch == LeaderAndEpoch(None, 3)
    assert core.voters.ids == (1, 2)
    assert core.kraft_version == 1
    assert core.is_voter
    assert not core.is_shut_down


def test_the_same_events_give_the_same_effects():
    def run():
        lone = LoneCore(seed=9)
        lone.stand_and_win()
        lone.append(1)
        lone.fetch_as(2)
        lone.advance(5000)
        return lone.effects, [(each.kind, each.detail) for each in lone.notes]

    assert run() == run()


def test_note_of_a_role_change_has_epoch_and_leader():
    lone = LoneCore()
    lone.campaign()
    assert Note(NoteKind.BECAME_PROSPECTIVE, "epoch=0 leader=None") in lone.notes


def test_truncation_below_the_requested_offset_undoes_its_control_records():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2), slow=True)
    lone.follow(2, 3)
    lone.fetched(control_batch(10, 3, Voters(voter_set(1, 2))), batch(11, 3))
    lone.flush()
    lone.fetched(diverging=OffsetAndEpoch(11, 3))
    assert lone.core.voters.ids == (1, 2)
    lone.feed(ev.LogTruncated(1, 10))
    assert lone.core.voters.ids == (1, 2, 3)
    assert lone.core.log.end == OffsetAndEpoch(10, 1)


# -- what all parts share --------------------------------------------------------------------------


def test_voter_and_sole_voter_follow_from_the_voter_set():
    lone = LoneCore(voters=history(1))
    assert lone.state.is_voter
    assert lone.state.is_sole_voter
    assert not LoneCore().state.is_sole_voter
    assert not LoneCore(node_id=None).state.is_voter


def test_a_candidate_names_no_leader():
    lone = LoneCore()
    lone.stand()
    assert lone.state.leader_and_epoch == LeaderAndEpoch(None, 1)
    assert lone.state.leader_endpoint("CONTROLLER") is None


def test_the_leaders_endpoint_is_that_of_the_listener_asked():
    lone = LoneCore()
    lone.follow(2, 3)
    assert lone.state.leader_endpoint("controller") == endpoint(2)
    assert lone.state.leader_endpoint("OTHER") is None
    lone = LoneCore(election=Election(4, 8))
    assert lone.state.leader_endpoint("CONTROLLER") is None


def test_the_high_watermark_only_rises():
    lone = LoneCore()
    for offset in (0, 3, 2, 3, 4):
        lone.state.raise_high_watermark(offset)
    offsets = [each.offset for each in lone.state.take_effects()]
    assert offsets == [0, 3, 4]


def test_committed_end_follows_the_high_watermark():
    lone = LoneCore(log=log(10, 1))
    assert lone.state.committed_end == 0
    lone.state.raise_high_watermark(4)
    assert lone.state.committed_end == 4


def test_chance_is_bounded_and_repeatable():
    first, second = LoneCore(seed=4).state, LoneCore(seed=4).state
    drawn = [first.random_election_deadline_ms() for _ in range(100)]
    assert drawn == [second.random_election_deadline_ms() for _ in range(100)]
    assert all(2000 <= each < 3000 for each in drawn)
    assert first.random_below(0) == 0
    lone = LoneCore(changes={"election_timeout_ms": 0})
    assert lone.state.random_election_deadline_ms() > lone.state.now_ms


def test_effects_leave_in_order():
    state = LoneCore().state
    request_id = state.send(Node(7, "h", 1), ApiVersions())
    state.note(NoteKind.PEER_ERROR, node=7, error="X")
    state.reply(3, VoteResponse())
    found = state.take_effects()
    assert found == [
        fx.SendRequest(request_id, Node(7, "h", 1), ApiVersions()),
        Note(NoteKind.PEER_ERROR, "node=7 error=X"),
        fx.SendResponse(3, VoteResponse()),
    ]
    assert state.take_effects() == []


# -- which role a restarted replica has, and when a shutdown is complete ---------------------------


@pytest.mark.parametrize(
    ("stored", "role", "election"),
    [
        (None, Unattached, Election(3)),
        (Election(2, None, key(2)), Unattached, Election(3)),
        (Election(3, 1), Resigned, Election(3, 1)),
        (Election(7, None, key(1)), Candidate, Election(7, None, key(1))),
        (Election(7, None, ReplicaKey(1)), Candidate, Election(7, None, key(1))),
        (Election(7, None, key(1, 9)), Unattached, Election(7, None, key(1, 9))),
        (Election(7, 2, key(3)), Follower, Election(7, 2, key(3))),
        (Election(7, 2, key(1)), Follower, Election(7, 2, key(1))),
        (Election(7, 8, key(3)), Unattached, Election(7, 8, key(3))),
        (Election(7, None, key(3)), Unattached, Election(7, None, key(3))),
        (Election(7), Unattached, Election(7)),
    ],
)
def test_first_role_follows_from_quorum_state(stored, role, election):
    lone = LoneCore(election=stored, log=log(10, 3))
    assert isinstance(lone.core.role, role)
    assert lone.core.role.election == election
    assert lone.started[0] == fx.StoreElection(election, 1, (1, 2, 3))


def test_an_observer_that_voted_for_itself_keeps_the_vote_and_waits():
    lone = LoneCore(election=Election(7, None, key(1)), voters=history(2, 3))
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.voted == key(1)


def test_the_election_is_always_stored_at_the_start():
    lone = LoneCore(election=Election(7))
    assert isinstance(lone.started[0], fx.StoreElection)
    assert isinstance(LoneCore(voters=VoterSetHistory()).started[0], fx.StoreElection)


def test_a_vote_without_an_id_of_our_own_is_fatal():
    with pytest.raises(InvariantBroken, match="voter-has-an-id"):
        LoneCore(node_id=None, election=Election(3, None, key(2)))


def test_recovery_must_have_synced_everything():
    with pytest.raises(InvariantBroken, match="recovery-syncs-all"):
        LoneCore(log=LogView(0, 10, LeaderEpochs(((1, 0),)), flushed_end=5))


def test_started_comes_first_and_once():
    lone = LoneCore()
    with pytest.raises(InvariantBroken, match="started-first-and-once"):
        lone.feed(ev.Started(None, LogView(), VoterSetHistory()))


def test_given_log_and_voters_are_copied():
    given, voters = log(10, 3), history(1, 2, 3)
    lone = LoneCore(log=given, voters=voters)
    lone.follow(2, 4)
    lone.fetched(diverging=OffsetAndEpoch(5, 3))
    assert given == log(10, 3)
    assert voters == history(1, 2, 3)


def test_the_epoch_below_the_log_is_that_of_the_snapshot():
    stored = StoredSnapshot(OffsetAndEpoch(50, 4), 10)
    lone = LoneCore(log=LogView(50, 50), snapshots=(stored,))
    assert lone.core.log.end == OffsetAndEpoch(50, 4)
    assert lone.core.role.epoch == 4


# -- shutdown --------------------------------------------------------------------------------------


def completed(lone):
    return fx.ShutdownCompleted() in lone.effects


@pytest.mark.parametrize(
    "lone", [LoneCore(node_id=9), LoneCore(node_id=None), LoneCore(voters=history(1))]
)
def test_observers_and_sole_voters_end_at_once(lone):
    lone.feed(ev.ShutdownRequested())
    assert completed(lone)
    assert lone.core.is_shut_down
    assert lone.feed(ev.DeadlineReached()) == []
    assert lone.core.deadline_ms is None


def test_a_follower_ends_at_once():
    lone = LoneCore()
    lone.follow(2, 5)
    lone.feed(ev.ShutdownRequested())
    assert completed(lone)


def test_a_leader_hands_over_first():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    assert isinstance(lone.core.role, Resigned)
    lone.advance(3000)
    assert isinstance(lone.core.role, Resigned)
    assert not completed(lone)
    lone.ask(_begin(3, 2))
    assert completed(lone)


def _begin(leader_id, epoch):
    return BeginQuorumEpoch("cluster", 1, directory(1), leader_id, epoch, (endpoint(leader_id),))


def test_shutdown_completes_after_the_grace_time():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    lone.feed(ev.ShutdownRequested())
    lone.advance(4999)
    assert not completed(lone)
    lone.advance(1)
    assert completed(lone)


def test_candidate_continues_and_resigns_when_elected():
    lone = LoneCore()
    lone.stand()
    lone.feed(ev.ShutdownRequested())
    assert isinstance(lone.core.role, Candidate)
    lone.grant(2)
    assert isinstance(lone.core.role, Resigned)


def test_an_unattached_voter_begins_nothing():
    lone = LoneCore()
    lone.feed(ev.ShutdownRequested())
    lone.advance(4999)
    assert isinstance(lone.core.role, Unattached)
    lone.advance(1)
    assert completed(lone)


def test_a_sole_leader_answers_who_waits():
    lone = LoneCore(voters=history(1))
    assert isinstance(lone.core.role, Leader)
    assert lone.fetch_as(9) is None
    waiting = lone.last_asked
    lone.feed(ev.ShutdownRequested())
    assert waiting in lone.replies


def test_an_epoch_that_already_has_records_is_not_campaigned_in():
    """Somebody led it: the vote for ourselves was not enough."""
    lone = LoneCore(log=log(5, 4), election=Election(4, None, key(1)))
    assert isinstance(lone.core.role, Unattached)
    assert lone.core.role.voted == key(1)


# -- requests to whoever answers them, answers to whoever asked ------------------------------------


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
def test_every_request_is_answered_in_every_role(request_, kind, node_id):
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


# -- the one deadline ------------------------------------------------------------------------------


def test_an_observer_without_requests_has_none():
    lone = LoneCore(node_id=None, voters=history(), changes={"bootstrap_servers": ()})
    assert lone.core.deadline_ms is None


def test_roles_have_their_own():
    lone = LoneCore(changes={"bootstrap_servers": ()}, voters=history(1, 2, 3))
    assert lone.core.deadline_ms == min(lone.state.role.election_deadline_ms, lone.now_ms + 2000)
    lone.follow(2, 3)
    assert lone.core.deadline_ms == lone.now_ms + 2000
    lone.stand()
    assert isinstance(lone.core.role, Candidate)
    assert lone.core.deadline_ms == lone.core.role.election_deadline_ms


def test_a_leaders_is_the_next_of_many():
    lone = LoneCore()
    role = lone.lead(commit=False)
    lone.advance(900)
    assert lone.core.deadline_ms == role.begin_epoch_at_ms
    lone.fetch_as(2, max_wait_ms=30)
    assert lone.core.deadline_ms == lone.now_ms + 30
    lone.advance(30)
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert role.change.deadline_ms == lone.now_ms + 2000


def test_a_shutdown_ends_in_time():
    lone = LoneCore(changes={"shutdown_grace_ms": 7})
    lone.lead()
    lone.feed(ev.ShutdownRequested())
    assert lone.core.deadline_ms == lone.now_ms + 7


def test_witness_deadline_includes_its_timeout():
    lone = LoneCore(changes={"is_witness": True, "bootstrap_servers": ()})
    times = set()
    while lone.now_ms < 4000:
        times.add(lone.core.deadline_ms)
        lone.advance(lone.core.deadline_ms - lone.now_ms)
    assert 4000 in times
