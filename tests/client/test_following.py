from __future__ import annotations

import random

import pytest

from kraft_core.client.changes import Change
from kraft_core.client.errors import (
    ClientError,
    LeaderNotFoundError,
    LogTruncatedError,
    PositionError,
    RefusedError,
)
from kraft_core.client.following import BEGINNING, Wish, follow
from kraft_core.client.positions import Note, Position
from kraft_core.client.quorum import Quorum
from kraft_core.client.settings import Settings
from kraft_wire.messages import FetchResponse, FetchSnapshotResponse
from tests.client.batch_bytes import leader_change, snapshot, topics
from tests.client.fake_quorum import SERVED_BY_3_9, World


def led(leader_id=1, epoch=1, count=3):
    """A quorum whose leader has the start of its epoch and two topics, all committed."""
    world = World(count)
    world.elect(leader_id, epoch)
    for node in world.nodes:
        node.append(leader_change(0, epoch, leader_id))
        node.append(topics(1, epoch, "a", "b"))
        node.high_watermark = 3 if node.leads else -1
    return world


def write(world, *batches, committed=True):
    for node in world.nodes:
        if node.is_up:
            for data in batches:
                node.append(data)
            if node.leads and committed:
                node.commit()


def following(world, wish, **changes):
    quorum = Quorum(world.bootstrap, Settings(random=random.Random(2), **changes))
    return world.items(follow(quorum, wish))


def label(change):
    assert isinstance(change, Change)
    return getattr(change.record, "name", change.name)


def labels(items):
    return [label(item) for item in items if isinstance(item, Change)]


def take(items, count):
    """The next so many changes; notes are left out."""
    found = []
    while len(found) < count:
        item = next(items)
        if isinstance(item, Change):
            found.append(item)
    return found


def test_from_the_start_until_current():
    world = led()
    changes = list(following(world, Wish(BEGINNING, until_current=True)))
    assert labels(changes) == ["LeaderChangeMessage", "a", "b"]
    assert [change.offset for change in changes] == [0, 1, 2]
    assert {(change.epoch, change.timestamp, change.source) for change in changes} == {
        (1, 1000, "log")
    }
    assert [change.is_control for change in changes] == [True, False, False]


def test_from_now_on():
    world = led()
    items = following(world, Wish())
    world.at(1.0, lambda: write(world, topics(3, 1, "c")))
    world.at(2.0, lambda: write(world, topics(4, 1, "d")))
    assert labels(take(items, 2)) == ["c", "d"]
    assert world.now_s < 2.5


def test_from_now_on_until_current_is_nothing():
    assert list(following(led(), Wish(until_current=True))) == []


def test_uncommitted_records_wait_for_the_high_watermark():
    world = led()
    write(world, topics(3, 1, "c"), committed=False)
    items = following(world, Wish(BEGINNING))
    assert labels(take(items, 3)) == ["LeaderChangeMessage", "a", "b"]
    world.at(7.0, world.node(1).commit)
    assert labels(take(items, 1)) == ["c"]
    assert 7.0 <= world.now_s < 7.1


@pytest.mark.parametrize("served", [SERVED_BY_3_9, None])
def test_waiting_for_the_high_watermark_asks_seldom(served):
    world = led()
    for node in world.nodes:
        node.served = dict(served or node.served)
    write(world, topics(3, 1, "c"), committed=False)
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(11.0, world.node(1).commit)
    before = len(world.node(1).requests)
    assert labels(take(items, 1)) == ["c"]
    assert 11.0 <= world.now_s < 11.6
    per_second = (len(world.node(1).requests) - before) / 11
    assert per_second < (25 if served else 4)


def test_until_current_ends_at_the_high_watermark_of_the_start():
    world = led()
    write(world, topics(3, 1, "c"), committed=False)
    items = following(world, Wish(BEGINNING, until_current=True))
    first = take(items, 1)
    write(world, topics(4, 1, "d"))
    assert labels([*first, *items]) == ["LeaderChangeMessage", "a", "b"]


