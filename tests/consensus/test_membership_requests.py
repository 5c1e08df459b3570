"""What a follower asks of its leader about its own membership."""

from __future__ import annotations

import pytest

from kraft_core.consensus.batches import Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.rpc import (
    AddRaftVoter,
    AddRaftVoterResponse,
    BeginQuorumEpoch,
    Fetch,
    RemoveRaftVoter,
    RemoveRaftVoterResponse,
    UpdateRaftVoter,
    UpdateRaftVoterResponse,
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
