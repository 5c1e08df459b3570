"""Appends, truncation, flushes, the high watermark of leader and follower."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.commit import truncate_log
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.invariants import InvariantBroken
from kraft_core.raft.consensus.roles import Leader, Resigned
from kraft_core.raft.consensus.rpc import RemoveRaftVoter
from kraft_core.raft.consensus.values import BatchSummary, Election, KRaftVersion
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import LoneCore, batch, history, key, log

# -- the user's batches ----------------------------------------------------------------------------


def rejections(lone):
    return [each for each in lone.effects if isinstance(each, fx.RejectAppend)]


def test_a_batch_gets_its_place_and_epoch():
    lone = LoneCore()
    epoch = lone.lead().epoch
    end = lone.core.log.end_offset
    lone.append(7, size=30, count=4)
    appended = lone.appended[-1]
    assert (appended.append_id, appended.base_offset, appended.epoch) == (7, end, epoch)
    assert appended.batches == (batch(end, epoch, 4, 30),)
    assert bytes(appended.payload) == b"x" * 30
    assert lone.core.log.end_offset == end + 4


def test_only_a_leader_of_that_epoch_appends():
    lone = LoneCore()
    lone.append(1)
    lone.lead()
    lone.feed(ev.AppendRequested(2, lone.core.role.epoch + 1, batch(0, 0), b""))
    lone.feed(ev.AppendRequested(3, lone.core.role.epoch - 1, batch(0, 0), b""))
    expected = [fx.RejectAppend(each, ErrorCode.NOT_LEADER_OR_FOLLOWER) for each in (1, 2, 3)]
    assert rejections(lone) == expected
    assert lone.noted(NoteKind.APPEND_REJECTED) == 3


def test_place_of_the_next_append_is_known_to_a_leader_in_its_epoch_alone():
    lone = LoneCore(changes={"unflushed_bytes_max": 100})
    assert lone.core.append_offset(0, 10) is None
    epoch = lone.lead().epoch
    end = lone.core.log.end_offset
    assert lone.core.append_offset(epoch, 10) == end
    assert lone.core.append_offset(epoch - 1, 10) is None
    assert lone.core.append_offset(epoch + 1, 10) is None
    assert lone.core.append_offset(epoch, 100) == end
    assert lone.core.append_offset(epoch, 101) is None
    lone.feed(ev.WitnessChanged(on=True))
    assert lone.core.append_offset(epoch, 10) is None


def test_leader_that_is_about_to_leave_takes_no_append():
    """Each reason counts alone, also before the turn ends in which the leader steps down."""
    lone = LoneCore()
    leader = lone.lead()
    leader.resigns = True
    assert lone.core.append_offset(leader.epoch, 1) is None
    leader.resigns = False
    assert lone.core.append_offset(leader.epoch, 1) is not None
    lone.state.shutdown_at_ms = lone.now_ms + 60_000
    assert lone.core.append_offset(leader.epoch, 1) is None


def test_a_witness_does_not_write_for_users():
    lone = LoneCore()
    lone.lead()
    lone.feed(ev.WitnessChanged(on=True))
    lone.append(1)
    assert rejections(lone) == [fx.RejectAppend(1, ErrorCode.NOT_CONTROLLER)]


def test_appends_in_flight_are_limited_until_they_commit():
    lone = LoneCore(changes={"appends_in_flight_max": 2})
    lone.lead()
    for append_id in (1, 2, 3):
        lone.append(append_id)
    assert rejections(lone) == [fx.RejectAppend(3, ErrorCode.THROTTLING_QUOTA_EXCEEDED)]
    lone.fetch_as(2)
    lone.append(4)
    assert len(rejections(lone)) == 1


def test_unflushed_bytes_are_limited_until_they_are_flushed():
    lone = LoneCore(changes={"unflushed_bytes_max": 100})
    lone.lead()
    lone.slow = True
    lone.append(1, size=60)
    lone.append(2, size=60)
    assert rejections(lone) == [fx.RejectAppend(2, ErrorCode.THROTTLING_QUOTA_EXCEEDED)]
    lone.flush()
    lone.append(3, size=100)
    assert len(rejections(lone)) == 1


@pytest.mark.parametrize(
    "summary",
    [BatchSummary(0, -1, 0, 10), BatchSummary(0, 0, 0, 10, (KRaftVersion(1),))],
)
def test_batches_that_are_none_of_the_users_are_refused(summary):
    lone = LoneCore()
    epoch = lone.lead().epoch
    lone.feed(ev.AppendRequested(1, epoch, summary, b""))
    assert rejections(lone) == [fx.RejectAppend(1, ErrorCode.INVALID_RECORD)]


def test_completions_of_an_older_generation_are_ignored():
    lone = LoneCore(slow=True)
    lone.lead(commit=False)
    lone.feed(ev.LogFlushed(5, lone.core.log.end_offset))
    assert lone.core.log.flushed_end == 0
    assert lone.noted(NoteKind.STALE_COMPLETION) == 1


# -- cutting the log -------------------------------------------------------------------------------


def test_truncation_begins_a_generation():
    lone = LoneCore(log=log(10, 1), election=Election(2))
    truncate_log(lone.state, 6)
    assert lone.state.take_effects()[-1] == fx.TruncateLog(1, 6)
    assert not lone.state.may_claim


def test_truncation_below_the_high_watermark_breaks_an_invariant():
    lone = LoneCore(log=log(10, 1), election=Election(2))
    lone.state.raise_high_watermark(7)
    with pytest.raises(InvariantBroken, match="no-truncation-of-committed"):
        truncate_log(lone.state, 6)


# -- the high watermark ----------------------------------------------------------------------------


def leader(*ids, end=10, **changes):
    ids = ids or (1, 2, 3)
    values = {"voters": history(*ids, at=4), "log": log(end, 1), "election": Election(2)}
    lone = LoneCore(**{**values, **changes})
    lone.stand_and_win()
    return lone


def watermarks(lone):
    return [each.offset for each in lone.effects if isinstance(each, fx.AdvanceHighWatermark)]


def test_a_record_of_an_earlier_epoch_commits_only_with_one_of_this_epoch():
    """KIP-595's extra condition: a majority at the epoch's start offset commits nothing."""
    lone = leader()
    lone.fetch_as(2, 10)
    assert lone.core.role.high_watermark is None
    lone.fetch_as(2, 11)
    assert lone.core.role.high_watermark == 11


def test_a_leader_counts_only_what_it_has_flushed_itself():
    lone = leader()
    lone.fetch_as(2)
    lone.slow = True
    lone.append()
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 11
    lone.flush()
    assert lone.core.role.high_watermark == 12


def test_two_followers_commit_without_the_leaders_own_disk():
    lone = leader()
    lone.fetch_as(2)
    lone.slow = True
    lone.append()
    lone.fetch_as(2)
    lone.fetch_as(3)
    assert lone.core.role.high_watermark == 12
    assert watermarks(lone) == [11, 12]


def test_high_watermark_needs_three_of_five_voters():
    lone = leader(1, 2, 3, 4, 5)
    lone.fetch_as(2)
    assert lone.core.role.high_watermark is None
    lone.fetch_as(3)
    assert lone.core.role.high_watermark == 11


def test_fetches_that_go_backward_do_not_lower_it():
    lone = leader()
    lone.fetch_as(2)
    lone.fetch_as(2, 5)
    assert lone.core.role.high_watermark == 11
    assert lone.core.role.progress.voters[2].end_offset == 5


def test_fetches_of_observers_do_not_raise_the_high_watermark():
    lone = leader()
    lone.fetch_as(8)
    lone.fetch_as(9)
    assert lone.core.role.high_watermark is None


def test_removal_of_a_voter_never_lowers_the_high_watermark():
    lone = leader(1, 2, 3, 4)
    for node_id in (2, 3):
        lone.fetch_as(node_id)
    assert lone.core.role.high_watermark == 11
    lone.ask(RemoveRaftVoter(None, key(3)))
    assert lone.core.role.high_watermark == 11


def test_a_leader_outside_the_set_does_not_count_itself_and_resigns_when_that_commits():
    lone = leader()
    lone.fetch_as(2)
    lone.ask(RemoveRaftVoter(None, key(1)))
    asked = lone.last_asked
    assert not lone.core.is_voter
    lone.fetch_as(2)
    assert lone.core.role.high_watermark == 11
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Resigned)
    assert lone.replies[asked].response.error == 0


def test_a_new_leader_does_not_repeat_a_lower_high_watermark():
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(high_watermark=10)
    lone.stand_and_win()
    assert lone.core.role.high_watermark is None
    assert lone.core.high_watermark == 10
    lone.feed(ev.TurnEnded())
    lone.fetch_as(2)
    assert watermarks(lone) == [10, 11]
