from __future__ import annotations

import pytest

from kraft_core.client.errors import (
    ClientError,
    LogTruncatedError,
    PositionError,
    RefusedError,
)
from kraft_core.client.metadata_log import Position
from kraft_core.client.tailing import BEGINNING, Wish
from tests.client.cluster import (
    following,
    labels,
    led,
    mangled_fetch,
    take,
    with_snapshot,
    write,
)
from tests.client.fake_quorum import SERVED_BY_3_9
from tests.support.record_batches import leader_change, topics


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


def test_offset_beyond_the_end_is_refused():
    with pytest.raises(PositionError, match="offset 9 is beyond the end of the log, 3"):
        next(following(led(), Wish(Position(9))))


@pytest.mark.parametrize("epoch", [None, 1])
def test_a_position_is_checked_even_if_it_is_beyond_what_is_wanted(epoch):
    world = led()
    assert labels(following(world, Wish(Position(3, epoch), until_current=True))) == []
    assert world.now_s < 0.1
    with pytest.raises(PositionError):
        list(following(world, Wish(Position(4, epoch), until_current=True)))


def test_a_truncation_is_noticed_by_the_epoch():
    world = led(epoch=1)
    world.elect(2, 5)
    write(world, leader_change(3, 5, 2))
    with pytest.raises(LogTruncatedError) as caught:
        next(following(world, Wish(Position(7, 1))))
    assert str(caught.value) == (
        "the log was truncated: it does not hold offset 7 after epoch 1; its epoch 1 ends at"
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
    said = f"before offset {position.offset} has epoch {epoch}, not epoch {position.epoch}"
    with pytest.raises(LogTruncatedError, match=said):
        list(following(world, Wish(position, until_current=True)))


def test_position_in_an_unknown_epoch_is_a_truncated_log():
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


def test_truncation_of_committed_records_ends_the_iterator():
    world = led()
    items = following(world, Wish(BEGINNING))
    take(items, 3)

    def replaced():
        for node in world.nodes:
            del node.log[1:]
        world.elect(2, 2)
        write(world, leader_change(1, 2, 2))

    world.at(1.0, replaced)
    with pytest.raises(LogTruncatedError, match="offset 3 after epoch 1"):
        list(items)


def test_from_the_very_start_of_a_cleaned_log():
    world = with_snapshot(led(epoch=4), epoch=4)
    write(world, topics(3, 4, "c"))
    for position in (Position(3), Position(3, 4)):
        wish = Wish(position, until_current=True)
        assert labels(following(world, wish)) == ["c"]


def test_vanished_uncommitted_records_are_read_again():
    world = led()
    leader = world.node(1)
    items = following(world, Wish(BEGINNING))
    take(items, 3)
    world.at(0.5, lambda: leader.append(topics(3, 1, "lost")))
    world.at(2.0, leader.log.pop)
    world.at(4.0, lambda: (leader.append(topics(3, 1, "kept")), leader.commit()))
    assert labels(take(items, 1)) == ["kept"]


@pytest.mark.parametrize("epoch", range(1, 18))
def test_the_epoch_in_front_of_a_cleaned_log_is_found(epoch):
    world = with_snapshot(led(epoch=epoch), end_offset=3, epoch=epoch)
    world.elect(1, 17)
    write(world, leader_change(3, 17, 1))
    world = with_snapshot(world, end_offset=4, epoch=17, clean=False)
    wish = Wish(Position(3), until_current=True)
    assert labels(following(world, wish)) == ["LeaderChangeMessage"]


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


def test_refusal_has_its_error():
    world = led()
    world.node(1).mangle = mangled_fetch(lambda partition: {"error_code": 87, "records": b""})
    with pytest.raises(RefusedError) as caught:
        list(following(world, Wish(BEGINNING)))
    assert caught.value.code == 87


def test_lower_epoch_is_ignored():
    world = led(epoch=5)
    write(world, topics(3, 4, "old"))
    with pytest.raises(ClientError, match="of epoch 4 cannot follow offset 3 of epoch 5"):
        list(following(world, Wish(BEGINNING)))


def test_many_uncommitted_bytes_are_not_kept(monkeypatch):
    monkeypatch.setattr("kraft_core.client.log_reader.AHEAD_BYTES_MAX", 300)
    world = led()
    for number in range(10):
        write(world, topics(3 + number, 1, f"t{number}"), committed=False)
    items = following(world, Wish(BEGINNING), fetch_bytes_max=1)
    take(items, 3)
    world.at(5.0, world.node(1).commit)
    assert labels(take(items, 10)) == [f"t{number}" for number in range(10)]
