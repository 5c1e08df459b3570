"""Voter sets as the twin reads them off logs."""

from __future__ import annotations

from kraft_core.consensus.effects import ResetLog, TruncateLog
from kraft_core.consensus.values import KRaftVersion, OffsetAndEpoch, Voters
from kraft_core.consensus.voters import VoterSet
from kraft_core.simulation.invariants.membership_twin import Membership, is_in, majority_of
from tests.simulation.invariants.stage import Stage, key, voters


def membership(*node_ids, **fields):
    stage = Stage(*node_ids, **fields)
    twin = Membership(stage)
    for node_id in stage.nodes:
        stage.start(node_id)
    return stage, twin


def test_majorities():
    sizes = [majority_of(voters(*range(1, count + 1))) for count in (1, 2, 3, 4, 5)]
    assert sizes == [1, 2, 2, 3, 3]


def test_a_voter_is_its_directory():
    assert is_in(voters(1, 2), key(2))
    assert not is_in(voters(1, 2), key(2, 9))
    assert not is_in(voters(1, 2), key(3))


def test_what_a_node_is_formatted_with():
    stage, twin = membership(observers=(4,))
    assert twin.of(stage.nodes[1]).in_force == voters(1, 2, 3)
    assert twin.of(stage.nodes[4]).in_force == VoterSet()
    stage.lose_disk(1, 9)
    stage.start(1)
    assert twin.of(stage.nodes[1]).in_force == VoterSet()


def test_a_set_is_in_force_until_it_is_cut():
    stage, twin = membership()
    stage.begin_epoch(1, 1, KRaftVersion(1), Voters(voters(1, 2, 3)))
    stage.change(1, 1, voters(1, 2))
    read = twin.of(stage.nodes[1])
    assert (read.in_force, read.offset, read.level) == (voters(1, 2), 3, 1)
    assert read.removed_at(key(3)) == 3
    assert read.removed_at(key(4)) is None
    assert read.before(3) == voters(1, 2, 3)
    stage.effect(1, TruncateLog(1, 3))
    assert (read.in_force, read.removed_at(key(3))) == (voters(1, 2, 3), None)


def test_when_it_was_a_voter_last():
    stage, twin = membership(observers=(4,))
    read = twin.of(stage.nodes[4])
    assert read.voter_at is None
    stage.change(4, 1, voters(1, 2, 3, 4))
    assert read.voter_at == 0
    stage.change(4, 1, voters(1, 2, 3))
    assert read.voter_at == 0
    stage.effect(4, TruncateLog(1, 0))
    assert read.voter_at is None


def test_a_configured_set_does_not_count_for_that():
    stage, twin = membership(level=0)
    assert twin.of(stage.nodes[1]).voter_at is None


def test_below_the_log_is_what_was_committed():
    stage, twin = membership(observers=(4,))
    stage.write(1, 1)
    stage.change(1, 1, voters(1, 2))
    stage.change(1, 1, voters(1))
    stage.commit(1, 2)
    assert (twin.latest_committed, twin.set_before(1)) == (voters(1, 2), voters(1, 2, 3))
    stage.effect(4, ResetLog(1, OffsetAndEpoch(2, 1)))
    read = twin.of(stage.nodes[4])
    assert (read.in_force, read.level, read.offset) == (voters(1, 2), 1, -1)


def test_levels():
    stage, twin = membership(level=0)
    stage.write_control(1, 1, KRaftVersion(1), Voters(voters(1, 2, 3)))
    stage.commit(1)
    assert (twin.level_before(0), twin.level_before(1)) == (0, 1)
