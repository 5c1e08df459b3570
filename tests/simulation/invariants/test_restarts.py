"""What a disk held must be found again: cases that break it, and some that do not."""

from __future__ import annotations

from kraft_core.consensus.events import SnapshotStored
from kraft_core.consensus.log import StoredSnapshot
from kraft_core.consensus.values import Election, OffsetAndEpoch, ReplicaKey
from kraft_core.consensus.voters import VoterSetHistory
from kraft_core.simulation.invariants.restarts import RestartEquivalence
from kraft_core.simulation.shadow_log import ShadowLog
from tests.simulation.invariants.stage import Stage, broken, key, voters

VOTE = Election(3, None, key(2))


def lived():
    """Node 1 has stored a vote and three batches, of which the last may be gone."""
    stage = Stage()
    watching = stage.watched_by(RestartEquivalence)
    stage.store(1, VOTE)
    for _ in range(2):
        stage.write(1, 1)
    stage.flush()
    stage.write(1, 1)
    return stage, watching


def found(stage, count):
    """Recovery finds so many batches."""
    log = ShadowLog()
    for entry in stage.nodes[1].log.entries[:count]:
        log.append(entry)
    stage.nodes[1].log = log


def test_what_was_not_durable_may_go():
    for count in (2, 3):
        stage, watching = lived()
        stage.stop(1)
        found(stage, count)
        stage.start(1, VOTE)
        assert watching.reached == 1


def test_what_was_durable_may_not():
    stage, _ = lived()
    stage.stop(1)
    found(stage, 1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_another_log():
    stage, _ = lived()
    stage.stop(1)
    log = ShadowLog()
    for entry in stage.nodes[2].log.entries:
        log.append(entry)
    stage.nodes[1].log = log
    for _ in range(3):
        stage.write(1, 1, content=9)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_a_vote_that_is_forgotten():
    stage, _ = lived()
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, Election(3))


def test_the_file_of_level_0_has_no_directory():
    stage, _ = lived()
    stage.stop(1)
    stage.start(1, Election(3, None, ReplicaKey(2)))


def test_an_election_that_was_being_stored():
    stage, _ = lived()
    node = stage.nodes[1]
    stage.store(1, Election(4))
    node.stored_election = VOTE
    stage.stop(1)
    stage.start(1, Election(4))
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, Election(2))


def test_another_voter_set():
    stage, _ = lived()
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE, history=VoterSetHistory(sets=[(-1, voters(1, 2))], levels=[(-1, 1)]))


def test_a_snapshot_that_is_gone():
    stage, _ = lived()
    stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
    stage.stop(1)
    stage.start(1, VOTE, snapshots=(StoredSnapshot(OffsetAndEpoch(2, 1), 9),))
    stage.stop(1)
    with broken("RestartEquivalence"):
        stage.start(1, VOTE)


def test_a_new_disk_begins_anew():
    stage, _ = lived()
    stage.event(1, SnapshotStored(OffsetAndEpoch(2, 1), None, 9))
    stage.lose_disk(1, 9)
    stage.lose_disk(1, 8)
    stage.start(1)
