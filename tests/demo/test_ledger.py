from __future__ import annotations

import pytest

from kraft_core.consensus.values import LeaderAndEpoch, OffsetAndEpoch
from kraft_core.demo.ledger import VALUE_BYTES, Ledger, Numbers, value_of
from kraft_wire.records import RecordBatch, RecordBatchBuilder


def numbers_of(*numbers):
    found = Numbers()
    for number in numbers:
        found.take(value_of(number))
    return found


def batch_of(values):
    builder = RecordBatchBuilder()
    for value in values:
        builder.append(1, None, value)
    return RecordBatch(builder.build())


def test_each_record_has_content_of_its_own():
    assert len({value_of(number) for number in range(1000)}) == 1000
    assert {len(value_of(number)) for number in (0, 9, 123_456_789)} == {VALUE_BYTES}


def test_ranges_have_no_gaps():
    found = numbers_of(1, 2, 3, 7, 8, 20)
    assert found.ranges == [(1, 3), (7, 8), (20, 20)]
    assert list(found) == [1, 2, 3, 7, 8, 20]
    assert (len(found), found.faults) == (6, 0)


@pytest.mark.parametrize(
    "value",
    [value_of(2), value_of(1), value_of(3)[:-1], b"", b"record x", b"record 3 " + bytes(91)],
)
def test_what_comes_twice_late_or_damaged_is_a_fault(value):
    found = numbers_of(1, 2)
    found.take(value)
    assert (found.faults, list(found)) == (1, [1, 2])


def test_a_ledger_is_what_its_snapshot_says():
    heard = []
    ledger = Ledger(lambda: heard.append(1))
    ledger.apply(batch_of([value_of(1), value_of(2), value_of(5), b"damaged"]))
    ledger.leader_changed(LeaderAndEpoch(1, 1))
    other = Ledger()
    other.apply(batch_of([value_of(9)]))
    other.begin_load(OffsetAndEpoch(9, 1))
    other.load(batch_of(ledger.snapshot_values()))
    assert other.numbers.ranges == ledger.numbers.ranges == [(1, 2), (5, 5)]
    assert (other.numbers.faults, heard) == (1, [1])