@pytest.mark.parametrize(("offset", "expected"), [(1, ["a", "b"]), (2, ["b"]), (3, [])])
@pytest.mark.parametrize("epoch", [None, 1])
def test_from_an_offset_inside_a_batch_too(offset, expected, epoch):
    wish = Wish(Position(offset, epoch), until_current=True)
    assert labels(following(led(), wish)) == expected


def test_from_an_offset_beyond_the_end():
    with pytest.raises(PositionError, match="offset 9 is beyond the end of the log, 3"):
        next(following(led(), Wish(Position(9))))


@pytest.mark.parametrize("epoch", [None, 1])
def test_a_position_is_checked_even_if_it_is_beyond_what_is_wanted(epoch):
    world = led()
    assert labels(following(world, Wish(Position(3, epoch), until_current=True))) == []
    assert world.now_s < 0.1
    with pytest.raises(PositionError):
        list(following(world, Wish(Position(4, epoch), until_current=True)))


def test_excluded_records_are_left_out():
    wish = Wish(BEGINNING, until_current=True, exclude=frozenset(("LeaderChangeMessage",)))
    assert labels(following(led(), wish)) == ["a", "b"]


def test_a_truncation_is_noticed_by_the_epoch():
    world = led(epoch=1)
    world.elect(2, 5)
    write(world, leader_change(3, 5, 2))
    with pytest.raises(LogTruncatedError) as caught:
        next(following(world, Wish(Position(7, 1))))
    assert str(caught.value) == (
        "the log was truncated: it does not hold offset 7 behind epoch 1; its epoch 1 ends at"
        " offset 3"
    )
    assert labels(following(world, Wish(Position(3, 1), until_current=True))) == [
        "LeaderChangeMessage"
    ]


@pytest.mark.parametrize(
    ("position", "epoch"), [(Position(2, 5), 1), (Position(3, 5), 1), (Position(4, 6), 5)]
)
def test_an_epoch_too_high_for_its_offset_is_noticed(position, epoch):
    world = led(epoch=1)
    world.elect(2, 5)
    write(world, leader_change(3, 5, 2))
    world.elect(3, 6)
    write(world, leader_change(4, 6, 3))
    said = f"before offset {position.offset} is of epoch {epoch}, not of epoch {position.epoch}"
    with pytest.raises(LogTruncatedError, match=said):
        list(following(world, Wish(position, until_current=True)))


def test_an_epoch_that_the_quorum_never_had():
    world = led(epoch=2)
    with pytest.raises(LogTruncatedError, match="in epoch 2, before epoch 7"):
        next(following(world, Wish(Position(3, 7))))
    assert 4.0 < world.now_s < 8.0


def test_a_newer_leader_may_show_up_in_time():
    world = led(epoch=2)

    def elected():
        world.elect(2, 7)
        write(world, leader_change(3, 7, 2))

    world.at(2.0, elected)
    items = following(world, Wish(Position(4, 7)))
    world.at(3.0, lambda: write(world, topics(4, 7, "new")))
    assert labels(take(items, 1)) == ["new"]


def test_a_leader_change_is_survived_without_loss_or_repetition():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)

    def killed():
        world.stop(1)
        for node in world.nodes[1:]:
            node.leader_id = -1

    def elected():
        world.elect(3, 2)
        write(world, leader_change(3, 2, 3), topics(4, 2, "c"))

    world.at(1.0, killed)
    world.at(3.0, elected)
    assert labels(take(items, 2)) == ["LeaderChangeMessage", "c"]
    assert world.now_s < 5.5


def test_a_leader_change_is_told():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(1.0, lambda: world.stop(1))
    world.at(2.0, lambda: (world.elect(2, 2), write(world, leader_change(3, 2, 2))))
    told = [next(items), next(items), next(items)]
    assert isinstance(told[0], Note)
    assert told[0].text.endswith("; looking for the leader")
    assert told[1] == Note("reading from node 2 at c2:9093, leader of epoch 2")
    assert labels(told) == ["LeaderChangeMessage"]


def test_a_leader_that_resigns_hands_over():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(1.0, lambda: (world.elect(2, 2), write(world, leader_change(3, 2, 2))))
    assert labels(take(items, 1)) == ["LeaderChangeMessage"]
    assert world.now_s < 2


