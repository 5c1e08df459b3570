"""The time index. That its entries are Kafka's is shown in test_segment."""

from __future__ import annotations

from kraft_core.raft.directory import TIME_ENTRY
from kraft_core.raft.storage.segment import TimeIndex


def test_an_entry_only_when_the_maximum_has_grown():
    index = TimeIndex(100)
    assert index.max_timestamp == -1
    index.add_entry()
    assert len(index) == 0
    index.note(5000, 101)
    index.note(4000, 102)
    index.note(5000, 103)
    index.add_entry()
    index.add_entry()
    assert (len(index), index.max_timestamp) == (1, 5000)
    index.note(6000, 104)
    index.add_entry()
    assert index.encoded().hex() == "000000000000138800000001000000000000177000000004"
    assert index.encoded(1) == index.encoded()[12:]


def test_truncation_returns_the_first_offset_to_note_again():
    index = TimeIndex(100)
    for timestamp, offset in ((10, 101), (20, 105), (30, 110)):
        index.note(timestamp, offset)
        index.add_entry()
    assert index.truncate(110) == 105
    assert (len(index), index.max_timestamp) == (2, 20)
    assert index.truncate(100) == 100
    assert (len(index), index.max_timestamp) == (0, -1)


def test_of_equal_timestamps_the_first_batch_counts():
    """As in Kafka (LogSegment.append), before and after a truncation, and in each entry."""
    index = TimeIndex(0)
    for timestamp, offset in ((7, 1), (7, 2), (7, 3)):
        index.note(timestamp, offset)
        index.add_entry()
    assert index.encoded() == TIME_ENTRY.pack(7, 1)
    assert index.truncate(2) == 1
    index.note(7, 2)
    index.add_entry()
    assert (index.max_timestamp, index.encoded()) == (7, TIME_ENTRY.pack(7, 1))
