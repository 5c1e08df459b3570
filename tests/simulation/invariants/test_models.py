"""Tests of the reference models that invariants share."""

from __future__ import annotations

from kraft_core.raft.consensus.effects import DeleteSnapshots, ResetLog, TruncateLog
from kraft_core.raft.consensus.events import SnapshotStored, TurnEnded
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.consensus.roles import Unattached
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Election,
    KRaftVersion,
    OffsetAndEpoch,
    ReplicaKey,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSet
from kraft_core.sim.quorum.invariants.invariant import model_of
from kraft_core.sim.quorum.invariants.models import (
    Ballots,
    Disks,
    Membership,
    Shelves,
    hears_leader,
    holds,
    is_addressee,
    is_in,
    log_end,
    majority_of,
    must_consent,
)
from tests.simulation.invariants.stage import Stage, following, key, leading, vote_for, voters


def watched():
    stage, seen = Stage(), []
    Ballots(stage).watch(lambda _, ballot: seen.append(ballot))
    for node_id in stage.nodes:
        stage.start(node_id)
    return stage, seen


def test_ballot_has_the_stored_elections_before_and_after():
    stage, seen = watched()
    stage.store(1, Election(2, 3))
    stage.vote(1, vote_for(key(2), 3), granted=True)
    (ballot,) = seen
    assert (ballot.before, ballot.after) == (Election(2, 3), Election(3, None, key(2)))
    assert ballot.is_fresh
    assert ballot.is_sound
    assert ballot.role == Unattached(0)


def test_request_without_key_or_with_the_own_key_is_addressed_to_the_node():
    stage = Stage()
    node = stage.nodes[1]
    assert is_addressee(node, vote_for(key(2), 1))
    assert is_addressee(node, vote_for(key(2), 1, to=key(1)))
    assert not is_addressee(node, vote_for(key(2), 1, to=key(1, 9)))
    assert not is_addressee(node, vote_for(key(2), 1, to=key(3)))


def test_hears_leader_needs_a_fetch_or_leadership():
    stage = Stage()
    node = stage.nodes[1]
    assert not hears_leader(node)
    node.core.role = following(2, 1, has_fetched=True)
    assert hears_leader(node)
    node.core.role = leading(1, 1)
    assert hears_leader(node)


def consents(role, epoch, *, pre_vote):
    stage, seen = watched()
    stage.role(1, role)
    stage.store(1, role.election)
    stage.vote(1, vote_for(key(2), epoch, pre_vote=pre_vote), granted=False)
    return must_consent(stage.nodes[1], seen[0])


def test_roles_that_must_grant_votes_and_pre_votes():
    assert consents(following(3, 1, has_fetched=True), 2, pre_vote=False)
    assert not consents(following(3, 1), 1, pre_vote=False)
    assert not consents(following(3, 1, has_fetched=True), 1, pre_vote=True)
    assert consents(following(3, 1), 1, pre_vote=True)
    assert consents(Unattached(1), 1, pre_vote=True)
    assert not consents(leading(1, 1), 1, pre_vote=True)


def test_the_end_of_a_log():
    stage = Stage()
    log = stage.nodes[1].log
    assert log_end(log, 0) == (0, 0)
    stage.write(1, 2)
    assert log_end(log, 1) == (2, 1)
    assert log_end(log, 5) is None


def membership(*node_ids, **fields):
    stage = Stage(*node_ids, **fields)
    model = Membership(stage)
    for node_id in stage.nodes:
        stage.start(node_id)
    return stage, model


def test_majority_is_more_than_half():
    sizes = [majority_of(voters(*range(1, count + 1))) for count in (1, 2, 3, 4, 5)]
    assert sizes == [1, 2, 2, 3, 3]


def test_a_voter_is_its_directory():
    assert is_in(voters(1, 2), key(2))
    assert not is_in(voters(1, 2), key(2, 9))
    assert not is_in(voters(1, 2), key(3))


def test_membership_model_starts_with_the_formatted_voters():
    stage, model = membership(observers=(4,))
    assert model.of(stage.nodes[1]).in_force == voters(1, 2, 3)
    assert model.of(stage.nodes[4]).in_force == VoterSet()
    stage.lose_disk(1, 9)
    stage.start(1)
    assert model.of(stage.nodes[1]).in_force == VoterSet()


def test_set_is_in_force_until_it_is_truncated():
    stage, model = membership()
    stage.begin_epoch(1, 1, KRaftVersion(1), Voters(voters(1, 2, 3)))
    stage.change(1, 1, voters(1, 2))
    read = model.of(stage.nodes[1])
    assert (read.in_force, read.offset, read.level) == (voters(1, 2), 3, 1)
    assert read.removed_at(key(3)) == 3
    assert read.removed_at(key(4)) is None
    assert read.before(3) == voters(1, 2, 3)
    stage.effect(1, TruncateLog(1, 3))
    assert (read.in_force, read.removed_at(key(3))) == (voters(1, 2, 3), None)


