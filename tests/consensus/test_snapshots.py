"""Snapshots: served, written, downloaded, installed. Divergence C16 to C18."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus import effects as fx
from kraft_core.raft.consensus import events as ev
from kraft_core.raft.consensus.effects import NoteKind
from kraft_core.raft.consensus.log import StoredSnapshot
from kraft_core.raft.consensus.roles import Follower, Prospective, Unattached
from kraft_core.raft.consensus.rpc import (
    EndQuorumEpoch,
    Fetch,
    FetchResponse,
    FetchSnapshot,
    FetchSnapshotResponse,
    Vote,
)
from kraft_core.raft.consensus.values import (
    BOOTSTRAP_SNAPSHOT_ID,
    Election,
    FailureReason,
    KRaftVersion,
    LeaderAndEpoch,
    OffsetAndEpoch,
    Voters,
)
from kraft_core.raft.consensus.voters import VoterSetHistory
from kraft_wire.errors import ErrorCode
from tests.support.lone_core import (
    LoneCore,
    batch,
    control_batch,
    directory,
    endpoint,
    history,
    key,
    log,
    static_set,
    voter_set,
)

# -- serving, writing and deleting snapshots of our own --------------------------------------------


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
def test_fetch_snapshot_is_refused(changes, error):
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


def writer(snapshots=()):
    """Committed to 12: epoch 1 to 10, epoch 3 after; a voter set of four at 10."""
    lone = LoneCore(
        voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2), snapshots=snapshots
    )
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


def test_a_snapshot_has_the_level_at_its_end():
    lone = LoneCore(voters=VoterSetHistory(static_set(1, 2, 3)), log=log(10, 1))
    lone.follow(2, 3)
    lone.fetched(
        control_batch(10, 3, KRaftVersion(1)),
        control_batch(11, 3, Voters(voter_set(1, 2, 3))),
        batch(12, 3),
        high_watermark=13,
    )
    for offset in (10, 11, 12):
        lone.feed(ev.SnapshotRequested(OffsetAndEpoch(offset, 1 if offset == 10 else 3)))
    assert [(each.snapshot_id.offset, each.kraft_version) for each in written(lone)] == [
        (10, 0),
        (11, 1),
        (12, 1),
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
    assert lone.core.snapshots == ()


def test_a_stored_snapshot_counts_up_to_the_high_watermark():
    lone = writer()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(12, 3), None, 70))
    assert lone.state.snapshots.get(OffsetAndEpoch(12, 3)) is not None
    assert lone.noted(NoteKind.SNAPSHOT_WRITTEN) == 1
    lone = LoneCore(log=log(10, 1))
    assert lone.core.high_watermark is None
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(1, 1), None, 70))
    assert lone.core.snapshots == ()
    assert lone.noted(NoteKind.SNAPSHOT_REFUSED) == 1


def test_a_stored_snapshot_at_the_log_start_counts():
    lone = writer()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(1, 1), None, 70))
    assert lone.state.snapshots.get(OffsetAndEpoch(1, 1)) is not None
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(12, 3), None, 70))
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    assert lone.core.log.start_offset == 12
    lone.effects.clear()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(12, 3), None, 70))
    assert lone.effects == []
    assert lone.noted(NoteKind.SNAPSHOT_REFUSED) == 0


def test_a_snapshot_that_came_too_late_is_deleted():
    lone = writer()
    for at in (OffsetAndEpoch(10, 1), OffsetAndEpoch(12, 3)):
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    lone.effects.clear()
    lone.feed(ev.SnapshotStored(OffsetAndEpoch(11, 3), None, 70))
    assert lone.effects == [fx.DeleteSnapshots(OffsetAndEpoch(12, 3))]


def test_late_older_snapshot_does_not_delete_newer_ones():
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
    assert (lone.core.log.start_offset, lone.core.log.epochs.earlier) == (12, 3)
    assert lone.core.voters.ids == (1, 2, 3, 4)
    lone.effects.clear()
    lone.feed(ev.PrefixExpired(OffsetAndEpoch(12, 3)))
    assert lone.effects == []


@pytest.mark.parametrize("way", ["cleaned", "downloaded"])
def test_bootstrap_snapshot_goes_with_the_log_below_the_first_one(way):
    """One that stayed would be the oldest at every later cleaning, and end each of them."""
    bootstrap = (StoredSnapshot(OffsetAndEpoch(0, 0), 200),)
    if way == "downloaded":
        lone = sent_to_snapshot(snapshots=bootstrap)
        chunk(lone, 0, b"whole", size=5)
        lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 5, CONTROLS))
        assert fx.DeleteSnapshots(SNAPSHOT) in lone.effects
        assert lone.core.snapshots == (StoredSnapshot(SNAPSHOT, 5),)
        return
    lone = writer(snapshots=bootstrap)
    first = StoredSnapshot(OffsetAndEpoch(10, 1), 70)
    lone.feed(ev.SnapshotStored(first.snapshot_id, None, 70))
    assert lone.core.snapshots == (*bootstrap, first)
    lone.effects.clear()
    lone.feed(ev.PrefixExpired(first.snapshot_id))
    assert lone.effects == [
        fx.DeleteLogPrefix(10),
        fx.DeleteSnapshots(first.snapshot_id),
    ]
    assert lone.core.snapshots == (first,)


@pytest.mark.parametrize("is_stored_first", [False, True])
def test_uncommitted_voter_set_at_the_end_of_a_snapshot_can_be_undone(is_stored_first):
    at = OffsetAndEpoch(10, 1)
    lone = LoneCore(voters=history(1, 2, 3, at=4), log=log(10, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(high_watermark=10)
    if is_stored_first:
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.fetched(control_batch(10, 3, Voters(voter_set(1, 2, 3, 4))))
    if not is_stored_first:
        lone.feed(ev.SnapshotStored(at, None, 70))
    lone.feed(ev.PrefixExpired(at))
    assert lone.core.log.start_offset == 10
    assert lone.core.voters == voter_set(1, 2, 3, 4)
    lone.fetched(diverging=at)
    assert lone.core.voters == voter_set(1, 2, 3)


# -- downloading a snapshot and putting it in the place of the log ---------------------------------


SNAPSHOT = OffsetAndEpoch(100, 2)


CONTROLS = (KRaftVersion(1), Voters(voter_set(1, 2, 3, 4)))


def sent_to_snapshot(**changes):
    values = {"voters": history(1, 2, 3), "log": log(10, 1), "election": Election(2)}
    lone = LoneCore(**{**values, **changes})
    lone.follow(2, 3)
    lone.fetched(snapshot_id=SNAPSHOT)
    return lone


def chunk(lone, position, data, *, size=30, **changes):
    values = {
        "leader": LeaderAndEpoch(2, 3),
        "snapshot_id": SNAPSHOT,
        "size": size,
        "position": position,
        "payload": data,
    }
    lone.answer(lone.awaiting(FetchSnapshot), FetchSnapshotResponse(**{**values, **changes}))


def kinds(lone, *kinds):
    return [each for each in lone.effects if isinstance(each, kinds)]


def test_snapshot_is_downloaded_installed_and_takes_the_place_of_the_log():
    lone = sent_to_snapshot()
    expected = FetchSnapshot("cluster", key(1), 3, SNAPSHOT, 0, 1 << 20)
    assert lone.requests(FetchSnapshot) == [expected]
    chunk(lone, 0, b"x" * 29)
    assert lone.requests(FetchSnapshot)[0].position == 29
    chunk(lone, 29, b"y")
    assert kinds(lone, fx.StoreSnapshotChunk, fx.FinishSnapshot) == [
        fx.StoreSnapshotChunk(1, SNAPSHOT, 0, b"x" * 29),
        fx.StoreSnapshotChunk(1, SNAPSHOT, 29, b"y"),
        fx.FinishSnapshot(1, SNAPSHOT),
    ]
    assert lone.requests(Fetch) == lone.requests(FetchSnapshot) == []
    lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 30, CONTROLS))
    assert fx.ResetLog(1, SNAPSHOT) in lone.effects
    assert lone.core.log.end == SNAPSHOT
    assert lone.core.high_watermark == 100
    assert lone.core.voters.ids == (1, 2, 3, 4)
    fetch = lone.requests(Fetch)[0]
    assert (fetch.fetch_offset, fetch.last_fetched_epoch, fetch.high_watermark) == (100, 2, 100)


def test_the_next_piece_is_asked_for_when_the_last_one_is_stored():
    lone = sent_to_snapshot()
    lone.slow = True
    chunk(lone, 0, b"x" * 20)
    assert lone.requests(FetchSnapshot) == lone.requests(Fetch) == []
    lone.feed(ev.SnapshotChunkStored(1, SNAPSHOT, 20))
    assert lone.requests(FetchSnapshot)[0].position == 20


def test_older_snapshots_are_deleted_after_a_reset():
    old = StoredSnapshot(OffsetAndEpoch(5, 1), 10)
    lone = sent_to_snapshot(snapshots=(old,))
    chunk(lone, 0, b"x" * 30)
    lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 30, CONTROLS))
    assert fx.DeleteSnapshots(SNAPSHOT) in lone.effects


def test_a_snapshot_that_the_leader_no_longer_has_is_given_up():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"", error=ErrorCode.SNAPSHOT_NOT_FOUND)
    assert kinds(lone, fx.DiscardSnapshot) == [fx.DiscardSnapshot(1, SNAPSHOT)]
    lone.advance(20)
    assert lone.requests(Fetch)
    lone.fetched(snapshot_id=SNAPSHOT)
    assert lone.core.role.download.number == 2


def test_a_java_leaders_minus_one_means_fetch_again():
    lone = sent_to_snapshot()
    answer = FetchSnapshotResponse(top_error=ErrorCode.UNKNOWN_SERVER_ERROR)
    lone.answer(lone.awaiting(FetchSnapshot), answer)
    assert lone.core.role.download is None
    lone.advance(20)
    assert lone.requests(Fetch)


def test_position_out_of_range_ends_the_download_and_fetches_again():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 10)
    chunk(lone, 10, b"", error=ErrorCode.POSITION_OUT_OF_RANGE)
    assert kinds(lone, fx.DiscardSnapshot) == [fx.DiscardSnapshot(1, SNAPSHOT)]
    lone.advance(20)
    assert lone.requests(FetchSnapshot) == []
    lone.fetched(snapshot_id=SNAPSHOT)
    assert lone.requests(FetchSnapshot)[0].position == 0


def test_pieces_of_another_snapshot_or_place_are_not_stored():
    for position, snapshot_id in ((0, OffsetAndEpoch(100, 3)), (7, SNAPSHOT)):
        lone = sent_to_snapshot()
        chunk(lone, position, b"x" * 10, snapshot_id=snapshot_id)
        assert kinds(lone, fx.StoreSnapshotChunk) == []
        assert lone.core.role.download is None


def test_an_empty_piece_or_a_size_that_was_passed_is_asked_for_again():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"")
    lone.advance(20)
    lone.fetched(snapshot_id=SNAPSHOT)
    chunk(lone, 0, b"x" * 20, size=10)
    assert kinds(lone, fx.FinishSnapshot) == []
    assert lone.requests(FetchSnapshot)[0].position == 20
    chunk(lone, 20, b"", size=20)
    assert kinds(lone, fx.FinishSnapshot) == [fx.FinishSnapshot(1, SNAPSHOT)]


def test_every_snapshot_chunk_restarts_the_fetch_timeout():
    lone = sent_to_snapshot()
    for position in range(0, 25, 5):
        lone.advance(1500)
        assert isinstance(lone.core.role, Follower)
        if lone.requests(Fetch):
            lone.fetched(snapshot_id=SNAPSHOT)
        chunk(lone, position, b"x" * 5)


def test_reset_that_was_overtaken_is_not_waited_for_any_more():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 30)
    lone.slow = True
    lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 30, CONTROLS))
    installation = lone.state.installation
    assert installation is not None
    lone.feed(ev.LogReset(lone.core.log.generation - 1, SNAPSHOT))
    assert lone.state.installation is installation
    assert lone.noted(NoteKind.STALE_COMPLETION) == 1
    lone.feed(ev.LogReset(lone.core.log.generation, SNAPSHOT))
    assert lone.state.installation is None


def test_a_download_ends_with_the_role():
    lone = sent_to_snapshot()
    lone.slow = True
    chunk(lone, 0, b"x" * 20)
    lone.follow(3, 4)
    assert kinds(lone, fx.DiscardSnapshot) == [fx.DiscardSnapshot(1, SNAPSHOT)]
    lone.feed(ev.SnapshotChunkStored(1, SNAPSHOT, 20))
    assert lone.noted(NoteKind.STALE_COMPLETION) == 1
    lone.fetched(snapshot_id=SNAPSHOT)
    assert lone.core.role.download.number == 2
    assert lone.core.role.download.position == 0


def test_whole_snapshot_is_installed_whatever_leader_is_known_by_then():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 30)
    vote = Vote("cluster", 1, directory(1), key(3), 9, 8, 500)
    lone.ask(vote)
    assert isinstance(lone.core.role, Unattached)
    assert kinds(lone, fx.DiscardSnapshot) == []
    lone.until(Prospective)
    assert lone.requests(Vote) == []
    lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 30, CONTROLS))
    assert lone.core.log.end == SNAPSHOT
    lone.advance(20)
    asked = [each.request for each in kinds(lone, fx.SendRequest) if isinstance(each.request, Vote)]
    assert {each.last_offset for each in asked} <= {10, 100}


def test_a_download_that_is_no_snapshot_is_fetched_again():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 30)
    lone.feed(ev.SnapshotFailed(SNAPSHOT, 1))
    assert lone.core.log.end_offset == 10
    assert lone.requests(Fetch)


def test_prospective_replica_asks_again_if_a_snapshot_changes_the_voters():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 30)
    lone.ask(EndQuorumEpoch("cluster", 2, 3, (key(1),)))
    role = lone.until(Prospective)
    role.votes.record(3, granted=True)
    lone.feed(ev.SnapshotStored(SNAPSHOT, 1, 30, CONTROLS))
    assert lone.core.role is role
    assert role.votes.granting == (1,)
    asked = [each.to.id for each in lone.sent if isinstance(each.request, Vote)]
    assert sorted(asked) == [2, 3, 4]


@pytest.mark.parametrize("stage", ["while pieces come", "when it is whole"])
def test_a_download_that_the_disk_does_not_take_is_put_off(stage):
    """For one minute, then two; the follower goes on following, whoever leads."""
    lone = sent_to_snapshot()
    if stage == "when it is whole":
        chunk(lone, 0, b"x" * 30)
    lone.feed(ev.SnapshotFailed(SNAPSHOT, 1, "no room"))
    assert lone.core.role.download is None
    for minutes in (1, 2):
        for _ in range(3):
            lone.advance(minutes * 20_000 - 100)
            lone.follow(2, lone.core.role.epoch + 1)
            lone.fetched(snapshot_id=SNAPSHOT)
            assert lone.core.role.download is None
            assert isinstance(lone.core.role, Follower)
        lone.advance(300)
        lone.follow(2, lone.core.role.epoch + 1)
        lone.fetched(snapshot_id=SNAPSHOT)
        download = lone.core.role.download
        assert download is not None
        lone.feed(ev.SnapshotFailed(SNAPSHOT, download.number, "no room"))
        assert lone.core.role.download is None


def test_download_that_fails_again_and_again_is_put_off_by_an_hour_at_most():
    lone = sent_to_snapshot()
    minutes = []
    for _ in range(8):
        lone.feed(ev.SnapshotFailed(SNAPSHOT, 1, "no room"))
        minutes.append((lone.state.download_at_ms - lone.state.now_ms) // 60_000)
    assert minutes == [1, 2, 4, 8, 16, 32, 60, 60]


def test_while_a_download_is_put_off_the_leader_is_asked_as_by_an_idle_follower():
    """The leader answers at once with the same id; each retry backoff (20 ms) would be a storm."""
    lone = sent_to_snapshot()
    lone.feed(ev.SnapshotFailed(SNAPSHOT, 1, "no room"))
    wait_ms = lone.core.config.fetch_max_wait_ms
    fetches = 0
    for _ in range(wait_ms):
        if lone.requests(Fetch):
            fetches += 1
            lone.fetched(snapshot_id=SNAPSHOT)
        lone.advance(10)
    assert 5 <= fetches <= 11  # some turns are those of requests for membership
    assert isinstance(lone.core.role, Follower)


def test_a_snapshot_below_what_is_committed_is_refused():
    lone = LoneCore(log=log(200, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(high_watermark=150)
    lone.fetched(snapshot_id=SNAPSHOT)
    assert lone.core.role.download is None
    assert lone.noted(NoteKind.SNAPSHOT_REFUSED) == 1


@pytest.mark.parametrize("epoch", [0, 1, 3])
def test_snapshot_of_any_epoch_up_to_that_of_the_leader_is_downloaded(epoch):
    lone = LoneCore(election=Election(2))
    lone.follow(2, 3)
    wanted = OffsetAndEpoch(100, epoch)
    lone.fetched(snapshot_id=wanted)
    assert lone.core.role.download.snapshot_id == wanted
    lone.answer(
        lone.awaiting(FetchSnapshot),
        FetchSnapshotResponse(
            leader=LeaderAndEpoch(2, 3), snapshot_id=wanted, size=30, position=0, payload=b"x" * 10
        ),
    )
    assert lone.core.role.download.position == 10


def test_snapshot_of_an_epoch_above_that_of_the_leader_is_refused():
    lone = LoneCore(election=Election(2))
    lone.follow(2, 3)
    lone.fetched(snapshot_id=OffsetAndEpoch(100, 4))
    assert lone.core.role.download is None
    assert lone.noted(NoteKind.SNAPSHOT_REFUSED) == 1


def test_the_same_snapshot_named_again_is_no_new_download():
    lone = sent_to_snapshot()
    chunk(lone, 0, b"x" * 20)
    lone.fail(lone.awaiting(FetchSnapshot), FailureReason.TIMED_OUT)
    lone.fetched(snapshot_id=SNAPSHOT)
    assert lone.core.role.download.number == 1
    assert lone.core.role.download.position == 20


def test_an_answer_without_a_download_is_ignored():
    lone = sent_to_snapshot()
    sent = lone.awaiting(FetchSnapshot)
    lone.state.role.download = None
    lone.answer(sent, FetchSnapshotResponse(leader=LeaderAndEpoch(2, 3), snapshot_id=SNAPSHOT))
    assert kinds(lone, fx.StoreSnapshotChunk) == []


@pytest.mark.parametrize(
    "answer",
    [{"batches": (batch(0, 5),), "payload": b"x" * 10}, {"diverging": OffsetAndEpoch(0, 3)}, {}],
)
def test_an_answer_that_needs_no_snapshot_ends_the_download(answer):
    """The leader was asked by another way meanwhile; a snapshot would undo what it said."""
    lone = sent_to_snapshot(log=log(0), election=Election(2))
    lone.fail(lone.awaiting(FetchSnapshot), FailureReason.TIMED_OUT)
    role = lone.core.role
    sent = lone.awaiting(Fetch)
    lone.answer(sent, FetchResponse(leader=LeaderAndEpoch(role.leader_id, role.epoch), **answer))
    assert lone.core.role.download is None
    assert any(isinstance(each, fx.DiscardSnapshot) for each in lone.effects)


def test_a_snapshot_of_an_epoch_to_come_is_refused():
    """Its records would stand above every leader that is elected from now on."""
    lone = LoneCore(log=log(5, 1), election=Election(2))
    lone.follow(2, 3)
    lone.fetched(snapshot_id=OffsetAndEpoch(100, 4))
    assert lone.core.role.download is None
    lone.advance(20)
    lone.fetched(snapshot_id=OffsetAndEpoch(100, 3))
    assert lone.core.role.download is not None
