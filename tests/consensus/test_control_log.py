"""Control records act when they are appended and are undone when they are cut."""

from __future__ import annotations

from kraft_core.consensus.batches import KRaftVersion, LeaderChange, Voters
from kraft_core.consensus.control_log import append_control, take_control, undo_control
from kraft_core.consensus.effects import AppendControlRecords
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.voters import VoterSetHistory
from tests.support.lone_core import WALL_MS, LoneCore, history, log, static_set, voter_set


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


def test_who_left_the_set_is_not_heard_any_more():
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


def test_membership_is_remembered():
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


def test_a_removal_that_was_undone_leaves_a_voter():
    lone = LoneCore(node_id=2)
    take_control(lone.state, 3, (Voters(voter_set(1, 3)),))
    assert lone.state.has_left
    undo_control(lone.state, 3)
    assert not lone.state.has_left
    assert lone.core.is_voter
