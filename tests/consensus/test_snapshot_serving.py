"""Serving, writing and deleting snapshots of our own."""

from __future__ import annotations

import pytest

from kraft_core.consensus import effects as fx
from kraft_core.consensus import events as ev
from kraft_core.consensus.batches import Voters
from kraft_core.consensus.notes import NoteKind
from kraft_core.consensus.rpc import FetchSnapshot, FetchSnapshotResponse
from kraft_core.consensus.snapshots import StoredSnapshot
from kraft_core.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Election,
    LeaderAndEpoch,
    OffsetAndEpoch,
)
from kraft_core.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter_set,
)

STORED = StoredSnapshot(OffsetAndEpoch(6, 1), 100)


def leader():
    lone = LoneCore(
        voters=history(1, 2, 3, at=4),
        log=log(10, 1),
        election=Election(2),
        snapshots=(STORED, StoredSnapshot(BOOTSTRAP_SNAPSHOT_ID, 50)),
    )
    lone.lead()
    return lone


def request(**changes):
    values = {
        "cluster_id": "cluster",
        "replica": key(2),
        "epoch": 3,
        "snapshot_id": STORED.snapshot_id,
        "position": 40,
        "max_bytes": 1000,
    }
    return FetchSnapshot(**{**values, **changes})


def test_a_piece_is_served():
    answer = leader().ask(request())
    assert isinstance(answer, fx.SendSnapshotChunk)
    assert (answer.snapshot_id, answer.position, answer.max_bytes) == (
        STORED.snapshot_id,
        40,
        1000,
    )
    assert answer.response == FetchSnapshotResponse(
        leader=LeaderAndEpoch(1, 3),
        leader_endpoint=endpoint(1),
        snapshot_id=STORED.snapshot_id,
        size=100,
        position=40,
    )


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"snapshot_id": OffsetAndEpoch(6, 2)}, ErrorCode.SNAPSHOT_NOT_FOUND),
        ({"snapshot_id": BOOTSTRAP_SNAPSHOT_ID}, ErrorCode.SNAPSHOT_NOT_FOUND),
        ({"position": 100}, ErrorCode.POSITION_OUT_OF_RANGE),
        ({"position": -1}, ErrorCode.POSITION_OUT_OF_RANGE),
        ({"max_bytes": -1}, ErrorCode.INVALID_REQUEST),
        ({"epoch": 2}, ErrorCode.FENCED_LEADER_EPOCH),
        ({"epoch": 4}, ErrorCode.UNKNOWN_LEADER_EPOCH),
    ],
)
def test_refusals(changes, error):
    answer = leader().response(request(**changes), FetchSnapshotResponse)
    assert (answer.error, answer.size, answer.leader) == (error, 0, LeaderAndEpoch(1, 3))


def test_other_clusters_and_other_roles():
    answer = leader().response(request(cluster_id="x"), FetchSnapshotResponse)
    assert answer.top_error is ErrorCode.INCONSISTENT_CLUSTER_ID
    lone = LoneCore(snapshots=(STORED,), log=log(10, 1))
    lone.follow(2, 3)
    answer = lone.response(request(), FetchSnapshotResponse)
    assert answer.error is ErrorCode.NOT_LEADER_OR_FOLLOWER


# -- writing ---------------------------------------------------------------------------------------


def writer():
    """Committed to 12: epoch 1 to 10, epoch 3 after; a voter set of four at 10."""
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(
        control_batch(10, 3, Voters(voter_set(1, 2, 3, 4))), batch(11, 3, 2), high_watermark=12
    )
    return lone


def written(lone):
    return [each for each in lone.effects if isinstance(each, fx.WriteSnapshot)]


def test_a_snapshot_holds_the_voters_at_its_end():
    lone = writer()
    lone.feed(ev.SnapshotRequested(OffsetAndEpoch(10, 1)))
    lone.feed(ev.SnapshotRequested(OffsetAndEpoch(11, 3)))
    assert written(lone) == [
        fx.WriteSnapshot(OffsetAndEpoch(10, 1), 1, voter_set(1, 2, 3)),
        fx.WriteSnapshot(OffsetAndEpoch(11, 3), 1, voter_set(1, 2, 3, 4)),
    ]


@pytest.mark.parametrize(
    "at",
    [OffsetAndEpoch(13, 3), OffsetAndEpoch(12, 2), OffsetAndEpoch(11, 1), OffsetAndEpoch(0, 0)],
)
def test_only_what_is_committed_and_of_this_log_is_snapshotted(at):
    lone = writer()
    lone.feed(ev.SnapshotRequested(at))
    assert written(lone) == []
    assert lone.noted(NoteKind.SNAPSHOT_REFUSED) == 1


def test_the_same_snapshot_is_written_once():
    lone = writer()
    at = OffsetAndEpoch(11, 3)
    lone.feed(ev.SnapshotRequested(at))
    lone.feed(ev.SnapshotRequested(at))
    lone.feed(ev.SnapshotStored(at, None, 70))
    lone.feed(ev.SnapshotRequested(at))
    assert len(written(lone)) == 1
    lone = writer()
    lone.feed(ev.SnapshotRequested(at))
    lone.feed(ev.SnapshotFailed(at, None))
    lone.feed(ev.SnapshotRequested(at))
    assert len(written(lone)) == 2


def test_below_level_1_a_snapshot_has_no_voters():
    lone = LoneCore(voters=VoterSetHistory(static_set(1)), log=log(10, 1))
    lone.feed(ev.SnapshotRequested(OffsetAndEpoch(10, 1)))
    assert written(lone) == [fx.WriteSnapshot(OffsetAndEpoch(10, 1), 0, None)]


def test_the_history_shrinks_to_what_the_snapshot_does_not_hold():
    lone = writer()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(11, 3), None, 70))
    assert [offset for offset, _ in lone.state.history.sets] == [10]
    assert lone.core.voters.ids == (1, 2, 3, 4)


def test_a_snapshot_fetched_by_other_means_must_be_committed_here():
    lone = writer()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(13, 3), None, 70))
    assert len(lone.state.snapshots) == 0


def test_a_snapshot_that_came_too_late_is_deleted():
    lone = writer()
    for at in (OffsetAndEpoch(10, 1), OffsetAndEpoch(12, 3)):
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    lone.effects.clear()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(11, 3), None, 70))
    assert lone.effects == [fx.DeleteSnapshots(OffsetAndEpoch(12, 3))]


def test_a_late_one_takes_no_others_with_it():
    lone = writer()
    kept = (OffsetAndEpoch(10, 1), OffsetAndEpoch(12, 3))
    for at in kept:
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(10, 1)))
    lone.effects.clear()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(9, 1), None, 70))
    assert lone.effects == [fx.DeleteSnapshots(OffsetAndEpoch(10, 1))]
    assert all(lone.state.snapshots.get(at) is not None for at in kept)


# -- deleting --------------------------------------------------------------------------------------


def test_the_log_goes_only_below_a_snapshot_that_stays():
    lone = writer()
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(10, 1)))
    assert lone.core.log.start_offset == 0
    for at in (OffsetAndEpoch(10, 1), OffsetAndEpoch(12, 3)):
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.effects.clear()
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    assert lone.effects == [fx.DeleteLogPrefix(12), fx.DeleteSnapshots(OffsetAndEpoch(12, 3))]
    assert (lone.core.log.start_offset, lone.core.log.start_epoch) == (12, 3)
    assert lone.core.voters.ids == (1, 2, 3, 4)
    lone.effects.clear()
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    assert lone.effects == []