def test_a_restart_of_everything_is_survived():
    world = led()
    items = following(world, Wish(BEGINNING), patience_s=5)
    take(items, 3)

    def all_gone():
        for node in world.nodes:
            node.is_up = False

    def all_back():
        for node in world.nodes:
            node.is_up = True
        world.elect(1, 2)
        write(world, leader_change(3, 2, 1))

    world.at(1.0, all_gone)
    world.at(100.0, all_back)
    assert labels(take(items, 1)) == ["LeaderChangeMessage"]
    assert 100 < world.now_s < 103


def test_until_current_has_patience_only():
    world = led()
    items = following(world, Wish(BEGINNING, until_current=True), patience_s=5, fetch_bytes_max=1)
    take(items, 1)
    for node in world.nodes:
        node.is_up = False
    with pytest.raises(LeaderNotFoundError):
        list(items)
    assert world.now_s < 15


def test_uncommitted_records_that_are_truncated_are_never_seen():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(0.5, lambda: world.node(1).append(topics(3, 1, "lost")))

    def elected():
        world.stop(1)
        world.elect(2, 2)
        write(world, leader_change(3, 2, 2), topics(4, 2, "kept"))

    world.at(3.0, elected)
    assert labels(take(items, 2)) == ["LeaderChangeMessage", "kept"]


def test_uncommitted_records_of_a_leader_that_led_again_meanwhile_are_never_seen():
    world = led()
    leader = world.node(1)
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(0.5, lambda: leader.append(topics(3, 1, "lost")))

    def truncated_and_elected_again():
        del leader.log[-1]
        world.elect(1, 3)
        write(world, leader_change(3, 3, 1), topics(4, 3, "kept"))

    world.at(3.0, truncated_and_elected_again)
    assert labels(take(items, 2)) == ["LeaderChangeMessage", "kept"]


def test_committed_records_that_are_truncated_end_it():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)

    def replaced():
        for node in world.nodes:
            del node.log[1:]
        world.elect(2, 2)
        write(world, leader_change(1, 2, 2))

    world.at(1.0, replaced)
    with pytest.raises(LogTruncatedError, match="offset 3 behind epoch 1"):
        list(items)


def with_snapshot(world, end_offset=3, epoch=1, clean=True):
    for node in world.nodes:
        data = snapshot(epoch, "a", "b")
        node.snapshots.append(((end_offset, epoch), data))
        if clean:
            node.clean(node.snapshots[0][0])
    return world


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


def test_exclusion_holds_in_snapshots_too():
    world = with_snapshot(led())
    exclude = frozenset(("SnapshotHeaderRecord", "TopicRecord"))
    changes = following(world, Wish(BEGINNING, until_current=True, exclude=exclude))
    assert labels(changes) == ["SnapshotFooterRecord"]


def test_an_offset_that_was_cleaned_away_is_an_error():
    world = with_snapshot(led())
    for position in (Position(1), Position(2, 1)):
        with pytest.raises(
            PositionError,
            match=f"offset {position.offset} is no longer in the log, which begins at 3",
        ):
            next(following(world, Wish(position)))


def test_from_the_very_start_of_a_cleaned_log():
    world = with_snapshot(led(epoch=4), epoch=4)
    write(world, topics(3, 4, "c"))
    for position in (Position(3), Position(3, 4)):
        wish = Wish(position, until_current=True)
        assert labels(following(world, wish)) == ["c"]


def test_from_the_very_start_of_a_log_with_several_snapshots():
    world = with_snapshot(led(epoch=4), end_offset=3, epoch=4)
    world.elect(1, 9)
    write(world, leader_change(3, 9, 1), topics(4, 9, "c"))
    world = with_snapshot(world, end_offset=5, epoch=9)
    wish = Wish(Position(3), until_current=True)
    assert labels(following(world, wish)) == ["LeaderChangeMessage", "c"]
    with pytest.raises(LogTruncatedError, match="offset 3 does not follow epoch 5"):
        next(following(world, Wish(Position(3, 5))))


def test_a_truncation_below_the_oldest_snapshot_is_noticed():
    world = with_snapshot(led(epoch=4), end_offset=3, epoch=4)
    write(world, topics(3, 4, "c", "d"))
    with pytest.raises(LogTruncatedError, match="offset 4 does not follow epoch 2"):
        next(following(world, Wish(Position(4, 2))))


