"""The offset index. That its entries are Kafka's is shown in test_segment."""

from __future__ import annotations

from kraft_core.raft.storage.segment import OffsetIndex


def filled():
    index = OffsetIndex(100)
    for last_offset, position in ((120, 5000), (150, 9100), (199, 14_000)):
        index.append(last_offset, position)
    return index


def test_one_entry_for_more_than_4096_bytes():
    index = OffsetIndex(100)
    assert index.wanted_above == 4096
    index.append(120, 5000)
    assert index.wanted_above == 9096
    index.append(150, 9097)
    index.truncate(150)
    assert index.wanted_above == 9096
    index.truncate(100)
    assert index.wanted_above == 4096


def test_looking_up_never_begins_behind_the_offset():
    index = filled()
    wanted = {100: 0, 119: 0, 120: 5000, 149: 5000, 150: 9100, 198: 9100, 199: 14_000, 999: 14_000}
    assert {offset: index.position_before(offset) for offset in wanted} == wanted


def test_boundaries_stay_below_position_and_end():
    index = filled()
    assert index.boundary_before(4999, 999) == 0
    assert index.boundary_before(5000, 999) == 5000
    assert index.boundary_before(20_000, 999) == 14_000
    assert index.boundary_before(20_000, 199) == 9100
    assert index.boundary_before(20_000, 200) == 14_000
    assert index.boundary_before(20_000, 120) == 0


def test_truncation_drops_entries_of_batches_that_reach_beyond():
    for end_offset, left in ((999, 3), (200, 3), (199, 2), (151, 2), (150, 1), (100, 0)):
        index = filled()
        index.truncate(end_offset)
        assert len(index) == left


def test_the_bytes_of_the_file():
    index = filled()
    assert index.encoded().hex() == "0000001400001388000000320000238c00000063000036b0"
    assert index.encoded(2) == index.encoded()[16:]
    assert index.encoded(3) == b""
