"""A voter that has fewer records than it acknowledged, by a restored directory or a copy.
Divergence C59."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.log import LeaderEpochs, LogView, StoredSnapshot
from kraft_core.raft.consensus.progress import Regression
from kraft_core.raft.consensus.roles import Leader, Resigned
from kraft_core.raft.consensus.rpc import DescribeQuorum, DescribeQuorumResponse
from kraft_core.raft.consensus.values import OffsetAndEpoch, SnapshotId, WitnessReason
from tests.support.lone_core import WALL_MS, LoneCore, history, key, log


def leader(*, voters=(1, 2, 3), behind=(), view=None, snapshots=()):
    """All voters have the whole log, which is committed; those in `behind` never fetched."""
    lone = LoneCore(log=view or log(10, 1), voters=history(*voters, at=4), snapshots=snapshots)
    if len(voters) > 3:
        lone.stand_and_win()
    else:
        lone.lead(commit=False)
    for _ in range(3):
        lone.append()
    for node_id in voters[1:]:
        if node_id not in behind:
            lone.fetch_as(node_id)
    assert lone.core.high_watermark == lone.core.log.end_offset
    return lone


def details(lone):
    return [note.detail for note in lone.notes if note.kind is NoteKind.VOTER_REGRESSED]


def described(lone):
    return lone.response(DescribeQuorum(), DescribeQuorumResponse).regressions


def shown_end(lone, voter_id):
    voters = lone.response(DescribeQuorum(), DescribeQuorumResponse).voters
    return next(each.log_end_offset for each in voters if each.key.id == voter_id)


def test_fetch_below_what_was_acknowledged_is_noted_counted_and_shown():
    lone = leader()
    end = lone.core.log.end_offset
    assert described(lone) == ()
    lone.fetch_as(2, 5)
    (detail,) = details(lone)
    for word in (f"voter={key(2)}", f"acknowledged={end}", "fetched=5", f"high_watermark={end}"):
        assert word in detail
    found = Regression(key(2), end, 5, WALL_MS + lone.now_ms)
    assert described(lone) == lone.core.regressions == (found,)
    assert lone.core.regressions_seen == 1


def test_late_fetch_of_a_second_connection_is_reported_until_the_next_one():
    """It cannot be told from a loss: a voter that has just found its leader can have asked the same
    process as a bootstrap server, and that request can arrive after its first one as a follower.
    """
    lone = leader()
    end = lone.core.log.end_offset
    lone.fetch_as(2, end - 1)
    assert len(details(lone)) == len(described(lone)) == 1
    lone.fetch_as(2, end)
    assert described(lone) == ()


def shrunk(**changes):
    """A leader whose log begins with a snapshot at 8."""
    view = LogView(8, 10, LeaderEpochs(((1, 8),)))
    return leader(view=view, snapshots=(StoredSnapshot(SnapshotId(8, 1), 50),), **changes)


@pytest.mark.parametrize("fetched", [0, 5])
def test_copy_that_is_older_than_the_log_is_reported_before_it_gets_a_snapshot(fetched):
    lone = shrunk()
    end = lone.core.log.end_offset
    answer = lone.fetch_as(2, fetched, last_epoch=min(fetched, 1))
    assert answer.response.snapshot_id == SnapshotId(8, 1)
    assert len(details(lone)) == 1
    found = Regression(key(2), end, fetched, WALL_MS + lone.now_ms)
    assert described(lone) == (found,)
    assert shown_end(lone, 2) == end, "as Kafka, which is not told by such a fetch"
    lone.fetch_as(2, 8)
    assert len(described(lone)) == 1
    assert shown_end(lone, 2) == 8
    lone.fetch_as(2, end)
    assert described(lone) == ()
    assert lone.core.regressions_seen == 1


def test_voter_that_waits_for_a_snapshot_holds_nothing_that_is_committed():
    lone = shrunk(behind=(3,))
    lone.fetch_as(2, 5)
    resign(lone)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Resigned)


def test_fetch_below_the_log_is_no_contact_and_that_of_a_new_voter_no_regression():
    lone = shrunk(behind=(3,))
    before = lone.core.role.progress.voters[2].last_fetch_at_ms
    lone.now_ms += 1
    lone.fetch_as(2, 5)
    lone.fetch_as(3, 0)
    assert lone.core.role.progress.voters[2].last_fetch_at_ms == before
    assert lone.core.role.progress.voters[3].end_offset is None
    assert [each.key for each in lone.core.regressions] == [key(2)]


@pytest.mark.parametrize("is_foreign", [False, True])
def test_snapshot_for_another_directory_or_an_observer_is_no_fall(is_foreign):
    lone = shrunk()
    lone.fetch_as(2 if is_foreign else 4, 5, number=9)
    assert lone.core.regressions == ()
    assert details(lone) == []


def test_fetch_under_the_key_of_the_leader_takes_nothing_from_it():
    lone = shrunk()
    end = lone.core.log.end_offset
    lone.fetch_as(1, 5)
    assert lone.core.role.progress.own.end_offset == end
    assert lone.core.regressions == ()


def test_voter_that_diverged_is_reported_by_the_fetch_after_its_truncation():
    lone = leader()
    end = lone.core.log.end_offset
    assert lone.fetch_as(2, 12, last_epoch=1).response.diverging == OffsetAndEpoch(10, 1)
    assert details(lone) == []
    lone.fetch_as(2, 10)
    assert lone.core.regressions == (Regression(key(2), end, 10, WALL_MS + lone.now_ms),)
    assert lone.core.regressions_seen == 1


def test_regression_is_reported_until_the_voter_has_caught_up_again():
    lone = leader()
    end = lone.core.log.end_offset
    lone.fetch_as(2, 5)
    lone.append()
    lone.fetch_as(2, end - 1)
    assert len(lone.core.regressions) == 1
    lone.fetch_as(2, end)
    assert lone.core.regressions == ()
    assert lone.core.regressions_seen == len(details(lone)) == 1


def test_commits_and_check_quorum_stay():
    lone = leader()
    committed = lone.core.high_watermark
    lone.fetch_as(2, 5)
    assert lone.core.high_watermark == committed
    lone.append()
    lone.fetch_as(3)
    assert lone.core.high_watermark == committed + 1
    lone.advance(lone.core.config.check_quorum_timeout_ms + 1)
    assert isinstance(lone.core.role, Resigned)


@pytest.mark.parametrize("number", [9, None])
def test_foreign_directory_and_an_observer_are_no_voters(number):
    lone = leader()
    if number is None:
        lone.fetch_as(4)
        lone.fetch_as(4, 5)
    else:
        lone.fetch_as(2, 5, number=number)
    assert lone.core.regressions == ()
    assert details(lone) == []


def test_two_processes_with_one_key_are_counted_and_noted_once_a_minute():
    lone = leader()
    end = lone.core.log.end_offset
    for _ in range(20):
        lone.fetch_as(2, 5)
        lone.fetch_as(2, end)
    assert (lone.core.regressions_seen, len(details(lone))) == (20, 1)
    minute = lone.core.config.contest_ms
    for _ in range(minute // 500):
        lone.advance(500)
        lone.fetch_as(3)
    lone.fetch_as(2, 5)
    assert (lone.core.regressions_seen, len(details(lone))) == (21, 2)


def test_new_leader_has_nothing_to_compare_with():
    """A new leader cannot see a restore before its epoch (docs/troubleshooting.md)."""
    lone = leader()
    lone.fetch_as(2, 5)
    lone.follow(3, lone.core.role.epoch + 1)
    assert lone.core.regressions == ()
    assert lone.core.regressions_seen == 1


# -- it does not resign of its own will while an election could lose records -----------------------


def endangered():
    """Node 2 lost what it acknowledged, and node 3 never had it: only this leader has it."""
    lone = leader(behind=(3,))
    lone.fetch_as(2, 5)
    lone.fetch_as(3, 5)
    return lone


def give_way(lone):
    lone.feed(ev.PeerDescribed(3, may_lead=True))
    lone.feed(ev.WitnessChanged(True, WitnessReason.DISK))


def resign(lone):
    lone.feed(ev.ResignRequested(lone.core.role.epoch))


def test_resignation_on_request_waits_until_a_majority_has_what_is_committed():
    lone = endangered()
    resign(lone)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3, lone.core.high_watermark - 1)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(3)
    assert isinstance(lone.core.role, Resigned)


def test_witness_hands_over_once_a_majority_has_what_is_committed():
    lone = leader(voters=(1, 2, 3, 4, 5), behind=(4, 5))
    give_way(lone)  # 3 could lead, and is level; but 2 was restored just before
    assert isinstance(lone.core.role, Resigned)
    lone = leader(voters=(1, 2, 3, 4, 5), behind=(4, 5))
    lone.fetch_as(2, 5)
    give_way(lone)
    assert isinstance(lone.core.role, Leader)
    lone.fetch_as(4)
    assert isinstance(lone.core.role, Resigned)


def test_own_disk_that_hangs_gets_its_time_again():
    lone = leader(voters=(1, 2, 3, 4, 5), behind=(5,))
    lone.slow = True
    lone.append()
    for node_id in (2, 3, 4):
        lone.fetch_as(node_id)
    assert lone.core.high_watermark > lone.core.log.flushed_end
    lone.fetch_as(2, 5)
    timeout = lone.core.config.check_quorum_timeout_ms
    for _ in range(3):
        for _ in range(4):
            lone.advance(timeout // 4 + 1)
            for node_id in (3, 4):
                lone.fetch_as(node_id)
            lone.fetch_as(2, 5)
        assert isinstance(lone.core.role, Leader)
        assert lone.core.deadline_ms > lone.now_ms
    lone.fetch_as(2)
    for _ in range(4):
        lone.advance(timeout // 4 + 1)
        for node_id in (2, 3, 4):
            lone.fetch_as(node_id)
    assert isinstance(lone.core.role, Resigned)


def test_check_quorum_and_shutdown_end_it_all_the_same():
    lone = endangered()
    lone.advance(lone.core.config.check_quorum_timeout_ms + 1)
    assert isinstance(lone.core.role, Resigned)
    lone = endangered()
    lone.feed(ev.ShutdownRequested())
    assert isinstance(lone.core.role, Resigned)


def test_leader_that_hears_less_than_it_committed_without_a_regression_resigns():
    """Only a voter that lost records counts, not one that was never there."""
    lone = leader(behind=(3,))
    resign(lone)
    assert isinstance(lone.core.role, Resigned)