def test_who_falls_behind_the_log_start_gets_the_snapshot():
    world = led()
    items = following(world, Wish())
    world.at(0.5, lambda: write(world, topics(3, 1, "c")))
    assert labels(take(items, 1)) == ["c"]
    world.at(1.0, lambda: [setattr(node, "is_up", False) for node in world.nodes])

    def back():
        for node in world.nodes:
            node.is_up = True
        world.elect(1, 2)
        write(world, leader_change(4, 2, 1), topics(5, 2, "d"))
        with_snapshot(world, end_offset=6, epoch=2)
        write(world, topics(6, 2, "e"))

    world.at(2.0, back)
    assert labels(take(items, 5)) == [
        "SnapshotHeaderRecord",
        "a",
        "b",
        "SnapshotFooterRecord",
        "e",
    ]


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


def test_a_leader_change_during_the_download_begins_it_anew():
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


def mangled_fetch(change):
    """Change the partition of each Fetch answer that has records."""

    def mangle(response):
        if not isinstance(response, FetchResponse) or not response.responses:
            return response
        topic = response.responses[0]
        (partition,) = topic.partitions
        if not partition.records:
            return response
        fields = {name: getattr(partition, name) for name in partition.__slots__}
        changed = FetchResponse.PartitionData(**{**fields, **change(partition)})
        one = FetchResponse.FetchableTopicResponse(topic_id=topic.topic_id, partitions=(changed,))
        return FetchResponse(responses=(one,), node_endpoints=response.node_endpoints)

    return mangle


@pytest.mark.parametrize(
    "change",
    [
        lambda partition: {"records": partition.records[:-1] + b"\xff"},
        lambda partition: {"records": partition.records[:50]},
        lambda partition: {"records": b"garbage" * 20},
        lambda partition: {"records": topics(7, 1, "gap")},
        lambda partition: {"error_code": 87, "records": b""},
    ],
)
def test_damaged_or_refused_answers_are_tried_again_and_then_end_it(change):
    world = led()
    world.node(1).mangle = mangled_fetch(change)
    items = following(world, Wish(BEGINNING))
    with pytest.raises(ClientError):
        list(items)
    world = led()
    world.node(1).mangle = mangled_fetch(change)
    world.at(0.3, lambda: setattr(world.node(1), "mangle", None))
    assert labels(take(following(world, Wish(BEGINNING)), 3)) == ["LeaderChangeMessage", "a", "b"]


def test_a_refusal_tells_its_error():
    world = led()
    world.node(1).mangle = mangled_fetch(lambda partition: {"error_code": 87, "records": b""})
    with pytest.raises(RefusedError) as caught:
        list(following(world, Wish(BEGINNING)))
    assert caught.value.code == 87


def test_an_epoch_that_falls_is_not_believed():
    world = led(epoch=5)
    write(world, topics(3, 4, "old"))
    with pytest.raises(ClientError, match="of epoch 4 cannot follow offset 3 of epoch 5"):
        list(following(world, Wish(BEGINNING)))


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


def test_a_leader_that_does_not_know_its_high_watermark_yet_is_waited_for():
    world = led()
    world.node(1).high_watermark = -1
    world.at(1.5, world.node(1).commit)
    assert labels(following(world, Wish(BEGINNING, until_current=True))) == [
        "LeaderChangeMessage",
        "a",
        "b",
    ]
    assert world.now_s >= 1.5
    world.node(1).high_watermark = -1
    with pytest.raises(LeaderNotFoundError, match="no high watermark for 3 s"):
        list(following(world, Wish(until_current=True), patience_s=3))


def test_many_uncommitted_bytes_are_not_kept(monkeypatch):
    monkeypatch.setattr("kraft_core.client.log_reader.AHEAD_BYTES_MAX", 300)
    world = led()
    for number in range(10):
        write(world, topics(3 + number, 1, f"t{number}"), committed=False)
    items = following(world, Wish(BEGINNING), fetch_bytes_max=1)
    take(items, 3)
    world.at(5.0, world.node(1).commit)
    assert labels(take(items, 10)) == [f"t{number}" for number in range(10)]
