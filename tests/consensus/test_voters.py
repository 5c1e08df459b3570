"""Voter sets, their history, control records that change it."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.commit import append_control
from kraft_core.raft.consensus.effects import AppendControlRecords, NoteKind
from kraft_core.raft.consensus.values import (
    Endpoint,
    KRaftVersion,
    LeaderChange,
    Node,
    ReplicaKey,
    VersionRange,
    Voters,
)
from kraft_core.raft.consensus.voters import (
    Voter,
    VoterSet,
    VoterSetHistory,
    take_control,
    undo_control,
)
from tests.support.lone_core import (
    WALL_MS,
    LoneCore,
    directory,
    history,
    key,
    log,
    static_set,
    voter,
    voter_set,
)

# -- voter sets and their history by offset --------------------------------------------------------


def test_a_set_is_in_the_order_of_ids_and_has_each_id_once():
    assert voter_set(3, 1, 2).ids == (1, 2, 3)
    with pytest.raises(ValueError, match="duplicate id"):
        VoterSet.of([voter(1), voter(1, 9)])


@pytest.mark.parametrize(("size", "majority"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (5, 3)])
def test_majority_is_more_than_half(size, majority):
    assert voter_set(*range(1, size + 1)).majority == majority


def test_membership_needs_the_directory_unless_the_entry_has_none():
    assert voter_set(1, 2).has(key(1))
    assert not voter_set(1, 2).has(key(1, 9))
    assert not voter_set(1, 2).has(ReplicaKey(1))
    assert not voter_set(1, 2).has(key(3))
    assert static_set(1, 2).has(key(1, 9))
    assert voter_set(1).is_only(key(1))
    assert not voter_set(1, 2).is_only(key(1))


def test_changes_give_new_sets():
    voters = voter_set(1, 2)
    assert voters.with_voter(voter(3)).ids == (1, 2, 3)
    assert voters.with_voter(voter(2, 9)).get(2) == voter(2, 9)
    assert voters.without(1).ids == (2,)
    assert voters.without(7) == voters
    assert voters.ids == (1, 2)


def test_difference_counts_single_steps():
    assert voter_set(1, 2).difference(voter_set(1, 2, 3)) == 1
    assert voter_set(1, 2).difference(VoterSet.of([voter(1), voter(2, 9)])) == 2
    assert voter_set(1, 2).difference(VoterSet.of([voter(1), voter(2, 9)]), ids_only=True) == 0


def test_voter_set_returns_the_endpoints_of_a_voter():
    assert voter(2).node("controller") == Node(2, "node2", 9002)
    assert voter(2).node("OTHER") is None
    assert voter_set(1, 2).endpoints_of(2) == (Endpoint("CONTROLLER", "node2", 9002),)
    assert voter_set(1, 2).endpoints_of(3) == ()


def filled():
    history = VoterSetHistory(static_set(1, 2, 3))
    history.apply(10, KRaftVersion(1))
    history.apply(11, Voters(voter_set(1, 2, 3)))
    history.apply(20, Voters(voter_set(1, 2, 3, 4)))
    history.apply(30, Voters(voter_set(1, 2, 4)))
    return history


def test_the_static_set_is_in_force_until_one_is_written():
    history = VoterSetHistory(static_set(1, 2))
    assert (history.latest, history.latest_offset, history.level) == (static_set(1, 2), None, 0)
    assert not history.apply(3, LeaderChange(1, (1,), (1,)))
    history.apply(4, Voters(voter_set(1)))
    assert (history.latest, history.latest_offset) == (voter_set(1), 4)


def test_the_last_set_in_the_log_is_in_force_and_truncation_brings_back_the_one_before():
    history = filled()
    assert history.latest.ids == (1, 2, 4)
    history.truncate_new(30)
    assert history.latest.ids == (1, 2, 3, 4)
    history.truncate_new(11)
    assert history.latest == static_set(1, 2, 3)
    assert history.level == 1
    history.truncate_new(10)
    assert history.level == 0


def test_voter_set_and_level_are_found_by_offset():
    history = filled()
    assert history.set_at(9) is None
    assert history.level_at(9) == 0
    assert history.set_at(19) == voter_set(1, 2, 3)
    assert history.set_at(20) == voter_set(1, 2, 3, 4)
    assert history.level_at(99) == 1


def test_a_local_snapshot_keeps_the_set_in_force_at_its_end():
    history = filled()
    history.truncate_old(20)
    assert [offset for offset, _ in history.sets] == [20, 30]
    assert history.levels == [(10, 1)]
    history.truncate_old(25)
    assert [offset for offset, _ in history.sets] == [20, 30]


def test_records_of_a_snapshot_are_filed_before_its_end():
    history = filled()
    history.load_snapshot(50, (KRaftVersion(1), Voters(voter_set(5))))
    assert (history.latest, history.latest_offset, history.level) == (voter_set(5), 49, 1)


def test_bootstrap_snapshot_is_filed_before_the_log():
    history = VoterSetHistory()
    history.load_snapshot(0, (KRaftVersion(1), Voters(voter_set(1))))
    assert (history.latest_offset, history.level_offset) == (-1, -1)


def test_kraft_version_never_goes_down():
    history = filled()
    assert not history.apply(40, KRaftVersion(0))
    assert history.level == 1


def test_history_returns_the_offset_of_a_removal():
    history = filled()
    assert history.removed_at(key(3)) == 30
    assert history.removed_at(key(1)) is None
    assert history.removed_at(key(9)) is None
    history.apply(40, Voters(voter_set(1, 2, 3)))
    assert history.removed_at(key(3)) is None
    assert history.removed_at(key(4)) == 40
    history.apply(50, Voters(voter_set(1, 2)))
    assert history.removed_at(key(4)) == 40


def test_a_replaced_disk_is_another_replica():
    history = VoterSetHistory(
        sets=[(5, voter_set(1, 2)), (9, VoterSet.of([voter(1), voter(2, 8)]))]
    )
    assert history.removed_at(key(2)) == 9
    assert history.removed_at(ReplicaKey(2, directory(8))) is None


def test_a_removal_that_a_snapshot_hides_is_not_known():
    history = VoterSetHistory(static_set(3), sets=[(-1, voter_set(1, 2))])
    assert history.removed_at(key(3)) is None


def test_copy_of_a_history_does_not_change_with_it():
    history = filled()
    copy = history.copy()
    copy.truncate_new(0)
    assert history.latest.ids == (1, 2, 4)


def test_a_removal_by_the_upgrade_begins_with_the_level():
    """Both records are one batch: a cut between them takes the whole of it."""
    history = VoterSetHistory(static_set(1, 2))
    history.apply(7, KRaftVersion(1))
    history.apply(8, Voters(VoterSet.of([voter(1), voter(2, 8)])))
    assert history.removed_at(key(2)) == 7
    assert history.removed_at(key(1)) is None


def test_a_removal_right_above_a_snapshot_begins_with_itself():
    """The level that a snapshot files below it is not a part of its batch (default, seed 2187)."""
    history = VoterSetHistory()
    history.load_snapshot(9, [KRaftVersion(1), Voters(voter_set(1, 2, 3))])
    history.apply(9, Voters(voter_set(1, 2)))
    assert history.removed_at(key(3)) == 9


def test_descriptions_are_compared_as_maps():
    one = Voter(key(1), (Endpoint("A", "a", 1), Endpoint("B", "b", 2)))
    assert one.says_the_same_as(Voter(key(1), (Endpoint("b", "b", 2), Endpoint("a", "a", 1))))
    assert not one.says_the_same_as(Voter(key(1), (Endpoint("A", "a", 1), Endpoint("B", "b", 3))))
    assert not one.says_the_same_as(Voter(key(1), (Endpoint("A", "a", 1),)))
    assert not one.says_the_same_as(Voter(key(1, 2), one.endpoints))
    assert not one.says_the_same_as(Voter(key(1), one.endpoints, VersionRange(0, 1)))


# -- control records act when they are appended and are undone when they are cut -------------------


def test_an_append_says_where_and_when():
    lone = LoneCore()
    leader = lone.lead()
    lone.state.wall_ms = WALL_MS + 5
    base = append_control(lone.state, leader, (Voters(voter_set(1, 2)),), append_id=9)
    assert base == 3
    assert lone.core.log.end_offset == 4
    effect = next(
        each for each in lone.state.take_effects() if isinstance(each, AppendControlRecords)
    )
    assert effect == AppendControlRecords(
        0, 3, leader.epoch, (Voters(voter_set(1, 2)),), WALL_MS + 5, 9
    )
    assert list(leader.progress.voters) == [1, 2]


def test_leader_forgets_contact_with_a_removed_voter():
    lone = LoneCore(voters=history(1, 2, 3, 4, 5))
    leader = lone.stand_and_win()
    lone.fetch_as(2)
    assert list(leader.heard) == [2]
    append_control(lone.state, leader, (Voters(voter_set(1, 3, 4, 5)),))
    assert leader.heard == {}


def test_records_have_offsets_of_their_own():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2)))
    records = (LeaderChange(1, (), ()), KRaftVersion(1), Voters(voter_set(1, 2)))
    take_control(lone.state, 10, records)
    assert (lone.state.history.level_offset, lone.state.history.latest_offset) == (11, 12)
    notes = [each.kind for each in lone.state.take_effects()]
    assert notes == [NoteKind.KRAFT_VERSION_CHANGED, NoteKind.VOTERS_CHANGED]
    undo_control(lone.state, 12)
    assert lone.core.voters == static_set(1, 2)
    assert lone.core.kraft_version == 1
    assert lone.state.take_effects()[0].kind is NoteKind.VOTERS_REVERTED


def test_replica_that_was_a_voter_has_left_after_its_removal():
    lone = LoneCore(node_id=4)
    assert not lone.state.has_left
    take_control(lone.state, 3, (Voters(voter_set(1, 4)),))
    take_control(lone.state, 4, (Voters(voter_set(1)),))
    assert lone.state.has_left


def test_an_addition_that_was_undone_is_no_membership():
    lone = LoneCore(node_id=4, log=log(3, 1))
    take_control(lone.state, 3, (Voters(voter_set(1, 4)),))
    undo_control(lone.state, 3)
    assert not lone.state.has_left


def test_the_set_before_one_that_was_undone_counts_as_membership():
    """Else a removal that follows would not end auto join."""
    lone = LoneCore(node_id=4, log=log(3, 1))
    take_control(lone.state, 3, (Voters(voter_set(1, 4)),))
    take_control(lone.state, 4, (Voters(voter_set(1, 2, 4)),))
    undo_control(lone.state, 4)
    take_control(lone.state, 4, (Voters(voter_set(1)),))
    assert lone.state.has_left


def test_a_removal_that_was_undone_leaves_a_voter():
    lone = LoneCore(node_id=2)
    take_control(lone.state, 3, (Voters(voter_set(1, 3)),))
    assert lone.state.has_left
    undo_control(lone.state, 3)
    assert not lone.state.has_left
    assert lone.core.is_voter
