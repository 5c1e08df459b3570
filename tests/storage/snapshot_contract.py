"""What every store of snapshots keeps to. Subclasses give `snapshots`, which is empty."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.events import SnapshotChunkStored, SnapshotFailed, SnapshotStored
from kraft_core.raft.consensus.values import KRaftVersion, OtherControl, Voters
from tests.storage.content import TIME_MS, snapshot, snapshot_id, snapshot_pieces, voters


def _write(store, offset, epoch, **more):
    writer = store.create(snapshot_id(offset, epoch))
    for piece in snapshot_pieces(epoch, **more):
        writer.append(piece)
    writer.finish()
    return store.flush()


class SnapshotContract:
    def test_an_own_snapshot_is_stored_and_read(self, snapshots):
        content = snapshot(3)
        (event,) = _write(snapshots, 100, 3)
        records = (OtherControl(3), KRaftVersion(1), Voters(voters(1)))
        assert event == SnapshotStored(snapshot_id(100, 3), None, len(content), records)
        assert [(each.snapshot_id, each.size_bytes) for each in snapshots.stored] == [
            (snapshot_id(100, 3), len(content))
        ]
        assert snapshots.read(snapshot_id(100, 3), 10, 20) == content[10:30]
        assert snapshots.read(snapshot_id(100, 3), 0, 1 << 20) == content
        assert snapshots.read(snapshot_id(100, 3), len(content), 5) == b""
        assert snapshots.header(snapshot_id(100, 3)).timestamp_ms == TIME_MS

    def test_a_snapshot_that_is_not_finished_cannot_be_read(self, snapshots):
        writer = snapshots.create(snapshot_id(100, 3))
        writer.append(snapshot(3))
        assert snapshots.read(snapshot_id(100, 3), 0, 10) is None
        writer.discard()
        assert snapshots.flush() == []
        assert snapshots.stored == ()

    def test_a_download_in_pieces(self, snapshots):
        wanted, content = snapshot_id(100, 3), snapshot(3)
        events = []
        for place in range(0, len(content), 70):
            snapshots.write_chunk(4, wanted, place, content[place : place + 70])
            events += snapshots.flush()
        ends = [min(place + 70, len(content)) for place in range(0, len(content), 70)]
        assert events == [SnapshotChunkStored(4, wanted, end) for end in ends]
        snapshots.finish(4, wanted)
        (stored,) = snapshots.flush()
        assert isinstance(stored, SnapshotStored)
        assert stored.origin == 4
        assert snapshots.read(wanted, 0, 10_000) == content

    def test_download_restarts_and_may_be_discarded(self, snapshots):
        wanted, content = snapshot_id(100, 3), snapshot(3)
        snapshots.write_chunk(4, wanted, 0, b"rubbish" * 200)
        snapshots.write_chunk(4, wanted, 0, content)
        snapshots.write_chunk(5, wanted, 0, content)
        snapshots.discard(5, wanted)
        snapshots.discard(6, wanted)  # never begun
        snapshots.finish(4, wanted)
        assert isinstance(snapshots.flush()[-1], SnapshotStored)
        assert snapshots.read(wanted, 0, 10_000) == content

    @pytest.mark.parametrize("damage", ["empty", "cut", "flipped", "no footer", "epoch", "order"])
    def test_an_unsound_snapshot_is_refused_and_leaves_nothing(self, snapshots, damage):
        pieces = snapshot_pieces(4 if damage == "epoch" else 3)
        if damage == "order":
            pieces = [pieces[1], pieces[0], pieces[2]]
        if damage == "no footer":
            del pieces[2]
        content = bytearray(b"".join(pieces))
        if damage == "cut":
            del content[-5:]
        if damage == "flipped":
            content[len(pieces[0]) + 70] ^= 1
        if damage == "empty":
            content.clear()
        snapshots.write_chunk(1, snapshot_id(100, 3), 0, bytes(content))
        snapshots.finish(1, snapshot_id(100, 3))
        assert snapshots.flush()[-1] == SnapshotFailed(snapshot_id(100, 3), 1)
        assert snapshots.stored == ()
        assert snapshots.read(snapshot_id(100, 3), 0, 10) is None

    def test_old_snapshots_go_and_the_others_are_listed_in_order(self, snapshots):
        for offset, epoch in ((200, 2), (50, 1), (100, 1)):
            _write(snapshots, offset, epoch)
        assert [each.snapshot_id.offset for each in snapshots.stored] == [50, 100, 200]
        snapshots.delete_before(snapshot_id(100, 1))
        assert [each.snapshot_id.offset for each in snapshots.stored] == [100, 200]
        assert snapshots.read(snapshot_id(50, 1), 0, 10) is None
        snapshots.flush()
        snapshots.housekeep(0)
        snapshots.housekeep(100_000)
        snapshots.flush()
        assert snapshots.read(snapshot_id(200, 2), 0, 10_000) == snapshot(2)

    def test_a_hole_in_a_download_is_refused(self, snapshots):
        snapshots.write_chunk(4, snapshot_id(100, 3), 0, b"abc")

        def write_behind_the_end():
            snapshots.write_chunk(4, snapshot_id(100, 3), 5, b"x")
            snapshots.flush()

        with pytest.raises(ValueError, match="the next ones are for 5"):
            write_behind_the_end()
