from __future__ import annotations

import pytest

from kraft_core.client.errors import (
    ClientError,
)
from kraft_core.client.log_reader import receive_snapshot
from kraft_core.client.metadata_log import SnapshotId
from kraft_core.client.quorum import Quorum
from kraft_core.client.settings import Settings
from kraft_core.client.tailing import BEGINNING, Wish
from kraft_wire.messages import FetchSnapshotResponse
from tests.client.cluster import (
    following,
    labels,
    led,
    take,
    with_snapshot,
    write,
)
from tests.support.record_batches import leader_change, snapshot, topics


@pytest.mark.parametrize("piece_bytes", [1, 7, 100, 1_000_000])
def test_from_the_start_is_the_snapshot_and_then_the_log(piece_bytes):
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"))
    wish = Wish(BEGINNING, until_current=True)
    changes = list(following(world, wish, snapshot_piece_bytes=piece_bytes))
    assert labels(changes) == ["SnapshotHeaderRecord", "a", "b", "SnapshotFooterRecord", "c"]
    assert [(change.source, change.offset) for change in changes] == [
        *(("snapshot", offset) for offset in range(4)),
        ("log", 3),
    ]


def test_received_pieces_are_bounded_and_make_up_the_snapshot():
    world = with_snapshot(led())
    quorum = Quorum(world.bootstrap, Settings(snapshot_piece_bytes=50))
    world.run(quorum.find_leader())
    pieces = []
    size = world.run(receive_snapshot(quorum, SnapshotId(3, 1), pieces.append))
    stored = world.node(1).snapshots[0][1]
    assert (b"".join(pieces), size) == (stored, len(stored))
    assert max(map(len, pieces)) == 50


def test_a_snapshot_whose_size_changes_is_refused():
    world = with_snapshot(led())
    pieces = []

    def grow(response):
        if not isinstance(response, FetchSnapshotResponse) or not response.topics:
            return response
        topic = response.topics[0]
        (partition,) = topic.partitions
        pieces.append(partition)
        kept = {name: getattr(partition, name) for name in partition.__slots__}
        kept["size"] += len(pieces) % 2
        changed = FetchSnapshotResponse.PartitionSnapshot(**kept)
        one = FetchSnapshotResponse.TopicSnapshot(name=topic.name, partitions=(changed,))
        return FetchSnapshotResponse(topics=(one,))

    world.node(1).mangle = grow
    with pytest.raises(ClientError, match="claims to have"):
        list(following(world, Wish(BEGINNING), snapshot_piece_bytes=50))


def test_a_snapshot_that_is_replaced_during_the_download():
    world = with_snapshot(led())
    write(world, topics(3, 1, "c"))
    leader = world.node(1)
    pieces = []

    def replace_in_the_middle(response):
        if isinstance(response, FetchSnapshotResponse):
            pieces.append(response)
            if len(pieces) == 2:
                leader.snapshots[:] = [((4, 1), snapshot(1, "a", "b", "c"))]
                leader.clean((4, 1))
        return response

    leader.mangle = replace_in_the_middle
    wish = Wish(BEGINNING, until_current=True)
    changes = list(following(world, wish, snapshot_piece_bytes=50))
    assert labels(changes) == ["SnapshotHeaderRecord", "a", "b", "c", "SnapshotFooterRecord"]


def test_leader_change_restarts_the_download():
    world = with_snapshot(led())
    count = iter(range(100))

    def die_in_the_middle(response):
        if isinstance(response, FetchSnapshotResponse) and next(count) == 1:
            world.stop(1)
            world.elect(2, 2)
            write(world, leader_change(3, 2, 2))
        return response

    world.node(1).mangle = die_in_the_middle
    items = following(world, Wish(BEGINNING), snapshot_piece_bytes=50)
    assert labels(take(items, 5)) == [
        "SnapshotHeaderRecord",
        "a",
        "b",
        "SnapshotFooterRecord",
        "LeaderChangeMessage",
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {"size": 10**12},
        {"position": 5},
        {"unaligned_records": b""},
        {"snapshot_id": FetchSnapshotResponse.SnapshotId(end_offset=9, epoch=1)},
        {"size": 10},
        {"unaligned_records": b"x" * 10, "size": 10},
    ],
)
def test_a_snapshot_that_does_not_fit_together_is_refused(fields):
    world = with_snapshot(led())

    def mangle(response):
        if not isinstance(response, FetchSnapshotResponse) or not response.topics:
            return response
        topic = response.topics[0]
        (partition,) = topic.partitions
        kept = {name: getattr(partition, name) for name in partition.__slots__}
        changed = FetchSnapshotResponse.PartitionSnapshot(**{**kept, **fields})
        one = FetchSnapshotResponse.TopicSnapshot(name=topic.name, partitions=(changed,))
        return FetchSnapshotResponse(topics=(one,))

    world.node(1).mangle = mangle
    with pytest.raises(ClientError):
        list(following(world, Wish(BEGINNING)))