def test_membership_model_keeps_where_a_node_was_last_a_voter():
    stage, model = membership(observers=(4,))
    read = model.of(stage.nodes[4])
    assert read.voter_at is None
    stage.change(4, 1, voters(1, 2, 3, 4))
    assert read.voter_at == 0
    stage.change(4, 1, voters(1, 2, 3))
    assert read.voter_at == 0
    stage.effect(4, TruncateLog(1, 0))
    assert read.voter_at is None


def test_static_voter_set_does_not_set_voter_at():
    stage, model = membership(level=0)
    assert model.of(stage.nodes[1]).voter_at is None


def test_set_below_a_reset_log_is_the_committed_one():
    stage, model = membership(observers=(4,))
    stage.write(1, 1)
    stage.change(1, 1, voters(1, 2))
    stage.change(1, 1, voters(1))
    stage.commit(1, 2)
    assert (model.latest_committed, model.set_before(1)) == (voters(1, 2), voters(1, 2, 3))
    stage.effect(4, ResetLog(1, OffsetAndEpoch(2, 1)))
    read = model.of(stage.nodes[4])
    assert (read.in_force, read.level, read.offset) == (voters(1, 2), 1, -1)


def test_level_before_an_offset_follows_the_log():
    stage, model = membership(level=0)
    stage.write_control(1, 1, KRaftVersion(1), Voters(voters(1, 2, 3)))
    stage.commit(1)
    assert (model.level_before(0), model.level_before(1)) == (0, 1)


def written():
    stage = Stage()
    disks = Disks(stage)
    for node_id in (1, 2):
        stage.write(node_id, 1)
        stage.write(node_id, 1)
    stage.flush(1)
    return stage, disks


def test_disk_model_counts_only_flushed_entries():
    stage, disks = written()
    last = stage.nodes[1].log.last
    assert disks.is_stored(key(1), last)
    assert disks.is_stored(ReplicaKey(1), last)
    assert not disks.is_stored(key(2), last)
    assert disks.stored_count(voters(1, 2, 3), last) == 1


def test_snapshot_holds_the_entries_below_it():
    stage, _ = written()
    log, entry = stage.nodes[2].log, stage.nodes[1].log.last
    log.reset(entry.end_offset)
    assert holds(log, 0, entry)


def test_disk_model_keeps_the_content_of_a_lost_disk():
    stage, disks = written()
    last = stage.nodes[1].log.last
    stage.lose_disk(1, 9)
    assert disks.is_stored(key(1), last)
    assert not disks.is_stored(key(1, 9), last)
    assert disks.at_stop(stage.nodes[1]) is None


def test_disk_model_keeps_the_state_at_the_stop():
    stage, disks = written()
    stage.store(1, Election(2))
    stage.stop(1)
    state = disks.at_stop(stage.nodes[1])
    assert (state.flushed_end, state.election, state.attempted) == (2, Election(2), Election(2))


def test_snapshots_of_a_node_are_tracked():
    stage = Stage()
    shelves = Shelves(stage)
    found = (StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 1), StoredSnapshot(OffsetAndEpoch(4, 1), 9))
    stage.start(1, snapshots=found)
    shelf = shelves.of(stage.nodes[1])
    assert shelf.end_offset == 4
    stage.event(1, SnapshotStored(OffsetAndEpoch(8, 2), None, 9))
    assert shelf.end_offset == 8
    stage.effect(1, DeleteSnapshots(OffsetAndEpoch(8, 2)))
    assert shelf.snapshots == {8: OffsetAndEpoch(8, 2)}
    stage.start(1)
    assert shelves.of(stage.nodes[1]).end_offset == 0


class Counting:
    def __init__(self, cluster):
        self.count = 0
        cluster.hooks.events[TurnEnded].append(self._ended)

    def _ended(self, _node, _event):
        self.count += 1


def test_one_of_a_kind():
    stage, other = Stage(), Stage()
    assert model_of(stage, Counting) is model_of(stage, Counting)
    assert model_of(stage, Counting) is not model_of(other, Counting)


def test_model_runs_before_other_hooks():
    stage = Stage()
    seen = []
    counting = model_of(stage, Counting)
    stage.hooks.events[TurnEnded].append(lambda *_: seen.append(counting.count))
    stage.event(1, TurnEnded())
    assert seen == [1]
