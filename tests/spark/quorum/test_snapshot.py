from __future__ import annotations

import pytest

from kraft_spark.quorum.log import (
    Limits,
    SnapshotGoneError,
    SnapshotHold,
    SnapshotPlace,
    StreamOffset,
)
from tests.client.cluster import led, with_snapshot
from tests.spark.pretended_quorum import WorldClient
from tests.support.record_batches import snapshot

DATA = snapshot(1, "a", "b")


def hold_of(world):
    return SnapshotHold(WorldClient(world))


def test_cluster_without_a_snapshot_has_no_newest():
    assert hold_of(led()).newest() is None


def test_snapshot_is_cut_between_its_batches():
    hold = hold_of(with_snapshot(led()))
    place = hold.newest()
    assert place == StreamOffset(3, 1, SnapshotPlace(3, 1, 0, len(DATA)))
    assert hold.cut(place, Limits()).snapshot.position == len(DATA)
    positions = []
    while place.is_in_snapshot:
        place = hold.cut(place, Limits(offsets=1))
        positions.append(place.snapshot.position)
    assert len(positions) == 3
    assert positions[-1] == len(DATA)
    assert (place.offset, place.epoch) == (3, 1)


@pytest.mark.parametrize("most", [1, 200, 10_000])
def test_pieces_are_whole_batches_and_together_all_of_it(most):
    hold = hold_of(with_snapshot(led()))
    place = hold.cut(hold.newest(), Limits()).snapshot
    pieces = list(hold.pieces(0, place, most))
    assert b"".join(data for _, data in pieces) == DATA
    assert [at for at, _ in pieces] == [
        sum(len(data) for _, data in pieces[:index]) for index in range(len(pieces))
    ]
    first = len(pieces[0][1])
    assert b"".join(data for _, data in hold.pieces(first, place, most)) == DATA[first:]


def test_snapshot_is_fetched_again_after_a_restart_while_it_exists():
    world = with_snapshot(led())
    place = hold_of(world).newest()
    again = hold_of(world)
    assert again.cut(place, Limits()).snapshot.position == len(DATA)
    again.forget()
    world.node(1).snapshots[:] = [((4, 1), snapshot(1, "a", "b", "c"))]
    with pytest.raises(SnapshotGoneError, match="has no snapshot 00000000000000000003-0000000001"):
        again.cut(place, Limits())
