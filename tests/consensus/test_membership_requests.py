"""What a follower asks of its leader about its own membership."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import pytest

from kraft_core.consensus.batches import Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.roles import Follower
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    BeginQuorumEpoch,
    Fetch,
    FetchResponse,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
    Vote,
)
from kraft_core.consensus.values import (
    Endpoint,
    FailureReason,
    LeaderAndEpoch,
    OffsetAndEpoch,
    VersionRange,
)
from kraft_core.consensus.voters import Voter, VoterSet, VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    directory,
    endpoint,
    history,
    key,
    start_of_epoch,
    static_set,
    voter,
    voter_set,
)

MOVED = (Endpoint("CONTROLLER", "moved", 7),)
LEADER = LeaderAndEpoch(2, 1)


def follower(node_id=1, **values):
    lone = LoneCore(node_id=node_id, **values)
    lone.ask(BeginQuorumEpoch("cluster", -1, None, 2, 1, (endpoint(2),)))
    lone.fetched()
    return lone


def keep_fetching(lone, duration_ms):
    """Let time pass with a leader that answers every fetch."""
    end = lone.now_ms + duration_ms
    while lone.now_ms < end:
        lone.advance(50)
        if lone.requests(Fetch):
            lone.fetched()


def test_a_voter_whose_entry_is_out_of_date_says_so_each_period():
    lone = follower(changes={"endpoints": MOVED})
    keep_fetching(lone, 1900)
    assert lone.requests(UpdateRaftVoter) == []
    keep_fetching(lone, 150)
    expected = UpdateRaftVoter("cluster", 1, key(1), MOVED, VersionRange(0, 1))
    assert lone.requests(UpdateRaftVoter) == [expected]
    assert lone.requests(Fetch) == []
    lone.answer(lone.awaiting(UpdateRaftVoter), UpdateRaftVoterResponse(leader=LEADER))
    assert lone.requests(Fetch)
    keep_fetching(lone, 2100)
    assert len(lone.requests(UpdateRaftVoter)) == 1


def test_a_voter_whose_entry_is_right_says_nothing():
    lone = follower()
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


@pytest.mark.parametrize("error", [ErrorCode.NONE, ErrorCode.UNSUPPORTED_VERSION])
def test_at_level_0_each_leader_is_told_once(error):
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    lone.answer(lone.awaiting(UpdateRaftVoter), UpdateRaftVoterResponse(error=error, leader=LEADER))
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 1


def test_a_leader_without_the_api_is_not_told_again():
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    lone.fail(lone.awaiting(UpdateRaftVoter), FailureReason.UNSUPPORTED)
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 1


def test_other_errors_are_tried_again_in_the_next_period():
    lone = follower(voters=VoterSetHistory(static_set(1, 2, 3)))
    keep_fetching(lone, 2100)
    answer = UpdateRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT, LEADER)
    lone.answer(lone.awaiting(UpdateRaftVoter), answer)
    keep_fetching(lone, 2100)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 2


def test_an_update_answer_tells_of_a_new_leader():
    lone = follower(changes={"endpoints": MOVED})
    keep_fetching(lone, 2100)
    answer = UpdateRaftVoterResponse(
        ErrorCode.NOT_LEADER_OR_FOLLOWER, LeaderAndEpoch(3, 4), endpoint(3)
    )
    lone.answer(lone.awaiting(UpdateRaftVoter), answer)
    assert lone.core.leader_and_epoch == LeaderAndEpoch(3, 4)


# -- auto join -------------------------------------------------------------------------------------


def joiner(node_id=4, **changes):
    return follower(node_id, changes={"auto_join": True, **changes})


def test_an_observer_joins_by_itself():
    lone = joiner()
    keep_fetching(lone, 2100)
    expected = AddRaftVoter(
        "cluster", key(4), (endpoint(4),), ack_when_committed=False, timeout_ms=2000
    )
    assert lone.requests(AddRaftVoter) == [expected]
    lone.answer(lone.awaiting(AddRaftVoter), AddRaftVoterResponse())
    keep_fetching(lone, 1900)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_an_entry_of_another_directory_is_removed_first():
    lone = joiner(3, directory_id=directory(9))
    keep_fetching(lone, 2100)
    assert lone.requests(RemoveRaftVoter) == [RemoveRaftVoter("cluster", key(3))]
    lone.answer(lone.awaiting(RemoveRaftVoter), RemoveRaftVoterResponse())


@pytest.mark.parametrize(
    ("error", "answer"),
    [
        (ErrorCode.REQUEST_TIMED_OUT, AddRaftVoterResponse),
        (ErrorCode.DUPLICATE_VOTER, AddRaftVoterResponse),
        (ErrorCode.VOTER_NOT_FOUND, AddRaftVoterResponse),
    ],
)
def test_it_is_tried_again_each_period(error, answer):
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.answer(lone.awaiting(AddRaftVoter), answer(error))
    keep_fetching(lone, 2200)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 2


@pytest.mark.parametrize(
    "lone",
    [
        follower(4),
        joiner(is_controller=False),
        follower(4, voters=VoterSetHistory(static_set(1, 2, 3)), changes={"auto_join": True}),
        joiner(1),
        follower(None, changes={"auto_join": True}),
    ],
)
def test_who_does_not_join(lone):
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0


def test_a_removal_that_it_saw_commit_is_obeyed_until_the_next_start():
    lone = joiner(1)
    removal = control_batch(0, 1, Voters(voter_set(2, 3)))
    lone.fetched(removal)
    lone.fetched(high_watermark=1)
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 1
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0
    again = follower(1, voters=history(2, 3, at=0), changes={"auto_join": True})
    keep_fetching(again, 2100)
    assert again.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_a_removal_that_it_saw_is_obeyed_before_it_knows_that_it_committed():
    """The leader may know by now; asking again would undo what an operator did."""
    lone = joiner(1)
    lone.fetched(control_batch(0, 1, Voters(voter_set(2, 3))))
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 0
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 0


def test_an_addition_that_was_truncated_is_no_removal():
    """Its leader fell before the set with it was committed: nobody removed it."""
    lone = joiner()
    lone.fetched(start_of_epoch(0, 1, 2, 1, 2, 3), high_watermark=3)
    lone.fetched(control_batch(3, 1, Voters(voter_set(1, 2, 3, 4))))
    assert lone.core.is_voter
    lone.follow_any(3, 2)
    lone.fetched(diverging=OffsetAndEpoch(3, 1))
    lone.fetched(high_watermark=3)
    assert not lone.core.is_voter
    assert lone.noted(NoteKind.AUTO_JOIN_STOPPED) == 0
    keep_fetching(lone, 2200)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1


def test_a_configured_set_makes_no_member_of_a_new_disk():
    """controller.quorum.voters still stands in its file, but the quorum has long been dynamic."""
    lone = follower(
        1,
        voters=VoterSetHistory(static_set(1, 2, 3)),
        changes={"auto_join": True, "directory_id": directory(9)},
    )
    lone.fetched(start_of_epoch(0, 1, 2, 1, 2, 3), high_watermark=3)
    lone.fetched(high_watermark=3)
    assert not lone.core.is_voter
    keep_fetching(lone, 2200)
    assert lone.requests(RemoveRaftVoter) == [RemoveRaftVoter("cluster", key(1))]


def test_an_entry_in_another_order_and_case_is_no_reason_to_write():
    """Java's leaders keep endpoints in a map, whose order is any."""
    known = (Endpoint("EXTERNAL", "out", 2), endpoint(1))
    voters = VoterSet.of([Voter(key(1), known, VersionRange(0, 1)), voter(2), voter(3)])
    lone = follower(
        voters=VoterSetHistory(sets=[(-1, voters)], levels=[(-1, 1)]),
        changes={"endpoints": (endpoint(1), Endpoint("external", "out", 2))},
    )
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


