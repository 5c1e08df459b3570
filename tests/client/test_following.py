from __future__ import annotations

import pytest

from kraft_core.client.errors import (
    LeaderNotFoundError,
    PositionError,
)
from kraft_core.client.metadata_log import Note, Position
from kraft_core.client.tailing import BEGINNING, Wish
from kraft_wire.messages import DescribeQuorumResponse
from tests.client.cluster import (
    following,
    labels,
    led,
    take,
    with_snapshot,
    write,
)
from tests.support.record_batches import leader_change, topics


def test_from_the_start_until_current():
    world = led()
    changes = list(following(world, Wish(BEGINNING, until_current=True)))
    assert labels(changes) == ["LeaderChangeMessage", "a", "b"]
    assert [change.offset for change in changes] == [0, 1, 2]
    assert {(change.epoch, change.timestamp, change.source) for change in changes} == {
        (1, 1000, "log")
    }
    assert [change.is_control for change in changes] == [True, False, False]


def test_following_from_now_on_returns_only_new_records():
    world = led()
    items = following(world, Wish())
    world.at(1.0, lambda: write(world, topics(3, 1, "c")))
    world.at(2.0, lambda: write(world, topics(4, 1, "d")))
    assert labels(take(items, 2)) == ["c", "d"]
    assert world.now_s < 2.5


def test_until_current_without_a_start_returns_nothing():
    assert list(following(led(), Wish(until_current=True))) == []


def test_until_current_ends_at_the_high_watermark_of_the_start():
    world = led()
    write(world, topics(3, 1, "c"), committed=False)
    items = following(world, Wish(BEGINNING, until_current=True))
    first = take(items, 1)
    write(world, topics(4, 1, "d"))
    assert labels([*first, *items]) == ["LeaderChangeMessage", "a", "b"]


@pytest.mark.parametrize(("offset", "expected"), [(1, ["a", "b"]), (2, ["b"]), (3, [])])
@pytest.mark.parametrize("epoch", [None, 1])
def test_following_starts_inside_a_batch(offset, expected, epoch):
    wish = Wish(Position(offset, epoch), until_current=True)
    assert labels(following(led(), wish)) == expected


def test_records_committed_after_the_start_are_not_returned():
    world = led()
    written = []

    def write_once(response):
        if isinstance(response, DescribeQuorumResponse) and not written:
            written.append(write(world, topics(3, 1, "c")))
        return response

    world.node(1).mangle = write_once
    changes = following(world, Wish(BEGINNING, until_current=True))
    assert labels(changes) == ["LeaderChangeMessage", "a", "b"]
    assert written


def test_excluded_records_are_left_out():
    wish = Wish(BEGINNING, until_current=True, exclude=frozenset(("LeaderChangeMessage",)))
    assert labels(following(led(), wish)) == ["a", "b"]


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


def test_leader_change_is_reported():
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
    items = following(world, Wish(BEGINNING), api_timeout_s=5)
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


def test_until_current_waits_for_the_api_timeout_only():
    world = led()
    items = following(
        world, Wish(BEGINNING, until_current=True), api_timeout_s=5, fetch_bytes_max=1
    )
    take(items, 1)
    for node in world.nodes:
        node.is_up = False
    with pytest.raises(LeaderNotFoundError):
        list(items)
    assert world.now_s < 15


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


@pytest.mark.parametrize("start", [None, Position(3), Position(3, 1)])
def test_client_behind_the_log_start_gets_the_snapshot(start):
    world = led()
    items = following(world, Wish(start))
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
        list(following(world, Wish(until_current=True), api_timeout_s=3))
