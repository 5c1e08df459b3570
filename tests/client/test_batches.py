from __future__ import annotations

import pytest

from kraft_core.client.errors import CorruptAnswerError
from kraft_core.client.metadata_log import parse_batches, parse_snapshot
from tests.support.record_batches import leader_change, snapshot, topics

FIRST, SECOND = topics(5, 2, "a", "b"), topics(7, 3, "c")


def offsets(batches):
    return [(batch.base_offset, batch.last_offset) for batch in batches]


def test_batches_follow_each_other():
    assert offsets(parse_batches(FIRST + SECOND, 5, 2)) == [(5, 6), (7, 7)]
    assert parse_batches(b"", 5, 2) == []


def test_the_offset_may_lie_inside_the_first_batch_or_behind_whole_ones():
    assert offsets(parse_batches(FIRST + SECOND, 6, 0)) == [(5, 6), (7, 7)]
    assert offsets(parse_batches(FIRST + SECOND, 7, 0)) == [(7, 7)]


@pytest.mark.parametrize("cut", [1, 12, 40, len(SECOND) - 1])
def test_a_last_batch_that_is_cut_short_is_left_out(cut):
    assert offsets(parse_batches(FIRST + SECOND[:cut], 5, 2)) == [(5, 6)]


@pytest.mark.parametrize(
    ("records", "offset", "epoch"),
    [
        (SECOND, 6, 0),
        (FIRST + topics(9, 3, "gap"), 5, 0),
        (FIRST, 5, 3),
        (FIRST + topics(7, 1, "older"), 5, 2),
        (FIRST[:-1], 5, 0),
        (FIRST[:5], 5, 0),
        (FIRST, 9, 0),
        (FIRST[:-1] + bytes((FIRST[-1] ^ 1,)), 5, 0),
        (b"\0" * 100, 0, 0),
        (FIRST[:8] + b"\xff\xff\xff\xff" + FIRST[12:], 5, 0),
        (FIRST[:16] + b"\1" + FIRST[17:], 5, 0),
    ],
)
def test_invalid_fetched_batches_are_refused(records, offset, epoch):
    with pytest.raises(CorruptAnswerError):
        parse_batches(records, offset, epoch)


def test_a_snapshot_is_read_whole():
    data = snapshot(4, "a", "b")
    batches = parse_snapshot(data)
    assert offsets(batches) == [(0, 0), (1, 2), (3, 3)]
    assert {batch.partition_leader_epoch for batch in batches} == {4}


@pytest.mark.parametrize(
    "data",
    [
        snapshot(4, "a")[:-1],
        snapshot(4, "a") + b"\0",
        leader_change(1, 4, 1),
        topics(0, 4, "a") + topics(2, 4, "b"),
        topics(0, 4, "a"),
        b"",
    ],
)
def test_a_snapshot_with_gaps_or_without_header_is_refused(data):
    with pytest.raises(CorruptAnswerError):
        parse_snapshot(data)