def test_a_voter_that_tells_no_address_asks_for_no_update():
    lone = follower(changes={"endpoints": (Endpoint("OTHER", "h", 1),)})
    keep_fetching(lone, 10_000)
    assert lone.noted(NoteKind.VOTER_UPDATE_SENT) == 0


# -- beside fetches --------------------------------------------------------------------------------


@dataclass
class Leader:
    """Node 2 answers each Fetch in 5 ms with a record, and a request for membership with `answer`.

    None answers nothing. Bootstrap servers are dead: they never answer. `asked` are the kinds of
    requests to the leader, in order.
    """

    lone: LoneCore
    answer: object
    asked: list[type] = field(default_factory=list)
    last: object = None

    def run(self, duration_ms):
        lone = self.lone
        for _ in range(duration_ms // 5):
            lone.advance(5)
            assert isinstance(lone.core.role, Follower), lone.core.role
            sent = next((each for each in lone.sent if each.to.id == 2), None)
            if sent is not None and sent is not self.last:
                self.last = sent
                self.take(sent)

    def take(self, sent):
        lone, kind = self.lone, type(sent.request)
        self.asked.append(kind)
        if kind is Fetch:
            assert sent.request.fetch_offset == lone.core.log.end_offset
            lone.answer(sent, self.records(sent.request.fetch_offset))
        elif isinstance(self.answer, FailureReason):
            lone.fail(sent, self.answer)
        elif self.answer is not None:
            lone.answer(sent, self.answer)

    def records(self, offset):
        return FetchResponse(
            leader=LEADER, high_watermark=offset, batches=(batch(offset, 1),), payload=b"x" * 10
        )


JOINS = [
    None,
    FailureReason.TIMED_OUT,
    FailureReason.REFUSED,
    FailureReason.UNSUPPORTED,
    AddRaftVoterResponse(ErrorCode.UNSUPPORTED_VERSION),
    AddRaftVoterResponse(ErrorCode.INVALID_REQUEST),
    AddRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT),
]
UPDATES = [
    None,
    FailureReason.TIMED_OUT,
    FailureReason.REFUSED,
    UpdateRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT, LEADER),
    UpdateRaftVoterResponse(ErrorCode.INVALID_REQUEST, LEADER),
    UpdateRaftVoterResponse(ErrorCode.VOTER_NOT_FOUND, LEADER),
]


@pytest.mark.parametrize(
    ("values", "kind", "answer"),
    [({"node_id": 4, "changes": {"auto_join": True}}, AddRaftVoter, each) for each in JOINS]
    + [
        ({"node_id": 1, "changes": {"endpoints": MOVED}}, UpdateRaftVoter, each) for each in UPDATES
    ],
)
def test_fetches_and_refused_requests_for_membership_both_make_progress(values, kind, answer):
    leader = Leader(follower(**values), answer)
    leader.lone.advance(0)
    leader.run(40_000)
    waits_ms = 1000 if answer is None else 0
    asked = leader.asked.count(kind)
    assert 40_000 // (2000 + waits_ms) - 3 <= asked <= 40_000 // (2000 + waits_ms)
    free_ms = 40_000 - asked * (waits_ms + 50)
    assert leader.asked.count(Fetch) >= free_ms // 10
    assert leader.lone.noted(NoteKind.FETCH_TIMED_OUT) == 0
    assert leader.lone.requests(Vote) == []


@pytest.mark.parametrize("answer", [None, AddRaftVoterResponse(ErrorCode.INVALID_REQUEST)])
def test_requests_for_membership_that_are_always_due_take_turns_with_fetches(answer):
    """The Fetch goes first; of two for membership there is always a Fetch between."""
    lone = LoneCore(node_id=4, changes={"auto_join": True})
    lone.ask(BeginQuorumEpoch("cluster", -1, None, 2, 1, (endpoint(2),)))
    leader = Leader(lone, answer)
    for _ in range(2_000):
        if isinstance(lone.core.role, Follower):
            lone.core.role.update_voter_at_ms = lone.now_ms
        leader.run(5)
    assert leader.asked[0] is Fetch
    joins = [place for place, each in enumerate(leader.asked) if each is AddRaftVoter]
    assert len(joins) >= 3
    assert all(leader.asked[place - 1] is Fetch for place in joins)


def test_period_begins_with_the_answer():
    lone = joiner()
    keep_fetching(lone, 2100)
    sent = lone.awaiting(AddRaftVoter)
    lone.advance(900)
    lone.answer(sent, AddRaftVoterResponse(ErrorCode.REQUEST_TIMED_OUT))
    keep_fetching(lone, 1950)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 1
    keep_fetching(lone, 100)
    assert lone.noted(NoteKind.AUTO_JOIN_SENT) == 2


def test_connection_refused_to_a_request_for_membership_backs_off_the_leader():
    lone = joiner()
    keep_fetching(lone, 2100)
    lone.fail(lone.awaiting(AddRaftVoter), FailureReason.REFUSED)
    assert [each.to.id for each in lone.sent] in ([-2], [-3])
    lone.advance(lone.core.config.retry_backoff_ms)
    assert 2 in [each.to.id for each in lone.sent]


def test_fetch_to_a_dead_bootstrap_server_does_not_block_one_to_the_leader():
    lone = follower()
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    (bootstrap,) = lone.sent
    assert bootstrap.to.id < 0
    lone.advance(lone.core.config.retry_backoff_ms)
    assert {each.to.id for each in lone.sent} == {2, bootstrap.to.id}


@pytest.mark.parametrize("late", ["records", "divergence", "snapshot"])
def test_second_answer_to_the_same_fetch_changes_nothing(late):
    """The bootstrap server is the leader under another node id."""
    lone = follower()
    lone.fail(lone.awaiting(Fetch), FailureReason.TIMED_OUT)
    lone.advance(lone.core.config.retry_backoff_ms)
    (bootstrap,) = (each for each in lone.sent if each.to.id < 0)
    answer = FetchResponse(
        leader=LEADER, high_watermark=0, batches=(batch(0, 1),), payload=b"x" * 10
    )
    lone.answer(lone.awaiting(Fetch, 2), answer)
    again = {
        "records": answer,
        "divergence": replace(answer, diverging=OffsetAndEpoch(0, 0), batches=(), payload=b""),
        "snapshot": replace(answer, snapshot_id=OffsetAndEpoch(9, 1), batches=(), payload=b""),
    }
    lone.answer(bootstrap, again[late])
    assert lone.core.log.end == OffsetAndEpoch(1, 1)
    assert lone.core.role.download is None
    assert lone.noted(NoteKind.RECORDS_REFUSED) == 0
    assert [each.to.id for each in lone.sent] == [2]
